"""A simulator's report on one execution of a firmware image; the same for every simulator."""

import array
import dataclasses
import re
from pathlib import Path

from motelab.common.errors import ImageFailed

DIGEST_NAME = re.compile(r"[0-9a-f]{64}\.elf")


def failure(elf: Path, cause: str) -> ImageFailed:
    """The error of an image with its file's name, unless that is the digest by which the lab keeps its own images: who
    asked for it knows its name."""
    name = Path(elf).name
    return ImageFailed(cause if DIGEST_NAME.fullmatch(name) else f"{name}: {cause}")


@dataclasses.dataclass(frozen=True)
class Run:
    """One run of the measured routine, from its entry to its return; the return counts, the call does not."""

    cycles: int | None  # None if a simulator counts only instructions
    instructions: int
    loads: int  # from data or flash; without pops
    stores: int  # pushes not
    xors: int  # of two distinct registers
    stack_bytes: int  # deepest use, return address included
    trace_hash: str  # of the executed program counters, in order
    address_hash: str  # of the data and flash addresses accessed, pushes and pops too, in order
    task_stack_bytes: int = 0  # deepest use of the stack of a task
    steps: int = 0  # of a call in steps
    longest_step: int = 0  # cycles, or instructions as in `cost`
    stack_dump: bytes | None = None  # bytes left on the stack, lowest address first; None if not requested

    @property
    def cost(self) -> int:
        """Cycles; instructions if the simulator counts only these."""
        return self.instructions if self.cycles is None else self.cycles


@dataclasses.dataclass(frozen=True)
class Routine:
    """A routine's share of the measured runs, all of them together; instructions if cycles are not known."""

    routine: str
    calls: int
    cycles_self: int
    cycles_total: int  # together with the routines that it calls


@dataclasses.dataclass(frozen=True)
class Trace:
    """One run of the measured routine, instruction by instruction: two arrays of 32-bit words, equally long."""

    counters: array.array  # program counters, in bytes
    addresses: array.array  # the address that the instruction accessed; NO_ACCESS if none

    NO_ACCESS = 0xFFFFFFFF


@dataclasses.dataclass(frozen=True)
class Execution:
    """An image that ran to its end with exit code 0."""

    runs: tuple[Run, ...]
    output: bytes  # the bytes that the image wrote
    profile: tuple[Routine, ...]  # most expensive first; empty if not requested
    cycles_total: int | None  # from reset to exit
