"""Multiplication in little code and few registers: Lopez-Dahab in loops. The rows of the table are summed in slices,
one slice at a time in registers.

A loop cannot rename registers, so the running sum itself moves down a byte with each row. That costs nothing: a byte
of the row is loaded into its register, and the next higher byte of the old sum is added to it."""

from codegen.avr.field import BinaryField
from codegen.avr.kernel import Kernel
from codegen.avr.listing import MAX_DISPLACEMENT, RETURN_ADDRESS_BYTES, Frame, add_constant, restore, save
from codegen.avr.loops import LoopListing
from codegen.avr.lopez_dahab import ROW_SCALE, row_width, select_row
from codegen.avr.window_table import ROWS, row_zero_offset, table_bytes

ADD_DIGITS, ADD_SLICE, ADD_ABOVE, ADD_ABOVE_LAST = "add_digits", "add_slice", "add_above", "add_above_last"
ACCUMULATOR = (18, 19, 20, 21, 22, 23, 15, 14, 13, 12, 11)  # call-saved registers last
SAVED = (*range(11, 18), 28, 29)
NAMES = {"count": 16, "row_bytes": 17, "row_zero": 24, "row_zero_high": 25}
TABLE_NAMES = {"x1": 18, "x3": 19, "x7": 20, "x15": 21, "sum": 15, "previous": 14}
SHIFT_NAMES = {"scale": 17, "byte": 18, "carry": 19}


class LightMultiplication:
    """c = a b, with registers r25:r24 = c, r23:r22 = a, r21:r20 = b at the start, then Y = c, X = a and
    row_zero = T[0]. The T flag is set while the high nibbles of a are added."""

    def __init__(self, field: BinaryField):
        self.n = field.byte_count
        self.slices = max(2, -(-row_width(field.degree) // len(ACCUMULATOR)))
        self.slice = -(-row_width(field.degree) // self.slices)
        self.row = self.slices * self.slice  # the bytes above the row's own are zero
        self.beyond = max(0, self.row - self.n - 1)  # zeros of the last slice that belong nowhere: c ends before
        self.frame = Frame(table_bytes(self.row))

    def listing(self) -> LoopListing:
        asm = LoopListing()
        for index, register in enumerate(ACCUMULATOR):
            asm.name(register, f"acc{index}")
        for name, register in (NAMES | TABLE_NAMES | SHIFT_NAMES).items():
            asm.name(register, name)
        return asm

    def table(self, asm: LoopListing) -> None:
        """Fills the table in the order of addresses, one column a turn; r1 = 0, Y is the byte below the frame."""
        asm.block("T[1] = b.")
        asm("movw", "ZL", "r20")
        asm("movw", "XL", "YL")
        add_constant(asm, "X", row_zero_offset(self.row) - self.row)
        with asm.repeat(self.n, "count", ".Lcopy_b"):
            asm("ld", "r0", "Z+")
            asm("st", "X+", "r0")
        for _ in range(self.n, self.row):
            asm("st", "X+", "r1")
        add_constant(asm, "X", -self.row)
        asm.block("The other rows: x1, x3, x7, x15 are a column of T[1], T[3], T[7], T[15].")
        asm("movw", "ZL", "YL")
        asm("adiw", "ZL", 1)
        asm("clr", "previous")
        with asm.repeat(self.row, "count", ".Lcolumn"):
            self._column(asm)

    def _column(self, asm: LoopListing) -> None:
        """From T[15], lowest in memory, to T[0]: two neighbours differ by T[1], T[3], T[7] or T[15]."""
        asm("ld", "x1", "X+")
        asm("mov", "x15", "x1")
        for shifted in ("x3", "x7", None):
            asm("lsl", "previous")
            asm("rol", "x15")
            if shifted:
                asm("mov", shifted, "x15")
        asm("mov", "previous", "x1")
        asm("eor", "x3", "x1")
        asm("eor", "x7", "x3")
        asm("eor", "x15", "x7")
        asm("mov", "sum", "x15")
        reach = MAX_DISPLACEMENT // self.row + 1
        for row in reversed(range(ROWS)):
            done = ROWS - 1 - row
            if done:
                asm("eor", "sum", f"x{row ^ (row + 1)}")
                if done % reach == 0:
                    add_constant(asm, "Z", reach * self.row)
            asm("std", f"Z+{done % reach * self.row}", "sum", note=f"T[{row}]")
        add_constant(asm, "Z", 1 - (ROWS - 1) // reach * reach * self.row)

    def add_slice(self) -> LoopListing:
        """Adds a slice of the row for each byte of a to Y, Y + 1, ...; X and Y end up n further."""
        asm, top = self.listing(), self.slice - 1
        for index in range(1, top + 1):
            asm("clr", f"acc{index}")
        with asm.repeat(self.n, "count", ".Lrow"):
            asm("ld", "ZL", "X+")
            asm("brtc", ".Llow_nibble", note="as long as the way through swap")
            asm("swap", "ZL")
            asm.label(".Llow_nibble")
            select_row(asm, "row_zero")
            for index in range(top):
                asm("ldd", f"acc{index}", f"Z+{index}")
                asm("eor", f"acc{index}", f"acc{index + 1}")
            asm("ldd", f"acc{top}", f"Z+{top}")
            asm("ld", "r0", "Y")
            asm("eor", "acc0", "r0")
            asm("st", "Y+", "acc0")
        if not self.beyond:
            self._above(asm, range(top))
        asm("ret")
        return asm

    def add_above(self) -> tuple[LoopListing, LoopListing]:
        """Adds the bytes above of a slice, where c ends before those of the last one: first the bytes that the last
        slice leaves out, and behind them, where the last slice enters, the others."""
        beyond, others = self.listing(), self.listing()
        self._above(beyond, range(self.slice - 1 - self.beyond, self.slice - 1))
        self._above(others, range(self.slice - 1 - self.beyond))
        others("ret")
        return beyond, others

    def _above(self, asm: LoopListing, indices: range) -> None:
        asm.block("The bytes above.")
        for index in indices:
            asm("ldd", "r0", f"Y+{index}")
            asm("eor", f"acc{index + 1}", "r0")
            asm("std", f"Y+{index}", f"acc{index + 1}")

    def add_digits(self, add_slice: LoopListing) -> LoopListing:
        """c += the rows for one nibble of each byte of a; keeps X, Y and row_zero."""
        asm = self.listing()
        for index in range(self.slices):
            asm.call(ADD_SLICE, add_slice)
            if self.beyond:
                self._call_above(asm, index == self.slices - 1)
            step = -index * self.slice if index == self.slices - 1 else self.slice
            add_constant(asm, "X", -self.n)
            add_constant(asm, "Y", step - self.n)
            add_constant(asm, "row_zero", step, "row_zero_high")
        asm("ret")
        return asm

    def _call_above(self, asm: LoopListing, is_last: bool) -> None:
        beyond, others = self.add_above()
        asm.call(ADD_ABOVE_LAST if is_last else ADD_ABOVE, others)
        asm.cycles += 0 if is_last else beyond.cycles

    def main(self, asm: LoopListing, add_digits: LoopListing) -> None:
        asm.block("c = 0.")
        asm("movw", "XL", "r24")
        with asm.repeat(self.n, "count", ".Lclear"):
            asm("st", "X+", "r1")
            asm("st", "X+", "r1")
        asm.block("c = the sum of the rows for high nibbles.")
        asm("movw", "XL", "r22")
        asm("movw", "ZL", "YL")
        add_constant(asm, "Z", row_zero_offset(self.row))
        asm("movw", "YL", "r24")
        asm("movw", "r24", "ZL")
        asm("ldi", "row_bytes", self.row)
        asm("set")
        asm.call(ADD_DIGITS, add_digits)
        asm.block("shifted by 4, ...")
        asm("ldi", "scale", ROW_SCALE)
        asm("clr", "carry")
        with asm.repeat(2 * self.n, "count", ".Lshift"):
            asm("ld", "byte", "Y")
            asm("mul", "byte", "scale")
            asm("eor", "r0", "carry")
            asm("mov", "carry", "r1")
            asm("st", "Y+", "r0")
        add_constant(asm, "Y", -2 * self.n)
        asm.block("c += the sum of the rows for low nibbles.")
        asm("ldi", "row_bytes", self.row)
        asm("clt")
        asm.call(ADD_DIGITS, add_digits)
        asm("in", "YL", "SPL")
        asm("in", "YH", "SPH")


def mul_ld_registers_light(field: BinaryField) -> Kernel:
    """c = a b, not reduced."""
    light = LightMultiplication(field)
    add_slice = light.add_slice()
    add_digits = light.add_digits(add_slice)
    asm = light.listing()
    saved = save(asm, SAVED)
    light.frame.enter(asm)
    light.table(asm)
    light.main(asm, add_digits)
    light.frame.leave(asm, 0)
    restore(asm, saved)
    asm("clr", "r1")
    asm("ret")
    asm.append(ADD_DIGITS, add_digits)
    asm.append(ADD_SLICE, add_slice)
    if light.beyond:
        beyond, others = light.add_above()
        asm.append(ADD_ABOVE, beyond)
        asm.append(ADD_ABOVE_LAST, others)
    return Kernel(
        field=field,
        function="mul_ld_registers_light",
        header={
            "name": "ld-registers-light",
            "family": "fb-mul",
            "summary": "Lopez-Dahab multiplication in loops, running sum of half a row in registers",
            "source": "aranha2008 Section 5, variant of Algorithm 4 with fewer temporaries",
            "domain": "any a, b",
            "constant_time": "same-trace",
            "ram_table_bytes": str(table_bytes(light.row)),
        },
        parameters="uint8_t *c, const uint8_t *a, const uint8_t *b",
        operation=("c = a b, not reduced; c apart from a and b. The addresses of the table's rows depend on a.",),
        asm=asm,
        stack_bytes=len(saved) + light.frame.size + 2 * RETURN_ADDRESS_BYTES,
    )
