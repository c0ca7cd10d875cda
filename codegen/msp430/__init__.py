"""Assembly kernels for MSP430 (words of 16 bits): generated/native/msp430/*.S and meta.h, for a field from the field
alone, for SHA-256, for inversion by division steps, and for division by tau."""

from pathlib import Path

from codegen.fields import BINARY_FIELDS
from codegen.kernel_fields import BinaryField, PrimeField
from codegen.kernels import outputs as kernel_outputs
from codegen.kernels import supported
from codegen.msp430.columns import mul_reduce_ld_columns
from codegen.msp430.doubling import doubling_routines, doubling_routines_mpy32
from codegen.msp430.fourq import fourq_kernels
from codegen.msp430.kernel import Kernel
from codegen.msp430.ladder_step import ladder_step_weak, ladder_step_weak_mpy32
from codegen.msp430.listing import WORD_BITS
from codegen.msp430.multiplication import mul_each_ld_registers, mul_reduce_ld_registers
from codegen.msp430.numbers.divsteps import divsteps_kernels
from codegen.msp430.numbers.tau_divide import tau_divide
from codegen.msp430.prime_kernels import GENERATORS as PRIME_GENERATORS
from codegen.msp430.sha256 import sha256_compress
from codegen.msp430.squaring import sqr_reduce_byte_table
from codegen.msp430.squaring_loop import sqr_times_byte_table
from codegen.msp430.window_step import window_step_routines, window_step_routines_mpy32

NATIVE_FIELDS = (
    *("fb163", "fb233", "fb283", "fb409", "fb571"),
    *("fp127", "fp160r1", "fp192r1", "fp224r1", "fp255", "fp256r1", "fp256t", "fp256ts"),
)
FOURQ_FIELD = "fp127"
GENERATORS = (
    mul_reduce_ld_registers,
    mul_each_ld_registers,
    mul_reduce_ld_columns,
    sqr_reduce_byte_table,
    sqr_times_byte_table,
)
OF_POINTS = (
    ladder_step_weak,
    ladder_step_weak_mpy32,
    doubling_routines,
    doubling_routines_mpy32,
    window_step_routines,
    window_step_routines_mpy32,
)


def kernels(name: str) -> list[Kernel]:
    """Every kernel that can be generated for a field."""
    if name in BINARY_FIELDS:
        return supported(GENERATORS, BinaryField(name, BINARY_FIELDS[name], WORD_BITS))
    return supported((*PRIME_GENERATORS, *OF_POINTS), PrimeField.of(name, word_bits=WORD_BITS))


def outputs() -> dict[Path, str]:
    of_fields = (kernel for name in NATIVE_FIELDS for kernel in kernels(name))
    of_fourq = fourq_kernels(PrimeField.of(FOURQ_FIELD, word_bits=WORD_BITS))
    return kernel_outputs([*of_fields, *of_fourq, sha256_compress(), *divsteps_kernels(), tau_divide()])
