"""The number of division steps that inversion takes (inv_safegcd.c) against a bound computed here, and its results
for inputs that need almost as many."""

import functools
import re
import subprocess

import pytest

from codegen.built import FIELDS, scalar_bits
from motelab import INCLUDE_FLAGS
from motelab.library import host
from tests.src.fp.test_fp import Template

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
    """Division steps from delta = 1/2 after which g = 0 for all 0 <= g <= f <= 2^bits
    (github.com/sipa/safegcd-bounds).

    For each delta the function keeps the hull of all (f, g), whatever their parities; if |g| < 1 everywhere in a
    hull, g = 0 in every integer point."""
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


def steps_taken(size: int, word_bits: int, folder) -> int:
    """The steps of inv_safegcd.c for numbers of so many bits, read from the size of an array in the compiled code."""
    text = '#include "fp/inversion/inv_safegcd.c"\nchar steps_taken[(unsigned)BATCHES * (unsigned)DIGIT_BITS];\n'
    flags = [*INCLUDE_FLAGS, f"-DMC_FIELD=order{size}", f"-DMC_WORD_BITS={word_bits}"]
    path = folder / "steps.o"
    subprocess.run(["cc", "-std=gnu11", *flags, "-c", "-x", "c", "-", "-o", path], input=text, text=True, check=True)
    listing = subprocess.run(["nm", "-S", path], check=True, capture_output=True, text=True).stdout
    return int(re.search(r"^\S+ (\S+) \S steps_taken$", listing, re.M)[1], 16)


@pytest.mark.parametrize("size", [7, 64, pytest.param(163, marks=pytest.mark.slow)])
def test_steps_are_enough(word_bits, size, tmp_path):
    taken, batch = steps_taken(size, word_bits, tmp_path), {8: 14, 16: 14, 32: 30, 64: 62}[word_bits]
    assert steps_needed(size) <= taken
    assert taken < 49 * size // 17 + 10 + batch  # and not a waste


# ---- Inputs that need almost all steps

SIZES = sorted({scalar_bits(field) for field in FIELDS})
WIDTH, LARGEST_DELTA = 30, 9  # of the search: pairs kept for each delta, and the range of deltas
Pair = tuple[int, int]


@functools.cache
def slowest() -> dict[int, tuple[int, int, int]]:
    """By size: the most division steps found, and f and g < f < 2^size that take them.

    The search goes backward from f = 1 and g = 0, a step at a time. For each delta it keeps the pairs that have grown
    least. So f is not prime; such a search finds no prime that is as slow."""
    reached: dict[int, set[Pair]] = {d: {(1, 0)} for d in range(1 - 2 * LARGEST_DELTA, 2 * LARGEST_DELTA, 2)}
    found, steps = dict.fromkeys(SIZES, (0, 1, 0)), 0
    while any(reached.values()):
        steps += 1
        reached = {delta: _smallest(pairs) for delta, pairs in _before(reached, steps == 1).items()}
        for f, g in reached[1]:
            if 0 <= g < f:
                found |= {size: (steps, f, g) for size in SIZES if f < 1 << size and found[size][0] < steps}
    return found


def _before(reached: dict[int, set[Pair]], is_last: bool) -> dict[int, list[Pair]]:
    """All pairs from which one step leads to the given ones, by 2 delta. The last step was one with an odd g."""
    before: dict[int, list[Pair]] = {delta: [] for delta in reached}
    for delta, pairs in reached.items():
        for f, g in pairs:
            if 2 - delta > 0 and 2 - delta in before:
                before[2 - delta].append((f - 2 * g, f))
            if delta - 2 in before:
                before[delta - 2] += [] if is_last else [(f, 2 * g)]
                before[delta - 2] += [(f, 2 * g - f)] if delta - 2 <= 0 else []
    return before


def _smallest(pairs: list[Pair]) -> set[Pair]:
    positive = {(f, g) if f > 0 else (-f, -g) for f, g in pairs}
    below = [(f, g) for f, g in positive if max(f, abs(g)) < 1 << SIZES[-1]]
    return set(sorted(below, key=lambda pair: pair[0] ** 2 + 8 * pair[1] ** 2)[:WIDTH])


def steps_of(f: int, g: int) -> int:
    """Division steps until g is 0, by their definition."""
    delta, steps = 1, 0
    while g:
        if delta > 0 and g % 2:
            delta, f, g = 2 - delta, g, (g - f) // 2
        else:
            delta, g = 2 + delta, (g + g % 2 * f) // 2
        steps += 1
    return steps


def test_what_is_slow():
    """The search comes close to the bound, so almost every size needs the last batch of steps."""
    is_needed = {batch: 0 for batch in (14, 62)}
    for size, (steps, f, g) in slowest().items():
        bound = (45907 * size + 26313) // 19929
        assert 0.97 * bound - 2 < steps == steps_of(f, g) <= bound
        for batch in is_needed:
            is_needed[batch] += steps > (-(-bound // batch) - 1) * batch
    assert is_needed[14] > 0.7 * len(SIZES) and is_needed[62] > 0.9 * len(SIZES)


def test_slow_inputs(word_bits):
    """A batch of steps fewer, or 3 % fewer, gives a wrong inverse for one of these."""
    tried = 0
    for size, (_, f, g) in slowest().items():
        try:
            template = Template(word_bits, f"order{size}", f)
        except host.FieldNotBuilt:
            continue
        if not template.has("inv_safegcd"):
            continue
        tried += 1
        a, r = g * pow(template.r, -1, f) % f, template.r
        for value in (g, a, f - g):
            assert template.call("inv_safegcd", value) == r * r * pow(value, -1, f) % f, size
    assert tried
