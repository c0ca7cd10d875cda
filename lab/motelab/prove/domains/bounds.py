"""Bounds of polynomials over the variables of floors.py, in one case of some bits, by elimination.

A quotient v = floor(N / B) is at most N / B and at least (N - B + 1) / B; so a polynomial in which v is linear has a
bound without v. Done from the latest variable to the earliest, what belongs together cancels, and the rest is bounded
by the ranges of the inputs. Where a case says that a polynomial F is not negative, any positive multiple of F may be
added to what is to be bounded above; the multiple is the one that cancels the term of most weight.

All variables are at least 0. Coefficients are integers: the polynomial is scaled by the bases, which keeps its sign."""

import heapq
import itertools
from collections import defaultdict
from collections.abc import Iterable

from motelab.prove.domains.polynomials import Polynomial, Variables, number, plus, scaled

CONSTANTS_MAX = 4  # values of a quotient that are tried
FACTS_MAX = 2  # facts that are combined


class Bounds:
    """Bounds in one case. limits: polynomials over inputs that are at least 0; fixed: variables that this case knows as
    polynomials over earlier ones; facts: further polynomials that are at least 0."""

    def __init__(self, variables: Variables, limits: Iterable[Polynomial] = ()):
        self.variables = variables
        self.limits = list(limits)
        self.fixed: dict[int, Polynomial] = {}
        self.facts: list[Polynomial] = []
        self.numbers: dict[int, tuple[Polynomial, int]] = {}

    def case(self, values: dict[int, int]) -> "Bounds":
        """The case in which bits have these values: the quotient in a bit's definition is then known."""
        made = Bounds(self.variables, self.limits)
        made.fixed, made.facts, made.numbers = dict(self.fixed), list(self.facts), self.numbers
        for bit, value in values.items():
            made.suppose(bit, value)
        return made

    def suppose(self, bit: int, value: int) -> None:
        self.fixed[bit] = number(value)
        one = self.variables.all[bit]
        if one.definition is None:
            return
        if one.base:
            self.know(bit, number(value))
            return
        difference = plus(number(value), one.definition, -1)
        quotients = [m[0] for m, c in difference.items() if len(m) == 1 and abs(c) == 1 and self.is_quotient(m[0])]
        if not quotients or max(v for m in difference for v in m) != max(quotients):
            self.facts += [difference, scaled(difference, -1)]
            return
        v = max(quotients)
        sign = -difference[v,]
        self.fixed[v] = scaled(plus(difference, {(v,): sign}), sign)
        self.know(v, self.fixed[v])

    def know(self, v: int, value: Polynomial) -> None:
        """The facts that a quotient has a value."""
        one = self.variables.all[v]
        rest = plus(one.definition, value, -one.base)
        for fact in (rest, plus(number(one.base - 1), rest, -1)):
            self.facts.append(fact)
            self.facts += self.without_quotients(fact)

    def without_quotients(self, fact: Polynomial) -> list[Polynomial]:
        """What a fact says of the numbers of its quotients: of the latest, of the two latest, and so on."""
        work, found = Work(self.variables, fact), []
        for v in reversed(self.quotients(fact)[-2:]):
            work.bound(v, *self.number_of(v), True)
            found.append(dict(work.terms))
        return found

    def is_quotient(self, v: int) -> bool:
        return self.variables.all[v].base != 0

    def number_of(self, v: int) -> tuple[Polynomial, int]:
        """N and B of a quotient floor(N / B), by floor((x + floor(y / C)) / B) = floor((C x + y) / (B C))."""
        if v not in self.numbers:
            one = self.variables.all[v]
            inner = [m[0] for m, c in one.definition.items() if len(m) == 1 and c == 1 and self.is_quotient(m[0])]
            if inner:
                last = max(inner)
                y, c = self.number_of(last)
                rest = {m: k for m, k in one.definition.items() if m != (last,)}
                self.numbers[v] = plus(y, rest, c), one.base * c
            else:
                self.numbers[v] = one.definition, one.base
        return self.numbers[v]

    def value(self, v: int, cuts: bool) -> Polynomial | None:
        """The polynomial that a variable stands for, or None."""
        if v in self.fixed:
            return self.fixed[v]
        one = self.variables.all[v]
        return one.definition if cuts and one.definition is not None and not one.base else None

    def expanded(self, p: Polynomial, modulus: int = 0, kept: frozenset[int] | set[int] = frozenset()) -> Polynomial:
        """p with all cuts put in but some, and modulo a number."""
        work = Work(self.variables, p)
        while (v := work.last(lambda v: v not in kept and self.value(v, True) is not None)) is not None:
            work.replace(v, self.value(v, True), modulus)
        return {m: c for m, c in work.terms.items() if not modulus or c % modulus}

    def quotients(self, p: Polynomial) -> list[int]:
        return sorted({v for m in p for v in m if self.is_quotient(v)})

    def negative(self, p: Polynomial) -> bool:
        """Whether p < 0 for all values."""
        p = self.known(p)
        if self.top(p) < 0:
            return True
        for count in range(FACTS_MAX + 1):
            for facts in itertools.permutations(self.facts, count):
                q = p
                for fact in facts:
                    q = self.added(q, fact)
                if q is None:
                    continue
                if any(self.is_below(q, cuts, negative) for cuts in (False, True) for negative in (False, True)):
                    return True
        return False

    def known(self, p: Polynomial) -> Polynomial:
        """p with all variables put in that are fixed."""
        work = Work(self.variables, p)
        while (v := work.last(lambda v: v in self.fixed)) is not None:
            work.replace(v, self.fixed[v])
        return work.terms

    def top(self, p: Polynomial) -> int:
        return self.variables.interval(p)[1]

    def added(self, p: Polynomial | None, fact: Polynomial) -> Polynomial | None:
        """p and the multiple of a fact that cancels the term of most weight; None if that has the wrong sign."""
        if p is None or not fact:
            return None
        weights = {m: abs(c) * self.weight(m) for m, c in fact.items() if m}
        if not weights:
            return plus(p, fact)
        heaviest = max(weights, key=weights.get)
        here, there = p.get(heaviest, 0), fact[heaviest]
        if here * there >= 0:
            return None
        return plus(scaled(p, abs(there)), fact, abs(here))

    def weight(self, monomial: tuple[int, ...]) -> int:
        total = 1
        for v in monomial:
            total *= self.variables.all[v].high
        return total

    def is_below(self, p: Polynomial, cuts: bool, negative: bool) -> bool:
        """Whether an upper bound is negative. cuts: whether these are put in, which forgets that they are words;
        negative: whether quotients that are taken off are bounded below by their number, not by 0."""
        work = Work(self.variables, p)
        done: set[int] = set()

        def open_(v: int) -> bool:
            return v not in done and (self.is_quotient(v) or self.value(v, cuts) is not None)

        while (v := work.last(open_)) is not None:
            if (value := self.value(v, cuts)) is not None:
                work.replace(v, value)
                continue
            n, base = self.number_of(v)
            if not work.bound(v, n, base, negative):
                done.add(v)
        if self.top(work.terms) < 0:
            return True
        for limit in self.limits:
            q = self.added(work.terms, limit)
            if q is not None and self.top(q) < 0:
                return True
        return False

    def tightened(self, p: Polynomial, low: int, high: int) -> tuple[int, int]:
        """Bounds of a polynomial that has few values, perhaps, given some bounds."""
        for one in range(max(low, -1), min(high, CONSTANTS_MAX)):
            if self.negative(plus(p, number(one + 1), -1)):
                high = one
                break
        for one in range(min(high, 1), max(low, -1), -1):
            if self.negative(plus(number(one - 1), p, -1)):
                return one, high
        return low, high

    def settled_in(self, p: Polynomial) -> Polynomial:
        """p with its bits replaced that have one value."""
        for v in self.quotients(p):
            if self.variables.all[v].high == 1 and (v in self.fixed or self.settle(v)):
                p = self.variables.substituted(p, v, self.fixed[v])
        return p

    def settle(self, v: int) -> bool:
        """Whether a quotient has one value; it is fixed then."""
        n, base = self.number_of(v)
        for k in range(min(CONSTANTS_MAX, self.variables.all[v].high + 1)):
            if self.negative(plus(n, number((k + 1) * base), -1)):
                if k == 0 or self.negative(plus(number(k * base - 1), n, -1)):
                    self.fixed[v] = number(k)
                    return True
                return False
        return False

    def is_value(self, v: int, value: Polynomial) -> bool:
        """Whether a quotient is a polynomial over earlier ones; it is fixed then."""
        if any(u >= v for m in value for u in m):
            return False
        n, base = self.number_of(v)
        rest = plus(n, value, -base)
        if not (self.negative(plus(rest, number(base), -1)) and self.negative(plus(number(-1), rest, -1))):
            return False
        self.fixed[v] = value
        return True

    def contradicts(self) -> bool:
        """Whether the facts of this case exclude one another."""
        return any(self.negative(fact) for fact in self.facts)


class Work:
    """A polynomial in which variables are replaced, the latest first."""

    def __init__(self, variables: Variables, p: Polynomial):
        self.variables = variables
        self.terms: dict[tuple[int, ...], int] = dict(p)
        self.where: dict[int, set] = defaultdict(set)
        self.heap: list[int] = []
        for monomial in p:
            self.enter(monomial)

    def enter(self, monomial: tuple[int, ...]) -> None:
        for v in monomial:
            if not self.where[v] and self.variables.all[v].definition is not None:
                heapq.heappush(self.heap, -v)
            self.where[v].add(monomial)

    def add(self, monomial: tuple[int, ...], c: int, modulus: int = 0) -> None:
        old = self.terms.get(monomial)
        if old is None:
            if c:
                self.terms[monomial] = c
                self.enter(monomial)
            return
        total = (old + c) % modulus if modulus else old + c
        if total:
            self.terms[monomial] = total
        else:
            self.remove(monomial)

    def remove(self, monomial: tuple[int, ...]) -> int:
        for v in monomial:
            self.where[v].discard(monomial)
        return self.terms.pop(monomial)

    def last(self, wanted) -> int | None:
        """The latest variable in it that is wanted; later ones that are not stay unwanted."""
        while self.heap:
            v = -heapq.heappop(self.heap)
            if self.where[v] and wanted(v):
                return v
        return None

    def taken(self, v: int) -> list[tuple[tuple[int, ...], int, int]]:
        """The terms with a variable, taken out: what they have besides, how often the variable, the coefficient."""
        found = []
        for monomial in sorted(self.where[v]):
            rest = tuple(u for u in monomial if u != v)
            found.append((rest, len(monomial) - len(rest), self.remove(monomial)))
        return found

    def replace(self, v: int, value: Polynomial, modulus: int = 0) -> None:
        for rest, times, c in self.taken(v):
            image = {rest: c}
            for _ in range(times):
                image = self.variables.times(image, value)
            for m, k in image.items():
                if not modulus or k % modulus:
                    self.add(m, k, modulus)

    def bound(self, v: int, n: Polynomial, base: int, negative: bool) -> bool:
        """Puts the bounds of a quotient in its place, times the base; False if it is no linear factor."""
        if any(m.count(v) > 1 for m in self.where[v]):
            return False
        if not negative and any(self.terms[m] < 0 for m in self.where[v]):
            return False
        taken = self.taken(v)
        if any(c % base for _, _, c in taken):
            self.terms = {m: c * base for m, c in self.terms.items()}
            taken = [(rest, times, c * base) for rest, times, c in taken]
        for rest, _, c in taken:
            share = c // base
            for m, k in n.items():
                self.add(self.variables.monomial(rest, m), share * k)
            if share < 0:
                self.add(rest, -share * (base - 1))
        return True
