"""Moduli of a statement, a number or inputs of a proof, and the cases of bits in which it is shown."""

import dataclasses
from collections.abc import Iterable, Iterator
from typing import Any

from motelab.prove.domains.bounds import Bounds, Work
from motelab.prove.domains.polynomials import Polynomial, number, plus, scaled
from motelab.prove.domains.residue_classes import ResidueClasses


class Cases(Bounds):
    """Bounds in one case of some bits. A quotient stands for its own sum, or for the whole number below it: the first
    is exact of a word, S - B v <= B - 1; the second of a chain of carries. Limits add up.

    modulus: Known or Unknown."""

    def __init__(self, domain: ResidueClasses, limits: Iterable[Polynomial], modulus: Any):
        super().__init__(domain.variables, limits)
        self.domain, self.modulus, self.of_its_own, self.uses_facts = domain, modulus, False, True

    def case(self, values: dict[int, int]) -> "Cases":
        made = Cases(self.domain, self.limits, self.modulus)
        made.fixed, made.facts, made.numbers = dict(self.fixed), list(self.facts), self.numbers
        for bit, value in values.items():
            made.suppose(bit, value)
        return made

    def know(self, v: int, value: Polynomial) -> None:
        known = len(self.facts)
        super().know(v, value)
        for fact in self.facts[known:]:
            self.facts += self.of_numbers(fact)

    def of_numbers(self, fact: Polynomial) -> list[Polynomial]:
        """What a fact says of the numbers of its quotients: of the latest, and of the two latest."""
        work, found = Work(self.variables, fact), []
        for v in reversed(self.quotients(fact)[-2:]):
            work.bound(v, *self.number_of(v), True)
            found.append(dict(work.terms))
        return found

    def number_of(self, v: int) -> tuple[Polynomial, int]:
        one = self.variables.all[v]
        return (one.definition, one.base) if self.of_its_own else super().number_of(v)

    def negative(self, p: Polynomial) -> bool:
        """Whether p < 0: as it stands or with all cuts put in, by itself, or with one of the facts."""
        if self.top(p) < 0:
            return True
        if self.is_below_somehow(p):
            return True
        wide = self.expanded(p) if self.uses_facts else p
        for fact in self.facts if self.uses_facts else ():
            for one, other in ((p, fact), (wide, self.expanded(fact))):
                found = self.added(one, other)
                if found is not None and self.is_below_somehow(found):
                    return True
        return False

    def is_below_somehow(self, p: Polynomial) -> bool:
        return any(self.is_below(p, cuts, negative) for cuts in (False, True) for negative in (True, False))

    def settle(self, v: int) -> bool:
        """Whether a quotient has one value, by what is known of others; it is fixed then."""
        self.uses_facts = False
        found = super().settle(v)
        self.uses_facts = True
        return found

    def contradicts(self) -> bool:
        """Whether a fact of this case cannot be."""
        self.uses_facts = False
        found = any(self.negative(fact) for fact in self.facts)
        self.uses_facts = True
        return found

    def is_below(self, p: Polynomial, cuts: bool, negative: bool) -> bool:
        for own in (True, False):
            self.of_its_own = own
            terms = self.bounded(p, cuts, negative)
            self.of_its_own = False
            if self.top(terms) < 0 or self.is_below_by_limits(terms):
                return True
        return False

    def bounded(self, p: Polynomial, cuts: bool, negative: bool) -> Polynomial:
        """An upper bound of p, times a positive number, in which quotients are replaced, the latest first."""
        work = Work(self.variables, p)
        done: set[int] = set()
        while (
            v := work.last(lambda v: v not in done and (self.is_quotient(v) or self.has_value(v, cuts)))
        ) is not None:
            if (value := self.value(v, cuts)) is not None:
                work.replace(v, value)
            elif not work.bound(v, *self.number_of(v), negative):
                done.add(v)
        return work.terms

    def has_value(self, v: int, cuts: bool) -> bool:
        return self.value(v, cuts) is not None

    def is_below_by_limits(self, terms: Polynomial) -> bool:
        """Whether p < 0 by limits, one after another, from any of them on."""
        first, second = self.modulus.limits(self, terms), self.limits
        for limits in ((*first, *second), second[1:]):
            rest = terms
            for limit in limits:
                if (found := self.lowered(rest, limit)) is not None:
                    rest = found
                    if self.top(rest) < 0:
                        return True
        return False

    def lowered(self, p: Polynomial, limit: Polynomial) -> Polynomial | None:
        """p and the multiple of a limit that cancels the positive term of most weight among those that it takes off."""
        shared = [m for m, c in limit.items() if m and c < 0 < p.get(m, 0)]
        if not shared:
            return None
        heaviest = max(shared, key=lambda m: -limit[m] * self.weight(m))
        return plus(scaled(p, -limit[heaviest]), limit, p[heaviest])

    def known(self, p: Polynomial) -> Polynomial:
        """p with what this case knows of its variables."""
        while found := {v for m in p for v in m} & set(self.fixed):
            p = self.variables.substituted(p, max(found), self.fixed[max(found)])
        return p

    def open_bits(self, rest: Polynomial, output: Polynomial) -> Iterator[int]:
        """The bits that are left, and those that multiply words in the output, the earliest first; then its other bits,
        the latest first."""
        words = self.expanded(output)
        products = [{m: c for m, c in p.items() if len(m) > 1} for p in (output, words)]
        order = [
            *sorted(of(rest)),
            *sorted(of(products[0])),
            *sorted(of(products[1])),
            *sorted(of(words), reverse=True),
        ]
        yield from (v for v in order if self.variables.all[v].high == 1 and v not in self.fixed)


def of(p: Polynomial) -> set[int]:
    """The variables of a polynomial."""
    return {v for m in p for v in m}


@dataclasses.dataclass(frozen=True)
class Known:
    """A number."""

    p: int

    def rest(self, case: Cases, left: Polynomial) -> Polynomial:
        """What is left of a polynomial modulo p."""
        return case.expanded(left, self.p)

    def excess(self, output: Polynomial) -> Polynomial:
        """What is negative if the output is below p."""
        return plus(output, number(self.p), -1)

    def limits(self, case: Cases, terms: Polynomial) -> list[Polynomial]:
        return []


@dataclasses.dataclass(frozen=True)
class Unknown:
    """An odd number m of words that are inputs, the lowest first, below `base` each; any number if no quotient is
    exact."""

    words: tuple[int, ...]
    base: int

    @property
    def m(self) -> Polynomial:
        return {(v,): self.base**i for i, v in enumerate(self.words)}

    def rest(self, case: Cases, left: Polynomial) -> Polynomial:
        """What is left of a polynomial modulo m. Where a quotient v has the rest 0, S = B v, the polynomial is
        multiplied by B and S put in for B v: B has no factor in common with m, which is odd."""
        p = case.expanded(left)
        while exact := of(p) & case.domain.exact:
            p = self.exactly(case, p, max(exact))
        top, weight = self.words[-1], self.base ** (len(self.words) - 1)
        shares = {m: c for m, c in p.items() if top in m}
        while shares and all(c % weight == 0 for c in shares.values()):
            factor = {without(m, top): c // weight for m, c in shares.items()}
            p = plus(p, case.variables.times(factor, self.m), -1)
            shares = {m: c for m, c in p.items() if top in m}
        return p

    def exactly(self, case: Cases, p: Polynomial, v: int) -> Polynomial:
        """p, times a power of the base, with S in the place of B v."""
        one = case.variables.all[v]
        taken = {without(m, v): c for m, c in p.items() if v in m}
        others = {m: c for m, c in p.items() if v not in m}
        return case.expanded(plus(scaled(others, one.base), case.variables.times(taken, one.definition)))

    def excess(self, output: Polynomial) -> Polynomial:
        return plus(output, self.m, -1)

    def limits(self, case: Cases, terms: Polynomial) -> list[Polynomial]:
        """(B - 1 - q) m >= 0 for every word q that multiplies the highest word of m."""
        top = self.words[-1]
        words = {v for m in terms if top in m and len(m) == 2 for v in without(m, top)}
        high = {v: case.variables.all[v].high for v in words}
        return [case.variables.times(plus(number(high[v]), {(v,): -1}), self.m) for v in sorted(words)]


def without(monomial: tuple[int, ...], v: int) -> tuple[int, ...]:
    """A monomial with one factor v less."""
    rest = list(monomial)
    rest.remove(v)
    return tuple(rest)
