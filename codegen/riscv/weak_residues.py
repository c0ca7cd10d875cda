"""Arithmetic modulo p = 2^255 - 19 on weak residues: eight words, the number below 2 p = 2^256 - 38.

A result is a sum of words less q p for the number q of times that 2^255 is in it. q comes from the top words alone,
before the carries below are known: it is right or too small by one, so 19 q is added in the only run of carries, and
the result is below 2^255 + 2^227."""

from codegen.riscv import sums
from codegen.riscv.listing import WORD_BITS
from codegen.riscv.program import Program
from codegen.riscv.sums import ONES, Columns, subtract, subtract_word
from codegen.values import Value

WORDS = 8
C = 19  # 2^255 - p
ANY = (1 << WORD_BITS * WORDS) - 1  # bound of a weak residue
Residue = list[Value]


def add(p: Program, a: Residue, b: Residue) -> Residue:
    """a + b, both of any eight words."""
    q = p.lsr(p.add(p.lsr(a[-1], 1), p.lsr(b[-1], 1)), WORD_BITS - 2)
    carry = p.muls(q, p.constant(C))
    found = []
    for x, y in zip(a, b, strict=True):
        first = p.add(x, carry)
        total = p.add(first, y)
        found.append(total)
        if len(found) < WORDS:
            carry = p.add(p.less(first, carry), p.less(total, y))
    return [*found[:-1], p.add(found[-1], p.lsl(q, WORD_BITS - 1))]


def difference(p: Program, a: Residue, b: Residue) -> Residue:
    """a - b, or a - b + 2 p if that is negative: never below 0, as b is below 2 p."""
    words, borrow = subtract(p, a, b)
    return subtract_word(p, words, p.ands(p.negative(borrow), p.constant(2 * C)))


def add_multiple(p: Program, lower: Residue, upper: Residue, factor: Value, largest: int) -> Residue:
    """lower + factor upper, of any eight words each, for a factor up to `largest`, far below 2^26."""
    low, high = p.muls(upper[-1], factor), p.upper(upper[-1], factor)
    top = p.add(lower[-1], low)
    above = p.add(high, p.less(top, low))
    q = p.orrs(p.lsl(above, 1), p.lsr(top, WORD_BITS - 1))
    total, words = Columns(p), []
    total.add_word(p.muls(q, p.constant(C)), 2 * (largest + 1) * C)
    for x, y in zip(lower[:-1], upper[:-1], strict=True):
        total.add_word(x)
        total.add_product(y, factor, ONES * largest)
        words.append(total.next())
    return [*words, p.add(p.lsr(p.lsl(top, 1), 1), total.next())]


def folded(p: Program, product: list[Value]) -> Residue:
    """The residue of a product: 2^256 is 38."""
    return add_multiple(p, product[:WORDS], product[WORDS:], p.constant(2 * C), 2 * C)


def multiply(p: Program, a: Residue, b: Residue) -> Residue:
    """a b, both of any eight words."""
    return folded(p, list(sums.multiply(p, a, b, ANY)))


def square(p: Program, a: Residue) -> Residue:
    """a^2, a of any eight words."""
    return folded(p, list(sums.Square(p, a, ANY).words()))
