"""Numbers of several words in programs, and their sums and differences.

A number is a list of values, least significant word first; an operand in memory is a `Memory`, one in the frame
`Framed`."""

import dataclasses

from codegen.thumb.listing import WORD_BYTES
from codegen.thumb.program import Program
from codegen.values import Value


@dataclasses.dataclass(frozen=True)
class Memory:
    """`count` words from `first` on at an address; each is loaded where it is used."""

    program: Program
    base: Value
    first: int
    count: int

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, part: slice | int):
        if isinstance(part, int):
            return self.program.load(self.base, WORD_BYTES * (self.first + part))
        start, stop, _ = part.indices(self.count)
        return Memory(self.program, self.base, self.first + start, stop - start)


@dataclasses.dataclass(frozen=True)
class Framed:
    """`count` words of the frame from an offset on; each is loaded where it is used."""

    program: Program
    offset: int
    count: int

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, part: slice | int):
        if isinstance(part, int):
            return self.program.load_table(self.offset + WORD_BYTES * part)
        start, stop, _ = part.indices(self.count)
        return Framed(self.program, self.offset + WORD_BYTES * start, stop - start)


@dataclasses.dataclass(frozen=True)
class Constants:
    """Constant words; each is loaded where it is used."""

    program: Program
    words: list[int]

    def __len__(self) -> int:
        return len(self.words)

    def __getitem__(self, i: int) -> Value:
        return self.program.number(self.words[i])


Number = list[Value] | Memory | Framed


def loaded(number: Number) -> list[Value]:
    return [number[i] for i in range(len(number))]


def store(p: Program, number: list[Value], base: Value) -> None:
    """Stores the words from an address on."""
    for word in number:
        p.store_next(word, base)


def add(p: Program, a: Number, b: Number | Constants, *, carries: bool = False) -> list[Value]:
    """a + b, leaving the carry; with the carry from before if `carries`."""
    return [p.adcs(a[i], b[i]) if i or carries else p.adds(a[i], b[i]) for i in range(len(a))]


def subtract(p: Program, a: Number, b: Number | Constants) -> list[Value]:
    """a - b, leaving the borrow."""
    return [p.sbcs(a[i], b[i]) if i else p.subs(a[i], b[i]) for i in range(len(a))]


def ripple(p: Program, a: list[Value], values: list[Value]) -> list[Value]:
    """a + values + the carry, word by word; `values` may be the same value throughout."""
    return [p.adcs(word, value) for word, value in zip(a, values, strict=True)]


def distance(p: Program, a: Number, b: Number) -> tuple[list[Value], Value]:
    """|a - b|, and all ones if a < b."""
    difference = subtract(p, a, b)
    mask = p.borrow_mask()
    flipped = [p.eors(word, mask) for word in difference]
    return subtract(p, flipped, [mask] * len(flipped)), mask
