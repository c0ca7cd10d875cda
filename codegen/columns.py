"""Multiplication in binary fields by columns, for targets whose kernels are programs over values: the parts that depend
on words of 32 bits alone.

The sum of a multiplication is made column by column for a few words of a at a time. The addresses of their rows are
in registers, so that a word of a row costs a load and an addition, and a word of the sum is fetched once for all of
them. The sum is shifted by four when its words are fetched."""

import itertools
from typing import Protocol

from codegen.kernel_fields import BinaryField
from codegen.multiples import sums

WORD_BITS = 32
WORD_BYTES = 4
NIBBLES = WORD_BITS // 4
ROW_BYTES_MASKED = 32

Value = int


class Program(Protocol):
    """Methods append instructions, and return the value that they make."""

    def block(self, comment: str) -> None: ...
    def constant(self, value: int, /) -> Value: ...
    def load(self, base: Value, offset: int) -> Value: ...
    def load_next(self, base: Value, /) -> Value: ...
    def load_pair(self, base: Value, /) -> tuple[Value, Value]: ...
    def store_table(self, value: Value, offset: int) -> None: ...
    def lsl(self, a: Value, bits: int) -> Value: ...
    def lsr(self, a: Value, bits: int) -> Value: ...
    def ands(self, a: Value, b: Value) -> Value: ...
    def orrs(self, a: Value, b: Value) -> Value: ...
    def eors(self, a: Value, b: Value) -> Value: ...
    def muls(self, a: Value, b: Value) -> Value: ...
    def add_stack_pointer(self, a: Value) -> Value: ...


def row_bytes(field: BinaryField) -> int:
    """Bytes from row to row of the table: 32, so that a masked nibble is an offset, or more for longer rows."""
    return max(ROW_BYTES_MASKED, WORD_BYTES * field.words)


def groups(words: int, most: int) -> list[range]:
    """The words of a, in the groups of at most so many that are taken together."""
    count = -(-words // most)
    bounds = [words * i // count for i in range(count + 1)]
    return [range(first, end) for first, end in itertools.pairwise(bounds)]


def build_table(program: Program, field: BinaryField, b: Value) -> None:
    """The table T[u] = u b for the polynomials u of degree at most 3 at the stack pointer."""
    zero = program.constant(0)
    below = None
    for column in range(field.words):
        program.block(f"Word {column} of the rows.")
        word = program.load(b, WORD_BYTES * column)
        multiples = {1: word}
        for shift in (1, 2, 3):
            multiple = program.lsl(word, shift)
            if below is not None:
                multiple = program.orrs(multiple, program.lsr(below, WORD_BITS - shift))
            multiples[1 << shift] = multiple
        below = word
        program.store_table(zero, WORD_BYTES * column)
        for u, value in multiples.items():
            program.store_table(value, row_bytes(field) * u + WORD_BYTES * column)
        for target, added, row in sums():
            multiples[target] = program.eors(multiples[target], multiples[added])
            program.store_table(multiples[target], row_bytes(field) * row + WORD_BYTES * column)


def add_to(program: Program, total: dict[int, Value], place: int, value: Value) -> None:
    total[place] = program.eors(total[place], value) if place in total else value


class RowOffsets:
    """Finds rows of the table."""

    def __init__(self, program: Program, size: int) -> None:
        self.program, self.size = program, size
        self.is_masked = size == ROW_BYTES_MASKED
        self.mask = program.lsl(program.constant(0xF0), 1) if self.is_masked else program.constant(0xF)
        self.factor = None if self.is_masked else program.constant(size)

    def row(self, a: Value, word: int, nibble: int) -> Value:
        """The address of the row for a nibble of a."""
        program, right = self.program, 4 * nibble - (5 if self.is_masked else 0)
        value = program.load(a, WORD_BYTES * word)
        value = program.lsr(value, right) if right > 0 else program.lsl(value, -right)
        value = program.ands(value, self.mask)
        return program.add_stack_pointer(value if self.is_masked else program.muls(value, self.factor))


def multiply(
    program: Program, field: BinaryField, a: Value, rows_at_once: int, columns_at_once: int = 1
) -> dict[int, Value]:
    """The words of a b; a is at an address, the table of b at the stack pointer. So many addresses of rows fit the
    registers. Two columns at once share an instruction that loads their words of a row."""
    offsets = RowOffsets(program, row_bytes(field))
    total: dict[int, Value] = {}
    parts = groups(field.words, rows_at_once)
    for nibble in reversed(range(NIBBLES)):
        carries: dict[int, Value] = {}
        for group in parts:
            program.block(f"Nibble {nibble} of words {group[0]} to {group[-1]} of a.")
            rows = {i: offsets.row(a, i, nibble) for i in group if WORD_BITS * i + 4 * nibble < field.degree}
            first = 0 if group is parts[0] else len(carries)
            end = field.product_words if group is parts[-1] else group[-1] + field.words
            for column in range(group[0], end, columns_at_once):
                together = range(column, min(column + columns_at_once, end))
                for place in together:
                    if nibble < NIBBLES - 1 and place >= first:
                        _shift(program, field, total, carries, place)
                for i, row in rows.items():
                    places = [place for place in together if 0 <= place - i < field.words]
                    if columns_at_once == 1:
                        values = [program.load(row, WORD_BYTES * (place - i)) for place in places]
                    elif len(places) == 2:
                        values = program.load_pair(row)
                    else:
                        values = [program.load_next(row) for _ in places]
                    for place, value in zip(places, values, strict=True):
                        add_to(program, total, place, value)
    return total


def _shift(
    program: Program, field: BinaryField, total: dict[int, Value], carries: dict[int, Value], place: int
) -> None:
    """The word of the sum, shifted by a nibble; what leaves it goes to the next one."""
    word = total.get(place)
    if word is not None:
        if place + 1 < field.product_words:
            carries[place + 1] = program.lsr(word, WORD_BITS - 4)
        word = program.lsl(word, 4)
        if place in carries:
            word = program.eors(word, carries[place])
    elif place in carries:
        word = carries[place]
    if word is not None:
        total[place] = word


def reduce(program: Program, field: BinaryField, total: dict[int, Value]) -> list[Value]:
    """The product's residue: word after word from the top, then the bits of the top word from z^m on."""
    for j in reversed(range(field.words, field.product_words)):
        bits = min(WORD_BITS, 2 * field.degree - 1 - WORD_BITS * j)
        _fold(program, field, total, total[j], bits, WORD_BITS * j - field.degree)
    top = total[field.words - 1]
    above = program.lsr(top, field.top_bits)
    total[field.words - 1] = program.lsr(program.lsl(top, WORD_BITS - field.top_bits), WORD_BITS - field.top_bits)
    _fold(program, field, total, above, WORD_BITS - field.top_bits, 0)
    return [total[i] for i in range(field.words)]


def _fold(program: Program, field: BinaryField, total: dict[int, Value], value: Value, bits: int, place: int) -> None:
    """Adds the word, of that many bits, times z^place (f - z^m)."""
    for e in field.exponents[1:]:
        word, shift = divmod(place + e, WORD_BITS)
        add_to(program, total, word, program.lsl(value, shift))
        if shift + bits > WORD_BITS:
            add_to(program, total, word + 1, program.lsr(value, WORD_BITS - shift))
