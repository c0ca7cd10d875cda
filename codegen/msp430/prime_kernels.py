"""The kernels of prime fields: product and square, reduced; sum and difference; product with a small number."""

from codegen.kernel_fields import PrimeField
from codegen.msp430 import prime_reduction
from codegen.msp430.kernel import Kernel
from codegen.msp430.listing import SAVED_BYTES, WORD_BYTES, Listing
from codegen.msp430.prime_addition import add_modular, mul_small_word, sub_modular
from codegen.msp430.prime_product import MPY16, MPY32, Multiplier, Rows, multiply, square

ROWS = "hankerson2004 Algorithm 2.9"
BELOW_P = "a, b below p"
REQUIRES_MPY32 = "MC_NATIVE_MPY32"


def _words(field: PrimeField) -> int:
    return field.words


def _reduced(field: PrimeField, multiplier: Multiplier, is_square: bool) -> Kernel:
    """r = a b mod p, or a^2 mod p."""
    asm, n = Listing(), _words(field)
    is_mpy32 = multiplier is MPY32
    frame = WORD_BYTES * (3 * n if is_square else 2 * n)
    asm.save()
    asm.block("r, and room for the product.")
    asm("push", "r12")
    asm("sub", f"#{frame}", "r1")
    rows = Rows(asm, multiplier, n)
    if is_square:
        square(rows, WORD_BYTES * 2 * n, has_spare_bit=field.spare_bits > 0)
    else:
        multiply(rows)
    prime_reduction.reduce(asm, field, frame, is_mpy32)
    asm.leave(frame + WORD_BYTES)
    suffix, form = "-mpy32" if is_mpy32 else "", prime_reduction.form(field)
    way, shape = ("montgomery", "in Montgomery's way") if form == "montgomery" else ("special", "by the prime's shape")
    header = {
        "name": f"operand-scanning{suffix}-{way}",
        "family": f"fp-{'sqr' if is_square else 'mul'}-reduce",
        "summary": f"{'squaring' if is_square else 'multiplication'} by rows through the multiplier"
        f"{' MPY32' if is_mpy32 else ''}, reduced {shape}, straight-line",
        "source": ROWS,
        "domain": "a below p" if is_square else BELOW_P,
        "form": form,
        "constant_time": "same-trace-and-addresses",
    }
    if is_mpy32:
        header["requires"] = REQUIRES_MPY32
    function = f"{'sqr' if is_square else 'mul'}_reduce_operand_scanning{suffix.replace('-', '_')}_{way}"
    product = ("a^2" if is_square else "a b") + (f" / 2^{field.bits}" if form == "montgomery" else "")
    return Kernel(
        field=field,
        function=function,
        header=header,
        parameters="uint16_t *r, const uint16_t *a" + ("" if is_square else ", const uint16_t *b"),
        operation=(f"r = {product} mod p; r may be a{'' if is_square else ' or b'}.",),
        asm=asm,
        stack_bytes=frame + WORD_BYTES + SAVED_BYTES,
        multiplies=True,
    )


def mul_reduce_operand_scanning(field: PrimeField) -> Kernel:
    return _reduced(field, MPY16, is_square=False)


def sqr_reduce_operand_scanning(field: PrimeField) -> Kernel:
    return _reduced(field, MPY16, is_square=True)


def mul_reduce_operand_scanning_mpy32(field: PrimeField) -> Kernel:
    return _reduced(field, MPY32, is_square=False)


def sqr_reduce_operand_scanning_mpy32(field: PrimeField) -> Kernel:
    return _reduced(field, MPY32, is_square=True)


GENERATORS = (
    mul_reduce_operand_scanning,
    sqr_reduce_operand_scanning,
    mul_reduce_operand_scanning_mpy32,
    sqr_reduce_operand_scanning_mpy32,
    add_modular,
    sub_modular,
    mul_small_word,
)
