"""Assembly kernels for Thumb-1 with words of 32 bits (ARMv6-M): generated/native/thumb/*.S and meta.h. A kernel
depends on the field alone."""

from pathlib import Path

from codegen.fields import POLYNOMIALS
from codegen.kernel_fields import BinaryField, PrimeField
from codegen.kernels import native_folder, supported
from codegen.kernels import outputs as kernel_outputs
from codegen.output import banner
from codegen.thumb.binary import GENERATORS, SQUARES
from codegen.thumb.doubling import GENERATORS as DOUBLING_GENERATORS
from codegen.thumb.fourq import fourq_kernels
from codegen.thumb.karatsuba_halves import GENERATORS as HALVES_GENERATORS
from codegen.thumb.karatsuba_halves import shared
from codegen.thumb.kernel import Listed
from codegen.thumb.ladder_step import GENERATORS as STEP_GENERATORS
from codegen.thumb.ladder_step import generator as step_of_halves
from codegen.thumb.montgomery_special import GENERATORS as MONTGOMERY_GENERATORS
from codegen.thumb.prime import GENERATORS as PRIME_GENERATORS
from codegen.thumb.squares_interleaved import GENERATORS as SQUARE_GENERATORS

NATIVE_FIELDS = (
    *("fb127", "fb163", "fb233", "fb271", "fb283"),
    *("fp127", "fp160r1", "fp192r1", "fp224r1", "fp255", "fp256r1", "fp256t", "fp381", "fp512t"),
)
FOURQ_FIELD = "fp127"


def kernels(name: str) -> list[Listed]:
    """Every kernel that can be generated for a field."""
    if name in POLYNOMIALS:
        return supported(GENERATORS + SQUARE_GENERATORS, BinaryField(name, POLYNOMIALS[name]))
    generators = PRIME_GENERATORS + MONTGOMERY_GENERATORS + HALVES_GENERATORS + STEP_GENERATORS
    generators += (step_of_halves(*shared(PrimeField.of("fp255"))), *DOUBLING_GENERATORS)
    return supported(generators, PrimeField.of(name))


def squares() -> str:
    """The file of the table of squares."""
    values = [sum((u >> i & 1) << 2 * i for i in range(8)) for u in range(256)]
    rows = [", ".join(f"{v:#06x}" for v in values[i : i + 8]) for i in range(0, 256, 8)]
    lines = [
        banner("codegen/thumb/").rstrip(),
        f"/* const uint16_t {SQUARES}[256]",
        " *",
        " * Entry u is the square of the polynomial u over F_2, for u < 256: bit i of u is bit 2 i of the entry. */",
        f'    .section .rodata.{SQUARES},"a",%progbits',
        "    .balign 4",
        f"    .global {SQUARES}",
        f"    .type {SQUARES}, %object",
        f"{SQUARES}:",
        *(f"    .short {row}" for row in rows),
        f"    .size {SQUARES}, . - {SQUARES}",
        "",
        '    .section .note.GNU-stack,"",%progbits',
    ]
    return "\n".join(lines) + "\n"


def outputs() -> dict[Path, str]:
    found = [kernel for name in NATIVE_FIELDS for kernel in kernels(name)]
    found += fourq_kernels(PrimeField.of(FOURQ_FIELD))
    return {**kernel_outputs(found), native_folder("thumb") / "squares.S": squares()}
