"""Operands of kernels in Montgomery form that make the rare carries of a reduction in blocks of three words, and of the
sums within products of F_p(u)."""

import itertools
import random
from collections.abc import Iterable, Iterator

BLOCK_BITS = 96
HALF_BITS = 16
HALF_ONES = (1 << HALF_BITS) - 1


def block(inverse: int, noise: random.Random) -> int:
    """Halves h[0] to h[5] of a block such that the sums of products at 2^16 and 2^48, of its product with 1/p, end in
    0xfffe or 0xffff: what is added to them then carries. Some blocks have words of zeros or ones instead."""
    if noise.randrange(4) == 0:
        words = [noise.choice((0, 1, (1 << 32) - 1, noise.getrandbits(32))) for _ in range(3)]
        return sum(word << 32 * i for i, word in enumerate(words))
    c = [inverse >> HALF_BITS * i & HALF_ONES for i in range(4)]
    h = [noise.getrandbits(HALF_BITS) for _ in range(6)]
    first = pow(c[0], -1, 1 << HALF_BITS)
    h[1] = (noise.choice((0xFFFE, 0xFFFF)) - c[1] * h[0]) * first & HALF_ONES
    h[3] = (noise.choice((0xFFFD, 0xFFFE, 0xFFFF)) - c[1] * h[2] - c[2] * h[1] - c[3] * h[0]) * first & HALF_ONES
    return sum(half << HALF_BITS * i for i, half in enumerate(h))


def lower_half(prime: int, bits: int, noise: random.Random, ends: tuple[int, int] = (1, 0)) -> int:
    """The lower half of a product whose reduction meets such blocks: it is a multiple of p, as each block takes one
    from the rest. ends: a power of two and the residue modulo it of the first block."""
    inverse = pow(prime, -1, 1 << BLOCK_BITS)
    blocks = [block(inverse, noise) for _ in range(0, bits, BLOCK_BITS)]
    blocks[0] += ends[1] - blocks[0] % ends[0]
    factors = (value * inverse % (1 << BLOCK_BITS) << BLOCK_BITS * i for i, value in enumerate(blocks))
    return sum(factors) * prime % (1 << bits)


def square_root(value: int, bits: int) -> int:
    """The root modulo 2^bits of a number that is 1 modulo 8, by Hensel's lemma."""
    root = 1
    for k in range(3, bits):
        root += (value - root * root >> k & 1) << k - 1
    return root


def squares(prime: int, bits: int, noise: random.Random) -> Iterator[tuple[int]]:
    """a whose square has such a lower half."""
    while True:
        root = square_root(lower_half(prime, bits, noise, (8, 1)), bits)
        for candidate in (root, -root, root + (1 << bits - 1), (1 << bits - 1) - root):
            if candidate % (1 << bits) < prime:
                yield (candidate % (1 << bits),)


def products(prime: int, bits: int, noise: random.Random, shift: int = 0) -> Iterator[tuple[int, int]]:
    """a, b below p, a odd, whose product times 2^shift has such a lower half."""
    while True:
        low = lower_half(prime, bits, noise, (1 << shift, 0))
        for _ in range(8):
            a = noise.randrange(prime) | 1
            b = (low * pow(a, -1, 1 << bits) % (1 << bits)) >> shift
            if max(a, b) < prime:
                yield a, b


def solved_squares(prime: int, factors: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """a0, a1 such that a0 + a1 and a0 - a1 + p are two of these factors."""
    for total, difference in factors:
        a0, a1 = (total + difference - prime) // 2, (total - difference + prime) // 2
        if total + difference & 1 and 0 <= a0 < prime and 0 <= a1 < prime:
            yield a0, a1


def chained(noise: random.Random) -> tuple[int, int]:
    """Numbers of six words whose upper halves have a product with two words of ones in its upper half: a carry from
    below runs through them."""
    x = noise.getrandbits(BLOCK_BITS - 1) | 1 << BLOCK_BITS - 2
    y = ((noise.getrandbits(30) + 1 << 160) - 1) // x
    return tuple(upper << BLOCK_BITS | noise.getrandbits(BLOCK_BITS) for upper in (x, y))


def with_chains(prime: int, bits: int, noise: random.Random) -> Iterator[tuple[int, int]]:
    """Factors below p whose lower halves, or whose differences of lower and upper halves, are such numbers."""
    half = bits // 2
    while True:
        tops = [noise.randrange(prime >> half + 1, prime >> half) for _ in range(2)]
        lower = [x + noise.choice((0, top)) for x, top in zip(chained(noise), tops, strict=True)]
        x, y = (low % (1 << half) | top << half for low, top in zip(lower, tops, strict=True))
        yield x, y


def crafted(family: str, prime: int, bits: int, plain: list[tuple[int, int]], seed: int) -> Iterator[tuple[int, ...]]:
    """Operands of a family, those of F_p(u) with the coefficient of u in the upper bits. plain: factors below 2 p."""
    noise = random.Random(seed)
    if family == "fp-mul-reduce":
        yield from products(prime, bits, noise)
    elif family == "fp-sqr-reduce":
        yield from squares(prime, bits, noise)
    elif family == "fp2-mul":
        for a, b in products(prime, bits, noise):
            yield (a, b) if noise.randrange(2) else (a, b << bits)
    elif family == "fp2-sqr":
        streams = (
            solved_squares(prime, plain),
            solved_squares(prime, with_chains(prime, bits, noise)),
            solved_squares(prime, products(prime, bits, noise)),
            products(prime, bits, noise, 1),
        )
        for a0, a1 in itertools.chain.from_iterable(zip(*streams, strict=False)):
            yield (a0 | a1 << bits,)
