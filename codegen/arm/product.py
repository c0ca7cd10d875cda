"""The common part of the multiplications: a sum of eleven words in registers. Rows of a table are added to it; it is
shifted, and reduced in place.

r10 and r11 take two words of a row at a time, r12 is an address; r0 to r9 and lr hold the sum."""

import dataclasses

from codegen.arm.listing import CALLEE_SAVED, WORD_BITS, WORD_BYTES, Listing, at, listed
from codegen.kernel_fields import BinaryField, UnsupportedField

SUM = (*(f"r{i}" for i in range(10)), "lr")
PAIR = ("r10", "r11")
ADDRESS = "r12"
SAVED_BYTES = (1 + len(CALLEE_SAVED)) * WORD_BYTES


@dataclasses.dataclass(frozen=True)
class Product:
    """The sum; a row has at most `row_bits` bits."""

    asm: Listing
    field: BinaryField
    row_bits: int

    def __post_init__(self) -> None:
        if self.field.product_words > len(SUM) or self.field.words % 2:
            raise UnsupportedField(
                f"{self.field.name}: elements of {self.field.words} words, products of {self.field.product_words};"
                f" the kernel needs an even number of words and at most {len(SUM)} registers"
            )
        if self.row_bits > WORD_BITS * self.field.words:
            raise UnsupportedField(f"{self.field.name}: a row of {self.row_bits} bits has a word more than an element")

    def enter(self, frame_bytes: int) -> None:
        """Saves the caller's registers and r, and makes a frame."""
        self.asm.block("Save r and the registers that belong to the caller.")
        self.asm("push", listed(("r0", *CALLEE_SAVED)))
        self.asm("sub", "sp", "sp", f"#{frame_bytes}")

    def leave(self, frame_bytes: int) -> None:
        """Stores the reduced sum at r, frees the frame and returns."""
        asm = self.asm
        asm.block("Store r.")
        asm("ldr", ADDRESS, at("sp", frame_bytes))
        asm("stm", ADDRESS, listed(SUM[: self.field.words]))
        asm("add", "sp", "sp", f"#{frame_bytes + WORD_BYTES}")
        asm("pop", listed((*CALLEE_SAVED[:-1], "pc")))

    def add_row(self, word: int, present: int) -> None:
        """Adds the row at ADDRESS to the sum from word `word` on; only the words below `present` hold something
        before."""
        for i in range(0, self.field.words, 2):
            if i + 2 < self.field.words:
                self.asm("ldm", f"{ADDRESS}!", listed(PAIR))
            else:
                self.asm("ldm", ADDRESS, listed(PAIR))
            for j, register in enumerate(PAIR, start=word + i):
                if j < present:
                    self.asm("eor", SUM[j], SUM[j], register)
                else:
                    self.asm("mov", SUM[j], register)

    def shift(self, bits: int, degree: int) -> None:
        """Shifts the sum, of at most that degree, left by a few bits."""
        self.asm.block(f"Shift the sum left by {bits}.")
        words = degree // WORD_BITS + 1
        if (degree + bits) // WORD_BITS >= words:
            self.asm("lsr", SUM[words], SUM[words - 1], f"#{WORD_BITS - bits}")
        for j in reversed(range(1, words)):
            self.asm("lsl", SUM[j], SUM[j], f"#{bits}")
            self.asm("orr", SUM[j], SUM[j], f"{SUM[j - 1]}, lsr #{WORD_BITS - bits}")
        self.asm("lsl", SUM[0], SUM[0], f"#{bits}")

    def reduce(self) -> None:
        """Reduces the product modulo f: word by word from the top, then the bits of the top word from z^m on."""
        field = self.field
        for j in reversed(range(field.words, field.product_words)):
            bits = min(WORD_BITS, 2 * field.degree - 1 - WORD_BITS * j)
            self.asm.block(f"Word {j}, of {bits} bits, folds down.")
            self._fold(SUM[j], bits, WORD_BITS * j - field.degree)
        self.asm.block(f"The bits from z^{field.degree} on.")
        top = SUM[field.words - 1]
        self.asm("lsr", ADDRESS, top, f"#{field.top_bits}")
        self.asm("eor", top, top, f"{ADDRESS}, lsl #{field.top_bits}")
        self._fold(ADDRESS, WORD_BITS - field.top_bits, 0)

    def _fold(self, register: str, bits: int, place: int) -> None:
        """Adds the word in a register, of that many bits, times z^place (f - z^m)."""
        for e in reversed(self.field.exponents[1:]):
            word, shift = divmod(place + e, WORD_BITS)
            shifted = f"{register}, lsl #{shift}" if shift else register
            self.asm("eor", SUM[word], SUM[word], shifted)
            if shift + bits > WORD_BITS:
                self.asm("eor", SUM[word + 1], SUM[word + 1], f"{register}, lsr #{WORD_BITS - shift}")
