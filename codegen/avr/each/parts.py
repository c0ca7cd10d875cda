"""Products with a common factor by one level of Karatsuba, for elements too long for the registers: the tables of b0,
b1 and b0 + b1 are made once.

With a = a0 + a1 x, b = b0 + b1 x and x = z^(8 half): a b = p0 + (p2 + p0 + p1) x + p1 x^2 for p0 = a0 b0, p1 = a1 b1
and p2 = (a0 + a1)(b0 + b1), each by Lopez-Dahab (lopez_dahab.py).

Each table is a page, a multiple of 256, with rows of 16 bytes, so that a nibble of a in the high half of a byte is the
low byte of its row's address. The columns beyond 16 of all tables share one page more. A ring of registers holds the
sum of rows; bytes leave it only where it is too short for the product."""

import dataclasses

from codegen.avr.field import BinaryField
from codegen.avr.listing import MAX_DISPLACEMENT, Frame, Listing, add_constant
from codegen.avr.lopez_dahab import RING_REGISTERS, ROW_SCALE, row_width
from codegen.avr.table_page import GROUP, PAGE_BYTES, ROW_BYTES, ROWS, TABLE_NAMES
from codegen.kernel_fields import UnsupportedField

RING = tuple(range(2, 25))
SCALE = 25  # ROW_SCALE, and free between products
FIRST_TABLE_REGISTER = 16  # t1, t2, t4
SUM_REGISTERS = (*range(2, 16), 20, 21, 23, 24, 25)  # of b0 + b1 while the tables are made
EXTRA_PAGE = 3  # after those of the three tables
COUNT, NEXT_R, NEXT_A, SPILLED = 0, 1, 3, 5  # in the frame, then p0, p1 and a0 + a1


@dataclasses.dataclass(frozen=True)
class Part:
    """One of the three products: of `a_bits` bits by `b_bits` bits with the table at page `page`, whose columns from
    16 on are at `extra` of the rows of the page that they share."""

    page: int
    a_bits: int
    b_bits: int
    extra: int

    @property
    def rows(self) -> int:
        """Bytes of the first factor."""
        return (self.a_bits + 7) // 8

    @property
    def high_rows(self) -> int:
        """Bytes of it whose high nibble is not always zero."""
        return (self.a_bits + 3) // 8

    @property
    def b_bytes(self) -> int:
        return (self.b_bits + 7) // 8

    @property
    def width(self) -> int:
        """Columns of the table."""
        return row_width(self.b_bits)

    @property
    def bytes(self) -> int:
        return (self.a_bits + self.b_bits - 1 + 7) // 8

    @property
    def high_bytes(self) -> int:
        """Bytes of the sum of the rows of high nibbles."""
        return min(self.high_rows + self.width - 1, self.bytes)

    @property
    def low_spilled(self) -> int:
        """Low bytes that pass 1 leaves in memory: the byte that needs a register of the ring finds it free, and the
        bits that the byte below it carries over in the next one."""
        return max(0, self.high_bytes - 1 - len(RING) + 2)


class CommonFactor:
    """The parts of r[i] = a[i] b mod f and their places in the frame."""

    def __init__(self, asm: Listing, field: BinaryField):
        n = field.byte_count
        if row_width(field.degree) < RING_REGISTERS or n % 2:
            raise UnsupportedField(f"{field.name}: elements of {n} bytes; more than {RING_REGISTERS} and even")
        self.asm, self.field, self.half = asm, field, n // 2
        low, high = 8 * self.half, field.degree - 8 * self.half
        widths = [row_width(bits) for bits in (low, high, low)]
        extras = [max(0, width - ROW_BYTES) for width in widths]
        if sum(extras) > ROW_BYTES or max(widths) > len(RING) - 1 or self.half > len(SUM_REGISTERS):
            raise UnsupportedField(f"{field.name}: tables of {widths} columns")
        starts = (0, extras[0], extras[0] + extras[1])
        bits = (low, high, low)
        self.parts = [Part(page, bits[page], bits[page], starts[page]) for page in range(3)]
        self.pages = EXTRA_PAGE + bool(sum(extras))
        spilled = self.parts[2].low_spilled + max(0, self.parts[2].bytes - len(RING))
        self.product = SPILLED + spilled
        self.sum = self.product + 4 * self.half
        self.own_bytes = self.sum + self.half
        self.frame = Frame(self.own_bytes + (self.pages + 1) * PAGE_BYTES - 1)
        if max(spilled, 3 * self.half) > MAX_DISPLACEMENT:
            raise UnsupportedField(f"{field.name}: parts of {self.half} bytes are too long")
        self.y = 0  # of Y, from the beginning of the frame
        self.page = 0  # of ZH
        for index, register in enumerate(RING):
            asm.name(register, f"sum{index}")
        asm.name(SCALE, "scale", "term")
        for name, register in TABLE_NAMES.items():
            asm.name(register, name)
        for index, name in enumerate(("t1", "t2", "t4")):
            asm.name(FIRST_TABLE_REGISTER + index, name)
        for index, register in enumerate(SUM_REGISTERS[: self.half]):
            asm.name(register, f"both{index}")

    def find_frame(self) -> None:
        """Y = the beginning of the frame, from the stack pointer below it."""
        self.asm("in", "YL", "SPL")
        self.asm("in", "YH", "SPH")
        self.y = -1
        self.move_y(0)

    def move_y(self, place: int) -> None:
        add_constant(self.asm, "Y", place - self.y)
        self.y = place

    def at(self, place: int) -> str:
        return f"Y+{place - self.y}"

    def point(self, pointer: str, place: int) -> None:
        """pointer = the address of a place in the frame."""
        self.asm("movw", f"{pointer}L", "YL")
        add_constant(self.asm, pointer, place - self.y)

    def find_page(self, page: int) -> None:
        """ZH = the page."""
        self.point("Z", self.own_bytes + PAGE_BYTES - 1 + page * PAGE_BYTES)
        self.page = page

    def to_page(self, page: int) -> None:
        if page != self.page:
            self.asm("subi", "ZH", self.page - page)
        self.page = page

    # The tables.

    def tables(self) -> None:
        """The tables of b at X; r1 = 0."""
        for part in self.parts:
            self.asm.block(f"Table {part.page}: " + ("b0", "b1", "b0 + b1")[part.page] + ".")
            self._table(part)

    def _add_halves(self) -> None:
        """a0 + a1 for X = a; keeps X."""
        asm, half = self.asm, self.half
        asm.block("a0 + a1.")
        self.move_y(self.sum)
        asm("movw", "ZL", "XL")
        add_constant(asm, "Z", half)
        for byte in range(half):
            asm("ld", "term", "X+")
            if byte < self.parts[1].rows:
                asm("ldd", "r0", f"Z+{byte}")
                asm("eor", "term", "r0")
            asm("std", self.at(self.sum + byte), "term")
        add_constant(asm, "X", -half)

    def _table(self, part: Part) -> None:
        """Fills a table from X on; X = behind its operand."""
        asm = self.asm
        self.find_page(part.page)
        asm("mov", "YH", "ZH")
        asm("clr", "YL")
        asm("clr", "previous")
        for column in range(part.width):
            asm.block(f"Column {column}: t1, t2, t4, t8 and their sums.")
            if column == ROW_BYTES:
                self.to_page(EXTRA_PAGE)
                asm("mov", "YH", "ZH")
            place = column if column < ROW_BYTES else part.extra + column - ROW_BYTES
            self._column(part, column, place)
        self.find_frame()

    def _column(self, part: Part, column: int, place: int) -> None:
        """Rows 0 to 3 through Y, groups of four others through Z, whose low byte it sets."""
        asm = self.asm
        asm("std", f"Y+{place}", "r1", note=f"T[0][{column}]")
        if column >= part.b_bytes:
            asm("clr", "t1")
        elif part.page == 2:
            asm("mov", "t1", f"both{column}")
        else:
            asm("ld", "t1", "X+", note=f"b[{part.page * self.half + column}]")
            asm("eor" if part.page else "mov", f"both{column}", "t1")
        asm("mov", "t8", "t1")
        for shifted in ("t2", "t4", None):
            asm("lsl", "previous")
            asm("rol", "t8")
            if shifted:
                asm("mov", shifted, "t8")
        asm("mov", "previous", "t1")
        group = 0
        for register, source, row in ROWS:
            if source:
                asm("eor", register, source)
            if row // GROUP != group:
                group = row // GROUP
                asm("ldi", "ZL", f"0x{group * GROUP * ROW_BYTES:02x}")
            pointer = "Z" if group else "Y"
            asm("std", f"{pointer}+{row % GROUP * ROW_BYTES + place}", register, note=f"T[{row}][{column}]")

    # The products.

    def ring(self, byte: int) -> str:
        return f"sum{byte % len(RING)}"

    def place(self, byte: int) -> str:
        """The register of byte `byte` of a product in pass 2 and after: the shift moved each byte by one register."""
        return self.ring(byte - 1)

    def multiply(self, part: Part, low: int, high: int) -> set[int]:
        """X times the table of the part; X = its first factor before and after. Bytes that leave the ring in pass 1
        wait in the frame from `low` on, those of pass 2 are left at `high` plus their number. Returns the bytes that
        are there; the others are at `place`."""
        self.find_page(part.page)
        self.asm("ldi", "scale", ROW_SCALE, note="a product with it is a shift by 4")
        self._high_pass(part, low)
        return self._low_pass(part, low, high)

    def _columns(self, part: Part) -> list[int]:
        """All columns of a row, those in the page where ZH is first."""
        main, extra = list(range(min(part.width, ROW_BYTES))), list(range(ROW_BYTES, part.width))
        return main + extra if self.page == part.page else extra + main

    def _load(self, register: str, part: Part, column: int) -> None:
        self.to_page(part.page if column < ROW_BYTES else EXTRA_PAGE)
        place = column if column < ROW_BYTES else part.extra + column - ROW_BYTES
        self.asm("ldd", register, f"Z+{place}")

    def _high_pass(self, part: Part, low: int) -> None:
        asm, opened, out = self.asm, 0, 0
        for row in range(part.high_rows):
            asm.block(f"High nibble of a[{row}]: bytes {row} to {row + part.width - 1}.")
            asm("ld", "ZL", "X+")
            asm("andi", "ZL", "0xf0")
            for column in self._columns(part):
                byte = row + column
                if byte >= part.bytes:
                    continue
                if byte >= opened:
                    self._load(self.ring(byte), part, column)
                else:
                    self._load("r0", part, column)
                    asm("eor", self.ring(byte), "r0")
            opened = row + part.width
            while out < min(opened + 1, part.high_bytes) - 1 - len(RING) + 2:
                self._shift_out(out, low)
                out += 1
        assert out == part.low_spilled
        asm.block("Shift the bytes still in registers left by 4.")
        for byte in range(out, part.high_bytes):
            asm("mul", self.ring(byte), "scale")
            asm("eor" if byte else "mov", self.ring(byte - 1), "r0")
            if byte < part.high_bytes - 1 or part.bytes > part.high_bytes:
                asm("mov", self.ring(byte), "r1")

    def _shift_out(self, byte: int, low: int) -> None:
        """Stores byte `byte`, shifted left by 4; its register then holds the bits that move on to the next byte."""
        asm, register, carry = self.asm, self.ring(byte), self.ring(byte - 1)
        asm.block(f"Byte {byte} is complete: shift it left by 4 and out.")
        asm("mul", register, "scale")
        if byte:
            asm("eor", carry, "r0")
        asm("std", self.at(low + byte), carry if byte else "r0")
        asm("mov", register, "r1", note="its high nibble")

    def _low_pass(self, part: Part, low: int, high: int) -> set[int]:
        asm = self.asm
        stored: set[int] = set()
        for row in reversed(range(part.rows)):
            asm.block(f"Low nibble of a[{row}]: bytes {row} to {row + part.width - 1}.")
            asm("ld", "ZL", "X" if row == part.high_rows else "-X")
            asm("swap", "ZL")
            asm("andi", "ZL", "0xf0")
            if row < part.low_spilled:
                if row + len(RING) < part.bytes:
                    stored.add(row + len(RING))
                    asm("std", self.at(high + row + len(RING)), self.place(row), note=f"byte {row + len(RING)}")
                asm("ldd", self.place(row), self.at(low + row), note=f"byte {row} of pass 1")
            for column in self._columns(part):
                if row + column < part.bytes:
                    self._load("r0", part, column)
                    asm("eor", self.place(row + column), "r0")
        return stored

    def products(self) -> None:
        """The product of the element at X and b, not reduced, to the frame. X = the end of the element."""
        asm, half = self.asm, self.half
        self._add_halves()
        for part in self.parts[:2]:
            at = self.product + 2 * half * part.page
            self.move_y(at)
            if part.page:
                add_constant(asm, "X", half)
            stored = self.multiply(part, at, at)
            asm.block("Store the bytes left in registers.")
            for byte in range(part.bytes):
                if byte not in stored:
                    asm("std", self.at(at + byte), self.place(byte), note=f"p{part.page}[{byte}]")
        asm.block("The end of a waits; X = a0 + a1.")
        add_constant(asm, "X", half)
        self.move_y(0)
        asm("std", self.at(NEXT_A), "XL")
        asm("std", self.at(NEXT_A + 1), "XH")
        self.point("X", self.sum)
        part = self.parts[2]
        high = SPILLED + part.low_spilled - len(RING)
        stored = self.multiply(part, SPILLED, high)
        self.move_y(self.product)
        self.point("Z", 0)
        self.spilled = {byte: f"Z+{high + byte}" for byte in stored}
