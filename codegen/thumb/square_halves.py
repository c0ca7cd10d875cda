"""Squares in binary fields that are reduced before their bits move apart, for targets whose kernels are programs over
values.

In characteristic two a^2 is the sum of the a_i z^(2i). With m odd and h = (m + 1)/2, a term from z^(2h) on folds while
the square is still as short as a: z^(2i) = z^(2 (i - h) + 1) (f - z^m). So a square is even(z^2) + z odd(z^2), where
even has h bits and odd h - 1, and a shift by half an exponent of f puts the parts in place.

The bits of a word of even and of one of odd are then interleaved. With the two words as one of 64 bits, bit 5 of a
place says which word it is in. Exchanging that bit with bit 0 of the places, then with bits 1, 2, 3 and 4, rotates the
bits of all places by one: the bits of odd come to odd places, those of even to even ones. Exchanges with bits 0 to 3
are SWAPS; the last one exchanges halves of words."""

import dataclasses
from typing import Protocol

from codegen.kernel_fields import BinaryField, UnsupportedField

WORD_BITS = 32
Value = object
SWAPS = ((1, 0x55555555), (2, 0x33333333), (4, 0x0F0F0F0F), (8, 0x00FF00FF))  # distance, and the places below it


class Machine(Protocol):
    """Methods append instructions, and return the value that they make."""

    def sum(self, total: Value, value: Value, left: int) -> Value:
        """The sum, `value` shifted to the left or, if the number is negative, to the right."""

    def shifted(self, value: Value, left: int) -> Value: ...

    def lowest(self, value: Value, bits: int) -> Value:
        """The lowest bits alone."""


@dataclasses.dataclass
class Half:
    """A polynomial of `bits` bits; a word that is not there is 0."""

    machine: Machine
    words: dict[int, Value]
    bits: int

    def add(self, value: Value, bits: int, place: int) -> None:
        """Adds the word, of that many bits, times z^place."""
        word, left = divmod(place, WORD_BITS)
        self._add(word, value, left)
        if left + bits > WORD_BITS:
            self._add(word + 1, value, left - WORD_BITS)
        self.bits = max(self.bits, place + bits)

    def _add(self, word: int, value: Value, left: int) -> None:
        if word in self.words:
            self.words[word] = self.machine.sum(self.words[word], value, left)
        else:
            self.words[word] = self.machine.shifted(value, left) if left else value

    def cut(self, place: int) -> list[tuple[Value, int]]:
        """The words, with the bits of each, from z^place on, which leave the polynomial."""
        first, right = divmod(place, WORD_BITS)
        count, found = -(-self.bits // WORD_BITS), []
        for i in range(first, -(-(self.bits - right) // WORD_BITS)):
            word = self.machine.shifted(self.words[i], -right) if right else self.words[i]
            if right and i + 1 < count:
                word = self.machine.sum(word, self.words[i + 1], WORD_BITS - right)
            found.append((word, min(WORD_BITS, self.bits - place - WORD_BITS * len(found))))
        kept = {i: word for i, word in self.words.items() if i < first}
        if right:
            kept[first] = self.machine.lowest(self.words[first], right)
        self.words, self.bits = kept, place
        return found


def halves(machine: Machine, field: BinaryField, words: list[Value]) -> tuple[Half, Half]:
    """even and odd of the square of an element."""
    if 2 * field.exponents[1] > field.degree:
        raise UnsupportedField(f"{field.name}: halves of squares fold many times, as z^{field.exponents[1]} is high")
    even = Half(machine, dict(enumerate(words)), field.degree)
    odd = Half(machine, {}, 0)
    half = (field.degree + 1) // 2
    while even.bits > half or odd.bits > half - 1:
        # z^m times an even power has an odd exponent, and the other way round.
        for total, other, limit, carry in ((even, odd, half, 1), (odd, even, half - 1, 0)):
            if total.bits <= limit:
                continue
            above = total.cut(limit)
            for e in field.exponents[:0:-1]:
                target, place = (total, (e + carry) // 2) if e % 2 else (other, e // 2)
                for i, (word, bits) in enumerate(above):
                    target.add(word, bits, place + WORD_BITS * i)
    return even, odd
