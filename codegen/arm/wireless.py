"""Multiplication with the sums in the 64-bit registers of Wireless MMX: a comb in which all shifts but one are by
whole bytes.

a = a1 z^4 + a0, where a1 holds the upper and a0 the lower nibble of each byte. Each part gives a sum of six
registers, which is shifted by whole bytes between its rows: one WALIGNR a register. The table T[u] = u b lies at the
stack pointer, with rows 32 bytes apart. The product moves to the registers of the core, where it is reduced."""

from codegen.arm.kernel import Kernel
from codegen.arm.listing import WORD_BYTES, Listing, at, listed
from codegen.arm.lopez_dahab import ROW_BYTES
from codegen.arm.product import ADDRESS, SAVED_BYTES, SUM, Product
from codegen.kernel_fields import BinaryField, UnsupportedField
from codegen.multiples import ROWS, sums

BITS = 64
COLUMNS = 3  # registers of a row
UPPER, LOWER = (tuple(f"wr{i}" for i in range(6)), tuple(f"wr{i}" for i in range(6, 12)))
ROW = ("wr12", "wr13", "wr14")
CALLEE_SAVED = ("wr10", "wr11", *ROW)
MULTIPLES = {u: tuple(f"wr{3 * i + j}" for j in range(COLUMNS)) for i, u in enumerate((1, 2, 4, 8))}
LEFT, RIGHT, ALIGN, BYTE = "wcgr0", "wcgr1", "wcgr2", "wcgr3"  # counts of shifts
TABLE_BYTES = ROWS * ROW_BYTES


def mul_reduce_comb_byte_shifts_wmmx(field: BinaryField) -> Kernel:
    """r = a b mod f."""
    asm = Listing()
    product = Product(asm, field, row_bits=field.degree + 3)
    if field.words != 2 * COLUMNS or field.degree % 8 > 4 or field.degree % 8 == 0:
        raise UnsupportedField(f"{field.name}: the kernel is for elements of six words whose last byte is a nibble")
    saved = 8 * len(CALLEE_SAVED)
    frame = TABLE_BYTES + saved
    product.enter(frame)
    for i, register in enumerate(CALLEE_SAVED):
        asm("wstrd", register, at("sp", TABLE_BYTES + 8 * i))
    _build_table(asm)
    _count(asm, ALIGN, 7)
    _count(asm, BYTE, 8)
    _comb(asm, field, UPPER, is_upper=True)
    asm.block("Shift the upper sum left by 4.")
    _count(asm, LEFT, 4)
    _count(asm, RIGHT, BITS - 4)
    _shift_bits(asm, UPPER, UPPER)
    _comb(asm, field, LOWER, is_upper=False)
    asm.block("The product to the core's registers.")
    places = (*SUM, ADDRESS)
    for i, (upper, lower) in enumerate(zip(UPPER, LOWER, strict=True)):
        asm("wxor", upper, upper, lower)
        asm("tmrrc", places[2 * i], places[2 * i + 1], upper)
    for i, register in enumerate(CALLEE_SAVED):
        asm("wldrd", register, at("sp", TABLE_BYTES + 8 * i))
    product.reduce()
    product.leave(frame)
    return Kernel(
        field=field,
        function="mul_reduce_comb_byte_shifts_wmmx",
        header={
            "name": "comb-byte-shifts-wmmx",
            "family": "fb-mul-reduce",
            "summary": "comb whose shifts but one are by bytes, in the 64-bit registers of Wireless MMX, reduced",
            "source": "dahab2006, improvement III, wMMX",
            "domain": "any a, b",
            "constant_time": "same-trace",
            "requires": "MC_NATIVE_WMMX",
            "ram_table_bytes": "16 * 32",
        },
        parameters="uint32_t *r, const uint32_t *a, const uint32_t *b",
        operation=("r = a b mod f; r may be a or b. The addresses of the table's rows depend on a.",),
        asm=asm,
        stack_bytes=frame + SAVED_BYTES,
        architecture="iwmmxt",
    )


def _count(asm: Listing, register: str, bits: int) -> None:
    """Sets a count of shifts."""
    asm("mov", ADDRESS, f"#{bits}")
    asm("tmcr", register, ADDRESS)


def _clear(asm: Listing, register: str) -> None:
    """Zeros a register. (Not by WZERO: it is encoded as a WANDN, and QEMU 7.2 negates an operand of WANDN that it
    should complement.)"""
    asm("wxor", register, register, register)


def _shift_bits(asm: Listing, to: tuple[str, ...], source: tuple[str, ...]) -> None:
    """to = source shifted left by the count in LEFT; RIGHT holds 64 minus that count. Both may be the same
    registers."""
    carry = ROW[0]
    for i in reversed(range(1, len(source))):
        asm("wsrldg", carry, source[i - 1], RIGHT)
        asm("wslldg", to[i], source[i], LEFT)
        asm("wor", to[i], to[i], carry)
    asm("wslldg", to[0], source[0], LEFT)


def _build_table(asm: Listing) -> None:
    """Makes the table of b, which is at r2."""
    asm.block("b and its products by z, z^2, z^3.")
    words = [f"r{4 + i}" for i in range(2 * COLUMNS)]
    asm("ldm", "r2", listed(words))
    for i, register in enumerate(MULTIPLES[1]):
        asm("tmcrr", register, words[2 * i], words[2 * i + 1])
    _count(asm, LEFT, 1)
    _count(asm, RIGHT, BITS - 1)
    for u in (1, 2, 4):
        _shift_bits(asm, MULTIPLES[2 * u], MULTIPLES[u])
    asm.block("The table.")
    _clear(asm, ROW[0])
    _store(asm, (ROW[0],) * COLUMNS, 0)
    for u, registers in MULTIPLES.items():
        _store(asm, registers, u)
    for target, added, row in sums():
        for register, other in zip(MULTIPLES[target], MULTIPLES[added], strict=True):
            asm("wxor", register, register, other)
        _store(asm, MULTIPLES[target], row)


def _store(asm: Listing, registers: tuple[str, ...], row: int) -> None:
    for i, register in enumerate(registers):
        asm("wstrd", register, at("sp", ROW_BYTES * row + 8 * i))


def _comb(asm: Listing, field: BinaryField, total: tuple[str, ...], is_upper: bool) -> None:
    """total = the sum of the rows for the upper, or the lower, nibbles of a, which is at r1."""
    for register in total:
        _clear(asm, register)
    for byte in reversed(range(8)):
        for word in range(COLUMNS):
            if BITS * word + 8 * byte + (4 if is_upper else 0) >= field.degree:
                continue
            asm.block(f"{'Upper' if is_upper else 'Lower'} nibble of byte {byte} of doubleword {word} of a.")
            asm("ldrb", ADDRESS, at("r1", 2 * WORD_BYTES * word + byte))
            asm("and", ADDRESS, ADDRESS, "#0xf0" if is_upper else "#0x0f")
            asm("add", ADDRESS, "sp", f"{ADDRESS}, lsl #{1 if is_upper else 5}")
            for i, register in enumerate(ROW):
                asm("wldrd", register, at(ADDRESS, 8 * i))
            for i, register in enumerate(ROW, start=word):
                asm("wxor", total[i], total[i], register)
        if byte:
            asm.block("Shift the sum left by a byte.")
            for i in reversed(range(1, len(total))):
                asm("walignr2", total[i], total[i - 1], total[i])
            asm("wslldg", total[0], total[0], BYTE)
