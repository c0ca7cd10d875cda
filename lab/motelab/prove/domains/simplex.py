"""Whether linear inequalities with bounded variables have a rational solution, in exact arithmetic: the general simplex
of Dutertre and de Moura, A Fast Linear-Arithmetic Solver for DPLL(T), CAV 2006, with Bland's rule.

Each inequality is a variable of its own, the sum of its terms. The tableau writes the basic variables by the others,
each of which is at one of its bounds. A basic variable that is out of its bounds, and that no other variable can move
towards them, shows that there is no solution: its row is an equation, and the bounds of the others bound it."""

import math
from fractions import Fraction

PIVOTS_MAX = 2000
LARGEST = 60  # pivots by the largest violation, before Bland's rule, which always ends
Row = tuple[int, dict[int, int]]  # a denominator above 0, and numerators: of a basic variable in terms of the others


class Endless(Exception):
    """The search took too many steps; nothing is known."""


class Simplex:
    """Inequalities, to which others can be added after a solution was found."""

    def __init__(self, highs: list[int]):
        self.bounds = [(0, high) for high in highs]
        self.places = dict.fromkeys(
            range(len(highs)), 0
        )  # variables that are not basic, and the bounds at which they are
        self.tableau: dict[int, Row] = {}

    def copy(self) -> "Simplex":
        other = Simplex([])
        other.bounds, other.places, other.tableau = list(self.bounds), dict(self.places), dict(self.tableau)
        return other

    def add(self, terms: dict[int, int], low: int, high: int) -> None:
        """An inequality: low <= the sum of the terms <= high."""
        denominator = math.lcm(*(self.tableau[v][0] for v in terms if v in self.tableau))
        row: dict[int, int] = {}
        for v, c in terms.items():
            own, parts = self.tableau.get(v, (1, {v: 1}))
            for other, n in parts.items():
                row[other] = row.get(other, 0) + n * c * (denominator // own)
        self.tableau[len(self.bounds)] = shortened(denominator, row)
        self.bounds.append((low, high))

    def value(self, v: int) -> Fraction:
        if v in self.places:
            return Fraction(self.places[v])
        denominator, row = self.tableau[v]
        return Fraction(sum(n * self.places[other] for other, n in row.items()), denominator)

    def is_solvable(self) -> bool:
        """Whether all inequalities together have a solution, which `value` then gives."""
        if any(low > high for low, high in self.bounds):
            return False
        for count in range(PIVOTS_MAX):
            leaving, up = self.violated(count < LARGEST)
            if leaving is None:
                return True
            choices = [v for v, n in self.tableau[leaving][1].items() if self.is_movable(v, (n > 0) == up)]
            if not choices:
                return False
            self.pivot(leaving, min(choices), self.bounds[leaving][0 if up else 1])
        raise Endless

    def violated(self, largest: bool) -> tuple[int | None, bool]:
        """A basic variable that is out of its bounds, and whether it must go up."""
        found, by, up = None, 0, False  # `by` in bits
        for v, (denominator, row) in self.tableau.items():
            total = sum(n * self.places[other] for other, n in row.items())
            low, high = self.bounds[v]
            wrong = max(low * denominator - total, total - high * denominator)
            size = wrong.bit_length() - denominator.bit_length()
            if wrong > 0 and (found is None or (size > by if largest else v < found)):
                found, by, up = v, size, total < low * denominator
        return found, up

    def is_movable(self, v: int, up: bool) -> bool:
        low, high = self.bounds[v]
        return self.places[v] < high if up else self.places[v] > low

    def pivot(self, leaving: int, entering: int, goal: int) -> None:
        """The basic variable `leaving` goes to the bound `goal`; `entering` becomes basic."""
        denominator, row = self.tableau.pop(leaving)
        row = dict(row)
        pivot = row.pop(entering)
        sign = 1 if pivot > 0 else -1
        solved = {v: -sign * n for v, n in row.items()}
        solved[leaving] = sign * denominator
        pivot *= sign
        for other, (own, terms) in self.tableau.items():
            factor = terms.get(entering)
            if factor is None:
                continue
            total = {v: n * pivot for v, n in terms.items() if v != entering}
            for v, n in solved.items():
                total[v] = total.get(v, 0) + factor * n
            self.tableau[other] = shortened(own * pivot, total)
        self.tableau[entering] = shortened(pivot, solved)
        del self.places[entering]
        self.places[leaving] = goal


def shortened(denominator: int, row: dict[int, int]) -> Row:
    common = math.gcd(denominator, *row.values())
    return denominator // common, {v: n // common for v, n in row.items() if n}
