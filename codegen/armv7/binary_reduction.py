"""Reduction modulo a polynomial, from the top; each word of the product is made when it is first needed."""

from collections.abc import Callable

from codegen.arm.listing import WORD_BITS
from codegen.armv7.program import Operand, Program, Value, shifted
from codegen.kernel_fields import BinaryField


class Words(dict):
    """Words of a product by place; `make` makes one."""

    def __init__(self, program: Program, field: BinaryField, make: Callable[[int], Value]) -> None:
        super().__init__()
        self.program, self.field, self.make = program, field, make

    def __missing__(self, place: int) -> Value:
        self[place] = self.make(place)
        return self[place]

    def fold(self, value: Value, bits: int, place: int) -> None:
        """Adds the word, of that many bits, times z^place (f - z^m)."""
        for e in self.field.exponents[1:]:
            word, shift = divmod(place + e, WORD_BITS)
            self._add(word, shifted(value, f"lsl #{shift}") if shift else value)
            if shift + bits > WORD_BITS:
                self._add(word + 1, shifted(value, f"lsr #{WORD_BITS - shift}"))

    def finish(self) -> list[Value]:
        """The residue, when no word above an element's is left: folds the bits of the top word from z^m on."""
        program, field = self.program, self.field
        top = self[field.words - 1]
        above = program.new("lsr", top, f"#{field.top_bits}")
        program("eor", top, top, shifted(above, f"lsl #{field.top_bits}"))
        self.fold(above, WORD_BITS - field.top_bits, 0)
        return [self[i] for i in range(field.words)]

    def _add(self, place: int, part: Value | Operand) -> None:
        self.program("eor", self[place], self[place], part)


def reduce(program: Program, field: BinaryField, make: Callable[[int], Value]) -> list[Value]:
    """The residue of the product whose words `make` gives."""
    program.block("Reduction.")
    words = Words(program, field, make)
    for j in reversed(range(field.words, field.product_words)):
        bits = min(WORD_BITS, 2 * field.degree - 1 - WORD_BITS * j)
        words.fold(words[j], bits, WORD_BITS * j - field.degree)
    return words.finish()
