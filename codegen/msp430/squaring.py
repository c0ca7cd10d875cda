"""Squaring with reduction: a word of the result at a time, from the top, from tables of bytes.

Byte j of a gives word j of the square. Where that is above an element it adds, folded, to three words below, for which
there are three tables; a fourth has the squares of bytes. The upper half of a stays in registers, since r may be a."""

from codegen.kernel_fields import BinaryField, UnsupportedField
from codegen.msp430.kernel import Kernel
from codegen.msp430.listing import SAVED_BYTES, WORD_BITS, WORD_BYTES, Listing, at

R, A = "r12", "r13"
INDEX = "r14"
SUM = ("r15", "r11", "r10")
UPPER = tuple(f"r{i}" for i in range(4, 10))
TOP = UPPER[-1]  # when its word of a is used up: the top word of the result
ONES = (1 << WORD_BITS) - 1
PARTS = 3  # words to which a word folds


class Squaring:
    """The kernel while it is written."""

    def __init__(self, field: BinaryField) -> None:
        self.asm, self.field, self.words = Listing(), field, field.words
        self.first = self.words // 2  # word of a that is the first in registers
        shift = -field.degree % WORD_BITS + field.exponents[1]
        if self.words % 2 == 0 or self.words - self.first != len(UPPER) or shift > 2 * WORD_BITS or field.top_bits > 4:
            raise UnsupportedField(f"{field.name}: the kernel is for 11 words and folds to {PARTS} words")

    def tables(self) -> dict[str, list[int]]:
        """The squares of bytes, and the words of these squares folded down, the lowest first."""
        shifts = [-self.field.degree % WORD_BITS + e for e in self.field.exponents[1:]]
        squares = [int(f"{value:b}", 4) for value in range(256)]
        folded = []
        for squared in squares:
            total = 0
            for shift in shifts:
                total ^= squared << shift
            folded.append(total)
        parts = {f"fold{i}": [total >> WORD_BITS * i & ONES for total in folded] for i in range(PARTS)}
        return {"square": squares} | parts

    def data(self) -> list[str]:
        lines = [f'    .section .rodata.{self.field.name}_squares,"a",@progbits', "    .balign 2"]
        for name, words in self.tables().items():
            lines += [f"    .type {name}, @object", f"{name}:"]
            for i in range(0, len(words), 8):
                lines.append("    .word " + ", ".join(f"0x{word:04x}" for word in words[i : i + 8]))
            lines.append(f"    .size {name}, . - {name}")
        return [*lines, ""]

    def _index(self, byte: int) -> None:
        """INDEX = twice byte `byte` of a; those in registers come from the top."""
        if byte < self.words:
            self.asm("mov.b", at(A, byte), INDEX)
        else:
            word, is_upper = divmod(byte, 2)
            register = UPPER[word - self.first]
            if is_upper or word < self.words - 1:
                self.asm("swpb", register)
            self.asm("mov.b", register, INDEX)
        self.asm("rla", INDEX)

    def _sum(self, word: int) -> str:
        return SUM[word % PARTS]

    def _add(self, table: str, word: int, is_first: bool = False) -> None:
        self.asm("mov" if is_first else "xor", f"{table}({INDEX})", self._sum(word))

    def write(self) -> None:
        asm, n = self.asm, self.words
        asm.save()
        asm.block("The upper half of a.")
        for word, register in enumerate(UPPER, self.first):
            asm("mov", at(A, WORD_BYTES * word), register)
        asm.block(f"Byte {n - 1}.")
        self._index(n - 1)
        self._add("square", n - 1, is_first=True)
        for byte in reversed(range(n, 2 * n - 1)):
            asm.block(f"Byte {byte} folds down.")
            self._index(byte)
            self._add("fold0", byte - n, is_first=True)
            self._add("fold1", byte - n + 1)
            if byte - n + 2 < n:
                self._add("fold2", byte - n + 2)
                self._complete(byte - n + 2)
            asm.block(f"Byte {byte - n}.")
            self._index(byte - n)
            self._add("square", byte - n)
        self._fold_top()
        self._complete(1)
        self._complete(0)
        asm.leave()

    def _complete(self, word: int) -> None:
        """Stores a word; of the top one, what is above the degree folds to the lowest two, at the end."""
        asm, register = self.asm, self._sum(word)
        if word == self.words - 1:
            asm("mov", register, TOP)
            asm("and", f"#{(1 << self.field.top_bits) - 1}", register)
        asm("mov", register, at(R, WORD_BYTES * word))

    def _fold_top(self) -> None:
        """Adds the bits of the top word from the degree on, times z^m mod f, to the lowest two words."""
        asm, field, over = self.asm, self.field, INDEX
        asm.block(f"The bits from z^{field.degree} on.")
        asm("clrc")
        asm("rrc", TOP)
        for _ in range(field.top_bits - 1):
            asm("rra", TOP)
        fold_top(asm, field, (TOP, over), (self._sum(0), self._sum(1)))


def fold_top(asm: Listing, field: BinaryField, bits: tuple[str, str], words: tuple[str, str]) -> None:
    """Adds the bits above the degree of a top word, in the first register, the second being spare, to the lowest two
    words."""
    (low, high), used, shift = bits, WORD_BITS - field.top_bits, 0
    asm("clr", high)
    for e in reversed(field.exponents[1:]):
        for _ in range(e - shift):
            asm("rla", low)
            if used + shift >= WORD_BITS:
                asm("rlc", high)
            shift += 1
        asm("xor", low, words[0])
        if used + shift > WORD_BITS:
            asm("xor", high, words[1])


def sqr_reduce_byte_table(field: BinaryField) -> Kernel:
    """r = a^2 mod f."""
    kernel = Squaring(field)
    kernel.write()
    return Kernel(
        field=field,
        function="sqr_reduce_byte_table",
        header={
            "name": "byte-table",
            "family": "fb-sqr-reduce",
            "summary": "bytes from four tables, of squares and of squares folded down, straight-line",
            "source": "-",
            "domain": "any a",
            "constant_time": "same-trace",
            "flash_table_bytes": f"{WORD_BYTES * 256 * (PARTS + 1)}",
        },
        parameters="uint16_t *r, const uint16_t *a",
        operation=("r = a^2 mod f; r may be a. The addresses of the tables' words depend on a.",),
        asm=kernel.asm,
        stack_bytes=SAVED_BYTES,
        table_bytes=WORD_BYTES * 256 * (PARTS + 1),
        data=tuple(kernel.data()),
    )
