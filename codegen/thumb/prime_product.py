"""Products and squares of integers: Karatsuba's method down to single words. The product of two words is made of four
products of 16 bits.

A number is a list of values, least significant word first; an operand in memory is a `Memory`."""

import dataclasses

from codegen.thumb.listing import WORD_BITS, WORD_BYTES
from codegen.thumb.program import Program, Value


@dataclasses.dataclass(frozen=True)
class Memory:
    """`count` words from `first` on at an address; each is loaded where it is used."""

    program: Program
    base: Value
    first: int
    count: int

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, part: slice | int):
        if isinstance(part, int):
            return self.program.load(self.base, WORD_BYTES * (self.first + part))
        start, stop, _ = part.indices(self.count)
        return Memory(self.program, self.base, self.first + start, stop - start)


Number = list[Value] | Memory


def loaded(number: Number) -> list[Value]:
    return [number[i] for i in range(len(number))]


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


def add(p: Program, a: Number, b: Number, *, carries: bool = False) -> list[Value]:
    """a + b, leaving the carry; with the carry from before if `carries`."""
    return [p.adcs(a[i], b[i]) if i or carries else p.adds(a[i], b[i]) for i in range(len(a))]


def subtract(p: Program, a: Number, b: Number) -> list[Value]:
    """a - b, leaving the borrow."""
    return [p.sbcs(a[i], b[i]) if i else p.subs(a[i], b[i]) for i in range(len(a))]


def ripple(p: Program, a: list[Value], values: list[Value]) -> list[Value]:
    """a + values + the carry, word by word; `values` may be the same value throughout."""
    return [p.adcs(word, value) for word, value in zip(a, values, strict=True)]


def distance(p: Program, a: Number, b: Number) -> tuple[list[Value], Value]:
    """|a - b|, and all ones if a < b."""
    difference = subtract(p, a, b)
    mask = p.borrow_mask()
    flipped = [p.eors(word, mask) for word in difference]
    return subtract(p, flipped, [mask] * len(flipped)), mask


# The order in which the parts are made, by the words of the operands: the order in which the fewest values wait.
ORDERS = {2: ("high", "distances", "low", "middle"), 4: ("low", "distances", "middle", "high")}
ORDER = ("distances", "middle", "low", "high")


def multiply(p: Program, a: Number, b: Number) -> list[Value]:
    """a b, of numbers of 2^i words."""
    n = len(a)
    if n == 1:
        return multiply_word(p, a[0], b[0])
    if n == 2:
        a, b = loaded(a), loaded(b)
    half = n // 2
    parts: dict[str, list[Value]] = {}
    for part in ORDERS.get(n, ORDER):
        if part == "distances":
            difference_a, mask_a = distance(p, a[:half], a[half:])
            difference_b, mask_b = distance(p, b[half:], b[:half])
            mask = p.eors(mask_a, mask_b)
        elif part == "middle":
            parts[part] = multiply(p, difference_a, difference_b)
        else:
            own = slice(0, half) if part == "low" else slice(half, n)
            parts[part] = multiply(p, a[own], b[own])
    return combine(p, **parts, mask=mask)


def combine(p: Program, low: list[Value], high: list[Value], middle: list[Value], mask: Value) -> list[Value]:
    """low + 2^(w h) (low + high +- middle) + 2^(2 w h) high, h half the words of each; the mask is all ones for
    minus. The upper half of `low` and the lower half of `high` enter twice, as one sum."""
    half = len(low) // 2
    shared = add(p, low[half:], high[:half])
    zero = p.constant(0)
    top = ripple(p, high[half:], [zero] * half)
    first = add(p, shared, low[:half])
    second = add(p, shared, top, carries=True)
    extension = p.adds(p.carry(), mask)  # of the carry and of the sign: -1, 0 or 1
    signs = [extension] + ([p.asr(extension, WORD_BITS - 1)] * (half - 1) if half > 1 else [])
    flipped = [p.eors(word, mask) for word in middle]
    p.set_carry(mask)
    sums = ripple(p, first + second, flipped)
    return low[:half] + sums + ripple(p, top, signs)


def square(p: Program, a: Number, *, has_spare_bit: bool = False) -> list[Value]:
    """a^2, of a number of 2^i words; has_spare_bit: its top bit is 0."""
    n = len(a)
    if n == 1:
        return square_word(p, a[0])
    if n == 2:
        return square_two(p, *loaded(a), has_spare_bit=has_spare_bit)
    half = n // 2
    low, high = square(p, a[:half]), square(p, a[half:], has_spare_bit=has_spare_bit)
    middle = square(p, distance(p, a[:half], a[half:])[0])
    return combine_square(p, low, high, middle)


def square_two(p: Program, low: Value, high: Value, *, has_spare_bit: bool) -> list[Value]:
    """The square of two words: their doubled product lies between their squares. The doubled product has two words if
    the number has a spare bit: 2 low high < 2^64 for high < 2^31."""
    product = multiply_word(p, low, high)
    first, second = square_word(p, low), square_word(p, high)
    doubled = add(p, product, product)
    carry = p.constant(0) if has_spare_bit else p.carry()
    sums = add(p, [first[1], second[0]], doubled)
    return [first[0], *sums, p.adcs(second[1], carry)]


def combine_square(p: Program, low: list[Value], high: list[Value], middle: list[Value]) -> list[Value]:
    """As `combine` with minus."""
    half = len(low) // 2
    shared = add(p, low[half:], high[:half])
    zero = p.constant(0)
    top = ripple(p, high[half:], [zero] * half)
    first = add(p, shared, low[:half])
    second = add(p, shared, top, carries=True)
    carry = p.carry()
    sums = subtract(p, first + second, middle)
    extension = p.adds(p.borrow_mask(), carry)
    signs = [p.asr(extension, WORD_BITS - 1)] * (half - 1)
    top = [p.adds(top[0], extension), *ripple(p, top[1:], signs)] if half > 1 else [p.adds(top[0], extension)]
    return low[:half] + sums + top
