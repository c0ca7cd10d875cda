"""The processors: one module each, whose `TARGET` is a Target. A new processor is one more file here and its name in
NAMES.

A module decodes instructions, written from the manual of the processor, and states its calling convention. It imports
ir.py and this module alone. What it gives:

- `decode(code, address)`: the Instruction (ir.py) at the start of `code`, at least `longest` bytes where there are so
  many; Undecoded if it has no semantics. Registers, flags and temporaries are names. A flag that nobody reads costs
  nothing: an operation whose results are all in `flags` is computed when it is needed.
- `registers`: each register's width. The stack pointer is `stack_pointer`, a tuple of names, the lowest part first, of
  `part_width` bits each; so are pointers in arguments.
- `free`: the lowest address in use is the stack pointer plus so many bytes (1 on AVR, whose push stores first).
- `entry(machine, exit)`: makes the state right after a call: puts the address `exit` where a return finds it.
- `argument(index)`: names of the registers of the i-th argument, each a word or pointer.
- `kept`: registers that are the same on return; `constant`: registers that are a known number on entry and return.
- `code_is_data`: whether an ordinary load can read constants beside the code; else only one of the space "code".
- `board`: the board whose compiler assembles its kernels (boards/NAME/board.toml), or the name of a compiler in
  COMPILERS of objects.py; `word_bits` of the library there."""

import dataclasses
import functools
import importlib
from collections.abc import Callable, Mapping
from typing import Any

from motelab.prove.targets.ir import Instruction

NAMES = ("avr", "msp430", "msp430x", "thumb", "armv7", "riscv", "riscvb", "arm", "aarch64", "x86_64")
# Folders of kernels where they are not the one of the target's name: its own, and others that these refer to.
FOLDERS = {"armv7": ("armv7", "thumb"), "msp430x": ("msp430",)}
# Folders whose files define several kernels, each in a section of its own: a kernel has the name of its function there.
SEVERAL = ("aarch64", "x86_64")
ABSENT = {"msp430": "_mpy32"}  # a part of the names of kernels in the folder that the board does not run


class Undecoded(Exception):
    """An instruction without semantics here."""


@dataclasses.dataclass(frozen=True, eq=False)
class Target:
    """A processor; the module's docstring says what each field is."""

    name: str
    board: str
    word_bits: int
    longest: int
    decode: Callable[[bytes, int], Instruction]
    registers: Mapping[str, int]
    flags: frozenset[str]
    stack_pointer: tuple[str, ...]
    part_width: int
    free: int
    entry: Callable[[Any, int], None]
    argument: Callable[[int], tuple[str, ...]]
    kept: tuple[str, ...]
    constant: Mapping[str, int]
    return_bytes: int  # of the return address on the stack
    stack_alignment: int = dataclasses.field(default=1, kw_only=True)  # of the stack pointer of a caller, in bytes
    memory: tuple[int, int]  # where data starts, and the stack pointer of the caller
    text_start: int = 0x1000  # where code is put
    code_is_data: bool = True  # whether loads see the memory of code
    symbol_mask: int = -1  # bits of a symbol's value that are its address
    frame_pointer: tuple[str, ...] = ()  # of kernels for other kernels alone
    device: Callable[[], Any] | None = None  # makes the registers in memory: holds, read, write (msp430_multiplier.py)


@functools.cache
def named(name: str) -> Target:
    """The target of that name; KeyError if there is none."""
    if name not in NAMES:
        raise KeyError(name)
    return importlib.import_module(f"{__name__}.{name}").TARGET
