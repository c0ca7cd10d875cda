"""Reduction modulo trinomials and pentanomials, a word of the product at a time, from the top.

Word j of the product, times z^(16 n - m) (f - z^m), is added to the words from j - n on: one shifted copy for each
lower term of f. Adjacent steps meet in some sums of words, a cluster, which stay in registers until no further step
adds to them."""

import dataclasses
import functools
import itertools
from collections.abc import Callable, Iterable
from typing import Protocol

from codegen.kernel_fields import BinaryField, UnsupportedField
from codegen.msp430.listing import WORD_BITS, WORD_BYTES, Listing, at

Add = Callable[[int, str], None]


@dataclasses.dataclass(frozen=True)
class Chain:
    """Shifts of a word by growing or falling distances, starting from a cheap distance: 0, a byte or a word."""

    start: int
    is_up: bool
    distances: tuple[int, ...]

    def cycles(self, bits: int) -> int:
        """Cost of the shifts of a word of so many bits, including a copy of it."""
        asm, word = Listing(), "r4"
        asm("mov", word, word)
        for _ in self.write(asm, bits, word, word):
            pass
        return asm.cycles["cpu"]

    def write(self, asm: Listing, bits: int, low: str, high: str) -> Iterable[int]:
        """Shifts the word in `low`, of so many bits, into the pair, and yields at each distance. Until the word
        becomes longer than a register, the upper register holds nothing."""
        if self.start == WORD_BITS // 2:
            asm("swpb", low)
            asm("mov.b", low, high)
            asm("xor", high, low)
        elif self.start == WORD_BITS:
            asm("mov", low, high)
            asm("clr", low)
        elif self.distances[-1] + bits > WORD_BITS:
            asm("clr", high)
        place = self.start
        for distance in self.distances:
            while place != distance:
                if self.is_up:
                    asm("rla", low)
                    if place + bits >= WORD_BITS:
                        asm("rlc", high)
                elif place == WORD_BITS:
                    asm("clrc")
                    asm("rrc", high)
                    asm("rrc", low)
                else:  # the top bit of the upper word is clear
                    asm("rra", high)
                    asm("rrc", low)
                place += 1 if self.is_up else -1
            yield distance


@functools.cache
def chains(distances: tuple[int, ...], bits: int) -> list[Chain]:
    """The cheapest shifts of a word of so many bits by these distances, which ascend and are below a word."""
    found = []
    half, count = WORD_BITS // 2, len(distances)
    for cuts in itertools.combinations_with_replacement(range(count + 1), 3):
        bounds = (0, *cuts, count)
        up, below, above, down = (distances[i:j] for i, j in itertools.pairwise(bounds))
        if (below and below[-1] > half) or (above and above[0] < half):
            continue
        parts = [(0, True, up), (half, False, below[::-1]), (half, True, above), (WORD_BITS, False, down[::-1])]
        found.append([Chain(*part) for part in parts if part[2]])
    return min(found, key=lambda made: sum(chain.cycles(bits) for chain in made))


def fold_word(asm: Listing, registers: tuple[str, str, str], bits: int, shifts: Iterable[int], add: Add) -> None:
    """The word in the first register has so many bits. Calls add(i, register) for everything that it adds to word i
    when it is shifted by each of `shifts`; destroys the registers."""
    word, low, high = registers
    places: dict[int, list[int]] = {}
    for shift in shifts:
        places.setdefault(shift % WORD_BITS, []).append(shift // WORD_BITS)
    made = chains(tuple(sorted(places)), bits)
    for chain in made:
        pair = (word if chain is made[-1] else low, high)
        if pair[0] != word and chain.distances[-1]:
            asm("mov", word, low)
        elif not chain.distances[-1]:
            pair = (word, high)
        for distance in chain.write(asm, bits, *pair):
            for place in places[distance]:
                add(place, pair[0])
                if distance + bits > WORD_BITS:
                    add(place + 1, pair[1])


def shift_down(asm: Listing, register: str, distance: int) -> None:
    """Shifts a word to the right."""
    half = WORD_BITS // 2
    if distance >= half:
        asm("swpb", register)
        asm("mov.b", register, register)
        distance -= half
    elif distance:
        asm("clrc")
        asm("rrc", register)
        distance -= 1
    for _ in range(distance):
        asm("rra", register)


def word_shifts(field: BinaryField) -> list[int]:
    """How far word j + n of a product is shifted, measured from word j, when it folds."""
    return [-field.degree % WORD_BITS + e for e in field.exponents[1:]]


class Sums:
    """Words in registers, which others are added to."""

    def __init__(self, asm: Listing, registers: Iterable[str]) -> None:
        self.asm, self.free = asm, list(registers)
        self.held: dict[object, str] = {}

    def add(self, place: object, register: str) -> None:
        if place in self.held:
            self.asm("xor", register, self.held[place])
        else:
            self.held[place] = self.free.pop()
            self.asm("mov", register, self.held[place])

    def take(self, place: object) -> str:
        """The register of a word, which becomes free."""
        register = self.held.pop(place)
        self.free.append(register)
        return register


class Product(Protocol):
    """The words of a polynomial during its reduction."""

    def bits(self, word: int) -> int:
        """The most bits that a word can have, whatever the degree of its field."""

    def load(self, word: int, register: str) -> None:
        """register = the word."""

    def add_to(self, register: str, word: int, spare: str) -> None:
        """register += the word; `spare` is another register."""

    def put(self, word: int, register: str) -> None:
        """word += register."""


@dataclasses.dataclass(frozen=True)
class InMemory:
    """A product in the frame, `offset` bytes from the stack pointer."""

    asm: Listing
    offset: int

    def word(self, word: int) -> str:
        return at("r1", self.offset + WORD_BYTES * word)

    def bits(self, word: int) -> int:
        return WORD_BITS

    def load(self, word: int, register: str) -> None:
        self.asm("mov", self.word(word), register)

    def add_to(self, register: str, word: int, spare: str) -> None:
        self.asm("xor", self.word(word), register)

    def put(self, word: int, register: str) -> None:
        self.asm("xor", register, self.word(word))


def clusters(shifts: Iterable[int], registers: int) -> list[list[int]]:
    """The words that a word adds to when it is shifted by each of `shifts`, in parts of adjacent words; one part with
    all words between if there are enough registers."""
    touched = sorted({shift // WORD_BITS + k for shift in shifts for k in range(1 + (shift % WORD_BITS > 0))})
    if touched[-1] - touched[0] < registers:
        return [list(range(touched[0], touched[-1] + 1))]
    found = [[touched[0]]]
    for place in touched[1:]:
        if place == found[-1][-1] + 1:
            found[-1].append(place)
        else:
            found.append([place])
    return found


class Reduction:
    """The residue of a product, which goes to the address in `result`. Three of the registers hold the words that
    fold, the others sums."""

    def __init__(
        self, asm: Listing, field: BinaryField, product: Product, result: str, registers: tuple[str, ...]
    ) -> None:
        self.asm, self.field, self.product, self.result = asm, field, product, result
        self.registers = registers[:3]
        self.shifts = word_shifts(field)
        self.sums = Sums(asm, registers[3:])
        self.clusters = clusters(self.shifts, len(self.sums.free))
        if field.top_bits == WORD_BITS:
            raise UnsupportedField(f"{field.name}: the reduction is for fields whose top word is not full")
        if sum(map(len, self.clusters)) > len(self.sums.free):
            raise UnsupportedField(f"{field.name}: the sums of a fold do not fit the registers")
        self.step = field.product_words  # the word that folds
        self.stored: dict[int, int] = {}  # word of the residue -> the step of its cluster

    def _is_final(self, cluster: int, word: int) -> bool:
        """Whether no other cluster adds to a word of the residue later."""
        steps = range(self.field.product_words - self.field.words)
        return not any(word - place in steps for places in self.clusters[cluster + 1 :] for place in places)

    def write(self) -> None:
        field, n = self.field, self.field.words
        for j in reversed(range(n, field.product_words)):
            self.step = j
            self.asm.block(f"Word {j} folds down.")
            self.product.load(j, self.registers[0])
            bits = min(self.product.bits(j), 2 * field.degree - 1 - WORD_BITS * j)
            fold_word(self.asm, self.registers, bits, self.shifts, lambda i, word, j=j: self._add(j - n + i, i, word))
            for k, places in enumerate(self.clusters):
                self._complete(k, j - n + places[-1])
        for k, places in enumerate(self.clusters):
            for place in reversed(places[:-1]):
                self._complete(k, place)
        assert set(self.stored) == set(range(n)), "each word is stored"

    def _add(self, word: int, place: int, register: str) -> None:
        cluster = next(k for k, places in enumerate(self.clusters) if place in places)
        self.sums.add((cluster, word), register)

    def _complete(self, cluster: int, word: int) -> None:
        """Adds a cluster's part of a word to it; stores the word if that is the last."""
        if (cluster, word) not in self.sums.held:
            return
        register = self.sums.take((cluster, word))
        if word >= self.field.words or not self._is_final(cluster, word):
            self.product.put(word, register)
            return
        self.product.add_to(register, word, self.registers[0])
        self.stored[word] = self.step
        if word == self.field.words - 1:
            self._fold_top(register)
        else:
            self.asm("mov", register, at(self.result, WORD_BYTES * word))

    def _fold_top(self, register: str) -> None:
        """Stores the top word; adds its bits above the degree to words of the product."""
        asm, field, word = self.asm, self.field, self.registers[0]
        asm.block(f"The top word, and its bits from z^{field.degree} on.")
        asm("mov", register, word)
        asm("and", f"#{(1 << field.top_bits) - 1}", register)
        asm("mov", register, at(self.result, WORD_BYTES * (field.words - 1)))
        shift_down(asm, word, field.top_bits)
        sums = Sums(asm, self.sums.free)

        def add(place: int, value: str) -> None:
            assert place not in self.stored, "the word is not stored yet"
            if sums.free or place in sums.held:
                sums.add(place, value)
            else:
                self.product.put(place, value)

        fold_word(asm, self.registers, WORD_BITS - field.top_bits, field.exponents[1:], add)
        for place, total in sums.held.items():
            self.product.put(place, total)
