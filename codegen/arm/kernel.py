"""The file of one kernel: banner, registry header, what a caller must know, code."""

import dataclasses

from codegen.arm.listing import WORD_BYTES, Listing
from codegen.arm.prime_field import PrimeField
from codegen.kernel_fields import BinaryField
from codegen.output import banner


@dataclasses.dataclass(frozen=True)
class Kernel:
    """A generated function.

    header: the registry's keys that differ between kernels; parameters: those of C; stack_bytes: stack below the
    caller's; architecture: whose instructions it uses."""

    field: BinaryField | PrimeField
    function: str
    header: dict[str, str]
    parameters: str
    operation: tuple[str, ...]
    asm: Listing
    stack_bytes: int
    architecture: str = "armv5te"

    @property
    def symbol(self) -> str:
        return f"mc_{self.field.name}_{self.function}_arm"

    @property
    def flag(self) -> str:
        """What native/arm/meta.h defines to say that the kernel exists."""
        return f"MC_NATIVE_{self.field.name.upper()}_{self.function.upper()}"

    def text(self) -> str:
        """The kernel's file."""
        header = {**self.header, "backend": "asm", "target": "arm", "field": self.field.name}
        lines = [banner("codegen/arm/").rstrip(), "/*---"]
        lines += [f"{key}: {value}" for key, value in header.items()]
        lines += ["---*/", f"/* void {self.symbol}({self.parameters})", " *"]
        lines += [f" * {line}" for line in self.operation]
        lines += [
            f" * {self.field.description}",
            " *",
            f" * Stack: {self.stack_bytes} bytes.",
            f" * Instructions: {self.asm.instructions}, the return included, for every input.",
            f" * Flash: {WORD_BYTES * self.asm.instructions} bytes. */",
            "",
            "    .syntax unified",
            f"    .arch {self.architecture}",
            "    .arm",
            f'    .section .text.{self.symbol},"ax",%progbits',
            "    .balign 4",
            f"    .global {self.symbol}",
            f"    .type {self.symbol}, %function",
            f"{self.symbol}:",
            *self.asm.lines,
            f"    .size {self.symbol}, . - {self.symbol}",
            "",
            '    .section .note.GNU-stack,"",%progbits',
        ]
        return "\n".join(lines) + "\n"
