"""Multiplication by a constant with its table of 256 multiples, the sum in registers."""

from codegen.arm.kernel import Kernel
from codegen.arm.listing import WORD_BITS, WORD_BYTES, Listing, at, listed
from codegen.arm.product import ADDRESS, PAIR, SAVED_BYTES, Product
from codegen.kernel_fields import BinaryField

BYTES = WORD_BITS // 8


def mul_constant_comb_window8(field: BinaryField) -> Kernel:
    """r = a b mod f with the table of b. Its rows are elements, and a byte of a is a digit."""
    asm = Listing()
    product = Product(asm, field, row_bits=field.degree)
    frame = WORD_BYTES * (field.words + 2)  # a copy of a, the table's address; a multiple of 8
    table = WORD_BYTES * field.words
    product.enter(frame)
    asm.block("A copy of a, in case r is a, and the address of the table.")
    copied = [f"r{4 + i}" for i in range(field.words)]
    asm("ldm", "r1", listed(copied))
    asm("stm", "sp", listed(copied))
    asm("str", "r2", at("sp", table))

    present = 0
    for byte in reversed(range(BYTES)):
        for word in range(field.words):
            if WORD_BITS * word + 8 * byte >= field.degree:
                continue
            asm.block(f"Byte {byte} of a[{word}].")
            _find_row(asm, field, WORD_BYTES * word + byte, table)
            product.add_row(word, present)
            present = max(present, word + field.words)
        if byte:
            degree = max(
                min(WORD_BITS * (w + 1), field.degree) - 1 - 8 * byte
                for w in range(field.words)
                if WORD_BITS * w + 8 * byte < field.degree
            )
            product.shift(8, degree + field.degree - 1)
            present = max(present, (degree + field.degree + 7) // WORD_BITS + 1)
    product.reduce()
    product.leave(frame)
    return Kernel(
        field=field,
        function="mul_constant_comb_window8",
        header={
            "name": "comb-window8",
            "family": "fb-mul-constant",
            "summary": "comb with windows of 8 bits, the sum in registers, reduced there",
            "source": "dahab2006, multiplication by a constant with a table of 256 elements",
            "domain": "any a; the table of any b",
            "constant_time": "same-trace",
            "ram_table_bytes": "256 * n * W",
        },
        parameters=f"uint32_t *r, const uint32_t *a, const uint32_t (*table)[{field.words}]",
        operation=("r = a b mod f; r may be a. The addresses of the table's rows depend on a.",),
        asm=asm,
        stack_bytes=frame + SAVED_BYTES,
    )


def _find_row(asm: Listing, field: BinaryField, byte: int, table: int) -> None:
    """ADDRESS = the row for a byte of a."""
    asm("ldrb", ADDRESS, at("sp", byte))
    asm("ldr", PAIR[0], at("sp", table))
    factor, shift = field.words * WORD_BYTES, 0
    while factor % 2 == 0:
        factor, shift = factor // 2, shift + 1
    if factor > 1:  # 3 or 5
        asm("add", ADDRESS, ADDRESS, f"{ADDRESS}, lsl #{(factor - 1).bit_length() - 1}")
    asm("add", ADDRESS, PAIR[0], f"{ADDRESS}, lsl #{shift}")
