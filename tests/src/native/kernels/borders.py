"""Operands of products and squares of prime fields in large numbers, for tests that run hundreds of thousands: a few
structured numbers, crossed, and pairs solved for residues and upper words at which reductions carry."""

import itertools
import math
import random
from collections.abc import Iterator

from tests.src.native.kernels.operands import Source, operands, square_root

FACTORS = 48  # divisors of residues and products
MADE = 400  # of operands.operands, whose numbers are crossed


def residues(prime: int, word_bits: int, noise: random.Random) -> Iterator[int]:
    """Sums of few small multiples of powers of the word: the values that remain after an excess is folded."""
    words = -(-prime.bit_length() // word_bits)
    while True:
        total = noise.choice((0, 0, 0, 1, -1))
        for _ in range(noise.choice((1, 1, 2, 2, 3))):
            coefficient = noise.choice((1, 1, 2, 3, 4, 1 << noise.randrange(word_bits), noise.getrandbits(word_bits)))
            total += noise.choice((1, 1, -1)) * coefficient << word_bits * noise.randrange(words + 1)
        yield total % prime


def products(prime: int, word_bits: int, limit: int, noise: random.Random, source: Source) -> Iterator[tuple[int, int]]:
    """a, b in rounds: first residues over one a; then products with the upper words of a structured number, more of
    them for a shorter a."""
    bits = limit.bit_length() - (limit & (limit - 1) == 0)
    borders = residues(prime, word_bits, noise)
    while True:
        a = source.odd(limit)
        if a % prime:
            inverse = pow(a, -1, prime)
            yield from ((a, next(borders) * inverse % prime) for _ in range(FACTORS))
        for _ in range(FACTORS):
            length = bits - noise.choice((0, noise.randrange(word_bits + 1)))
            a = noise.getrandbits(length) | 1 << length - 1
            b = source.number(limit * limit) // a + noise.randrange(2)
            if a < limit and b < limit:
                yield (a, b) if noise.randrange(2) else (b, a)


def squares(prime: int, word_bits: int, limit: int, noise: random.Random, source: Source) -> Iterator[tuple[int]]:
    """a whose square is such a residue, or has the upper words of a structured number."""
    borders = residues(prime, word_bits, noise)
    while True:
        root = square_root(next(borders), prime)
        if root is not None:
            yield (root,)
            yield (prime - root,)
        for _ in range(2):
            c = source.number(limit * limit) >> noise.choice((0, noise.randrange(2 * word_bits)))
            yield (min(math.isqrt(c) + noise.randrange(2), limit - 1),)


def crossed(limit: int, cases: list[tuple[int, ...]], noise: random.Random) -> Iterator[tuple[int, ...]]:
    """Numbers of different cases together; for one operand their sums, and numbers with the words of both."""
    while True:
        (a, *_), (*others, b) = noise.choice(cases), noise.choice(cases)
        if others:
            yield a, b
            continue
        k = noise.randrange(limit.bit_length())
        yield (noise.choice((a + b, a - b, a ^ b, (a >> k << k) + b % (1 << k))) % limit,)


def many(family: str, prime: int, word_bits: int, limit: int, seed: int = 1) -> Iterator[tuple[int, ...]]:
    """Inputs of a kernel of the family, without end: those of `operands` first, then mixed with others in turn."""
    made = operands(family, prime, word_bits, limit, seed=seed)
    first = list(itertools.islice(made, MADE))
    yield from first
    noise, source = random.Random(seed), Source(prime, word_bits, seed)
    if family in ("fp-mul", "fp-mul-reduce"):
        made = products(prime, word_bits, limit, noise, source)
    elif family in ("fp-sqr", "fp-sqr-reduce"):
        made = squares(prime, word_bits, limit, noise, source)
    pairs = crossed(limit, first, noise)
    while True:
        yield from itertools.islice(made, 4)
        yield from itertools.islice(pairs, 8)
