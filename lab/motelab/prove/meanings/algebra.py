"""Statements on elements of F_p^2, and on points of curves: what outputs are as functions over F_p of the inputs.

A statement is a list of polynomials over F_p that vanish, in the inputs and the outputs. Of points it is the affine
group law of the curve, without its fractions, and a condition that says which common factor the coordinates have.
Numbers and polynomials are put in alike: residues.py has the arithmetic of both."""

import dataclasses
import random
import re
from collections.abc import Callable
from typing import Any

from motelab.prove.domains.residues import Polynomial
from motelab.prove.kernel.contract import Contract, NoContract
from motelab.prove.meanings import laws
from motelab.prove.meanings.common import Meaning, drawn_below, element_bytes
from motelab.prove.targets import Target

PRODUCT = re.compile(r"r = a(?: b|\^2) / (?:R|2\^\d+) in F_p\(u\), u\^2 = -1(?:, |$)")
RADIX = re.compile(r"(?:\bR = | / )2\^(\d+)\b")
Values = dict[str, list[Any]]
BELOW = re.compile(r"(?:coefficients|coordinates)(?: of [a-z](?: and [a-z])*)? below (p|2 p|2\^255)$")


@dataclasses.dataclass(frozen=True)
class Algebra(Meaning):
    """outputs and inputs: parameters and their elements; relations: of the inputs' and the outputs' values, by
    parameter, those that are 0; it is given 1/R, too, or 1.

    numbers: parameters that are no pointers, each with the bound of its values; switches: likewise, with all values.
    exact: a further condition that only polynomials have. bounds: of inputs that the line of the domain does not
    tell, and of outputs, without a name."""

    outputs: tuple[tuple[str, int], ...]
    inputs: tuple[tuple[str, int], ...]
    relations: Callable[[Values, Values, int], list[Any]]
    numbers: tuple[tuple[str, int], ...] = ()
    switches: tuple[tuple[str, tuple[int, ...]], ...] = ()
    bounds: tuple[tuple[str, int], ...] = ()
    exact: Callable[[Values, Values], bool] | None = None
    room: int = 0  # elements behind the first output that it may write

    @property
    def output(self) -> tuple[str, int]:
        return self.outputs[0]

    def sizes(self, target: Target, contract: Contract) -> dict[str, int]:
        size = element_bytes(target, contract)
        found: dict[str, int] = {}
        for name, count in (*self.inputs, *self.outputs):
            found[name] = max(found.get(name, 0), size * count)
        found[self.output[0]] += size * self.room
        return found

    def bound(self, contract: Contract, name: str = "") -> int:
        """Of each element, exclusive, from the line of the domain."""
        if name in dict(self.bounds):
            return dict(self.bounds)[name]
        if contract.domain.startswith("any points"):
            return contract.modulus
        if not (found := BELOW.match(contract.domain)):
            raise NoContract(f"the domain {contract.domain!r} has no meaning here")
        bound = {"p": contract.modulus, "2 p": 2 * contract.modulus, "2^255": 1 << 255}[found[1]]
        return min(bound, 1 << 8 * size_of(contract))

    def limits(self, target: Target, contract: Contract) -> dict[str, int]:
        return {name: high + 1 for name, high in self.draw(target, contract, None).items()}

    def draw(self, target: Target, contract: Contract, source: random.Random | None) -> dict[str, int]:
        places, values = 8 * element_bytes(target, contract), {}
        for name, count in self.inputs:
            bound = self.bound(contract, name)
            rows = [drawn_below(bound, source) if source else bound - 1 for _ in range(count)]
            values[name] = sum(row << places * i for i, row in enumerate(rows))
        for name, bound in self.numbers:
            values[name] = drawn_below(bound, source) if source else bound - 1
        return values | {name: source.choice(every) if source else every[-1] for name, every in self.switches}

    def holds(self, contract: Contract, inputs: dict[str, int], output: int) -> bool:
        """For known inputs. Of several outputs only the first one is given here."""
        p, places = contract.modulus, 8 * size_of(contract)

        def rows(value: int, count: int) -> list[int]:
            return [value >> places * i & (1 << places) - 1 for i in range(count)]

        def constants(values: list[int]) -> list[Polynomial]:
            return [Polynomial(p, {(): value}) for value in values]

        given = {name: constants(rows(inputs[name], count)) for name, count in self.inputs}
        given |= {name: constants([inputs[name]]) for name, _ in self.numbers}
        given |= {name: [inputs[name]] for name, _ in self.switches}
        name, count = self.output
        result = rows(output, count)
        if any(value >= self.bound(contract) for value in result):
            return False
        return not any(one.terms for one in self.relations(given, {name: constants(result)}, inverse_radix(contract)))


def size_of(contract: Contract) -> int:
    """Bytes of an element, of 32 bits' words on every target that has such kernels."""
    return -(-contract.modulus.bit_length() // 32) * 4


def radix_bits(contract: Contract) -> int:
    """R is 2 to that: as the line of the modulus says, or the statement itself; 0 if there is none."""
    found = RADIX.search(contract.text)
    if found and contract.radix_bits not in (None, int(found[1])):
        raise NoContract("the comment has two numbers R")
    return int(found[1]) if found else contract.radix_bits or 0


def inverse_radix(contract: Contract) -> int:
    """1/R, or 1 where the statement is without R."""
    return pow(1 << radix_bits(contract), -1, contract.modulus)


def product(given: Values, found: Values, inverse: int) -> list[Any]:
    """(a0 + a1 u)(b0 + b1 u), u^2 = -1."""
    (a0, a1), (b0, b1), (r0, r1) = given["a"], given["b"], found["r"]
    return [r0 - (a0 * b0 - a1 * b1) * inverse, r1 - (a0 * b1 + a1 * b0) * inverse]


def square(given: Values, found: Values, inverse: int) -> list[Any]:
    return product({"a": given["a"], "b": given["a"]}, found, inverse)


def product_in_field(given: Values, found: Values, inverse: int) -> list[Any]:
    (a,), (b,), (r,) = given["a"], given["b"], found["r"]
    return [r - a * b]


OF_CALLS = ("fp255_mul_reduce_weak",)  # products of the prime field that are calls alone
A24 = 1 << 17
POINTS = ("points", 4)
WEAK_LADDER = (
    "Exchanges the two points if swap is 1, not if it is 0; then the first becomes its double, the second their sum, "
    "whose difference has the x-coordinate x < 2^256"
)


def ladder(room: int, a24: int) -> Algebra:
    """Coordinates on the curve y^2 = x^3 + A x^2 + x, A = 4 a24 + 2."""
    return Algebra(
        (POINTS,),
        (POINTS, ("x", 1)),
        laws.ladder,
        (("a24", a24),),
        (("swap", (0, 1)),),
        (("x", 1 << 256),),
        laws.ladder_factors,
        room,
    )


def statement(contract: Contract) -> Algebra | None:
    """The meaning of a statement on F_p^2 or on points; None if there is none here."""
    if not isinstance(contract.modulus, int):
        return None
    if contract.kernel in OF_CALLS and (contract.statement, contract.domain) == ("r = a b mod p", "a, b < p"):
        bounds = tuple((name, contract.modulus) for name in ("a", "b", ""))
        return Algebra((("r", 1),), (("a", 1), ("b", 1)), product_in_field, bounds=bounds)
    if PRODUCT.match(contract.statement) and radix_bits(contract):
        if " b " in contract.statement:
            return Algebra((("r", 2),), (("a", 2), ("b", 2)), product)
        return Algebra((("r", 2),), (("a", 2),), square)
    if contract.field == "fp255" and WEAK_LADDER in contract.text:
        rest = contract.text.partition(WEAK_LADDER)[2]
        if contract.text.startswith("points: X2, Z2, X3, Z3, below 2^255, and room for two elements."):
            return ladder(2, A24) if rest.startswith("; a24 < 2^17.") else None
        return ladder(0, A24 - 1) if rest.startswith("; a24 < 2^17 - 1.") else None
    if contract.statement.startswith("sum: X, 2 Y, Z, which the double replaces"):
        return Algebra((("sum", 3), ("power", 1)), (("sum", 3), ("az4", 1)), laws.doubling, exact=laws.doubling_factor)
    return None
