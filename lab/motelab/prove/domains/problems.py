"""Inequalities between words of Totals as a linear problem: what is known is put in, cuts by their definitions, digits
that occur as one number become one variable, products of variables are variables of their own."""

import math
from fractions import Fraction

from motelab.prove.domains.polynomials import Polynomial, Variables, plus
from motelab.prove.domains.simplex import Simplex
from motelab.prove.domains.totals import Atoms

Bits = dict[int, int]
Inequality = tuple[Polynomial, int, int]  # the least and the greatest value of a form
Monomial = tuple[int, ...]


def is_cut(variables: Variables, v: int) -> bool:
    one = variables.all[v]
    return one.definition is not None and not one.base


def plain(variables: Variables, p: Polynomial) -> Polynomial:
    """p with the definitions of its cuts, but for those that are factors."""
    while found := [m[0] for m in p if len(m) == 1 and is_cut(variables, m[0])]:
        last = max(found)
        rest = {m: c for m, c in p.items() if m != (last,)}
        p = plus(rest, variables.all[last].definition, p[last,])
    return p


def fixed(p: Polynomial, known: Bits) -> Polynomial:
    """p where some bits are known."""
    total: Polynomial = {}
    for monomial, coefficient in p.items():
        rest = tuple(v for v in monomial if v not in known)
        factor = math.prod(known[v] for v in monomial if v in known)
        total[rest] = total.get(rest, 0) + factor * coefficient
    return {m: c for m, c in total.items() if c}


def settled(variables: Variables, p: Polynomial, known: Bits) -> Polynomial:
    """p without what is known and without cuts."""
    while (other := plain(variables, fixed(p, known))) != p:
        p = other
    return p


class Problem:
    """Inequalities, where some bits are known; more can be joined to it."""

    def __init__(self, variables: Atoms, rows: list[Inequality], known: Bits):
        self.variables, self.rows, self.known = variables, rows, known
        bits = [(settled(variables, {(v,): 1}, self.without(v)), k, k) for v, k in known.items()]
        lines = [(settled(variables, p, known), low, high) for p, low, high in rows] + bits
        columns: dict[Monomial, dict[int, int]] = {}
        for number, (terms, _, _) in enumerate(lines):
            for monomial, coefficient in terms.items():
                if monomial:
                    columns.setdefault(monomial, {})[number] = coefficient
        groups = self.groups(columns)
        self.place = {group[0]: index for index, group in enumerate(groups)}
        self.inner = {m for group in groups for m in group} - {group[0] for group in groups if len(group) == 1}
        self.simplex = Simplex([math.prod(self.high(m) + 1 for m in group) - 1 for group in groups])
        for line in lines:
            self.add(*line)

    def without(self, v: int) -> Bits:
        return {other: k for other, k in self.known.items() if other != v}

    def add(self, terms: Polynomial, low: int, high: int) -> None:
        constant = terms.get((), 0)
        places = {self.place[m]: c for m, c in terms.items() if m in self.place}
        self.simplex.add(places, low - constant, high - constant)

    def joined(self, p: Polynomial, low: int, high: int) -> "Problem":
        """The problem with one more inequality."""
        terms = settled(self.variables, p, self.known)
        rows = [*self.rows, (p, low, high)]
        if any(m and (m not in self.place or m in self.inner) for m in terms):
            return Problem(self.variables, rows, self.known)
        other = object.__new__(Problem)
        other.__dict__ |= self.__dict__ | {"rows": rows, "simplex": self.simplex.copy()}
        other.add(terms, low, high)
        return other

    def value(self, p: Polynomial) -> Fraction:
        """A form of floors in the solution that was found."""
        return sum((c * self.simplex.value(self.place[m]) if m in self.place else c for m, c in p.items()), Fraction(0))

    def high(self, monomial: Monomial) -> int:
        return math.prod(self.variables.all[v].high for v in monomial)

    def groups(self, columns: dict[Monomial, dict[int, int]]) -> list[list[Monomial]]:
        """Digits that all rows join to one number: the column of each is that of the one before times its base."""
        found: list[list[Monomial]] = []
        for monomial in sorted(columns):
            last = found[-1][-1] if found else ()
            if self.is_digit(last) and self.is_digit(monomial):
                base, first, second = self.high(last) + 1, columns[last], columns[monomial]
                if first.keys() == second.keys() and all(second[row] == c * base for row, c in first.items()):
                    found[-1].append(monomial)
                    continue
            found.append([monomial])
        return found

    def is_digit(self, monomial: Monomial) -> bool:
        return len(monomial) == 1 and not self.is_derived(monomial[0])

    def is_derived(self, v: int) -> bool:
        return v in self.variables.logic or self.variables.all[v].definition is not None
