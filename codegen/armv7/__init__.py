"""Assembly kernels for ARM with UMAAL and words of 32 bits, as A32 or as Thumb-2: generated/native/armv7/*.S and
meta.h. A kernel depends on the field alone."""

from pathlib import Path

from codegen.arm.lopez_dahab import mul_reduce_ld_registers
from codegen.armv7.doubling import GENERATORS as DOUBLING_GENERATORS
from codegen.armv7.doubling_calls import GENERATORS as CALLING_GENERATORS
from codegen.armv7.formulas.differences_step import GENERATORS as DIFFERENCES_GENERATORS
from codegen.armv7.formulas.points import GENERATORS as FORMULA_GENERATORS
from codegen.armv7.fourq import fourq_kernels
from codegen.armv7.gls import quadratic_kernels
from codegen.armv7.integer_products import mul_reduce_integer_products
from codegen.armv7.karatsuba_comb import mul_reduce_karatsuba_comb
from codegen.armv7.kernel import Kernel, adapted
from codegen.armv7.ladder import ladder_routines
from codegen.armv7.ladder_step import GENERATORS as LADDER_GENERATORS
from codegen.armv7.montgomery_kernels import GENERATORS as MONTGOMERY_GENERATORS
from codegen.armv7.montgomery_routines import GENERATORS as ROUTINE_GENERATORS
from codegen.armv7.montgomery_special import GENERATORS as FRIENDLY_GENERATORS
from codegen.armv7.prime_kernels import GENERATORS as SPECIAL_GENERATORS
from codegen.armv7.sha256 import sha256_compress
from codegen.armv7.squares import sqr_reduce_byte_table
from codegen.armv7.squares_interleaved import sqr_reduce_interleaved, sqr_times_interleaved
from codegen.fields import POLYNOMIALS
from codegen.kernel_fields import BinaryField, PrimeField
from codegen.kernels import outputs as kernel_outputs
from codegen.kernels import supported

NATIVE_FIELDS = (
    *("fb127", "fb163", "fb233", "fb271", "fb283"),
    *("fp127", "fp160r1", "fp192r1", "fp224r1", "fp255", "fp256r1", "fp381", "fp448"),
)
QUADRATIC_FIELD = "fb127"  # of GLS254
FOURQ_FIELD = "fp127"
GENERATORS = (
    mul_reduce_integer_products,
    mul_reduce_karatsuba_comb,
    lambda field: adapted(mul_reduce_ld_registers(field)),
    sqr_reduce_byte_table,
    sqr_reduce_interleaved,
    sqr_times_interleaved,
)


def kernels(name: str) -> list[Kernel]:
    """Every kernel of a family that can be generated for the field."""
    if name in POLYNOMIALS:
        return supported(GENERATORS, BinaryField(name, POLYNOMIALS[name]))
    of_primes = (*SPECIAL_GENERATORS, *MONTGOMERY_GENERATORS, *FRIENDLY_GENERATORS, *ROUTINE_GENERATORS)
    of_points = (
        *LADDER_GENERATORS,
        *DOUBLING_GENERATORS,
        *CALLING_GENERATORS,
        *FORMULA_GENERATORS,
        *DIFFERENCES_GENERATORS,
    )
    return supported((*of_primes, *of_points), PrimeField.of(name))


def outputs() -> dict[Path, str]:
    quadratic = quadratic_kernels(BinaryField(QUADRATIC_FIELD, POLYNOMIALS[QUADRATIC_FIELD]))
    of_no_family = (sha256_compress(), ladder_routines(PrimeField.of("fp255")), *quadratic)
    of_no_family += tuple(fourq_kernels(PrimeField.of(FOURQ_FIELD)))
    return kernel_outputs([*(kernel for name in NATIVE_FIELDS for kernel in kernels(name)), *of_no_family])
