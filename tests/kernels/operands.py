"""Operands for kernels of prime fields, made so that carries and borrows happen which random operands set once in 2^32
or never: numbers of structured words, and pairs solved so that a sum, a product or a residue is at a border.

Every target's tests take them: `operands` by the family of a kernel, endless and the same for the same seed."""

import itertools
import math
import random
from collections.abc import Iterator

SMALL_LIMIT = 1 << 18  # of the number of fp-mul-small
SMALL = (0, 1, 2, 255, 256, 257, 0xFF00, 0xFFFF, 0x10000, 0x1FFFF, 0x20000, 0x3FF00, SMALL_LIMIT - 1, 121665, 39081)
DELTAS = (0, 1, -1, 2, -2, 3, -3, 18, 19, -19, 38)
MAX_RUNS = 100  # of ones among the numbers that every kernel is to see
WIDTHS = (8, 16, 32, 64, 128)  # of the words that structured numbers are made of


def fixed(limit: int, prime: int, word_bits: int) -> list[int]:
    """Numbers below the limit that every kernel is to see: the ends of its range, powers of two and runs of ones
    between the borders of words, what is about these and about multiples of p."""
    bits = (limit - 1).bit_length()
    borders = [*range(0, bits + 1, word_bits), prime.bit_length() - 1, prime.bit_length()]
    found = [0, 1, 2, limit - 1, limit - 2, limit // 2]
    found += [m * prime + d for m in (1, 2, 3, limit // prime - 1, limit // prime) for d in DELTAS]
    found += [(1 << k) + d for k in borders for d in (-1, 0, 1)] + [limit - (1 << k) for k in borders]
    runs = [(1 << high) - (1 << low) for low, high in itertools.combinations(borders[:-2], 2)]
    for run in random.Random(bits).sample(runs, min(len(runs), MAX_RUNS)):
        found += [run, limit - 1 - run]
    found += [pattern * ((1 << bits) // 0xFFFF) % limit for pattern in (0x00FF, 0xFF00, 0x8080, 0x7F7F)]
    return [x for x in dict.fromkeys(found) if 0 <= x < limit]


class Source:
    """Structured numbers from a seed."""

    def __init__(self, prime: int, word_bits: int, seed: int) -> None:
        self.prime, self.word_bits = prime, word_bits
        self.random = random.Random(seed)
        self.bits = word_bits * -(-prime.bit_length() // word_bits)

    def word(self, width: int) -> int:
        """0, 1, all ones, 2^k, 2^k - 1 and their complements, words of p and its multiples, a random one."""
        choose, ones = self.random, (1 << width) - 1
        power = 1 << choose.randrange(width)
        multiple = self.prime * choose.choice((1, 1, 2, 3, choose.getrandbits(8))) >> width * choose.randrange(16)
        plain = choose.choice((0, 0, 1, ones, ones, ones - 1, power, power - 1, multiple & ones))
        return choose.choice((plain, plain, ones - plain, choose.getrandbits(width)))

    def of_words(self, bits: int) -> int:
        """Words of one width, in runs."""
        width, found, at = self.random.choice((self.word_bits, *WIDTHS)), 0, 0
        while at < bits:
            word = self.word(width)
            for _ in range(self.random.choice((1, 1, 2, 3))):
                found |= word << at
                at += width
        return found & (1 << bits) - 1

    def sparse(self, bits: int) -> int:
        """A few powers of two, added and subtracted, such as 2^128 - 2^64 - 1."""
        width = self.random.choice((1, self.word_bits, *WIDTHS))
        terms = self.random.randrange(1, 6)
        total = sum(
            self.random.choice((1, -1)) << width * self.random.randrange(bits // width + 1) for _ in range(terms)
        )
        return (total + self.random.choice(DELTAS)) % (1 << bits)

    def near_multiple(self, limit: int) -> int:
        """A multiple of p, or p times structured bits, and a little."""
        most = max(1, limit // self.prime)
        factor = self.random.choice((self.random.randrange(most + 1), self.number_of(most.bit_length())))
        return factor * self.prime + self.random.choice((*DELTAS, self.number_of(self.word_bits)))

    def number_of(self, bits: int) -> int:
        """A structured number of so many bits."""
        if bits < 1:
            return 0
        ways = (self.of_words, self.of_words, self.sparse, self.random.getrandbits)
        return self.random.choice(ways)(bits)

    def number(self, limit: int) -> int:
        """A structured number below the limit."""
        bits = (limit - 1).bit_length()
        while True:
            found = self.near_multiple(limit) if self.random.random() < 0.15 else self.number_of(bits)
            if self.random.random() < 0.1:
                found = limit - 1 - found
            if 0 <= found < limit:
                return found

    def odd(self, limit: int) -> int:
        return self.number(limit) | 1


def sums(source: Source, limit: int, sign: int) -> tuple[int, int]:
    """a, b with a + sign b at a border: a structured number, or near 0, p, 2 p, 2^k."""
    while True:
        a, noise = source.number(limit), source.random
        power = 1 << noise.randrange(limit.bit_length() + 1)
        border = noise.choice((0, source.prime, 2 * source.prime, power, source.prime + power, source.number(limit)))
        b = sign * (border + noise.choice(DELTAS) - a)
        if noise.random() < 0.3:  # words of the one that the other's words fill up, but for a carry from below
            b = (limit - 1 if sign > 0 else 0) + sign * -a + noise.choice(DELTAS)
        if 0 <= a < limit and 0 <= b < limit:
            return a, b


def product_pair(source: Source, limit: int, factor: int) -> tuple[int, int]:
    """a, b whose product has structured low or high bits, or is a small or structured residue times `factor`."""
    noise, bits = source.random, (limit - 1).bit_length()
    while True:
        a, way = source.odd(limit), noise.randrange(5)
        if way == 0:  # structured low bits
            k = noise.choice((bits, source.bits, noise.randrange(1, bits + 1)))
            b = source.number_of(k) * pow(a, -1, 1 << k) % (1 << k)
        elif way == 1:  # structured high bits, from either side
            b = source.number_of(2 * bits) // a + noise.randrange(2)
        elif way == 2 and a % source.prime:  # a residue
            b = source.number(source.prime) * factor * pow(a, -1, source.prime) % source.prime
        elif way == 3:  # low bits to which a structured multiple of p is added in Montgomery's way
            k = source.bits
            b = -source.number_of(k) * source.prime * pow(a, -1, 1 << k) % (1 << k)
        else:
            b = source.number(limit)
        if a < limit and 0 <= b < limit:
            return (a, b) if noise.randrange(2) else (b, a)


def square_root_of_low(value: int, bits: int) -> int:
    """x with x^2 = value modulo 2^bits, for value = 1 modulo 8: Hensel's lifting."""
    x = 1
    for k in range(3, bits):
        if (x * x - value) >> k & 1:
            x += 1 << k - 1
    return x % (1 << bits)


def square_operand(source: Source, limit: int, factor: int) -> int:
    """a whose square has structured low or high bits, or is a small or structured residue times `factor`."""
    noise, bits, p = source.random, (limit - 1).bit_length(), source.prime
    while True:
        way = noise.randrange(6)
        if way == 0:
            k = noise.choice((bits, source.bits))
            a = square_root_of_low(source.number_of(k) & ~7 | 1, k) + (noise.randrange(2) << k - 1)
            a %= 1 << k
        elif way == 1:
            a = math.isqrt(source.number_of(2 * bits)) + noise.randrange(2)
        elif way == 2 and p % 4 == 3:
            root = pow(source.number(p) * factor, (p + 1) // 4, p)
            a = noise.choice((root, p - root))
        elif way == 3:
            k = source.bits
            a = square_root_of_low(-source.number_of(k) * p & ~7 & (1 << k) - 1 | 1, k)
        else:
            a = source.number(limit)
        if 0 <= a < limit:
            return a


def reduction_operand(source: Source, limit: int) -> int:
    """c that is structured, a structured multiple of p and a little, or a product of structured numbers."""
    noise = source.random
    while True:
        way = noise.randrange(4)
        if way == 0:
            c = source.number(limit)
        elif way == 1:
            c = source.near_multiple(limit)
        elif way == 2:
            c = math.prod(product_pair(source, min(limit, 1 << source.bits), 1))
        else:  # what a structured multiple of p is added to in Montgomery's way, and the upper half besides
            radix = 1 << source.bits
            c = -source.number_of(source.bits) * source.prime % radix
            c += source.number(max(1, limit >> source.bits)) << source.bits
        if 0 <= c < limit:
            return c


def made(source: Source, family: str, limit: int, factor: int) -> tuple[int, ...]:
    """One structured input of a kernel of the family."""
    if family == "fp-reduce":
        return (reduction_operand(source, limit),)
    if family in ("fp-sqr", "fp-sqr-reduce"):
        return (square_operand(source, limit, factor),)
    if family in ("fp-add", "fp-sub"):
        return sums(source, limit, -1 if family == "fp-sub" else 1)
    a, b = product_pair(source, limit, factor)
    if family == "fp-mul-small":
        return a, source.random.choice((*SMALL, source.number(SMALL_LIMIT), b % SMALL_LIMIT))
    return a, b


def operands(
    family: str, prime: int, word_bits: int, limit: int, factor: int = 1, seed: int = 1
) -> Iterator[tuple[int, ...]]:
    """Inputs of a kernel of the family, without end, some of them twice. limit: what its elements, or the number that
    it reduces, are below; factor: what its product is divided by in Montgomery's way (R), else 1. Fixed numbers and
    made ones take turns, so that the first few hundred have both."""
    source = Source(prime, word_bits, seed)
    ends = fixed(limit, prime, word_bits)
    others = SMALL if family == "fp-mul-small" else ends
    has_two = family not in ("fp-sqr", "fp-sqr-reduce", "fp-reduce")
    for a in ends:
        yield (a, source.random.choice(others)) if has_two else (a,)
        yield made(source, family, limit, factor)
    if has_two and others is ends:
        yield from ((a, a) for a in ends[::3])
    while True:
        yield made(source, family, limit, factor)
