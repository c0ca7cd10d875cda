"""Kernels of binary fields: multiplication by rows of a table (codegen/columns.py), and squaring, both with
reduction."""

from codegen.columns import build_table, multiply, reduce, row_bytes
from codegen.kernel_fields import BinaryField, UnsupportedField
from codegen.multiples import ROWS
from codegen.thumb.kernel import Kernel
from codegen.thumb.listing import WORD_BITS, WORD_BYTES
from codegen.thumb.program import Program
from codegen.values import Value

TABLE_BYTES_MAX = 640  # as far as the displacements of loads reach
GROUP = 5  # rows whose addresses fit the registers
COLUMNS = 2  # of a row, by one instruction
SQUARES = "mc_thumb_squares"  # table of the squares of bytes, generated/native/thumb/squares.S


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
    total = multiply(program, field, a, GROUP, COLUMNS)
    program.block("Reduction.")
    _store(program, reduce(program, field, total), r)
    return Kernel(
        field=field,
        function="mul_reduce_ld_columns",
        header={
            "name": "ld-columns",
            "family": "fb-mul-reduce",
            "summary": "Lopez-Dahab multiplication, the sum by two columns for four rows at a time, reduced",
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
