"""Kernels for x86-64 and their files."""

import dataclasses

from codegen.hosts.kernel import Kernel, file_text, promises, stack_bytes
from codegen.x86_64.listing import ARGUMENTS, Listing


@dataclasses.dataclass(frozen=True)
class Promise:
    """What a kernel computes, in lines of its comment, and of which inputs."""

    operation: tuple[str, ...]
    domain: str

    def lines(self, stack: int) -> tuple[str, ...]:
        return promises(self.operation, self.domain, stack)


def kernel(
    symbol: str,
    parameters: str,
    asm: Listing,
    returns: str = "void",
    promise: Promise | None = None,
    calls: tuple[Kernel, ...] = (),
) -> Kernel:
    """A kernel; `calls` are the subroutines that it may call."""
    body = tuple(asm.function())
    stack = stack_bytes(body) + max((8 + stack_bytes(one.body) for one in calls), default=0)
    return Kernel(symbol, parameters, body, returns, promise.lines(stack) if promise else ())


def jump_kernel(symbol: str, parameters: str, multiplication: Kernel, promise: Promise) -> Kernel:
    """A squaring that continues as `multiplication`; it inserts the second factor among its arguments."""
    asm = Listing(tuple(parameters.split(",")))
    for index in reversed(range(1, len(asm.home))):
        asm("mov", ARGUMENTS[index + 1], ARGUMENTS[index])
    asm("jmp", multiplication.symbol)
    lines = promise.lines(stack_bytes(multiplication.body))
    return Kernel(symbol, parameters, ("    .cfi_startproc", *asm.lines, "    .cfi_endproc"), promises=lines)


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
