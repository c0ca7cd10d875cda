"""What a file of an ARM kernel says besides what those of every target say."""

import dataclasses
from typing import ClassVar

from codegen import kernels
from codegen.arm import cortex_m4
from codegen.arm.listing import WORD_BYTES, Listing


@dataclasses.dataclass(frozen=True)
class Kernel(kernels.Kernel):
    """A function in A32 of ARMv5TE. stack_bytes: stack below the caller's; architecture: whose instructions it uses."""

    target: ClassVar[str] = "arm"
    asm: Listing
    stack_bytes: int
    architecture: str = "armv5te"

    def facts(self) -> list[str]:
        return [
            f"Stack: {self.stack_bytes} bytes.",
            f"Instructions: {self.asm.instructions}, the return included, for every input.",
            f"Flash: {WORD_BYTES * self.asm.instructions} bytes.",
        ]

    def start(self) -> list[str]:
        """What tells the assembler which instructions follow."""
        return [f"    .arch {self.architecture}", "    .arm"]

    def code(self, symbol: str) -> list[str]:
        return [
            "    .syntax unified",
            *self.start(),
            f'    .section .text.{symbol},"ax",%progbits',
            "    .balign 4",
            f"    .global {symbol}",
            f"    .type {symbol}, %function",
            f"{symbol}:",
            *self.asm.lines,
            f"    .size {symbol}, . - {symbol}",
            "",
            '    .section .note.GNU-stack,"",%progbits',
        ]


@dataclasses.dataclass(frozen=True)
class Armv7Kernel(Kernel):
    """A function whose listing assembles as A32 and as Thumb-2, which the compiler's flags say."""

    target: ClassVar[str] = "armv7"

    def facts(self) -> list[str]:
        cycles = cortex_m4.cycles(self.asm)
        return [*super().facts()[:2], f"Cycles on a Cortex-M4, by the rules of its manual: {cycles}."]

    def start(self) -> list[str]:
        return ["#ifdef __thumb__", "    .thumb", "#else", "    .arm", "#endif"]


def for_armv7(kernel: Kernel) -> Armv7Kernel:
    """The same function, which uses nothing that Thumb-2 has not."""
    return Armv7Kernel(**{field.name: getattr(kernel, field.name) for field in dataclasses.fields(kernel)})
