"""Arithmetic modulo p = 2^255 - 19 on weak residues, for kernels that compute several products in a row.

Elements have 8 words. Bounds, for W = 2^255 + 2^240 < 2 p:
- any factor of a product or square may be any number of 8 words;
- results of `multiply`, `square` and `add_multiple` are below W;
- `add_weak` and `subtract_weak` take numbers below 2 p and give numbers of 8 words."""

import dataclasses
import itertools

from codegen.thumb.listing import WORD_BITS
from codegen.thumb.numbers import Number, add, loaded, ripple, subtract
from codegen.thumb.prime_product import parts_of_product, parts_of_square
from codegen.thumb.program import Program
from codegen.values import Value

WORDS = 8
HALF_WORDS = WORDS // 2
EXCESS, DOUBLE_EXCESS = 19, 38  # 2^255 and 2^256 modulo p
HALF = WORD_BITS // 2


@dataclasses.dataclass(frozen=True)
class OpenProduct:
    """words + 2^256 shared + 2^384 extension: a product by Karatsuba's method whose last carries have not run through
    its words. Both are 0 or 1."""

    words: list[Value]
    shared: Value
    extension: Value


def multiply(p: Program, a: Number, b: Number) -> list[Value]:
    """The residue of a b."""
    return fold(p, combine_open(p, *parts_of_product(p, a, b)))


def combine_open(p: Program, low: Number, high: Number, middle: Number, mask: Value) -> OpenProduct:
    """The product whose parts these are (prime_product.py)."""
    sums, shared = _sums(p, low, high)
    extension = p.adds(p.adds(p.carry(), shared), mask)
    flipped = [p.eors(word, mask) for word in loaded(middle)]
    p.set_carry(mask)
    sums = ripple(p, sums, flipped)
    extension = p.adcs(extension, p.constant(0))
    return OpenProduct([*loaded(low[:HALF_WORDS]), *sums, *loaded(high[HALF_WORDS:])], shared, extension)


def square(p: Program, a: Number) -> list[Value]:
    """The residue of a^2."""
    low, high, middle = parts_of_square(p, a)
    sums, shared = _sums(p, low, high)
    extension = p.adds(p.carry(), shared)
    sums = subtract(p, sums, middle)
    extension = p.sbcs(extension, p.constant(0))
    return fold(p, OpenProduct([*low[:HALF_WORDS], *sums, *high[HALF_WORDS:]], shared, extension))


def _sums(p: Program, low: Number, high: Number) -> tuple[list[Value], Value]:
    """low + high where Karatsuba's method adds them, 2^128 above low, with low's upper half and high's lower half,
    whose sum enters twice, in their places; the carry of that sum, which enters twice, too, is left out. Leaves the
    carry.

    Let S be the middle term of the product, without the distances below 2^257. The carry is 1 only if S >= 2^128: for
    a = a1 2^128 + a0, S >= 2 sqrt(a0 b0 a1 b1), and neither half of a b is 0 then. So S less 2^128 carry is not
    negative."""
    shared = add(p, low[HALF_WORDS:], high[:HALF_WORDS])
    carry = p.carry()
    first = add(p, shared, low[:HALF_WORDS])
    return first + add(p, shared, high[HALF_WORDS:], carries=True), carry


def fold(p: Program, product: OpenProduct) -> list[Value]:
    """l + 38 h for the upper words h of a product and the lower ones l. The upper word is made first. The part that it
    has above 2^255, q < 80, comes back as 19 q in the lowest 16 bits of 38 h's upper halves, which are 0; the open
    carries, times 38, have room there, too. So no carry runs through the words at the end; the one into the upper word,
    below 2^7, stays there."""
    factor = p.constant(DOUBLE_EXCESS)
    lower, upper = product.words[:WORDS], product.words[WORDS:]
    top, excess = _fold_top(p, lower[-1], upper[-1], factor)
    excess = p.adds(excess, p.muls(product.shared, factor))
    halves = [p.muls(p.lsr(word, HALF), factor) for word in upper[:-1]]  # below 2^22
    shifted = [p.orrs(p.lsl(halves[0], HALF), excess)]
    shifted += [p.orrs(p.lsl(word, HALF), p.lsr(below, HALF)) for below, word in itertools.pairwise(halves)]
    shifted[HALF_WORDS] = p.adds(shifted[HALF_WORDS], p.muls(product.extension, factor))
    last = p.lsr(halves[-1], HALF)
    total = add(p, lower[:-1], shifted)
    top = p.adcs(top, last)
    for i in range(WORDS - 1):
        part = p.muls(p.uxth(upper[i]), factor)
        total[i] = p.adcs(total[i], part) if i else p.adds(total[i], part)
    return [*total, p.adcs(top, p.constant(0))]


def _fold_top(p: Program, top: Value, upper: Value, factor: Value) -> tuple[Value, Value]:
    """The lower 31 bits of top + 38 upper, and 19 times the part above them, which is below 2^11."""
    high = p.muls(p.lsr(upper, HALF), factor)
    top = p.adds(top, p.muls(p.uxth(upper), factor))
    carry = p.carry()
    low, above = p.lsl(high, HALF), p.lsr(high, HALF)
    top = p.adds(top, low)
    above = p.adcs(above, carry)
    return _without_excess(p, above, top)


def _without_excess(p: Program, above: Value, top: Value) -> tuple[Value, Value]:
    """The lower 31 bits of the upper word, and 19 times what is above them, `above` words included."""
    above = p.orrs(p.lsl(above, 1), p.lsr(top, WORD_BITS - 1))
    return p.lsr(p.lsl(top, 1), 1), p.muls(above, p.constant(EXCESS))


def add_weak(p: Program, a: Number, b: Number) -> list[Value]:
    """a + b. If that carries, the rest is below 2^256 - 38, since a + b < 4 p."""
    total = add(p, a, b)
    excess = p.bics(p.constant(DOUBLE_EXCESS), p.borrow_mask())
    zero = p.constant(0)
    return [p.adds(total[0], excess), *ripple(p, total[1:], [zero] * (WORDS - 1))]


def subtract_weak(p: Program, a: Number, b: Number) -> list[Value]:
    """a - b. If that borrows, the rest is above 38, since b - a < 2 p."""
    total = subtract(p, a, b)
    excess = p.ands(p.constant(DOUBLE_EXCESS), p.borrow_mask())
    return subtract(p, total, [excess] + [p.constant(0)] * (WORDS - 1))


def add_multiple(p: Program, a: Number, b: Number, half: Value) -> list[Value]:
    """a + 2 half b, half < 2^16 + 1."""
    products = [p.muls(p.lsr(b[i], HALF), half) for i in range(WORDS)]
    shifted = [p.lsl(products[0], HALF + 1)]
    shifted += [p.orrs(p.lsl(word, HALF + 1), p.lsr(below, HALF - 1)) for below, word in itertools.pairwise(products)]
    above = p.lsr(products[-1], HALF - 1)
    total = add(p, a, shifted)
    above = p.adcs(above, p.constant(0))
    lower = [p.muls(p.uxth(b[i]), half) for i in range(WORDS)]
    doubled = add(p, lower, lower)
    above = p.adcs(above, p.constant(0))
    total = add(p, total, doubled)
    above = p.adcs(above, p.constant(0))
    top, excess = _without_excess(p, above, total[-1])
    zero = p.constant(0)
    return [p.adds(total[0], excess), *ripple(p, [*total[1:-1], top], [zero] * (WORDS - 1))]
