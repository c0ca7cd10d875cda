"""Assembly kernels for 8-bit AVR with multiplier (ATmega128): generated/native/avr/*.S and meta.h, for a field from
the field alone, for inversion by division steps, for products modulo a group order, and for SHA-2."""

from pathlib import Path

from codegen.avr.addition import add_unrolled
from codegen.avr.each.kernels import mul_each_karatsuba, mul_reduce_karatsuba_each
from codegen.avr.euclid import inv_euclid_var
from codegen.avr.field import BinaryField
from codegen.avr.fourq import fourq_kernels
from codegen.avr.gls.products import quadratic_kernels
from codegen.avr.gls.sums import quadratic_sums
from codegen.avr.half_trace import half_trace_nibble_table
from codegen.avr.halves import mul_ld_registers_halves, mul_reduce_ld_registers_halves
from codegen.avr.hash.sha256 import sha256_compress
from codegen.avr.hash.sha512 import sha512_compress
from codegen.avr.interleaving import sqr_reduce_interleave_table
from codegen.avr.interleaving_times import sqr_reduce_interleave_times, sqr_times_interleave
from codegen.avr.interpolation import interpolation_kernels
from codegen.avr.inversion import inv_itoh_tsujii_table
from codegen.avr.karatsuba import mul_karatsuba_ld_registers, mul_reduce_karatsuba_ld_registers
from codegen.avr.kernel import Kernel
from codegen.avr.light_multiplication import mul_ld_registers_light
from codegen.avr.multiplication import (
    mul_each_ld_registers,
    mul_ld_registers,
    mul_reduce_ld_registers,
    mul_reduce_ld_registers_each,
)
from codegen.avr.prime.composed import COMPACT_FIELDS, compact_kernels, pairing_kernels
from codegen.avr.prime.composed import FIELDS as PAIRING_FIELDS
from codegen.avr.prime.divsteps import divsteps_kernels
from codegen.avr.prime.field import PrimeField
from codegen.avr.prime.kernels import NATIVE_FIELDS as NATIVE_PRIME_FIELDS
from codegen.avr.prime.kernels import prime_kernels
from codegen.avr.prime.ladder import ladder_routines, mul_reduce_halves_folded
from codegen.avr.prime.ladder_step import LADDER_FIELD, ladder_kernels
from codegen.avr.prime.montgomery_product import montgomery_product
from codegen.avr.reduction import reduce_registers
from codegen.avr.square_root import sqrt_power_series
from codegen.avr.squaring import sqr_nibble_table, sqr_reduce_byte_table
from codegen.avr.squaring_loop import sqr_times_byte_table, sqr_times_registers
from codegen.avr.whole_bytes import reduce_whole_bytes, sqr_reduce_whole_bytes, sqrt_whole_bytes
from codegen.fields import POLYNOMIALS
from codegen.kernels import outputs as kernel_outputs
from codegen.kernels import supported

NATIVE_FIELDS = ("fb127", "fb163", "fb233", "fb271", "fb283", "fb409", "fb571")
GENERATORS = (
    add_unrolled,
    half_trace_nibble_table,
    inv_euclid_var,
    inv_itoh_tsujii_table,
    mul_each_karatsuba,
    mul_each_ld_registers,
    mul_karatsuba_ld_registers,
    mul_ld_registers,
    mul_ld_registers_halves,
    mul_ld_registers_light,
    mul_reduce_karatsuba_each,
    mul_reduce_karatsuba_ld_registers,
    mul_reduce_ld_registers,
    mul_reduce_ld_registers_each,
    mul_reduce_ld_registers_halves,
    reduce_registers,
    reduce_whole_bytes,
    sqr_nibble_table,
    sqr_reduce_byte_table,
    sqr_reduce_interleave_table,
    sqr_reduce_interleave_times,
    sqr_reduce_whole_bytes,
    sqr_times_byte_table,
    sqr_times_interleave,
    sqr_times_registers,
    sqrt_power_series,
    sqrt_whole_bytes,
)
INTERPOLATION_FIELD = "fb271"  # of eta_T
QUADRATIC_FIELD = "fb127"  # of GLS254
# Kernels that are not written to generated/native/avr/, since the field has a better one: a faster one, or a smaller
# one of nearly the same speed. Function -> fields.
OMITTED = {
    "half_trace_nibble_table": ("fb127",),
    "inv_itoh_tsujii_table": ("fb127",),
    "mul_karatsuba_ld_registers": ("fb127",),
    "mul_ld_registers_halves": ("fb233",),
    "mul_ld_registers_light": ("fb127", "fb271"),
    "reduce_registers": ("fb127",),
    "sqr_nibble_table": ("fb127", "fb271"),
    "sqr_reduce_interleave_table": ("fb127", "fb163", "fb271", "fb283", "fb571"),
    "sqr_reduce_interleave_times": ("fb127", "fb271", "fb283"),
    "sqr_times_byte_table": ("fb271", "fb571"),
    "sqr_times_interleave": ("fb127", "fb271", "fb283"),
}


def kernels(field: BinaryField) -> list[Kernel]:
    """Every kernel that can be generated for the field."""
    return supported(GENERATORS, field)


def native_kernels(name: str) -> list[Kernel]:
    """The kernels of a field that are written to generated/native/avr/."""
    return [k for k in kernels(BinaryField(name, POLYNOMIALS[name])) if name not in OMITTED.get(k.function, ())]


def outputs() -> dict[Path, str]:
    found = [kernel for name in NATIVE_FIELDS for kernel in native_kernels(name)]
    found += interpolation_kernels(BinaryField(INTERPOLATION_FIELD, POLYNOMIALS[INTERPOLATION_FIELD]))
    quadratic = BinaryField(QUADRATIC_FIELD, POLYNOMIALS[QUADRATIC_FIELD])
    found += quadratic_kernels(quadratic) + quadratic_sums(quadratic)
    found += fourq_kernels()
    found += [kernel for name in NATIVE_PRIME_FIELDS for kernel in prime_kernels(PrimeField.of(name))]
    ladder_field = PrimeField.of(LADDER_FIELD)
    found += [*ladder_kernels(ladder_field), ladder_routines(ladder_field), mul_reduce_halves_folded(ladder_field)]
    found += [kernel for name in COMPACT_FIELDS for kernel in compact_kernels(PrimeField.of(name))]
    found += [kernel for name in PAIRING_FIELDS for kernel in pairing_kernels(PrimeField.of(name))]
    found += [*divsteps_kernels(), montgomery_product(), sha256_compress(), sha512_compress()]
    return kernel_outputs(found)
