"""Kernels of binary fields without carry-less products: multiplication by rows of a table (codegen/columns.py), and
squaring by shifts and masks, both with reduction."""

from codegen.columns import build_table, multiply, reduce, row_bytes
from codegen.kernel_fields import BinaryField, UnsupportedField
from codegen.multiples import ROWS
from codegen.riscv.kernel import Kernel
from codegen.riscv.listing import WORD_BITS, WORD_BYTES
from codegen.riscv.program import Program
from codegen.values import Value

GROUP = 10  # rows whose addresses fit the registers
HALF = WORD_BITS // 2
SPREAD = ((8, 0x00FF00FF), (4, 0x0F0F0F0F), (2, 0x33333333), (1, 0x55555555))


def _store(program: Program, result: list[Value]) -> None:
    program.block("Store r.")
    for i, word in enumerate(result):
        program.store(word, program.arguments[0], WORD_BYTES * i)


def mul_reduce_ld_columns(field: BinaryField) -> Kernel:
    """r = a b mod f."""
    table = ROWS * row_bytes(field)
    if field.degree + 3 > WORD_BITS * field.words:
        raise UnsupportedField(f"{field.name}: rows of {field.degree + 3} bits have a word more than elements")
    program = Program(3, table)
    _, a, b = program.arguments
    build_table(program, field, b)
    total = multiply(program, field, a, GROUP)
    program.block("Reduction.")
    _store(program, reduce(program, field, total))
    return Kernel(
        field=field,
        function="mul_reduce_ld_columns",
        header={
            "name": "ld-columns",
            "family": "fb-mul-reduce",
            "summary": f"Lopez-Dahab multiplication, the sum by columns for up to {GROUP} rows at a time, reduced",
            "source": "aranha2008 Algorithm 3; the order of additions is ours",
            "domain": "any a, b",
            "constant_time": "same-trace",
            "ram_table_bytes": str(table),
        },
        parameters="uint32_t *r, const uint32_t *a, const uint32_t *b",
        operation=("r = a b mod f; r may be a or b. The addresses of the table's rows depend on a.",),
        program=program,
    )


def square(program: Program, field: BinaryField, a: Value) -> dict[int, Value]:
    """The words of a^2: the bits of a half word move apart in four steps."""
    total: dict[int, Value] = {}
    for i in reversed(range(field.words)):
        word = program.load(a, WORD_BYTES * i)
        bits = min(WORD_BITS, field.degree - WORD_BITS * i)
        halves = [word] if bits <= HALF else [program.lsr(program.lsl(word, HALF), HALF), program.lsr(word, HALF)]
        for half, value in enumerate(halves):
            for shift, mask in SPREAD:
                if min(HALF, bits - HALF * half) > shift:
                    value = program.ands(program.orrs(value, program.lsl(value, shift)), program.constant(mask))
            total[2 * i + half] = value
    return total


def sqr_reduce_spread(field: BinaryField) -> Kernel:
    """r = a^2 mod f."""
    program = Program(2)
    total = square(program, field, program.arguments[1])
    program.block("Reduction.")
    _store(program, reduce(program, field, total))
    return Kernel(
        field=field,
        function="sqr_reduce_spread",
        header={
            "name": "spread",
            "family": "fb-sqr-reduce",
            "summary": "squaring by moving bits apart with shifts and masks, reduced",
            "source": "Warren, Hacker's Delight, 2nd edition, Section 7-2",
            "domain": "any a",
            "constant_time": "same-trace-and-addresses",
        },
        parameters="uint32_t *r, const uint32_t *a",
        operation=("r = a^2 mod f; r may be a.",),
        program=program,
    )


GENERATORS = (mul_reduce_ld_columns, sqr_reduce_spread)
