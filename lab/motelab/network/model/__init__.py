"""Symbolic models of the seven schemes, and a search of their small runs: docs/network/model.md.

terms.py says what messages are made of, attacker.py what the attacker makes of them, exchange.py how the engine of
src/network carries a scheme, schemes/ what each scheme sends, search.py which runs there are, properties.py what must
hold in all of them."""
