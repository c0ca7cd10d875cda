"""Many squares in a row by the tables of squaring.py, the upper words of the element in registers all the while.

From the top down, each turn folds an upper byte and takes the lower byte whose square begins where the fold does; up to
three words of the square are open. A word of the square goes to the home of its place; while bytes of the operand there
have not had their turn, it waits in another register. The upper words have homes in registers, since bytes that fold
lie there; the others in the frame."""

from codegen.kernel_fields import BinaryField, UnsupportedField
from codegen.msp430.kernel import Kernel
from codegen.msp430.listing import JUMP_CYCLES, SAVED_BYTES, WORD_BITS, WORD_BYTES, Listing, at
from codegen.msp430.reduction import fold_word, shift_down
from codegen.msp430.squaring import FoldedTables, byte_count, sqr_reduce_byte_table, table_label

REGISTERS = tuple(f"r{i}" for i in range(4, 16))
INDEX = REGISTERS[-1]
R, A, COUNT = "r12", "r13", "r14"


class SquareInRegisters:
    """Writes one squaring of the element at home."""

    def __init__(self, asm: Listing, field: BinaryField) -> None:
        tables = FoldedTables(field)
        self.asm, self.field, self.parts, self.n = asm, field, tables.parts, field.words
        self.in_frame = self.n // 2  # the words below have their homes in the frame
        self.homes = dict(zip(range(self.in_frame, self.n), REGISTERS, strict=False))
        self.operand = dict(self.homes)
        self.place: dict[int, str] = {}  # registers of the words of the square
        self.free = [register for register in REGISTERS[:-1] if register not in self.homes.values()]
        self.bytes_left = {word: 2 for word in self.homes} | {self.n - 1: 1}
        if byte_count(field) != 2 * self.n - 1:
            raise UnsupportedField(f"{field.name}: the loop is for elements with one byte in the last word")

    def _byte(self, byte: int) -> None:
        """INDEX = twice the byte, the offset of its entries. With its last byte a word frees its register."""
        word, is_high = divmod(byte, 2)
        register = self.operand.get(word)
        if not register:
            self.asm("mov.b", at("r1", byte), INDEX)
        else:
            self.bytes_left[word] -= 1
            if is_high and self.bytes_left[word]:
                self.asm("mov", register, INDEX)
                register = INDEX
            if is_high:
                self.asm("swpb", register)
            self.asm("mov.b", register, INDEX)
            if not self.bytes_left[word]:
                self.free.append(self.operand.pop(word))
        self.asm("rla", INDEX)

    def _open(self, word: int) -> str:
        """A register for the word: its home, or else one that is no home if there is any."""
        if not self.free:
            raise UnsupportedField(f"{self.field.name}: {self.n} words, and too few registers")
        home = self.homes.get(word)
        last = min(self.free, key=lambda register: register in self.homes.values())
        self.place[word] = home if home in self.free else last
        self.free.remove(self.place[word])
        return self.place[word]

    def _add(self, table: str, word: int) -> None:
        source = f"{table_label(self.field, table)}({INDEX})"
        if word in self.place:
            self.asm("xor", source, self.place[word])
        else:
            self.asm("mov", source, self._open(word))

    def _settle(self) -> None:
        """Moves words to homes that have become free."""
        for word, register in sorted(self.place.items()):
            home = self.homes.get(word)
            if home in self.free:
                self.asm("mov", register, home)
                self.free.remove(home)
                self.free.append(register)
                self.place[word] = home

    def _store(self, word: int) -> None:
        """Stores a complete word if its home is in the frame."""
        if word < self.in_frame:
            register = self.place.pop(word)
            self.asm("mov", register, at("r1", WORD_BYTES * word))
            self.free.append(register)

    def write(self) -> None:
        asm, n, count = self.asm, self.n, byte_count(self.field)
        asm.block(f"Byte {n - 1}.")
        self._byte(n - 1)
        self._add("square", n - 1)
        for byte in reversed(range(n, count)):
            asm.block(f"Byte {byte} folds down, byte {byte - n}.")
            self._byte(byte)
            for part in range(self.parts):
                if byte - n + part < n:  # what the top byte would add above is 0
                    self._add(f"fold{part}", byte - n + part)
            self._byte(byte - n)
            self._add("square", byte - n)
            if n > byte - n + self.parts - 1 and byte > n:
                self._store(byte - n + self.parts - 1)
            self._settle()
        self._fold_top()
        for word in range(self.parts):
            self._store(word)
        self._settle()
        assert self.place == self.homes and not self.operand

    def _fold_top(self) -> None:
        """Folds the bits of the top word from the degree on."""
        asm, field, top = self.asm, self.field, self.place[self.n - 1]
        over, spares = INDEX, self.free[:2]
        if len(spares) < 2:
            raise UnsupportedField(f"{field.name}: {self.n} words, and too few registers")
        asm.block(f"The bits from z^{field.degree} on.")
        asm("mov", top, over)
        asm("and", f"#{(1 << field.top_bits) - 1}", top)
        shift_down(asm, over, field.top_bits)
        fold_word(
            asm,
            (over, *spares),
            WORD_BITS - field.top_bits,
            field.exponents[1:],
            lambda word, register: asm("xor", register, self.place[word]),
        )


def sqr_times_byte_table(field: BinaryField) -> Kernel:
    """r = a^(2^count)."""
    asm = Listing()
    square = SquareInRegisters(asm, field)
    frame_bytes = WORD_BYTES * square.in_frame
    count, result = at("r1", frame_bytes), at("r1", frame_bytes + WORD_BYTES)
    asm.save()
    asm.block("r, the count, and a at home.")
    asm("push", R)
    asm("push", COUNT)
    in_frame = REGISTERS[: square.in_frame]
    for register in in_frame:
        asm("mov", f"@{A}+", register)
    for register in reversed(in_frame):
        asm("push", register)
    for home in square.homes.values():
        asm("mov", f"@{A}+", home)
    asm("cmp", "#0", count)
    asm.lines.append("    jz    .Lend")
    before = dict(asm.cycles)
    asm.lines.append(".Lsquare:")
    square.write()
    asm.block("The next square, if there is one.")
    asm("sub", "#1", count)
    asm.lines += ["    jnz   .Lsquare", ".Lend:"]
    asm.code_bytes += 2 + 2
    each = {core: cycles - before[core] + JUMP_CYCLES for core, cycles in asm.cycles.items()}
    for core in asm.cycles:
        asm.cycles[core] += 2 * JUMP_CYCLES
    asm.block("r.")
    asm("mov", result, INDEX)
    for word in range(field.words):
        home = square.homes.get(word)
        if not home:
            asm("mov", at("r1", WORD_BYTES * word), REGISTERS[-2])
        asm("mov", home or REGISTERS[-2], at(INDEX, WORD_BYTES * word))
    frame_bytes += 2 * WORD_BYTES
    asm.leave(frame_bytes)
    return Kernel(
        field=field,
        function="sqr_times_byte_table",
        header={
            "name": "byte-table",
            "family": "fb-sqr-times",
            "summary": "squares in a row by the tables of byte-table, the upper words in registers",
            "source": "-",
            "domain": "any a; count < 256 is public",
            "constant_time": "same-trace",
            "flash_table_bytes": str(WORD_BYTES * 256 * (1 + square.parts)),
        },
        parameters="uint16_t *r, const uint16_t *a, unsigned count",
        operation=("r = a^(2^count); r may be a. The addresses of the tables' words depend on a.",),
        asm=asm,
        stack_bytes=frame_bytes + SAVED_BYTES,
        calls=(sqr_reduce_byte_table(field),),
        cycles_each=each,
    )
