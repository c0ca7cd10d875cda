"""Products and squares of integers: Karatsuba's method down to single words, or to three. The product of two words is
made of four products of 16 bits, one of three words by rows.

Numbers are those of numbers.py."""

from codegen.thumb.listing import WORD_BITS
from codegen.thumb.numbers import Number, add, distance, loaded, ripple, subtract
from codegen.thumb.program import Program
from codegen.thumb.rows import ONES, multiply_rows
from codegen.values import Value


def multiply_word(p: Program, a: Value, b: Value) -> list[Value]:
    """The two words of a b, in 17 cycles plus the copies that the surrounding code needs."""
    a_low, a_high = p.uxth(a), p.lsr(a, 16)
    b_low, b_high = p.uxth(b), p.lsr(b, 16)
    low, middle = p.muls(a_low, b_low), p.muls(a_high, b_low)
    other, high = p.muls(a_low, b_high), p.muls(a_high, b_high)
    for part in (middle, other):
        lower, upper = p.lsl(part, 16), p.lsr(part, 16)
        low = p.adds(low, lower)
        high = p.adcs(high, upper)
    return [low, high]


def square_word(p: Program, a: Value) -> list[Value]:
    """The two words of a^2."""
    a_low, a_high = p.uxth(a), p.lsr(a, 16)
    middle, low, high = p.muls(a_low, a_high), p.muls(a_low, a_low), p.muls(a_high, a_high)
    lower, upper = p.lsl(middle, 17), p.lsr(middle, 15)
    return [p.adds(low, lower), p.adcs(high, upper)]


ROWS = 3  # words of operands that are multiplied by rows

# The order in which the parts are made, by the words of the operands: the order in which the fewest values wait.
ORDERS = {
    2: ("low", "distances", "high", "middle"),
    6: ("low", "distances", "middle", "high"),
    8: ("high", "distances", "middle", "low"),
}
ORDER = ("distances", "middle", "low", "high")


def multiply(p: Program, a: Number, b: Number, top: int = ONES) -> list[Value]:
    """a b, of numbers of 5, 7, 2^i or 3 2^i words; `top` is the largest value of the uppermost word of either."""
    n = len(a)
    if n == 1:
        return multiply_word(p, a[0], b[0])
    if n == ROWS:
        return multiply_rows(p, a, b, top)
    return combine(p, *parts_of_product(p, a, b, top))


def parts_of_product(
    p: Program, a: Number, b: Number, top: int = ONES
) -> tuple[list[Value], list[Value], list[Value], Value]:
    """The arguments of `combine`."""
    n = len(a)
    if n == 2:
        a = loaded(a)
    if n in (2, 4):
        b = loaded(b)
    half = -(-n // 2)
    parts: dict[str, list[Value]] = {}
    for part in ORDERS.get(n, ORDER):
        if part == "distances":
            difference_a, mask_a = distance(p, a[:half], padded(p, a[half:], half))
            difference_b, mask_b = distance(p, padded(p, b[half:], half), b[:half])
            mask = p.eors(mask_a, mask_b)
        elif part == "middle":
            parts[part] = multiply(p, difference_a, difference_b)
        else:
            own = slice(0, half) if part == "low" else slice(half, n)
            parts[part] = multiply(p, a[own], b[own], top if part == "high" else ONES)
    return parts["low"], parts["high"], parts["middle"], mask


def padded(p: Program, number: Number, words: int) -> Number:
    """The number with zeros above it up to so many words."""
    missing = words - len(number)
    return loaded(number) + [p.constant(0)] * missing if missing else number


def combine(p: Program, low: list[Value], high: list[Value], middle: list[Value], mask: Value) -> list[Value]:
    """low + 2^(w h) (low + high +- middle) + 2^(2 w h) high, h half the words of `low`; the mask is all ones for
    minus. The upper half of `low` and the lower half of `high` enter twice, as one sum. `high` may be shorter, but no
    shorter than h + 1."""
    half = len(low) // 2
    first, second, top = summed(p, low, high)
    extension = p.adds(p.carry(), mask)  # of the carry and of the sign: -1, 0 or 1
    signs = [extension] + ([p.asr(extension, WORD_BITS - 1)] * (len(top) - 1) if len(top) > 1 else [])
    flipped = [p.eors(word, mask) for word in middle]
    p.set_carry(mask)
    sums = ripple(p, first + second, flipped)
    return low[:half] + sums + ripple(p, top, signs)


def summed(p: Program, low: list[Value], high: list[Value]) -> tuple[list[Value], list[Value], list[Value]]:
    """Words h to 2 h, 2 h to 3 h and from 3 h on of low + 2^(w h) (low + high) + 2^(2 w h) high. The carry out of the
    second is left and belongs to the third."""
    half = len(low) // 2
    shared = add(p, low[half:], high[:half])
    zero = p.constant(0)
    top = ripple(p, high[half:], [zero] * (len(high) - half))
    missing = half - len(top)
    above = [p.carry(), *[zero] * (missing - 1)] if missing else []  # an upper half of ones overflows its words
    first = add(p, shared, low[:half])
    second = add(p, shared, top + above, carries=True)
    return first, second, top


def square(p: Program, a: Number, *, has_spare_bit: bool = False) -> list[Value]:
    """a^2, of a number of 5, 7, 2^i or 3 2^i words; has_spare_bit: its top bit is 0."""
    n = len(a)
    if n == 1:
        return square_word(p, a[0])
    if n == ROWS:
        return square_three(p, loaded(a), has_spare_bit=has_spare_bit)
    if n == 2:
        return square_two(p, *loaded(a), has_spare_bit=has_spare_bit)
    return combine_square(p, *parts_of_square(p, a, has_spare_bit=has_spare_bit))


def parts_of_square(
    p: Program, a: Number, *, has_spare_bit: bool = False
) -> tuple[list[Value], list[Value], list[Value]]:
    """The arguments of `combine_square`."""
    half = -(-len(a) // 2)
    if len(a) == 4:
        a = loaded(a)
    low, high = square(p, a[:half]), square(p, a[half:], has_spare_bit=has_spare_bit)
    return low, high, square(p, distance(p, a[:half], padded(p, a[half:], half))[0])


def square_two(p: Program, low: Value, high: Value, *, has_spare_bit: bool) -> list[Value]:
    """The square of two words: their doubled product lies between their squares. The doubled product has two words if
    the number has a spare bit: 2 low high < 2^64 for high < 2^31."""
    product = multiply_word(p, low, high)
    first, second = square_word(p, low), square_word(p, high)
    doubled = add(p, product, product)
    carry = p.constant(0) if has_spare_bit else p.carry()
    sums = add(p, [first[1], second[0]], doubled)
    return [first[0], *sums, p.adcs(second[1], carry)]


def square_three(p: Program, a: list[Value], *, has_spare_bit: bool) -> list[Value]:
    """The square of three words: twice the products of two different ones, and the squares. Two bits to spare leave the
    doubled products without a carry."""
    first, second, third = a
    lower, outer, upper = (
        multiply_word(p, first, second),
        multiply_word(p, first, third),
        multiply_word(p, second, third),
    )
    zero = p.constant(0)
    mixed = [lower[0], *add(p, [lower[1], upper[0]], outer), p.adcs(upper[1], zero)]
    doubled = add(p, mixed, mixed)
    carry = zero if has_spare_bit else p.carry()
    squares = [word for part in a for word in square_word(p, part)]
    total = [squares[0], *add(p, squares[1:5], doubled)]
    return [*total, p.adcs(squares[5], carry)]


def combine_square(p: Program, low: list[Value], high: list[Value], middle: list[Value]) -> list[Value]:
    """As `combine` with minus."""
    half = len(low) // 2
    first, second, top = summed(p, low, high)
    carry = p.carry()
    sums = subtract(p, first + second, middle)
    extension = p.adds(p.borrow_mask(), carry)
    signs = [p.asr(extension, WORD_BITS - 1)] * (len(top) - 1) if len(top) > 1 else []
    top = [p.adds(top[0], extension), *ripple(p, top[1:], signs)]
    return low[:half] + sums + top
