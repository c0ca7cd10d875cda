"""The end of a Karatsuba product of parts.py: a b mod f from p0 and p1 in the frame and p2 in registers.

For trinomials as z^233 + z^74 + 1, z^(8 n) = z^(8 k + 1) + z^7. Times that, the bytes u above the element are u, k
bytes up and shifted by one bit to the left, plus u, one byte up and shifted by one bit to the right. Both shifts are
chains: `rol` from the lowest byte up, `ror` from the highest byte down, each with the carry of the byte before. Between
them stand instructions that keep the carry: loads, stores, mov, clr and eor (AVR Instruction Set Manual)."""

from codegen.avr.each.parts import CommonFactor
from codegen.avr.field import BinaryField
from codegen.avr.fold import take_spare_bits
from codegen.avr.listing import MAX_DISPLACEMENT, add_constant
from codegen.avr.reduction import FRAME_NAMES, FRAME_RING, Reduction
from codegen.kernel_fields import UnsupportedField


class ChainFold:
    """Bytes of c = a b, not reduced, by their place: the lowest and the highest quarter from Y on, those of p0 and p1;
    the middle half in registers as far as these hold p2, then in the place of its spilled bytes, from Z on."""

    def __init__(self, common: CommonFactor, field: BinaryField):
        self.common, self.asm, self.field, self.n = common, common.asm, field, field.byte_count
        self.half, self.uppers = common.half, field.product_bytes - field.byte_count
        shifts = field.byte_shifts
        if [bits for _, bits in shifts] != [1, 7] or shifts[1][0] or field.product_bytes - 1 > MAX_DISPLACEMENT:
            raise UnsupportedField(f"{field.name}: z^{8 * self.n} is not z^7 and a term one bit above whole bytes")
        self.left = shifts[0][0]
        # The highest quarter is not folded into itself, nor are the bits above the degree into more than the lowest
        # one; the top bit of the product's bytes is free.
        if (
            self.uppers + self.left > 3 * self.half
            or max(offset for offset, _ in field.top_shifts) + 1 >= self.half
            or (2 * field.degree - 1) % 8 == 0
        ):
            raise UnsupportedField(f"{field.name}: terms too far apart")

    def operand(self, byte: int) -> str:
        """Where byte `byte` of c is in memory, or its register."""
        middle = byte - self.half
        if not 0 <= middle < 2 * self.half:
            return self.common.at(self.common.product + byte)
        return self.common.spilled.get(middle) or self.common.place(middle)

    def _in_register(self, byte: int) -> bool:
        return "+" not in self.operand(byte)

    def _add(self, byte: int, register: str, spare: str = "r0") -> None:
        """c[byte] += register; keeps the carry."""
        operand = self.operand(byte)
        if self._in_register(byte):
            self.asm("eor", operand, register)
        else:
            self.asm("ldd", spare, operand)
            self.asm("eor", spare, register)
            self.asm("std", operand, spare)

    def body(self, next_r: int) -> None:
        """r = a b mod f for the place of r's address in the frame, which becomes that of the next element."""
        self._combine()
        self.asm.block("Shift the highest quarter left by a bit, and add it.")
        self._shift_left(range(self.half, self.uppers))
        self.asm.block("The other upper bytes, now complete.")
        self._shift_left(range(self.half))
        self._spare_bits()
        self._results(next_r)

    def _combine(self) -> None:
        """Adds p0 and p1 to p2."""
        asm, half = self.asm, self.half
        for byte in range(half):
            asm.block(f"Bytes {half + byte} and {2 * half + byte} of the product.")
            p0, p1 = self.common.product, self.common.product + 2 * half
            asm("ldd", "term", self.common.at(p0 + half + byte))
            asm("ldd", "r0", self.common.at(p1 + byte))
            asm("eor", "term", "r0", note="upper half of p0 + lower half of p1")
            asm("ldd", "r0", self.common.at(p0 + byte))
            asm("eor", "r0", "term")
            self._add(half + byte, "r0", "r1")
            if 3 * half + byte < self.field.product_bytes:
                asm("ldd", "r0", self.common.at(p1 + half + byte))
                asm("eor", "term", "r0")
            self._add(2 * half + byte, "term")

    def _source(self, upper: int) -> str:
        """A register with u[upper], `term` if it is in memory."""
        operand = self.operand(self.n + upper)
        if self._in_register(self.n + upper):
            return operand
        self.asm("ldd", "term", operand, note=f"u[{upper}]")
        return "term"

    def _shift_left(self, uppers: range) -> None:
        """Adds some upper bytes, shifted left by a bit, `left` bytes up. The carry out of them has no byte or has been
        added before."""
        asm = self.asm
        if uppers.start:
            source = self._source(uppers.start - 1)
            assert source == "term"
            asm("lsl", "term", note=f"carry = the top bit of u[{uppers.start - 1}]")
        for upper in uppers:
            if self._source(upper) != "term":
                asm("mov", "term", self.operand(self.n + upper), note=f"u[{upper}]")
            asm("rol" if upper else "lsl", "term")
            self._add(upper + self.left, "term")

    def _spare_bits(self) -> None:
        """The top byte, and its bits from z^m on, which are folded."""
        asm, top = self.asm, self.operand(self.n - 1)
        asm.block(f"The top byte; fold its bits from z^{self.field.degree} on.")
        source = self._source(self.uppers - 1)
        asm("lsr", source)
        asm("eor", top, source)
        take_spare_bits(asm, self.field, top, "XL", "term")
        for offset, bits in self.field.top_shifts:
            if not bits:
                self._add(offset, "XL")
                continue
            asm("ldi", "term", 1 << bits)
            asm("mul", "XL", "term")
            if bits + self.field.spare_bits > 8:
                self._add(offset + 1, "r1", "XH")
            self._add(offset, "r0", "XH")

    def _results(self, next_r: int) -> None:
        """Adds the upper bytes, shifted right by a bit, and stores the results, from the top down."""
        asm, n = self.asm, self.n
        asm.block("X = the end of r.")
        asm("ldd", "XL", f"Z+{next_r}")
        asm("ldd", "XH", f"Z+{next_r + 1}")
        add_constant(asm, "X", n)
        asm("std", f"Z+{next_r}", "XL")
        asm("std", f"Z+{next_r + 1}", "XH")
        asm("st", "-X", self.operand(n - 1), note=f"r[{n - 1}]")
        asm.block("Shift the upper bytes right by a bit, add and store.")
        asm("lsr", self._source(self.uppers - 1), note="the carry")
        for byte in reversed(range(n - 1)):
            result = self.operand(byte)
            if not self._in_register(byte):
                asm("ldd", "r0", result)
                result = "r0"
            if byte:
                source = self._source(byte - 1)
            else:
                source = "term"
                asm("clr", source)
            asm("ror", source)
            asm("eor", result, source)
            asm("st", "-X", result, note=f"r[{byte}]")


class MemoryFold:
    """The end of a product in any field: c in the place of p0 and p1, then reduced."""

    def __init__(self, common: CommonFactor, field: BinaryField):
        self.common, self.asm, self.half = common, common.asm, common.half
        self.reduction = Reduction(common.asm, field, FRAME_RING, FRAME_NAMES)

    def body(self, next_r: int) -> None:
        """r = a b mod f for the place of r's address in the frame, which becomes that of the next element."""
        asm, common = self.asm, self.common
        self._combine()
        asm.block("Reduce the product into r.")
        common.move_y(0)
        asm("ldd", "XL", common.at(next_r))
        asm("ldd", "XH", common.at(next_r + 1))
        add_constant(asm, "X", self.reduction.field.byte_count)
        asm("std", common.at(next_r), "XL")
        asm("std", common.at(next_r + 1), "XH")
        common.point("Z", common.product)
        self.reduction.body()

    def _combine(self) -> None:
        """Adds p2 + p0 + p1 to bytes half to 3 half - 1. X walks along the upper half of p1."""
        asm, half, common = self.asm, self.half, self.common
        common.point("X", common.product + 3 * half)
        for byte in range(half):
            asm.block(f"Bytes {half + byte} and {2 * half + byte}.")
            lower, upper = common.at(common.product + half + byte), common.at(common.product + 2 * half + byte)
            asm("ldd", "term", lower)
            asm("ldd", "r0", upper)
            asm("eor", "term", "r0", note="upper half of p0 + lower half of p1")
            for offset, place in ((0, lower), (half, upper)):
                register = "r1" if offset + byte in common.spilled else common.place(offset + byte)
                if offset + byte in common.spilled:
                    asm("ldd", register, common.spilled[offset + byte])
                asm("eor", register, "term")
                if not offset:
                    asm("ldd", "r0", common.at(common.product + byte))
                elif half + byte < common.parts[1].bytes:
                    asm("ld", "r0", "X+")
                if not offset or half + byte < common.parts[1].bytes:
                    asm("eor", register, "r0")
                asm("std", place, register)


def fold_of(common: CommonFactor, field: BinaryField) -> ChainFold | MemoryFold:
    try:
        return ChainFold(common, field)
    except UnsupportedField:
        return MemoryFold(common, field)
