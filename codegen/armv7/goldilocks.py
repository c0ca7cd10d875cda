"""Arithmetic modulo a prime 2^(2 m) - 2^m - 1, m a multiple of the word, whose elements do not fit in the registers
(Hamburg, Ed448-Goldilocks, 2015).

With f = 2^m, f^2 is f + 1 modulo p. A word t above 2^(2 m) therefore stands for t (f + 1): it is added at the two
places 0 and m. A number x + 2^(2 m) t is at least (t + 1) p if adding (t + 1) (f + 1) to x carries."""

from collections.abc import Iterator

from codegen.arm.listing import WORD_BITS, WORD_BYTES
from codegen.armv7.program import Program, Value
from codegen.kernel_fields import PrimeField, UnsupportedField

HALF_MAX = 7  # words of a half stay in registers, with five more values


def is_goldilocks(field: PrimeField) -> bool:
    """Whether the prime is 2^(2 m) - 2^m - 1 for a multiple m of the word."""
    bits = field.bits
    return bits % (2 * WORD_BITS) == 0 and field.complement == (1 << bits // 2) + 1


def check_shape(field: PrimeField) -> None:
    """UnsupportedField if the half of an element does not fit in the registers."""
    if not is_goldilocks(field) or field.words // 2 > HALF_MAX:
        raise UnsupportedField(f"{field.name}: the prime is not 2^(2 m) - 2^m - 1 for an m of at most {HALF_MAX} words")


def _load(program: Program, place: int) -> Value:
    """A word of the frame."""
    return program.load("sp", WORD_BYTES * place)


def _load_lower(program: Program, base: Value | str, half: int) -> Iterator[tuple[int, list[Value]]]:
    """The lower words at an address in groups, each with the number of its first word. A group is loaded when it is
    asked for; an address in a register leaves room for three words."""
    size = 4 if base == "sp" else 3
    for start in range(0, half, size):
        yield start, [program.load(base, WORD_BYTES * i) for i in range(start, min(start + size, half))]


def reduce(program: Program, field: PrimeField, upper: list[Value | None]) -> None:
    """Stores the residue of a product. Its lower words are in the frame; so are the upper ones that are None here.

    The product is l0 + l1 f + (h0 + h1 f) f^2, so the residue is l0 + h0 + h1 + (l1 + h0 + 2 h1) f."""
    program.block("l0 + h0 + h1 and l1 + h0 + 2 h1.")
    half = field.words // 2
    one, two = program.new("mov", "#1"), program.new("mov", "#2")
    first, second, third = program.zero(), program.zero(), program.zero()
    words = []
    for i in range(half):
        low, h0 = _load(program, i), _load(program, 2 * half + i)
        h1 = upper[half + i] or _load(program, 3 * half + i)
        program("umaal", low, first, h0, one)
        program("adcs" if i else "adds", low, low, h1)
        program.store(low, "sp", WORD_BYTES * i)
        word = _load(program, half + i)
        program("umaal", word, second, h1, two)
        program("umaal", word, third, h0, one)
        words.append(word)
    program("adc", first, first, "#0")
    over = program("add", second, second, third)
    _finish(program, field, "sp", words, first, over)


def _finish(
    program: Program, field: PrimeField, base: Value | str, words: list[Value], middle: Value, over: Value
) -> None:
    """Stores the residue of x + 2^m `middle` + 2^(2 m) `over`, two small words; the lower words of x are at an address,
    the upper ones are `words`. As `middle` is small, it changes nothing but whether the comparison carries."""
    half = len(words)
    program.block("Whether the number is (t + 1) p or more, with the part t above 2^(2 m).")
    program("add", middle, middle, over)
    more = program.new("add", over, "#1")
    for start, lower in _load_lower(program, base, half):
        for i, word in enumerate(lower, start):
            program("adcs" if i else "adds", word, word, "#0" if i else more)
    more = program.new("add", middle, "#1")
    for i, word in enumerate(words):
        program.new("adcs", word, "#0" if i else more)
    program("adc", over, over, "#0")
    program("adc", middle, middle, "#0")
    program.block("The part above folds.")
    r = _result(program)
    for start, lower in _load_lower(program, base, half):
        for i, word in enumerate(lower, start):
            program("adcs" if i else "adds", word, word, "#0" if i else over)
        for i, word in enumerate(lower, start):
            program.store(word, r, WORD_BYTES * i)
    for i, word in enumerate(words):
        program("adcs", word, word, "#0" if i else middle)
        program.store(word, r, WORD_BYTES * (half + i))


def _result(program: Program) -> Value:
    """The register with the address of the result."""
    return program.arguments[0] if program.keeps_result else program.load("sp", program.frame_bytes)


def _take_back(program: Program, words: list[Value], mask: Value) -> None:
    """Subtracts f + 1 if the mask is 1; the lower words are at the address of the result, where all are stored."""
    half = len(words)
    r = program.arguments[0]
    for start, lower in _load_lower(program, r, half):
        for i, word in enumerate(lower, start):
            program("sbcs" if i else "subs", word, word, "#0" if i else mask)
        for i, word in enumerate(lower, start):
            program.store(word, r, WORD_BYTES * i)
    for i, word in enumerate(words):
        program("sbcs", word, word, "#0" if i else mask)
        program.store(word, r, WORD_BYTES * (half + i))


def add(program: Program, field: PrimeField) -> None:
    """Stores a + b mod p: a + b + f + 1, less f + 1 if that does not carry."""
    r, a, b = program.arguments
    half = field.words // 2
    one, carry = program.new("mov", "#1"), program.new("mov", "#1")
    words = []
    for place in (0, half):
        if place:
            program("add", carry, carry, "#1")
        for start in range(0, half, 2):
            count = min(2, half - start)
            these, others = program.load_next(a, count), program.load_next(b, count)
            for word, other in zip(these, others, strict=True):
                program("umaal", word, carry, other, one)
            if place:
                words += these
            else:
                for i, word in enumerate(these, start):
                    program.store(word, r, WORD_BYTES * i)
    _take_back(program, words, program("rsb", carry, carry, "#1"))


def subtract(program: Program, field: PrimeField) -> None:
    """Stores a - b mod p: a - b, less f + 1 if that borrows."""
    r, a, b = program.arguments
    half = field.words // 2
    words = []
    for place in (0, half):
        for start in range(0, half, 4):
            count = min(4, half - start)
            these, others = program.load_next(a, count), program.load_next(b, count)
            for i, (word, other) in enumerate(zip(these, others, strict=True), place + start):
                program("sbcs" if i else "subs", word, word, other)
            if place:
                words += these
            else:
                for i, word in enumerate(these, start):
                    program.store(word, r, WORD_BYTES * i)
    borrow = Value()
    program("sbc", borrow, words[0], words[0])
    _take_back(program, words, program("rsb", borrow, borrow, "#0"))


def multiply_small(program: Program, field: PrimeField) -> None:
    """Stores a c mod p for a c of 18 bits."""
    r, a, factor = program.arguments
    half = field.words // 2
    above = program.zero()
    words = []
    for i in range(2 * half):
        if i == half:
            middle, above = above, program.zero()
        (word,) = program.load_next(a, 1)
        product, above = above, program.zero()
        program("umaal", product, above, word, factor)
        if i < half:
            program.store(product, r, WORD_BYTES * i)
        else:
            words.append(product)
    _finish(program, field, r, words, middle, above)
