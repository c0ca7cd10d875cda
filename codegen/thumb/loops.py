"""Functions r = f(f(... a)), as often as the last argument says; the element lies in the frame."""

import dataclasses
import functools

from codegen.thumb.allocation import SAVED_UPPER, Allocation, allocate_body, enter, leave, saved_bytes
from codegen.thumb.kernel import Listed
from codegen.thumb.listing import WORD_BYTES, Listing
from codegen.thumb.program import Program

RESULT, ADDRESS, COUNT, FRAME = "r0", "r1", "r2", "r3"
COPIED = ("r4", "r5", "r6", "r7")
# A pass compares the count, jumps over the jump to the end, and back; the last comparison leads to the end.
PASS_INSTRUCTIONS, PASS_CYCLES = 3, 1 + 2 + 2
EXIT_INSTRUCTIONS, EXIT_CYCLES = 3, 1 + 1 + 2


def _copy(asm: Listing, words: int, source: str, target: str) -> None:
    for first in range(0, words, len(COPIED)):
        several = "{" + ", ".join(COPIED[: words - first]) + "}"
        asm("ldm", f"{source}!", several)
        asm("stm", f"{target}!", several)


@dataclasses.dataclass(frozen=True)
class LoopKernel(Listed):
    """Such a function. The program, made by `body_program`, makes of the words of the element at the stack pointer
    those of f. Behind them wait the address of the result and the count."""

    program: Program
    words: int

    @staticmethod
    def body_program(words: int) -> Program:
        return Program(0, WORD_BYTES * (words + 2))

    @functools.cached_property
    def _allocation(self) -> Allocation:
        return allocate_body(self.program)

    @property
    def _frame(self) -> int:
        return self.program.table_bytes + WORD_BYTES * self._allocation.slot_count

    @property
    def stack_bytes(self) -> int:
        return self._frame + saved_bytes(SAVED_UPPER)

    @functools.cached_property
    def parts(self) -> tuple[Listing, Listing, Listing]:
        """The instructions before, in and after the loop, jumps and the count of passes left out."""
        entry, body, end = Listing(), Listing(), Listing()
        result, count = (f"[sp, #{WORD_BYTES * (self.words + i)}]" for i in range(2))
        enter(entry, SAVED_UPPER, self._frame)
        entry("str", RESULT, result)
        entry("mov", FRAME, "sp")
        _copy(entry, self.words, ADDRESS, FRAME)
        body("str", COUNT, count)
        body.extend(self._allocation.asm)
        body("ldr", COUNT, count)
        end("ldr", RESULT, result)
        end("mov", FRAME, "sp")
        _copy(end, self.words, FRAME, RESULT)
        leave(end, SAVED_UPPER, self._frame)
        return entry, body, end

    @property
    def asm(self) -> Listing:
        """The whole function. Its counts are those of a call that runs the loop once."""
        entry, body, end = self.parts
        asm = Listing()
        asm.lines += [*entry.lines, "", "1:", f"    subs   {COUNT}, #1", "    bcs    3f", "    b      2f", "3:"]
        asm.lines += [*body.lines, "    b      1b", "2:", *end.lines]
        asm.instructions, asm.cycles = self.instructions(1), self.cycles(1)
        return asm

    def instructions(self, count: int) -> int:
        """Instructions of a call that repeats the body so often."""
        entry, body, end = (part.instructions for part in self.parts)
        return entry + count * (body + PASS_INSTRUCTIONS) + EXIT_INSTRUCTIONS + end

    def cycles(self, count: int) -> int:
        entry, body, end = (part.cycles for part in self.parts)
        return entry + count * (body + PASS_CYCLES) + EXIT_CYCLES + end

    def facts(self) -> list[str]:
        once = self.cycles(0)
        return [
            f"Stack: {self.stack_bytes} bytes.",
            f"Cycles on a Cortex-M0+: {once} + {self.cycles(1) - once} c, the return included, for every a;",
            f"instructions: {self.instructions(0)} + {self.instructions(1) - self.instructions(0)} c.",
        ]
