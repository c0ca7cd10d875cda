"""SHA-256's compression function by the words of the standard, for kernels of every target."""

import struct

from codegen.sha2 import round_constants

MASK = 0xFFFFFFFF


def turned(x: int, *bits: int) -> int:
    """The sum of rotations to the right."""
    found = 0
    for n in bits:
        found ^= (x >> n | x << (32 - n)) & MASK
    return found


def schedule(block: bytes) -> list[int]:
    """The 64 words of the message schedule."""
    w = list(struct.unpack(">16I", block))
    for t in range(16, 64):
        s0, s1 = turned(w[t - 15], 7, 18) ^ w[t - 15] >> 3, turned(w[t - 2], 17, 19) ^ w[t - 2] >> 10
        w.append((w[t - 16] + s0 + w[t - 7] + s1) & MASK)
    return w


def compressed(state: list[int], block: bytes) -> list[int]:
    """FIPS 180-4, 6.2.2."""
    a, b, c, d, e, f, g, h = state
    for constant, word in zip(round_constants(64, 32), schedule(block), strict=True):
        first = h + turned(e, 6, 11, 25) + (e & f ^ ~e & g) + constant + word
        second = turned(a, 2, 13, 22) + (a & b ^ a & c ^ b & c)
        a, b, c, d, e, f, g, h = (first + second) & MASK, a, b, c, (d + first) & MASK, e, f, g
    return [(x + y) & MASK for x, y in zip(state, (a, b, c, d, e, f, g, h), strict=True)]
