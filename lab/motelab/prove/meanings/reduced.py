"""Reductions, products and squares modulo a prime: the number that is reduced is a polynomial with positive
coefficients, so its greatest value is that of the greatest inputs."""

from motelab.prove.kernel.contract import Contract
from motelab.prove.meanings.common import A, R
from motelab.prove.meanings.prime import PRIME, Prime
from motelab.prove.targets import Target


class BySmallWord(Prime):
    """A product by an integer of 32 bits, which is no pointer."""

    def sizes(self, target: Target, contract: Contract) -> dict[str, int]:
        return super().sizes(target, contract) | {"c": 4}


def by_small_word(v, n):
    return v.times(n["a"], n["c"])


SMALL = BySmallWord(R, (A, ("c", 1)), by_small_word)
REDUCED = {name: PRIME[name] for name in ("r = c mod p", "r = a b mod p", "r = a^2 mod p")} | {
    "r = a c mod p": SMALL,
    "r = a c mod p for c < 2^18": SMALL,
}


def reduced(contract: Contract) -> Prime | None:
    """The meaning of a reduction modulo a prime; None if the statement is none."""
    return REDUCED.get(contract.statement) if isinstance(contract.modulus, int) else None
