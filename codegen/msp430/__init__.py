"""Assembly kernels for MSP430 (words of 16 bits): src/native/msp430/*.S and meta.h, for a field from the field
alone, and for SHA-256."""

import contextlib
from pathlib import Path

from codegen.avr.prime_field import prime_field
from codegen.fields import BINARY_FIELDS
from codegen.kernel_fields import BinaryField, UnsupportedField
from codegen.msp430.kernel import Kernel
from codegen.msp430.listing import WORD_BITS
from codegen.msp430.multiplication import mul_reduce_ld_registers
from codegen.msp430.prime_kernels import GENERATORS as PRIME_GENERATORS
from codegen.msp430.sha256 import sha256_compress
from codegen.msp430.squaring import sqr_reduce_byte_table
from codegen.output import ROOT, meta_header

FOLDER = ROOT / "src/native/msp430"
NATIVE_FIELDS = ("fb163", "fp160r1", "fp255", "fp256r1")
GENERATORS = (mul_reduce_ld_registers, sqr_reduce_byte_table)


def kernels(name: str) -> list[Kernel]:
    """Every kernel that can be generated for a field."""
    found = []
    is_binary = name in BINARY_FIELDS
    for generate in GENERATORS if is_binary else PRIME_GENERATORS:
        with contextlib.suppress(UnsupportedField):
            field = BinaryField(name, BINARY_FIELDS[name], WORD_BITS) if is_binary else prime_field(name)
            found.append(generate(field))
    return found


def outputs() -> dict[Path, str]:
    found = [kernel for name in NATIVE_FIELDS for kernel in kernels(name)]
    files = {FOLDER / f"{kernel.field.name}_{kernel.function}.S": kernel.text() for kernel in found}
    hash_kernel = sha256_compress()
    files[FOLDER / "sha256_compress.S"] = hash_kernel.text()
    return {**files, FOLDER / "meta.h": meta_header("msp430", [kernel.flag for kernel in (*found, hash_kernel)])}
