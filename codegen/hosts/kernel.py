"""Functions in assembly for the processors of hosts, and the files that hold them, one for each operation."""

import dataclasses

from codegen.output import banner


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


def file_text(
    target: str, operation: tuple[str, ...], kernels: tuple[Kernel, ...], head: tuple[str, ...], tail: tuple[str, ...]
) -> str:
    """The file of kernels of one operation for a target. `operation` tells caller and reader the facts; `head` and
    `tail` are lines of the assembler before and behind the kernels."""
    first, *others = operation
    lines = [banner(f"codegen/{target}/").rstrip(), f"/* {first}", *(f" * {line}" for line in others)]
    lines[-1] += " */"
    lines += head
    for one in kernels:
        lines += one.text()
    lines += ["", *tail] if tail else []
    return "\n".join([*lines, "", '    .section .note.GNU-stack,"",@progbits']) + "\n"
