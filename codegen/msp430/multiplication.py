"""Lopez-Dahab multiplication with the sum in registers, fused with reduction.

The product is the sum over the nibbles of a of a row of the table T[u] = u b, u a polynomial of degree at most 3.
There are four passes, one for each place of a nibble in a word, from the highest; between passes the sum is shifted
left by 4. Each row meets as many words as a ring of registers holds; between rows a word leaves the ring for the
frame and another comes back. Passes go up and down in turn, so that the ring stays in place between two. A word is
shifted when it comes back; in the last pass the top words do not go to the frame but are folded into the lower ones
at once.

From the stack pointer: rows 15 to 0, 32 bytes apart, so that a nibble, complemented and shifted, is the offset of its
row; the complemented words of a; the words of the sum, twice (those of the last pass are shifted); r; for several
products with a common factor the next a and their count."""

from codegen.kernel_fields import BinaryField, UnsupportedField
from codegen.msp430.kernel import Kernel
from codegen.msp430.listing import BRANCH_CYCLES, JUMP_CYCLES, SAVED_BYTES, WORD_BITS, WORD_BYTES, Listing, at
from codegen.msp430.reduction import fold_word, shift_down

RING = tuple(f"r{i}" for i in range(4, 15))
POINTER = "r15"  # words of a row; free between rows
ROW_BYTES = 32
ROWS = 16
# How each row follows from another: the rows for which the registers hold the one before; and the row that is added
# or, after None, the row that is doubled.
STEPS = {3: 1, 5: 1, 6: 3, 7: 1, 9: 1, 10: 3, 11: 1, 12: 7, 13: 1, 14: 3, 15: 1}
DOUBLED = {2: 1, 4: 2, 8: 4}
# How nibble k of a word is loaded, from which byte on, and the shifts that then bring it to bits 5 to 8.
PLACES = {
    0: ("mov", 0, ["swpb", "rra", "rra", "rra"]),
    1: ("mov", 0, ["rla"]),
    2: ("mov", 0, ["rra", "rra", "rra"]),
    3: ("mov.b", 1, ["rla"]),
}


class Multiplication:
    """The kernel while it is being written."""

    def __init__(self, field: BinaryField) -> None:
        self.asm, self.field, self.words = Listing(), field, field.words
        low = -field.degree % WORD_BITS
        self.shifts = [low + e - WORD_BITS for e in reversed(field.exponents[1:-1])]
        if field.words != len(RING) or field.top_bits > 4 or field.degree + 3 > WORD_BITS * len(RING):
            raise UnsupportedField(
                f"{field.name}: the kernel is for elements of {len(RING)} words with a nibble in the last"
            )
        if self.shifts[0] != 0 or max(self.shifts) > low - 8:
            raise UnsupportedField(f"{field.name}: the middle terms do not fold by shifts to the left")
        self.fold_shift = low - 8
        table = ROW_BYTES * (ROWS - 1) + WORD_BYTES * self.words
        self.a = table
        self.raw = self.a + WORD_BYTES * self.words
        self.shifted = self.raw + WORD_BYTES * (2 * self.words - 1)
        self.result = self.shifted + WORD_BYTES * self.words
        self.next_a, self.count = self.result + WORD_BYTES, self.result + 2 * WORD_BYTES
        self.frame = self.result + WORD_BYTES - table  # the pointer before the table

    def ring(self, word: int) -> str:
        return RING[word % len(RING)]

    def copy(self, word: int) -> str:
        """The complemented word of a."""
        return at("r1", self.a + WORD_BYTES * word)

    def slot(self, word: int) -> str:
        """A word of the sum in the frame."""
        return at("r1", self.raw + WORD_BYTES * word)

    def shifted_slot(self, word: int) -> str:
        return at("r1", self.shifted + WORD_BYTES * word)

    def enter(self) -> None:
        asm = self.asm
        asm.save()
        asm.block("r, room for words of the sum, and the words of a, complemented.")
        asm("push", "r12")
        asm("sub", f"#{self.frame - WORD_BYTES - WORD_BYTES * self.words}", "r1")
        for word in reversed(range(self.words)):
            asm("mov", at("r13", WORD_BYTES * word), POINTER)
            asm("inv", POINTER)
            asm("push", POINTER)

    def enter_each(self) -> None:
        """The same without the words of a, which each product stores."""
        asm = self.asm
        asm.save()
        asm.block("The count, a and r, room for words of the sum and of a.")
        for argument in ("r15", "r13", "r12"):
            asm("push", argument)
        asm("sub", f"#{self.frame - WORD_BYTES}", "r1")
        self.frame += 2 * WORD_BYTES

    def take_a(self) -> None:
        """The words of the next a, complemented."""
        asm, spare = self.asm, RING[0]
        asm.block("The words of a, complemented.")
        asm("mov", at("r1", self.next_a), POINTER)
        for word in range(self.words):
            asm("mov", f"@{POINTER}+", spare)
            asm("inv", spare)
            asm("mov", spare, self.copy(word))
        asm("mov", POINTER, at("r1", self.next_a))

    def _point(self, row: int, now: int) -> None:
        """POINTER = the address of a row, for code that runs before row `now` is pushed."""
        self.asm("mov", "r1", POINTER)
        if row != now - 1:
            self.asm("add", f"#{ROW_BYTES * (now - 1 - row)}", POINTER)

    def table(self) -> None:
        asm = self.asm
        asm.block("The table: T[0] = 0.")
        for _ in range(self.words):
            asm("push", "#0")
        for row in range(1, ROWS):
            if row == 1:
                asm.block("T[1] = b.")
                asm("mov", "r14", POINTER)
                self._load()
            elif row in DOUBLED:
                asm.block(f"T[{row}] = z T[{DOUBLED[row]}].")
                if DOUBLED[row] != row - 1:
                    self._point(DOUBLED[row], row)
                    self._load()
                for i in range(self.words):
                    asm("rlc" if i else "rla", RING[i])
            else:
                asm.block(f"T[{row}] = T[{row - 1}] + T[{STEPS[row]}].")
                self._point(STEPS[row], row)
                for i in range(self.words):
                    asm("xor", f"@{POINTER}+", RING[i])
            asm("sub", f"#{ROW_BYTES - WORD_BYTES * self.words}", "r1")
            for i in reversed(range(self.words)):
                asm("push", RING[i])

    def _load(self) -> None:
        for i in range(self.words):
            self.asm("mov", f"@{POINTER}+", RING[i])

    def add_row(self, word: int, nibble: int, new: range) -> None:
        """Adds the row for a nibble of a; the words in `new` hold nothing yet."""
        asm = self.asm
        asm.block(f"Nibble {nibble} of a[{word}].")
        load, byte, shifts = PLACES[nibble]
        asm(load, at("r1", self.a + WORD_BYTES * word + byte), POINTER)
        for mnemonic in shifts:
            asm(mnemonic, POINTER)
        asm("and", f"#{ROW_BYTES * (ROWS - 1)}", POINTER)
        asm("add", "r1", POINTER)
        for i in range(word, word + self.words):
            asm("mov" if i in new else "xor", f"@{POINTER}+", self.ring(i))

    def shift_in(self, register: str, below: str | None) -> None:
        """Shifts a register left by 4, with the bits that come up from the word in the frame below it."""
        if below:
            self.asm("mov", below, POINTER)
        for _ in range(4):
            if below:
                self.asm("rla", POINTER)
            self.asm("rlc" if below else "rla", register)

    def shift_ring(self, registers: list[str]) -> None:
        self.asm.block("Shift by 4.")
        for _ in range(4):
            for i, register in enumerate(registers):
                self.asm("rlc" if i else "rla", register)

    def first_pass(self) -> None:
        """Nibble 3, up; the ring ends at the highest word that has one."""
        asm, last = self.asm, self.words - 2
        for word in range(last + 1):
            self.add_row(word, 3, range(word + self.words - 1 if word else 0, word + self.words))
            if word < last:
                asm("mov", self.ring(word), self.slot(word))
        asm("mov", self.slot(last - 1), POINTER)
        self.shift_ring([POINTER, *(self.ring(w) for w in range(last, last + self.words))])

    def second_pass(self) -> None:
        """Nibble 2, down."""
        asm, last, n = self.asm, self.words - 2, self.words
        for word in reversed(range(last + 1)):
            self.add_row(word, 2, range(0))
            if word:
                register = self.ring(word - 1)
                asm("mov", register, self.slot(word + n - 1))
                asm("mov", self.slot(word - 1), register)
                self.shift_in(register, self.slot(word - 2) if word > 1 else None)
        asm("mov", self.slot(n), POINTER)
        self.shift_ring([*(self.ring(w) for w in range(n)), POINTER])
        asm("mov", POINTER, self.slot(2 * n - 2), note="apart, for the word above takes bits of the old one")

    def third_pass(self) -> None:
        """Nibble 1, up. A word that leaves is stored twice: shifted for the last pass, and unshifted for the shift of
        the next word."""
        asm, last, n = self.asm, self.words - 2, self.words
        for word in range(last + 1):
            self.add_row(word, 1, range(0))
            register = self.ring(word)
            asm("mov", register, self.slot(word))
            self.shift_in(register, self.slot(word - 1) if word else None)
            asm("mov", register, self.shifted_slot(word))
            if word == last:
                asm("clr", register)
            elif word:
                asm("mov", self.slot(word + n), register)
                self.shift_in(register, self.slot(word + n - 1))
            else:
                asm("mov", self.slot(2 * n - 2), register)
        asm("mov", self.slot(last), POINTER)
        self.shift_ring([POINTER, *(self.ring(w) for w in range(last + 1, last + 1 + n))])

    def last_pass(self) -> None:
        """Nibble 0, down; each complete word folds down."""
        for word in reversed(range(self.words)):
            self.add_row(word, 0, range(0))
            if word:
                self.fold(word + self.words - 1)

    def fold(self, word: int) -> None:
        """Folds a word of the product. Its register then takes the word below the ring."""
        asm, bottom = self.asm, word - self.words
        register, low, high = self.ring(word), self.ring(bottom + 1), self.ring(bottom + 2)
        asm.block(f"Word {word} folds down, word {bottom} comes back.")
        asm("clr", POINTER)
        for shift in range(self.fold_shift + 1):
            if shift == 0:
                asm("xor", register, low)
                continue
            asm("rla", register)
            asm("rlc", POINTER)
            if shift in self.shifts:
                asm("xor", register, low)
                asm("xor", POINTER, high)
        asm("swpb", POINTER)
        asm("xor", POINTER, low)
        asm("swpb", register)
        asm("mov.b", register, POINTER)
        asm("xor", POINTER, low)
        asm("xor", POINTER, register)
        asm("xor", self.shifted_slot(bottom), register)

    def multiply(self) -> None:
        """r, from the table and the words of a."""
        self.first_pass()
        self.second_pass()
        self.third_pass()
        self.last_pass()
        self.store()

    def store(self) -> None:
        """Folds down the bits of the top word from the degree on; stores r."""
        asm, field, n = self.asm, self.field, self.words
        asm.block("Store the words that are complete.")
        asm("mov", at("r1", self.result), POINTER)
        for word in range(2, n - 1):
            asm("mov", self.ring(word), at(POINTER, WORD_BYTES * word))
        top, low, high, spare = (self.ring(k) for k in (n - 1, 2, 3, 4))
        asm.block(f"The bits from z^{field.degree} on.")
        asm("mov", top, low)
        asm("and", f"#{(1 << field.top_bits) - 1}", top)
        asm("mov", top, at(POINTER, WORD_BYTES * (n - 1)))
        shift_down(asm, low, field.top_bits)
        bits = WORD_BITS - field.top_bits
        fold_word(asm, (low, spare, high), bits, field.exponents[1:], lambda k, x: asm("xor", x, self.ring(k)))
        for word in range(2):
            asm("mov", self.ring(word), at(POINTER, WORD_BYTES * word))

    def leave(self) -> None:
        self.asm.leave(self.frame + self.a)


def mul_reduce_ld_registers(field: BinaryField) -> Kernel:
    """r = a b mod f."""
    kernel = Multiplication(field)
    kernel.enter()
    kernel.table()
    kernel.multiply()
    kernel.leave()
    return Kernel(
        field=field,
        function="mul_reduce_ld_registers",
        header={
            "name": "ld-registers",
            "family": "fb-mul-reduce",
            "summary": "Lopez-Dahab with the sum in registers, reduced there, straight-line",
            "source": "aranha2008 Algorithm 4",
            "domain": "any a, b",
            "constant_time": "same-trace",
            "ram_table_bytes": f"{ROWS} * {ROW_BYTES}",
        },
        parameters="uint16_t *r, const uint16_t *a, const uint16_t *b",
        operation=("r = a b mod f; r may be a or b. The addresses of the table's rows depend on a.",),
        asm=kernel.asm,
        stack_bytes=kernel.frame + kernel.a + SAVED_BYTES,
    )


def mul_each_ld_registers(field: BinaryField) -> Kernel:
    """r[i] = a[i] b mod f for i < count: the table of b is made once."""
    kernel = Multiplication(field)
    asm = kernel.asm
    kernel.enter_each()
    kernel.table()
    before = dict(asm.cycles)
    asm.lines.append(".Lnext_product:")
    kernel.take_a()
    kernel.multiply()
    asm.block("The next r, while there is another product.")
    asm("add", f"#{WORD_BYTES * kernel.words}", at("r1", kernel.result))
    asm("sub", "#1", at("r1", kernel.count))
    asm.lines += ["    jz    .Lend", "    br    #.Lnext_product", ".Lend:"]
    asm.code_bytes += 2 + 4
    each = {core: cycles - before[core] + JUMP_CYCLES + BRANCH_CYCLES for core, cycles in asm.cycles.items()}
    for core in asm.cycles:
        asm.cycles[core] += JUMP_CYCLES
    kernel.leave()
    return Kernel(
        field=field,
        function="mul_each_ld_registers",
        header={
            "name": "ld-registers",
            "family": "fb-mul-each",
            "summary": "Lopez-Dahab with the sum in registers, the table of the common factor made once",
            "source": "aranha2008 Algorithm 4",
            "domain": "any a, b; count > 0 is public",
            "constant_time": "same-trace",
            "ram_table_bytes": f"{ROWS} * {ROW_BYTES}",
        },
        parameters="uint16_t *r, const uint16_t *a, const uint16_t *b, uint8_t count",
        operation=("r[i] = a[i] b mod f for i < count; r may be a. The addresses of the table's rows depend on a.",),
        asm=asm,
        stack_bytes=kernel.frame + kernel.a + SAVED_BYTES,
        cycles_each=each,
    )
