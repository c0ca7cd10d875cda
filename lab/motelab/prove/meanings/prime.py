"""Statements on prime fields: products, squares and reductions, as polynomials over the integers."""

import dataclasses
import operator
import re
from collections.abc import Callable

from motelab.prove.kernel.contract import Contract, NoContract
from motelab.prove.meanings.common import A, B, C, Meaning, R
from motelab.prove.targets import Target

# A part of the line of the domain: names, and their bound, or their size.
CLAUSE = re.compile(
    r"(?:any )?(?P<names>[a-z](?:, [a-z])*)"
    r"(?: (?:<|below) (?P<bound>p R|(?:\d+ )?p|2\^\d+)| of (?:its words|(?P<bytes>\d+) bytes))?"
    r"(?:, public or secret)?(?:$|[,;] (?=.))"
)


@dataclasses.dataclass(frozen=True)
class Prime(Meaning):
    """A statement on integers. output and inputs: parameters and their elements; is_exact: equal, not modulo p;
    is_montgomery: the output times R is meant. polynomial: of the inputs' polynomials."""

    output: tuple[str, int]
    inputs: tuple[tuple[str, int], ...]
    polynomial: Callable
    is_exact: bool = False
    is_montgomery: bool = False

    def limits(self, target: Target, contract: Contract) -> dict[str, int]:
        """From the line of the domain; NoContract if it is none that we know. A comment without that line states its
        bound after the word `for`, or has none."""
        sizes = self.sizes(target, contract)
        known = bounds(contract, sizes) if contract.domain else self.stated(contract, sizes)
        if known is None or not {name for name, _ in self.inputs} <= set(known):
            raise NoContract(f"the domain {contract.domain!r} has no meaning here")
        return {name: min(known[name], 256 ** sizes[name]) for name, _ in self.inputs}

    def stated(self, contract: Contract, sizes: dict[str, int]) -> dict[str, int] | None:
        """Bounds from the statement."""
        text = contract.statement.partition(" for ")[2] or "any " + ", ".join(name for name, _ in self.inputs)
        every = text.startswith("any ")
        return bounds(dataclasses.replace(contract, domain=f"{text} of its words" if every else text), sizes)

    def holds(self, contract: Contract, inputs: dict[str, int], output: int) -> bool:
        value = self.polynomial(Numbers, inputs)
        if self.is_exact:
            return output == value
        radix = 1 << contract.radix_bits if self.is_montgomery else 1
        return output < contract.modulus and (output * radix - value) % contract.modulus == 0


def bounds(contract: Contract, sizes: dict[str, int]) -> dict[str, int] | None:
    """The least number that each named parameter never is; None if a part of the line is not understood. Names stand
    before their common bound: `a, b < p`, `any c below 2^510`, `any a, b of its words`, `any c of 40 bytes`."""
    found: dict[str, int] = {}
    rest = contract.domain
    while rest:
        if not (clause := CLAUSE.match(rest)):
            return None
        for name in clause["names"].split(", "):
            limit = bound_of(clause["bound"], contract) if clause["bound"] else 256 ** sizes.get(name, 0)
            if limit is None or name in found or int(clause["bytes"] or sizes.get(name, 0)) != sizes.get(name, 0):
                return None
            found[name] = limit
        rest = rest[clause.end() :]
    return found


def bound_of(text: str, contract: Contract) -> int | None:
    """The number that a bound names: p, 2 p, p R, 2^255."""
    if text == "p R":
        return contract.modulus << contract.radix_bits if contract.radix_bits else None
    if text.startswith("2^"):
        return 1 << int(text[2:])
    return contract.modulus * int(text.removesuffix("p").strip() or 1)


class Numbers:
    """Sums and products of numbers, where polynomials have those of Variables."""

    times = staticmethod(operator.mul)

    @staticmethod
    def plus(a: int, b: int, factor: int = 1) -> int:
        return a + factor * b


def product(v, n):
    return v.times(n["a"], n["b"])


def square(v, n):
    return v.times(n["a"], n["a"])


def itself(v, n):
    return n["c"]


PRIME = {
    "c = a b, not reduced": Prime(("c", 2), (A, B), product, is_exact=True),
    "c = a^2, not reduced": Prime(("c", 2), (A,), square, is_exact=True),
    "r = a b mod p": Prime(R, (A, B), product),
    "r = a b / R mod p": Prime(R, (A, B), product, is_montgomery=True),
    "r = a^2 mod p": Prime(R, (A,), square),
    "r = a^2 / R mod p": Prime(R, (A,), square, is_montgomery=True),
    "r = c mod p": Prime(R, (C,), itself),
    "r = c / R mod p": Prime(R, (C,), itself, is_montgomery=True),
    "r = c / R mod p for c < p R": Prime(R, (C,), itself, is_montgomery=True),
}


def prime(contract: Contract) -> Prime | None:
    """The meaning of a statement modulo a prime; None if the table has none."""
    found = PRIME.get(contract.statement) if isinstance(contract.modulus, int) else None
    if found is None or found.is_exact:
        return None
    return None if found.is_montgomery and contract.radix_bits is None else found


def exact(contract: Contract) -> Prime | None:
    """The meaning of a product or square that is not reduced; None if it is none."""
    found = PRIME.get(contract.statement) if isinstance(contract.modulus, int) else None
    return found if found and found.is_exact else None
