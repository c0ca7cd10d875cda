"""The file of a kernel for Thumb-1: the parts that not every target has."""

import abc
import dataclasses
import functools
from typing import ClassVar

from codegen import kernels
from codegen.thumb.allocation import allocate, finished
from codegen.thumb.listing import Listing
from codegen.thumb.program import Program


class Listed(kernels.Kernel):
    """A function with a listing, and the bytes of stack that it uses below its caller's."""

    target: ClassVar[str] = "thumb"

    @property
    @abc.abstractmethod
    def asm(self) -> Listing: ...

    @property
    @abc.abstractmethod
    def stack_bytes(self) -> int: ...

    def facts(self) -> list[str]:
        return [
            f"Stack: {self.stack_bytes} bytes.",
            f"Cycles on a Cortex-M0+: {self.asm.cycles}, the return included, for every input;",
            f"instructions: {self.asm.instructions}.",
        ]

    def code(self, symbol: str) -> list[str]:
        return [
            "    .syntax unified",
            "    .arch armv6-m",
            "    .thumb",
            f'    .section .text.{symbol},"ax",%progbits',
            "    .balign 4",
            f"    .global {symbol}",
            f"    .type {symbol}, %function",
            "    .thumb_func",
            f"{symbol}:",
            *self.asm.lines,
            "    .pool",
            f"    .size {symbol}, . - {symbol}",
            "",
            '    .section .note.GNU-stack,"",%progbits',
        ]


@dataclasses.dataclass(frozen=True)
class Kernel(Listed):
    """A function in one straight line."""

    program: Program

    @functools.cached_property
    def _finished(self) -> tuple[Listing, int]:
        return finished(allocate(self.program))

    @property
    def asm(self) -> Listing:
        return self._finished[0]

    @property
    def stack_bytes(self) -> int:
        return self._finished[1]
