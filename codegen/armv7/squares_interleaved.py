"""Squaring in binary fields without a table: reduced in halves, then their bits are interleaved
(codegen/thumb/square_halves.py)."""

from codegen.armv7.kernel import Kernel
from codegen.armv7.loops import STACK_BYTES, Loop, LoopKernel
from codegen.armv7.program import Program, Value, shifted
from codegen.kernel_fields import BinaryField
from codegen.thumb.square_halves import SWAPS, WORD_BITS, halves

SOURCE = "hankerson2004 2.3.4; Warren 2012, 7-2; swaps between words and the order of steps are ours"


class Shifting:
    """Sums with shifted operands, each a new value."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def sum(self, total: Value, value: Value, left: int) -> Value:
        return self.program.new("eor", total, shifted(value, _shift(left)) if left else value)

    def shifted(self, value: Value, left: int) -> Value:
        return self.program.new(*_shift(left).split()[:1], value, _shift(left).split()[1])

    def lowest(self, value: Value, bits: int) -> Value:
        return self.program.new("ubfx", value, "#0", f"#{bits}")


def _shift(left: int) -> str:
    return f"lsl #{left}" if left > 0 else f"lsr #{-left}"


class Masks:
    """The values that hold the masks of the swaps; UXTB16 applies the last one itself."""

    def __init__(self) -> None:
        self.numbers = {Value(): mask for _, mask in SWAPS[:-1]}
        self.values = dict(zip((distance for distance, _ in SWAPS), self.numbers, strict=False))

    def make(self, program: Program) -> None:
        for value, number in self.numbers.items():
            program("movw", value, f"#{number & 0xFFFF:#x}")
            program("movt", value, f"#{number >> 16:#x}")

    def apply(self, program: Program, value: Value, distance: int) -> None:
        if distance in self.values:
            program("and", value, value, self.values[distance])
        else:
            program("uxtb16", value, value)


def square(program: Program, field: BinaryField, words: list[Value], masks: Masks) -> list[Value]:
    """The words of the square."""
    even, odd = halves(Shifting(program), field, words)
    found = []
    for i in range(-(-field.words // 2)):
        low, high = even.words[i], odd.words[i]
        for distance, _ in SWAPS:
            swapped = program.new("eor", high, shifted(low, f"lsr #{distance}"))
            masks.apply(program, swapped, distance)
            high = program.new("eor", high, swapped)
            low = program.new("eor", low, shifted(swapped, f"lsl #{distance}"))
        found.append(program.new("pkhbt", low, shifted(high, f"lsl #{WORD_BITS // 2}")))
        if 2 * i + 1 < field.words:
            found.append(program.new("pkhtb", high, shifted(low, f"asr #{WORD_BITS // 2}")))
    return found


def sqr_reduce_interleaved(field: BinaryField) -> Kernel:
    """r = a^2 mod f."""
    program, masks = Program(2), Masks()
    words = program.load_next(program.arguments[1], field.words)
    masks.make(program)
    program.store_result(square(program, field, words, masks))
    asm, stack_bytes = program.listing()
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
        asm=asm,
        stack_bytes=stack_bytes,
        is_wide=True,
    )


def sqr_times_interleaved(field: BinaryField) -> LoopKernel:
    """r = a^(2^c)."""
    body, masks, words = Program(0), Masks(), [Value() for _ in range(field.words)]
    loop = Loop.of(body, words, square(body, field, words, masks), masks.numbers)
    return LoopKernel(
        field=field,
        function="sqr_times_interleaved",
        header={
            "name": "interleaved",
            "family": "fb-sqr-times",
            "summary": "squarings as those of fb-sqr-reduce, the element in registers",
            "source": SOURCE,
            "domain": "any a; count is public",
            "constant_time": "same-trace-and-addresses",
        },
        parameters="uint32_t *r, const uint32_t *a, uint32_t c",
        operation=("r = a^(2^c) mod f; r may be a. c is public.",),
        asm=loop.listing(),
        stack_bytes=STACK_BYTES,
        is_wide=True,
        loop=loop,
    )
