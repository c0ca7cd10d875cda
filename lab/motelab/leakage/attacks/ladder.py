"""The steps of a ladder on x-coordinates in a trace, and the scalars of its keys.

A ladder with a blinded scalar (src/scalar/ladder/ladder_blinded.c) has more steps, and another scalar in each call. A
number serves as a key if it is the scalar modulo the points of the curve or of its twist."""

from collections.abc import Callable, Sequence

import numpy as np

from motelab.common.errors import MotecurveError
from motelab.leakage import routines
from motelab.leakage.campaign import Campaign
from motelab.subjects.curves import Curve

STEP = "ladder_step"
BITS = {255: 255, 448: 448}  # field -> bits of its clamped scalars (RFC 7748, 5), and iterations
BLINDED_BITS = {255: 383, 448: 671}  # of words of 8 to 32 bits

Judge = Callable[[Sequence[int]], int]  # how many bits are right
Check = Callable[[int], bool]  # whether a number is the key


def orders(curve: Curve) -> tuple[int, int]:
    """The numbers of points of the curve and of its twist."""
    points = curve.order * curve.cofactor
    return points, 2 * curve.modulus + 2 - points


def serves(number: int, scalar: int, curve: Curve) -> bool:
    """Whether a number does what the scalar does, to points of the curve or of its twist."""
    return any((number - scalar) % order == 0 for order in orders(curve))


def serving(curve: Curve, scalar: int) -> Judge:
    """All bits are right if their number serves as the scalar; most bits of it alone tell nothing."""
    return lambda bits: len(bits) if serves(number_of(bits), scalar, curve) else 0


def iterations(campaign: Campaign, test: str) -> tuple[np.ndarray, int]:
    """The first samples of the ladder's steps, and the routine's address; MotecurveError without such a ladder."""
    names = routines.of(campaign.image.path)
    starts = [int(names.starts[i]) for i, name in enumerate(names.names) if f"_{STEP}_" in name]
    bits = campaign.asked.chosen.curve.bits
    for start in starts:
        entries = np.flatnonzero(campaign.addresses == start)
        if len(entries) in (BITS.get(bits), BLINDED_BITS.get(bits)):
            return entries, start
    raise MotecurveError(f"--test {test} reads the steps of a ladder on x: take --op ecdh --curve Curve25519")


def is_blinded(steps: int, curve: Curve) -> bool:
    """Whether a ladder of so many steps has a blinded scalar."""
    return steps == BLINDED_BITS[curve.bits]


def cut(trace: np.ndarray, starts: np.ndarray, length: int) -> np.ndarray:
    """The iterations, a row each."""
    return np.stack([trace[start : start + length] for start in starts])


def number_of(bits: Sequence[int]) -> int:
    """The number of bits, highest first."""
    return int("".join(map(str, bits)), 2)


def bits_of(swaps: Sequence[int] | np.ndarray) -> list[int]:
    """The bits of the scalar, highest first: a swap is the sum of a bit and the one before."""
    bits, before = [], 0
    for swap in swaps:
        before ^= int(swap)
        bits.append(before)
    return bits


def agreeing(bits: Sequence[int], scalar: int) -> int:
    """How many bits are right."""
    return sum(bit == scalar >> place & 1 for place, bit in zip(reversed(range(len(bits))), bits, strict=True))


def clamped(secret: int, bits: int) -> int:
    """The scalar of a private key: RFC 7748, section 5."""
    if bits == 448:
        return secret & ~3 | 1 << 447
    return secret & ((1 << 254) - 8) | 1 << 254
