"""Regions of numbers that linear inequalities bound: whether a region is empty, and whether a form keeps a bound in it.

Forms are polynomials of which each monomial counts as an unknown of its own. All arithmetic is exact. An answer of
"empty" is right for rational numbers, so also for integers; "not empty" may be wrong for integers."""

from math import gcd

from motelab.prove.domains.polynomials import Polynomial, Variables, number, plus, scaled

ROWS_MAX, UNKNOWNS_MAX = 400, 24  # with more of them a region counts as not empty
Row = dict[tuple[int, ...], int]  # a sum that is at least 0


class Region:
    """The values of variables between 0 and their maxima at which all `forms` are at least 0."""

    def __init__(self, variables: Variables, forms: list[Polynomial] | None = None, rows_max: int = ROWS_MAX):
        self.variables, self.forms = variables, [tightened(form) for form in forms or []]
        self.rows_max = rows_max

    def and_also(self, *forms: Polynomial) -> "Region":
        return Region(self.variables, [*self.forms, *forms], self.rows_max)

    def at_most(self, p: Polynomial, bound: int) -> bool:
        """Whether p <= bound everywhere."""
        if self.variables.interval(p)[1] <= bound:
            return True
        return self.and_also(plus(p, number(bound + 1), -1)).is_empty()

    def at_least(self, p: Polynomial, bound: int) -> bool:
        return self.at_most(scaled(p, -1), -bound)

    def is_empty(self) -> bool:
        """By elimination of one unknown after the other (Fourier and Motzkin)."""
        rows = self.merged()
        while True:
            if any(row[()] < 0 for row in rows if len(row) == 1 and () in row):
                return True
            unknowns = {m for row in rows for m in row if m}
            if not unknowns or len(rows) > self.rows_max or len(unknowns) > UNKNOWNS_MAX:
                return False
            rows = without(rows, min(unknowns, key=lambda one: growth(rows, one)))

    def merged(self) -> list[Row]:
        """The inequalities, and bounds of the unknowns. Unknowns whose coefficients in all forms have one proportion
        are replaced by their sum in it: the digits of a number become the number."""
        names: dict[tuple[int, ...], tuple[int, ...]] = {}
        highest: dict[tuple[int, ...], int] = {}
        for monomial in sorted({m for form in self.forms for m in form if m}):
            column = [form.get(monomial, 0) for form in self.forms]
            high = unit = gcd(*column)
            for variable in monomial:
                high *= self.variables.all[variable].high
            key = tuple(c // unit for c in column)
            names.setdefault(key, monomial)
            highest[key] = highest.get(key, 0) + high
        rows = [{name: 1} for name in names.values()] + [{names[key]: -1, (): high} for key, high in highest.items()]
        for place, form in enumerate(self.forms):
            row = {name: key[place] for key, name in names.items() if key[place]}
            rows.append(row | number(form.get((), 0)))
        return rows


def tightened(form: Polynomial) -> Polynomial:
    """The same inequality for integers: g y + c >= 0 says y >= -c / g, and so y + floor(c / g) >= 0."""
    factor = gcd(*(c for m, c in form.items() if m))
    if factor < 2:
        return form
    return {m: c // factor for m, c in form.items() if m} | number(form.get((), 0) // factor)


def meanings(variables: Variables, p: Polynomial) -> list[Polynomial]:
    """Forms that are at least 0: the rests of the floors in p, and their distance to the bases."""
    forms = []
    for v in sorted({v for m in p for v in m if variables.all[v].base}):
        base = variables.all[v].base
        rest = plus(variables.all[v].definition, {(v,): -base})
        forms += [rest, plus(number(base - 1), rest, -1)]
    return forms


def growth(rows: list[Row], one: tuple[int, ...]) -> int:
    """Rows that come and go where an unknown is eliminated."""
    above, below = (sum(sign * row.get(one, 0) > 0 for row in rows) for sign in (1, -1))
    return above * below - above - below


def without(rows: list[Row], one: tuple[int, ...]) -> list[Row]:
    """What rows say of the other unknowns: each lower bound of the one with each upper bound."""
    found = {frozenset(row.items()) for row in rows if one not in row}
    for lower in (row for row in rows if row.get(one, 0) > 0):
        for upper in (row for row in rows if row.get(one, 0) < 0):
            both = plus(scaled(lower, -upper[one]), upper, lower[one])
            found.add(frozenset(both.items()))
    return [dict(row) for row in found]


__all__ = ["Region", "meanings"]
