"""Functions r = f(f(... a)), as often as the last argument says, which keep the element in registers."""

import dataclasses

from codegen.arm.listing import CALLEE_SAVED, WORD_BYTES, Listing, at, listed
from codegen.armv7 import cortex_m4
from codegen.armv7.kernel import Kernel
from codegen.armv7.program import REGISTERS, Program, Value
from codegen.kernel_fields import UnsupportedField

RESULT, ADDRESS, COUNT = REGISTERS[:3]
TRIALS = 8
STACK_BYTES = WORD_BYTES * (1 + len(CALLEE_SAVED))


@dataclasses.dataclass(frozen=True)
class Loop:
    """The instructions before, in and after the loop, jumps left out."""

    entry: Listing
    body: Listing
    end: Listing

    @classmethod
    def of(cls, body: Program, words: list[Value], result: list[Value], constants: dict[Value, int]) -> "Loop":
        """The body makes of the words of an element those of f. The words had best begin where it leaves them: so the
        places at its end are tried as those at its beginning, a few times."""
        fixed = dict(zip(constants, reversed(REGISTERS), strict=False)) | {Value(): COUNT}
        places, tried = [r for r in REGISTERS if r not in fixed.values()][: len(words)], []
        for trial in range(TRIALS):
            asm = Listing()
            held = body.write(asm, dict(zip(words, places, strict=True)) | fixed, (*fixed, *result))
            ends = [held[word] for word in result]
            moves = arranged(places, ends, [r for r in REGISTERS if r not in (*held.values(), *places)])
            tried.append((len(moves), trial, asm, moves, places))
            places = ends
        _, _, asm, moves, places = min(tried)
        for target, source in moves:
            asm("mov", target, source)
        asm("subs", COUNT, COUNT, "#1")
        return cls(_entry(places, {fixed[value]: number for value, number in constants.items()}), asm, _end(places))

    def listing(self) -> Listing:
        """The whole function. Its counts are those of a call that runs the loop once."""
        asm, parts = Listing(), (self.entry, self.body, self.end)
        asm.lines += [*self.entry.lines, "    bcc    2f", "1:", *self.body.lines, "    bcs    1b"]
        asm.lines += ["2:", *self.end.lines]
        asm.instructions = sum(part.instructions for part in parts) + 2
        return asm


def arranged(targets: list[str], sources: list[str], free: list[str]) -> list[tuple[str, str]]:
    """Moves, one after the other, that bring the words from their registers to others; a circle needs a free one."""
    waiting, moves = {t: s for t, s in zip(targets, sources, strict=True) if t != s}, []
    while waiting:
        ready = next((t for t in waiting if t not in waiting.values()), None)
        if ready is None:
            if not free:
                raise UnsupportedField("no register is left to move words in a circle")
            ready = next(iter(waiting))
            moves.append((free[0], ready))
            waiting = {t: free[0] if s == ready else s for t, s in waiting.items()}
        moves.append((ready, waiting.pop(ready)))
    return moves


def _entry(places: list[str], constants: dict[str, int]) -> Listing:
    """The element goes to its places, the address last if one of them is its own."""
    asm = Listing()
    asm.block("Save registers that belong to the caller.")
    asm("push", listed([RESULT, *CALLEE_SAVED]))
    for i in sorted(range(len(places)), key=lambda i: places[i] == ADDRESS):
        asm("ldr", places[i], at(ADDRESS, WORD_BYTES * i))
    for register, number in constants.items():
        asm("movw", register, f"#{number & 0xFFFF:#x}")
        asm("movt", register, f"#{number >> 16:#x}")
    asm("subs", COUNT, COUNT, "#1")
    return asm


def _end(places: list[str]) -> Listing:
    asm, address = Listing(), next(r for r in REGISTERS if r not in places)
    asm.block("Store r.")
    asm("ldr", address, "[sp]")
    for i, place in enumerate(places):
        asm("str", place, at(address, WORD_BYTES * i))
    asm("add", "sp", "sp", f"#{WORD_BYTES}")
    asm("pop", listed([*CALLEE_SAVED[:-1], "pc"]))
    return asm


@dataclasses.dataclass(frozen=True)
class LoopKernel(Kernel):
    """Such a function."""

    loop: Loop | None = None

    def instructions(self, count: int) -> int:
        """Instructions of a call that repeats the body so often."""
        loop = self.loop
        return loop.entry.instructions + 1 + loop.end.instructions + count * (loop.body.instructions + 1)

    def facts(self) -> list[str]:
        loop = self.loop
        once = cortex_m4.cycles(loop.entry) + 1 + cortex_m4.cycles(loop.end)
        each = cortex_m4.cycles(loop.body) + 1 + cortex_m4.REFILL_EARLY
        return [
            f"Stack: {self.stack_bytes} bytes.",
            f"Instructions: {self.instructions(0)} + {loop.body.instructions + 1} c, the return included.",
            f"Cycles on a Cortex-M4, by the rules of its manual: {once} + {each} c.",
        ]
