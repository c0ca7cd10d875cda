"""Products and squares of integers with UMAAL: (high, low) = a b + high + low, which always fits in two words.

An operand is taken in one or two parts that stay in registers; a row multiplies one part by a word. The carry out of
a row is the next word of the sum, so that no flags and no further additions are needed."""

import itertools

from codegen.arm.listing import WORD_BITS, WORD_BYTES
from codegen.armv7.program import Program, Value, shifted

PART_WORDS = 5  # an operand of up to so many words stays in registers whole
PAIR_WORDS = 4  # with parts of up to so many words, two factors and two words of the sum are loaded at once


def _parts(n: int) -> list[int]:
    """The numbers of words of the parts of an operand, the last of which has registers to spare."""
    if n <= 2 * PART_WORDS:
        return [n] if n <= PART_WORDS else [n // 2, n - n // 2]
    count = -(-n // PART_WORDS)
    return [*[PART_WORDS] * (count - 1), n - PART_WORDS * (count - 1)]


def has_many_parts(n: int) -> bool:
    """Whether an operand has more than two parts."""
    return len(_parts(n)) > 2


def multiply(program: Program, n: int, a: Value, b: Value) -> list[Value | None]:
    """The words of a b: the lower ones go to the frame; of the upper ones, the list has None for those that are in
    the frame too. For more than two parts the frame has a further word, where the address of a waits."""
    first, *others = _parts(n)
    part = program.load_next(a, first)
    waits = has_many_parts(n)
    if waits:
        program.store(a, "sp", 2 * WORD_BYTES * n)
    total = _first_part(program, n, part, b, waits)
    start = first
    for size in others:
        for i, word in enumerate(total):
            program.store(word, "sp", WORD_BYTES * (n + start - len(total) + i))
        if waits:
            a = program.load("sp", 2 * WORD_BYTES * n)
            part = [program.load(a, WORD_BYTES * (start - first + i)) for i in range(size)]
        else:
            part = program.load_next(a, size)
        total = _next_part(program, n, part, b, start, waits)
        start += size
    return [None] * (n - len(total)) + total


def _first_part(program: Program, n: int, part: list[Value], b: Value, is_late: bool) -> list[Value]:
    """The sum's upper words after the rows of the first words of a. If `is_late`, words are stored after loads, as a
    load after a store would wait for it; that takes a register more."""
    total: list[Value] = []
    factors: list[Value] = []
    for i in range(n):
        program.block(f"Row {i} of a[0] to a[{len(part) - 1}].")
        factors = factors or program.load_next(b, min(2, n - i))
        if i and is_late:
            program.store(total.pop(0), "sp", WORD_BYTES * (i - 1))
        factor = factors.pop(0)
        if i == 0:
            total = _first_row(program, part, factor)
        else:
            total.append(_row(program, total, part, factor, program.zero()))
        if not is_late or i == n - 1:
            program.store(total.pop(0), "sp", WORD_BYTES * i)
    return total


def _first_row(program: Program, part: list[Value], factor: Value) -> list[Value]:
    """The words of the product of a part and a word."""
    low, high = Value(), Value()
    program("umull", low, high, part[0], factor)
    total = [low, high]
    for word in part[1:]:
        total.append(program.zero())
        program("umaal", *total[-2:], word, factor)
    return total


def _row(program: Program, total: list[Value], part: list[Value], factor: Value, carry: Value) -> Value:
    """Adds the product and `carry` to the sum; returns its new upper word. (If that word is 0 before, UMLAL could be
    the first instruction of the row.)"""
    for word, other in zip(total, part, strict=False):
        program("umaal", word, carry, other, factor)
    return carry


def _next_part(program: Program, n: int, part: list[Value], b: Value, first: int, is_late: bool) -> list[Value]:
    """The rows of a[first], ..., the words of the part; all words but the last ones go to the frame."""
    size, factors, carries = len(part), [], []
    rows = 1 if is_late and size > PAIR_WORDS else 2  # whose words are loaded at once
    total = program.load_words(range(first, first + size))
    for i in range(n):
        program.block(f"Row {i} of a[{first}] to a[{first + size - 1}].")
        if not factors:
            group = range(i, min(i + rows, n))
            factors = [program.load(b, WORD_BYTES * (j - n)) for j in group]
            carries = [program.load("sp", WORD_BYTES * (first + j)) if j >= size else None for j in group]
        if i and is_late:
            program.store(total.pop(0), "sp", WORD_BYTES * (first + i - 1))
        carry = carries.pop(0) or program.zero()
        total.append(_row(program, total, part, factors.pop(0), carry))
        if not is_late or i == n - 1:
            program.store(total.pop(0), "sp", WORD_BYTES * (first + i))
    return total


def square_by_parts(program: Program, n: int, a: Value) -> list[Value | None]:
    """The words of a^2, for operands of more than two parts; as in `multiply`.

    Each part is multiplied by itself and by twice the words above it."""
    total: list[Value] = []
    start = 0
    for size in _parts(n):
        for i, word in enumerate(total, start=n + start - len(total) + 1):
            program.store(word, "sp", WORD_BYTES * i)
        total = _square_part(program, n, a, start, size)
        start += size
    return [None] * (n - len(total)) + total


def _square_part(program: Program, n: int, a: Value, first: int, size: int) -> list[Value]:
    """Adds the square of a[first], ..., a[first + size - 1] and their products with twice the words above each.

    Row j multiplies the words of the part below a[j] by a[j] doubled, then a[j] by itself if it is in the part. The
    carry flag keeps the bit that doubling carries from row to row; a[j - 1], where it comes from, is multiplied
    without it. That bit is the factor of the last row."""
    part: list[Value] = []
    total: list[Value] = []
    for j in range(first, n + 1):
        program.block(f"Row {j} of a[{first}] to a[{first + size - 1}].")
        word = program.load(a, WORD_BYTES * j) if j < n else program.zero()
        carry = program.load("sp", WORD_BYTES * (first + j)) if first else None
        if j > first:  # after the loads, as a load after a store would wait for it
            program.store(total.pop(0), "sp", WORD_BYTES * (first + j - 1))
        carry = carry or program.zero()
        factor = program.new("adcs" if j > first else "adds", word, word) if j < n else program("adc", word, word, word)
        for i, other in enumerate(part):
            if first + i == j - 1 and j < n:
                program("bic", factor, factor, "#1")
            if first + i < n - 1 or j < n:
                program("umaal", total[i], carry, other, factor)
        if j < first + size:
            part.append(word)
            total.append(program.zero())
            program("umaal", total[-1], carry, word, word)
        if j < n or first + size < n:
            total.append(carry)
        else:
            program("add", total[-1], total[-1], carry)
    program.store(total.pop(0), "sp", WORD_BYTES * (first + n))
    return total


def square(program: Program, n: int, a: Value, has_spare_bit: bool) -> list[Value]:
    """The words of a^2: the lower ones go to the frame, the upper ones are returned.

    Row i multiplies a[i] by a[i], then by the doubled words above it. The bit that doubling carries out of a word
    belongs to the next word; the row leaves out the bit that comes from a[i] itself. The top word's own carry bit
    gives products that are added separately."""
    low = n // 2
    high = n - low
    program.block(f"The square of a[0] to a[{low - 1}].")
    lower = program.load_next(a, low)
    doubled = [program.new("adcs" if j > 1 else "adds", lower[j], lower[j]) for j in range(1, low)]
    total: list[Value] = []
    _add_square(program, total, lower, doubled)
    for i in range(low):
        program.store(total.pop(0), "sp", WORD_BYTES * i)
    program.block(f"a[0] to a[{low - 1}] by the others, doubled.")
    upper = program.load_next(a, high)
    for word in upper:
        program("adcs", word, word, word)
    total += [program.zero() for _ in range(high - low)]
    for i, factor in enumerate(lower):
        if i == low - 1:  # the top bit of the word itself
            program("bic", upper[0], upper[0], "#1")
        total.append(_row(program, total, upper, factor, program.zero()))
        program.store(total.pop(0), "sp", WORD_BYTES * (low + i))
    program.block(f"The square of a[{low}] to a[{n - 1}].")
    upper = [program.load(a, WORD_BYTES * (i - high)) for i in range(high)]
    if has_spare_bit:
        _add_square(program, total, upper, _doubled(program, upper))
    else:
        _add_square_and_carried(program, n, total, upper, a)
    for i in range(high - low):
        program.store(total.pop(0), "sp", WORD_BYTES * (2 * low + i))
    return total


def _doubled(program: Program, words: list[Value]) -> list[Value]:
    """The words from the second on, doubled; the flags stay as they are."""
    found = [program.new("lsl", words[1], "#1")]
    for below, word in itertools.pairwise(words[1:]):
        found.append(program.new("lsl", word, "#1"))
        program("orr", found[-1], found[-1], shifted(below, f"lsr #{WORD_BITS - 1}"))
    return found


def _add_square(program: Program, total: list[Value], words: list[Value], doubled: list[Value]) -> None:
    """Adds the square of the words to a sum of no words, or of as many words; flags stay as they are."""
    for i, factor in enumerate(words):
        row = [factor]
        if i + 1 < len(words):
            row.append(program.new("lsl", words[i + 1], "#1") if i else doubled[0])
        row += doubled[i + 1 :]
        if total:
            total.append(_row(program, total[2 * i :], row, factor, program.zero()))
        else:
            total += _first_row(program, row, factor)


def _add_square_and_carried(program: Program, n: int, total: list[Value], upper: list[Value], a: Value) -> None:
    """Adds the square of the upper words. If the top bit is set, adds the words of a but the last, times 2^(32 n).
    The address points past the end of a."""
    low = n // 2
    odd = n - 2 * low
    mask = program.new("asr", upper[-1], f"#{WORD_BITS - 1}")
    for i, word in enumerate([program.load(a, WORD_BYTES * (i - n)) for i in range(low)]):
        program("and", word, word, mask)
        program("adcs" if i else "adds", total[odd + i], total[odd + i], word)
    _add_square(program, total, upper, _doubled(program, upper))
    for i, word in enumerate(upper[:-1], start=odd + low):
        program("and", word, word, mask)
        program("adcs", total[i], total[i], word)
    program("adc", total[-1], total[-1], "#0")
