"""Polynomials with integer coefficients over bounded variables, and bounds of them.

A polynomial is a mapping from monomials (sorted tuples of variables) to coefficients. All variables are numbers
from 0 to a known maximum; those with the maximum 1 are bits, whose powers are themselves. A variable may have a
definition by a polynomial S of earlier variables: a cut, v = S; or a quotient, S = base * v + rest with 0 <= rest <
base, or with -v for a borrow. So a quotient is bounded by S / base and (S - base + 1) / base: put in its place,
long chains of carries cancel."""

import dataclasses
import itertools
import time
from collections import defaultdict

Polynomial = dict[tuple[int, ...], int]
ZERO: Polynomial = {}
SECONDS_MAX = 40  # after which nothing more is bounded
TERMS_MAX = 4000  # of a polynomial whose bound is sought
CASES_MAX = 4  # bits on which a bound may depend by cases
WAYS = ((False, False), (False, True), (True, False), (True, True))  # of bounding: see upper_by


@dataclasses.dataclass(slots=True)
class Variable:
    """base: 0 of an input or of a cut; sign: -1 of a borrow."""

    name: str
    high: int
    definition: Polynomial | None = None
    base: int = 0
    sign: int = 1


def number(value: int) -> Polynomial:
    return {(): value} if value else {}


def plus(p: Polynomial, q: Polynomial, factor: int = 1) -> Polynomial:
    total = dict(p)
    for monomial, coefficient in q.items():
        value = total.get(monomial, 0) + factor * coefficient
        if value:
            total[monomial] = value
        else:
            total.pop(monomial, None)
    return total


def scaled(p: Polynomial, factor: int) -> Polynomial:
    return {m: c * factor for m, c in p.items()} if factor else {}


class Variables:
    """The variables of one execution."""

    def __init__(self):
        self.all: list[Variable] = []
        self.settled: dict[int, Polynomial] = {}  # flags that bounds have shown to be other polynomials
        self.selectors: set[int] = set()  # bits that were used as masks
        self.limits: dict[int, tuple[Polynomial, int]] = {}  # of the top digit of an input
        self.apart: set[tuple[int, ...]] = set()  # flags of which not both are 1
        self.until = time.monotonic() + SECONDS_MAX
        self.kept: dict[tuple, int] = {}  # quotients by definition

    def new(self, name: str, high: int, definition: Polynomial | None = None, base: int = 0, sign: int = 1) -> int:
        """A variable; the old one if one has the same definition."""
        key = (base, sign, frozenset(definition.items())) if definition is not None else None
        if key in self.kept:
            return self.kept[key]
        self.all.append(Variable(name, high, definition, base, sign))
        if key:
            self.kept[key] = len(self.all) - 1
        return len(self.all) - 1

    plus = staticmethod(plus)

    def monomial(self, a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
        """The product of monomials."""
        if not a or not b:
            return a or b
        merged = sorted(a + b)
        return tuple(v for i, v in enumerate(merged) if not i or v != merged[i - 1] or self.all[v].high > 1)

    def times(self, p: Polynomial, q: Polynomial) -> Polynomial:
        total: dict[tuple[int, ...], int] = defaultdict(int)
        for a, x in p.items():
            for b, y in q.items():
                total[self.monomial(a, b)] += x * y
        return {m: c for m, c in total.items() if c}

    def interval(self, p: Polynomial) -> tuple[int, int]:
        """Bounds by the maxima of the variables alone."""
        low = high = p.get((), 0)
        for monomial, coefficient in p.items():
            if not monomial:
                continue
            for variable in monomial:
                coefficient *= self.all[variable].high
            if coefficient > 0:
                high += coefficient
            else:
                low += coefficient
        return low, high

    def substituted(self, p: Polynomial, variable: int, value: Polynomial) -> Polynomial:
        """p with a polynomial in the place of a variable."""
        total = {m: c for m, c in p.items() if variable not in m}
        for monomial, coefficient in p.items():
            if variable not in monomial:
                continue
            rest = tuple(v for v in monomial if v != variable)
            image = {rest: coefficient}
            for _ in range(len(monomial) - len(rest)):
                image = self.times(image, value)
            total = plus(total, image)
        return total

    def bits_only(self, p: Polynomial, count: int) -> list[int] | None:
        """The variables of p if they are few bits; None otherwise."""
        found = sorted({v for m in p for v in m})
        return found if len(found) <= count and all(self.all[v].high == 1 for v in found) else None

    def value(self, p: Polynomial, values: dict[int, int]) -> int:
        total = 0
        for monomial, coefficient in p.items():
            for variable in monomial:
                coefficient *= values[variable]
            total += coefficient
        return total

    def by_bits(self, bits: list[int], words: list[int]) -> Polynomial:
        """The polynomial over bits that has these values, in the order of `cases`."""
        total: Polynomial = {}
        for values, word in zip(cases(bits), words, strict=True):
            term = number(word)
            for bit in bits:
                term = self.times(term, {(bit,): 1} if values[bit] else {(): 1, (bit,): -1})
            total = plus(total, term)
        return total

    def simplified(self, p: Polynomial) -> Polynomial:
        """p with all flags replaced that are settled."""
        while found := [v for v in {v for m in p for v in m} if v in self.settled]:
            p = self.substituted(p, max(found), self.settled[max(found)])
        return {m: c for m, c in p.items() if not any(a <= set(m) for a in map(set, self.apart))} if self.apart else p

    def without_cuts(self, p: Polynomial) -> Polynomial:
        """p with the definitions of its cuts."""
        while found := [v for v in {v for m in p for v in m} if self.is_cut(v)]:
            p = self.simplified(self.substituted(p, max(found), self.all[max(found)].definition))
        return p

    def is_cut(self, v: int) -> bool:
        return self.all[v].definition is not None and self.all[v].base == 0

    def fixed(self, p: Polynomial, values: dict[int, int]) -> Polynomial:
        """p at known bits."""
        total: dict[tuple[int, ...], int] = defaultdict(int)
        for monomial, coefficient in p.items():
            if all(values.get(v, 1) for v in monomial):
                total[tuple(v for v in monomial if v not in values)] += coefficient
        return {m: c for m, c in total.items() if c}

    def upper(self, p: Polynomial, values: dict[int, int], goal: int) -> bool:
        """Whether p < goal where some bits are known: each way of bounding is tried, the cheapest first."""
        if time.monotonic() > self.until:
            return False
        start = self.fixed(p, values)
        return any(self.upper_by(start, values, goal, *way) for way in WAYS)

    def upper_by(self, p: Polynomial, values: dict[int, int], goal: int, cuts: bool, negative: bool) -> bool:
        """Each variable that has a definition is replaced by what bounds it, the latest first; the bound by maxima is
        taken at every step. `cuts`: whether cuts are replaced, too, which forgets that they are words; `negative`:
        whether quotients that are taken off are, too, of which it is otherwise known that they are not negative."""
        scale, rest, left_alone = 1, p, set()
        while True:
            if self.interval(rest)[1] < goal * scale:
                return True
            found = {v for m in rest for v in m if self.all[v].definition is not None} - left_alone
            if not found:
                return self.upper_by_limits(rest, goal * scale)
            if time.monotonic() > self.until or len(rest) > TERMS_MAX:
                return False
            last = max(found)
            one = self.all[last]
            if last in self.settled or not one.base:
                if last in self.settled or cuts:
                    value = self.settled.get(last, one.definition)
                    rest = self.fixed(self.substituted(rest, last, value), values)
                else:
                    left_alone.add(last)
            elif any(m.count(last) > 1 for m in rest) or (
                not negative and any(c < 0 for m, c in rest.items() if last in m)
            ):
                left_alone.add(last)
            else:
                rest, scale = self.bounded(rest, last, values), scale * one.base

    def limit(self, inputs: list[int], bound: int, base: int) -> None:
        """Inputs that are the digits of a number which is below a bound."""
        lower = number(bound - 1)
        for place, variable in enumerate(inputs[:-1]):
            lower = plus(lower, {(variable,): -(base**place)})
        self.limits[inputs[-1]] = (lower, base ** (len(inputs) - 1))

    def upper_by_limits(self, p: Polynomial, goal: int) -> bool:
        """Whether p < goal by the limits of inputs: the top digit is at most what the lower ones leave of the bound."""
        for top, (lower, base) in self.limits.items():
            taken = {m: c for m, c in p.items() if m.count(top) == 1 and c > 0}
            rest = {m: c * base for m, c in p.items() if m not in taken}
            goal *= base
            for monomial, coefficient in taken.items():
                others = tuple(v for v in monomial if v != top)
                rest = plus(rest, self.times({others: coefficient}, lower))
            p = rest
            if self.interval(p)[1] < goal:
                return True
        return False

    def exclude(self, p: Polynomial) -> bool:
        """Finds products of two flags in p that are always 0: where the earlier one is 1, bounds decide the other."""
        before = len(self.apart)
        for monomial in p:
            if len(monomial) == 2 and monomial not in self.apart:
                first, second = monomial
                one = self.all[second]
                if self.all[first].high != 1 or one.high != 1 or one.definition is None:
                    continue
                if self.decided(self.simplified(one.definition), one, {first: 1}) == 0:
                    self.apart.add(monomial)
        return len(self.apart) > before

    def bounded(self, p: Polynomial, variable: int, values: dict[int, int]) -> Polynomial:
        """An upper bound of p, times the base, without a quotient; p is linear in it, and its factors are not
        negative."""
        one = self.all[variable]
        definition = self.fixed(one.definition, values)
        total: dict[tuple[int, ...], int] = defaultdict(int)
        for monomial, coefficient in p.items():
            if variable not in monomial:
                total[monomial] += coefficient * one.base
                continue
            rest = tuple(v for v in monomial if v != variable)
            for other, factor in definition.items():
                total[self.monomial(rest, other)] += one.sign * coefficient * factor
            # The rest of the division, from 0 to base - 1, has the other sign.
            if -one.sign * coefficient > 0:
                total[rest] += -one.sign * coefficient * (one.base - 1)
        return {m: c for m, c in total.items() if c}

    def settle(self, variable: int) -> Polynomial | None:
        """A flag as a polynomial over few other bits, if bounds decide it in each case; None if they do not."""
        if time.monotonic() > self.until:
            return None
        one = self.all[variable]
        definition = self.simplified(one.definition)
        bits = self.masks(definition, variable)
        for count in range(min(len(bits), CASES_MAX) + 1):
            chosen = bits[len(bits) - count :] if count else []
            words = [self.decided(definition, one, values) for values in cases(chosen)]
            if None not in words:
                self.settled[variable] = self.by_bits(chosen, words)
                return self.settled[variable]
        return None

    def decided(self, definition: Polynomial, one: Variable, values: dict[int, int]) -> int | None:
        """A flag where some bits are known, or None."""
        lower = scaled(definition, -1)
        if one.sign > 0:  # v = 0 if S < base, else 1
            if self.upper(definition, values, one.base):
                return 0
            return 1 if self.upper(lower, values, 1 - one.base) else None
        if self.upper(lower, values, 1):  # v = 0 if S >= 0
            return 0
        return 1 if self.upper(definition, values, 0) else None

    def masks(self, definition: Polynomial, variable: int) -> list[int]:
        """The bits that were masks, in the definition and in the cuts and chains below it."""
        found, seen, open_ones = set(), set(), [definition]
        while open_ones:
            p = open_ones.pop()
            for monomial in p:
                found |= {v for v in monomial if v in self.selectors}
                for v in monomial:
                    if v not in seen and self.all[v].definition is not None:
                        seen.add(v)
                        open_ones.append(self.all[v].definition)
        return sorted(found - {variable} - set(self.settled))


def cases(bits: list[int]) -> list[dict[int, int]]:
    """All values of some bits."""
    return [dict(zip(bits, values, strict=True)) for values in itertools.product((0, 1), repeat=len(bits))]
