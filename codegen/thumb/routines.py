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
        self.symbols: dict[str, str] = {}  # of routines that other files call, too
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

    def define(self, name: str, program: Program, symbol: str = "") -> None:
        """With a symbol the routine is one that several kernels share: one of them exports it, and all have the same
        frame."""
        if symbol:
            self.symbols[name] = symbol
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
        asm(CALL, self._label(name))
        asm.run(self.local[name])

    def _label(self, name: str) -> str:
        return self.symbols.get(name, f".L{name}")

    def finished(self, *, is_exporting: bool = True) -> Finished:
        """Without `is_exporting` the shared routines are another kernel's."""
        asm, frame = Listing(), self.frame_bytes + WORD_BYTES * self.slots
        enter(asm, SAVED_UPPER, frame)
        asm.extend(self.main)
        leave(asm, SAVED_UPPER, frame)
        for name, routine in self.local.items():
            label = self._label(name)
            if name not in self.symbols:
                asm.lines += ["", f"{label}:", *routine.lines]
            elif is_exporting:
                asm.lines += ["", f"    .global {label}", f"    .type {label}, %function", "    .thumb_func"]
                asm.lines += [f"{label}:", *routine.lines]
        return Finished(asm, frame + RETURN_ADDRESS_BYTES + saved_bytes(SAVED_UPPER))
