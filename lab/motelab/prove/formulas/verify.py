"""Runs a formula on the points of a case, along all paths, and compares with the group law."""

import ctypes
import dataclasses
from collections.abc import Callable, Iterator

from motelab.prove.formulas import build, systems
from motelab.prove.formulas.algebra import MASK, Fraction, Polynomial
from motelab.prove.formulas.build import ADD, INPUT, INV, IS_ZERO, MUL, SQRT, SUB, Library, Path_
from motelab.prove.formulas.cases import Case, Law, Point, Undecided
from motelab.prove.formulas.systems import Wrong

ALL_ONES = (1 << 64) - 1
PATHS_MAX = 64


class Infeasible(Exception):
    """No point takes this path."""


@dataclasses.dataclass(frozen=True)
class Operand:
    """A parameter of the function. role: its name, `curve` of the curve; system: its coordinates; point: the point
    that it holds, nothing for an output alone; form: what systems.elements is told."""

    role: str
    system: str = ""
    point: str = ""
    form: str = ""


@dataclasses.dataclass(frozen=True)
class Result:
    """The parameter `role` becomes this combination of the points, in a system; `factor` is a parameter by which the
    unknown Z of the operands has been multiplied, where the system keeps no Z."""

    role: str
    system: str
    points: str
    factor: str = ""


@dataclasses.dataclass(frozen=True)
class Formula:
    """function: the name in C, without the field's. returns: what the mask that it returns says, `equal` or
    `infinity`; after `equal` the results are nothing. aliases: parameters that may be the same memory."""

    function: str
    parameters: tuple[Operand, ...]
    results: tuple[Result, ...]
    returns: str = ""
    aliases: tuple[tuple[str, str], ...] = ()
    cofactor: int = 1


class Walk:
    """The values of the records of one path, and what its answers say."""

    def __init__(self, case: Case, inputs: list[Fraction]):
        self.case, self.f = case, case.fractions
        self.inputs = inputs
        self.values: list[Fraction | None] = []
        self.nonzero: list[Polynomial] = []
        self.zero: list[Polynomial] = []

    def is_nonzero(self, value: Fraction) -> bool:
        return self.case.is_nonzero(value, [*self.nonzero, *self.case.vanishing])

    def is_zero(self, value: Fraction) -> bool:
        """Whether the value is 0 on the whole path."""
        return not self.simplified(self.case.ring.reduced(value.top))

    def require_nonzero(self, value: Fraction, name: str) -> None:
        if not self.is_nonzero(value):
            rest = self.case.ring.written(self.case.core(value))
            raise Wrong(f"{name} is 0 where {rest} is" if len(rest) < 60 else f"{name} can be 0")

    def decided(self, value: Fraction) -> int | None:
        """1 if the value is 0, 0 if it is so nowhere, None if that is open."""
        if self.is_zero(value):
            return 1
        return 0 if self.is_nonzero(value) else None

    def assume(self, value: Fraction, answer: int) -> None:
        """The answer of an open question. Infeasible where it contradicts what is known: a polynomial that is 0
        nowhere would be 0. What is known to be 0 is used for nothing else, unless it is a variable."""
        core = self.case.core(value)
        if not answer:
            self.nonzero.append(core)
            return
        self.zero.append(core)
        known = [*self.zero, *(self.case.ring.plus({}, one, -1) for one in self.zero)]
        if any(x in known and y in known for x, y in self.case.not_both):
            raise Infeasible
        if any(not self.simplified(p) for p in (*self.case.nonzero, *self.nonzero)):
            raise Infeasible

    def simplified(self, p: Polynomial) -> Polynomial:
        """p with 0 for the variables that are 0 on this path."""
        for known in self.zero:
            for name in self.case.ring.names:
                shift = self.case.ring.shift(name)
                if len(known) == 1 and is_power(next(iter(known)), shift):
                    p = {m: c for m, c in p.items() if not m >> shift & MASK}
        return p

    def run(self, path: Path_) -> Iterator[tuple[int, int | None]]:
        """Evaluates the records; yields each question's number and what is known of its answer."""
        f, values = self.f, self.values
        for operation, left, right in path.records:
            if operation == INPUT:
                values.append(self.input(left))
                continue
            a = values[left]
            b = values[right] if operation in (ADD, SUB, MUL) else f.zero
            if a is None or b is None:
                raise Wrong("it computes with what nobody has written")
            if operation == ADD:
                values.append(f.plus(a, b))
            elif operation == SUB:
                values.append(f.minus(a, b))
            elif operation == MUL:
                values.append(f.times(a, b))
            elif operation == INV:
                values.append(Fraction(a.bottom, a.top))
            elif operation == SQRT:
                values.append(self.case.root(a))
            elif operation == IS_ZERO:
                values.append(None)
                known = self.decided(a)
                yield right, known
                if known is None:
                    self.assume(a, path.answers[right])
            else:
                raise Undecided("an equation is solved")

    def input(self, number: int) -> Fraction | None:
        if number < build.FIRST:
            return (None, self.f.zero, self.f.number(1))[number]
        return self.inputs[number - build.FIRST]


def is_power(monomial: int, shift: int) -> bool:
    """Whether the monomial is a power of one variable."""
    return bool(monomial) and monomial == (monomial >> shift & MASK) << shift


def paths(library: Library, function: str, arguments: Callable[[], list], case: Case, inputs: list[Fraction]):
    """Every path that points of the case can take, as pairs of the path and its walk."""
    open_ones: list[list[int]] = [[]]
    found = 0
    while open_ones:
        answers = open_ones.pop()
        path = library.run(function, arguments(), answers, len(inputs))
        walk = Walk(case, inputs)
        try:
            for number, known in walk.run(path):
                actual = path.answers[number]
                if number >= len(answers) and known != actual:
                    other = 1 - actual if known is None else known
                    open_ones.append([*path.answers[:number], other])
                if known is not None and known != actual:
                    raise Infeasible
        except Infeasible:
            continue
        found += 1
        if found > PATHS_MAX:
            raise Undecided("too many paths")
        yield path, walk


def combination(points: str, case: Case) -> Point:
    """The point that a text such as P + Q or 3 P names."""
    law = Law(case)
    p, q = case.points["P"], case.points.get("Q")
    simple = {"P": lambda: p, "Q": lambda: q, "-P": lambda: law.negative(p), "P + Q": lambda: law.add(p, q)}
    simple["P - Q"] = lambda: law.add(p, law.negative(q))
    simple["2 P + Q"] = lambda: law.add(law.double(p), q)
    simple["tau P"] = lambda: None if p is None else (law.f.times(p[0], p[0]), law.f.times(p[1], p[1]))
    return simple[points]() if points in simple else law.times(int(points.removesuffix(" P")), p)


class Call:
    """A call of a formula in a case: its inputs, and its arguments as records."""

    def __init__(self, formula: Formula, case: Case, library: Library, classes: tuple[int, int], alias=None):
        self.formula, self.case, self.library, self.classes, self.alias = formula, case, library, classes, alias
        self.inputs = list(case.coefficients)
        self.numbers: dict[str, list[int | None]] = {}
        self.numbers_passed: dict[str, ctypes.c_uint64] = {}
        for operand in formula.parameters:
            if operand.point:
                point = case.points[operand.point[0]]
                own = systems.elements(case, operand.system, point, operand.point, operand.form)
                start = build.FIRST + len(self.inputs)
                self.numbers[operand.role] = list(range(start, start + len(own)))
                self.inputs += own
            elif operand.system == "number":
                self.numbers_passed[operand.role] = ctypes.c_uint64(int(operand.form) & ALL_ONES)
            elif operand.role != "curve":
                self.numbers[operand.role] = [None] * systems.width(operand.system)

    def arguments(self) -> list:
        memory = {role: list(records) for role, records in self.numbers.items()} | self.numbers_passed
        if self.alias:
            memory[self.alias[0]] = memory[self.alias[1]]
        curve = self.library.curve(*self.classes, self.formula.cofactor)
        return [curve if one.role == "curve" else memory[one.role] for one in self.formula.parameters]

    def check(self) -> None:
        """Wrong unless the formula is right in the case; Undecided if the case is too coarse."""
        expected = self.mask()
        for path, walk in paths(self.library, self.formula.function, self.arguments, self.case, self.inputs):
            if expected is not None and path.returned & ALL_ONES != expected:
                raise Wrong("the mask that it returns is wrong")
            if self.formula.returns == "equal" and expected:
                continue
            for result in self.formula.results:
                self.compare(path, walk, result)

    def mask(self) -> int | None:
        """What the function returns, if that is specified."""
        p, q = self.case.points["P"], self.case.points.get("Q")
        if self.formula.returns == "infinity":
            return ALL_ONES if self.is_neutral(p) else 0
        if self.formula.returns == "equal" and p is not None and q is not None:
            return ALL_ONES if self.case.is_equal else 0
        return 0 if self.formula.returns == "nothing" else None

    def is_neutral(self, p: Point) -> bool:
        return p is None or (self.case.kind == "edwards" and self.case.is_zero(p[0]))

    def scaled(self, factor: Fraction | None, system: str) -> Fraction | None:
        """The Z that the operands had, times the factor."""
        f = self.case.fractions
        z = f.number(1) if system == "co_z_of_affine" else self.case.symbol("Z1", nonzero=True)
        return factor and f.times(z, factor)

    def compare(self, path: Path_, walk: Walk, result: Result) -> None:
        roles = [one.role for one in self.formula.parameters]
        values = [walk.values[number] for number in path.outputs[roles.index(result.role)]]
        if result.factor:
            values.append(self.scaled(walk.values[path.outputs[roles.index(result.factor)][0]], result.system))
        if any(value is None for value in values):
            raise Wrong("an element is not written")

        system = "jacobian" if result.factor else result.system
        systems.compare(self.case, walk, system, values, combination(result.points, self.case))
