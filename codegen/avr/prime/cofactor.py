"""Montgomery reduction with R = 2^256 modulo a prime q of 256 bits with q + 1 = h r, where r = 2^159 + 2^63 + 1 and h
has 97 bits: one block of code, run for 64 bits of the number at a time, constant time.

For 64 bits mu let w = mu h and v = w / 2. Then mu q = (w - mu) + v 2^64 + v 2^160, so that 8 x 12 products of bytes
take the place of 8 x 32. The block finds mu with mu q = T mod 2^64 and subtracts mu q, which leaves a number between
-q and q at the end, to which q is added under a mask (Koc, Acar, Kaliski 1996, with blocks of digits for words, and
with subtraction). Only h is unknown to the form of r; q has no form that this code would need."""

import functools

from codegen.avr.kernel import Kernel
from codegen.avr.listing import add_constant
from codegen.avr.loops import LoopListing
from codegen.avr.prime.field import PrimeField
from codegen.avr.prime.halves import ALL_REGISTERS, BARE
from codegen.kernel_fields import UnsupportedField

ORDER = (1 << 159) + (1 << 63) + 1
BYTES = 32
BLOCK = 8  # bytes of mu
LOW = 12  # bytes of h - 1 below its top bit
LAG = 20  # the bytes by which 2^160 shifts

# Registers. Y is the place of the block in the number.
MU = tuple(range(2, 10))
FACTOR = (14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 30, 31)  # h - 1, then the upper bytes of mu (h - 1)
SUM = (10, 11, 12)
ZERO, WORK, COUNT, INVERSE = 13, 24, 25, 27
OVER = 26  # what the blocks before take from T[OVER_PLACE] on
PENDING = "r1"  # after the products
IMMEDIATE = 16  # ldi needs a register from here up
OVER_PLACE = 32
POINTER_BYTES = 2
BYTE = 255


def cofactor(field: PrimeField) -> int:
    """h; raises UnsupportedField if q + 1 is no such product."""
    h, rest = divmod(field.prime + 1, ORDER)
    most = ((1 << 8 * BLOCK) - 1) * h // 2  # of v: bytes 8 to 19 of it take carries, which must not leave them
    if rest or most + (3 << 96) >= 1 << 8 * LAG or h.bit_length() != 8 * LOW + 1 or field.byte_count != BYTES:
        raise UnsupportedField(f"{field.name}: p + 1 is no product of 2^159 + 2^63 + 1 and a number of 97 bits")
    return h


class Block:
    """The code of one block. T is the number from Y on."""

    def __init__(self, asm: LoopListing, h: int):
        self.asm = asm
        self.digits = [h - 1 >> 8 * i & 255 for i in range(LOW)]
        self.sum, self.most = list(SUM), 0  # its registers, and the greatest value that it can have

    def write(self) -> None:
        self._constants()
        self._first_digit()
        for column in range(1, BLOCK):
            self._digit_column(column)
        high = self._upper_columns()
        self._subtract_top(high)
        self._halve(high)
        self._subtract_shifted(high)

    def _constants(self) -> None:
        asm = self.asm
        asm.block("h - 1 without its top bit.")
        for register, digit in zip(FACTOR, self.digits, strict=True):
            if register >= IMMEDIATE:
                asm("ldi", f"r{register}", f"0x{digit:02x}")
            else:
                asm("ldi", f"r{WORK}", f"0x{digit:02x}")
                asm("mov", f"r{register}", f"r{WORK}")

    def _add_product(self, i: int, j: int) -> None:
        """sum += mu_i (h - 1)_j. The top byte is added to only where the sum can reach it."""
        asm, (low, middle, high) = self.asm, self.sum
        self.most += BYTE * self.digits[j]
        asm("mul", f"r{MU[i]}", f"r{FACTOR[j]}")
        asm("add", f"r{low}", "r0")
        asm("adc", f"r{middle}", "r1")
        if self.most >= 1 << 16:
            asm("adc", f"r{high}", f"r{ZERO}")

    def _next_column(self) -> None:
        low, middle, high = self.sum
        self.sum, self.most = [middle, high, low], self.most >> 8

    def _first_digit(self) -> None:
        """Column 0, of one product, whose low byte is T[0]."""
        asm, (_, middle, high) = self.asm, self.sum
        asm.block("Column 0: the product must end in T[0].")
        asm("ldd", "r0", "Y+0")
        asm("mul", "r0", f"r{INVERSE}")
        asm("mov", f"r{MU[0]}", "r0")
        asm("mul", f"r{MU[0]}", f"r{FACTOR[0]}")
        asm("mov", f"r{middle}", "r1")
        asm("clr", f"r{high}")
        self.most = BYTE * self.digits[0]
        self._next_column()

    def _digit_column(self, column: int) -> None:
        """The digit of mu that makes the column equal to T's; the sum's low byte is that byte afterwards."""
        asm, (low, _, high) = self.asm, self.sum
        asm.block(f"Column {column}: its sum must be T[{column}], so the digit is that, less the others, / (h - 1).")
        asm("clr", f"r{high}")
        for i in sorted(range(column), key=lambda i: self.digits[column - i]):
            self._add_product(i, column - i)
        asm("ldd", "r0", f"Y+{column}")
        asm("sub", "r0", f"r{low}")
        asm("mul", "r0", f"r{INVERSE}")
        asm("mov", f"r{MU[column]}", "r0")
        self._add_product(column, 0)
        self._next_column()

    def _upper_columns(self) -> list[int]:
        """mu (h - 1) from byte 8 on, 13 bytes: their registers, of which the last holds a bit."""
        asm, found = self.asm, []
        for column in range(BLOCK, BLOCK + LOW - 1):
            asm.block(f"Column {column}.")
            low, middle, free = self.sum
            # After the free one of the three, those of the factor's bytes as they are done.
            high = free if column == BLOCK else FACTOR[column - BLOCK - 1]
            self.sum = [low, middle, high]
            asm("clr", f"r{high}")
            rows = range(max(0, column - LOW + 1), BLOCK)
            for i in sorted(rows, key=lambda i: self.digits[column - i]):
                self._add_product(i, column - i)
            found.append(low)
            self._next_column()
        top, carry, _ = self.sum
        found += [top, carry]
        asm.block("The top bit of h - 1.")
        for i in range(BLOCK):
            asm("adc" if i else "add", f"r{found[LOW - BLOCK + i]}", f"r{MU[i]}")
        asm("adc", f"r{carry}", f"r{ZERO}", note="0 before")
        return found

    def _subtract(self, place: int, register: int, first: bool) -> None:
        """T[place] -= register, in a chain."""
        asm = self.asm
        asm("ldd", "r0", f"Y+{place}")
        asm("sub" if first else "sbc", "r0", f"r{register}")
        asm("std", f"Y+{place}", "r0")

    def _subtract_top(self, high: list[int]) -> None:
        """T from byte 8 on -= the upper bytes of mu (h - 1); what is to be taken from byte 20 stays in PENDING."""
        self.asm.block("T -= mu (h - 1); the bits to take from T[20] wait in r1.")
        for i in range(LOW):
            self._subtract(BLOCK + i, high[i], i == 0)
        self.asm("mov", PENDING, f"r{high[LOW]}")
        self.asm("adc", PENDING, f"r{ZERO}")

    def _halve(self, high: list[int]) -> None:
        """v, in the registers of mu and of its upper bytes."""
        asm = self.asm
        asm.block("w = mu (h - 1) + mu, of which the first has the low bytes of T; v = w / 2.")
        for i in range(BLOCK):
            asm("ldd", "r0", f"Y+{i}")
            asm("adc" if i else "add", f"r{MU[i]}", "r0")
        for register in high:
            asm("adc", f"r{register}", f"r{ZERO}")
        asm("lsr", f"r{high[LOW]}")
        for register in (*reversed(high[:LOW]), *reversed(MU)):
            asm("ror", f"r{register}")

    def _subtract_shifted(self, high: list[int]) -> None:
        """T -= v 2^64 + v 2^160. Bytes 20 to 27 get a part of each. OVER is the borrow of the block before, for T[32],
        and becomes that of this one, for T[40]."""
        asm, v, over = self.asm, [*MU, *high[:LOW]], f"r{OVER}"
        shared, upper = v[:BLOCK], v[BLOCK:]
        asm.block("T -= v 2^64, up to T[19].")
        for i in range(LOW):
            self._subtract(BLOCK + i, v[i], i == 0)
        asm("adc", PENDING, f"r{ZERO}")
        asm.block("The low bytes of v, the bits for T[20] and the high bytes of v; carries to the end.")
        asm("add", f"r{shared[0]}", PENDING)
        for register in shared[1:]:
            asm("adc", f"r{register}", f"r{ZERO}")
        asm("clr", PENDING)
        asm("adc", PENDING, f"r{ZERO}")
        for i in range(BLOCK):
            asm("adc" if i else "add", f"r{shared[i]}", f"r{v[LOW + i]}")
        asm("adc", PENDING, f"r{ZERO}")
        asm("add", f"r{upper[0]}", PENDING)
        for i in range(1, LOW):
            asm("adc", f"r{upper[i]}", over if LAG + BLOCK + i == OVER_PLACE else f"r{ZERO}")
        asm("clr", over, note="v takes its carries without one out of it")
        asm.block("T -= v 2^160, and the rest of v 2^64.")
        for i, register in enumerate((*shared, *upper)):
            self._subtract(LAG + i, register, i == 0)
        asm("adc", over, f"r{ZERO}")


def _add_prime(asm: LoopListing, prime: int) -> None:
    """The result, at X, from the number at Y, plus q if the mask r1 is set."""
    asm.block("Add q if that borrowed.")
    for i in range(BYTES):
        asm("ldi", f"r{WORK}", f"0x{prime >> 8 * i & 255:02x}")
        asm("and", f"r{WORK}", "r1")
        asm("ldd", "r0", f"Y+{i}")
        asm("adc" if i else "add", "r0", f"r{WORK}")
        asm("st", "X+", "r0")


@functools.cache
def reduce_cofactor_bare(field: PrimeField) -> Kernel:
    """r = c / R mod p, as a function that saves no register."""
    h, asm = cofactor(field), LoopListing()
    asm("push", "r24", note="r")
    asm("push", "r25")
    asm("movw", "YL", "r22", note="c")
    asm("clr", f"r{ZERO}")
    asm("clr", f"r{OVER}")
    asm("ldi", f"r{INVERSE}", f"0x{pow(h - 1, -1, 256):02x}", note="1 / (h - 1) mod 256")
    with asm.repeat(BYTES // BLOCK, f"r{COUNT}", ".Lblock"):
        Block(asm, h).write()
        add_constant(asm, "Y", BLOCK)
    asm("clr", "r1")
    asm("sub", "r1", f"r{OVER}")
    asm("pop", "XH", note="r")
    asm("pop", "XL")
    _add_prime(asm, field.prime)
    asm("ret")
    return Kernel(
        field=field,
        function="reduce_cofactor_bare",
        header={},
        parameters="uint8_t *r, uint8_t *c",
        operation=("r = c / R mod p for c < p R; r may be c.", BARE),
        asm=asm,
        stack_bytes=POINTER_BYTES,
        destroyed=ALL_REGISTERS,
    )
