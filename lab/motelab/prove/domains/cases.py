"""Linear questions about words of Totals: what values can a form have? Each floor f = floor(L / M) gives an inequality,
0 <= L - M f <= M - 1, each cut the bounds of its definition, each input that is limited another one. A question is
answered by exact linear arithmetic (simplex.py), and by cases where that finds values that are no whole numbers: one
floor is at most k, or at least k + 1. Where a bit is a factor of words, the bit is 0 or 1."""

import dataclasses
import math
import time
from fractions import Fraction

from motelab.prove.domains.polynomials import Polynomial, Variables, plus
from motelab.prove.domains.simplex import Endless, solution

SECONDS_MAX, NODES_MAX = 60, 400  # of one proof; cases of one question
RANGE_MAX = 16  # values of a floor that are tried one by one
Bounds = dict[int, tuple[int, int]]
Inequality = tuple[Polynomial, int, int]


class Open(Exception):
    """The question is not answered; the message says why."""


@dataclasses.dataclass
class Questions:
    """The questions about one execution."""

    variables: Variables
    limits: list[Inequality]
    until: float = dataclasses.field(default_factory=lambda: time.monotonic() + SECONDS_MAX)
    nodes: int = 0

    def plain(self, p: Polynomial) -> Polynomial:
        """p with the definitions of its cuts, but for those that are factors."""
        while found := [m[0] for m in p if len(m) == 1 and self.is_cut(m[0])]:
            last = max(found)
            rest = {m: c for m, c in p.items() if m != (last,)}
            p = plus(rest, self.variables.all[last].definition, p[last,])
        return p

    def settled(self, p: Polynomial, known: Bounds) -> Polynomial:
        """p without what is known and without cuts."""
        while (other := self.plain(fixed(p, known))) != p:
            p = other
        return p

    def is_cut(self, v: int) -> bool:
        one = self.variables.all[v]
        return one.definition is not None and not one.base

    def known_of(self, forms: list[Polynomial]) -> list[Inequality]:
        """The inequalities that variables of these forms bring with them."""
        found, seen = list(self.limits), set()
        open_ones = forms + [p for p, _, _ in found]
        while open_ones:
            for v in sorted({v for m in open_ones.pop() for v in m} - seen):
                seen.add(v)
                one = self.variables.all[v]
                if one.definition is None:
                    continue
                open_ones.append(one.definition)
                if one.base:
                    found.append((plus(one.definition, {(v,): 1}, -one.base), 0, one.base - 1))
                else:
                    found.append((one.definition, 0, one.high))
        return found

    def below(self, p: Polynomial, bound: int) -> bool:
        """Whether p < bound always."""
        self.nodes = 0
        above = (p, bound, max(bound, self.variables.interval(p)[1]))
        return self.empty([above, *self.known_of([p])], {})

    def empty(self, rows: list[Inequality], known: Bounds) -> bool:
        self.nodes += 1
        if self.nodes > NODES_MAX or time.monotonic() > self.until:
            raise Open("too many cases")
        try:
            values = Linear(self, rows, known).values()
        except Endless:
            raise Open("the simplex takes too many steps") from None
        if values is None:
            return True
        split = self.split(rows, known, values)
        if split is None:
            return False
        v, low, middle, high = split
        return self.empty(rows, known | {v: (low, middle)}) and self.empty(rows, known | {v: (middle + 1, high)})

    def split(self, rows: list[Inequality], known: Bounds, values: dict) -> tuple[int, int, int, int] | None:
        """A variable and its two ranges: a factor of words, or one whose value is no whole number."""
        every = self.variables.all
        factors = {v for p, _, _ in rows for m in p if len(m) > 1 for v in m if every[v].high == 1} - set(known)
        if factors:
            return max(factors), 0, 0, 1
        broken = [m[0] for m, value in values.items() if len(m) == 1 and value.denominator > 1]
        broken = [v for v in broken if every[v].definition is not None]
        if not broken:
            return None
        v = min(broken, key=lambda one: (every[one].high, one))
        low, high = known.get(v, (0, every[v].high))
        return v, low, math.floor(values[v,]), high

    def vanishes(self, p: Polynomial, modulus: int) -> bool:
        """Whether p is 0 modulo a number, for all values that its variables can have together."""
        return self.agrees(p, modulus, self.known_of([p]), {})

    def agrees(self, p: Polynomial, modulus: int, rows: list[Inequality], known: Bounds) -> bool:
        """The values of one part after another; a case that no inequality excludes must be right."""
        p = {m: k for m, c in self.settled(p, known).items() if (k := c % modulus)}
        if not p:
            return True
        factors = {v for m in p if len(m) > 1 for v in m if self.variables.all[v].high == 1}
        if factors:
            cases = [known | {max(factors): (k, k)} for k in (0, 1)]
            return all(self.is_empty(rows, one) or self.agrees(p, modulus, rows, one) for one in cases)
        if set(p) == {()}:
            return False
        factor, part = self.part(p, modulus)
        rest = plus(p, part, -factor)
        low, high = self.range(part, rows, known)
        if high - low >= RANGE_MAX:
            raise Open(f"{len(p)} terms are left, and a part of them has more than {RANGE_MAX} values")
        for k in range(low, high + 1):
            more = [*rows, (part, k, k)]
            right = plus(rest, {(): k * factor}) if k else rest
            if not (low == high or self.is_empty(more, known)) and not self.agrees(right, modulus, more, known):
                return False
            if low == high:
                return self.agrees(right, modulus, rows, known)
        return True

    def part(self, p: Polynomial, modulus: int) -> tuple[int, Polynomial]:
        """A factor k and the form E of the terms k E of p that have this factor or -k: those of the fewest values."""
        parts: dict[int, Polynomial] = {}
        for m, c in p.items():
            if m:
                parts.setdefault(min(c, modulus - c), {})[m] = 1 if c <= modulus - c else -1
        return min(parts.items(), key=lambda one: self.width(one[1]))

    def width(self, p: Polynomial) -> int:
        low, high = self.variables.interval(p)
        return high - low

    def range(self, p: Polynomial, rows: list[Inequality], known: Bounds) -> tuple[int, int]:
        """Bounds of a form, by halving those of its variables."""
        low, high = self.variables.interval(p)

        def never(least: int, most: int) -> bool:
            return self.is_empty([*rows, (p, least, most)], known)

        ends = []
        for sign in (1, -1):
            first, last = (low, high) if sign > 0 else (-high, -low)
            while first < last:  # the least value of sign p
                middle = -1 if first < 0 <= last else (first + last) // 2
                if never(*sorted((sign * first, sign * middle))):
                    first = middle + 1
                else:
                    last = middle
            ends.append(sign * first)
        return ends[0], ends[1]

    def is_empty(self, rows: list[Inequality], known: Bounds) -> bool:
        self.nodes = 0
        return self.empty(rows, known)


def fixed(p: Polynomial, known: Bounds) -> Polynomial:
    """p where variables have one value."""
    total: Polynomial = {}
    for monomial, coefficient in p.items():
        rest = []
        for v in monomial:
            low, high = known.get(v, (0, 1 << 9999))
            if low == high:
                coefficient *= low
            else:
                rest.append(v)
        if coefficient:
            total[tuple(rest)] = total.get(tuple(rest), 0) + coefficient
    return {m: c for m, c in total.items() if c}


class Linear:
    """Inequalities as a linear problem; products of variables are variables of their own."""

    def __init__(self, questions: Questions, rows: list[Inequality], known: Bounds):
        self.variables = questions.variables
        self.rows = []
        for p, low, high in rows:
            terms = dict(questions.settled(p, known))
            constant = terms.pop((), 0)
            self.rows.append((terms, low - constant, high - constant))
        for v, (low, high) in known.items():
            if low < high or questions.is_cut(v):
                terms = dict(questions.settled({(v,): 1}, {one: known[one] for one in known if one != v}))
                constant = terms.pop((), 0)
                self.rows.append((terms, low - constant, high - constant))

    def high(self, monomial: tuple[int, ...]) -> int:
        return math.prod(self.variables.all[v].high for v in monomial)

    def groups(self, columns: dict) -> list[list[tuple[int, ...]]]:
        """Digits that all rows join to one number: the column of each is that of the one before times its base."""
        found: list[list] = []
        for monomial in sorted(columns):
            last = found[-1][-1] if found else None
            if (
                last is not None
                and self.is_digit(last)
                and self.is_digit(monomial)
                and self.follows(columns[last], columns[monomial], self.high(last) + 1)
            ):
                found[-1].append(monomial)
            else:
                found.append([monomial])
        return found

    def is_digit(self, monomial: tuple[int, ...]) -> bool:
        return len(monomial) == 1 and self.variables.all[monomial[0]].definition is None

    @staticmethod
    def follows(first: dict[int, int], second: dict[int, int], base: int) -> bool:
        return first.keys() == second.keys() and all(second[row] == c * base for row, c in first.items())

    def values(self) -> dict[tuple[int, ...], Fraction] | None:
        """Values that satisfy all rows, of what is no digit, or None if there are none."""
        columns: dict[tuple[int, ...], dict[int, int]] = {}
        for number, (terms, low, high) in enumerate(self.rows):
            if not terms and not low <= 0 <= high:
                return None
            for monomial, coefficient in terms.items():
                columns.setdefault(monomial, {})[number] = coefficient
        groups = self.groups(columns)
        place = {group[0]: index for index, group in enumerate(groups)}
        highs = [math.prod(self.high(m) + 1 for m in group) - 1 for group in groups]
        rows = [({place[m]: c for m, c in terms.items() if m in place}, a, b) for terms, a, b in self.rows if terms]
        found = solution(highs, rows)
        if found is None:
            return None
        return {m: found[index] for m, index in place.items() if not self.is_digit(m)}
