"""The file of one kernel: banner, registry header, what a caller must know, definitions, code, data."""

import dataclasses
from typing import Protocol

from codegen.avr.listing import RETURN_ADDRESS_BYTES, Listing
from codegen.output import banner


class Field(Protocol):
    """What a kernel's file says of its field."""

    name: str

    @property
    def byte_count(self) -> int: ...

    @property
    def description(self) -> str: ...


@dataclasses.dataclass(frozen=True)
class Kernel:
    """A generated function.

    header: the registry's keys that differ between kernels; signature: its C parameters; stack_bytes: stack below
    the caller's, without the return address; data: lines of its flash tables; calls: other kernels that it calls."""

    field: Field
    function: str
    header: dict[str, str]
    parameters: str
    operation: tuple[str, ...]
    asm: Listing
    stack_bytes: int
    table_bytes: int = 0
    data: tuple[str, ...] = ()
    calls: tuple["Kernel", ...] = ()

    @property
    def symbol(self) -> str:
        return f"mc_{self.field.name}_{self.function}_avr"

    @property
    def flag(self) -> str:
        """What native/avr/meta.h defines to say that the kernel exists."""
        return f"MC_NATIVE_{self.field.name.upper()}_{self.function.upper()}"

    @property
    def constant_time(self) -> bool:
        return self.header["constant_time"] != "no"

    def _cycles(self) -> str:
        if not self.constant_time:
            return "they depend on the input."
        relaxed = "; fewer where the linker shortens calls" if self.calls else ""
        return f"{self.asm.cycles}, to the end of ret, for every input{relaxed}."

    def text(self, shared: str = "") -> str:
        """The kernel's file; its code is in the header `shared` if that is named."""
        header = {**self.header, "backend": "asm", "target": "avr", "field": self.field.name}
        lines = [banner("codegen/avr/").rstrip(), "/*---"]
        lines += [f"{key}: {value}" for key, value in header.items()]
        lines += ["---*/", f"/* void {self.symbol}({self.parameters})", " *"]
        lines += [f" * {line}" for line in self.operation]
        lines += [
            f" * {self.field.description}",
            " *",
            " * Clobbers r0, r18-r27, r30, r31 and the flags; r1 = 0 on return.",
            f" * Stack: {self.stack_bytes} bytes and the return address of {RETURN_ADDRESS_BYTES}.",
            f" * Cycles: {self._cycles()}",
            f" * Flash: {self.asm.code_bytes} bytes of code, {self.table_bytes} of tables. */",
            "",
        ]
        if shared:
            lines += [f"#define KERNEL {self.symbol}", f'#include "native/avr/{shared}"']
        else:
            lines += self.code(self.symbol)
        return "\n".join(lines) + "\n"

    def code(self, symbol: str) -> list[str]:
        """Definitions, tables and instructions of the function under a name."""
        lines = [*self.asm.definitions(), *(("", *self.data) if self.data else ()), ""]
        lines += [f'    .section .text.{symbol},"ax",@progbits', f"    .global {symbol}"]
        lines += [f"    .type {symbol}, @function", f"{symbol}:", *self.asm.lines]
        return [*lines, f"    .size {symbol}, . - {symbol}"]

    def shared_text(self) -> str:
        """The header with code that kernels of several fields have, each under its own name."""
        return banner("codegen/avr/") + "\n".join(self.code("KERNEL")) + "\n"
