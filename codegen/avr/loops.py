"""Listings with branches and loops, for kernels that are not straight-line code."""

import contextlib
from collections.abc import Iterator

from codegen.avr.listing import CYCLES, Listing

ONE_CYCLE = "ori com tst cpi neg inc dec set clt brne breq brcc brsh brtc sbrc sbrs"
BRANCH_REACH = 126  # bytes
TIMING = {**CYCLES, **dict.fromkeys(ONE_CYCLE.split(), 1), "ijmp": 2, "rjmp": 2}


class BranchListing(Listing):
    """A listing with labels and branches; its sum of cycles counts every instruction once, and branches as not
    taken."""

    timing = TIMING

    def label(self, name: str) -> None:
        self.lines.append(f"{name}:")

    def jump(self, label: str) -> None:
        """A jump to anywhere; the linker shortens it where it can."""
        self("jmp", label)
        self.code_bytes += 2


class LoopListing(BranchListing):
    """A listing whose loops have constant counts, so that the sum of its cycles is exact."""

    @contextlib.contextmanager
    def repeat(self, count: int, counter: str, label: str) -> Iterator[None]:
        """Code written in this context runs `count` times; `counter`, a register from r16 up, counts down."""
        self("ldi", counter, count)
        self.label(label)
        start, start_bytes = self.cycles, self.code_bytes
        yield
        self("dec", counter)
        far = self.code_bytes - start_bytes > BRANCH_REACH
        if far:
            self("breq", f"{label}_end")
            self("rjmp", label)
        else:
            self("brne", label)
        # Each time but the last, a taken branch (one cycle more) or both instructions; the last time, only one of
        # them.
        self.cycles += (count - 1) * (self.cycles - start + (0 if far else 1)) - (1 if far else 0)
        if far:
            self.label(f"{label}_end")
