"""The file of a kernel for RV32: the parts that not every target has."""

import dataclasses
import functools
from typing import ClassVar

from codegen import kernels
from codegen.output import banner
from codegen.riscv.allocation import finished
from codegen.riscv.listing import Listing
from codegen.riscv.program import Program


@dataclasses.dataclass(frozen=True)
class Kernel(kernels.Kernel):
    """A function in RV32IM."""

    target: ClassVar[str] = "riscv"
    program: Program

    @functools.cached_property
    def _finished(self) -> tuple[Listing, int]:
        return finished(self.program)

    @property
    def asm(self) -> Listing:
        return self._finished[0]

    @property
    def stack_bytes(self) -> int:
        """Stack that it uses below its caller's."""
        return self._finished[1]

    def facts(self) -> list[str]:
        return [
            f"Stack: {self.stack_bytes} bytes.",
            f"Cycles on Ibex with the single-cycle multiplier: {self.asm.cycles}, the return included,",
            f"for every input; instructions: {self.asm.instructions}.",
        ]

    def banner(self) -> str:
        return banner("codegen/riscv/").rstrip()

    def start(self) -> list[str]:
        """The directives that tell the assembler which instructions follow."""
        return []

    def code(self, symbol: str) -> list[str]:
        return self.framed(symbol, self.asm.lines)

    def framed(self, symbol: str, lines: list[str]) -> list[str]:
        """The function of these lines."""
        return [
            *self.start(),
            f'    .section .text.{symbol},"ax",%progbits',
            "    .balign 4",
            f"    .global {symbol}",
            f"    .type {symbol}, %function",
            f"{symbol}:",
            *lines,
            f"    .size {symbol}, . - {symbol}",
            "",
            '    .section .note.GNU-stack,"",%progbits',
        ]


@dataclasses.dataclass(frozen=True)
class CarrylessKernel(Kernel):
    """A function that uses CLMUL and CLMULH of Zbc, and SH1ADD of Zba."""

    target: ClassVar[str] = "riscvb"

    def start(self) -> list[str]:
        return ["    .option arch, +zba, +zbc"]
