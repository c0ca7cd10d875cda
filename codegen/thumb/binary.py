"""Kernels of binary fields: multiplication by rows of a table, and squaring, both with reduction.

The sum of a multiplication is made column by column for a few words of a at a time. The addresses of their rows are
in registers, so that a word of a row costs a load and an addition, and a word of the sum is fetched once for all of
them. The sum is shifted by four when its words are fetched."""

import itertools

from codegen.kernel_fields import BinaryField, UnsupportedField
from codegen.multiples import ROWS, sums
from codegen.thumb.kernel import Kernel
from codegen.thumb.listing import WORD_BITS, WORD_BYTES
from codegen.thumb.program import Program, Value

NIBBLES = WORD_BITS // 4
ROW_BYTES_MASKED = 32
TABLE_BYTES_MAX = 640  # as far as the displacements of loads reach
GROUP = 5  # rows whose addresses fit the registers
SQUARES = "mc_thumb_squares"  # table of the squares of bytes, generated/native/thumb/squares.S


def row_bytes(field: BinaryField) -> int:
    """Bytes from row to row of the table: 32, so that a masked nibble is an offset, or more for longer rows."""
    return max(ROW_BYTES_MASKED, WORD_BYTES * field.words)


def groups(words: int) -> list[range]:
    """The words of a, in the groups that are taken together."""
    count = -(-words // GROUP)
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
        return program.add_anywhere(value if self.is_masked else program.muls(value, self.factor), None)


def multiply(program: Program, field: BinaryField, a: Value) -> dict[int, Value]:
    """The words of a b; a is at an address, the table of b at the stack pointer."""
    offsets = RowOffsets(program, row_bytes(field))
    total: dict[int, Value] = {}
    parts = groups(field.words)
    for nibble in reversed(range(NIBBLES)):
        carries: dict[int, Value] = {}
        for group in parts:
            program.block(f"Nibble {nibble} of words {group[0]} to {group[-1]} of a.")
            rows = {i: offsets.row(a, i, nibble) for i in group if WORD_BITS * i + 4 * nibble < field.degree}
            is_last = group is parts[-1]
            first = 0 if group is parts[0] else len(carries)
            end = field.product_words if is_last else group[-1] + field.words
            for column in range(group[0], end):
                word = total.get(column)
                if nibble < NIBBLES - 1 and column >= first and word is not None:
                    if column + 1 < field.product_words:
                        carries[column + 1] = program.lsr(word, WORD_BITS - 4)
                    word = program.lsl(word, 4)
                    if column in carries:
                        word = program.eors(word, carries[column])
                elif nibble < NIBBLES - 1 and column >= first and column in carries:
                    word = carries[column]
                if word is not None:
                    total[column] = word
                for i, row in rows.items():
                    if 0 <= column - i < field.words:
                        add_to(program, total, column, program.load(row, WORD_BYTES * (column - i)))
    return total


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


def square(program: Program, field: BinaryField, a: Value) -> dict[int, Value]:
    """The words of a^2: the bits of a byte are looked up."""
    table = program.literal(SQUARES)
    mask = program.lsl(program.constant(0xFF), 1)
    total: dict[int, Value] = {}
    for i in reversed(range(field.words)):
        word = program.load(a, WORD_BYTES * i)
        bits = min(WORD_BITS, field.degree - WORD_BITS * i)
        for half in range(-(-bits // 16)):
            total[2 * i + half] = _square_of_half(program, word, half, bits, table, mask)
    return total


def _square_of_half(program: Program, word: Value, half: int, bits: int, table: Value, mask: Value) -> Value:
    parts = []
    for byte in range(2 * half, min(2 * half + 2, -(-bits // 8))):
        if byte == 3:
            index = program.lsl(program.lsr(word, 24), 1)
        else:
            shifted = program.lsr(word, 8 * byte - 1) if byte else program.lsl(word, 1)
            index = program.ands(shifted, mask)
        parts.append(program.load_half(table, index))
    return program.orrs(parts[0], program.lsl(parts[1], 16)) if len(parts) == 2 else parts[0]


def _store(program: Program, result: list[Value], r: Value) -> None:
    program.block("Store r.")
    for i, word in enumerate(result):
        program.store(word, r, WORD_BYTES * i)


def mul_reduce_ld_columns(field: BinaryField) -> Kernel:
    """r = a b mod f."""
    table = ROWS * row_bytes(field)
    if table > TABLE_BYTES_MAX or field.degree + 3 > WORD_BITS * field.words:
        raise UnsupportedField(f"{field.name}: a table of {field.degree + 3} bits a row is too large")
    program = Program(3, table)
    r, a, b = program.arguments
    build_table(program, field, b)
    total = multiply(program, field, a)
    program.block("Reduction.")
    _store(program, reduce(program, field, total), r)
    return Kernel(
        field=field,
        function="mul_reduce_ld_columns",
        header={
            "name": "ld-columns",
            "family": "fb-mul-reduce",
            "summary": "Lopez-Dahab multiplication, the sum by columns for four rows at a time, reduced",
            "source": "aranha2008 Algorithm 3; the order of additions is ours",
            "domain": "any a, b",
            "constant_time": "same-trace",
            "ram_table_bytes": str(table),
        },
        parameters="uint32_t *r, const uint32_t *a, const uint32_t *b",
        operation=("r = a b mod f; r may be a or b. The addresses of the table's rows depend on a.",),
        program=program,
    )


def sqr_reduce_byte_table(field: BinaryField) -> Kernel:
    """r = a^2 mod f."""
    program = Program(2)
    r, a = program.arguments
    total = square(program, field, a)
    program.block("Reduction.")
    _store(program, reduce(program, field, total), r)
    return Kernel(
        field=field,
        function="sqr_reduce_byte_table",
        header={
            "name": "byte-table",
            "family": "fb-sqr-reduce",
            "summary": "squaring by a table of the squares of all bytes, reduced",
            "source": "aranha2008 Algorithm 1, with bytes for nibbles",
            "domain": "any a",
            "constant_time": "same-trace",
            "flash_table_bytes": "512",
        },
        parameters="uint32_t *r, const uint32_t *a",
        operation=("r = a^2 mod f; r may be a. The addresses of the table's entries depend on a.",),
        program=program,
    )


GENERATORS = (mul_reduce_ld_columns, sqr_reduce_byte_table)
