"""Products of numbers of bytes, straight-line: rows with the products of a row in two carry chains, and subtractive
Karatsuba over them (Hutter, Schwabe 2015: Multiprecision multiplication on AVR revisited), constant time.

Every number is a list of bytes, least significant first."""

from codegen.avr.virtual import HIGH, LOW, Byte, Program

Number = list[Byte]
COMBINED_BYTES = 4  # bytes that two carry chains of Karatsuba's sum cover before they take turns


def add_products(p: Program, total: dict[int, Byte], products: list[tuple[int, Byte, Byte]]) -> None:
    """total += a b 256^column for each (column, a, b), columns two apart, in one carry chain. total maps columns to
    bytes; a missing byte is made. The sum must fit in the columns up to one above the last product's."""
    parts = []
    for _, a, b in products[:-1]:
        p.multiply(a, b)
        parts += p.take()
    p.multiply(*products[-1][1:])
    parts += [LOW, HIGH]
    first = products[0][0]
    name = "add"
    for column, part in enumerate(parts, first):
        if column in total:
            p.op(name, total[column], part)
        else:
            total[column] = p.copy(part)
            p.op(name, total[column], p.zero)
        name = "adc"


def add_carry(p: Program, total: dict[int, Byte], column: int) -> None:
    """total[column] += carry. A missing byte is made. The byte must not overflow."""
    if column in total:
        p.op("adc", total[column], p.zero)
    else:
        total[column] = p.carry()


def add_row(p: Program, total: dict[int, Byte], column: int, a: Byte, b: Number, first_carries: bool = True) -> None:
    """total += a b 256^column; the columns from column + len(b) + 1 on are not touched. first_carries: whether the
    part of total below the top column, plus the products that are added first, can reach the top column. If they
    cannot, that column is not there yet."""
    top = column + len(b)
    for start in _starts(b):
        products = [(column + j, a, b[j]) for j in range(start, len(b), 2)]
        if not products:
            continue
        add_products(p, total, products)
        after = products[-1][0] + 2
        if after <= top and first_carries:
            add_carry(p, total, after)


def _starts(b: Number) -> list[int]:
    """The chains of a row. The chain that ends at the top column comes last; if it is the only one, its carry is 0."""
    return sorted((0, 1), key=lambda s: (len(b) - s) % 2 == 1)


def first_chain_carries(most: int, b: Number) -> bool:
    """Whether a total of at most `most`, plus 255 times the constants b of a row's first chain, reaches the top
    column."""
    added = sum(255 * b[j].constant << 8 * j for j in range(_starts(b)[0], len(b), 2))
    return most + added >= 1 << 8 * len(b)


def first_row(p: Program, a: Byte, b: Number) -> dict[int, Byte]:
    """a b, by columns."""
    total: dict[int, Byte] = {}
    for j in range(0, len(b), 2):
        p.multiply(a, b[j])
        total[j], total[j + 1] = p.take()
    if len(b) > 1:
        products = [(j, a, b[j]) for j in range(1, len(b), 2)]
        add_products(p, total, products)
        if len(b) % 2:
            add_carry(p, total, len(b))
    return total


def multiply_rows(
    p: Program, a: Number, b: Number, addend: Number | None = None, has_spare_bit: bool = False
) -> Number:
    """a b + addend; the addend has the bytes of b and is used up. has_spare_bit: the top bits of a and b are 0. Then
    the total before the last row is below 2^(8 len(b) - 1) + 2^8, the products that are added first are below 2^(8
    len(b) - 2), and their sum does not carry."""
    p.fetch(b)
    if addend is None:
        total = first_row(p, a[0], b)
        rest = range(1, len(a))
    else:
        total = dict(enumerate(addend))
        rest = range(len(a))
    for i in rest:
        add_row(p, total, i, a[i], b, first_carries=not has_spare_bit or i < len(a) - 1)
    return [total[column] for column in range(len(a) + len(b))]


def difference(p: Program, x: Number, y: Number) -> tuple[Number, Byte]:
    """|x - y|, and the mask of x < y."""
    result = p.copies(x[:1])
    p.op("sub", result[0], y[0])
    for high, low in zip(x[1:], y[1:], strict=True):
        result.append(p.copy(high))
        p.op("sbc", result[-1], low)
    negative = p.mask()
    for byte in result:
        p.op("eor", byte, negative)
    p.subtract(result, [negative] * len(result))
    return result, negative


def combine(p: Program, low: Number, upper: Number, middle: Number, negative: Byte | None = None) -> Number:
    """low + (low + upper + s middle) x + upper x^2 with x = 256^len(low), s = -1 if the mask `negative` is 255 or
    missing, else 1.

    low has half the bytes of upper and of middle. All but low are used up. Two carry chains go over the x terms block
    by block; between blocks each carry waits in a mask."""
    h = len(low)
    inner: Number = []
    first = second = None
    for start in range(0, 2 * h, COMBINED_BYTES):
        columns = range(start, min(start + COMBINED_BYTES, 2 * h))
        if first is not None:
            p.op("lsr", first)
        for i in columns:
            inner.append(p.copy(low[i]) if i < h else upper[i - h])
            p.op("adc" if i else "add", inner[i], upper[i])
        first = p.mask()
        if negative is not None:
            for i in columns:
                p.op("eor", middle[i], negative)
        if second is not None:
            p.op("lsr", second)
        elif negative is not None:
            p.op("asr", negative)
        for i in columns:
            p.op("adc" if negative is not None else "sbc" if i else "sub", inner[i], middle[i])
        second = p.mask()
    if negative is not None:
        p.op("sub", negative, second)
        second = negative
    p.op("sub", second, first)
    # It is -1 if the sum of low, upper and upper's lower half, which lost a carry to the upper one, is below middle.
    p.op("lsl", p.copy(second))
    sign = p.mask()
    top = upper[h:]
    p.add(top, [second, *[sign] * (h - 1)])
    return low + inner + top


def multiply(
    p: Program, a: Number, b: Number, leaf: int, addend: Number | None = None, has_spare_bit: bool = False
) -> Number:
    """a b + addend; the addend has the bytes of half of the product. The operands have equal length. Karatsuba halves
    them until they have at most `leaf` bytes. has_spare_bit: their top bits are 0."""
    n = len(a)
    if n <= leaf or n % 2:
        return multiply_rows(p, a, b, addend, has_spare_bit)
    h = n // 2
    low = multiply(p, a[:h], b[:h], leaf)
    upper = multiply(p, a[h:], b[h:], leaf, low[h:], has_spare_bit)
    x, x_negative = difference(p, a[:h], a[h:])
    y, y_negative = difference(p, b[:h], b[h:])
    p.op("eor", x_negative, y_negative)
    p.op("com", x_negative)
    product = multiply(p, x, y, leaf)
    result = combine(p, low[:h], upper, product, x_negative)
    if addend is not None:
        p.add(result[:n], addend)
        for byte in result[n:]:
            p.op("adc", byte, p.zero)
    return result
