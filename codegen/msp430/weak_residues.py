"""Residues modulo 2^(16 n - 1) - c, n = 16, that are below 2^(16 n - 1) but not always below the prime.

A result is below 2^255 + e for a small e. It loses bit 255 if that is set, and c is added: then what is left is below
e, and a sum of e and c ends in the lowest words. No carry runs through the others. A difference that is a little below
0 is handled the same way: its bit 255 is set, and with that bit gone it is so much below 2^255."""

from codegen.kernel_fields import PrimeField
from codegen.msp430.listing import WORD_BYTES, Listing, at
from codegen.msp430.prime_blocks import ELEMENT_BYTES, HALF, RESULT, RING, SPARE, A, B
from codegen.msp430.prime_fold import ABOVE_HIGH, HIGH
from codegen.msp430.prime_product import register_at
from codegen.msp430.prime_reduction import ONES

R, TOP = SPARE, RESULT
WORDS = 2 * HALF
ADD, SUBTRACT = ("add", "addc", "adc"), ("sub", "subc", "sbc")


def masked_top_bit(asm: Listing, top: str, mask: str, value: int) -> None:
    """Takes the uppermost bit of a register; mask = value if it was set, else 0."""
    asm("rla", top)
    asm("subc", mask, mask)
    asm("clrc")
    asm("rrc", top)
    asm("inv", mask)
    asm("and", f"#{value}", mask)


def sum_or_difference(asm: Listing, field: PrimeField, mnemonics: tuple[str, str, str], offset: int) -> None:
    """The element `offset` bytes from the address in R = a + b or a - b, for a at the address in A and b behind it,
    below 2^255. Afterwards A has the address of b; B is overwritten.

    A sum is below 2^256: with bit 255 replaced by c it is below 2^255 + c. A difference that borrows is a - b + 2^256
    with bit 255 set; without that bit and less c it is a - b + p, which is at least -c."""
    first, go_on, last = mnemonics
    mask = B
    asm("mov", A, B)
    asm("add", f"#{ELEMENT_BYTES}", B)
    for k in range(WORDS):
        register = RING[k] if k < HALF else TOP
        asm("mov", f"@{A}+", register)
        asm(go_on if k else first, f"@{B}+", register)
        if HALF <= k < WORDS - 1:
            asm("mov", register, at(R, offset + WORD_BYTES * k))
    if mnemonics is ADD:
        masked_top_bit(asm, TOP, mask, field.complement)
    else:
        asm("subc", mask, mask)
        asm("and", f"#{field.complement}", mask)
        asm("and", f"#{ONES >> field.spare_bits}", TOP)
    asm(first, mask, RING[0])
    for k in range(1, WORDS):
        if k < HALF:
            asm(last, RING[k])
            asm("mov", RING[k], at(R, offset + WORD_BYTES * k))
        elif k < WORDS - 1:
            asm(go_on, "#0", at(R, offset + WORD_BYTES * k))
        else:
            asm(last, TOP)
    masked_top_bit(asm, TOP, mask, field.complement)
    asm(first, mask, RING[0], note="no carry: it is that small or that large")
    asm("mov", RING[0], at(R, offset))
    asm("mov", TOP, at(R, offset + WORD_BYTES * (WORDS - 1)))


def add_unreduced(asm: Listing, offset: int) -> None:
    """The element `offset` bytes from the address in R = a + b < 2^256, for a at the address in A and b behind it.
    Afterwards A has the address of b; B is overwritten."""
    asm("mov", A, B)
    asm("add", f"#{ELEMENT_BYTES}", B)
    for k in range(WORDS):
        asm("mov", f"@{A}+", TOP)
        asm("addc" if k else "add", f"@{B}+", TOP)
        asm("mov", TOP, at(R, offset + WORD_BYTES * k))


def add_folded(asm: Listing, upper: tuple[str, ...], folded: list[str]) -> None:
    """v += the words `folded`. The lower half of v is at the address in R, the other in the registers `upper`."""
    for k in range(HALF):
        asm("addc" if k else "add", folded[k] if k < len(folded) else "#0", at(R, WORD_BYTES * k))
    for register in upper:
        asm("adc", register)


def store_upper(asm: Listing, upper: tuple[str, ...]) -> None:
    for k, register in enumerate(upper, HALF):
        asm("mov", register, at(R, WORD_BYTES * k))


def end_fold(asm: Listing, field: PrimeField) -> None:
    """The last part of a fold (prime_fold.py): r below 2^255. With t the bit above p's in HIGH, u = 2 ABOVE_HIGH + t is
    at most 4 c + 3, and c u below 2^15."""
    mask = RESULT
    asm.block(f"The part above 2^{field.bits}, times {field.complement}.")
    asm("mov", ABOVE_HIGH, register_at(8))
    masked_top_bit(asm, HIGH[-1], mask, field.complement)
    asm("add", register_at(10), mask)
    add_folded(asm, HIGH, [mask])
    asm.block(f"Bit {field.bits}.")
    masked_top_bit(asm, HIGH[-1], mask, field.complement)
    asm("add", mask, at(R), note="no carry: the word is below 2^15 if the bit was set")
    store_upper(asm, HIGH)


def add_multiple(asm: Listing, field: PrimeField) -> None:
    """r = a + 2 s e mod p, below 2^256, for s < 2^16 in TOP, e < 2^255 at the address in A, a < 2^255 at that in B; r
    at that in R.

    2 s e + a <= (2^17 - 1) 2^255 < 2^272 has 17 words. With the uppermost h and bit 255 t, the part above 2^255 is
    2 h + t, and c times it is below 2^22, so r is below 2^255 + 2^22. The upper word of a product, at most 2^16 - 2,
    has room for a carry."""
    above_low, kept, above = TOP, TOP, A
    asm("mov", TOP, register_at(0))
    asm.block("The lower half.")
    _products(asm, (*RING, above_low), goes_on=False)
    asm("push", above_low)
    for k, register in enumerate(RING):
        asm("rlc" if k else "rla", register)
    asm("clr", kept)
    asm("rlc", kept, note="the carry of the double")
    for k, register in enumerate(RING):
        asm("addc" if k else "add", f"@{B}+", register)
    asm("rlc", kept, note="the carry of the sum")
    for k, register in enumerate(RING):
        asm("mov", register, at(R, WORD_BYTES * k))
    asm.block("The upper half.")
    asm("pop", RING[0])
    _products(asm, (*RING, above), goes_on=True)
    asm("bit", "#2", kept)
    for register in (*RING, above):
        asm("rlc", register)
    asm("bit", "#1", kept)
    for register in RING:
        asm("addc", f"@{B}+", register)
    asm("adc", above)
    asm.block(f"The part above 2^{field.bits}, times {field.complement}.")
    asm("mov", f"#{2 * field.complement}", register_at(0))
    asm("mov", above, register_at(8))
    masked_top_bit(asm, RING[-1], B, field.complement)
    asm("add", register_at(10), B)
    asm("mov", register_at(12), above)
    asm("adc", above)
    add_folded(asm, RING, [B, above])
    store_upper(asm, RING)


def _products(asm: Listing, registers: tuple[str, ...], goes_on: bool) -> None:
    """registers = the 8 words from the address in A on times the multiplier's factor; goes_on: plus the first one."""
    *lower, above = registers
    for k, register in enumerate(lower):
        asm("mov", f"@{A}+", register_at(8))
        is_start = k == 0 and not goes_on
        asm("mov" if is_start else "addc" if k > (not goes_on) else "add", register_at(10), register)
        asm("mov", register_at(12), registers[k + 1])
    asm("adc", above)
