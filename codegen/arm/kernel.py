"""The file of an ARM kernel: the parts that not every target has."""

import dataclasses
from typing import ClassVar

from codegen import kernels
from codegen.arm.listing import WORD_BYTES, Listing


@dataclasses.dataclass(frozen=True)
class Kernel(kernels.Kernel):
    """A function in A32 of ARMv5TE. stack_bytes: stack that it uses below its caller's; architecture: the one whose
    instructions it uses."""

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
        """The directives that tell the assembler which instructions follow."""
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
