"""A doubling of a point of secp256r1 or another Weierstrass curve over its field, in Montgomery form, as one kernel,
with a product and a square that are local routines. Sums of more than two elements are reduced once."""

import itertools

from codegen.kernel_fields import PrimeField, UnsupportedField
from codegen.msp430 import montgomery_sums, prime_blocks, prime_karatsuba, prime_square
from codegen.msp430.kernel import REQUIRES_MPY32, Kernel
from codegen.msp430.listing import CORES, SAVED_BYTES, WORD_BYTES
from codegen.msp430.montgomery_sums import ADDED, SUBTRACTED, Sums, Term
from codegen.msp430.prime_blocks import ELEMENT_BYTES, RING, Blocks
from codegen.msp430.prime_montgomery import Montgomery
from codegen.msp430.routines import ARGUMENTS, STACK, Place, Routines

A, B, T = (ELEMENT_BYTES * i for i in range(3))  # elements of the frame
SUM, AZ4, POWER = (3 * ELEMENT_BYTES + WORD_BYTES * i for i in range(3))  # places of the arguments


class Points:
    """Writes operations on points in a frame, whose first elements are A, B and T; the address of the point's X, 2 Y
    and Z is at `point`. Elements are below p."""

    def __init__(self, field: PrimeField, is_mpy32: bool, point: int) -> None:
        if not Montgomery.is_for(field) or field.complement != montgomery_sums.COMPLEMENT:
            raise UnsupportedField(f"{field.name}: the sums are those of secp256r1 in Montgomery form")
        self.field = field
        self.x, self.y2, self.z = ((point, ELEMENT_BYTES * i) for i in range(3))
        self.code = Routines(("cpux",) if is_mpy32 else CORES)
        self.sums = Sums(self.code.main, field)
        self.digits = prime_blocks.MPY32 if is_mpy32 else prime_blocks.MPY16
        self._define("product", is_square=False)
        self._define("square", is_square=True)

    def _define(self, name: str, is_square: bool) -> None:
        asm = self.code.routine()
        blocks = Blocks(asm, self.digits)
        stack, result, above = blocks.stack, blocks.stack.push(ARGUMENTS[0]), None
        if is_square:
            quarters = prime_square.square_modulo(blocks, self.field)
        else:
            quarters, register = prime_karatsuba.multiply(blocks, has_spare_bit=False)
            quarters[2], above = stack.push_all(RING), stack.push(register)
        words = [stack[place] for place in itertools.chain(*quarters)]
        Montgomery(asm, self.field, words, above and stack[above]).reduce(stack[result])
        asm("add", f"#{stack.bytes}", STACK)
        self.code.define(name, asm, stack.bytes)

    def double(self, az4: Place, power: Place) -> None:
        """hankerson2004 Algorithm 3.23, without its division by two."""
        asm, call, sums = self.code.main, self.code.call, self.sums
        x, y2, z = self.x, self.y2, self.z
        asm.block("Z3 = (2 Y) Z.")
        call("product", z, z, y2)
        asm.block("(2 Y)^4, B = X (2 Y)^2.")
        call("square", T, y2)
        call("product", B, x, T)
        call("square", power, T)
        asm.block("A = 3 X^2 + a Z^4.")
        call("square", T, x)
        sums.sum(A, T, [Term(ADDED, None), Term(ADDED, T), Term(ADDED, az4)])
        asm.block("X3 = A^2 - 2 B; B - X3.")
        call("square", T, A)
        sums.sum(x, T, [Term(SUBTRACTED, B), Term(SUBTRACTED, B), sums.multiple(2)], start=1)
        sums.difference(B, B, x)
        asm.block("2 Y3 = 2 A (B - X3) - (2 Y)^4.")
        call("product", T, B, A)
        sums.sum(y2, T, [Term(ADDED, None), Term(SUBTRACTED, power), sums.multiple(1)])


def _doubling(field: PrimeField, is_mpy32: bool) -> Kernel:
    points = Points(field, is_mpy32, SUM)
    asm = points.code.main
    asm.save()
    for argument in reversed(ARGUMENTS):
        asm("push", argument)
    asm("sub", f"#{SUM}", STACK)
    points.double((AZ4, 0), (POWER, 0))
    asm.leave(POWER + WORD_BYTES)
    header = {
        "name": "routines-mpy32" if is_mpy32 else "routines",
        "family": "doubling",
        "summary": "a doubling in one routine, whose products and squares are local"
        f"{', through MPY32' if is_mpy32 else ''}",
        "source": "hankerson2004 Algorithm 3.23, without its division by two; the arithmetic is ours",
        "domain": "any points of curves with a other than 0, infinity included",
        "curves": "prime",
        "form": "montgomery",
        "constant_time": "same-trace-and-addresses",
    }
    if is_mpy32:
        header["requires"] = REQUIRES_MPY32
    return Kernel(
        field=field,
        function=f"doubling_{header['name'].replace('-', '_')}",
        header=header,
        parameters="uint16_t *sum, const uint16_t *az4, uint16_t *power",
        operation=(
            "sum: X, 2 Y, Z, which the double replaces; az4 = a Z^4, power = (2 Y)^4 of the point given;",
            "all are below p, and are numbers times R = 2^256 modulo p.",
        ),
        asm=points.code.finished(),
        stack_bytes=POWER + WORD_BYTES + SAVED_BYTES + points.code.stack_bytes,
        multiplies=True,
    )


def doubling_routines(field: PrimeField) -> Kernel:
    return _doubling(field, is_mpy32=False)


def doubling_routines_mpy32(field: PrimeField) -> Kernel:
    return _doubling(field, is_mpy32=True)
