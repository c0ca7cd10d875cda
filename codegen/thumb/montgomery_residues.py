"""Arithmetic in Montgomery form modulo p = 2^256 - 2^224 + 2^192 + 2^96 - 1, for kernels that compute products.

p is -1 modulo 2^96. So the quotients of Montgomery's reduction are words of the sum itself: for a product t, word i of
q is word i of t + q (p + 1). The words of p + 1 are 1 at the places 3, 6 and 8, and -1 at 7. So each word of q is added
at three places above its own and subtracted at one.

Factors and results are below p. So the product t is, and r = (t + q p) / 2^256 is below 2 p. The sums make r - p, and p
is added if that is negative."""

from codegen.kernel_fields import PrimeField, UnsupportedField
from codegen.thumb.listing import WORD_BITS
from codegen.thumb.numbers import Number, add, loaded, ripple, subtract
from codegen.thumb.prime_product import parts_of_product, parts_of_square
from codegen.thumb.program import Program
from codegen.values import Value

WORDS = 8
HALF_WORDS = WORDS // 2


def check(field: PrimeField) -> None:
    """UnsupportedField unless the arithmetic here serves the field."""
    if field.prime != 2**256 - 2**224 + 2**192 + 2**96 - 1:
        raise UnsupportedField(f"{field.name}: the quotients here are those of 2^256 - 2^224 + 2^192 + 2^96 - 1")


def multiply(p: Program, a: Number, b: Number) -> list[Value]:
    """a b / 2^256."""
    return combine(p, *parts_of_product(p, a, b))


def combine(p: Program, low: Number, high: Number, middle: Number, mask: Value) -> list[Value]:
    """The residue of the product whose parts these are (prime_product.py)."""
    words, above = _sums(p, low, high)
    flipped = [p.eors(word, mask) for word in loaded(middle)]
    p.set_carry(mask)
    words[HALF_WORDS : 3 * HALF_WORDS] = ripple(p, words[HALF_WORDS : 3 * HALF_WORDS], flipped)
    return _reduce(p, words, p.adcs(above, mask))


def square(p: Program, a: Number) -> list[Value]:
    """a^2 / 2^256."""
    low, high, middle = parts_of_square(p, a)
    words, above = _sums(p, low, high)
    words[HALF_WORDS : 3 * HALF_WORDS] = subtract(p, words[HALF_WORDS : 3 * HALF_WORDS], middle)
    return _reduce(p, words, p.sbcs(above, p.constant(0)))


def _sums(p: Program, low: Number, high: Number) -> tuple[list[Value], Value]:
    """16 words for the product L + 2^128 (L + H - D) + 2^256 H, without D, and a signed number to be added at place 12.

    They include the lower four words l of L at place 8. Words 0 to 2 of l are words of q, which belong there; `_reduce`
    sees to the rest. Let h be the upper four words of H, s the sum of l, the upper words of L and the lower ones of H,
    and c its carry: the words are l, s, s + h + c, h + c. The last fits, as H is below (2^128 - 2^96 + 1)^2. For r - p,
    1 is added at place 8 and subtracted at 12."""
    shared = add(p, low[HALF_WORDS:], high[:HALF_WORDS])
    carry = p.carry()
    second = add(p, shared, low[:HALF_WORDS])
    carry = p.adcs(carry, p.constant(0))
    upper = [
        p.adds(high[HALF_WORDS], carry),
        *ripple(p, loaded(high[HALF_WORDS + 1 :]), [p.constant(0)] * (HALF_WORDS - 1)),
    ]
    # x - ~y is x + y + 1, carry included.
    third = [p.subs(second[0], p.inverted(upper[0])), *ripple(p, second[1:], upper[1:])]
    return [*loaded(low[:HALF_WORDS]), *second, *third, *upper], p.borrow_mask()


def _reduce(p: Program, t: list[Value], above: Value) -> list[Value]:
    """The residue of the words of `_sums` and of `above` at place 12.

    Words of q that are added three places above their own make new words of q; the carry of that sum waits at place 9
    until words 6 and 7 of q are known, and the borrow of the difference seven places above at place 13; the borrow at
    15 is subtracted with the sign of `above`. Of word 3 of q, t[3] + q[0] without its carry, `_sums` has added t[3] at
    place 11: q[0] is left, and the carry, at place 12, is subtracted. For r - p all ones are added at 11 and 14."""
    p.block("Reduction.")
    w, q = list(t), list(t[:3])
    q.append(p.adds(t[3], q[0]))
    for place in range(4, 9):
        w[place] = p.adcs(w[place], q[place - 3])
        q += [w[place]] if place < 6 else []
    carry_at_9 = p.borrow_mask()
    p.subs(q[3], q[0])
    above = p.sbcs(above, p.constant(0))
    for place in range(7, 13):
        w[place] = (p.sbcs if place > 7 else p.subs)(w[place], q[place - 7])
    borrow_at_13 = p.borrow_mask()
    for place in range(6, 14):
        w[place] = (p.adcs if place > 6 else p.adds)(w[place], q[place - 6])
        q += [w[place]] if place < 8 else []
    # A product of factors below p is below 2^512 - 2^480, so its uppermost word has room for a carry.
    ones = p.inverted(p.constant(0))
    w[14:] = ripple(p, w[14:], [ones, p.constant(0)])
    sign = p.asr(above, WORD_BITS - 1)
    p.negative(borrow_at_13)
    w[13:15] = [p.sbcs(w[13], q[6]), p.sbcs(w[14], q[7])]
    top = p.sbcs(sign, p.constant(0))
    p.negative(carry_at_9)
    w[9:] = ripple(p, w[9:], [q[6], q[7], q[0], *q[4:]])
    over = p.adcs(ones, p.constant(0))
    top_sign = p.asr(top, WORD_BITS - 1)
    w[11:] = [p.adds(w[11], ones), *ripple(p, w[12:], [above, sign, sign, top])]
    return add_prime(p, w[8:], p.adcs(over, top_sign))


def add_prime(p: Program, words: list[Value], mask: Value) -> list[Value]:
    """Adds p if the mask is all ones."""
    zero, one = p.constant(0), p.lsr(mask, WORD_BITS - 1)
    return add(p, words, [mask, mask, mask, zero, zero, zero, one, mask])


def residue_of_sum(p: Program, words: list[Value], above: Value) -> list[Value]:
    """The residue of v = words + 2^256 above for -p < v < 4 p.

    With d = 2^256 - p and k = above + 1, v - k p is words + k d - 2^256. It is below p and not below -p. It is negative
    if there is no carry; then p is added."""
    total = add(p, words, _complement_times(p, p.adds_small(above, 1)))
    return add_prime(p, total, p.borrow_mask())


def residue_of_difference(p: Program, words: list[Value], borrows: Value) -> list[Value]:
    """The residue of v = words - 2^256 borrows for -2 p < v < p. v + borrows p is words - borrows d: below p, and
    negative, though not below -d, if that borrows; then p is added."""
    total = subtract(p, words, _complement_times(p, borrows))
    return add_prime(p, total, p.borrow_mask())


def _complement_times(p: Program, k: Value) -> list[Value]:
    """k (2^256 - p) for a small k >= 0. 2^256 - p is 2^224 - 2^192 - 2^96 + 1."""
    minus = p.negative(k)
    zero, mask = p.constant(0), p.asr(minus, WORD_BITS - 1)
    return [k, zero, zero, minus, mask, mask, p.adds(minus, mask), p.adds(k, mask)]
