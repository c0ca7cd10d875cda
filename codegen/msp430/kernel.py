"""The file of one kernel: banner, registry header, what a caller must know, code, tables."""

import dataclasses
from typing import Protocol

from codegen.msp430.listing import RETURN_ADDRESS_BYTES, Listing
from codegen.output import banner

MULTIPLIER = (
    "Uses the multiplier: an interrupt handler that does so too must not strike (disable interrupts), or must",
    "restore its registers.",
)


class Field(Protocol):
    """What a kernel's file says of its field."""

    name: str

    @property
    def description(self) -> str: ...


@dataclasses.dataclass(frozen=True)
class Kernel:
    """A generated function.

    header: the registry's keys that differ between kernels; parameters: those of C; stack_bytes: stack below the
    caller's, without the return address; data: lines of its tables of table_bytes in flash; multiplies: whether it
    uses the multiplier."""

    field: Field
    function: str
    header: dict[str, str]
    parameters: str
    operation: tuple[str, ...]
    asm: Listing
    stack_bytes: int
    table_bytes: int = 0
    data: tuple[str, ...] = ()
    multiplies: bool = False

    @property
    def symbol(self) -> str:
        return f"mc_{self.field.name}_{self.function}_msp430"

    @property
    def flag(self) -> str:
        """What native/msp430/meta.h defines to say that the kernel exists."""
        return f"MC_NATIVE_{self.field.name.upper()}_{self.function.upper()}"

    def text(self) -> str:
        """The kernel's file."""
        header = {**self.header, "backend": "asm", "target": "msp430", "field": self.field.name}
        lines = [banner("codegen/msp430/").rstrip(), "/*---"]
        lines += [f"{key}: {value}" for key, value in header.items()]
        lines += ["---*/", f"/* void {self.symbol}({self.parameters})", " *"]
        lines += [f" * {line}" for line in self.operation]
        lines += [f" * {self.field.description}", " *"]
        if self.multiplies:
            lines += [*(f" * {line}" for line in MULTIPLIER), " *"]
        lines += [*figures(self.asm, self.stack_bytes, self.table_bytes), "", *self.data, *code(self.symbol, self.asm)]
        return "\n".join(lines) + "\n"


def figures(asm: Listing, stack_bytes: int, table_bytes: int) -> list[str]:
    """The end of the comment above a kernel: its cost."""
    cycles = f"{asm.cycles['cpu']} on MSP430, {asm.cycles['cpux']} on CPUX"
    return [
        f" * Stack: {stack_bytes} bytes and the return address of {RETURN_ADDRESS_BYTES}.",
        f" * Cycles, the return included, for every input: {cycles}.",
        f" * Flash: {asm.code_bytes} bytes of code, {table_bytes} of tables. */",
    ]


def code(symbol: str, asm: Listing) -> list[str]:
    """The function."""
    return [
        f'    .section .text.{symbol},"ax",@progbits',
        "    .balign 2",
        f"    .global {symbol}",
        f"    .type {symbol}, @function",
        f"{symbol}:",
        *asm.lines,
        f"    .size {symbol}, . - {symbol}",
    ]
