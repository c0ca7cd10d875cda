"""Bit patterns of instructions as manuals print them: "0000 11rd dddd rrrr" is add of AVR; letters are fields."""

import dataclasses
import functools
from collections.abc import Callable


@dataclasses.dataclass(frozen=True, slots=True)
class Pattern:
    """The fixed bits of a pattern, and for each letter the places of its bits, the highest first."""

    mask: int
    value: int
    fields: tuple[tuple[str, tuple[int, ...]], ...]

    def matches(self, word: int) -> bool:
        return word & self.mask == self.value

    def read(self, word: int) -> dict[str, int]:
        """The fields of a word that matches."""
        found = {}
        for letter, places in self.fields:
            value = 0
            for place in places:
                value = value << 1 | word >> place & 1
            found[letter] = value
        return found


@functools.cache
def pattern(text: str) -> Pattern:
    """The pattern of a text; spaces do not count."""
    bits = text.replace(" ", "")[::-1]
    mask = sum(1 << place for place, bit in enumerate(bits) if bit in "01")
    value = sum(1 << place for place, bit in enumerate(bits) if bit == "1")
    letters = sorted({bit for bit in bits if bit not in "01"})
    fields = tuple((one, tuple(p for p in reversed(range(len(bits))) if bits[p] == one)) for one in letters)
    return Pattern(mask, value, fields)


def find(table: tuple[tuple[str, Callable], ...], word: int) -> tuple[Callable, dict[str, int]] | None:
    """The first entry of a table whose pattern a word matches, and the word's fields."""
    for text, entry in table:
        if (one := pattern(text)).matches(word):
            return entry, one.read(word)
    return None
