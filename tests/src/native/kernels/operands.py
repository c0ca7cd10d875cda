"""Operands for kernels of prime fields that cause rare carries; random operands cause these once in 2^32 or never:
numbers of structured words, and pairs solved so that a sum, a product or a residue is at a border.

Every target's tests use them: `operands` takes the family of a kernel, is endless, and repeats for the same seed."""

import itertools
import math
import random
from collections.abc import Callable, Iterator

SMALL_LIMIT = 1 << 18  # of the number of fp-mul-small
SMALL = (0, 1, 2, 255, 256, 257, 0xFF00, 0xFFFF, 0x10000, 0x1FFFF, 0x20000, 0x3FF00, SMALL_LIMIT - 1, 121665, 39081)
DELTAS = (0, 1, -1, 2, -2, 3, -3, 18, 19, -19, 38)
MAX_RUNS = 100  # runs of ones among the numbers that every kernel must see
WIDTHS = (8, 16, 32, 64, 128)  # of the words that structured numbers are made of


def fixed(limit: int, prime: int, word_bits: int) -> list[int]:
    """Numbers below the limit that every kernel must see: the ends of its range, powers of two and runs of ones
    between the borders of words, and the neighbours of these and of multiples of p."""
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
        self.fold = (1 << self.bits) % prime

    def word(self, width: int) -> int:
        """0, 1, all ones, 2^k, 2^k - 1 and their complements, words of p and its multiples, words whose product with
        2^bits mod p is a little below or above a multiple of 2^width, a random one."""
        choose, ones = self.random, (1 << width) - 1
        power = 1 << choose.randrange(width)
        multiple = self.prime * choose.choice((1, 1, 2, 3, choose.getrandbits(8))) >> width * choose.randrange(16)
        fold = min(self.fold, ones) or 1
        turning = (choose.randrange(1, fold + 1) << width) // fold + choose.choice((0, -1)) & ones
        plain = choose.choice((0, 0, 1, ones, ones, ones - 1, power, power - 1, multiple & ones, turning))
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

    def top_alone(self, bits: int) -> int:
        """A few bits on top of zeros, and a little more or less."""
        k = self.random.choice((self.random.randrange(bits + 1), max(0, bits - 8 * self.random.randrange(1, 4))))
        little = self.number_of(self.random.choice((k // 2, 5)))
        return max(0, (self.number_of(bits - k) << k) + self.random.choice((1, -1)) * little)

    def folded_high(self) -> int:
        """A product's upper half, followed by zeros; times 2^bits mod p it is near a structured number."""
        total = self.random.choice((self.number_of, self.top_alone))(self.bits + self.fold.bit_length())
        return min(total // self.fold, (1 << self.bits) - 1) << self.bits

    def residue(self) -> int:
        """A number modulo p around which a sum carries far: structured, or a few bits above zeros and a little more
        or less."""
        bits = self.prime.bit_length()
        found = self.number(self.prime) if self.random.randrange(2) else self.top_alone(bits)
        return found % self.prime

    def odd(self, limit: int) -> int:
        return self.number(limit) | 1


def sums(source: Source, limit: int, sign: int) -> tuple[int, int]:
    """a, b with a + sign b at a border: a structured number of either sign, near 0, p, 2 p, 2^k, or a little below
    2^k by structured bits."""
    noise, bits = source.random, limit.bit_length()
    while True:
        a, power = source.number(limit), 1 << noise.randrange(bits + 1)
        border = noise.choice((0, source.prime, 2 * source.prime, power, source.prime + power, source.residue()))
        if noise.random() < 0.4:
            little = noise.choice((source.number_of, source.top_alone))(noise.randrange(1, bits))
            border = noise.choice((1 << bits, source.prime)) - little
        elif sign < 0:
            border *= noise.choice((1, -1))
        b = sign * (border + noise.choice(DELTAS) - a)
        if noise.random() < 0.2:  # words of one that the other's words fill up, unless a carry comes from below
            b = (limit - 1 if sign > 0 else 0) + sign * -a + noise.choice(DELTAS)
        if 0 <= a < limit and 0 <= b < limit:
            return a, b


def first_multiple(a: int, modulus: int, low: int, high: int) -> int | None:
    """The least x >= 0 with low <= a x mod modulus <= high, for 0 <= low <= high < modulus; None if there is none."""
    if low == 0:
        return 0
    if a == 0:
        return None
    if 2 * a > modulus:
        a, low, high = modulus - a, modulus - high, modulus - low
    found = -(-low // a)
    if a * found <= high:
        return found
    inner = first_multiple((a - modulus % a) % a, a, low % a, high % a)
    return None if inner is None else (low + modulus * inner + a - 1) // a


def in_window(a: int, start: int, modulus: int, low: int, size: int) -> int | None:
    """The least x >= start for which a x modulo the modulus is one of the `size` numbers from `low` on."""
    first = (low - a * start) % modulus
    if first + size > modulus:
        return start
    found = first_multiple(a % modulus, modulus, first, first + size - 1)
    return None if found is None else start + found


def product_in_windows(source: Source, limit: int) -> tuple[int, int]:
    """a, b with a product whose top bits are structured and which lies in a window modulo p or 2^k: a run of zeros or
    ones, or the rest of p after the top bits have subtracted a multiple of it."""
    noise, p, bits = source.random, source.prime, source.bits
    while True:
        a = source.number(limit) | 1 << noise.randrange(bits // 2, bits) & limit - 1
        start = min(source.number_of(2 * bits) // max(a, 1), limit - 1)
        if noise.randrange(2):
            over = a * start >> bits
            above = noise.choice((over * ((1 << p.bit_length()) % p) >> bits, over, 0))
            modulus, low = p, (above + noise.choice((0, 1, 2))) * ((1 << p.bit_length()) % p)
            size = noise.choice((2 * above + 2, 1 << noise.randrange(1, bits)))
            low = (low - noise.choice((0, 1)) * size) % p
        else:
            k = noise.randrange(16, 2 * bits)
            modulus, size = 1 << k, 1 << noise.randrange(k)
            low = (source.number_of(k) >> noise.randrange(k) << noise.randrange(k)) - noise.choice(
                (0, size)
            ) & modulus - 1
        b = in_window(a % modulus, start, modulus, low, min(size, modulus))
        if b is not None and a < limit and b < limit:
            return a, b


def halves(source: Source, bits: int, make: Callable[[int], tuple[int, int]]) -> tuple[int, int]:
    """a, b of so many bits for Karatsuba's method: pairs of halves that `make` solves, the upper, the lower, and the
    differences of upper and lower."""
    half = bits // 2
    low, way = make(half), source.random.randrange(3)
    if way == 0:
        high = make(half)
    else:
        apart = make(half)
        high = tuple((x + source.random.choice((1, -1)) * d) % (1 << half) for x, d in zip(low, apart, strict=True))
    return tuple(x | y << half for x, y in zip(low, high, strict=True))


def product_of_bits(source: Source, bits: int) -> tuple[int, int]:
    """a, b of so many bits such that their product, or the product of their halves or quarters, has structured low or
    high bits."""
    noise, way = source.random, source.random.randrange(8)
    if way < 3 and bits % 16 == 0 and bits > 32:
        return halves(source, bits, lambda half: product_of_bits(source, half))
    a = source.number_of(bits) | 1
    if way == 3:
        k = noise.choice((bits, noise.randrange(1, bits + 1)))
        b = source.number_of(k) * pow(a, -1, 1 << k) % (1 << k)
    elif way < 6:  # from either side
        b = min(source.number_of(2 * bits) // a + noise.randrange(2), (1 << bits) - 1)
    else:  # few bits on top, then zeros or ones
        a |= 1 << bits - 1
        b = min(source.top_alone(2 * bits) // a + noise.randrange(2), (1 << bits) - 1)
    return a, b


def small_pair(source: Source, small_limit: int) -> tuple[int, int]:
    """a below p, a small c: the product is near a small number of structured bits times 2^bits, or a residue."""
    noise, p = source.random, source.prime
    while True:
        c = noise.choice((*SMALL, source.number(small_limit))) % small_limit
        way = noise.randrange(3)
        if c and way == 0:
            bits = noise.choice((p.bit_length(), source.bits))
            above = noise.choice((source.number(c), (1 << noise.randrange(c.bit_length())) - 1))
            a = (above << bits) // c + noise.choice((0, 1, -1, source.number_of(bits // 2)))
        elif c and way == 1:
            a = source.residue() * pow(c, -1, p) % p
        else:
            a = source.number(p)
        if 0 <= a < p:
            return a, c


def montgomery_multiple(source: Source, low: int) -> int:
    """A number of the bits of R to multiply p by, which is `low` modulo 8. Its digits are random, or they are chosen
    by their product with a digit of p. That product has ones in the lower bits of its upper half, and is so close to
    the next bit that the part added from below carries about every second time."""
    noise, bits, p = source.random, source.bits, source.prime
    width = noise.choice((32, 64))
    total = source.number_of(bits)
    for at in range(0, bits - width + 1, width):
        digit = p >> width * noise.randrange(bits // width) & (1 << width) - 1
        modulus = 1 << width + noise.choice((8, 16)) * noise.randrange(1, width // 8)
        step, rest = (8, low) if at == 0 else (1, 0)
        start = (noise.getrandbits(width - 1) + noise.getrandbits(width - 1)) // step
        lacking = noise.choice((width - 1, width - 2, width - 3, width // 2))
        q = in_window(step * digit % modulus, start, modulus, modulus - (1 << lacking) - rest * digit, 1 << lacking - 1)
        if q is not None and (q := step * q + rest) >> width == 0 and noise.randrange(4):
            total = total & ~((1 << width) - 1 << at) | q << at
    return total & ~7 | low


def product_pair(source: Source, limit: int, factor: int) -> tuple[int, int]:
    """a, b whose product has structured low or high bits, or is a small or structured residue times `factor`."""
    noise, p, bits = source.random, source.prime, source.bits
    while True:
        a, way = source.odd(limit), noise.randrange(4 if factor > 1 and noise.randrange(2) else 9)
        if factor > 1 and way > 3:
            way = 4
        if way < 2:
            a, b = product_of_bits(source, bits)
        elif way == 6:
            a |= 1 << limit.bit_length() - 2
            b = source.folded_high() // a + noise.randrange(2)
        elif way > 6:
            a, b = product_in_windows(source, limit)
        elif way < 4 and a % p:
            b = source.residue() * factor * pow(a, -1, p) % p
        elif way == 4:  # low bits to which Montgomery's reduction adds a structured multiple of p
            b = -montgomery_multiple(source, noise.randrange(8)) * p * pow(a, -1, 1 << bits) % (1 << bits)
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


def square_of_bits(source: Source, bits: int) -> int:
    """a of so many bits such that its square, or the square of a half or quarter, has structured low or high bits."""
    noise, way = source.random, source.random.randrange(8)
    if way < 3 and bits % 16 == 0 and bits > 32:
        return halves(source, bits, lambda half: (square_of_bits(source, half),) * 2)[0]
    if way == 3:
        a = square_root_of_low(source.number_of(bits) & ~7 | 1, bits) + (noise.randrange(2) << bits - 1)
    elif way < 6:
        a = math.isqrt(source.number_of(2 * bits)) + noise.randrange(2)
    else:
        a = math.isqrt(source.top_alone(2 * bits)) + noise.randrange(2)
    return a % (1 << bits)


def square_operand(source: Source, limit: int, factor: int) -> int:
    """a whose square has structured low or high bits, or is a small or structured residue times `factor`."""
    noise, p, bits = source.random, source.prime, source.bits
    while True:
        way = noise.randrange(7)
        if factor > 1 and noise.randrange(2):
            way = 4
        if way < 2:
            a = square_of_bits(source, bits)
        elif way < 4:
            square = source.residue() * factor % p
            # For secp224r1, p = 1 modulo 8, residues themselves: some carries of its squares are noticed with these
            # alone.
            root = square if p % 8 == 1 else square_root(square, p) or square_root(-square % p, p) or square
            a = noise.choice((root, p - root))
        elif way == 4:
            multiple = montgomery_multiple(source, -pow(p, -1, 8) % 8)  # whose product with -p is 1 modulo 8
            a = square_root_of_low(-multiple * p % (1 << bits), bits) + (noise.randrange(2) << bits - 1)
            a = noise.choice((a, -a)) % (1 << bits)
        elif way == 5:
            a = math.isqrt(source.folded_high()) + noise.randrange(2)
        else:
            a = source.number(limit)
        if 0 <= a < limit:
            return a


def square_root(a: int, p: int) -> int | None:
    """A square root modulo a prime: Cipolla's method (Cohen 1993, Section 1.5) if no power of a alone is a root."""
    if pow(a, (p - 1) // 2, p) != 1:
        return None
    if p % 4 == 3:
        return pow(a, (p + 1) // 4, p)
    t = next(t for t in itertools.count(1) if pow(t * t - a, (p - 1) // 2, p) == p - 1)
    square, root = t * t - a, (1, 0)
    for bit in f"{(p + 1) // 2:b}":
        x, y = root
        x, y = x * x + y * y * square, 2 * x * y
        if bit == "1":
            x, y = t * x + y * square, x + t * y
        root = x % p, y % p
    return root[0]


def reduction_operand(source: Source, limit: int) -> int:
    """c that is structured, near a structured multiple of p, a product, or solved so that the sum of its lower half
    and its folded upper half is structured."""
    noise, bits, p = source.random, source.bits, source.prime
    while True:
        way = noise.randrange(6)
        if way == 0:
            c = source.number(limit)
        elif way == 1:
            c = source.near_multiple(limit)
        elif way == 2:
            c = math.prod(product_pair(source, min(limit, 1 << bits), 1))
        elif way == 3:  # gets a structured multiple of p in Montgomery's method; the upper half
            c = -montgomery_multiple(source, noise.randrange(8)) * p % (1 << bits)
            c += source.number(max(1, limit >> bits)) << bits
        else:  # a residue, and the part above the bits of p after its fold
            fold = (1 << bits) % p
            total = source.residue() + source.number_of(noise.choice((0, 4, fold.bit_length()))) * p
            high = max(0, (total - source.number_of(bits)) // fold)
            c = (high << bits) + total - high * fold
        if 0 <= c < limit:
            return c


def made(source: Source, family: str, limit: int, factor: int, small_limit: int) -> tuple[int, ...]:
    """One structured input of a kernel of the family."""
    if family == "fp-reduce":
        return (reduction_operand(source, limit),)
    if family in ("fp-sqr", "fp-sqr-reduce"):
        return (square_operand(source, limit, factor),)
    if family in ("fp-add", "fp-sub"):
        return sums(source, limit, -1 if family == "fp-sub" else 1)
    if family == "fp-mul-small":
        return small_pair(source, small_limit)
    return product_pair(source, limit, factor)


def operands(
    family: str, prime: int, word_bits: int, limit: int, factor: int = 1, small_limit: int = SMALL_LIMIT, seed: int = 1
) -> Iterator[tuple[int, ...]]:
    """Inputs of a kernel of the family, without end, some of them twice. limit: the upper bound of its elements, or
    of the number that it reduces; factor: the divisor of its product in Montgomery's method (R), else 1; small_limit:
    the upper bound of fp-mul-small's number. Fixed numbers and made ones take turns, so that the first few hundred
    have both."""
    source = Source(prime, word_bits, seed)
    ends = fixed(limit, prime, word_bits)
    others = [c for c in SMALL if c < small_limit] if family == "fp-mul-small" else ends
    has_two = family not in ("fp-sqr", "fp-sqr-reduce", "fp-reduce")
    for a in ends:
        yield (a, source.random.choice(others)) if has_two else (a,)
        yield made(source, family, limit, factor, small_limit)
    if has_two and others is ends:
        yield from ((a, a) for a in ends[::3])
    while True:
        yield made(source, family, limit, factor, small_limit)
