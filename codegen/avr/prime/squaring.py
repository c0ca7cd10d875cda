"""Squares of numbers of bytes, straight-line: the products of different bytes once and doubled, under Karatsuba."""

from codegen.avr.prime.multiplication import Number, add_row, combine, difference, first_row
from codegen.avr.virtual import Byte, Program

PIECE = 2  # squares of bytes that are added in one carry chain


def square_rows(p: Program, a: Number, has_spare_bit: bool = False) -> Number:
    """a^2. Columns are doubled and get their squares as soon as no further row changes them.

    has_spare_bit: the top bit of a is 0. Then the top byte is t <= 127. Let r be the number in the n - 1 other bytes.
    The doubled products 2 t r 256^(n - 1) + r^2 - ... are below 255 256^(2 n - 2), and nothing is carried into the
    top column."""
    n = len(a)
    total: dict[int, Byte] = {}
    doubling = adding = None
    for i in range(n):
        if i == 0 and n > 1:
            total |= {column + 1: byte for column, byte in first_row(p, a[0], a[1:]).items()}
        elif i < n - 1:
            add_row(p, total, 2 * i + 1, a[i], a[i + 1 :])
        else:
            total[2 * n - 1] = p.copy(p.zero)
        if (i + 1) % PIECE == 0 or i == n - 1:
            columns = range(2 * (i - i % PIECE), 2 * i + 2)
            doubled = [column for column in columns if column and not (has_spare_bit and column == 2 * n - 1)]
            doubling = _double(p, [total[column] for column in doubled], doubling)
            adding = _add_squares(p, total, columns, a, adding)
    return [total[column] for column in range(2 * n)]


def _double(p: Program, number: Number, carry: Byte | None) -> Byte:
    """number = 2 number + carry. carry is a mask that is used up; returns the next carry."""
    if carry is not None:
        p.op("lsr", carry)
    for index, byte in enumerate(number):
        p.op("rol" if index or carry is not None else "lsl", byte)
    return p.mask()


def _add_squares(p: Program, total: dict[int, Byte], columns: range, a: Number, carry: Byte | None) -> Byte:
    """Adds the squares of the bytes of a for the columns, and the carry, as in `_double`. Column 0 is new."""
    parts = []
    for i in range(columns.start // 2, columns.stop // 2):
        p.multiply(a[i], a[i])
        parts += p.take()
    if columns.start == 0:
        total[0] = parts.pop(0)
    else:
        p.op("lsr", carry)
    p.add([total[column] for column in columns if column], parts, carry_in=carry is not None)
    return p.mask()


def square(p: Program, a: Number, leaf: int, has_spare_bit: bool = False) -> Number:
    """a^2; Karatsuba halves it until there are at most `leaf` bytes. has_spare_bit: the top bit of a is 0."""
    n = len(a)
    if n <= leaf or n % 2:
        return square_rows(p, a, has_spare_bit)
    h = n // 2
    low = square(p, a[:h], leaf)

    upper = square(p, a[h:], leaf, has_spare_bit)
    p.add(upper[:h], low[h:])
    for byte in upper[h:]:
        p.op("adc", byte, p.zero)
    x, _ = difference(p, a[h:], a[:h])
    return combine(p, low[:h], upper, square(p, x, leaf))
