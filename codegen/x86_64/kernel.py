"""Kernels for x86-64 and their files."""

import dataclasses

from codegen.hosts.kernel import Kernel, file_text
from codegen.x86_64.listing import ARGUMENTS, Listing


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
        return file_text("x86_64", self.operation, self.kernels, ("    .intel_syntax noprefix",), self.data)
