"""Lopez-Dahab multiplication with the accumulator in registers (aranha2008 Algorithm 4).

a b is the sum over the nibbles of a of a row of the table T[u] = u b, at the nibble's place. Pass 1 adds the rows of
the high nibbles from byte 0 up, each 4 bits to the right of its place. Pass 2 adds the rows of the low nibbles, from
the top byte down. Each row meets the `width` bytes that a ring of width + 1 registers holds. Between rows one byte
leaves the ring. In pass 1 a low byte goes to the frame, shifted left by 4 on its way. At the end of pass 1 the ring
is shifted in place; pass 2 starts from there. In pass 2 a finished top byte goes to `retire`, which stores it or
folds it into the lower ones at once, and the byte below comes back from the frame.

Frame from Y = T[0]: rows 1 to 15 below, T[0], then the low bytes of pass 1, then the caller's own bytes."""

import dataclasses
from collections.abc import Callable

from codegen.avr.listing import Listing
from codegen.avr.window_table import build_table, table_bytes
from codegen.kernel_fields import UnsupportedField

FIRST_REGISTER = 2
RING_REGISTERS = 22  # r2 to r23; r24 and r25 hold constants, r26 to r31 are pointers
ROW_SCALE = 16
SOURCE = "aranha2008 Algorithm 4"


def row_width(bits: int) -> int:
    """Bytes of a row of the table of an operand of `bits` bits."""
    return (bits + 3 + 7) // 8


def select_row(asm: Listing, row_zero: str, masked: bool = True) -> None:
    """Z = T[low nibble of ZL]; row_zero is the low register of the pair that holds the address of T[0]."""
    if masked:
        asm("andi", "ZL", "0x0f")
    asm("mul", "ZL", "row_bytes")
    asm("movw", "ZL", row_zero)
    asm("sub", "ZL", "r0")
    asm("sbc", "ZH", "r1")


@dataclasses.dataclass(frozen=True)
class LopezDahab:
    """A multiplication of operands of `bits` bits."""

    asm: Listing
    bits: int

    def __post_init__(self) -> None:
        if self.width + 1 > RING_REGISTERS:
            raise UnsupportedField(
                f"operands of {self.bits} bits need {self.width + 1} registers for the accumulator;"
                f" there are {RING_REGISTERS}"
            )
        for index in range(self.width + 1):
            self.asm.name(FIRST_REGISTER + index, f"acc{index}")
        self.asm.name(23, "t1")
        self.asm.name(24, "t2", "row_bytes")
        self.asm.name(25, "t4", "scale")

    @property
    def bytes(self) -> int:
        """Bytes of an operand."""
        return (self.bits + 7) // 8

    @property
    def high_nibbles(self) -> int:
        """Bytes of an operand whose high nibble is not always zero."""
        return (self.bits + 3) // 8

    @property
    def width(self) -> int:
        """Bytes of a row of the table."""
        return row_width(self.bits)

    @property
    def registers(self) -> range:
        return range(FIRST_REGISTER, FIRST_REGISTER + self.width + 1)

    @property
    def saved_low_bytes(self) -> int:
        """Bytes of the frame that pass 1 writes; they begin at Y + width."""
        return self.bytes - 1

    @property
    def frame_bytes(self) -> int:
        return table_bytes(self.width) + self.saved_low_bytes

    @property
    def overflows(self) -> bool:
        """Whether the shift by 4 moves bits into one byte more than the rows of pass 2 meet."""
        return False

    def _constants(self) -> None:
        self.asm.block("Constants of both passes.")
        self.asm("ldi", "row_bytes", self.width)
        self.asm("ldi", "scale", ROW_SCALE, note="a product with it is a shift by 4")

    def _select_high(self) -> None:
        """Z = the row of the high nibble of ZL."""
        self.asm("swap", "ZL")
        select_row(self.asm, "YL")

    def _select_low(self, row: int) -> None:
        """Z = the row of the low nibble of ZL = a[row]."""
        select_row(self.asm, "YL", masked=self.bits - 8 * row > 4)

    def _low_byte(self, byte: int) -> str:
        """The place where pass 1 leaves byte `byte` for pass 2."""
        return f"Y+{self.width + byte}"

    def _save_low(self, byte: int, register: str) -> None:
        self.asm("std", self._low_byte(byte), register)

    def _ring(self, byte: int) -> str:
        return f"acc{byte % (self.width + 1)}"

    def place(self, byte: int) -> str:
        """The register of byte `byte` of the product in pass 2 and after: the shift moved each byte by one register."""
        return self._ring(byte - 1)

    def table(self, kept: str) -> None:
        """Builds the table of b at X; r1 = 0. Y, SP and the pair `kept`, which moves to r1:r0, are as in
        `build_table`."""
        build_table(self.asm, self.width, self.bytes, self._ring, kept)

    def high_pass(self, keep_low_nibbles: int | None = None) -> None:
        """Pass 1, X = a. On return X = a + high_nibbles. With keep_low_nibbles = d it also copies the bytes of a to Y
        + d. r24 and r25 become row_bytes and ROW_SCALE."""
        asm = self.asm
        self._constants()
        for row in range(self.high_nibbles):
            asm.block(f"High nibble of a[{row}]: bytes {row} to {row + self.width - 1}.")
            asm("ld", "ZL", "X+")
            if keep_low_nibbles is not None:
                asm("std", f"Y+{keep_low_nibbles + row}", "ZL")
            self._select_high()
            for column in range(self.width):
                new = row == 0 or column == self.width - 1
                self._add_column(self._ring(row + column), column, new)
            if row < self.saved_low_bytes:
                self._shift_out(row)
        self._shift_ring()

    def low_pass(self, load_nibble: Callable[[int], None], retire: Callable[[int, str], None]) -> None:
        """Pass 2. load_nibble(i) emits code that puts a[i] in ZL. retire(j, register) emits code that disposes of
        byte j of the product, which is complete then; bytes j - width, ..., j - 1 are at `place`. On return the bytes
        0 to width - 1 are there."""
        asm = self.asm
        if self.overflows:
            retire(self.bytes + self.width - 1, self.place(self.bytes + self.width - 1))
        for row in reversed(range(self.bytes)):
            asm.block(f"Low nibble of a[{row}]: bytes {row} to {row + self.width - 1}.")
            load_nibble(row)
            self._select_low(row)
            for column in range(self.width):
                self._add_column(self.place(row + column), column, new=False)
            if row:
                top = row + self.width - 1
                asm("ldd", self.place(row - 1), self._low_byte(row - 1), note=f"byte {row - 1} of pass 1")
                retire(top, self.place(top))

    def _add_column(self, register: str, column: int, new: bool) -> None:
        if new:
            self.asm("ldd", register, f"Z+{column}")
        else:
            self.asm("ldd", "r0", f"Z+{column}")
            self.asm("eor", register, "r0")

    def _shift_out(self, byte: int) -> None:
        """Stores byte `byte`, shifted left by 4; the register then holds the bits that move on to the next byte."""
        asm, register, carry = self.asm, self._ring(byte), self._ring(byte - 1)
        asm.block(f"Byte {byte} is complete: shift it left by 4 and out.")
        asm("mul", register, "scale")
        if byte:
            asm("eor", carry, "r0")
        self._save_low(byte, carry if byte else "r0")
        asm("mov", register, "r1", note="its high nibble")

    def _shift_ring(self) -> None:
        """Shifts the bytes left in the ring by 4, each into the register below, which the carry has freed."""
        asm = self.asm
        asm.block("Shift the bytes still in registers left by 4.")
        top = self.high_nibbles + self.width - 2
        for byte in range(self.saved_low_bytes, top + 1):
            asm("mul", self._ring(byte), "scale")
            asm("eor", self._ring(byte - 1), "r0")
            # If every byte of a has a high nibble, the product ends in byte `top`, and nothing moves on.
            if byte < top or self.high_nibbles < self.bytes or self.overflows:
                asm("mov", self._ring(byte), "r1")
