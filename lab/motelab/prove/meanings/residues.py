"""Statements on residues modulo p, each of which is congruent to a polynomial of the inputs and below a bound: sums and
differences, and kernels for other kernels alone, whose numbers need not be below p and whose results are several.

A number lies in the memory of a parameter, or in registers. A mask is a bit there 255 times."""

import dataclasses
from collections.abc import Callable

from motelab.prove import targets
from motelab.prove.kernel.contract import Contract, NoContract
from motelab.prove.kernel.execution import Call
from motelab.prove.meanings.common import Meaning, element_bytes
from motelab.prove.meanings.prime import Numbers
from motelab.prove.targets import Target

MASK = 255
BELOW_P = ("a, b < p", "a, b below p")


@dataclasses.dataclass(frozen=True)
class Input:
    """A number below 2^bits, or below p if bits is None: in an element of a parameter's memory, or in registers if
    `element` is None."""

    name: str
    parameter: str
    element: int | None
    bits: int | None
    factor: int = 1

    def bytes(self, size: int) -> int:
        """Bytes of the number, where elements have `size`."""
        return size if self.element is not None else -(-self.bits // 8)


@dataclasses.dataclass(frozen=True)
class Result:
    """An element of a parameter afterwards: congruent to a polynomial of the inputs, or equal to it; below 2^bits, or
    below p if bits is None."""

    parameter: str
    element: int
    polynomial: Callable
    bits: int | None = None
    is_exact: bool = False

    def bound(self, contract: Contract) -> int:
        return contract.modulus if self.bits is None else 1 << self.bits

    def is_right(self, contract: Contract, inputs: dict[str, int], found: int) -> bool:
        left = found - self.polynomial(Numbers, inputs)
        return left == 0 if self.is_exact else left % contract.modulus == 0 and found < self.bound(contract)


@dataclasses.dataclass(frozen=True)
class Residues(Meaning):
    """elements: of each parameter in memory, those of the results first. is_product: whether the one result is that of
    a product of two whole elements, which are the inputs."""

    elements: tuple[tuple[str, int], ...]
    given: tuple[Input, ...]
    results: tuple[Result, ...]
    is_product: bool = False

    @property
    def output_names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(one.parameter for one in self.results))

    def sizes(self, target: Target, contract: Contract) -> dict[str, int]:
        return {name: count * element_bytes(target, contract) for name, count in self.elements}

    def limits(self, target: Target, contract: Contract) -> dict[str, int]:
        """NoContract if the line of the domain says something else."""
        if any(one.bits is None for one in self.given) and contract.domain not in BELOW_P:
            raise NoContract(f"the domain {contract.domain!r} has no meaning here")
        return {one.name: contract.modulus if one.bits is None else 1 << one.bits for one in self.given}

    def placed(self, target: Target, contract: Contract, digits: dict[str, list]) -> Call:
        """The call whose inputs have these bytes."""
        sizes, element = self.sizes(target, contract), element_bytes(target, contract)
        memory = {name: [None] * size for name, size in sizes.items()}
        numbers = {}
        for one in self.given:
            if one.element is None:
                numbers[one.parameter] = digits[one.name]
            else:
                memory[one.parameter][one.element * element : (one.element + 1) * element] = digits[one.name]
        return Call(sizes, memory, numbers)

    def call(self, target: Target, contract: Contract, inputs: dict[str, int]) -> Call:
        element = element_bytes(target, contract)
        digits = {
            one.name: list((one.factor * inputs[one.name]).to_bytes(one.bytes(element), "little")) for one in self.given
        }
        return self.placed(target, contract, digits)

    def holds(self, contract: Contract, inputs: dict[str, int], output: int) -> bool:
        bits = 8 * element_bytes(targets.named(contract.target), contract)
        start, counts = {}, dict(self.elements)
        for name in self.output_names:
            start[name] = sum(counts[other] for other in start)
        return all(
            one.is_right(contract, inputs, output >> bits * (start[one.parameter] + one.element) & (1 << bits) - 1)
            for one in self.results
        )


def chosen(v, n, one: str, other: str):
    """One number, or the other where the mask's bit is 1."""
    return v.plus(n[one], v.times(n["mask"], v.plus(n[other], n[one], -1)))


def exchanged(first: tuple[str, str], second: tuple[str, str], sign: int) -> Callable:
    """The sum or difference of two numbers, each exchanged with another under the mask."""
    return lambda v, n: v.plus(chosen(v, n, *first), chosen(v, n, *second), sign)


P0, P1, Q0, Q1 = ("p0", "q0"), ("p1", "q1"), ("q0", "p0"), ("q1", "p1")
SUM, DIFFERENCE = (lambda v, n, sign=sign: v.plus(n["a"], n["b"], sign) for sign in (1, -1))
OF_TWO = ((("r", 1), ("a", 1), ("b", 1)), (Input("a", "a", 0, None), Input("b", "b", 0, None)))


def in_extension(*results: tuple[int, tuple[int, int]]) -> Residues:
    """Elements of F_p^2 whose coefficients have 127 bits: of r, in turn, a multiple of a and one of b."""
    given = tuple(Input(f"{name}{i}", name, i, 127) for name in "ab" for i in (0, 1))

    def combined(i: int, factors: tuple[int, int]) -> Callable:
        return lambda v, n: v.plus(v.plus(n[f"a{i}"], n[f"a{i}"], factors[0] - 1), n[f"b{i}"], factors[1])

    found = tuple(Result("r", 2 * at + i, combined(i, factors), 127) for at, factors in results for i in (0, 1))
    return Residues((("r", 2 * len(results)), ("a", 2), ("b", 2)), given, found)


EXTENSION = "in F_p(u), u^2 = -1"
RESIDUES = {
    f"r = a + b {EXTENSION}": in_extension((0, (1, 1))),
    f"r = a - b {EXTENSION}": in_extension((0, (1, -1))),
    f"r = 2 a - b {EXTENSION}": in_extension((0, (2, -1))),
    f"r[0] = a - b and r[1] = a + b {EXTENSION}": in_extension((0, (1, -1)), (1, (1, 1))),
    "r = a + b mod p": Residues(*OF_TWO, (Result("r", 0, SUM),)),
    "r = a - b mod p": Residues(*OF_TWO, (Result("r", 0, DIFFERENCE),)),
    "r = a + c e modulo p, below 2^256, for a < 2^255, any e, c < 2^17 in three registers; r may be a": Residues(
        (("r", 1), ("a", 1), ("e", 1)),
        (Input("a", "a", 0, 255), Input("c", "c", None, 17), Input("e", "e", 0, 256)),
        (Result("r", 0, lambda v, n: v.plus(n["a"], v.times(n["c"], n["e"])), 256),),
    ),
    "r[0] = r[0] + b, r[1] = r[0] - b, both modulo p and below 2^256, for r[0], b < 2^255": Residues(
        (("r", 2), ("b", 1)),
        (Input("r", "r", 0, 255), Input("b", "b", 0, 255)),
        (
            Result("r", 0, lambda v, n: v.plus(n["r"], n["b"]), 256),
            Result("r", 1, lambda v, n: v.plus(n["r"], n["b"], -1), 256),
        ),
    ),
    "r = a - r modulo p, below 2^256, for a, r < 2^255": Residues(
        (("r", 1), ("a", 1)),
        (Input("r", "r", 0, 255), Input("a", "a", 0, 255)),
        (Result("r", 0, lambda v, n: v.plus(n["a"], n["r"], -1), 256),),
    ),
    "r = r mod p for r < 2^255": Residues(
        (("r", 1),), (Input("r", "r", 0, 255),), (Result("r", 0, lambda v, n: n["r"]),)
    ),
    "p and q are exchanged if the mask is 255, not if it is 0; then s = p[0] + p[1], p[1] = p[0] - p[1], p[0] = q[0] + "
    "q[1], q[1] = q[0] - q[1], all modulo p, below 2^256, for coordinates below 2^255; q[0] is kept": Residues(
        (("s", 1), ("p", 2), ("q", 2)),
        (
            *(Input(f"{name}{i}", name, i, 255) for name in "pq" for i in (0, 1)),
            Input("mask", "mask", None, 1, MASK),
        ),
        (
            Result("s", 0, exchanged(P0, P1, 1), 256),
            Result("p", 1, exchanged(P0, P1, -1), 256),
            Result("p", 0, exchanged(Q0, Q1, 1), 256),
            Result("q", 1, exchanged(Q0, Q1, -1), 256),
            Result("q", 0, lambda v, n: n["q0"], 255, is_exact=True),
        ),
    ),
    "r = a b modulo p, below 2^255, for any a and b; r may be a or b": Residues(
        (("r", 1), ("a", 1), ("b", 1)),
        (Input("a", "a", 0, 256), Input("b", "b", 0, 256)),
        (Result("r", 0, lambda v, n: v.times(n["a"], n["b"]), 255),),
        is_product=True,
    ),
    "r = a^2 modulo p, below 2^255, for any a; r may be a": Residues(
        (("r", 1), ("a", 1)),
        (Input("a", "a", 0, 256),),
        (Result("r", 0, lambda v, n: v.times(n["a"], n["a"]), 255),),
        is_product=True,
    ),
}


def residues(contract: Contract) -> Residues | None:
    """The meaning of a statement on residues; None if the table has none."""
    found = RESIDUES.get(contract.promise) or RESIDUES.get(contract.statement)
    return found if isinstance(contract.modulus, int) else None
