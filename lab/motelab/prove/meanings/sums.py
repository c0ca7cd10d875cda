"""Sums, differences and small reductions of prime fields, in terms of SMT-LIB."""

import dataclasses
from collections.abc import Callable

from motelab.prove.kernel.contract import Contract
from motelab.prove.meanings.common import A, B, Meaning, R
from motelab.prove.targets import Target


@dataclasses.dataclass(frozen=True)
class Sum(Meaning):
    """A statement on numbers below a bound, which bit vectors with two more bits than the numbers can say. bound: of
    each input, a function of p; number: the value modulo p; expected: the output as a term of SMT-LIB."""

    output: tuple[str, int]
    inputs: tuple[tuple[str, int], ...]
    bound: Callable[[int], int]
    expected: Callable
    number: Callable

    def limits(self, target: Target, contract: Contract) -> dict[str, int]:
        return {name: self.bound(contract.modulus) for name, _ in self.inputs}

    def holds(self, contract: Contract, inputs: dict[str, int], output: int) -> bool:
        return output == self.number(inputs) % contract.modulus


def below_p(p: int) -> int:
    return p


def below_power(p: int) -> int:
    """The power of two above p."""
    return 1 << p.bit_length()


def at_most_once(total: str, p: str) -> str:
    """A number below 2 p modulo p."""
    return f"(ite (bvuge {total} {p}) (bvsub {total} {p}) {total})"


def sum_modulo(n, constant, p):
    return at_most_once(f"(bvadd {n['a']} {n['b']})", constant(p))


def difference_modulo(n, constant, p):
    return at_most_once(f"(bvsub (bvadd {n['a']} {constant(p)}) {n['b']})", constant(p))


def reduced_once(n, constant, p):
    return at_most_once(n["r"], constant(p))


SUMS = {
    "r = a + b mod p": Sum(R, (A, B), below_p, sum_modulo, lambda n: n["a"] + n["b"]),
    "r = a - b mod p": Sum(R, (A, B), below_p, difference_modulo, lambda n: n["a"] - n["b"]),
    "r = r mod p for r < 2^255": Sum(R, (R,), below_power, reduced_once, lambda n: n["r"]),
}


def sum_of(contract: Contract) -> Sum | None:
    """The meaning of a sum; None if the table has none."""
    return SUMS.get(contract.statement) if isinstance(contract.modulus, int) else None
