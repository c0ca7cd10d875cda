"""The kernels of prime fields: product and square, reduced; sum and difference; product with a small number."""

import dataclasses

from codegen.avr.prime_field import PrimeField
from codegen.msp430 import prime_blocks, prime_fold, prime_karatsuba, prime_reduction, prime_square
from codegen.msp430.kernel import Kernel
from codegen.msp430.listing import SAVED_BYTES, WORD_BYTES, Listing
from codegen.msp430.prime_addition import add_modular, mul_small_word, sub_modular
from codegen.msp430.prime_blocks import Blocks
from codegen.msp430.prime_product import MPY16, MPY32, Rows, multiply, square

ROWS = "hankerson2004 Algorithm 2.9"
BELOW_P = "a, b below p"
REQUIRES_MPY32 = "MC_NATIVE_MPY32"


def _words(field: PrimeField) -> int:
    return field.byte_count // WORD_BYTES


@dataclasses.dataclass(frozen=True)
class Body:
    """The code of a product or square, reduced: its name without the multiplier's, what it is, its source."""

    asm: Listing
    stack_bytes: int
    name: str
    summary: str
    source: str = ROWS


def _by_rows(field: PrimeField, is_mpy32: bool, is_square: bool) -> Body:
    asm, n = Listing(), _words(field)
    frame = WORD_BYTES * (3 * n if is_square else 2 * n)
    asm.save()
    asm.block("r, and room for the product.")
    asm("push", "r12")
    asm("sub", f"#{frame}", "r1")
    rows = Rows(asm, MPY32 if is_mpy32 else MPY16, n)
    if is_square:
        square(rows, WORD_BYTES * 2 * n, has_spare_bit=field.spare_bits > 0)
    else:
        multiply(rows)
    prime_reduction.reduce(asm, field, frame, is_mpy32)
    asm.leave(frame + WORD_BYTES)
    return Body(asm, frame + WORD_BYTES + SAVED_BYTES, "operand-scanning", "by rows")


def _by_blocks(field: PrimeField, is_mpy32: bool, is_square: bool) -> Body:
    asm = Listing()
    asm.save()
    blocks = Blocks(asm, prime_blocks.MPY32 if is_mpy32 else prime_blocks.MPY16)
    result = blocks.stack.push("r12")
    quarters = prime_square.square(blocks) if is_square else prime_karatsuba.multiply(blocks)
    words = [[blocks.stack[place] for place in places] for places in quarters]
    if is_square:
        above = None
    else:
        words.insert(2, list(prime_blocks.RING))
        above = prime_blocks.SPARE
    prime_fold.fold(asm, field, words, above, blocks.stack[result])
    asm.leave(blocks.stack.bytes)
    stack_bytes = blocks.stack.bytes + SAVED_BYTES
    if is_square:
        return Body(asm, stack_bytes, "operand-scanning", "by rows")
    return Body(asm, stack_bytes, "karatsuba", "by three products of halves", "hankerson2004 Section 2.2.2")


def _reduced(field: PrimeField, is_mpy32: bool, is_square: bool) -> Kernel:
    """r = a b mod p, or a^2 mod p."""
    body = (_by_blocks if prime_fold.is_foldable(field) else _by_rows)(field, is_mpy32, is_square)
    name = f"{body.name}{'-mpy32' if is_mpy32 else ''}-special"
    header = {
        "name": name,
        "family": f"fp-{'sqr' if is_square else 'mul'}-reduce",
        "summary": f"{'squaring' if is_square else 'multiplication'} {body.summary} through the multiplier"
        f"{' MPY32' if is_mpy32 else ''}, reduced by the prime's shape, straight-line",
        "source": body.source,
        "domain": "a below p" if is_square else BELOW_P,
        "form": "plain",
        "constant_time": "same-trace-and-addresses",
    }
    if is_mpy32:
        header["requires"] = REQUIRES_MPY32
    return Kernel(
        field=field,
        function=f"{'sqr' if is_square else 'mul'}_reduce_{name.replace('-', '_')}",
        header=header,
        parameters="uint16_t *r, const uint16_t *a" + ("" if is_square else ", const uint16_t *b"),
        operation=("r = a^2 mod p; r may be a." if is_square else "r = a b mod p; r may be a or b.",),
        asm=body.asm,
        stack_bytes=body.stack_bytes,
        multiplies=True,
    )


def mul_reduce_special(field: PrimeField) -> Kernel:
    return _reduced(field, is_mpy32=False, is_square=False)


def sqr_reduce_special(field: PrimeField) -> Kernel:
    return _reduced(field, is_mpy32=False, is_square=True)


def mul_reduce_mpy32_special(field: PrimeField) -> Kernel:
    return _reduced(field, is_mpy32=True, is_square=False)


def sqr_reduce_mpy32_special(field: PrimeField) -> Kernel:
    return _reduced(field, is_mpy32=True, is_square=True)


GENERATORS = (
    mul_reduce_special,
    sqr_reduce_special,
    mul_reduce_mpy32_special,
    sqr_reduce_mpy32_special,
    add_modular,
    sub_modular,
    mul_small_word,
)
