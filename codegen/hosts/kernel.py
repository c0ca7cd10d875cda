"""Functions in assembly for the processors of hosts, and the files that hold them, one for each operation."""

import dataclasses
import re

from codegen.output import banner


@dataclasses.dataclass(frozen=True)
class Kernel:
    """A generated function; `body` are its instructions, `parameters` are its parameters in C. `promises` are the
    lines of its contract, as `./motecurve prove` reads them; without them the file's comment is all that there is."""

    symbol: str
    parameters: str
    body: tuple[str, ...]
    returns: str = "void"
    promises: tuple[str, ...] = ()

    @property
    def prototype(self) -> str:
        return f"{self.returns} {self.symbol}({self.parameters})"

    def comment(self) -> list[str]:
        if not self.promises:
            return [f"/* {self.prototype} */"]
        return [
            f"/* {self.prototype}",
            " *",
            *(f" * {line}" for line in self.promises[:-1]),
            f" * {self.promises[-1]} */",
        ]

    def text(self) -> list[str]:
        return [
            "",
            *self.comment(),
            f'    .section .text.{self.symbol},"ax",@progbits',
            "    .balign 32",
            f"    .global {self.symbol}",
            f"    .hidden {self.symbol}",
            f"    .type {self.symbol}, @function",
            f"{self.symbol}:",
            *self.body,
            f"    .size {self.symbol}, . - {self.symbol}",
        ]


# What moves the stack pointer, and by how much.
MOVES = re.compile(r"^ +(?:(push|pop) |(sub|add) +(?:rsp|sp, sp), #?(\d+)$)")


def stack_bytes(body: tuple[str, ...]) -> int:
    """The bytes of stack that instructions without calls take at most."""
    depth = deepest = 0
    for line in body:
        if found := MOVES.match(line):
            bytes_ = int(found[3]) if found[3] else 8
            depth += bytes_ if (found[1] or found[2]) in ("push", "sub") else -bytes_
            deepest = max(deepest, depth)
    return deepest


def promises(operation: tuple[str, ...], domain: str, stack: int) -> tuple[str, ...]:
    """The contract of a kernel: what it computes, of which inputs, and the stack that it takes."""
    return (*operation, f"Domain: {domain}.", f"Stack: {stack} bytes.")


def of_prime(operation: str, inputs: tuple[str, ...], modulus: int, radix_bits: int = 0) -> tuple[str, ...]:
    """The lines of an operation modulo a prime, of which r may be an input."""
    radix = f", R = 2^{radix_bits}" if radix_bits else ""
    return f"r = {operation} mod p; r may be {' or '.join(inputs)}.", f"p = {modulus:#x}{radix}"


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
