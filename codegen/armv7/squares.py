"""Squaring in binary fields by a table of the squares of bytes, folded from the top while the words are made."""

from codegen.arm.listing import WORD_BITS, WORD_BYTES
from codegen.armv7.binary_reduction import reduce
from codegen.armv7.kernel import Kernel
from codegen.armv7.program import Operand, Program, Value, shifted
from codegen.kernel_fields import BinaryField
from codegen.thumb.binary import SQUARES

OFFSET = 0x1FE  # the bits of a byte's offset in the table


class Squares:
    """The words of the square of the element at an address."""

    def __init__(self, program: Program, field: BinaryField, a: Value) -> None:
        self.program, self.field, self.a = program, field, a
        self.table = program.new("movw", f"#:lower16:{SQUARES}")
        program("movt", self.table, f"#:upper16:{SQUARES}")
        self.mask = program.new("movw", f"#{OFFSET:#x}")

    def word(self, place: int) -> Value:
        """Word `place` of the square, of two bytes."""
        i, half = divmod(place, 2)
        bytes_of_word = -(-min(WORD_BITS, self.field.degree - WORD_BITS * i) // 8)
        word = self.program.load(self.a, WORD_BYTES * i)
        places = [8 * byte - 1 for byte in range(2 * half, min(2 * half + 2, bytes_of_word))]
        offsets = [
            self.program.new("and", self.mask, shifted(word, f"lsr #{p}" if p > 0 else "lsl #1")) for p in places
        ]
        low, *high = [self.program.new("ldrh", Operand("[{}, {}]", self.table, offset)) for offset in offsets]
        for other in high:
            self.program("orr", low, low, shifted(other, f"lsl #{WORD_BITS // 2}"))
        return low


def sqr_reduce_byte_table(field: BinaryField) -> Kernel:
    """r = a^2 mod f."""
    program = Program(2)
    program.store_result(reduce(program, field, Squares(program, field, program.arguments[1]).word))
    asm, stack_bytes = program.listing()
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
        asm=asm,
        stack_bytes=stack_bytes,
    )
