"""Statements on prime fields: products, squares and reductions, as polynomials over the integers."""

import dataclasses
import operator
from collections.abc import Callable

from motelab.prove.contract import Contract, NoContract
from motelab.prove.meanings.common import A, B, C, Meaning, R
from motelab.prove.targets import Target


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
        """From the line of the domain; NoContract if it is none that we know."""
        p, sizes = contract.modulus, self.sizes(target, contract)
        known = {
            "a, b < p": {"a": p, "b": p},
            "a, b below p": {"a": p, "b": p},
            "a < p": {"a": p},
            "a below p": {"a": p},
            "c < p R": {"c": p << contract.radix_bits} if contract.radix_bits else {},
        }
        every = ("any a, b", "any a", f"any c of {sizes.get('c')} bytes")
        if contract.domain in every:
            return {name: 256 ** sizes[name] for name, _ in self.inputs}
        if contract.domain not in known:
            raise NoContract(f"the domain {contract.domain!r} has no meaning here")
        return known[contract.domain]

    def holds(self, contract: Contract, inputs: dict[str, int], output: int) -> bool:
        value = self.polynomial(Numbers, inputs)
        if self.is_exact:
            return output == value
        radix = 1 << contract.radix_bits if self.is_montgomery else 1
        return output < contract.modulus and (output * radix - value) % contract.modulus == 0


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
    """The meaning of a statement on prime fields; None if the table has none."""
    found = PRIME.get(contract.statement) if isinstance(contract.modulus, int) else None
    return None if found and found.is_montgomery and contract.radix_bits is None else found
