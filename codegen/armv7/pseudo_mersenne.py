"""Arithmetic modulo 2^bits - c, for a c of one word, where an element has at most one spare bit."""

from codegen.arm.listing import WORD_BITS, WORD_BYTES
from codegen.armv7.program import TOP_BIT, Program, Value, shifted
from codegen.kernel_fields import PrimeField, UnsupportedField


def check_shape(field: PrimeField) -> None:
    if field.complement << field.spare_bits >= 1 << WORD_BITS or field.spare_bits > 1:
        raise UnsupportedField(f"{field.name}: the prime is not 2^bits - c for a c of a word and at most a spare bit")


def constant(program: Program, value: int) -> Value:
    """A number with few bits."""
    byte = value & 0xFF
    found = program.new("mov", f"#{byte}")
    if value != byte:
        program("orr", found, found, f"#{value - byte:#x}")
    return found


def reduce(program: Program, field: PrimeField, upper: list[Value | None]) -> list[Value]:
    """The residue of a product. Its lower words are in the frame; so are the upper ones that are None here."""
    program.block("The upper words fold.")
    n = field.words
    factor = constant(program, field.complement << field.spare_bits)
    carry = program.zero()
    words: list[Value] = []
    half = n // 2 if n > 5 else n
    for places in (range(half), range(half, n)):
        lower = program.load_words(places)
        parts = [program.load("sp", WORD_BYTES * (n + i)) if upper[i] is None else upper[i] for i in places]
        for word, part in zip(lower, parts, strict=True):
            program("umaal", word, carry, part, factor)
        words += lower
    return finish(program, field, words, carry)


def finish(program: Program, field: PrimeField, words: list[Value], above: Value) -> list[Value]:
    """The residue of the words and a small word above them.

    For x + 2^bits t it adds (t + 1) c to x, and subtracts c again if the sum does not reach 2^bits."""
    program.block("The part above 2^bits folds; then p is subtracted if the result is not negative.")
    spare, top = field.spare_bits, words[-1]
    if spare:
        above = program.new("lsl", above, f"#{spare}")
        program("add", above, above, shifted(top, f"lsr #{WORD_BITS - spare}"))
        program("bic", top, top, TOP_BIT)
    program("add", above, above, "#1")
    c, carry = constant(program, field.complement), program.zero()
    program("umaal", words[0], carry, above, c)
    for i, word in enumerate(words[1:]):
        program("adcs" if i else "adds", word, word, "#0" if i else carry)
    return _take_back(program, field, words, c, None)


def _take_back(program: Program, field: PrimeField, words: list[Value], c: Value, above: Value | None) -> list[Value]:
    """Subtracts c from words to which it was added, if the sum did not reach 2^bits: the spare bit is not set, or
    there is no carry, or the word above is 0. It drops the bits above 2^bits."""
    if field.spare_bits:
        mask = program.new("bic", c, shifted(words[-1], f"asr #{WORD_BITS - 1}"))
    else:
        mask = program.new("sbc", c, c) if above is None else program("sub", above, above, "#1")
        program("and", mask, mask, c)
    return _subtract(program, field, words, mask)


def _subtract(program: Program, field: PrimeField, words: list[Value], subtrahend: Value) -> list[Value]:
    """Subtracts a word; drops the bits above 2^bits."""
    for i, word in enumerate(words):
        program("sbcs" if i else "subs", word, word, "#0" if i else subtrahend)
    if field.spare_bits:
        program("bic", words[-1], words[-1], TOP_BIT)
    return words


def add(program: Program, field: PrimeField) -> list[Value]:
    """a + b mod p."""
    words = program.combined(field.words, "adds", "adcs")
    above = None
    if not field.spare_bits:
        above = program.new("mov", "#0")
        program("adc", above, above, "#0")
    c = constant(program, field.complement)
    for i, word in enumerate(words):
        program("adcs" if i else "adds", word, word, "#0" if i else c)
    if above is not None:
        program("adc", above, above, "#0")
    return _take_back(program, field, words, c, above)


def subtract(program: Program, field: PrimeField) -> list[Value]:
    """a - b mod p."""
    words = program.combined(field.words, "subs", "sbcs")
    c = constant(program, field.complement)
    mask = program.new("sbc", c, c)
    program("and", mask, mask, c)
    return _subtract(program, field, words, mask)


def multiply_small(program: Program, field: PrimeField) -> list[Value]:
    """a c mod p for a c of 18 bits."""
    _, a, factor = program.arguments
    words = program.load_next(a, field.words)
    above = program.zero()
    result = []
    for word in words:
        result.append(above)
        above = program.zero()
        program("umlal", result[-1], above, word, factor)
    return finish(program, field, result, above)
