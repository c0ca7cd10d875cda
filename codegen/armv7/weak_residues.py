"""Arithmetic modulo p = 2^255 - 19 on weak residues, for kernels that compute several products in a row.

Elements are in memory, 8 words each. Bounds, for W = 2^255 + 2^231 < 2 p:
- any factor of a product or square may be any number of 8 words;
- results of `product`, `square` and `multiply_small_add` (of a factor of 18 bits) are below W;
- `sum_` and `difference` take numbers below 2 p and give numbers of 8 words.

The residue of a product h 2^256 + l is l + 38 h, as 2^256 is 38 modulo p. The upper word is made first: what it has
above 2^255 comes back, times 19, as the carry into the lowest word. So one row of UMAAL reduces, and the carry out of
it is added to a word that has room (`fold`)."""

import dataclasses
from collections.abc import Iterable

from codegen.arm.listing import WORD_BITS, WORD_BYTES
from codegen.armv7.program import TOP_BIT, Program, Value, shifted

WORDS = 8
FIRST_WORDS = 6  # of a factor, in the first part of a product: with as many words of the sum they fill the registers
EXCESS, DOUBLE_EXCESS = 19, 38  # 2^255 and 2^256 modulo p


@dataclasses.dataclass(frozen=True)
class Place:
    """An element in memory: at an offset from the stack pointer, from an address in a register, or from the address in
    word `pointer` of the frame."""

    offset: int
    pointer: Value | int | None = None

    def base(self, program: Program) -> Value | str:
        """The register with the address."""
        if isinstance(self.pointer, int):
            return program.load("sp", WORD_BYTES * self.pointer)
        return self.pointer or "sp"


class WeakResidues:
    """Writes operations into a program. `room`: the place of 8 words that hold the lower half of a product. Words of a
    factor in the first part of a product; the words of the lower half from `held_from` on stay in registers."""

    first_words = FIRST_WORDS
    held_from = FIRST_WORDS

    def __init__(self, program: Program, room: Place) -> None:
        self.program, self.room = program, room

    def load(self, place: Place, words: Iterable[int]) -> list[Value]:
        base = place.base(self.program)
        return [self.program.load(base, place.offset + WORD_BYTES * i) for i in words]

    def load_room(self, words: Iterable[int]) -> list[Value]:
        return self.load(self.room, words)

    def keep(self, word: Value, i: int) -> None:
        """Stores word i of a product's lower half."""
        self.program.store(word, "sp", self.room.offset + WORD_BYTES * i)

    def store(self, words: list[Value], place: Place) -> None:
        base = place.base(self.program)
        for i, word in enumerate(words):
            self.program.store(word, base, place.offset + WORD_BYTES * i)

    def product(self, result: Place, a: Place, b: Place) -> None:
        """r = a b."""
        self.fold(result, *self.integer_product(a, b))

    def integer_product(self, a: Place, b: Place) -> tuple[dict[int, Value], list[Value]]:
        """Words of the lower half of a b that stay in registers, by their places, and the words of the upper half.

        Rows of the first words of a: the upper words of their sum stay in registers. They enter the rows of the other
        words one by one, each as the carry into the row that is lowest at it."""
        program, first = self.program, self.first_words
        zero = program.zero()  # first, as a load would wait for a store before it
        part = self.load(a, range(first))
        (factor,) = self.load(b, range(1))
        total = self._first_row(part, factor, zero)
        for i in range(1, WORDS):
            (factor,) = self.load(b, range(i, i + 1))
            carry = self.entering_first(i)
            self.keep(total.pop(0), i - 1)
            total.append(self._row(total, part, factor, carry or program.zero()))
        lowest, *entering = total
        part = self.load(a, range(first, WORDS))
        window = [*self.load_room(range(first, WORDS - 1)), lowest]
        held: dict[int, Value] = {}
        step = 1 if isinstance(b.pointer, Value) else 2  # words of b at once: an address takes a register
        for i in range(0, WORDS, step):
            self._keep_held(held, first + i - 1)
            factors = self.load(b, range(i, i + step))
            for place, factor in enumerate(factors, start=first + i):
                carry = entering.pop(0) if place >= WORDS else self.entering_second(place)
                self._keep_held(held, place - 1)
                window.append(self._row(window, part, factor, carry or program.zero()))
                held[place] = window.pop(0)
        held |= enumerate(window, start=first + WORDS)
        lower = {i: held[i] for i in range(self.held_from, WORDS)}
        return lower, [held[i] for i in range(WORDS, 2 * WORDS)]

    def _keep_held(self, held: dict[int, Value], place: int) -> None:
        """Stores a word of the lower half that does not stay in its register."""
        if place < self.held_from and place in held:
            self.keep(held.pop(place), place)

    def entering_first(self, place: int) -> Value | None:
        """A word that is added to the sum at a place below 8, with the first words of a; nothing here."""
        return None

    def entering_second(self, place: int) -> Value | None:
        """The same with the other words of a."""
        return None

    def _first_row(self, part: list[Value], factor: Value, zero: Value) -> list[Value]:
        """The words of the product of a part and a word."""
        low, high = Value(), Value()
        self.program("umull", low, high, part[0], factor)
        total = [low, high]
        for i, word in enumerate(part[1:]):
            total.append(self.program.zero() if i else zero)
            self.program("umaal", *total[-2:], word, factor)
        return total

    def _row(self, total: list[Value], part: list[Value], factor: Value, carry: Value) -> Value:
        """Adds the product and `carry` to the sum; returns its new upper word."""
        for word, other in zip(total, part, strict=False):
            self.program("umaal", word, carry, other, factor)
        return carry

    def fold(self, result: Place, held: dict[int, Value], upper: list[Value]) -> None:
        """r = l + 38 h for the upper words of a product, and the lower ones: some are held, the last among them, the
        others in the room."""
        program = self.program
        factor = program.new("mov", f"#{DOUBLE_EXCESS}")
        carry = self._fold_top(held[WORDS - 1], upper[-1], factor)
        base = result.base(program)
        waiting = [i for i in range(WORDS - 1) if i not in held]
        made: list[tuple[int, Value]] = []
        for start in range(0, WORDS - 1, 2):
            places = range(start, min(start + 2, WORDS - 1))
            loaded = self.load_room([i for i in places if i in waiting])
            self._store_each(made, base, result.offset)
            made = [(i, loaded.pop(0) if i in waiting else held[i]) for i in places]
            for i, word in made:
                program("umaal", word, carry, upper[i], factor)
        self._store_each(made, base, result.offset)
        program("add", held[WORDS - 1], held[WORDS - 1], carry)
        program.store(held[WORDS - 1], base, result.offset + WORD_BYTES * (WORDS - 1))

    def _store_each(self, words: list[tuple[int, Value]], base: Value | str, offset: int) -> None:
        """Stores words by their places: after loads, as a load after a store would wait for it."""
        for i, word in words:
            self.program.store(word, base, offset + WORD_BYTES * i)

    def _fold_top(self, top: Value, upper: Value, factor: Value) -> Value:
        """Adds the product to the top word, and returns 19 times the part of the sum above 2^255."""
        program = self.program
        carry = program.zero()
        program("umaal", top, carry, upper, factor)
        program("lsl", carry, carry, "#1")
        program("add", carry, carry, shifted(top, f"lsr #{WORD_BITS - 1}"))
        program("bic", top, top, TOP_BIT)
        excess = program.new("mov", f"#{EXCESS}")
        program("mul", carry, carry, excess)
        return carry

    def square(self, result: Place, a: Place) -> None:
        """r = a^2. The products of different words are made along the columns of the sum. As soon as a column is
        complete, it is doubled, and a word of the squares a[i]^2 is added: the carry of the doubling is in the flags,
        that of the squares in a register."""
        Square(self, result, a).write()

    def sum_(self, result: Place, a: Place, b: Place) -> None:
        """r = a + b. If that carries, the rest is below 2^256 - 38, since a + b < 4 p."""
        self._store_combined(result, a, b, "add", "adc")

    def difference(self, result: Place, a: Place, b: Place) -> None:
        """r = a - b. If that borrows, the rest is above 38, since b - a < 2 p."""
        self._store_combined(result, a, b, "sub", "sbc")

    def _store_combined(self, result: Place, a: Place, b: Place, start: str, go_on: str) -> None:
        self.store(self._combined(a, b, start, go_on), result)

    def _combined(self, a: Place, b: Place, start: str, go_on: str) -> list[Value]:
        program = self.program
        words = self.load(a, range(WORDS))
        for first in range(0, WORDS, 4):
            others = self.load(b, range(first, first + 4))
            for i, other in enumerate(others, start=first):
                program(f"{go_on if i else start}s", words[i], words[i], other)
        mask = program.new("sbc", others[0], others[0])  # -1 if there is no carry, or if there is a borrow
        if start == "add":
            program("bic", mask, program.new("mov", f"#{DOUBLE_EXCESS}"), mask)
        else:
            program("and", mask, mask, f"#{DOUBLE_EXCESS}")
        for i, word in enumerate(words):
            program(f"{go_on if i else start}s", word, word, "#0" if i else mask)
        return words

    def difference_and_multiple(self, result: Place, multiple: Place, a: Place, b: Place, factor: int) -> None:
        """r = a - b, and a + c r for a number c of 18 bits, which is in a word of the frame. The part of that sum above
        2^255 has 19 bits."""
        program = self.program
        words = self._combined(a, b, "sub", "sbc")
        self.store(words, result)
        small = program.load("sp", WORD_BYTES * factor)
        (top,) = self.load(a, range(WORDS - 1, WORDS))
        carry = self._fold_top(top, words[-1], small)
        made: list[tuple[int, Value]] = []
        for start in range(0, WORDS - 1, 2):
            places = range(start, min(start + 2, WORDS - 1))
            others = self.load(a, places)
            self._store_each(made, "sp", multiple.offset)
            made = [*zip(places, others, strict=True)]
            for i, other in made:
                program("umaal", other, carry, words[i], small)
        self._store_each(made, "sp", multiple.offset)
        program("add", top, top, carry)
        program.store(top, "sp", multiple.offset + WORD_BYTES * (WORDS - 1))


class Square:
    """The square of an element: words of the factor that are in registers, columns of the sum that are, the carry of
    the squares of words."""

    def __init__(self, residues: WeakResidues, result: Place, a: Place) -> None:
        self.residues, self.program, self.result, self.a = residues, residues.program, result, a
        self.factor: dict[int, Value] = {}
        self.columns: dict[int, Value] = {}
        self.carry = Value()
        self.next = 0  # the column that is completed next

    def need(self, *words: int) -> None:
        """Loads words of the factor."""
        self.factor |= zip(words, self.residues.load(self.a, list(words)), strict=True)

    def start(self, i: int, j: int) -> None:
        """Two new columns: a[i] a[j]."""
        self.columns[i + j], self.columns[i + j + 1] = Value(), Value()
        self.program("umull", self.columns[i + j], self.columns[i + j + 1], self.factor[i], self.factor[j])

    def chain(self, *pairs: tuple[int, int]) -> Value:
        """Adds products a[i] a[j], one for each of several neighbouring columns; returns the carry out of them."""
        return self.go_on(self.program.zero(), *pairs)

    def go_on(self, carry: Value, *pairs: tuple[int, int]) -> Value:
        for i, j in pairs:
            self.program("umaal", self.columns[i + j], carry, self.factor[i], self.factor[j])
        return carry

    def complete(self, end: int) -> None:
        """Completes the columns before `end`."""
        program = self.program
        for k in range(self.next, end):
            i, is_odd = divmod(k, 2)
            if k == 0:
                self.columns[0] = Value()
                program("umull", self.columns[0], self.carry, self.factor[0], self.factor[0])
            elif k == 2 * WORDS - 1:
                program("adc", self.carry, self.carry, "#0")
                self.columns[k] = self.carry
            else:
                word = self.columns[k]
                program("adcs" if k > 1 else "adds", word, word, word)
                one, other = (self.factor[i],) * 2 if not is_odd else (program.zero(),) * 2
                program("umaal", word, self.carry, one, other)
            if k < WORDS - 1:
                self.residues.keep(self.columns[k], k)
        self.next = end

    def write(self) -> None:
        """The columns, least significant first. Their products are chosen so that never more than 14 words are in
        registers: a[4] is loaded twice."""
        self.need(0, 1)
        self.start(0, 1)
        self.need(2, 3)
        self.complete(2)
        self.start(0, 3)
        carry = self.chain((0, 2), (1, 2))
        self.need(4, 5)
        self.complete(4)
        self.start(0, 5)
        carry = self.go_on(carry, (0, 4), (1, 4))
        self.need(6, 7)
        carry = self.go_on(carry, (0, 6))
        self.start(0, 7)
        self.columns[9] = self.go_on(carry, (1, 6), (1, 7))
        carry = self.chain((1, 3))
        self.complete(5)
        carry = self.go_on(carry, (2, 3))
        self.complete(6)
        self.columns[10] = self.go_on(carry, (1, 5), (2, 5), (2, 6), (2, 7))
        self.need(4)
        carry = self.chain((2, 4))
        self.complete(7)
        self.columns[11] = self.go_on(carry, (3, 4), (3, 5), (3, 6), (3, 7))
        self.complete(9)
        self.columns[12] = self.chain((4, 5), (4, 6), (4, 7))
        self.complete(11)
        self.columns[13] = self.chain((5, 6), (5, 7))
        self.complete(13)
        self.columns[14] = self.chain((6, 7))
        self.complete(2 * WORDS)
        half = WORDS - 1
        self.residues.fold(self.result, {half: self.columns[half]}, [self.columns[k] for k in range(WORDS, 2 * WORDS)])
