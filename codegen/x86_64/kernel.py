"""Generated functions, and the files that hold them, one for each operation."""

import dataclasses

from codegen.output import banner
from codegen.x86_64.listing import ARGUMENTS, Listing


@dataclasses.dataclass(frozen=True)
class Kernel:
    """A generated function; `body` are its instructions, `parameters` are its parameters in C."""

    symbol: str
    parameters: str
    body: tuple[str, ...]
    returns: str = "void"

    @property
    def prototype(self) -> str:
        return f"{self.returns} {self.symbol}({self.parameters})"

    def text(self) -> list[str]:
        return [
            "",
            f"/* {self.prototype} */",
            f'    .section .text.{self.symbol},"ax",@progbits',
            "    .balign 32",
            f"    .global {self.symbol}",
            f"    .hidden {self.symbol}",
            f"    .type {self.symbol}, @function",
            f"{self.symbol}:",
            *self.body,
            f"    .size {self.symbol}, . - {self.symbol}",
        ]


def kernel(symbol: str, parameters: str, asm: Listing, returns: str = "void") -> Kernel:
    return Kernel(symbol, parameters, tuple(asm.function()), returns)


def jump_kernel(symbol: str, parameters: str, multiplication: str) -> Kernel:
    """A squaring that continues as `multiplication`; it inserts the second factor among its arguments."""
    asm = Listing(tuple(parameters.split(",")))
    for index in reversed(range(1, len(asm.home))):
        asm("mov", ARGUMENTS[index + 1], ARGUMENTS[index])
    asm("jmp", multiplication)
    return Kernel(symbol, parameters, ("    .cfi_startproc", *asm.lines, "    .cfi_endproc"))


@dataclasses.dataclass(frozen=True)
class Source:
    """A file of kernels of one operation. `operation` tells caller and reader the facts; `data` are lines of
    constants."""

    name: str
    operation: tuple[str, ...]
    kernels: tuple[Kernel, ...]
    data: tuple[str, ...] = ()

    def text(self) -> str:
        first, *others = self.operation
        lines = [banner("codegen/x86_64/").rstrip(), f"/* {first}", *(f" * {line}" for line in others)]
        lines[-1] += " */"
        lines += ["    .intel_syntax noprefix"]
        for one in self.kernels:
            lines += one.text()
        lines += ["", *self.data] if self.data else []
        return "\n".join([*lines, "", '    .section .note.GNU-stack,"",@progbits']) + "\n"
