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

from motelab.prove.domains.polynomials import WAYS, Polynomial, Variables, number, plus, scaled

CONSTANTS_MAX = 4  # values of a quotient that are tried
FEW, CARRIES_MAX = 6, 3  # terms of a carry; carries of which it is used that they are not negative
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
        self.samples: list[Sample] = []
        self.words: dict[frozenset, tuple[int, int]] = {}  # bounds of polynomials, by their terms

    def case(self, values: dict[int, int]) -> "Bounds":
        """The case in which bits have these values: the quotient in a bit's definition is then known."""
        made = Bounds(self.variables, self.limits)
        made.fixed, made.facts, made.numbers = dict(self.fixed), list(self.facts), self.numbers
        of_case = [one for one in self.samples if all(one.at(bit) == value for bit, value in values.items())]
        made.samples = of_case or self.samples
        made.words = self.words
        for bit, value in values.items():
            made.suppose(bit, value)
        return made

    def where(self, v: int, value: int) -> "Bounds":
        """The part of this case in which a quotient has a value."""
        made = self.case({})
        made.samples = [one for one in self.samples if one.at(v) == value] or self.samples
        made.fixed[v] = number(value)
        made.know(v, number(value))
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
        self.facts += [rest, plus(number(one.base - 1), rest, -1)]

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
        if self.top(p) < 0 or self.by_facts(p, self.facts, False):
            return True
        if not self.facts:
            return False
        p, facts = self.expanded(p), [self.expanded(fact) for fact in self.facts]
        return self.by_facts(p, facts, True) or self.by_facts(p, facts, True, self.of_carries(facts))

    def of_carries(self, facts: list[Polynomial]) -> list[Polynomial]:
        """That carries in these facts, sums of quotients, are not negative."""
        inside = {v for fact in facts for v in self.quotients(fact)}
        found = []
        for p, (low, _) in self.words.items():
            if low == 0 and 1 < len(p) <= FEW and all(len(m) < 2 for m, _ in p):
                names = {v for m, _ in p for v in m}
                if names & inside and all(self.is_quotient(v) for v in names):
                    found.append(self.expanded(dict(p)))
        return [p for p in found if len(p) > 1 and any(c < 0 for c in p.values())][-CARRIES_MAX:]

    def by_facts(self, p: Polynomial, facts: list[Polynomial], cuts: bool, more: Iterable[Polynomial] = ()) -> bool:
        """Whether p < 0, by each choice of a few facts; of `more` no quotient is replaced."""
        kept = set(self.quotients(p)).union(*(self.quotients(fact) for fact in more))
        for whole in (False, True) if facts else (False,):
            if self.by_choice(p, [*(self.without_quotients(fact, kept, cuts, whole) for fact in facts), *more]):
                return True
        return False

    def by_choice(self, p: Polynomial, known: list[Polynomial]) -> bool:
        """Whether p < 0, with multiples of few of these polynomials, which are not negative."""
        for count in range(FACTS_MAX + 1):
            for chosen in itertools.permutations(known, count):
                q = p
                for fact in chosen:
                    q = self.added(q, fact)
                if q is None:
                    continue
                if any(self.is_below(q, *way) for way in WAYS):
                    return True
        return False

    def without_quotients(self, fact: Polynomial, kept: set[int], cuts: bool, whole: bool) -> Polynomial:
        """What a fact says without quotients but some: it stays true if each is replaced by what bounds it above.
        whole: by its number, which goes as deep as it can, else by its definition."""
        work = Work(self.variables, fact)

        def replaced(v: int) -> bool:
            return self.value(v, cuts) is not None or (self.is_quotient(v) and v not in kept)

        while (v := work.last(replaced)) is not None:
            one = self.variables.all[v]
            if (value := self.value(v, cuts)) is not None:
                work.replace(v, value)
            else:
                work.bound(v, *(self.number_of(v) if whole else (one.definition, one.base)), True)
        return work.terms

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
        """Whether a quotient has one value, which samples suggest and its number must show; it is fixed then."""
        seen = {one.at(v) for one in self.samples}
        guesses = seen if self.samples else range(min(CONSTANTS_MAX, self.variables.all[v].high + 1))
        return len(seen) < 2 and any(self.is_value(v, number(k)) for k in guesses)

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


class Sample:
    """The values of all variables for known inputs. They suggest what to prove, and prove nothing.

    values: of the inputs; others: polynomials x and y of variables that stand for x xor y."""

    def __init__(self, variables: Variables, values: dict[int, int], others: dict[int, tuple[Polynomial, Polynomial]]):
        self.variables, self.values, self.others = variables, dict(values), others

    def at(self, v: int) -> int:
        waiting = [v]
        while waiting:
            one = waiting[-1]
            if one in self.values:
                waiting.pop()
                continue
            if self.sources(one)[0] is None:  # a register of the caller
                self.values[one] = self.variables.all[one].high // 3
                continue
            needed = [u for p in self.sources(one) for m in p for u in m if u not in self.values]
            if not needed:
                self.values[one] = self.of(one)
            waiting += needed
        return self.values[v]

    def of_polynomial(self, p: Polynomial) -> int:
        for monomial in p:
            for v in monomial:
                self.at(v)
        return self.variables.value(p, self.values)

    def sources(self, v: int) -> tuple[Polynomial, ...]:
        return (self.variables.all[v].definition,) if v not in self.others else self.others[v]

    def of(self, v: int) -> int:
        found = [self.variables.value(p, self.values) for p in self.sources(v)]
        if v in self.others:
            return found[0] ^ found[1]
        base = self.variables.all[v].base
        return found[0] // base if base else found[0]


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
