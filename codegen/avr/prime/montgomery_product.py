"""Montgomery products modulo any odd number in flash, of any number of bytes: one loop, for group orders (Koc, Acar,
Kaliski 1996, coarsely integrated operand scanning, with both rows in one pass). Constant time.

A byte of the total takes a_j b_i and n_j q, each with a carry of its own: (2^8 - 1)^2 + 2 (2^8 - 1) < 2^16."""

from codegen.avr.kernel import LoopKernel
from codegen.avr.listing import restore, save
from codegen.avr.loops import BranchListing

# Registers. X, Y, Z go through a, the total and n.
B, Q, ZERO, BYTE, ADDEND, HIGH = "r2", "r3", "r4", "r5", "r8", "r9"
SUM, CARRY = "r6", "r7"  # a_j b_i + t_j and its carry: a pair
OTHER_CARRY = HIGH
INVERSE, COLUMNS, WORDS, ROWS = "r16", "r17", "r14", "r15"
TOTAL, A, B_POINTER, N = "r24", "r22", "r20", "r18"  # pairs


def _first_byte(asm: BranchListing) -> None:
    """Byte 0, which makes q and becomes 0."""
    asm.block("The first byte: q = -sum / n mod 256.")
    asm("ld", BYTE, "X+")
    asm("mul", BYTE, B)
    asm("ldd", ADDEND, "Y+0")
    asm("add", "r0", ADDEND)
    asm("adc", "r1", ZERO)
    asm("movw", SUM, "r0")
    asm("mul", SUM, INVERSE)
    asm("mov", Q, "r0")
    asm("lpm", BYTE, "Z+")
    asm("mul", BYTE, Q)
    asm("add", "r0", SUM)
    asm("adc", "r1", ZERO)
    asm("mov", OTHER_CARRY, "r1")


def _next_byte(asm: BranchListing) -> None:
    """A further byte, which goes to the place below."""
    asm("ld", BYTE, "X+")
    asm("mul", BYTE, B)
    asm("ldd", ADDEND, "Y+1")
    for addend in (ADDEND, CARRY):
        asm("add", "r0", addend)
        asm("adc", "r1", ZERO)
    asm("movw", SUM, "r0")
    asm("lpm", BYTE, "Z+")
    asm("mul", BYTE, Q)
    for addend in (SUM, OTHER_CARRY):
        asm("add", "r0", addend)
        asm("adc", "r1", ZERO)
    asm("mov", OTHER_CARRY, "r1")
    asm("st", "Y+", "r0")


def _row(asm: BranchListing) -> int:
    """t = (t + a b_i + q n) / 256; returns the cycles of a byte, which count once in the listing."""
    asm.block("The next byte of b; X, Y, Z to the first bytes.")
    asm("movw", "XL", B_POINTER)
    asm("ld", B, "X+")
    asm("movw", B_POINTER, "XL")
    asm("movw", "XL", A)
    asm("movw", "YL", TOTAL)
    asm("movw", "ZL", N)
    asm("mov", COLUMNS, WORDS)
    _first_byte(asm)
    asm("dec", COLUMNS)
    asm.label(".Lbyte")
    start = asm.cycles
    _next_byte(asm)
    asm("dec", COLUMNS)
    asm("brne", ".Lbyte")
    asm.cycles += 1  # a branch that is taken
    byte = asm.cycles - start
    asm.block("The top byte and the carries.")
    asm("ldd", "r0", "Y+1")
    asm("clr", "r1")
    for addend in (CARRY, OTHER_CARRY):
        asm("add", "r0", addend)
        asm("adc", "r1", ZERO)
    asm("std", "Y+0", "r0")
    asm("std", "Y+1", "r1")
    return byte


def montgomery_product() -> LoopKernel:
    asm = BranchListing()
    saved = save(asm, (2, 3, 4, 5, 6, 7, 8, 9, 15, 17, 28, 29))
    asm("clr", ZERO)
    asm.block("t = 0, one byte more than the numbers have.")
    asm("movw", "XL", TOTAL)
    asm("st", "X+", ZERO)
    asm("mov", ROWS, WORDS)
    asm.label(".Lclear")
    start = asm.cycles
    asm("st", "X+", ZERO)
    asm("dec", ROWS)
    asm("brne", ".Lclear")
    clear = asm.cycles + 1 - start
    asm("mov", ROWS, WORDS)
    asm.label(".Lrow")
    start = asm.cycles
    byte = _row(asm)
    asm("dec", ROWS)
    asm("breq", ".Lend")
    asm("rjmp", ".Lrow")
    row = asm.cycles - start - 2 * byte - 1  # for n - 1 bytes, and the last branch not taken
    asm.label(".Lend")
    restore(asm, saved)
    asm("clr", "r1")
    asm("ret")
    once = asm.cycles - (clear - 1) - (row + 2 * byte + 1) - 1 - 1  # the last branches: brne not taken; breq, no rjmp
    return LoopKernel(
        field=None,
        function="montgomery_product",
        header={},
        parameters="uint8_t *t, const uint8_t *a, const uint8_t *b, const uint8_t *n, uint8_t minus_n_inverse, "
        "uint8_t words",
        operation=(
            "t = a b / R + a multiple of n, below 2 n, R = 256^words, for a, b < n; n is in flash, and odd. t has one",
            "byte more than a, b and n, of which each has at least two.",
        ),
        asm=asm,
        stack_bytes=len(saved),
        counted="bytes",
        coefficients=(once, row + clear, byte),
    )
