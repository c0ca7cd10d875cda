"""The common part of the SHA-256 kernels (FIPS 180-4) of several targets."""

from math import isqrt


def round_constants() -> list[int]:
    """The first 32 bits of the fractional parts of the cube roots of the first 64 primes."""
    primes = [p for p in range(2, 312) if all(p % d for d in range(2, isqrt(p) + 1))]
    return [_cube_root(p << 96) & 0xFFFFFFFF for p in primes]


def _cube_root(n: int) -> int:
    """floor(n^(1/3)), bit by bit."""
    root = 0
    for bit in reversed(range(n.bit_length() // 3 + 1)):
        if (root | 1 << bit) ** 3 <= n:
            root |= 1 << bit
    return root
