"""Products by rows: one operand is held as halves of 16 bits in the upper registers, the other streams through, a half
at a time. A half takes the held halves of one parity to products of 32 bits that lie on borders of words and so make
one chain of additions; those of the other parity lie 16 bits higher. So a product of halves costs a copy, a
multiplication and an addition. The chains that lie higher are summed first, shifted, and the others are added to them.

Numbers are lists of values, least significant word first."""

import dataclasses
import itertools
from collections.abc import Callable, Iterable, Iterator

from codegen.thumb.listing import WORD_BITS
from codegen.thumb.numbers import Number, add
from codegen.thumb.program import Program
from codegen.values import Value

HALF = WORD_BITS // 2
ONES = (1 << WORD_BITS) - 1
HALF_ONES = (1 << HALF) - 1


@dataclasses.dataclass(frozen=True)
class Streamed:
    """The operand that streams: each half is made anew where it is used, as a load costs no more than one from the
    stack; and the largest value of each."""

    half: Callable[[int], Value]
    largest: Callable[[int], int]


def halves(p: Program, a: Number) -> list[Value]:
    """The halves of each word, the lower first."""
    found = []
    for i in range(len(a)):
        word = a[i]
        found += [p.uxth(word), p.lsr(word, HALF)]
    return found


def streamed(p: Program, a: Number, top: int = ONES) -> Streamed:
    """A number in values or in memory; `top` is the largest value of its uppermost word."""

    def half(i: int) -> Value:
        word = a[i // 2]
        return p.lsr(word, HALF) if i % 2 else p.uxth(word)

    return Streamed(half, lambda i: top >> HALF if i == 2 * len(a) - 1 else HALF_ONES)


def constants(p: Program, value: int) -> Streamed:
    """A number that is known: its halves are in the code."""

    def largest(i: int) -> int:
        return value >> HALF * i & HALF_ONES

    return Streamed(lambda i: p.number(largest(i)), largest)


class Sums:
    """Words that products are added to, and the largest value of each: an instruction takes a carry only if there can
    be one. Words from `end` on are left out."""

    def __init__(self, p: Program, end: int) -> None:
        self.p, self.end = p, end
        self.words: dict[int, Value] = {}
        self.largest: dict[int, int] = {}

    def add(self, terms: Iterable[tuple[int, Value, int]]) -> None:
        """Adds numbers, given with their largest values, at consecutive words; the carry out goes to the next."""
        p, carries, word = self.p, False, -1
        for word, value, largest in terms:
            self.largest[word] = self.largest.get(word, 0) + largest + carries
            if word in self.words:
                self.words[word] = (p.adcs if carries else p.adds)(self.words[word], value)
            else:
                self.words[word] = p.adcs(value, p.constant(0)) if carries else value
            carries = self.largest[word] > ONES
            self.largest[word] = min(self.largest[word], ONES)
        if carries and word + 1 < self.end:
            self.largest[word + 1] = self.largest.get(word + 1, 0) + 1
            self.words[word + 1] = p.adcs(self.words[word + 1], p.constant(0)) if word + 1 in self.words else p.carry()

    def shifted(self) -> list[Value]:
        """The words from the lowest to the end, moved up by 16 bits."""
        p, found = self.p, [self.words[word] for word in sorted(self.words)]
        words = [p.lsl(found[0], HALF)]
        words += [p.orrs(p.lsl(upper, HALF), p.lsr(lower, HALF)) for lower, upper in itertools.pairwise(found)]
        return words if max(self.words) + 1 == self.end else [*words, p.lsr(found[-1], HALF)]


class Rows:
    """held * streamed, of `words` words, plus `addend`, as long as `held`.

    first: products that lie wholly below this word are left out, and the result has the words from there on. It is too
    small by less than 2^20 units of the first. end: words from there on are left out. top: the largest value of the
    uppermost half of `held`."""

    def __init__(
        self,
        p: Program,
        held: list[Value],
        other: Streamed,
        words: int,
        *,
        first: int = 0,
        end: int | None = None,
        top: int = HALF_ONES,
    ) -> None:
        self.p, self.held, self.other = p, held, other
        self.rows, self.span, self.top = 2 * words, len(held) // 2, top
        self.first, self.end = first, self.span + words if end is None else end

    def result(self, addend: list[Value] | None = None) -> list[Value]:
        """The words. Sums of rows start from the shifted ones up to the width of a row; those above stay apart until
        the end, so that no carry runs far."""
        p, upper = self.p, Sums(self.p, self.end)
        for row in range(self.rows):
            upper.add(self._products(row, 1 - row % 2, row // 2))
        words = upper.shifted()
        sums, near = Sums(p, self.end), min(self.span, self.end) - self.first
        for word, value in enumerate(words[:near], self.first):
            sums.words[word], sums.largest[word] = value, ONES
        if addend:
            sums.add((self.first + i, value, ONES) for i, value in enumerate(addend))
        for row in range(self.rows):
            sums.add(self._products(row, row % 2, (row + 1) // 2))
        found = [sums.words[word] for word in sorted(sums.words)]
        above = found[near:] + [p.constant(0)] * (len(words) - len(found))
        return found[:near] + add(p, words[near:], above)

    def _products(self, row: int, parity: int, start: int) -> Iterator[tuple[int, Value, int]]:
        """Word, product and its largest value for the held halves of a parity that are not left out; the lowest is at
        word `start`. Each is made where it is used, so that few wait."""
        half = None
        for k in range(self.span):
            if self.first <= start + k < self.end:
                half = self.other.half(row) if half is None else half
                place = 2 * k + parity
                largest = self.top if place == len(self.held) - 1 else HALF_ONES
                yield start + k, self.p.muls(self.held[place], half), largest * self.other.largest(row)


def multiply_rows(p: Program, a: Number, b: Number, top: int = ONES) -> list[Value]:
    """a b; `top` is the largest value of the uppermost word of either."""
    return Rows(p, halves(p, b), streamed(p, a, top), len(a), top=top >> HALF).result()
