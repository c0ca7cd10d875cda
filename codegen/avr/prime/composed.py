"""Kernels of fields of pairings, and compact ones of curves, around the bare functions of their products and their
reduction: they save the registers, and what they keep in a frame is wiped by nobody, as with all kernels."""

from codegen.avr.kernel import Kernel
from codegen.avr.listing import (
    Listing,
)
from codegen.avr.prime.addition import add_modular, sub_modular
from codegen.avr.prime.cofactor import reduce_cofactor_bare
from codegen.avr.prime.composition import Composition
from codegen.avr.prime.field import PrimeField
from codegen.avr.prime.halves import ALL_REGISTERS, BARE, BYTES, mul_halves_bare, sqr_halves_bare
from codegen.avr.prime.kernels import HUTTER, reduce_kernel
from codegen.kernel_fields import UnsupportedField

WIDE = 2 * BYTES
TWO = "uint8_t *{r}, const uint8_t *a"
THREE = f"{TWO}, const uint8_t *b"


def mul_halves(field: PrimeField) -> Kernel:
    """c = a b, not reduced."""
    return _saving(
        mul_halves_bare(field),
        "mul_halves",
        {
            "name": "halves",
            "family": "fp-mul",
            "summary": "subtractive Karatsuba over a subroutine for products of half the bytes",
            "source": HUTTER,
            "domain": "any a, b",
        },
    )


def sqr_halves(field: PrimeField) -> Kernel:
    """c = a^2, not reduced."""
    return _saving(
        sqr_halves_bare(field),
        "sqr_halves",
        {
            "name": "halves",
            "family": "fp-sqr",
            "summary": "Karatsuba over a subroutine for squares of half the bytes",
            "source": HUTTER,
            "domain": "any a",
        },
    )


def reduce_cofactor(field: PrimeField) -> Kernel:
    """r = c / R mod p."""
    return _saving(
        reduce_cofactor_bare(field),
        "reduce_cofactor",
        {
            "name": "cofactor",
            "family": "fp-reduce",
            "summary": "Montgomery reduction by multiples of p + 1 = h r with a sparse r, 64 bits at a time",
            "source": "-",
            "domain": "c < p R",
        },
    )


def _saving(bare: Kernel, function: str, header: dict[str, str]) -> Kernel:
    """The bare function as C calls it."""
    composition = Composition(bare.field, 0, 0)
    composition.call(bare)
    return composition.kernel(function, header, bare.operation[0], bare.parameters)


def reduction(field: PrimeField) -> Kernel:
    """The reduction that products call: the bare one if p + 1 has its form, else that of all primes."""
    try:
        return reduce_cofactor_bare(field)
    except UnsupportedField:
        return reduce_kernel(field)


def _way(field: PrimeField) -> str:
    """The name of the reduction."""
    return reduction(field).function.removeprefix("reduce_").removesuffix("_bare")


def mul_reduce_halves(field: PrimeField) -> Kernel:
    """r = a b / R mod p."""
    composition = Composition(field, 1, WIDE)
    composition.set(0, 0)
    composition.call(mul_halves_bare(field))
    _reduce(composition, 0)
    header = {
        "name": f"halves-{_way(field)}".replace("_", "-"),
        "family": "fp-mul-reduce",
        "summary": f"Karatsuba over a subroutine, and reduction ({_way(field)}), called",
        "source": HUTTER,
        "domain": "a, b < p",
    }
    operation = "r = a b / R mod p; r may be a or b."
    return composition.kernel(f"mul_reduce_halves_{_way(field)}", header, operation, THREE.format(r="r"))


def sqr_reduce_halves(field: PrimeField) -> Kernel:
    """r = a^2 / R mod p."""
    composition = Composition(field, 1, WIDE)
    composition.set(0, 0)
    composition.call(sqr_halves_bare(field))
    _reduce(composition, 0)
    header = {
        "name": f"halves-{_way(field)}".replace("_", "-"),
        "family": "fp-sqr-reduce",
        "summary": f"Karatsuba over a subroutine, and reduction ({_way(field)}), called",
        "source": HUTTER,
        "domain": "a < p",
    }
    operation = "r = a^2 / R mod p; r may be a."
    return composition.kernel(f"sqr_reduce_halves_{_way(field)}", header, operation, TWO.format(r="r"))


def _reduce(composition: Composition, place: int, offset: int = 0) -> None:
    """r + offset = the product at a place, reduced."""
    composition.asm.block("Reduce it into r.")
    composition.set(1, place)
    composition.pass_on(0, 0, offset)
    kernel = reduction(composition.field)
    (composition.call_public if kernel.header else composition.call)(kernel)


# F_p(u), u^2 = -1


def fp2_mul_karatsuba(field: PrimeField) -> Kernel:
    """r = a b: (a0 + a1)(b0 + b1), a0 b0 and a1 b1, of which two sums are reduced. Wide numbers are below p R."""
    middle, low, high = 0, WIDE, 2 * WIDE
    composition = Composition(field, 3, 3 * WIDE)
    product, difference = mul_halves_bare(field), subtract_wide(field)
    for own, place in ((1, low), (2, low + BYTES)):
        composition.asm.block("The sum of the coefficients.")
        composition.set(0, place)
        composition.pass_on(1, own)
        composition.pass_on(2, own, BYTES)
        composition.call_public(add_modular(field))
    composition.asm.block("The products of the sums, of the coefficients of 1, of those of u.")
    for index, place in enumerate((middle, low, low + BYTES)):
        composition.set(index, place)
    composition.call(product)
    for place, offset in ((low, 0), (high, BYTES)):
        composition.set(0, place)
        composition.pass_on(1, 1, offset)
        composition.pass_on(2, 2, offset)
        composition.call(product)
    for place, other in ((middle, low), (middle, high), (low, high)):
        composition.asm.block("A difference of products.")
        composition.set(0, place)
        composition.set(1, other)
        composition.call(difference)
    _reduce(composition, low)
    _reduce(composition, middle, BYTES)
    header = {
        "name": "karatsuba",
        "family": "fp2-mul",
        "form": "montgomery",
        "summary": "three products and two reductions, called",
        "source": "hankerson2004 Section 2.2.2",
        "domain": "coefficients of a and b below p",
    }
    operation = "r = a b / R in F_p(u), u^2 = -1; r may be a or b."
    return composition.kernel("fp2_mul_karatsuba", header, operation, THREE.format(r="r"))


def fp2_sqr_complex(field: PrimeField) -> Kernel:
    """r = a^2: (a0 + a1)(a0 - a1) + 2 a0 a1 u."""
    total, rest, wide = 0, BYTES, WIDE
    composition = Composition(field, 2, 2 * WIDE)
    for kernel, place in ((add_modular(field), total), (sub_modular(field), rest)):
        composition.set(0, place)
        composition.pass_on(1, 1)
        composition.pass_on(2, 1, BYTES)
        composition.call_public(kernel)
    composition.asm.block("a0 a1, then twice that.")
    composition.set(0, wide)
    composition.pass_on(1, 1)
    composition.pass_on(2, 1, BYTES)
    composition.call(mul_halves_bare(field))
    _reduce(composition, wide, BYTES)
    for index in range(3):
        composition.pass_on(index, 0, BYTES)
    composition.call_public(add_modular(field))
    composition.asm.block("The product of sum and difference.")
    for index, place in enumerate((wide, total, rest)):
        composition.set(index, place)
    composition.call(mul_halves_bare(field))
    _reduce(composition, wide)
    header = {
        "name": "complex",
        "family": "fp2-sqr",
        "form": "montgomery",
        "summary": "(a0 + a1)(a0 - a1) and 2 a0 a1, by products that are called",
        "source": "hankerson2004 Section 2.2.2",
        "domain": "coefficients of a below p",
    }
    operation = "r = a^2 / R in F_p(u), u^2 = -1; r may be a."
    return composition.kernel("fp2_sqr_complex", header, operation, TWO.format(r="r"))


def subtract_wide(field: PrimeField) -> Kernel:
    """c -= a modulo p R, for products: p is added to the upper half if that borrowed."""
    asm = Listing()
    asm("movw", "YL", "r24", note="c")
    asm("movw", "XL", "r22", note="a")
    for i in range(WIDE):
        asm("ld", "r18", "X+")
        asm("ldd", "r19", f"Y+{i}")
        asm("sbc" if i else "sub", "r19", "r18")
        asm("std", f"Y+{i}", "r19")
    asm("sbc", "r20", "r20")
    asm.block("Add p R if that borrowed.")
    for i in range(BYTES):
        asm("ldi", "r18", f"0x{field.prime >> 8 * i & 255:02x}")
        asm("and", "r18", "r20")
        asm("ldd", "r19", f"Y+{BYTES + i}")
        asm("adc" if i else "add", "r19", "r18")
        asm("std", f"Y+{BYTES + i}", "r19")
    asm("ret")
    operation = ("c = c - a mod p R for a, c < p R.", BARE)
    return Kernel(
        field, "subtract_wide", {}, "uint8_t *c, const uint8_t *a", operation, asm, 0, destroyed=ALL_REGISTERS
    )


FIELDS = ("fp256t", "fp256ts")
COMPACT_FIELDS = ("fp256r1",)  # of curves, beside their straight-line product
GENERATORS = (
    mul_halves,
    sqr_halves,
    mul_reduce_halves,
    sqr_reduce_halves,
    add_modular,
    sub_modular,
    fp2_mul_karatsuba,
    fp2_sqr_complex,
)


def pairing_kernels(field: PrimeField) -> list[Kernel]:
    """Every kernel of the field, then the functions without a family that these call: products over a subroutine, in
    small code, where those of other fields are straight-line. Where q + 1 = h r with the sparse r of
    codegen/avr/prime/cofactor.py, reduction makes use of it."""
    found = [generate(field) for generate in GENERATORS]
    try:
        found.append(reduce_cofactor(field))
    except UnsupportedField:
        found.append(reduce_kernel(field))
    bare = {k.symbol: k for kernel in found for k in kernel.calls if not k.header}
    return [*found, *bare.values()]


def compact_kernels(field: PrimeField) -> list[Kernel]:
    """The product over a subroutine, with the reduction that the field has already, in half the flash of straight-line
    code."""
    found = mul_reduce_halves(field)
    return [found, *(kernel for kernel in found.calls if not kernel.header)]
