"""Statements on prime fields with Montgomery's radix, in the words of each target's comments."""

import dataclasses
import re
from collections.abc import Callable

from motelab.prove.kernel.contract import Contract
from motelab.prove.meanings.common import A, B, C, Meaning, R
from motelab.prove.meanings.prime import Numbers, itself, product, square
from motelab.prove.targets import Target

RADIX = re.compile(r"(.*?)(?:, R = 2\^\(words (\d+)\)|, R = 2\^(\d+))?$")
DIVISOR = re.compile(r" / 2\^(\d+)")


@dataclasses.dataclass(frozen=True)
class Montgomery(Meaning):
    """r = polynomial(inputs) / R modulo p, for inputs below bound(p, R). radix: R. The output is below `factor` p."""

    output: tuple[str, int]
    inputs: tuple[tuple[str, int], ...]
    polynomial: Callable
    bound: Callable[[int, int], int]
    radix: int = 0
    factor: int = 1

    def limits(self, target: Target, contract: Contract) -> dict[str, int]:
        limit = self.bound(contract.modulus, self.radix)
        size = self.sizes(target, contract)
        return {name: min(limit, 256 ** size[name]) for name, _ in self.inputs}

    def holds(self, contract: Contract, inputs: dict[str, int], output: int) -> bool:
        value = self.polynomial(Numbers, inputs)
        return output < self.factor * contract.modulus and (output * self.radix - value) % contract.modulus == 0


def below_p(p: int, radix: int) -> int:
    return p


def below_2p(p: int, radix: int) -> int:
    return 2 * p


def below_p_radix(p: int, radix: int) -> int:
    return p * radix


# Statement -> output, inputs, polynomial.
TABLE = {
    "r = a b / R mod p": (R, (A, B), product),
    "r = a b / R mod p for a, b below 2 p": (R, (A, B), product),
    "r = a^2 / R mod p": (R, (A,), square),
    "r = c / R mod p": (R, (C,), itself),
    "r = c / R mod p for c < p R": (R, (C,), itself),
}
# The line of the domain -> the bound of the inputs. An empty one leaves it to the statement.
DOMAINS = {
    "a, b < p": below_p,
    "a, b below p": below_p,
    "a < p": below_p,
    "a below p": below_p,
    "any a, b below p": below_p,
    "any a below p": below_p,
    "a, b below 2 p": below_2p,
    "c < p R": below_p_radix,
    "any c below p R": below_p_radix,
}
STATED = {"r = c / R mod p for c < p R": below_p_radix, "r = a b / R mod p for a, b below 2 p": below_2p}


def montgomery(contract: Contract) -> Montgomery | None:
    """The meaning of a statement with Montgomery's radix; None if the table has none."""
    if not isinstance(contract.modulus, int):
        return None
    statement, bits = contract.statement, contract.radix_bits
    statement, words, power = RADIX.match(statement).groups()
    if words:
        bits = -(-contract.modulus.bit_length() // int(words)) * int(words)
    if power:
        bits = int(power)
    if found := DIVISOR.search(statement):
        bits, statement = int(found[1]), DIVISOR.sub(" / R", statement)
    bound = bound_of(contract, statement)
    if statement not in TABLE or bits is None or bound is None:
        return None
    return Montgomery(*TABLE[statement], bound, 1 << bits)


def bound_of(contract: Contract, statement: str) -> Callable[[int, int], int] | None:
    """From the line of the domain, and from the statement where it has one; None if they differ or are unknown."""
    domain = contract.domain.partition(";")[0]
    stated = STATED.get(statement)
    found = DOMAINS.get(domain) if domain else stated
    return None if stated and stated is not found else found
