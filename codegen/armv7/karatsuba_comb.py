"""Multiplication in binary fields by one level of Karatsuba's method over Lopez and Dahab's comb: the sum of a product
of halves stays in registers.

An element is its lower and its upper part. The border is at a byte, so that no part of a need be shifted: a comb reads
it byte by byte from two copies, of the upper nibbles and of the lower ones, each in the upper nibble of its byte. Such
a byte is the offset of a row of the table, as rows have 16 bytes."""

import dataclasses

from codegen.arm.listing import WORD_BITS, WORD_BYTES
from codegen.armv7.binary_reduction import Words
from codegen.armv7.kernel import Kernel
from codegen.armv7.program import Program, Value, shifted
from codegen.kernel_fields import BinaryField, UnsupportedField
from codegen.multiples import POWERS, ROWS, sums

ROW_BYTES = 16
HALF_WORDS_MAX = ROW_BYTES // WORD_BYTES
NIBBLE, WINDOW_DEGREE = 4, 3
UPPER_NIBBLES = 0xF0F0F0F0


@dataclasses.dataclass(frozen=True)
class Part:
    """A part of a, or the sum of both: its bits, and where the copies of its nibbles begin, in bytes from sp."""

    bits: int
    upper: int
    lower: int

    def place(self, word: int, nibble: int) -> int:
        """The byte with that nibble of a word."""
        return (self.upper if nibble % 2 else self.lower) + WORD_BYTES * word + nibble // 2

    def present(self, nibble: int) -> list[int]:
        """The words that have such a nibble, from the top."""
        return [i for i in reversed(range(HALF_WORDS_MAX)) if WORD_BITS * i + NIBBLE * nibble < self.bits]


def border(field: BinaryField) -> int:
    """The degree from which on the upper part begins, by the fewest nibbles. The upper part is not the longer one. Rows
    have WINDOW_DEGREE bits more than a part and must fit half of the words."""
    half = WORD_BITS * -(-field.words // 2)
    if half > WORD_BITS * HALF_WORDS_MAX:
        raise UnsupportedField(f"{field.name}: half of an element has more than {HALF_WORDS_MAX} words")
    borders = [s for s in range(0, half - WINDOW_DEGREE + 1, 8) if 2 * s >= field.degree and s % WORD_BITS]
    if not borders:
        raise UnsupportedField(f"{field.name}: the rows of a part have more than half of the words")
    return min(borders, key=lambda s: 2 * -(-s // NIBBLE) + -(-(field.degree - s) // NIBBLE))


class Comb:
    """Products of parts; the table lies at sp."""

    def __init__(self, program: Program, words: int) -> None:
        self.program, self.words = program, words

    def build_table(self, b: list[Value]) -> None:
        """The table of u b for the polynomials u of degree at most 3, two columns at a time. A sum of a number and
        itself shifts it by one; the carry comes from the words below."""
        program = self.program
        program.block("The table.")
        zero, below = program.zero(), None
        for first in range(0, self.words, 2):
            columns = range(first, min(first + 2, self.words))
            multiples = {1: [b[column] for column in columns]}
            # A copy by an instruction of 32 bits, as all others have.
            top = program.new("orr", zero, b[columns[-1]]) if columns[-1] + 1 < self.words else None
            for u in POWERS[1:]:
                if below:
                    below = program.new("adds", below, below)
                multiples[u] = [
                    program.new("adcs" if below or i else "adds", value, value)
                    for i, value in enumerate(multiples[u // 2])
                ]
            below = top
            self._store_row(0, columns, [zero] * len(columns))
            for u in POWERS:
                self._store_row(u, columns, multiples[u])
            for target, added, row in sums():
                for value, other in zip(multiples[target], multiples[added], strict=True):
                    program("eor", value, value, other)
                self._store_row(row, columns, multiples[target])

    def _store_row(self, row: int, columns: range, values: list[Value]) -> None:
        for column, value in zip(columns, values, strict=True):
            self.program.store(value, "sp", ROW_BYTES * row + WORD_BYTES * column)

    def multiply(self, a: Part, b_bits: int) -> list[Value]:
        """The words of a b, for the b of the table."""
        rows = [(nibble, word) for nibble in reversed(range(WORD_BITS // NIBBLE)) for word in a.present(nibble)]
        places = [a.place(word, nibble) for nibble, word in rows]
        self.total: dict[int, Value] = {}
        degree, address = -1, self._address(self._offset(places[0]))
        for k, (nibble, word) in enumerate(rows):
            if k == 0 or rows[k - 1][0] != nibble:
                self.program.block(f"Nibble {nibble} of the words.")
                self.old, self.total = self.total, {}
                degree += NIBBLE if self.old else 0
                if degree >= WORD_BITS * (word + self.words):
                    self._shift(word + self.words)
            last = min(WINDOW_DEGREE, a.bits - 1 - WORD_BITS * word - NIBBLE * nibble)
            degree = max(degree, WORD_BITS * word + b_bits - 1 + last)
            address = self._add_row(word, address, places[k + 1] if k + 1 < len(rows) else None)
        return [self.total[i] for i in sorted(self.total)]

    def _offset(self, place: int) -> Value:
        return self.program.new("ldrb", f"[sp, #{place}]")

    def _address(self, offset: Value) -> Value:
        return self.program("add", offset, "sp", offset)

    def _add_row(self, word: int, address: Value, following: int | None) -> Value | None:
        """Adds the row at an address to the sum from that word on. The next offset is loaded directly after other
        loads, which saves a cycle, and the next address is known an instruction before it is used, which saves
        another."""
        program, found = self.program, None
        values = {word + i: program.load(address, WORD_BYTES * i) for i in reversed(range(self.words))}
        if following is not None:
            found = self._offset(following)
        for place, value in values.items():
            if place == word and found:
                self._address(found)
            self._add(place, value)
        return found

    def _add(self, place: int, value: Value) -> None:
        """Adds the word to the sum; if the old sum has not been added there yet, with that, shifted by a nibble."""
        if place in self.total:
            self.program("eor", self.total[place], self.total[place], value)
            return
        self.total[place] = value
        if place in self.old:
            self.program("eor", value, value, shifted(self.old[place], f"lsl #{NIBBLE}"))
        if place - 1 in self.old:
            self.program("eor", value, value, shifted(self.old[place - 1], f"lsr #{WORD_BITS - NIBBLE}"))

    def _shift(self, place: int) -> None:
        """The word of the shifted sum above all rows."""
        upper, program = f"#{WORD_BITS - NIBBLE}", self.program
        if place in self.old:
            self.total[place] = program.new("lsl", self.old[place], f"#{NIBBLE}")
            program("eor", self.total[place], self.total[place], shifted(self.old[place - 1], f"lsr {upper}"))
        else:
            self.total[place] = program.new("lsr", self.old[place - 1], upper)


class Multiplication:
    """The parts of one multiplication. The frame: table; upper and lower nibbles of a, and of the sum of its parts; the
    lower part of b and the sum of its parts; the product of the upper parts; the sum of that and of the product of
    sums."""

    def __init__(self, program: Program, field: BinaryField) -> None:
        self.program, self.field = program, field
        self.border = border(field)
        self.half, self.above = -(-field.words // 2), field.degree - self.border
        self.comb = Comb(program, self.half)
        place = ROWS * ROW_BYTES
        n, h = field.words, self.half
        self.places = []
        for words in (n, n, h, h, h, h, 2 * h, 2 * h):
            self.places.append(place)
            place += WORD_BYTES * words
        program.frame_bytes = place
        upper, lower, sum_upper, sum_lower, *_ = self.places
        start = self.border // 8
        self.lower = Part(self.border, upper, lower)
        self.upper = Part(self.above, upper + start, lower + start)
        self.sum = Part(self.border, sum_upper, sum_lower)

    def _store(self, words: list[Value], place: int) -> None:
        for i, word in enumerate(words):
            self.program.store(word, "sp", place + WORD_BYTES * i)

    def _load(self, place: int, words: range) -> list[Value]:
        return [self.program.load("sp", place + WORD_BYTES * i) for i in words]

    def _add_upper(self, words: list[Value], i: int, total: Value) -> None:
        """Adds word i of the upper part."""
        first, shift = divmod(self.border, WORD_BITS)
        self.program("eor", total, total, shifted(words[first + i], f"lsr #{shift}"))
        if first + i + 1 < len(words):
            self.program("eor", total, total, shifted(words[first + i + 1], f"lsl #{WORD_BITS - shift}"))

    def copy_nibbles(self, a: Value) -> None:
        program = self.program
        program.block("The nibbles of a, and of the sum of its parts.")
        words = program.load_next(a, self.field.words)
        mask = program.new("movw", f"#{UPPER_NIBBLES & 0xFFFF:#x}")
        program("movt", mask, f"#{UPPER_NIBBLES >> 16:#x}")
        self._copy(words, mask, *self.places[:2])
        for i in range(self.half):
            self._add_upper(words, i, words[i])
        self._copy(words[: self.half], mask, *self.places[2:4])

    def _copy(self, words: list[Value], mask: Value, upper: int, lower: int) -> None:
        program = self.program
        for i, word in enumerate(words):
            program.store(program.new("and", mask, word), "sp", upper + WORD_BYTES * i)
            nibbles = program.new("and", mask, shifted(word, f"lsl #{NIBBLE}"))
            program.store(nibbles, "sp", lower + WORD_BYTES * i)

    def split(self, b: Value) -> list[Value]:
        """Stores the lower part of b and the sum of both; returns the upper part."""
        program, n = self.program, self.field.words
        program.block("The parts of b, and their sum.")
        words = program.load_next(b, n)
        first, shift = divmod(self.border, WORD_BITS)
        upper = []
        for i in range(self.half):
            upper.append(program.new("lsr", words[first + i], f"#{shift}"))
            if first + i + 1 < n:
                program("orr", upper[i], upper[i], shifted(words[first + i + 1], f"lsl #{WORD_BITS - shift}"))
        program("ubfx", words[first], words[first], "#0", f"#{shift}")
        self._store(words[: self.half], self.places[4])
        for word, other in zip(words, upper, strict=False):
            program("eor", word, word, other)
        self._store(words[: self.half], self.places[5])
        return upper

    def product(self, b_upper: list[Value]) -> dict[int, Value]:
        """Words of the product without that of the upper parts, which waits in the frame."""
        comb, program, h = self.comb, self.program, self.half
        *_, lower, total, above, middle = self.places
        program.block("The product of the upper parts.")
        comb.build_table(b_upper)
        self._store(comb.multiply(self.upper, self.above), above)
        program.block("The product of the sums.")
        comb.build_table(self._load(total, range(h)))
        words = comb.multiply(self.sum, self.border)
        upper_words = -(-(2 * self.above - 1) // WORD_BITS)
        for i in range(0, upper_words, h):
            for word, other in zip(words[i:], self._load(above, range(i, min(i + h, upper_words))), strict=False):
                program("eor", word, word, other)
        self._store(words, middle)
        program.block("The product of the lower parts.")
        comb.build_table(self._load(lower, range(h)))
        found = dict(enumerate(comb.multiply(self.lower, self.border)))
        self._add_middle(found, len(words))
        return found

    def _add_middle(self, words: dict[int, Value], count: int) -> None:
        """Adds the middle product from the border on. Going down, word i of the lower product is still itself when it
        is added to word i of the middle one."""
        program = self.program
        program.block("The middle product.")
        first, shift = divmod(self.border, WORD_BITS)
        pairs = [range(max(i - 1, 0), i + 1) for i in range(count - 1, -1, -2)]
        for pair in pairs:
            for i, word in reversed(list(zip(pair, self._load(self.places[-1], pair), strict=True))):
                program("eor", word, word, words[i])
                if 2 * self.border - 1 > WORD_BITS * (i + 1) - shift:
                    self._add(words, first + i + 1, word, f"lsr #{WORD_BITS - shift}")
                self._add(words, first + i, word, f"lsl #{shift}")

    def _add(self, words: dict[int, Value], place: int, word: Value, shift: str) -> None:
        if place in words:
            self.program("eor", words[place], words[place], shifted(word, shift))
        else:
            words[place] = self.program.new(*shift.split(maxsplit=1)[:1], word, shift.split(maxsplit=1)[1])

    def reduced(self, words: dict[int, Value]) -> list[Value]:
        """The residue, after the product of the upper parts is added."""
        program, field = self.program, self.field
        program.block("The product of the upper parts; reduction.")
        first, shift = divmod(2 * self.border, WORD_BITS)
        above, held = self.places[-2], {}
        found = Words(program, field, words.__getitem__)
        for place in reversed(range(first, field.product_words)):
            for i, direction in ((place - first, f"lsl #{shift}"), (place - first - 1, f"lsr #{WORD_BITS - shift}")):
                bits = 2 * self.above - 1 - WORD_BITS * i
                if i >= 0 and bits > (WORD_BITS - shift if direction.startswith("lsr") else 0):
                    held[i] = held.get(i) or program.load("sp", above + WORD_BYTES * i)
                    self._add(words, place, held[i], direction)
            if place >= field.words:
                bits = min(WORD_BITS, 2 * field.degree - 1 - WORD_BITS * place)
                found.fold(words[place], bits, WORD_BITS * place - field.degree)
        for place in reversed(range(field.words, first)):
            found.fold(words[place], WORD_BITS, WORD_BITS * place - field.degree)
        return found.finish()


def mul_reduce_karatsuba_comb(field: BinaryField) -> Kernel:
    """r = a b mod f."""
    program = Program(3)
    whole = Multiplication(program, field)
    _, a, b = program.arguments
    whole.copy_nibbles(a)
    program.store_result(whole.reduced(whole.product(whole.split(b))))
    asm, stack_bytes = program.listing()
    return Kernel(
        field=field,
        function="mul_reduce_karatsuba_comb",
        header={
            "name": "karatsuba-comb",
            "family": "fb-mul-reduce",
            "summary": "Karatsuba's method once over Lopez and Dahab's comb, sums in registers, reduced",
            "source": "Karatsuba and Ofman 1963; aranha2008 Algorithm 3; the layout of nibbles and tables is ours",
            "domain": "any a, b",
            "constant_time": "same-trace",
            "ram_table_bytes": str(ROWS * ROW_BYTES),
        },
        parameters="uint32_t *r, const uint32_t *a, const uint32_t *b",
        operation=("r = a b mod f; r may be a or b. The addresses of the table's rows depend on a.",),
        asm=asm,
        stack_bytes=stack_bytes,
        is_wide=True,
    )
