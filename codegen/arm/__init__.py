"""Assembly kernels for ARM with words of 32 bits (A32, ARMv5TE): src/native/arm/*.S and meta.h, for a field from the
field alone."""

import contextlib
from pathlib import Path

from codegen.arm.constant import mul_constant_comb_window8
from codegen.arm.kernel import Kernel
from codegen.arm.lopez_dahab import mul_reduce_ld_registers
from codegen.arm.prime_field import prime_field
from codegen.arm.prime_kernels import GENERATORS as PRIME_GENERATORS
from codegen.arm.wireless import mul_reduce_comb_byte_shifts_wmmx
from codegen.fields import BINARY_FIELDS
from codegen.kernel_fields import BinaryField, UnsupportedField
from codegen.output import ROOT, meta_header

FOLDER = ROOT / "src/native/arm"
NATIVE_FIELDS = ("fb163", "fp192r1", "fp256r1")
GENERATORS = (mul_constant_comb_window8, mul_reduce_comb_byte_shifts_wmmx, mul_reduce_ld_registers)


def kernels(name: str) -> list[Kernel]:
    """Every kernel that can be generated for a field."""
    found = []
    is_binary = name in BINARY_FIELDS
    for generate in GENERATORS if is_binary else PRIME_GENERATORS:
        with contextlib.suppress(UnsupportedField):
            found.append(generate(BinaryField(name, BINARY_FIELDS[name]) if is_binary else prime_field(name)))
    return found


def outputs() -> dict[Path, str]:
    found = [kernel for name in NATIVE_FIELDS for kernel in kernels(name)]
    files = {FOLDER / f"{kernel.field.name}_{kernel.function}.S": kernel.text() for kernel in found}
    return {**files, FOLDER / "meta.h": meta_header("arm", [kernel.flag for kernel in found])}
