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
    tables; calls: other kernels that it calls."""

    target: ClassVar[str] = "avr"
    asm: Listing
    stack_bytes: int
    table_bytes: int = 0
    data: tuple[str, ...] = ()
    calls: tuple["Kernel", ...] = ()

    @property
    def constant_time(self) -> bool:
        return self.header.get("constant_time") != "no"

    def _cycles(self) -> str:
        if not self.constant_time:
            return "they depend on the input."
        relaxed = "; fewer where the linker shortens calls" if self.calls else ""
        return f"{self.asm.cycles}, to the end of ret, for every input{relaxed}."

    def facts(self) -> list[str]:
        return [
            "Clobbers r0, r18-r27, r30, r31 and the flags; r1 = 0 on return.",
            f"Stack: {self.stack_bytes} bytes and the return address of {RETURN_ADDRESS_BYTES}.",
            f"Cycles: {self._cycles()}",
            f"Flash: {self.asm.code_bytes} bytes of code, {self.table_bytes} of tables.",
        ]

    def code(self, symbol: str) -> list[str]:
        lines = [*self.asm.definitions(), *(("", *self.data) if self.data else ()), ""]
        lines += [f'    .section .text.{symbol},"ax",@progbits', f"    .global {symbol}"]
        lines += [f"    .type {symbol}, @function", f"{symbol}:", *self.asm.lines]
        return [*lines, f"    .size {symbol}, . - {symbol}"]
