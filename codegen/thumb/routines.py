"""A function of several programs: straight-line parts, and local routines that they call. The parts hold no values in
registers between them; they share a frame, whose bytes lie at the stack pointer. Routines keep no registers."""

import dataclasses

from codegen.thumb.allocation import SAVED_UPPER, allocate_body, enter, leave, saved_bytes
from codegen.thumb.kernel import Listed
from codegen.thumb.listing import CALL, WORD_BYTES, Listing
from codegen.thumb.program import Program

RETURN_ADDRESS_BYTES = WORD_BYTES  # a routine pushes it, so the frame is so much further from its stack pointer

Place = int | tuple[int, int]  # an element of the frame, or one of those at the address that is at an offset in it


@dataclasses.dataclass(frozen=True)
class Finished:
    """The whole function. Its counts are those of a run, routines included."""

    asm: Listing
    stack_bytes: int


@dataclasses.dataclass(frozen=True)
class Composed(Listed):
    """A function made by `Routines`."""

    whole: Finished

    @property
    def asm(self) -> Listing:
        return self.whole.asm

    @property
    def stack_bytes(self) -> int:
        return self.whole.stack_bytes


class Routines:
    """Writes the function. Values that the registers cannot hold go behind the frame."""

    def __init__(self, frame_bytes: int) -> None:
        self.frame_bytes = frame_bytes
        self.main = Listing()
        self.local: dict[str, Listing] = {}
        self.slots = 0

    def part(self, arguments: int = 0) -> Program:
        """A straight-line part, to be given to `append`."""
        return Program(arguments, self.frame_bytes)

    def routine(self, arguments: int) -> Program:
        """A routine, to be given to `define`."""
        return Program(arguments, self.frame_bytes + RETURN_ADDRESS_BYTES)

    def _allocated(self, program: Program) -> Listing:
        allocation = allocate_body(program)
        self.slots = max(self.slots, allocation.slot_count)
        return allocation.asm

    def append(self, program: Program) -> None:
        self.main.extend(self._allocated(program))

    def define(self, name: str, program: Program) -> None:
        asm = Listing()
        asm("push", "{lr}")
        asm.extend(self._allocated(program))
        asm("pop", "{pc}")
        self.local[name] = asm

    def call(self, name: str, element_bytes: int, *places: Place) -> None:
        """Calls a routine that has been defined, with the addresses of elements in r0, r1, ..."""
        asm = self.main
        for i, place in enumerate(places):
            register = f"r{i}"
            if isinstance(place, int):
                asm("add", register, "sp", f"#{element_bytes * place}")
                continue
            argument, index = place
            asm("ldr", register, f"[sp, #{argument}]")
            if index:
                asm("adds", register, f"#{element_bytes * index}")
        asm(CALL, _label(name))
        asm.run(self.local[name])

    def finished(self) -> Finished:
        asm, frame = Listing(), self.frame_bytes + WORD_BYTES * self.slots
        enter(asm, SAVED_UPPER, frame)
        asm.extend(self.main)
        leave(asm, SAVED_UPPER, frame)
        for name, routine in self.local.items():
            asm.lines += ["", f"{_label(name)}:", *routine.lines]
        return Finished(asm, frame + RETURN_ADDRESS_BYTES + saved_bytes(SAVED_UPPER))


def _label(name: str) -> str:
    return f".L{name}"
