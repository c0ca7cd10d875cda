"""Assembly kernels for RV32 with words of 32 bits: generated/native/riscv/ for processors with MUL and MULHU,
generated/native/riscvb/ for those that have CLMUL and CLMULH, too. A kernel depends on the field alone."""

from pathlib import Path

from codegen.fields import POLYNOMIALS
from codegen.kernel_fields import BinaryField, PrimeField
from codegen.kernels import outputs as kernel_outputs
from codegen.kernels import supported
from codegen.riscv.binary import GENERATORS as BINARY_GENERATORS
from codegen.riscv.carryless import GENERATORS as PRODUCT_GENERATORS
from codegen.riscv.carryless_squares import GENERATORS as SQUARE_GENERATORS
from codegen.riscv.doubling import GENERATORS as DOUBLING_GENERATORS
from codegen.riscv.kernel import Kernel
from codegen.riscv.ladder_step import GENERATORS as STEP_GENERATORS
from codegen.riscv.prime import GENERATORS as PRIME_GENERATORS

CARRYLESS_FIELDS = ("fb163", "fb233", "fb271", "fb283", "fb409", "fb571")
NATIVE_FIELDS = (*CARRYLESS_FIELDS, "fp160r1", "fp192r1", "fp224r1", "fp255", "fp256r1", "fp256bp", "fp256t", "fp381")


def kernels(name: str) -> list[Kernel]:
    """Every kernel of RV32IM that can be generated for the field."""
    if name in POLYNOMIALS:
        return supported(BINARY_GENERATORS, BinaryField(name, POLYNOMIALS[name]))
    return supported((*PRIME_GENERATORS, *STEP_GENERATORS, *DOUBLING_GENERATORS), PrimeField.of(name))


def carryless_kernels(name: str) -> list[Kernel]:
    """Every kernel with Zbc that can be generated for a binary field."""
    return supported((*PRODUCT_GENERATORS, *SQUARE_GENERATORS), BinaryField(name, POLYNOMIALS[name]))


def outputs() -> dict[Path, str]:
    plain = [kernel for name in NATIVE_FIELDS for kernel in kernels(name)]
    carryless = [kernel for name in CARRYLESS_FIELDS for kernel in carryless_kernels(name)]
    return kernel_outputs(plain) | kernel_outputs(carryless)
