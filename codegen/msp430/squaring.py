"""Squaring with reduction by tables of bytes: a word of the result at a time, from the top.

Byte j of a gives word j of the square; if that is above an element it folds down. If the lower terms of f are low, it
is added to two or three adjacent words, for which there are tables besides the table of squares of bytes. If not, its
square is shifted as any product's word is (reduction.py). r may be a: words of a that are still needed after the same
word of r is stored are copied first."""

import dataclasses
from collections import defaultdict

from codegen.kernel_fields import BinaryField, UnsupportedField
from codegen.msp430.kernel import Kernel
from codegen.msp430.listing import CALLEE_SAVED, SAVED_BYTES, WORD_BITS, WORD_BYTES, Listing, at
from codegen.msp430.reduction import Reduction, fold_word, shift_down, word_shifts

R, A = "r12", "r13"
SPREAD_BITS = WORD_BITS - 1  # of the square of a byte
ONES = (1 << WORD_BITS) - 1
ADJACENT_MAX = 3
INDEX = "r14"
OTHERS = ("r15", "r11", *reversed(CALLEE_SAVED))  # sums, then bits above the degree, then words of a
FOLDING = ("r14", "r15", "r11")  # registers in which squares are shifted


def squares() -> list[int]:
    """The squares of bytes."""
    return [int(f"{value:b}", 4) for value in range(256)]


def byte_count(field: BinaryField) -> int:
    return -(-field.degree // 8)


def table_label(field: BinaryField, name: str) -> str:
    """The symbol of a table, which kernels of this field share (squaring_loop.py)."""
    return f"mc_{field.name}_sqr_reduce_byte_table_msp430_{name}"


@dataclasses.dataclass
class Bytes:
    """The bytes of a; those of `first` and the words above it are requested from the top.

    saved: words that are in registers, or in the frame, from its end on."""

    asm: Listing
    registers: dict[int, str] = dataclasses.field(default_factory=dict)
    offsets: dict[int, int] = dataclasses.field(default_factory=dict)

    def save(self, words: list[int], registers: tuple[str, ...], room: int = 0) -> int:
        """Copies words of a to registers while there are any, then to the stack; makes room for so many words below
        them. Returns the bytes of stack that this takes."""
        self.asm.block("Words of a that r may overwrite.")
        self.registers = dict(zip(words, registers, strict=False))
        for word, register in self.registers.items():
            self.asm("mov", at(A, WORD_BYTES * word), register)
        pushed = words[len(self.registers) :]
        for i, word in enumerate(pushed):
            self.asm("mov", at(A, WORD_BYTES * word), INDEX)
            self.asm("push", INDEX)
            self.offsets[word] = WORD_BYTES * (room + len(pushed) - 1 - i)
        if room:
            self.asm("sub", f"#{WORD_BYTES * room}", "r1")
        return WORD_BYTES * (room + len(pushed))

    def index(self, byte: int, register: str, is_upper: bool) -> None:
        """register = twice the byte, the offset of its entries. is_upper: the byte is needed to be folded."""
        word, is_high = divmod(byte, 2)
        if is_upper and word in self.registers:
            self.asm("swpb", self.registers[word])
            self.asm("mov.b", self.registers[word], register)
        elif is_upper and word in self.offsets:
            self.asm("mov.b", at("r1", self.offsets[word] + is_high), register)
        else:
            self.asm("mov.b", at(A, byte), register)
        self.asm("rla", register)


class FoldedTables:
    """The kernel while it is being written, if f has low terms only: tables of folded squares."""

    def __init__(self, field: BinaryField) -> None:
        self.asm, self.field, self.words = Listing(), field, field.words
        tops = max(word_shifts(field)) + SPREAD_BITS - 1
        self.parts = tops // WORD_BITS + 1
        folded_bits = field.exponents[1] - 1  # of a fold above the degree
        self.over_bits = max(folded_bits, WORD_BITS - field.top_bits)
        self.bytes = Bytes(self.asm)
        self.sums, self.over = OTHERS[: self.parts], OTHERS[self.parts]
        self.has_over_word = folded_bits > WORD_BITS - field.top_bits
        self.has_full_top = byte_count(field) == 2 * self.words
        if field.top_bits == WORD_BITS:
            raise UnsupportedField(f"{field.name}: the kernel is for fields whose top word is not full")
        if self.parts > ADJACENT_MAX or self.over_bits > WORD_BITS:
            raise UnsupportedField(f"{field.name}: the lower terms fold to more than {ADJACENT_MAX} adjacent words")
        if self.has_over_word and not (self.has_full_top and self.parts == 2):
            raise UnsupportedField(f"{field.name}: more than the last byte folds to above the last word")

    def tables(self) -> dict[str, list[int]]:
        """The squares of bytes, and the words of these squares after folding, the lowest first."""
        folded = []
        for squared in squares():
            total = 0
            for shift in word_shifts(self.field):
                total ^= squared << shift
            folded.append(total)
        return {"square": squares()} | {
            f"fold{i}": [total >> WORD_BITS * i & ONES for total in folded] for i in range(self.parts)
        }

    def _sum(self, word: int) -> str:
        return self.sums[word % self.parts]

    def _add(self, table: str, word: int, is_first: bool = False) -> None:
        self.asm("mov" if is_first else "xor", f"{table_label(self.field, table)}({INDEX})", self._sum(word))

    def write(self) -> int:
        """Writes the whole kernel; returns the bytes of stack used."""
        asm, n, count = self.asm, self.words, byte_count(self.field)
        asm.save()
        overwritten = list(range(n // 2, n - self.parts + 1))  # word w is stored in step w + n - parts + 1, before 2 w
        frame = self.bytes.save(overwritten, OTHERS[self.parts + 1 :])
        for word in range(count - n, n):
            asm.block(f"Byte {word}.")
            self.bytes.index(word, INDEX, is_upper=False)
            self._add("square", word, is_first=True)
        for byte in reversed(range(n, count)):
            self._fold(byte)
            asm.block(f"Byte {byte - n}.")
            self.bytes.index(byte - n, INDEX, is_upper=False)
            self._add("square", byte - n)
        asm.block(f"The bits from z^{self.field.degree} on.")
        fold_word(
            asm,
            (self.over, INDEX, OTHERS[self.parts + 1]),
            self.over_bits,
            self.field.exponents[1:],
            lambda word, register: asm("xor", register, self._sum(word)),
        )
        for word in reversed(range(self.parts)):
            self._complete(word)
        asm.leave(frame)
        return frame

    def _fold(self, byte: int) -> None:
        asm, bottom = self.asm, byte - self.words
        asm.block(f"Byte {byte} folds down.")
        self.bytes.index(byte, INDEX, is_upper=True)
        for part in range(self.parts):
            word = bottom + part
            if word < self.words:
                self._add(f"fold{part}", word, is_first=part == 0)
            elif self.has_over_word:
                asm("mov", f"{table_label(self.field, f'fold{part}')}({INDEX})", self.over)
                for _ in range(WORD_BITS - self.field.top_bits):
                    asm("rla", self.over)
        if bottom and bottom + self.parts - 1 < self.words:
            self._complete(bottom + self.parts - 1)

    def _complete(self, word: int) -> None:
        """Stores a word; keeps the bits of the top word above the degree."""
        asm, register = self.asm, self._sum(word)
        if word == self.words - 1:
            above = INDEX if self.has_over_word else self.over
            asm("mov", register, above)
            asm("and", f"#{(1 << self.field.top_bits) - 1}", register)
            shift_down(asm, above, self.field.top_bits)
            if self.has_over_word:
                asm("xor", above, self.over)
        asm("mov", register, at(R, WORD_BYTES * word))


class Squares:
    """The square of a, as a product during its reduction. Sums that are added to its words are in `slots`, by word."""

    def __init__(self, asm: Listing, field: BinaryField, slots: dict[int, str]) -> None:
        self.asm, self.field, self.bytes, self.slots = asm, field, Bytes(asm), slots
        self.added: list[int] = []

    def bits(self, word: int) -> int:
        return WORD_BITS if word in self.added else SPREAD_BITS

    def _fetch(self, mnemonic: str, word: int, register: str, index: str) -> None:
        self.bytes.index(word, index, is_upper=word >= self.field.words)
        self.asm(mnemonic, f"{table_label(self.field, 'square')}({index})", register)
        if word in self.added:
            self.asm("xor", self.slots[word], register)

    def load(self, word: int, register: str) -> None:
        self._fetch("mov", word, register, register)

    def add_to(self, register: str, word: int, spare: str) -> None:
        self._fetch("xor", word, register, spare)

    def put(self, word: int, register: str) -> None:
        if word in self.added:
            self.asm("xor", register, self.slots[word])
        else:
            self.asm("mov", register, self.slots[word])
            self.added.append(word)


class ShiftedSquares:
    """The kernel while it is being written, for any f: squares are shifted."""

    def __init__(self, field: BinaryField) -> None:
        self.asm, self.field = Listing(), field

    def tables(self) -> dict[str, list[int]]:
        return {"square": squares()}

    def _reduction(self, asm: Listing, slots: dict[int, str]) -> Reduction:
        return Reduction(asm, self.field, Squares(asm, self.field, slots), R, (*FOLDING, *CALLEE_SAVED))

    def write(self) -> int:
        """Writes the whole kernel; returns the bytes of stack used."""
        tried = self._reduction(Listing(), defaultdict(lambda: at("r1", 0)))
        if len(tried.clusters) > 1:  # words of r would be stored out of order while words of a are needed
            raise UnsupportedField(f"{self.field.name}: the lower terms are too far apart for the registers")
        tried.write()
        words = tried.product.added
        slots = {word: at("r1", WORD_BYTES * i) for i, word in enumerate(words)}
        reduction = self._reduction(self.asm, slots)
        self.asm.save()
        n = self.field.words
        overwritten = [word for word in range(n // 2, n) if tried.stored[word] > 2 * word]
        frame = reduction.product.bytes.save(overwritten, (), room=len(words))
        reduction.write()
        self.asm.leave(frame)
        return frame


def _data(field: BinaryField, tables: dict[str, list[int]]) -> tuple[str, ...]:
    lines = [f'    .section .rodata.{field.name}_squares,"a",@progbits', "    .balign 2"]
    for table, words in tables.items():
        name = table_label(field, table)
        lines += [f"    .global {name}", f"    .type {name}, @object", f"{name}:"]
        for i in range(0, len(words), 8):
            lines.append("    .word " + ", ".join(f"0x{word:04x}" for word in words[i : i + 8]))
        lines.append(f"    .size {name}, . - {name}")
    return (*lines, "")


def sqr_reduce_byte_table(field: BinaryField) -> Kernel:
    """r = a^2 mod f."""
    kernel = (FoldedTables if field.exponents[1] <= WORD_BITS else ShiftedSquares)(field)
    frame, tables = kernel.write(), kernel.tables()
    table_bytes = WORD_BYTES * sum(map(len, tables.values()))
    return Kernel(
        field=field,
        function="sqr_reduce_byte_table",
        header={
            "name": "byte-table",
            "family": "fb-sqr-reduce",
            "summary": "bytes from a table of squares, "
            + ("others of squares folded down" if len(tables) > 1 else "reduced by shifts")
            + ", straight-line",
            "source": "-",
            "domain": "any a",
            "constant_time": "same-trace",
            "flash_table_bytes": str(table_bytes),
        },
        parameters="uint16_t *r, const uint16_t *a",
        operation=("r = a^2 mod f; r may be a. The addresses of the tables' words depend on a.",),
        asm=kernel.asm,
        stack_bytes=frame + SAVED_BYTES,
        table_bytes=table_bytes,
        data=_data(field, tables),
    )
