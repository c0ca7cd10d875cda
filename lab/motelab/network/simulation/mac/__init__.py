"""Media access of sensor nodes: one module a MAC, with its formulas and their source, and how frames wait in it.

interface: what each has. Start there. MACs by name are in battery.py."""
