"""The kernels of F_p2 = F_p(u), u^2 = -1, over primes in Montgomery form: two reductions for three products, or for the
two of a square. A prime with two bits to spare allows sums below 2 p as factors: their product is below 4 p^2 < p R."""

from codegen.kernel_fields import PrimeField, UnsupportedField
from codegen.thumb.listing import WORD_BITS
from codegen.thumb.numbers import Constants, Memory, Number, add, ripple, subtract
from codegen.thumb.prime_montgomery import add_masked_words, check_montgomery, prime_words, reduce_montgomery, top_word
from codegen.thumb.prime_product import multiply
from codegen.thumb.program import Program
from codegen.values import Value

SPARE_BITS = 2
QUARTIC_SPARE_BITS = 3
ONES = (1 << WORD_BITS) - 1


def check_quadratic(field: PrimeField, spare_bits: int = SPARE_BITS) -> None:
    """Raises UnsupportedField if sums of elements are no factors."""
    check_montgomery(field)
    if field.spare_bits < spare_bits or field.prime % 4 != 3:
        raise UnsupportedField(f"{field.name}: fewer than {spare_bits} bits above its prime, or -1 is a square")


def coefficients(p: Program, base: Value, words: int) -> tuple[Memory, Memory]:
    """c0 and c1 at an address."""
    return Memory(p, base, 0, words), Memory(p, base, words, words)


def multiply_quadratic(p: Program, field: PrimeField, a: Value, b: Value) -> tuple[list[Value], list[Value]]:
    """The coefficients of a b, to be reduced: c1 = (a0 + a1) (b0 + b1) - a0 b0 - a1 b1 is never negative, c0 = a0 b0 -
    a1 b1 gets p R if it is."""
    n = field.words
    (a0, a1), (b0, b1) = coefficients(p, a, n), coefficients(p, b, n)
    p.block("(a0 + a1) (b0 + b1).")
    mixed = multiply(p, add(p, a0, a1), add(p, b0, b1), top_word(field, 2))
    p.block("a0 b0.")
    low = multiply(p, a0, b0, top_word(field))
    p.block("a1 b1.")
    high = multiply(p, a1, b1, top_word(field))
    p.block("The coefficients.")
    mixed = subtract(p, subtract(p, mixed, low), high)
    difference = subtract(p, low, high)
    upper = add_masked_words(p, field, difference[n:], p.borrow_mask())
    return difference[:n] + upper, mixed


def square_quadratic(p: Program, field: PrimeField, a: Value) -> tuple[list[Value], list[Value]]:
    """The coefficients of a^2, to be reduced: (a0 + a1) (a0 - a1 + p) and (2 a0) a1."""
    n = field.words
    a0, a1 = coefficients(p, a, n)
    p.block("(a0 + a1) (a0 - a1 + p).")
    difference = add(p, subtract(p, a0, a1), Constants(p, prime_words(field)))
    first = multiply(p, add(p, a0, a1), difference, top_word(field, 2))
    p.block("2 a0 a1.")
    words = [a0[i] for i in range(n)]
    return first, multiply(p, add(p, words, words), a1, top_word(field, 2))


def store_reduced(p: Program, field: PrimeField, products: tuple[list[Value], list[Value]], r: Value) -> None:
    """r = the products / R mod p; the operands have been read."""
    for name, product in zip(("c0", "c1"), products, strict=True):
        p.block(f"Reduction of {name}.")
        for word in reduce_montgomery(p, field, product):
            p.store_next(word, r)


def shifted_prime(p: Program, field: PrimeField) -> tuple[int, Constants]:
    """A multiple of p between 0.6 p^2 and p^2, as the word that it begins at and the words from there on."""
    bits = field.bits - 1
    first = bits // WORD_BITS
    value = field.prime << bits % WORD_BITS
    count = -(-value.bit_length() // WORD_BITS)
    return first, Constants(p, [value >> WORD_BITS * i & ONES for i in range(count)])


class QuarticSquare:
    """r0 + r1 s = (a0 + a1 s)^2 over F_p2 with s^2 = 1 + u: t0 = a0^2, t1 = a1^2, t2 = (a0 + a1)^2,
    r0 = t0 + (1 + u) t1, r1 = t2 - t0 - t1, reduced at the end (Aranha, Karabina, Longa, Gebotys, Lopez 2011
    Section 3).

    With a0 = x + y u the real part of t0 is taken as (x + y) (x - y + p) = x^2 - y^2 + p (x + y), from 0 to 2.25 p^2;
    of t2, of a sum, with 2 p. So that of r1 is 2 (x x' - y y') + p (x + y + x' + y') for a1 = x' + y' u: from 0 to
    6 p^2, as 2 y y' <= p (y + y'). That of r0 is above -0.25 p^2 and gets a multiple of p.
    All are below 6.5 p^2 < p R."""

    def __init__(self, p: Program, field: PrimeField, first: Value, second: Value) -> None:
        self.p, self.field = p, field
        self.words = field.words
        self.a0, self.a1 = coefficients(p, first, self.words), coefficients(p, second, self.words)

    def store(self, r0: Value, r1: Value) -> None:
        """Stores the reduced coefficients; r0 and r1 are apart from a."""
        p = self.p
        first, second = self._real(*self.a0, 1), self._real(*self.a1, 1)
        both = add(p, first, second)
        first_imaginary, second_imaginary = self._imaginary(*self.a0, 1), self._imaginary(*self.a1, 1)
        both_imaginary = add(p, first_imaginary, second_imaginary)
        self._reduce("r0.c0", self._made_positive(subtract(p, both, second_imaginary)), r0)
        self._reduce("r0.c1", add(p, both_imaginary, second), r0)
        self._reduce("r1.c0", subtract(p, self._real(*self._sum(), 2), both), r1)
        self._reduce("r1.c1", subtract(p, self._imaginary(*self._sum(), 2), both_imaginary), r1)

    def _sum(self) -> tuple[list[Value], list[Value]]:
        """a0 + a1"""
        return tuple(add(self.p, own, other) for own, other in zip(self.a0, self.a1, strict=True))

    def _real(self, c0: Number, c1: Number, multiple: int) -> list[Value]:
        """(c0 + c1) (c0 - c1 + multiple p), of numbers below `multiple` p"""
        p, modulus = self.p, [multiple * self.field.prime >> WORD_BITS * i & ONES for i in range(self.words)]
        p.block("A real part.")
        difference = add(p, subtract(p, c0, c1), Constants(p, modulus))
        return multiply(p, add(p, c0, c1), difference, top_word(self.field, 2 * multiple))

    def _imaginary(self, c0: Number, c1: Number, multiple: int) -> list[Value]:
        """2 c0 c1, of numbers below `multiple` p"""
        p = self.p
        p.block("An imaginary part.")
        words = [c0[i] for i in range(self.words)]
        return multiply(p, add(p, words, words), c1, top_word(self.field, 2 * multiple))

    def _made_positive(self, c: list[Value]) -> list[Value]:
        """c plus a multiple of p"""
        p, (first, words) = self.p, shifted_prime(self.p, self.field)
        upper = add(p, c[first : first + len(words)], words)
        if first + len(words) < len(c):
            upper += ripple(p, c[first + len(words) :], [p.constant(0)] * (len(c) - first - len(words)))
        return c[:first] + upper

    def _reduce(self, name: str, product: list[Value], r: Value) -> None:
        self.p.block(f"Reduction of {name}.")
        for word in reduce_montgomery(self.p, self.field, product):
            self.p.store_next(word, r)
