"""The number of division steps that inversion takes: the formula in src/fp/inv_safegcd.c against a bound of our own."""

import re

import pytest

from motecurve import ROOT

Point = tuple[float, float]
ROUNDING = 1e-6  # far more than the error of 400 steps with 53 bits


def convex_hull(points: set[Point]) -> list[Point]:
    """Corners of the hull, by Andrew's monotone chain."""

    def half(ordered: list[Point]) -> list[Point]:
        chain: list[Point] = []
        for x, y in ordered:
            while len(chain) > 1:
                (ax, ay), (bx, by) = chain[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                chain.pop()
            chain.append((x, y))
        return chain[:-1]

    ordered = sorted(points)
    return half(ordered) + half(ordered[::-1]) if len(ordered) > 2 else ordered


def steps_needed(bits: int) -> int:
    """Division steps from delta = 1/2 after which g = 0 for all 0 <= g <= f <= 2^bits (github.com/sipa/safegcd-bounds).

    For each delta the hull of all (f, g), whatever their parities; a hull with |g| < 1 everywhere has g = 0 in every
    integer point."""
    top = 2.0**bits
    hulls: dict[int, list[Point]] = {1: [(0.0, 0.0), (top, 0.0), (top, top)]}  # by 2 delta
    step = 0
    while hulls:
        reached: dict[int, set[Point]] = {}
        for delta, corners in hulls.items():
            for f, g in corners:
                reached.setdefault(delta + 2, set()).add((f, g / 2))
                if delta > 0:
                    reached.setdefault(2 - delta, set()).add((g, (g - f) / 2))
                else:
                    reached.setdefault(delta + 2, set()).add((f, (g + f) / 2))
        step += 1
        hulls = {d: convex_hull(p) for d, p in reached.items() if any(abs(g) > 1 - ROUNDING for _, g in p)}
    return step


@pytest.mark.parametrize("bits", [7, 32, pytest.param(163, marks=pytest.mark.slow)])
def test_steps_are_enough(bits):
    text = (ROOT / "src/fp/inv_safegcd.c").read_text()
    slope, offset, divisor = map(int, re.search(r"\((\d+)UL \* FP_BITS \+ (\d+)\) / (\d+)", text).groups())
    taken = (slope * bits + offset) // divisor
    assert steps_needed(bits) <= taken
    assert taken < 49 * bits // 17 + 10  # and not a waste
