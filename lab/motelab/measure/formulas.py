"""Sums and doubles of points between coordinate systems, executed and counted, beside the papers' printed costs.

The functions are curve/prime/fp_formulas.h and curve/binary/fb_formulas.h: add_<p>_<q>_to_<r>, double_<p>_to_<r>."""

import dataclasses
import functools
import random
import re
from collections.abc import Callable, Sequence

from codegen.fields import multiply
from codegen.points import Point, inverse
from motelab.common.errors import MotecurveError
from motelab.measure import counting, operation_counts
from motelab.subjects import curves
from motelab.subjects.curves import Curve

# Systems as papers abbreviate them, by kind of field.
SYSTEMS = {
    "fp": {"A": "affine", "P": "projective", "J": "jacobian", "Jc": "chudnovsky", "Jm": "modified"},
    "fb": {"A": "affine", "A'": "affine_slope", "P": "projective", "J": "jacobian", "LD": "lopez_dahab"},
}
# Coordinates X and Y are x and y times these powers of Z.
POWERS = {"projective": (1, 1), "jacobian": (2, 3), "chudnovsky": (2, 3), "modified": (2, 3), "lopez_dahab": (1, 2)}
COUNTED = {"I": "I", "M": "M", "S": "S", "C": "M2"}  # counters, and how they are printed
RUNS = 10


@dataclasses.dataclass(frozen=True)
class Formula:
    """One sum or double: its function, the systems of its operands and result, and a curve on which it is executed."""

    function: str
    operands: tuple[str, ...]
    result: str
    curve: str


@dataclasses.dataclass(frozen=True)
class Cost:
    """The operations that every run executed, as I, M, S and M2, with right results; or the reason why there are
    none."""

    operations: str | None
    reason: str | None = None


def named(operation: str, algorithm: str, curve: str, function: str = "") -> Formula:
    """The formula that a paper calls J+A=Jm, or as a doubling A=J. Without a result it is the last operand's system.
    `function` replaces the name that follows from the systems; a row in words is for Jacobian points."""
    found = curves.find(curve)
    letters = SYSTEMS["fp" if found.is_prime else "fb"]
    if function:
        operands = tuple(part for part in function.split("_")[1:] if part in letters.values())
        return Formula(function, operands, operands[0], curve)
    left, _, right = algorithm.partition("=")
    operands = tuple(letters[letter] for letter in left.split("+"))
    result = letters[right] if right else operands[-1]
    verb = "double" if operation == "doubling" else "add"
    return Formula("_".join([verb, *operands, "to", result]), operands, result, curve)


@functools.cache
def cost(formula: Formula) -> Cost:
    """The operations that the formula executes for random points of its curve. On prime curves a product by a
    coefficient is an M."""
    curve = curves.find(formula.curve)
    try:
        library = counting.library(curve.field, multiplications=False)
        library.function(formula.function)
    except AttributeError:
        return Cost(None, f"the library has no {formula.function}")
    except MotecurveError as error:
        return Cost(None, str(error))
    runs = set()
    for seed in range(RUNS):
        counts, is_right = execute(library, formula, curve, random.Random(f"{formula.function} {seed}"))
        if not is_right:
            return Cost(None, f"{formula.function} on {curve.name} gives a wrong result")
        runs.add(written(counts, curve.is_prime))
    return Cost(runs.pop()) if len(runs) == 1 else Cost(None, f"{formula.function} costs {' or '.join(sorted(runs))}")


def execute(
    library: counting.Library, formula: Formula, curve: Curve, source: random.Random
) -> tuple[counting.Counts, bool]:
    """The operations that one call executed, and whether its result equals affine arithmetic in Python."""
    group, space = operation_counts.arithmetic(curve), Space(curve)
    points = [operation_counts.multiple(curve, source.randrange(2, curve.order)) for _ in formula.operands]
    inputs = [
        space.coordinates(system, point, source.randrange(2, curve.elements))
        for system, point in zip(formula.operands, points, strict=True)
    ]
    with library.counting() as counts:
        output = library.formula_call(
            formula.function, inputs, len(space.coordinates(formula.result, points[0], 1)), curve.identifier
        )
    return counts, space.is_point(formula.result, output, group.add(points[0], points[-1]))


class Space:
    """Coordinates over a curve's field, by the definitions of the systems."""

    def __init__(self, curve: Curve):
        self.times: Callable[[int, int], int]
        self.inverse: Callable[[int], int]
        modulus, self.a = curve.modulus, curve.coefficients[0][1]
        if isinstance(modulus, int):
            self.times = lambda x, y: x * y % modulus
            self.inverse = lambda x: pow(x, -1, modulus)
        else:
            self.times = lambda x, y: multiply(x, y, modulus)
            self.inverse = lambda x: inverse(x, modulus)

    def power(self, x: int, exponent: int) -> int:
        return functools.reduce(self.times, [x] * exponent, 1)

    def coordinates(self, system: str, point: Point, z: int) -> tuple[int, ...]:
        """The coordinates of a point, with that Z if the system has one."""
        x, y = point
        if system == "affine":
            return x, y
        if system == "affine_slope":
            return x, x ^ self.times(y, self.inverse(x))
        scaled = (*(self.times(c, self.power(z, n)) for c, n in zip((x, y), POWERS[system], strict=True)), z)
        if system == "chudnovsky":
            return (*scaled, self.power(z, 2), self.power(z, 3))
        return (*scaled, self.times(self.a, self.power(z, 4))) if system == "modified" else scaled

    def is_point(self, system: str, found: Sequence[int], point: Point) -> bool:
        """Whether these are coordinates of the point, all of them."""
        z = found[2] if len(found) > 2 else 1
        return z != 0 and tuple(found) == self.coordinates(system, point, z)


def written(counts: counting.Counts, coefficients_are_products: bool) -> str:
    """I+2M+S."""
    numbers = {name: counts[name] for name in COUNTED}
    if coefficients_are_products:
        numbers["M"] += numbers.pop("C")
    parts = [f"{'' if n == 1 else n}{COUNTED[name]}" for name, n in numbers.items() if n]
    return "+".join(parts)


def operations(text: str) -> int:
    """The number of operations of a printed cost, each counted alike: 6 for 4M+S+M2."""
    return sum(int(number or 1) for number in re.findall(r"(\d*)(?:I|M2|M|S)", text))
