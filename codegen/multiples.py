"""The table of the multiples u b of b, u a polynomial of degree at most 3, from the multiples by powers of z. In this
order each row is one addition, in place, to a row that is not needed any more."""

from collections.abc import Iterator

ROWS = 16
POWERS = (1, 2, 4, 8)
# (target, added): the second is added to the first; the names say which values the places hold at first.
STEPS = ((1, 2), (1, 4), (1, 2), (1, 8), (1, 2), (1, 4), (1, 2), (2, 4), (2, 8), (2, 4), (4, 8))


def sums() -> Iterator[tuple[int, int, int]]:
    """(target, added, u): target += added makes the target the multiple by u; each u except 0 and powers occurs
    once."""
    held = {u: u for u in POWERS}
    for target, added in STEPS:
        held[target] ^= held[added]
        yield target, added, held[target]
