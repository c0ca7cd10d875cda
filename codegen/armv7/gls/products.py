"""Products in F_2^254 = F_2^127(u), u^2 = u + 1, of GLS254, z^127 = z^63 + 1: (a0 + a1 u)(b0 + b1 u) by the three
products a0 b0, a1 b1, (a0 + a1)(b0 + b1) of F_2^127, for one or two a with the same b, which share the tables.

A product is Lopez and Dahab's, its sum in registers. The rows of the table are reduced modulo z f, by
z^128 = z^64 + z, so that they have four words, and so are products; the last sums are reduced modulo f."""

from codegen.arm.listing import CALLEE_SAVED, WORD_BITS, WORD_BYTES, Listing, at, listed
from codegen.armv7.karatsuba_comb import NIBBLE, ROW_BYTES, UPPER_NIBBLES, Comb, Part
from codegen.armv7.kernel import Kernel
from codegen.armv7.program import Program, Value, shifted
from codegen.armv7.routines import Routines
from codegen.kernel_fields import BinaryField, UnsupportedField
from codegen.multiples import POWERS, ROWS, sums

POLYNOMIAL = (127, 63, 0)
WORDS = 4
HALF_BYTES = WORD_BYTES * WORDS
ELEMENT_BYTES = 2 * HALF_BYTES
# The frame: the table, two copies of the nibbles of a factor, the arguments, the return address of a routine; then
# products a0 b0, and halves of results.
UPPER = ROWS * ROW_BYTES
LOWER = UPPER + HALF_BYTES
R, A, B, RETURN = (LOWER + HALF_BYTES + WORD_BYTES * i for i in range(4))
FIRST_PRODUCT = RETURN + WORD_BYTES
FACTOR = tuple(f"r{i}" for i in range(WORDS))  # the registers of an argument of a routine
OTHER = tuple(f"r{i}" for i in range(WORDS, 2 * WORDS))
POINTER = "r8"
RULES = "r may be a, and lies apart from b. The addresses of the table's rows depend on a."


def rows() -> Listing:
    """The table of b, of 127 bits in its registers, but for its row 0, two columns at a time. A sum of a number and
    itself shifts it by one; the carry comes from the word below. LR stays."""
    program, asm = Program(0), Listing()
    b = [Value() for _ in FACTOR]
    over = {4: program.new("lsr", b[-1], "#30"), 8: program.new("lsr", b[-1], "#29")}  # from z^128 on
    below = None
    for first in range(0, WORDS, 2):
        columns = range(first, first + 2)
        multiples = {1: [b[column] for column in columns]}
        top = None if first else program.new("orr", b[1], b[1])  # a copy, by an instruction of 32 bits
        for u in POWERS[1:]:
            if below:
                below = program.new("adds", below, below)
            multiples[u] = [
                program.new("adcs" if below or i else "adds", value, value) for i, value in enumerate(multiples[u // 2])
            ]
        for u, value in over.items():
            low = multiples[u][0]
            program("eor", low, low, value if first else shifted(value, "lsl #1"))
        below = top
        for u in POWERS:
            _store_row(program, u, columns, multiples[u])
        for target, added, row in sums():
            for value, other in zip(multiples[target], multiples[added], strict=True):
                program("eor", value, value, other)
            _store_row(program, row, columns, multiples[target])
    program.write(asm, dict(zip(b, FACTOR, strict=True)))
    assert not any("lr" in line for line in asm.lines if "lsr" not in line)
    asm("bx", "lr")
    return asm


def _store_row(program: Program, row: int, columns: range, values: list[Value]) -> None:
    for column, value in zip(columns, values, strict=True):
        program.store(value, "sp", ROW_BYTES * row + WORD_BYTES * column)


def row_sums(field: BinaryField) -> tuple[Listing, list[str]]:
    """The product of a, in its registers, and the b of the table, and the registers in which it is left."""
    program, asm = Program(0), Listing()
    a = [Value() for _ in FACTOR]
    mask = program.new("movw", f"#{UPPER_NIBBLES & 0xFFFF:#x}")
    program("movt", mask, f"#{UPPER_NIBBLES >> 16:#x}")
    for i, word in enumerate(a):
        program.store(program.new("and", mask, word), "sp", UPPER + WORD_BYTES * i)
        program.store(program.new("and", mask, shifted(word, f"lsl #{NIBBLE}")), "sp", LOWER + WORD_BYTES * i)
    words = Comb(program, WORDS).multiply(Part(field.degree, UPPER, LOWER), WORD_BITS * WORDS)
    program.block("z^128 = z^64 + z")
    for j in reversed(range(WORDS, 2 * WORDS)):
        program("eor", words[j - 4], words[j - 4], shifted(words[j], "lsl #1"))
        if j < 2 * WORDS - 1:  # the top word has no bit 31
            program("eor", words[j - 3], words[j - 3], shifted(words[j], f"lsr #{WORD_BITS - 1}"))
        program("eor", words[j - 2], words[j - 2], words[j])
    asm("str", "lr", at("sp", RETURN))
    held = program.write(asm, dict(zip(a, FACTOR, strict=True)), tuple(words[:WORDS]))
    found = [held[word] for word in words[:WORDS]]
    assert "lr" not in found
    asm("ldr", "lr", at("sp", RETURN))
    asm("bx", "lr")
    return asm, found


class Multiplication:
    """Emits r[i] = a[i] b for `count` elements a."""

    def __init__(self, field: BinaryField, count: int) -> None:
        if field.exponents != POLYNOMIAL:
            raise UnsupportedField(f"{field.name}: z^127 = z^63 + 1 alone")
        self.asm, self.count = Listing(), count
        self.rows = rows()
        self.sums, self.product = row_sums(field)
        self.free = [f"r{i}" for i in range(13) if f"r{i}" not in self.product]
        self.frame = FIRST_PRODUCT + 2 * HALF_BYTES * count

    def _call(self, name: str, routine: Listing) -> None:
        self.asm("bl", f"KERNEL_{name}")
        self.asm.instructions += routine.instructions

    def _load(self, argument: int, offset: int, registers: tuple[str, ...] = FACTOR) -> None:
        self.asm("ldr", POINTER, at("sp", argument))
        if offset:
            self.asm("add", POINTER, POINTER, f"#{offset}")
        self.asm("ldm", POINTER, listed(registers))

    def _load_sum(self, argument: int, offset: int) -> None:
        """The sum of both halves of an element."""
        self._load(argument, offset, FACTOR + OTHER)
        for word, other in zip(FACTOR, OTHER, strict=True):
            self.asm("eor", word, word, other)

    def _first(self, i: int) -> int:
        return FIRST_PRODUCT + HALF_BYTES * i

    def _result(self, i: int) -> int:
        return FIRST_PRODUCT + HALF_BYTES * (self.count + i)

    def _store(self, words: list[str], base: str, place: int) -> None:
        for j, word in enumerate(words):
            self.asm("str", word, at(base, place + WORD_BYTES * j))

    def _add_first(self, i: int) -> None:
        """Adds a0 b0 to the product, and reduces it modulo f."""
        others, words = self.free[:WORDS], self.product
        for j, other in enumerate(others):
            self.asm("ldr", other, at("sp", self._first(i) + WORD_BYTES * j))
        for word, other in zip(words, others, strict=True):
            self.asm("eor", word, word, other)
        top = others[0]
        self.asm("lsr", top, words[3], f"#{WORD_BITS - 1}")
        self.asm("eor", words[3], words[3], top, f"lsl #{WORD_BITS - 1}")
        self.asm("eor", words[0], words[0], top)
        self.asm("eor", words[1], words[1], top, f"lsl #{WORD_BITS - 1}")

    def enter(self) -> None:
        asm = self.asm
        asm.block("Save registers that belong to the caller.")
        asm("push", listed(CALLEE_SAVED))
        asm("sub", "sp", "sp", f"#{self.frame}")
        for register, place in (("r0", R), ("r1", A), ("r2", B)):
            asm("str", register, at("sp", place))
        asm("mov", "r3", "#0")
        self._store(["r3"] * WORDS, "sp", 0)

    def body(self) -> None:
        asm = self.asm
        asm.block("a0 b0")
        self._load(B, 0)
        self._call("rows", self.rows)
        for i in range(self.count):
            self._load(A, ELEMENT_BYTES * i)
            self._call("row_sums", self.sums)
            self._store(self.product, "sp", self._first(i))
        asm.block("a1 b1, for the lower half of r")
        self._load(B, HALF_BYTES)
        self._call("rows", self.rows)
        for i in range(self.count):
            self._load(A, ELEMENT_BYTES * i + HALF_BYTES)
            self._call("row_sums", self.sums)
            self._add_first(i)
            self._store(self.product, "sp", self._result(i))
        asm.block("(a0 + a1)(b0 + b1), for the upper half of r")
        self._load_sum(B, 0)
        self._call("rows", self.rows)
        for i in range(self.count):
            self._load_sum(A, ELEMENT_BYTES * i)
            self._call("row_sums", self.sums)
            self._add_first(i)
            self._finish(i)

    def _finish(self, i: int) -> None:
        """Stores r[i]."""
        r, *words = self.free[: WORDS + 1]
        self.asm("ldr", r, at("sp", R))
        for j, word in enumerate(words):
            self.asm("ldr", word, at("sp", self._result(i) + WORD_BYTES * j))
        self._store([*words, *self.product], r, ELEMENT_BYTES * i)

    def leave(self) -> None:
        self.asm("add", "sp", "sp", f"#{self.frame}")
        self.asm("pop", listed([*CALLEE_SAVED[:-1], "pc"]))


def multiplication(field: BinaryField, count: int) -> Kernel:
    """r[i] = a[i] b for i < count."""
    product = Multiplication(field, count)
    product.enter()
    product.body()
    product.leave()
    statement = "r = a b in F_2^127(u)" if count == 1 else "r[i] = a[i] b for i < 2 in F_2^127(u)"
    return Routines(
        field=field,
        function="gls_mul" if count == 1 else "gls_mul_two",
        header={},
        parameters="uint32_t *r, const uint32_t *a, const uint32_t *b",
        operation=(f"{statement}, u^2 = u + 1; {RULES}",),
        asm=product.asm,
        stack_bytes=product.frame + WORD_BYTES * len(CALLEE_SAVED),
        is_wide=True,
        routines=(("rows", product.rows), ("row_sums", product.sums)),
        are_aligned=True,
    )


def multiplications(field: BinaryField) -> list[Kernel]:
    return [multiplication(field, count) for count in (1, 2)]
