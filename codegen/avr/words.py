"""Operations on words of several registers, for hash functions."""

import contextlib
from collections.abc import Iterator

from codegen.avr.loops import TIMING, BranchListing

Word = tuple[str, ...]  # registers, least significant byte first


def word(prefix: str, size: int) -> Word:
    """The registers prefix0, prefix1, ..."""
    return tuple(f"{prefix}{i}" for i in range(size))


def right(value: Word, count: int) -> Word:
    """The word rotated right by `count` bytes."""
    return tuple(value[(i + count) % len(value)] for i in range(len(value)))


WORD_TIMING = {**TIMING, **dict.fromkeys(("bst", "bld", "cp", "cpc"), 1)}


class WordListing(BranchListing):
    """Operations on words of several bytes, and loops whose counts are constants, so that the sum of cycles is exact.

    `timing` has a branch as not taken; the code that takes one adds the difference."""

    timing = WORD_TIMING

    @contextlib.contextmanager
    def times(self, count: int) -> Iterator[None]:
        """Code written in this context runs `count` times."""
        start = self.cycles
        yield
        self.cycles += (count - 1) * (self.cycles - start)

    @contextlib.contextmanager
    def repeat(self, count: int, label: str, far: bool = False) -> Iterator[None]:
        """A loop of `count` turns whose last instruction sets Z in the last turn; far: beyond the reach of a branch."""
        self.label(label)
        with self.times(count):
            yield
            if far:
                self("breq", f"{label}_end")
                self("rjmp", label)
            else:
                self("brne", label)
        self.cycles += -1 if far else count - 1  # breq taken but no rjmp the last time; brne taken but the last time
        if far:
            self.label(f"{label}_end")

    def copy(self, target: Word, source: Word) -> None:
        for i in range(0, len(target), 2):
            self("movw", target[i], source[i])

    def each(self, mnemonic: str, target: Word, source: Word) -> None:
        for t, s in zip(target, source, strict=True):
            self(mnemonic, t, s)

    def add(self, target: Word, source: Word) -> None:
        for i in range(len(target)):
            self("adc" if i else "add", target[i], source[i])

    def add_memory(self, target: Word, mnemonic: str, operands: list[str]) -> None:
        for i in range(len(target)):
            self(mnemonic, "r0", operands[i])
            self("adc" if i else "add", target[i], "r0")

    def shift_right(self, x: Word) -> None:
        for i in reversed(range(len(x))):
            self("ror" if i < len(x) - 1 else "lsr", x[i])

    def shift_left(self, x: Word) -> None:
        """The top bit goes to the carry."""
        for i, register in enumerate(x):
            self("rol" if i else "lsl", register)

    def rotate_right(self, x: Word, count: int = 1) -> None:
        """By at most 8 bits, which the carry takes from a copy of the lowest byte in r0."""
        self("mov", "r0", x[0])
        for _ in range(count):
            self("lsr", "r0")
            for register in reversed(x):
                self("ror", register)

    def rotate_left(self, x: Word, count: int = 1, zero: str | None = None) -> None:
        """zero: a register that is 0, which saves a cycle."""
        for _ in range(count):
            if zero is None:
                self("bst", x[-1], 7)
            self.shift_left(x)
            if zero is None:
                self("bld", x[0], 0)
            else:
                self("adc", x[0], zero)
