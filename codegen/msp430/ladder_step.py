"""A step of the Montgomery ladder on x-coordinates modulo 2^255 - 19 as one kernel: everything between two bits of the
scalar, on weak residues. Products, squares and most sums are local routines, which keep no registers: the step holds no
value in registers across a call."""

from collections.abc import Callable

from codegen.kernel_fields import PrimeField, UnsupportedField
from codegen.msp430 import prime_blocks, prime_karatsuba, prime_square
from codegen.msp430 import weak_residues as weak
from codegen.msp430.kernel import REQUIRES_MPY32, Kernel
from codegen.msp430.listing import CORES, RETURN_ADDRESS_BYTES, SAVED_BYTES, WORD_BYTES, at
from codegen.msp430.prime_blocks import ELEMENT_BYTES, A, B, Blocks
from codegen.msp430.prime_fold import fold, is_foldable
from codegen.msp430.routines import STACK, Routines, point
from codegen.msp430.weak_residues import TOP, R

# Places of the frame: elements named as in RFC 7748; A and B become AA and BB.
PLACES = AA, BB, C, D, DA, CB = tuple(ELEMENT_BYTES * i for i in range(6))
# Behind them: addresses, half the factor in place of a24, and the place of what its product is added to.
OTHER, POINTS, X, HALF, ADDEND = (ELEMENT_BYTES * len(PLACES) + WORD_BYTES * i for i in range(5))
X2, Z2, X3, Z3 = (ELEMENT_BYTES * i for i in range(4))
POINT_BYTES = 2 * ELEMENT_BYTES
A24_HIGH = SAVED_BYTES + RETURN_ADDRESS_BYTES  # the upper word of a24 from the stack pointer, once registers are saved


class Step:
    """Writes the step."""

    def __init__(self, field: PrimeField, is_mpy32: bool) -> None:
        self.field = field
        self.code = Routines(("cpux",) if is_mpy32 else CORES)
        self.digits = prime_blocks.MPY32 if is_mpy32 else prime_blocks.MPY16
        self._product("product", lambda blocks: prime_karatsuba.multiply(blocks, has_spare_bit=False))
        self._product("square", lambda blocks: (prime_square.square(blocks, has_spare_bit=True), None))
        self._sums()

    def _product(self, name: str, multiply: Callable[[Blocks], tuple[list[list], str | None]]) -> None:
        """Of any two numbers of 16 words; or the square of one below 2^255."""
        asm = self.code.routine()
        blocks = Blocks(asm, self.digits)
        stack, result = blocks.stack, blocks.stack.push(R)
        quarters, above = multiply(blocks)
        operands = [[place if isinstance(place, str) else stack[place] for place in places] for places in quarters]
        fold(asm, self.field, operands, above, stack[result], weak.end_fold)
        asm("add", f"#{stack.bytes}", STACK)
        self.code.define(name, asm, stack.bytes)

    def _sums(self) -> None:
        """The difference of two elements in a row, to the element behind that at the address in R; their sum at that in
        R, and the difference; a sum with a multiple."""
        difference, pair, multiple = (self.code.routine() for _ in range(3))
        weak.sum_or_difference(difference, self.field, weak.SUBTRACT, ELEMENT_BYTES)
        self.code.define("difference", difference)
        weak.sum_or_difference(pair, self.field, weak.ADD, 0)
        pair("sub", f"#{ELEMENT_BYTES}", A)
        self.code.define("pair", pair, goes_on="difference")
        weak.add_multiple(multiple, self.field)
        self.code.define("multiple", multiple, WORD_BYTES)

    def keep_arguments(self) -> None:
        """points, x, swap, and a24 in a register and on the stack. AA + a24 E is BB + (a24 + 1) E, too: the even one of
        both factors is taken, whose half has 16 bits."""
        asm, (points, x, swap, a24), high = self.code.main, (R, A, B, TOP), "r11"
        asm.block("a24 or a24 + 1, the even one, by half; AA or BB.")
        asm("mov", at(STACK, A24_HIGH), high)
        asm("add", "#1", a24)
        asm("adc", high)
        asm("rra", high)
        asm("rrc", a24)
        asm("subc", high, high, note="all ones if a24 + 1 is even")
        asm("and", f"#{BB - AA}", high)
        for register in (high, a24, x, points):
            asm("push", register)
        asm.block("The addresses of the point that is doubled and of the other one.")
        for mnemonic in ("swpb", "rra", "rra"):
            asm(mnemonic, swap)
        assert POINT_BYTES == 1 << 16 - 8 - 2
        asm("mov", points, A)
        asm("add", swap, A)
        asm("add", f"#{POINT_BYTES}", points)
        asm("sub", swap, points)
        asm("push", points)
        asm("sub", f"#{OTHER}", STACK)

    def write(self) -> None:
        """By the formulas of RFC 7748."""
        asm, call = self.code.main, self.code.call
        asm.save()
        self.keep_arguments()
        asm.block("A, B of the point that is doubled.")
        call("pair", AA)
        asm.block("C, D of the other one.")
        point(asm, R, C)
        point(asm, A, (OTHER, 0))
        weak.add_unreduced(asm, 0)
        asm("sub", f"#{ELEMENT_BYTES}", A)
        call("difference")
        asm.block("DA, CB; their sum and difference.")
        call("product", DA, D, AA)
        call("product", CB, C, BB)
        call("pair", C, DA)
        asm.block("X3 = (DA + CB)^2, Z3 = x (DA - CB)^2.")
        call("square", (POINTS, X3), C)
        call("square", D, D)
        call("product", (POINTS, Z3), D, (X, 0))
        asm.block("X2 = AA BB, Z2 = E (AA + a24 E), E = AA - BB.")
        call("square", AA, AA)
        call("square", BB, BB)
        call("product", (POINTS, X2), AA, BB)
        call("difference", C - ELEMENT_BYTES, AA)
        point(asm, R, D)
        point(asm, A, C)
        point(asm, B, (ADDEND, 0))
        asm("add", STACK, B)
        asm("mov", at(STACK, HALF), TOP)
        call("multiple")
        call("product", (POINTS, Z2), C, D)
        asm.leave(ADDEND + WORD_BYTES)


def _ladder_step(field: PrimeField, is_mpy32: bool) -> Kernel:
    if not is_foldable(field):
        raise UnsupportedField(f"{field.name}: the weak residues are those of primes of 16 words below 2^255")
    step = Step(field, is_mpy32)
    step.write()
    suffix = "-mpy32" if is_mpy32 else ""
    header = {
        "name": f"weak{suffix}",
        "family": "ladder-step",
        "summary": f"a step in one routine, on residues below 2^255{', through MPY32' if is_mpy32 else ''}",
        "source": "RFC 7748, Section 5; the arithmetic is ours",
        "domain": "coordinates below 2^255",
        "constant_time": "same-trace",
        "curves": "montgomery",
    }
    if is_mpy32:
        header["requires"] = REQUIRES_MPY32
    return Kernel(
        field=field,
        function=f"ladder_step_{header['name'].replace('-', '_')}",
        header=header,
        parameters="uint16_t *points, const uint16_t *x, uint16_t swap, uint32_t a24",
        operation=(
            "points: X2, Z2, X3, Z3, below 2^255. Exchanges the two points if swap is 1, not if it is 0; then the",
            "first becomes its double, the second their sum, whose difference has the x-coordinate x < 2^256;",
            "a24 < 2^17 - 1. The addresses of the loads depend on swap.",
        ),
        asm=step.code.finished(),
        stack_bytes=ADDEND + WORD_BYTES + SAVED_BYTES + step.code.stack_bytes,
        multiplies=True,
    )


def ladder_step_weak(field: PrimeField) -> Kernel:
    return _ladder_step(field, is_mpy32=False)


def ladder_step_weak_mpy32(field: PrimeField) -> Kernel:
    return _ladder_step(field, is_mpy32=True)
