"""Lopez-Dahab multiplication of operands whose rows are too long for the registers: b in two halves, one table at a
time, the sum of each half in registers.

The table lies at a multiple of 256 with rows of 16 bytes, so that a nibble of a, in the high half of a byte, is the
low byte of its row's address. The rows of the upper half begin with the bits that the multiples of the lower half
carry over: the table of all of b is split, not b. The product is in memory at Y, where pass 1 also leaves its low
bytes; the upper half adds to the bytes that the lower half wrote there."""

import dataclasses

from codegen.avr.field import BinaryField
from codegen.avr.kernel import Kernel
from codegen.avr.listing import MAX_DISPLACEMENT, Frame, Listing, add_constant, restore, save
from codegen.avr.lopez_dahab import FIRST_REGISTER, RING_REGISTERS, ROW_SCALE, SOURCE, LopezDahab, row_width
from codegen.avr.reduction import FRAME_NAMES, FRAME_RING, POINTER_BYTES, Reduction, reduce_product
from codegen.avr.table_page import GROUP, GROUP_BEGINNINGS, PAGE_BYTES, ROW_BYTES, ROWS, TABLE_BYTES, TABLE_NAMES
from codegen.kernel_fields import UnsupportedField

USED = (*range(FIRST_REGISTER, FIRST_REGISTER + ROW_BYTES + 1), 28, 29)
OTHER = 20  # holds a while X walks along b, and b while X walks along a
KEPT_PRODUCT = FIRST_REGISTER
SUMMARY = "Lopez-Dahab multiplication by b in two halves, running sum of a half in registers"
HEADER = {
    "name": "ld-registers-halves",
    "source": SOURCE,
    "domain": "any a, b",
    "constant_time": "same-trace",
    "ram_table_bytes": "256",
}


@dataclasses.dataclass(frozen=True)
class Half(LopezDahab):
    """`columns` columns of the table from `start` on; byte j of their sum is byte start + j of the product, which is
    at Y + product. The first `written` bytes of the product already hold values that the sum is added to."""

    start: int
    columns: int
    product: int
    written: int

    @property
    def width(self) -> int:
        return self.columns

    @property
    def overflows(self) -> bool:
        """The rows of the lower half are full bytes; the shift by 4 moves bits beyond them."""
        return self.start == 0 and self.high_nibbles == self.bytes

    @property
    def end(self) -> int:
        """Bytes of the product below the end of this half's sum."""
        return self.start + self.bytes + self.columns - 1 + self.overflows

    def _constants(self) -> None:
        self.asm("ldi", "scale", ROW_SCALE, note="a product with it is a shift by 4")

    def _select_high(self) -> None:
        self.asm("andi", "ZL", "0xf0")

    def _select_low(self, row: int) -> None:
        self.asm("swap", "ZL")
        self.asm("andi", "ZL", "0xf0")

    def _low_byte(self, byte: int) -> str:
        return f"Y+{self.product + self.start + byte}"

    def _save_low(self, byte: int, register: str) -> None:
        self._add_written(byte, register)
        self.asm("std", self._low_byte(byte), register)

    def _add_written(self, byte: int, register: str) -> None:
        if self.start + byte < self.written:
            spare = "r0" if register != "r0" else "ZL"
            self.asm("ldd", spare, self._low_byte(byte))
            self.asm("eor", register, spare)

    def retire(self, byte: int, register: str) -> None:
        """Stores a complete byte. It includes the value written before if pass 1 left that in memory."""
        if byte >= self.saved_low_bytes:
            self._add_written(byte, register)
        self.asm("std", self._low_byte(byte), register, note=f"c[{self.start + byte}]")

    def fill_table(self) -> None:
        """Fills the page at ZH from X = b + start; r1 = 0 and previous = b[start - 1]. Keeps Y and the page of Z."""
        asm = self.asm
        asm.block(f"Table of bytes {self.start} to {self.start + self.columns - 1} of the multiples of b.")
        asm("movw", f"r{KEPT_PRODUCT}", "YL")
        asm("mov", "YH", "ZH")
        asm("ldi", "YL", 0)
        if self.start == 0:
            for column in range(self.columns):
                asm("std", f"Y+{column}", "r1", note=f"T[0][{column}]")
            asm("clr", "previous")
        for column in range(self.columns):
            self._fill_column(column)
        asm("movw", "YL", f"r{KEPT_PRODUCT}")

    def _fill_column(self, column: int) -> None:
        asm = self.asm
        asm.block(f"Column {column}: t1, t2, t4, t8 and their sums.")
        if self.start + column < self.bytes:
            asm("ld", "t1", "X+", note=f"b[{self.start + column}]")
        else:
            asm("clr", "t1")
        asm("mov", "t8", "t1")
        for shifted in ("t2", "t4", None):
            asm("lsl", "previous")
            asm("rol", "t8")
            if shifted:
                asm("mov", shifted, "t8")
        asm("mov", "previous", "t1")
        for register, source, row in ROWS:
            if source:
                asm("eor", register, source)
            if row in GROUP_BEGINNINGS:
                asm("ldi", "ZL", f"0x{row // GROUP * GROUP * ROW_BYTES:02x}")
            pointer = "Z" if row >= GROUP else "Y"
            asm("std", f"{pointer}+{row % GROUP * ROW_BYTES + column}", register, note=f"T[{row}][{column}]")

    def multiply(self) -> None:
        """Adds a times this half; X = a before and after."""
        asm = self.asm
        self.high_pass()

        def load_nibble(row: int) -> None:
            asm("ld", "ZL", "X" if row == self.high_nibbles else "-X")

        self.low_pass(load_nibble, self.retire)
        asm.block("Store the bytes left in registers.")
        for byte in range(self.width):
            self.retire(byte, self.place(byte))


class HalvesMultiplication:
    """c = a b for operands of `bits` bits, c at Y + product. All registers are free but Y; X = b, r21:r20 = a, ZH =
    the page of the table."""

    def __init__(self, asm: Listing, bits: int, product: int):
        width = row_width(bits)
        lower = (width + 1) // 2
        self.product_bytes = 2 * ((bits + 7) // 8)
        if lower > ROW_BYTES or product + self.product_bytes - 1 > MAX_DISPLACEMENT:
            raise UnsupportedField(f"operands of {bits} bits: rows of {width} bytes, at most {2 * ROW_BYTES} in halves")
        if width < RING_REGISTERS:
            raise UnsupportedField(f"operands of {bits} bits: rows of {width} bytes fit in registers as a whole")
        self.asm = asm
        self.lower = Half(asm, bits, 0, lower, product, 0)
        self.upper = Half(asm, bits, lower, width - lower, product, self.lower.end)
        for name, register in TABLE_NAMES.items():
            asm.name(register, name)

    def _swap(self) -> None:
        """X and the other operand."""
        self.asm("movw", "r22", "XL")
        self.asm("movw", "XL", f"r{OTHER}")
        self.asm("movw", f"r{OTHER}", "r22")

    def body(self) -> None:
        for half in (self.lower, self.upper):
            if half.start:
                self._swap()
            half.fill_table()
            self._swap()
            half.multiply()


def _enter(asm: Listing, frame: Frame, product_bytes: int) -> None:
    """Makes the frame: its first bytes are for the product, the others for the table; ZH = the table's page."""
    frame.enter(asm)
    asm.block("ZH = the page of the table.")
    asm("movw", "ZL", "YL")
    add_constant(asm, "Z", product_bytes + PAGE_BYTES)


def mul_halves_body(asm: Listing, bits: int) -> int:
    """c = a b for r25:r24 = c, r23:r22 = a, r21:r20 = b, r1 = 0. Destroys the registers USED but r1, which is 0 again,
    X and Z; returns the bytes of stack used."""
    product = HalvesMultiplication(asm, bits, 0)
    frame = Frame(TABLE_BYTES)
    _enter(asm, frame, 0)
    asm("movw", "YL", "r24", note="c")
    asm("movw", "XL", "r20", note="b")
    asm("movw", f"r{OTHER}", "r22", note="a")
    product.body()
    asm("clr", "r1")
    for byte in range(product.upper.end, product.product_bytes):
        asm("std", f"Y+{byte}", "r1", note=f"c[{byte}]")
    asm("in", "YL", "SPL")
    asm("in", "YH", "SPH")
    frame.leave(asm, 0)
    return frame.size


def mul_ld_registers_halves(field: BinaryField) -> Kernel:
    """c = a b, not reduced."""
    asm = Listing()
    saved = save(asm, USED)
    stack_bytes = mul_halves_body(asm, field.degree)
    restore(asm, saved)
    asm("ret")
    return Kernel(
        field=field,
        function="mul_ld_registers_halves",
        header={**HEADER, "family": "fb-mul", "summary": SUMMARY},
        parameters="uint8_t *c, const uint8_t *a, const uint8_t *b",
        operation=("c = a b, not reduced; c apart from a and b. The addresses of the table's rows depend on a.",),
        asm=asm,
        stack_bytes=len(saved) + stack_bytes,
    )


def mul_reduce_ld_registers_halves(field: BinaryField) -> Kernel:
    """r = a b mod f, the product in the frame."""
    asm = Listing()
    n = field.byte_count
    product = HalvesMultiplication(asm, field.degree, 1)
    reduction = Reduction(asm, field, FRAME_RING, FRAME_NAMES)
    frame = Frame(2 * n + TABLE_BYTES)
    saved = save(asm, tuple(sorted({*USED, *reduction.registers})))
    asm("push", "r24", note="r")
    asm("push", "r25")
    _enter(asm, frame, 2 * n)
    asm("movw", "XL", "r20", note="b")
    asm("movw", f"r{OTHER}", "r22", note="a")
    product.body()
    reduce_product(asm, reduction, frame)
    restore(asm, saved)
    asm("clr", "r1")
    asm("ret")
    return Kernel(
        field=field,
        function="mul_reduce_ld_registers_halves",
        header={**HEADER, "family": "fb-mul-reduce", "summary": f"{SUMMARY}, then reduction"},
        parameters="uint8_t *r, const uint8_t *a, const uint8_t *b",
        operation=("r = a b mod f; r may be a or b. The addresses of the table's rows depend on a.",),
        asm=asm,
        stack_bytes=len(saved) + POINTER_BYTES + frame.size,
    )
