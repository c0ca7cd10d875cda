"""Inversion kernel: Itoh and Tsujii's a^(2^m - 2), where one table in flash gives a^(2^k) for one large k.

Raising to 2^k is linear, so the table holds the image of each value of each nibble. One k serves the longest runs of
squarings of the addition chain. Without the table they would cost more than all multiplications."""

import contextlib
import dataclasses
from collections.abc import Iterator

from codegen.avr.field import BinaryField
from codegen.avr.halves import mul_reduce_ld_registers_halves
from codegen.avr.interleaving import sqr_reduce_interleave_table
from codegen.avr.kernel import Kernel
from codegen.avr.listing import MAX_DISPLACEMENT, RETURN_ADDRESS_BYTES, Frame, Listing, add_constant, restore, save
from codegen.avr.multiplication import FRAME_POINTER, mul_reduce_ld_registers
from codegen.avr.squaring import flash_table, sqr_reduce_byte_table
from codegen.fields import square
from codegen.kernel_fields import UnsupportedField

NIBBLE_VALUES = 16
FIRST_REGISTER = 2
MAX_COLUMNS = 21  # registers for the sum of rows
MAX_TABLE_BYTES = 32768  # half of the range of lpm
SQUARE, MULTIPLY, RAISE, ADD_ROW = "square_shifted", "multiply_power", "raise_shifted", "add_row"


@dataclasses.dataclass(frozen=True)
class Step:
    """power = power^(2^squarings) * factor, the factor being power itself or a."""

    squarings: int
    by_a: bool


def addition_chain(degree: int) -> list[Step]:
    """Steps from a = a^(2^1 - 1) to a^(2^(degree - 1) - 1): the exponent's k doubles, or grows by one."""
    steps, k = [], 1
    for bit in bin(degree - 1)[3:]:
        steps.append(Step(k, by_a=False))
        k *= 2
        if bit == "1":
            steps.append(Step(1, by_a=True))
            k += 1
    return steps


def linear_image(images: list[int], x: int) -> int:
    """The image of x under the linear map that takes z^i to images[i]."""
    result = 0
    for i in range(x.bit_length()):
        if x >> i & 1:
            result ^= images[i]
    return result


def power_table(field: BinaryField, k: int) -> list[list[bytes]]:
    """Pages of 16 elements: page i holds (v z^(4i))^(2^k) mod f for each nibble v."""
    pages = []
    for shift in range(0, field.degree, 4):
        basis = [1 << bit if bit < field.degree else 0 for bit in range(shift, shift + 4)]
        for _ in range(k):
            basis = [square(image, field.exponents) for image in basis]
        pages.append(
            [linear_image(basis, value).to_bytes(field.byte_count, "little") for value in range(NIBBLE_VALUES)]
        )
    return pages


class TablePower:
    """The subroutine that raises the element at r25:r24 to 2^k in place; destroys every register but r1 = 0.

    Rows that are too long for the registers are added in two slices of `columns` bytes. The sum of the lower slice
    waits on the stack. The table has all pages of the lower slice before those of the upper one, which may end in
    zeros."""

    def __init__(self, field: BinaryField, label: str):
        self.field, self.label = field, label
        self.slices = 1 if field.byte_count <= MAX_COLUMNS else 2
        self.columns = -(-field.byte_count // self.slices)
        self.add_row, self.asm = Listing(), Listing()
        if self.columns > MAX_COLUMNS or self.table_bytes > MAX_TABLE_BYTES:
            raise UnsupportedField(f"{field.name}: a table of {self.table_bytes} bytes is too long")
        for asm in (self.add_row, self.asm):
            for index in range(self.columns):
                asm.name(FIRST_REGISTER + index, f"acc{index}")
            asm.name(23, "row_bytes")
            asm.name(24, "nibbles")
        self._write_add_row()
        self._write()

    @property
    def registers(self) -> range:
        """The accumulators of the sum."""
        return range(FIRST_REGISTER, FIRST_REGISTER + self.columns)

    @property
    def table_bytes(self) -> int:
        return self.slices * self.page_bytes * ((self.field.degree + 3) // 4)

    def table(self, k: int) -> list[list[int]]:
        """The table for 2^k, in the order of memory."""
        pages, size = power_table(self.field, k), self.columns
        starts = range(0, self.slices * size, size)
        return [
            [byte for row in page for byte in row[s : s + size].ljust(size, b"\0")] for s in starts for page in pages
        ]

    @property
    def page_bytes(self) -> int:
        return NIBBLE_VALUES * self.columns

    def _write_add_row(self) -> None:
        """acc += row (low nibble of ZL) of the page at Y; Y to the next page."""
        asm = self.add_row
        asm("andi", "ZL", "0x0f")
        asm("mul", "ZL", "row_bytes")
        asm("movw", "ZL", "YL")
        asm("add", "ZL", "r0")
        asm("adc", "ZH", "r1")
        for index in range(self.columns):
            asm("lpm", "r0", "Z+")
            asm("eor", f"acc{index}", "r0")
        add_constant(asm, "Y", self.page_bytes)
        asm("ret")

    def _write(self) -> None:
        asm, n = self.asm, self.field.byte_count
        asm("movw", "XL", "r24")
        asm("ldi", "YL", f"lo8({self.label})")
        asm("ldi", "YH", f"hi8({self.label})")
        asm("ldi", "row_bytes", self.columns)
        for index in range(self.slices):
            if index:
                asm.block("The upper slice, while the lower one waits on the stack.")
                for column in range(self.columns):
                    asm("push", f"acc{column}")
                add_constant(asm, "X", -n)
            self._add_rows()
        for byte in reversed(range(n)):
            waits = byte < (self.slices - 1) * self.columns
            if waits:
                asm("pop", "r0")
            asm("st", "-X", "r0" if waits else f"acc{byte % self.columns}")
        asm("clr", "r1")
        asm("ret")

    def _add_rows(self) -> None:
        """Adds the row for each nibble of the element at X; X and Y move past the element and the pages."""
        asm, n = self.asm, self.field.byte_count
        for column in range(self.columns):
            asm("clr", f"acc{column}")
        for index in range(n):
            asm("ld", "nibbles", "X+")
            asm("mov", "ZL", "nibbles")
            asm.call(ADD_ROW, self.add_row)
            if 8 * index + 4 < self.field.degree:
                asm("swap", "nibbles")
                asm("mov", "ZL", "nibbles")
                asm.call(ADD_ROW, self.add_row)


def fused_product(field: BinaryField) -> Kernel:
    """The fastest kernel for r = a b mod f, with the sum in registers as a whole or in halves."""
    try:
        return mul_reduce_ld_registers(field)
    except UnsupportedField:
        return mul_reduce_ld_registers_halves(field)


def fused_square(field: BinaryField) -> Kernel:
    """The fastest kernel for r = a^2 mod f."""
    try:
        return sqr_reduce_byte_table(field)
    except UnsupportedField:
        return sqr_reduce_interleave_table(field)


class Inversion:
    """The main routine and its subroutines. Frame from Y: power, shifted, the pointers a and r."""

    def __init__(self, field: BinaryField, label: str):
        self.field = field
        self.steps = addition_chain(field.degree)
        self.multiplication, self.squaring = fused_product(field), fused_square(field)
        self.table_power = TablePower(field, label)
        self.power, self.shifted = 1, 1 + field.byte_count
        self.pointer_a = 1 + 2 * field.byte_count
        self.pointer_r = self.pointer_a + 2
        self.frame = Frame(2 * field.byte_count + 4)
        self.square = self._square()
        self.multiply = self._multiply()
        self.k = min({step.squarings for step in self.steps}, key=self._cycles_with)

    def _cycles_with(self, k: int) -> int:
        """Cycles of all squarings with a table for 2^k."""
        power, square = self.table_power.asm.cycles, self.square.cycles
        return sum(step.squarings // k * power + step.squarings % k * square for step in self.steps)

    def _address(self, asm: Listing, pair: int, offset: int) -> None:
        """The register pair = Y + offset."""
        asm("movw", f"r{pair}", "YL")
        asm("subi", f"r{pair}", f"lo8({-offset})")
        asm("sbci", f"r{pair + 1}", f"hi8({-offset})")

    @staticmethod
    @contextlib.contextmanager
    def _reach(asm: Listing, offset: int) -> Iterator[int]:
        """The displacement of a pointer in the frame. If it is out of reach, Y moves towards it for the length of the
        context."""
        away = max(0, offset + 1 - MAX_DISPLACEMENT)
        add_constant(asm, "Y", away)
        yield offset - away
        add_constant(asm, "Y", -away)

    def _square(self) -> Listing:
        """shifted = shifted^2; keeps Y."""
        asm = Listing()
        self._address(asm, 24, self.shifted)
        asm("movw", "r22", "r24")
        asm.call_kernel(self.squaring.symbol, self.squaring.asm.cycles, tail=True)
        return asm

    def _multiply(self) -> Listing:
        """power = shifted * the element at r21:r20; keeps Y."""
        asm = Listing()
        self._address(asm, 24, self.power)
        self._address(asm, 22, self.shifted)
        asm.call_kernel(self.multiplication.symbol, self.multiplication.asm.cycles, tail=True)
        return asm

    def body(self, asm: Listing) -> None:
        n = self.field.byte_count
        self.frame.enter(asm)
        for offset, low in ((self.pointer_a, 22), (self.pointer_r, 24)):
            with self._reach(asm, offset) as place:
                asm("std", f"Y+{place}", f"r{low}")
                asm("std", f"Y+{place + 1}", f"r{low + 1}")
        asm.block("power = a")
        asm("movw", "XL", "r22")
        for byte in range(n):
            asm("ld", "r0", "X+")
            asm("std", f"Y+{self.power + byte}", "r0")
        exponent = 1
        for step in self.steps:
            factor = "a" if step.by_a else "power"
            exponent = exponent + 1 if step.by_a else 2 * exponent
            asm.block(f"power = power^(2^{step.squarings}) {factor} = a^(2^{exponent} - 1)")
            self._raise(asm, step.squarings)
            if step.by_a:
                asm("ldd", "r20", f"Y+{self.pointer_a}")
                asm("ldd", "r21", f"Y+{self.pointer_a + 1}")
            else:
                self._address(asm, 20, self.power)
            asm.call(MULTIPLY, self.multiply)
        asm.block("r = power^2")
        with self._reach(asm, self.pointer_r) as place:
            asm("ldd", "r24", f"Y+{place}")
            asm("ldd", "r25", f"Y+{place + 1}")
        self._address(asm, 22, self.power)
        asm.call_kernel(self.squaring.symbol, self.squaring.asm.cycles)
        asm.block("Wipe the powers.")
        for byte in range(2 * n):
            asm("std", f"Y+{self.power + byte}", "r1")
        self.frame.leave(asm, 0)

    def _raise(self, asm: Listing, squarings: int) -> None:
        """shifted = power^(2^squarings)."""
        for byte in range(self.field.byte_count):
            asm("ldd", "r0", f"Y+{self.power + byte}")
            asm("std", f"Y+{self.shifted + byte}", "r0")
        for _ in range(squarings // self.k):
            self._address(asm, 24, self.shifted)
            asm.call(RAISE, self.table_power.asm)
            asm("in", "YL", "SPL")
            asm("in", "YH", "SPH")
        for _ in range(squarings % self.k):
            asm.call(SQUARE, self.square)


def inv_itoh_tsujii_table(field: BinaryField) -> Kernel:
    """r = 1/a."""
    label = f"mc_{field.name}_inv_itoh_tsujii_table_avr_table"
    inversion = Inversion(field, label)
    asm = Listing()
    saved = save(asm, (*inversion.table_power.registers, *FRAME_POINTER))
    inversion.body(asm)
    restore(asm, saved)
    asm("ret")
    for name, subroutine in (
        (SQUARE, inversion.square),
        (MULTIPLY, inversion.multiply),
        (RAISE, inversion.table_power.asm),
        (ADD_ROW, inversion.table_power.add_row),
    ):
        asm.append(name, subroutine)
    table, table_bytes = inversion.table_power.table(inversion.k), inversion.table_power.table_bytes
    return Kernel(
        field=field,
        function="inv_itoh_tsujii_table",
        header={
            "name": "itoh-tsujii-table",
            "family": "fb-inv",
            "summary": f"a^(2^m - 2) by an addition chain, raising to 2^{inversion.k} by a table",
            "source": "Itoh and Tsujii 1988",
            "domain": "any a; the inverse of 0 is 0",
            "constant_time": "same-trace",
            "flash_table_bytes": str(table_bytes),
        },
        parameters="uint8_t *r, const uint8_t *a",
        operation=("r = 1/a; r may be a; 1/0 = 0. The addresses of table entries depend on a.",),
        asm=asm,
        stack_bytes=len(saved) + inversion.frame.size + RETURN_ADDRESS_BYTES + inversion.multiplication.stack_bytes,
        table_bytes=table_bytes,
        data=flash_table(label, table, 2),
        calls=(inversion.multiplication, inversion.squaring),
    )
