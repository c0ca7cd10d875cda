"""Assembly kernels for ARM with words of 32 bits (A32, ARMv5TE): generated/native/arm/*.S and meta.h. A kernel
depends on the field alone."""

import contextlib
from pathlib import Path

from codegen.arm.constant import mul_constant_comb_window8
from codegen.arm.kernel import Kernel
from codegen.arm.lopez_dahab import mul_reduce_ld_registers
from codegen.arm.prime_field import PrimeField
from codegen.arm.prime_kernels import GENERATORS as PRIME_GENERATORS
from codegen.arm.wireless import mul_reduce_comb_byte_shifts_wmmx
from codegen.fields import BINARY_FIELDS
from codegen.kernel_fields import BinaryField, UnsupportedField
from codegen.kernels import outputs as kernel_outputs
from codegen.kernels import supported

NATIVE_FIELDS = ("fb163", "fp192r1", "fp256r1")
GENERATORS = (mul_constant_comb_window8, mul_reduce_comb_byte_shifts_wmmx, mul_reduce_ld_registers)


def kernels(name: str) -> list[Kernel]:
    """Every kernel that can be generated for the field; none if the field is beyond the limits of all kernels."""
    with contextlib.suppress(UnsupportedField):
        if name in BINARY_FIELDS:
            return supported(GENERATORS, BinaryField(name, BINARY_FIELDS[name]))
        return supported(PRIME_GENERATORS, PrimeField.of(name))
    return []


def outputs() -> dict[Path, str]:
    return kernel_outputs([kernel for name in NATIVE_FIELDS for kernel in kernels(name)])
