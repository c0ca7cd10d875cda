"""The file of one kernel: banner, registry header, what a caller must know, code."""

import dataclasses
import functools

from codegen.kernel_fields import BinaryField
from codegen.output import banner
from codegen.thumb.allocation import allocate, finished
from codegen.thumb.listing import Listing
from codegen.thumb.prime_field import PrimeField
from codegen.thumb.program import Program


@dataclasses.dataclass(frozen=True)
class Kernel:
    """A generated function: the registry's keys that differ between kernels, the parameters of C, what it computes."""

    field: BinaryField | PrimeField
    function: str
    header: dict[str, str]
    parameters: str
    operation: tuple[str, ...]
    program: Program

    @property
    def symbol(self) -> str:
        return f"mc_{self.field.name}_{self.function}_thumb"

    @property
    def flag(self) -> str:
        """What native/thumb/meta.h defines to say that the kernel exists."""
        return f"MC_NATIVE_{self.field.name.upper()}_{self.function.upper()}"

    @functools.cached_property
    def _finished(self) -> tuple[Listing, int]:
        return finished(allocate(self.program))

    @property
    def asm(self) -> Listing:
        return self._finished[0]

    @property
    def stack_bytes(self) -> int:
        """Stack below the caller's."""
        return self._finished[1]

    def text(self) -> str:
        """The kernel's file."""
        header = {**self.header, "backend": "asm", "target": "thumb", "field": self.field.name}
        lines = [banner("codegen/thumb/").rstrip(), "/*---"]
        lines += [f"{key}: {value}" for key, value in header.items()]
        lines += ["---*/", f"/* void {self.symbol}({self.parameters})", " *"]
        lines += [f" * {line}" for line in self.operation]
        lines += [
            f" * {self.field.description}",
            " *",
            f" * Stack: {self.stack_bytes} bytes.",
            f" * Cycles on a Cortex-M0+: {self.asm.cycles}, the return included, for every input;",
            f" * instructions: {self.asm.instructions}. */",
            "",
            "    .syntax unified",
            "    .arch armv6-m",
            "    .thumb",
            f'    .section .text.{self.symbol},"ax",%progbits',
            "    .balign 4",
            f"    .global {self.symbol}",
            f"    .type {self.symbol}, %function",
            "    .thumb_func",
            f"{self.symbol}:",
            *self.asm.lines,
            "    .pool",
            f"    .size {self.symbol}, . - {self.symbol}",
            "",
            '    .section .note.GNU-stack,"",%progbits',
        ]
        return "\n".join(lines) + "\n"
