"""The common part of the kernels of several targets for SHA-2 (FIPS 180-4)."""

from math import isqrt


def round_constants(count: int, bits: int) -> list[int]:
    """The first bits of the fractional parts of the cube roots of the first primes: 64 and 32 for SHA-256, 80 and 64
    for SHA-512."""
    primes = [p for p in range(2, 410) if all(p % d for d in range(2, isqrt(p) + 1))]
    return [_cube_root(p << 3 * bits) & (1 << bits) - 1 for p in primes[:count]]


def _cube_root(n: int) -> int:
    """floor(n^(1/3)), bit by bit."""
    root = 0
    for bit in reversed(range(n.bit_length() // 3 + 1)):
        if (root | 1 << bit) ** 3 <= n:
            root |= 1 << bit
    return root
