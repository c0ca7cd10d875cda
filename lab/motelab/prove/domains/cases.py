"""Linear questions about words of Totals: what values can a form have? Each floor f = floor(L / M) gives an inequality,
0 <= L - M f <= M - 1, each cut the bounds of its definition, each input that is limited another one. A question is
answered by exact linear arithmetic (simplex.py), and by cases where that finds values that are no whole numbers: a
floor, or the difference of floors (estimates.py), is at most k, or at least k + 1. A bit that is a factor of words is 0
or 1."""

import math
import time

from motelab.prove.domains.estimates import Estimates
from motelab.prove.domains.polynomials import Polynomial, plus
from motelab.prove.domains.problems import Inequality, Problem, plain, settled
from motelab.prove.domains.simplex import Endless
from motelab.prove.domains.totals import Atoms
from motelab.prove.domains.witnesses import Witnesses

SECONDS_MAX, NODES_MAX = 150, 400  # processor time of one proof; cases of one question
RANGE_MAX = 16  # values of a form that are tried one by one
MULTIPLES = 4  # of a factor that are taken together


class Open(Exception):
    """The question is not answered; the message says why."""


class Questions:
    """The questions about one execution; `limits` bound its inputs, numbers written by their digits."""

    def __init__(self, variables: Atoms, limits: list[Inequality], modulus: int):
        self.variables, self.limits = variables, limits
        self.witnesses = Witnesses(variables, limits, modulus)
        self.until, self.nodes = time.process_time() + SECONDS_MAX, 0
        self.estimates = Estimates(variables)
        self.kept: dict[tuple[int, ...], list[Polynomial]] = {}

    def known_of(self, p: Polynomial) -> list[Inequality]:
        """The inequalities that the variables of a form bring with them."""
        found, seen = list(self.limits), set()
        open_ones = [p, *(form for form, _, _ in found)]
        while open_ones:
            for v in sorted({v for m in open_ones.pop() for v in m} - seen):
                seen.add(v)
                one = self.variables.all[v]
                if v in self.variables.logic:
                    open_ones += self.variables.logic[v][1:]
                    found += self.bitwise(v)
                if one.definition is None:
                    continue
                open_ones.append(one.definition)
                if one.base:
                    found.append((plus(one.definition, {(v,): 1}, -one.base), 0, one.base - 1))
                else:
                    found.append((one.definition, 0, one.high))
        return found

    def bitwise(self, v: int) -> list[Inequality]:
        """x & y is at most x and y, and at least x + y - ones, since x + y = (x & y) + (x | y) and x | y is at most
        ones; x | y is at least x and y, and at most x + y."""
        name, x, y = self.variables.logic[v]
        ones = self.variables.all[v].high
        if name == "and":
            return [
                *((plus(one, {(v,): 1}, -1), 0, ones) for one in (x, y)),
                (plus({(v,): 1}, plus(x, y), -1), -ones, 0),
            ]
        return [*((plus({(v,): 1}, one, -1), 0, ones) for one in (x, y)), (plus(plus(x, y), {(v,): 1}, -1), 0, ones)]

    def below(self, p: Polynomial, bound: int) -> bool:
        """Whether p < bound always."""
        above = (p, bound, max(bound, self.variables.interval(p)[1]))
        return self.is_empty(Problem(self.variables, [above, *self.known_of(p)], {}))

    def is_empty(self, problem: Problem) -> bool:
        """Whether inequalities have no solution in whole numbers."""
        self.nodes = 0
        every = self.variables.all
        floors = tuple(
            sorted({v for p, _, _ in problem.rows for m in plain(self.variables, p) for v in m if every[v].base})
        )
        if floors not in self.kept:
            self.kept[floors] = sorted(self.estimates.narrow(list(floors)), key=self.estimates.width)
        return self.empty(problem, self.kept[floors])

    def empty(self, problem: Problem, forms: list[Polynomial]) -> bool:
        """The same by cases of forms of floors that are whole numbers."""
        self.nodes += 1
        if self.nodes > NODES_MAX or time.process_time() > self.until:
            raise Open("too many cases")
        try:
            if not problem.simplex.is_solvable():
                return True
        except Endless:
            raise Open("the simplex takes too many steps") from None
        factors = {v for p, _, _ in problem.rows for v in self.factors(p)} - set(problem.known)
        if factors:
            return all(self.empty(self.with_bit(problem, max(factors), k), forms) for k in (0, 1))
        for form in forms:
            value = problem.value(form)
            if value.denominator > 1:
                low, high = self.estimates.bounds(form)
                parts = ((low, math.floor(value)), (math.floor(value) + 1, high))
                return all(self.empty(problem.joined(form, *one), forms) for one in parts)
        return False

    def factors(self, p: Polynomial) -> set[int]:
        """The bits of p that are factors."""
        return {v for m in p if len(m) > 1 for v in m if self.variables.all[v].high == 1}

    def with_bit(self, problem: Problem, v: int, k: int) -> Problem:
        return Problem(self.variables, problem.rows, problem.known | {v: k})

    def vanishes(self, p: Polynomial, modulus: int) -> bool:
        """Whether p is 0 modulo a number, for all values that its variables can have together."""
        return self.agrees(p, modulus, Problem(self.variables, self.known_of(p), {}))

    def agrees(self, p: Polynomial, modulus: int, problem: Problem) -> bool:
        """The values of one part after another; a case that no inequality excludes must be right."""
        p = {m: k for m, c in settled(self.variables, p, problem.known).items() if (k := c % modulus)}
        if not p:
            return True
        if bits := self.factors(p):
            cases = [self.with_bit(problem, max(bits), k) for k in (0, 1)]
            return all(self.is_excluded(one) or self.agrees(p, modulus, one) for one in cases)
        if set(p) == {()}:
            return False
        factor, part = self.part(p, modulus)
        rest = plus(p, part, -factor)
        low, high = self.range(part, problem)
        if high - low >= RANGE_MAX:
            raise Open(f"{len(p)} terms are left, and a part of them has more than {RANGE_MAX} values")
        if low == high:
            return self.agrees(plus(rest, {(): 1}, low * factor), modulus, problem.joined(part, low, low))
        for k in range(low, high + 1):
            case = problem.joined(part, k, k)
            if not self.is_excluded(case) and not self.agrees(plus(rest, {(): 1}, k * factor), modulus, case):
                return False
        return True

    def part(self, p: Polynomial, modulus: int) -> tuple[int, Polynomial]:
        """A factor k and a form E with small coefficients, k E being terms of p modulo a number; the E of the fewest
        values."""
        every = [(k, m) for m in p if m for k in (p[m], modulus - p[m])]
        parts: list[tuple[int, Polynomial]] = []
        for factor in sorted({min(k, modulus - k) for k, _ in every}):
            small = [n for n in range(-MULTIPLES, MULTIPLES + 1) if n]
            form = {m: n for n in small for m, c in p.items() if m and c == factor * n % modulus}
            parts.append((factor, form))
        return min(parts, key=lambda one: (self.estimates.width(one[1]), -len(one[1])))

    def is_excluded(self, problem: Problem) -> bool:
        """Whether a case has no solution; not if one was seen."""
        return not self.witnesses.range({}, problem.rows, problem.known) and self.is_empty(problem)

    def range(self, p: Polynomial, problem: Problem) -> tuple[int, int]:
        """Bounds of a form: mostly values that were seen, and else found by halving those of its variables."""
        low, high = self.estimates.bounds(p)
        least, most = self.witnesses.range(p, problem.rows, problem.known) or (high, low)

        def is_never(first: int, last: int) -> bool:
            return first > last or self.is_empty(problem.joined(p, first, last))

        if least > low and not is_never(low, least - 1):
            while low < least:
                middle = (low + least) // 2
                low, least = (middle + 1, least) if is_never(low, middle) else (low, middle)
        if most < high and not is_never(most + 1, high):
            while most < high:
                middle = (most + high + 1) // 2
                most, high = (most, middle - 1) if is_never(middle, high) else (middle, high)
        return least, most
