"""A function of several programs: straight-line parts, and local routines that they call. The parts hold no values in
registers between them; they share a frame, whose bytes lie at the stack pointer. Routines keep no registers."""

import dataclasses
from collections.abc import Callable, Collection

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

    def __init__(self, frame_bytes: int, depth: int = 1) -> None:
        """`depth`: of calls within calls, of which the routines are that hold no calls."""
        self.frame_bytes = frame_bytes
        self.depth = depth
        self.scratch_bytes = 0  # of the frame's beginning, if values that the registers cannot hold go there
        self.pushed = 0  # bytes between the stack pointer and the frame where code is written
        self.main = Listing()
        self.local: dict[str, Listing] = {}
        self.symbols: dict[str, str] = {}  # of routines that other files call, too
        self.slots = 0

    def part(self, arguments: int = 0) -> Program:
        """A straight-line part, to be given to `append`."""
        return Program(arguments, self._slots_at() + self.pushed)

    def routine(self, arguments: int) -> Program:
        """A routine, to be given to `define`."""
        return Program(arguments, self._slots_at() + self.depth * RETURN_ADDRESS_BYTES)

    def _slots_at(self) -> int:
        return 0 if self.scratch_bytes else self.frame_bytes

    def _allocated(self, program: Program) -> Listing:
        allocation = allocate_body(program)
        if self.scratch_bytes:
            assert WORD_BYTES * allocation.slot_count <= self.scratch_bytes
        else:
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

    def define_calling(self, name: str, write: Callable[[], None], symbol: str) -> None:
        """A shared routine of parts and of calls, which `write` writes as those of the function."""
        outer, self.main, self.pushed = self.main, Listing(), RETURN_ADDRESS_BYTES
        self.main("push", "{lr}")
        write()
        self.main("pop", "{pc}")
        self.local[name], self.symbols[name] = self.main, symbol
        self.main, self.pushed = outer, 0

    def share(self, name: str, listing: Listing, symbol: str) -> None:
        """A routine of another kernel whose frame this one's begins with."""
        self.local[name], self.symbols[name] = listing, symbol

    def call(self, name: str, element_bytes: int, *places: Place) -> None:
        """Calls a routine that has been defined, with the addresses of elements in r0, r1, ..."""
        asm = self.main
        for i, place in enumerate(places):
            register = f"r{i}"
            if isinstance(place, int):
                asm("add", register, "sp", f"#{element_bytes * place + self.pushed}")
                continue
            argument, index = place
            asm("ldr", register, f"[sp, #{argument + self.pushed}]")
            if index:
                asm("adds", register, f"#{element_bytes * index}")
        asm(CALL, self._label(name))
        asm.run(self.local[name])

    def _label(self, name: str) -> str:
        return self.symbols.get(name, f".L{name}")

    def finished(self, imported: Collection[str] = ()) -> Finished:
        """The imported routines are another kernel's."""
        asm, frame = Listing(), self.frame_bytes + WORD_BYTES * self.slots
        enter(asm, SAVED_UPPER, frame)
        asm.extend(self.main)
        leave(asm, SAVED_UPPER, frame)
        for name, routine in self.local.items():
            label = self._label(name)
            if name in imported:
                continue
            asm.lines.append("")
            if name in self.symbols:
                asm.lines += [f"    .global {label}", f"    .type {label}, %function", "    .thumb_func"]
            asm.lines += [f"{label}:", *routine.lines]
        return Finished(asm, frame + self.depth * RETURN_ADDRESS_BYTES + saved_bytes(SAVED_UPPER))
