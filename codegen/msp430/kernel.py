"""The file of an MSP430 kernel: the parts that not every target has."""

import dataclasses
from typing import ClassVar

from codegen import kernels
from codegen.msp430.listing import RETURN_ADDRESS_BYTES, Listing

REQUIRES_MPY32 = "MC_NATIVE_MPY32"
MULTIPLIER = (
    "Uses the multiplier: no interrupt handler that uses it too may run (disable interrupts), or it must",
    "restore its registers.",
)


@dataclasses.dataclass(frozen=True)
class Kernel(kernels.Kernel):
    """stack_bytes: stack that it uses below its caller's, without the return address; data: lines of its tables, of
    table_bytes in flash; multiplies: whether it uses the multiplier; calls: other kernels that it calls; cycles_each,
    by core: of every result after the first, or every round after the first, where a count is an argument."""

    target: ClassVar[str] = "msp430"
    asm: Listing
    stack_bytes: int
    table_bytes: int = 0
    data: tuple[str, ...] = ()
    multiplies: bool = False
    calls: tuple["Kernel", ...] = ()
    cycles_each: dict[str, int] = dataclasses.field(default_factory=dict)

    def facts(self) -> list[str]:
        names = {"cpu": "MSP430", "cpux": "CPUX"}
        cycles = ", ".join(f"{count} on {names[core]}" for core, count in self.asm.cycles.items())
        more = ", ".join(f"{count} on {names[core]}" for core, count in self.cycles_each.items())
        return [
            *((*MULTIPLIER, "") if self.multiplies else ()),
            f"Stack: {self.stack_bytes} bytes and the return address of {RETURN_ADDRESS_BYTES}.",
            f"Cycles, the return included, for every input{' and a count of 1' if more else ''}: {cycles}.",
            *([f"Cycles for each one more: {more}."] if more else []),
            f"Flash: {self.asm.code_bytes} bytes of code, {self.table_bytes} of tables.",
        ]

    def code(self, symbol: str) -> list[str]:
        return [
            *self.data,
            f'    .section .text.{symbol},"ax",@progbits',
            "    .balign 2",
            f"    .global {symbol}",
            f"    .type {symbol}, @function",
            f"{symbol}:",
            *self.asm.lines,
            f"    .size {symbol}, . - {symbol}",
        ]
