"""The joint sparse form, by induction on the columns.

A column depends on three bits of each scalar from its place on and on two carries: on x = bits + carry modulo 8 for
each. The C is run on all pairs of scalars of a small length. In each run carries are read off the digits: the carry at
place i is (k - sum of digits below i) / 2^i - floor(k / 2^i). The map from bits and carries to digits and next carries
must be one map for all runs and places; it is then the step of every column, and its equation,
bit + carry = digit + 2 next, the step of the proof that the digits add up to the scalars."""

import itertools

from motelab.prove.recodings.base2 import expect
from motelab.prove.recodings.bits import Library

LENGTH = 6  # bits of the scalars of the runs: every window of bits follows every carry
Column = tuple[int, int, int, int]  # three bits of each scalar, two carries


def runs(library: Library) -> dict[Column, tuple[int, int, int, int]]:
    """The map; Broken if it is none, or a carry is neither 0 nor 1."""
    found: dict[Column, tuple[int, int, int, int]] = {}
    for k, other in itertools.product(range(1 << LENGTH), repeat=2):
        columns = library.recode_joint(LENGTH, k, other)
        expect(sum(u << i for i, (u, _) in enumerate(columns)) == k, f"digits of {k} are another number")
        expect(sum(v << i for i, (_, v) in enumerate(columns)) == other, f"digits of {other} are another number")
        expect(len(columns) <= LENGTH + 1, "too many columns")
        expect(not columns or any(columns[-1]), "the top column is 0")
        rests = [k, other]
        for i in range(LENGTH + 1):
            digits = columns[i] if i < len(columns) else (0, 0)
            carries = [rest - (scalar >> i) for rest, scalar in zip(rests, (k, other), strict=True)]
            rests = [(rest - digit) // 2 for rest, digit in zip(rests, digits, strict=True)]
            after = [rest - (scalar >> i + 1) for rest, scalar in zip(rests, (k, other), strict=True)]
            expect(set(carries + after) <= {0, 1}, "a carry is neither 0 nor 1")
            key = (k >> i & 7, other >> i & 7, *carries)
            expect(found.setdefault(key, (*digits, *after)) == (*digits, *after), "a column depends on more")
    return found


def prove(library: Library) -> int:
    """Broken if a column of the form is wrong; the number of columns that were looked at."""
    found = runs(library)
    for (x, y, carry_k, carry_l), (u, v, after_k, after_l) in found.items():
        expect({u, v} <= {-1, 0, 1}, "a digit is none")
        expect((x & 1) + carry_k == u + 2 * after_k and (y & 1) + carry_l == v + 2 * after_l, "a carry is wrong")
    # Every state that a column leads to is the state of a column, with every next bit.
    for (x, y, _, _), (_, _, after_k, after_l) in found.items():
        for high_x, high_y in itertools.product((0, 4), repeat=2):
            expect((x >> 1 | high_x, y >> 1 | high_y, after_k, after_l) in found, "a state is missing")
    for first in found:
        sparse(found, first)
    return len(found)


def sparse(found: dict[Column, tuple[int, int, int, int]], first: Column) -> None:
    """Of three neighbouring columns one is 0."""
    for second in followers(found, first):
        for third in followers(found, second):
            expect(any(not any(found[one][:2]) for one in (first, second, third)), "three columns are not 0")


def followers(found: dict[Column, tuple[int, int, int, int]], column: Column) -> list[Column]:
    x, y, _, _ = column
    after = found[column][2:]
    return [(x >> 1 | hx, y >> 1 | hy, *after) for hx, hy in itertools.product((0, 4), repeat=2)]
