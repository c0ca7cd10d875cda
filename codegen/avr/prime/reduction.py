"""Reduction modulo primes that are sums of few powers of two, straight-line and constant time; the result is below p.

n bytes hold an element, and c = 2^bits mod p. A small c (some bytes, no negative terms) multiplies the part above p's
bits; after two rounds the rest is below 2 p. Otherwise 2^(8 n) is a polynomial in words of a few bytes, and every
word of the result is a sum of words (FIPS 186-4, D.2); the signed carry t out of the top word is folded as t c.

To finish v < 2 p, c is added. If v + c carries out of `bits` bits, then v >= p and the remaining bits are v - p; else
c is taken away again."""

import math

from codegen.avr.prime.field import PrimeField
from codegen.avr.prime.multiplication import Number
from codegen.avr.virtual import HIGH, LOW, Byte, Program

SEGMENT = 8  # bytes between which add_scaled keeps its carries in registers
HALF = 0x80


def finish(p: Program, field: PrimeField, total: Number) -> None:
    """total = v mod p; before, total and the carry flag hold v + c, v < 2 p."""
    if field.spare_bits:
        p.op("lsl", total[-1])
    mask = p.mask()
    p.op("com", mask)
    if field.spare_bits:
        p.op("lsr", total[-1])
    subtract_masked(p, field.complement, total, mask)


def finish_sum(p: Program, field: PrimeField, total: Number, carry: Byte | None) -> None:
    """total = v mod p for v < 2 p in total and in carry, the mask of a further bit, which is used up."""
    p.comment("Add 2^bits mod p; the carry out says whether p must be subtracted.")
    name = "add"
    for index, byte in enumerate(total):
        digit = field.complement >> 8 * index & 255
        if digit or name == "adc":
            p.op(name, byte, p.constant(digit))
            name = "adc"
    if carry is not None:
        # The carry out of v, or this one; the two never occur together.
        p.op("sbc", carry, p.zero)
        p.op("lsl", carry)
    finish(p, field, total)


def subtract_masked(p: Program, value: int, total: Number, mask: Byte) -> None:
    """total -= value & mask; the carry flag is the borrow."""
    name = "sub"
    for index, byte in enumerate(total):
        digit = value >> 8 * index & 255
        if digit in (0, 255):
            source = mask if digit else p.zero
        else:
            source = p.copy(p.constant(digit))
            p.op("and", source, mask)
        if digit or name == "sbc":
            p.op(name, byte, source)
            name = "sbc"


def reduce_special(p: Program, field: PrimeField, product: Number) -> Number:
    """product mod p, for any product of 2 n bytes, which is used up."""
    if field.complement_is_small:
        return _reduce_small(p, field, product)
    return _reduce_words(p, field, product)


# A small complement


def _reduce_small(p: Program, field: PrimeField, product: Number) -> Number:
    n = field.byte_count
    factor = field.complement << field.spare_bits
    p.comment(f"The upper {n} bytes, times 2^{8 * n} mod p.")
    bound = (1 << 8 * n) * (factor + 1)
    total = dict(enumerate(product[:n]))
    add_multiple(p, total, product[n:], factor, (1 << 8 * n) - 1)
    return fold_top(p, field, [total[column] for column in range(_bytes(bound))], bound - 1)


def _bytes(bound: int) -> int:
    """Bytes of the numbers below the bound."""
    return ((bound - 1).bit_length() + 7) // 8


def fold_top(p: Program, field: PrimeField, number: Number, most: int) -> Number:
    """number mod p, for a small complement c, number <= most. The bits above p's, times c, must be below 2^(bits -
    1)."""
    n = field.byte_count
    p.comment("The part above, plus 1, times 2^bits mod p; the carry out says whether p must be subtracted.")
    low, top = number[:n], number[n:]
    if field.spare_bits:
        p.op("lsl", low[-1])
        for byte in top:
            p.op("rol", byte)
        p.op("lsr", low[-1])
    p.add(top[:1], [p.constant(1)])
    for byte in top[1:]:
        p.op("adc", byte, p.zero)
    folded: dict[int, Byte] = {}
    add_multiple(p, folded, top, field.complement, (most >> field.bits) + 1)
    name = "add"
    for column in range(n):
        p.op(name, low[column], folded.get(column, p.zero))
        name = "adc"
    finish(p, field, low)
    return low


def add_multiple(p: Program, total: dict[int, Byte], number: Number, factor: int, most: int) -> None:
    """total += factor number, number <= most. `number` is used up. total may have any number of bytes; none means 0.

    A sum has the bytes that its greatest value needs, so that no carry is added where none can occur."""
    digits = [(column, factor >> 8 * column & 255) for column in range((factor.bit_length() + 7) // 8)]
    start = (1 << 8 * len(total)) - 1
    for column, digit in ((c, d) for c, d in digits if d):
        last = column == digits[-1][0]
        size = _bytes(start + most * (factor & (1 << 8 * column + 8) - 1) + 1)
        if digit == 1:
            add_number(p, total, column, number, size, _reach(factor, most, start))
        elif digit == HALF and last:
            p.op("lsr", number[-1])
            for byte in reversed(number[:-1]):
                p.op("ror", byte)
            low = p.copy(p.zero)
            p.op("ror", low)
            add_number(p, total, column, [low, *number], size, _reach(factor, most, start))
        else:
            add_scaled(p, total, column, number, digit, size, most)


def _reach(factor: int, most: int, start: int) -> int | None:
    """For N + N 2^s with N <= most < 2^(s + 1): the last column that a carry reaches, None if it may be any. Take the
    parts of the sum that are below 2^(s + m), 0 < m <= s. Their sum carries only if N >= 2^s, and so N mod 2^s <=
    most - 2^s; then it needs N mod 2^m = 2^m - 1."""
    shift = factor.bit_length() - 1
    if start or factor != (1 << shift) + 1 or most >> shift > 1:
        return None
    return (shift + ((most - (1 << shift) + 1).bit_length() - 1 if most >> shift else 0)) // 8


def add_number(
    p: Program, total: dict[int, Byte], column: int, number: Number, size: int, reach: int | None = None
) -> None:
    """total += number 256^column, in columns below `size`, where it must fit. If `reach` is given, carries go to
    column `reach` at most."""
    if _add_at(p, total, column, number, size, "add", reach):
        _ripple(p, total, column + len(number), size)


def _add_at(
    p: Program, total: dict[int, Byte], column: int, number: Number, size: int, name: str, reach: int | None = None
) -> bool:
    """total += number 256^column, from instruction `name` on; returns whether there can be a carry."""
    for index, byte in enumerate(number, column):
        if index >= size:
            break
        if reach is not None and index > reach:
            name = "add"
        if index in total:
            p.op(name, total[index], byte)
            name = "adc"
        else:
            total[index] = p.copy(byte)
            if name == "adc":
                p.op(name, total[index], p.zero)
    return name == "adc"


def _ripple(p: Program, total: dict[int, Byte], column: int, size: int) -> None:
    """total += carry 256^column, in columns below `size`."""
    for index in range(column, size):
        if index in total:
            p.op("adc", total[index], p.zero)
        else:
            total[index] = p.carry()
            break


def add_scaled(
    p: Program, total: dict[int, Byte], column: int, number: Number, digit: int, size: int, most: int
) -> None:
    """total += digit number 256^column, number <= most, in columns below `size`. The products of even and of odd
    bytes overlap: one carry chain adds the products up, another adds their sum to total, both by segments."""
    factor, n = p.constant(digit), len(number)
    product: dict[int, Byte] = {}
    joining = adding = None
    has_top = digit * most >> 8 * n > 0
    for start in range(0, n, SEGMENT):
        stop = min(start + SEGMENT, n)
        for j in range(start if start == 0 else start + 2, min(stop + 1, n), 2):
            p.multiply(number[j], factor)
            product[j], product[j + 1] = p.take()
        is_last = stop == n
        is_joined = not is_last or (has_top and n % 2 == 1)
        joining = _join_odd(p, product, number[:stop], start + 1, factor, joining, is_joined)
        if is_last:
            _close_product(p, product, n, joining)
            stop = n + has_top
        if adding is not None:
            p.op("lsr", adding)
        part = [product[j] for j in range(start, stop)]
        carries = _add_at(p, total, column + start, part, size, "adc" if adding is not None else "add")
        adding = None if is_last else p.mask()
    if carries:
        _ripple(p, total, column + stop, size)


def _join_odd(
    p: Program, product: dict[int, Byte], number: Number, first: int, factor: Byte, carry: Byte | None, carries: bool
) -> Byte | None:
    """product += the products of the odd bytes from `first` on, and the carry, a mask; returns the next carry if
    there is one."""
    odd = range(first, len(number), 2)
    if not odd:
        return carry
    parts = []
    for j in odd[:-1]:
        p.multiply(number[j], factor)
        parts += p.take()
    p.multiply(number[odd[-1]], factor)
    parts += [LOW, HIGH]
    if odd[-1] + 1 not in product:
        product[odd[-1] + 1] = p.copy(p.zero)
    if carry is not None:
        p.op("lsr", carry)
    p.add([product[first + k] for k in range(len(parts))], parts, carry_in=carry is not None)
    return p.mask() if carries else None


def _close_product(p: Program, product: dict[int, Byte], top: int, carry: Byte | None) -> None:
    """Adds the last carry of `_join_odd` if the top byte is at an even place."""
    if carry is not None and top % 2:
        p.op("sub", product[top], carry)


# Words


def word_matrix(field: PrimeField) -> tuple[int, list[list[int]]]:
    """Bytes w of a word, and the rows: x^(N + k) = sum of row[k][j] x^j mod p, with x = 256^w and N words."""
    w = math.gcd(*(exponent for _, exponent in field.shape)) // 8
    count = field.byte_count // w
    complement = [0] * count
    for sign, exponent in field.complement_terms:
        complement[exponent // (8 * w)] += sign
    rows = [complement]
    while len(rows) < count:
        shifted = [0, *rows[-1]]
        rows.append([shifted[j] + shifted[count] * complement[j] for j in range(count)])
    return w, rows


def _reduce_words(p: Program, field: PrimeField, product: Number) -> Number:
    w, rows = word_matrix(field)
    n, count = field.byte_count, field.byte_count // w
    total: Number = []
    carry = None
    for j in range(count):
        p.comment(f"Word {j}: " + _sum_text(rows, j))
        word = product[w * j : w * (j + 1)]
        top = p.copy(p.zero)
        if carry is not None:
            sign = sign_mask(p, carry)
            p.add([*word, top], [carry, *[sign] * w])
        for k, row in enumerate(rows):
            upper = product[n + w * k : n + w * (k + 1)]
            for _ in range(abs(row[j])):
                p.chain(*(("add", "adc") if row[j] > 0 else ("sub", "sbc")), [*word, top], [*upper, p.zero])
        total += word
        carry = top
    p.comment("The carry t, times 2^bits mod p.")
    over = add_signed_multiple(p, field, total, carry)
    p.comment("The carry of that, -1 to 1, plus 1, times 2^bits mod p; its carry says whether p must be subtracted.")
    p.op("inc", over)
    last = add_signed_multiple(p, field, total, over, may_be_negative=False)
    p.op("lsr", last)
    finish(p, field, total)
    return total


def _sum_text(rows: list[list[int]], j: int) -> str:
    terms = [f"{row[j]:+d} h{k}".replace("1 h", "h") for k, row in enumerate(rows) if row[j]]
    return f"l{j} " + " ".join(terms)


def sign_mask(p: Program, byte: Byte) -> Byte:
    """255 if the signed byte is negative, else 0."""
    work = p.copy(byte)
    p.op("lsl", work)
    return p.mask()


def add_signed_multiple(
    p: Program, field: PrimeField, total: Number, factor: Byte, may_be_negative: bool = True
) -> Byte:
    """total += factor c for a small signed factor, |factor| < 64; returns the signed carry out.

    c in the digits d_i = +-factor + (sign of the digits below); the bytes between the digits are signs, as masks. For
    a factor >= 0 the digit of a positive term is never below 0: the sign below it is -1 only if the factor is at
    least 1."""
    digits: dict[int, Byte] = {}
    sign = None
    for term, exponent in field.complement_terms:
        digit = p.copy(factor if term > 0 else p.zero)
        if term < 0:
            p.op("sub", digit, factor)
        if sign is not None:
            p.op("add", digit, sign)
        digits[exponent // 8] = digit
        sign = p.zero if term > 0 and not may_be_negative else sign_mask(p, digit)
        digits[exponent // 8 + 1] = sign
    column = min(digits)
    sources = []
    for index in range(column, len(total)):
        sources.append(digits.get(index) or sources[-1])
    p.add(total[column:], sources)
    over = p.copy(sign)
    p.op("adc", over, p.zero)
    return over
