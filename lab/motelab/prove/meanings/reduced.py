"""Statements on reductions, products and squares modulo a prime, of which the number that is reduced is a polynomial with
positive coefficients: its greatest value is that of the greatest inputs."""

from motelab.prove.contract import Contract
from motelab.prove.meanings.prime import PRIME, Prime

REDUCED = ("r = c mod p", "r = a b mod p", "r = a^2 mod p")


def reduced(contract: Contract) -> Prime | None:
    """The meaning of a reduction modulo a prime; None if the statement is none."""
    is_prime = isinstance(contract.modulus, int)
    return PRIME[contract.statement] if is_prime and contract.statement in REDUCED else None
