"""Products in F_2^254 = F_2^127(u), u^2 = u + 1, of GLS254, z^127 = z^63 + 1: (a0 + a1 u)(b0 + b1 u) by the three
products a0 b0, a1 b1, (a0 + a1)(b0 + b1) of F_2^127, for one or two a with the same b, which share the tables.

A product is Lopez-Dahab's, all of it in 16 registers: they hold 128 bits, as z^128 = z^64 + z. The rows of the table
are reduced in the same way, so that they have 16 bytes, and the table lies at a multiple of 256: a nibble of a, in the
high half of a byte, is the low byte of its row's address. The high nibbles come first, from byte 0 up, with the sum
times z^-8 after each, where z^-8 = z^119 + z^55; then the sum times z^4; then the low nibbles, from byte 15 down, with
the sum times z^8 before each but the first. So the sum is z^-120 times what it should be half way, and right at the
end, and nothing of it goes through memory. Moves by a byte rename the registers."""

import dataclasses

from codegen.avr.field import BinaryField
from codegen.avr.kernel import Kernel
from codegen.avr.listing import RETURN_ADDRESS_BYTES, Frame, Listing, add_constant, restore, save
from codegen.kernel_fields import UnsupportedField

POLYNOMIAL = (127, 63, 0)
BYTES = 16
FIRST_REGISTER = 2  # of the sum: r2 to r17
PAGE_BYTES = 256
PAGE_REGISTER = 25
TABLE_BYTES = 2 * PAGE_BYTES - 1  # wherever it begins, it contains a whole page
GROUPS = (0x40, 0x80, 0xC0)  # where Z stands for rows 4-7, 8-11, 12-15; Y stands at row 0
# (register, source, row): register ^= source if there is a source, then it is stored as that row; from T[1], T[2],
# T[4], T[8] in t1, t2, t4, t8 each sum is made once.
ROWS = (("t1", "", 1), ("t2", "", 2), ("t1", "t2", 3))
ROWS += (("t4", "", 4), ("t4", "t1", 7), ("t4", "t2", 5), ("t4", "t1", 6))
ROWS += (("t8", "", 8), ("t8", "t2", 10), ("t8", "t1", 9), ("t8", "t2", 11))
ROWS += (("t8", "t4", 13), ("t8", "t1", 14), ("t8", "t2", 12), ("t8", "t1", 15))
ARGUMENTS = {"r": 24, "a": 22, "b": 20}
PLACES = {"r": 1, "a": 3, "b": 5}  # in the frame, from Y; then the sums a0 + a1, then the products a0 b0
OPERANDS = 7


@dataclasses.dataclass(frozen=True)
class Part(Kernel):
    """A part of the other kernels, with registers of its own."""

    def facts(self) -> list[str]:
        return [
            "Registers are no compiler's: the place of each is in codegen/avr/gls/products.py.",
            f"Cycles: {self._cycles()}",
            f"Flash: {self.asm.code_bytes} bytes of code, {self.table_bytes} of tables.",
        ]


class Column:
    """The registers t1, t2, t4, t8 of a column of the table; two columns are made side by side."""

    def __init__(self, asm: Listing, first: int, suffix: str):
        self.names = {name: name + suffix for name in ("t1", "t2", "t4", "t8")}
        for register, name in enumerate(self.names.values(), start=first):
            asm.name(register, name)

    def __getitem__(self, name: str) -> str:
        return self.names[name]


def rows(field: BinaryField, of_sum: bool) -> Part:
    """The table of the element at X, or of that and the row T[1]: Y = Z = r25:0. T[0] is there. Destroys r2 to r5, r18
    to r24, X, Y and ZL."""
    asm = Listing()
    pair = Column(asm, 18, ""), Column(asm, 2, "_next")
    for register, name in enumerate(("previous", "over4", "over8"), start=22):
        asm.name(register, name)
    asm("mov", "YH", f"r{PAGE_REGISTER}")
    asm("ldi", "YL", 0)
    asm.block("The bits of 4 b and 8 b from z^128 on.")
    asm("adiw", "XL", BYTES - 1)
    asm("ld", "t1", "X")
    asm("sbiw", "XL", BYTES - 1)
    if of_sum:
        asm("ldd", "r0", f"Y+{2 * BYTES - 1}")
        asm("eor", "t1", "r0")
    for name, factor in (("over4", 4), ("over8", 8)):
        asm("ldi", "t2", factor)
        asm("mul", "t1", "t2")
        asm("mov", name, "r1")
    asm("clr", "previous")
    for first in range(0, BYTES, len(pair)):
        asm.block(f"Columns {first} and {first + 1}: t1, t2, t4, t8 and their sums.")
        for column, t in enumerate(pair, start=first):
            _begin_column(asm, column, t, of_sum)
        for register, source, row in ROWS:
            if row in (4, 8, 13):
                asm("ldi", "ZL", f"0x{GROUPS[row // 4 - 1]:02x}")
            for column, t in enumerate(pair, start=first):
                if source:
                    asm("eor", t[register], t[source])
                place = f"{'Z' if row >= 4 else 'Y'}+{row % 4 * BYTES + column}"
                asm("std", place, t[register], note=f"T[{row}][{column}]")
    asm("ret")
    operation = "The multiples of b by the polynomials of degree below 4, modulo z^128 + z^64 + z."
    name = "gls_rows_of_sum" if of_sum else "gls_rows"
    return Part(field, name, {}, "", (operation,), asm, 0)


def _begin_column(asm: Listing, column: int, t: Column, of_sum: bool) -> None:
    """T[1], T[2], T[4], T[8] of a column; previous = the byte of b before it, and then its own."""
    asm("ld", t["t1"], "X+")
    if of_sum:
        asm("ldd", "r0", f"Y+{BYTES + column}")
        asm("eor", t["t1"], "r0")
    asm("mov", t["t8"], t["t1"])
    for shifted in ("t2", "t4", ""):
        asm("lsl", "previous")
        asm("rol", t["t8"])
        if shifted:
            asm("mov", t[shifted], t["t8"])
    asm("mov", "previous", t["t1"])
    if column in (0, BYTES // 2):  # z and z^64
        for name, over in (("t4", "over4"), ("t8", "over8")):
            if column == 0:
                asm("mov", "r0", over)
                asm("lsl", "r0")
            asm("eor", t[name], "r0" if column == 0 else over)


class Sum:
    """The 16 bytes of the running sum, which moves rename."""

    def __init__(self, asm: Listing):
        self.asm, self.moved = asm, 0
        for byte in range(BYTES):
            asm.name(FIRST_REGISTER + byte, f"sum{byte}")
        asm.name(18, "by_2")
        asm.name(19, "by_128")
        asm.name(20, "by_16")

    def place(self, byte: int) -> str:
        return f"sum{(byte - self.moved) % BYTES}"

    def add_row(self, new: bool = False) -> None:
        for byte in range(BYTES):
            if new:
                self.asm("ldd", self.place(byte), f"Z+{byte}")
            else:
                self.asm("ldd", "r0", f"Z+{byte}")
                self.asm("eor", self.place(byte), "r0")

    def divide_by_z8(self) -> None:
        """The lowest byte leaves, times z^119 + z^55: its lowest bit to the top of bytes 14 and 6, the others above."""
        lowest = self.place(0)
        self.asm("mul", lowest, "by_128")
        self.moved -= 1
        self.asm("mov", self.place(15), "r1")
        self.asm("eor", self.place(7), "r1")
        self.asm("eor", self.place(14), "r0")
        self.asm("eor", self.place(6), "r0")

    def multiply_by_z8(self) -> None:
        """The top byte leaves, times z^64 + z."""
        top = self.place(15)
        self.moved += 1
        self.asm("eor", self.place(8), top)
        self.asm("mul", top, "by_2")
        self.asm("mov", self.place(0), "r0")
        self.asm("eor", self.place(1), "r1")

    def multiply_by_z4(self) -> None:
        for byte in reversed(range(BYTES)):
            self.asm("mul", self.place(byte), "by_16")
            if byte < BYTES - 1:
                self.asm("eor", self.place(byte + 1), "r1")
            else:
                self.asm("mov", "r21", "r1")
            self.asm("mov", self.place(byte), "r0")
        self.asm("eor", self.place(8), "r21")
        self.asm("lsl", "r21")
        self.asm("eor", self.place(0), "r21")


def row_sums(field: BinaryField) -> Part:
    """r2 to r17 = the element at X times b, of 128 bits, from the table at ZH. X stays. Destroys r0, r1, r18 to r21,
    ZL."""
    asm = Listing()
    total = Sum(asm)
    for name, factor in (("by_2", 2), ("by_128", 128), ("by_16", 16)):
        asm("ldi", name, factor)
    for byte in range(BYTES):
        asm.block(f"The high nibble of byte {byte}.")
        asm("ld", "ZL", "X+")
        asm("andi", "ZL", "0xf0")
        total.add_row(new=byte == 0)
        if byte < BYTES - 1:
            total.divide_by_z8()
    asm.block("Times z^4.")
    total.multiply_by_z4()
    for byte in reversed(range(BYTES)):
        asm.block(f"The low nibble of byte {byte}.")
        if byte < BYTES - 1:
            total.multiply_by_z8()
        asm("ld", "ZL", "-X")
        asm("swap", "ZL")
        asm("andi", "ZL", "0xf0")
        total.add_row()
    assert total.moved == 0
    asm("ret")
    return Part(field, "gls_row_sums", {}, "", ("The sum of the rows for the nibbles of an element.",), asm, 0)


class Multiplication:
    """Emits r[i] = a[i] b for `count` elements a."""

    def __init__(self, field: BinaryField, count: int):
        if field.exponents != POLYNOMIAL:
            raise UnsupportedField(f"{field.name}: z^127 = z^63 + 1 alone")
        self.asm, self.count = Listing(), count
        self.rows, self.rows_of_sum, self.sums = rows(field, False), rows(field, True), row_sums(field)
        self.first_products = OPERANDS + BYTES * count
        self.frame = Frame(self.first_products + BYTES * count - 1 + TABLE_BYTES)
        for byte in range(BYTES):
            self.asm.name(FIRST_REGISTER + byte, f"sum{byte}")

    def body(self) -> None:
        asm = self.asm
        self.frame.enter(asm)
        for name, place in PLACES.items():
            asm("std", f"Y+{place}", f"r{ARGUMENTS[name]}", note=name)
            asm("std", f"Y+{place + 1}", f"r{ARGUMENTS[name] + 1}")
        asm.block(f"The page of the table, r{PAGE_REGISTER}, and its row T[0].")
        asm("movw", "ZL", "YL")
        add_constant(asm, "Z", self.first_products + BYTES * self.count + PAGE_BYTES - 1)
        asm("mov", f"r{PAGE_REGISTER}", "ZH")
        asm("clr", "ZL")
        for byte in range(BYTES):
            asm("std", f"Z+{byte}", "r1")
        asm("movw", "ZL", f"r{ARGUMENTS['a']}")
        for byte in range(BYTES * self.count):
            place = byte // BYTES * 2 * BYTES + byte % BYTES
            asm("ldd", "r0", f"Z+{place}")
            asm("ldd", "r18", f"Z+{place + BYTES}")
            asm("eor", "r18", "r0")
            asm("std", f"Y+{OPERANDS + byte}", "r18", note="a0 + a1")
        asm("mov", "ZH", f"r{PAGE_REGISTER}")
        for part, table in ((0, self.rows), (1, self.rows), (2, self.rows_of_sum)):
            asm.block(("a0 b0", "a1 b1, for the lower half of r", "(a0 + a1)(b0 + b1), for the upper half of r")[part])
            self._point("b", BYTES * (part == 1))
            asm.call_kernel(table.symbol, table.asm.cycles)
            asm("in", "YL", "SPL")
            asm("in", "YH", "SPH")
            for index in range(self.count):
                self._product(part, index)
        self.frame.leave(asm, 0)

    def _point(self, name: str, offset: int) -> None:
        """X = an argument and so many bytes."""
        self.asm("ldd", "XL", f"Y+{PLACES[name]}", note=name)
        self.asm("ldd", "XH", f"Y+{PLACES[name] + 1}")
        add_constant(self.asm, "X", offset)

    def _point_into_frame(self, place: int) -> None:
        self.asm("movw", "XL", "YL")
        add_constant(self.asm, "X", place)

    def _product(self, part: int, index: int) -> None:
        asm = self.asm
        if part == 2:
            self._point_into_frame(OPERANDS + BYTES * index)
        else:
            self._point("a", BYTES * (2 * index + part))
        asm.call_kernel(self.sums.symbol, self.sums.asm.cycles)
        self._point_into_frame(self.first_products + BYTES * index)
        if part == 0:
            self._store()
            return
        for byte in range(BYTES):
            asm("ld", "r0", "X+")
            asm("eor", f"sum{byte}", "r0")
        asm.block("z^127 = z^63 + 1")
        asm("mov", "r18", "sum15")
        asm("andi", "r18", "0x80")
        asm("eor", "sum15", "r18")
        asm("eor", "sum7", "r18")
        asm("lsl", "r18")
        asm("rol", "r18")
        asm("eor", "sum0", "r18")
        self._point("r", BYTES * (2 * index + part - 1))
        self._store()

    def _store(self) -> None:
        for byte in range(BYTES):
            self.asm("st", "X+", f"sum{byte}")


def multiplication(field: BinaryField, count: int) -> Kernel:
    """r[i] = a[i] b for i < count."""
    product = Multiplication(field, count)
    asm = product.asm
    saved = save(asm, (*range(FIRST_REGISTER, FIRST_REGISTER + BYTES), 28, 29))
    product.body()
    restore(asm, saved)
    asm("clr", "r1")
    asm("ret")
    what = "r = a b in F_2^127(u)" if count == 1 else "r[i] = a[i] b for i < 2 in F_2^127(u)"
    return Kernel(
        field,
        "gls_mul" if count == 1 else "gls_mul_two",
        {},
        "uint8_t *r, const uint8_t *a, const uint8_t *b",
        (f"{what}, u^2 = u + 1; r may be a, and lies apart from b. The addresses of the table's rows depend on a.",),
        asm,
        len(saved) + product.frame.size + RETURN_ADDRESS_BYTES,
        calls=(product.rows, product.rows_of_sum, product.sums),
    )


def quadratic_kernels(field: BinaryField) -> list[Kernel]:
    """Both products, and their parts."""
    one, two = multiplication(field, 1), multiplication(field, 2)
    return [one, two, *one.calls]
