"""What a step of a ladder swaps by, for someone who chose the key and knows the random source of a board.

A plain ladder swaps by the sum of a bit of the scalar and the one before. A ladder with a blinded scalar swaps twice,
by the bits of two shares (src/scalar/ladder/ladder_blinded.c), whose sum is the swap."""

from collections.abc import Iterator

import numpy as np

from motelab.boards.selection import Selection
from motelab.leakage.attacks import ladder
from motelab.subjects.curves import Curve


def octets(state: int) -> Iterator[int]:
    """The random source of a board's image (boards/firmware/main.c), from its state."""
    while True:
        state ^= state << 7 & 0xFFFF
        state ^= state >> 9
        state ^= state << 8 & 0xFFFF
        yield state & 0xFF


def plain(scalar: int, steps: int) -> np.ndarray:
    """[step, 1]: the swap before each step."""
    return np.array([[(scalar ^ scalar >> 1) >> i & 1] for i in reversed(range(steps))], np.uint8)


def blinded(scalar: int, x: int, state: int, chosen: Selection) -> np.ndarray:
    """[step, 2]: the bits of both shares, for the public x and the state of the random source."""
    curve, word = chosen.curve, chosen.board.word_bits // 8
    source = octets(state)

    def drawn(words: int) -> int:
        return int.from_bytes(bytes(next(source) for _ in range(words * word)), "little")

    words = -(-curve.bits // (8 * word))
    half = -(-words // 2)
    if chosen.blinding == "both":
        drawn(words)  # the factor of the coordinates
    factor, mask = drawn(half) & ~3, drawn(words + half)
    number = scalar + factor * (points(curve, x) // 4)
    shares = [share ^ share << 1 for share in (number ^ mask, mask)]
    return np.array(
        [[share >> i & 1 for share in shares] for i in range(8 * word * (words + half) - 1, 0, -1)], np.uint8
    )


def points(curve: Curve, x: int) -> int:
    """The number of points of the curve if x is on it, else of its twist."""
    a, p = dict(curve.coefficients)["a"], curve.modulus
    is_on_curve = pow(x * (x * x + a * x + 1) % p, (p - 1) // 2, p) != p - 1
    return ladder.orders(curve)[not is_on_curve]


def joined(scores: np.ndarray) -> np.ndarray:
    """[step]: the score of a swap, above 0 if it is likely, from those of the bits whose sum it is [step, bit]: as
    certain as the least certain of them."""
    odd = (scores > 0).sum(axis=1) % 2 == 1
    return np.where(odd, 1, -1) * np.abs(scores).min(axis=1)


def search(scores: np.ndarray, is_right: ladder.Check, least_certain: int) -> int | None:
    """The number whose swaps have these scores, for which `is_right`; all ways to turn the least certain swaps are
    tried. None if no number is right."""
    number = ladder.number_of(ladder.bits_of(scores > 0))
    steps = len(scores)
    turns = [(1 << steps - int(i)) - 1 for i in np.argsort(np.abs(scores), kind="stable")[:least_certain]]
    for tried in range(1 << len(turns)):
        # Gray's order: one turn from each number to the next.
        number ^= turns[(tried & -tried).bit_length() - 1] if tried else 0
        if is_right(number):
            return number
    return None
