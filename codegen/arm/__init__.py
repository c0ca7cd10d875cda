"""Assembly kernels for ARM with words of 32 bits, for a field from the field alone: src/native/arm/*.S and meta.h for
ARMv5TE (A32), src/native/armv7/*.S and meta.h for what has UMAAL, as A32 or as Thumb-2."""

import contextlib
from pathlib import Path

from codegen.arm.armv7_kernels import GENERATORS as ARMV7_GENERATORS
from codegen.arm.constant import mul_constant_comb_window8
from codegen.arm.integer_products import mul_reduce_integer_products
from codegen.arm.kernel import Kernel, for_armv7
from codegen.arm.lopez_dahab import mul_reduce_ld_registers
from codegen.arm.prime_field import PrimeField
from codegen.arm.prime_kernels import GENERATORS as PRIME_GENERATORS
from codegen.arm.squares import sqr_reduce_byte_table
from codegen.arm.wireless import mul_reduce_comb_byte_shifts_wmmx
from codegen.fields import BINARY_FIELDS
from codegen.kernel_fields import BinaryField, UnsupportedField
from codegen.kernel_fields import PrimeField as AnyPrimeField
from codegen.kernels import outputs as kernel_outputs
from codegen.kernels import supported

NATIVE_FIELDS = ("fb163", "fp192r1", "fp256r1")
ARMV7_BINARY_FIELDS = ("fb163", "fb233", "fb283")
ARMV7_FIELDS = ("fp160r1", "fp192r1", "fp224r1", "fp255", "fp256r1")
ARMV7_BINARY_GENERATORS = (
    mul_reduce_integer_products,
    lambda field: for_armv7(mul_reduce_ld_registers(field)),
    sqr_reduce_byte_table,
)
GENERATORS = (mul_constant_comb_window8, mul_reduce_comb_byte_shifts_wmmx, mul_reduce_ld_registers)


def kernels(name: str) -> list[Kernel]:
    """Every kernel that can be generated for a field; none for one that is beyond the limits of all."""
    with contextlib.suppress(UnsupportedField):
        if name in BINARY_FIELDS:
            return supported(GENERATORS, BinaryField(name, BINARY_FIELDS[name]))
        return supported(PRIME_GENERATORS, PrimeField.of(name))
    return []


def armv7_kernels(name: str) -> list[Kernel]:
    """Every kernel for what has UMAAL."""
    if name in BINARY_FIELDS:
        return supported(ARMV7_BINARY_GENERATORS, BinaryField(name, BINARY_FIELDS[name]))
    return supported(ARMV7_GENERATORS, AnyPrimeField.of(name))


def outputs() -> dict[Path, str]:
    found = [kernel for name in NATIVE_FIELDS for kernel in kernels(name)]
    of_armv7 = [kernel for name in (*ARMV7_BINARY_FIELDS, *ARMV7_FIELDS) for kernel in armv7_kernels(name)]
    return kernel_outputs(found) | kernel_outputs(of_armv7)
