"""Squaring in binary fields without a table: reduced in halves, then their bits are interleaved
(codegen/thumb/square_halves.py)."""

from codegen.kernel_fields import BinaryField
from codegen.thumb.kernel import Kernel
from codegen.thumb.listing import WORD_BYTES
from codegen.thumb.loops import LoopKernel
from codegen.thumb.program import Program
from codegen.thumb.square_halves import SWAPS, WORD_BITS, halves
from codegen.values import Value

SOURCE = "hankerson2004 2.3.4; Warren 2012, 7-2; swaps between words and the order of steps are ours"
HALF_BITS = WORD_BITS // 2


class Shifting:
    """Sums with shifted words."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def sum(self, total: Value, value: Value, left: int) -> Value:
        return self.program.eors(total, self.shifted(value, left))

    def shifted(self, value: Value, left: int) -> Value:
        return self.program.lsl(value, left) if left > 0 else self.program.lsr(value, -left)

    def lowest(self, value: Value, bits: int) -> Value:
        return self.program.lsr(self.program.lsl(value, WORD_BITS - bits), WORD_BITS - bits)


def square(program: Program, field: BinaryField, words: list[Value]) -> list[Value]:
    """The words of the square."""
    even, odd = halves(Shifting(program), field, words)
    masks = {distance: program.number(mask) for distance, mask in SWAPS}
    found = []
    for i in range(-(-field.words // 2)):
        low, high = even.words[i], odd.words[i]
        for distance, mask in masks.items():
            swapped = program.ands(program.eors(program.lsr(low, distance), high), mask)
            high = program.eors(high, swapped)
            low = program.eors(low, program.lsl(swapped, distance))
        found.append(program.eors(program.uxth(low), program.lsl(high, HALF_BITS)))
        if 2 * i + 1 < field.words:
            upper = program.lsl(program.lsr(high, HALF_BITS), HALF_BITS)
            found.append(program.eors(program.lsr(low, HALF_BITS), upper))
    return found


def sqr_reduce_interleaved(field: BinaryField) -> Kernel:
    """r = a^2 mod f."""
    program = Program(2)
    r, a = program.arguments
    words = square(program, field, [program.load(a, WORD_BYTES * i) for i in range(field.words)])
    program.block("Store r.")
    for i, word in enumerate(words):
        program.store(word, r, WORD_BYTES * i)
    return Kernel(
        field=field,
        function="sqr_reduce_interleaved",
        header={
            "name": "interleaved",
            "family": "fb-sqr-reduce",
            "summary": "squaring reduced in halves, whose bits are interleaved by swaps",
            "source": SOURCE,
            "domain": "any a",
            "constant_time": "same-trace-and-addresses",
        },
        parameters="uint32_t *r, const uint32_t *a",
        operation=("r = a^2 mod f; r may be a.",),
        program=program,
    )


def sqr_times_interleaved(field: BinaryField) -> LoopKernel:
    """r = a^(2^c)."""
    program = LoopKernel.body_program(field.words)
    words = square(program, field, [program.load_table(WORD_BYTES * i) for i in range(field.words)])
    for i, word in enumerate(words):
        program.store_table(word, WORD_BYTES * i)
    return LoopKernel(
        field=field,
        function="sqr_times_interleaved",
        header={
            "name": "interleaved",
            "family": "fb-sqr-times",
            "summary": "squarings as those of fb-sqr-reduce, in a loop",
            "source": SOURCE,
            "domain": "any a; count is public",
            "constant_time": "same-trace-and-addresses",
        },
        parameters="uint32_t *r, const uint32_t *a, uint32_t c",
        operation=("r = a^(2^c) mod f; r may be a. c is public.",),
        program=program,
        words=field.words,
    )


GENERATORS = (sqr_reduce_interleaved, sqr_times_interleaved)
