"""The file of an AVR kernel: the parts that not every target has."""

import dataclasses
from collections.abc import Sequence
from typing import ClassVar

from codegen import kernels
from codegen.avr.listing import RETURN_ADDRESS_BYTES, Listing


def flash_object(label: str, rows: Sequence[str], alignment: int = 1) -> tuple[str, ...]:
    """Assembler lines for a table with such rows, aligned, in a section of flash that the linker can drop. Type and
    size tell readers of an image's symbols that its bytes are a constant, not code."""
    section = [f'    .section .progmem.data.{label},"a",@progbits']
    section += [f"    .balign {alignment}"] if alignment > 1 else []
    return (*section, f"    .type {label}, @object", f"{label}:", *rows, f"    .size {label}, . - {label}")


@dataclasses.dataclass(frozen=True)
class Kernel(kernels.Kernel):
    """stack_bytes: stack that it uses below its caller's, without the return address; data: lines of its flash
    tables; calls: other kernels whose code or tables it uses; cycles_each: of every result after the first, where it
    makes several; destroyed: registers."""

    target: ClassVar[str] = "avr"
    asm: Listing
    stack_bytes: int
    table_bytes: int = 0
    data: tuple[str, ...] = ()
    calls: tuple["Kernel", ...] = ()
    cycles_each: int = 0
    destroyed: str = "r0, r18-r27, r30, r31 and the flags; r1 = 0 on return"

    @property
    def constant_time(self) -> bool:
        return self.header.get("constant_time") != "no"

    def _cycles(self) -> str:
        if not self.constant_time:
            return "they depend on the input."
        each = f" and a count of 1; {self.cycles_each} for each product more" if self.cycles_each else ""
        calls = any(line.split()[:1] in (["call"], ["jmp"]) for line in self.asm.lines) and self.calls
        relaxed = "; fewer where the linker shortens calls" if calls else ""
        return f"{self.asm.cycles}, to the end of ret, for every input{each}{relaxed}."

    def facts(self) -> list[str]:
        return [
            f"Clobbers {self.destroyed}.",
            f"Stack: {self.stack_bytes} bytes and the return address of {RETURN_ADDRESS_BYTES}.",
            f"Cycles: {self._cycles()}",
            f"Flash: {self.asm.code_bytes} bytes of code, {self.table_bytes} of tables.",
        ]

    def code(self, symbol: str) -> list[str]:
        lines = [*self.asm.definitions(), *(("", *self.data) if self.data else ()), ""]
        lines += [f'    .section .text.{symbol},"ax",@progbits', f"    .global {symbol}"]
        lines += [f"    .type {symbol}, @function", f"{symbol}:", *self.asm.lines]
        return [*lines, f"    .size {symbol}, . - {symbol}"]


@dataclasses.dataclass(frozen=True)
class LoopKernel(Kernel):
    """A kernel for numbers of any length. counted: the parts of a number; coefficients: of its cycles, a polynomial in
    their count, which is public, constant term first."""

    counted: str = ""
    coefficients: tuple[int, ...] = ()

    def cycles(self, count: int) -> int:
        return sum(c * count**power for power, c in enumerate(self.coefficients))

    def _cycles(self) -> str:
        powers = ("", " k", " k^2")
        terms = [f"{c}{power}" for c, power in zip(self.coefficients, powers, strict=False)]
        return f"{' + '.join(terms)} for k {self.counted}, to the end of ret, for every input."
