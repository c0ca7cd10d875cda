"""Whether linear inequalities with bounded variables have a rational solution, in exact arithmetic: the general simplex
of Dutertre and de Moura, A Fast Linear-Arithmetic Solver for DPLL(T), CAV 2006, with Bland's rule.

Each row is a variable of its own, the sum of its terms. The tableau writes the basic variables by the others. A basic
variable that is out of its bounds, and that no other variable can move towards them, shows that there is no solution:
its row is an equation, and the bounds of the others bound it."""

from collections.abc import Sequence
from fractions import Fraction

Row = tuple[dict[int, int], int, int]  # terms, the least and the greatest value of their sum
PIVOTS_MAX = 3000


class Endless(Exception):
    """The search took too many steps; nothing is known."""


def solution(highs: Sequence[int], rows: Sequence[Row]) -> list[Fraction] | None:
    """Values from 0 to `highs` that satisfy the rows, or None if there are none."""
    count = len(highs)
    bounds = [(0, high) for high in highs] + [(low, high) for _, low, high in rows]
    values = [Fraction(0)] * len(bounds)
    tableau = {count + i: {v: Fraction(c) for v, c in terms.items()} for i, (terms, _, _) in enumerate(rows)}
    if any(low > high for low, high in bounds):
        return None
    for _ in range(PIVOTS_MAX):
        wrong = min((v for v in tableau if not bounds[v][0] <= values[v] <= bounds[v][1]), default=None)
        if wrong is None:
            return values[:count]
        up = values[wrong] < bounds[wrong][0]
        entering = min((v for v, c in tableau[wrong].items() if movable(values[v], bounds[v], c, up)), default=None)
        if entering is None:
            return None
        move(tableau, values, wrong, entering, bounds[wrong][0 if up else 1])
    raise Endless


def movable(value: Fraction, bounds: tuple[int, int], coefficient: Fraction, up: bool) -> bool:
    """Whether a variable can still move such that its term goes up, or down."""
    return value < bounds[1] if (coefficient > 0) == up else value > bounds[0]


def move(tableau: dict, values: list[Fraction], leaving: int, entering: int, goal: int) -> None:
    """The basic variable `leaving` gets the value `goal` by `entering`, which becomes basic."""
    row = tableau.pop(leaving)
    pivot = row.pop(entering)
    step = (goal - values[leaving]) / pivot
    values[leaving] = Fraction(goal)
    values[entering] += step
    solved = {v: -c / pivot for v, c in row.items()}
    solved[leaving] = 1 / pivot
    for other, terms in tableau.items():
        factor = terms.pop(entering, None)
        if factor is None:
            continue
        values[other] += factor * step
        for v, c in solved.items():
            total = terms.get(v, 0) + factor * c
            if total:
                terms[v] = total
            else:
                terms.pop(v, None)
    tableau[entering] = solved
