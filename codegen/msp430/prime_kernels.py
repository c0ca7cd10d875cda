"""The kernels of prime fields: product and square with reduction; sum and difference; product with a small number."""

import dataclasses
import itertools

from codegen.kernel_fields import PrimeField
from codegen.msp430 import (
    fourq,
    prime_blocks,
    prime_fold,
    prime_karatsuba,
    prime_montgomery,
    prime_reduction,
    prime_square,
)
from codegen.msp430.kernel import REQUIRES_MPY32, Kernel
from codegen.msp430.listing import CORES, SAVED_BYTES, WORD_BYTES, Listing
from codegen.msp430.prime_addition import add_modular, sub_modular
from codegen.msp430.prime_extension import fp2_mul, fp2_sqr
from codegen.msp430.prime_montgomery_rows import MontgomeryRows, is_general
from codegen.msp430.prime_product import MPY16, MPY32, Rows, multiply, square
from codegen.msp430.prime_small import mul_small_word

ROWS = "hankerson2004 Algorithm 2.9"
KARATSUBA = "hankerson2004 Section 2.2.2"


@dataclasses.dataclass(frozen=True)
class Body:
    """The code of a reduced product or square, and the words in its header on how the product is made."""

    asm: Listing
    stack_bytes: int
    name: str = "operand-scanning"
    summary: str = "by rows"
    source: str = ROWS


def _listing(is_mpy32: bool) -> Listing:
    """Processors with MPY32 have CPUX."""
    return Listing(("cpux",) if is_mpy32 else CORES)


def _by_rows(field: PrimeField, is_mpy32: bool, is_square: bool) -> Body:
    """The product lies on the stack."""
    asm, n = _listing(is_mpy32), field.words
    frame = WORD_BYTES * (3 * n if is_square else 2 * n)
    asm.save()
    asm.block("r, and room for the product.")
    asm("push", "r12")
    asm("sub", f"#{frame}", "r1")
    rows = Rows(asm, MPY32 if is_mpy32 else MPY16, n)
    if is_square:
        square(rows, WORD_BYTES * 2 * n)
    else:
        multiply(rows)
    prime_reduction.reduce(asm, field, frame)
    asm.leave(frame + WORD_BYTES)
    return Body(asm, frame + WORD_BYTES + SAVED_BYTES)


def _is_by_blocks(field: PrimeField) -> bool:
    return prime_fold.is_foldable(field) or prime_montgomery.Montgomery.is_for(field) or is_general(field)


def _by_blocks(field: PrimeField, is_mpy32: bool, is_square: bool) -> Body:
    """The product's quarters lie where its rows left them."""
    asm = _listing(is_mpy32)
    asm.save()
    blocks = prime_blocks.Blocks(asm, prime_blocks.MPY32 if is_mpy32 else prime_blocks.MPY16)
    stack = blocks.stack
    result = stack.push("r12")
    if is_square and prime_square.has_plain_negatives(field):
        quarters, above = prime_square.square_modulo(blocks, field), None
    elif is_square:
        quarters, above = prime_square.square(blocks, has_spare_bit=field.spare_bits > 0), None
    else:
        quarters, above = prime_karatsuba.multiply(blocks, field.spare_bits > 0)
    is_montgomery = prime_montgomery.form(field) == "montgomery"
    if is_montgomery and above:
        quarters[2], above = stack.push_all(prime_blocks.RING), stack.push(above)
    if is_general(field):
        MontgomeryRows(blocks, field, quarters, above).reduce(result)
    else:
        _reduce_by_shape(blocks, field, quarters, above, result)
    asm.leave(stack.bytes)
    names = {} if is_square else {"name": "karatsuba", "summary": "by blocks of half the words", "source": KARATSUBA}
    return Body(asm, stack.bytes + SAVED_BYTES, **names)


def _reduce_by_shape(
    blocks: prime_blocks.Blocks, field: PrimeField, quarters: list[list], above: int | str | None, result: int
) -> None:
    """r = the product mod p, by the form of p: `result` is the place of the address of r."""
    asm, stack = blocks.asm, blocks.stack
    operands = [[place if isinstance(place, str) else stack[place] for place in places] for places in quarters]
    if prime_montgomery.form(field) == "montgomery":
        reduction = prime_montgomery.Montgomery(
            asm, field, [*itertools.chain(*operands)], stack[above] if above else None
        )
        reduction.reduce(stack[result])
    else:
        prime_fold.fold(asm, field, operands, above, stack[result])


def _body(field: PrimeField, is_mpy32: bool, is_square: bool) -> Body:
    if fourq.is_for(field):
        return Body(*fourq.coefficient_product(is_mpy32, is_square))
    return (_by_blocks if _is_by_blocks(field) else _by_rows)(field, is_mpy32, is_square)


def _reduced(field: PrimeField, is_mpy32: bool, is_square: bool) -> Kernel:
    """r = a b mod p, or a^2 mod p."""
    body = _body(field, is_mpy32, is_square)
    operands, limit = "a" if is_square else "a, b", f"2^{field.bits}" if prime_fold.is_foldable(field) else "p"
    form = prime_montgomery.form(field)
    way, shape = ("montgomery", "in Montgomery's way") if form == "montgomery" else ("special", "by the prime's shape")
    name = f"{body.name}{'-mpy32' if is_mpy32 else ''}-{way}"
    header = {
        "name": name,
        "family": f"fp-{'sqr' if is_square else 'mul'}-reduce",
        "summary": f"{'squaring' if is_square else 'multiplication'} {body.summary} through the multiplier"
        f"{' MPY32' if is_mpy32 else ''}, reduced {shape}, straight-line",
        "source": body.source,
        "domain": f"{operands} below {limit}",
        "form": form,
        "constant_time": "same-trace-and-addresses",
    }
    if is_mpy32:
        header["requires"] = REQUIRES_MPY32
    product = ("a^2" if is_square else "a b") + (f" / 2^{field.bits}" if form == "montgomery" else "")
    return Kernel(
        field=field,
        function=f"{'sqr' if is_square else 'mul'}_reduce_{name.replace('-', '_')}",
        header=header,
        parameters="uint16_t *r, const uint16_t *a" + ("" if is_square else ", const uint16_t *b"),
        operation=(f"r = {product} mod p; r may be a{'' if is_square else ' or b'}.",),
        asm=body.asm,
        stack_bytes=body.stack_bytes,
        multiplies=True,
    )


def mul_reduce(field: PrimeField) -> Kernel:
    return _reduced(field, is_mpy32=False, is_square=False)


def sqr_reduce(field: PrimeField) -> Kernel:
    return _reduced(field, is_mpy32=False, is_square=True)


def mul_reduce_mpy32(field: PrimeField) -> Kernel:
    return _reduced(field, is_mpy32=True, is_square=False)


def sqr_reduce_mpy32(field: PrimeField) -> Kernel:
    return _reduced(field, is_mpy32=True, is_square=True)


def fp2_mul_karatsuba(field: PrimeField) -> Kernel:
    return fp2_mul(field, mul_reduce(field))


def fp2_sqr_complex(field: PrimeField) -> Kernel:
    return fp2_sqr(field, mul_reduce(field))


def fp2_mul_karatsuba_mpy32(field: PrimeField) -> Kernel:
    return fp2_mul(field, mul_reduce_mpy32(field))


def fp2_sqr_complex_mpy32(field: PrimeField) -> Kernel:
    return fp2_sqr(field, mul_reduce_mpy32(field))


GENERATORS = (
    mul_reduce,
    sqr_reduce,
    mul_reduce_mpy32,
    sqr_reduce_mpy32,
    add_modular,
    sub_modular,
    mul_small_word,
    fp2_mul_karatsuba,
    fp2_sqr_complex,
    fp2_mul_karatsuba_mpy32,
    fp2_sqr_complex_mpy32,
)
