"""Karatsuba's product of integers of 16 words: three blocks of 8 words.

With a = a0 + a1 x, b = b0 + b1 x, x = 2^128, L = a0 b0, H = a1 b1 and M = (a1 - a0)(b0 - b1)

    a b = L + (L + H + M) x + H x^2.

With T = L1 + H0, the upper half of L and the lower of H, the quarters of the product are L0, T + L0 + M0, T + H1 + M1
and H1, and carries. M is made from D = |b0 - b1| and the other difference, its sign changed if b0 < b1: a number F - s
x with 0 <= F < x and s = 0 or 1. The block of F D starts from T + L0, so the second quarter leaves its rows as a whole.
s D is subtracted from the third one."""

from collections.abc import Sequence

from codegen.msp430.prime_blocks import HALF, HALF_BYTES, RESULT, RING, SPARE, A, B, Blocks


def multiply(blocks: Blocks, has_spare_bit: bool) -> tuple[list[list], str]:
    """a b, the addresses in A and B. Returns its quarters, of which the third is in the ring and the others have
    places on the stack, and the register of a small number that must be added to the fourth. has_spare_bit: the top
    bits of a and b are 0."""
    asm, stack = blocks.asm, blocks.stack
    b0, b1, distance = _operands(blocks)
    factor, no_sign = _factor(blocks)
    asm.block("H = a1 b1.")
    blocks.enter()
    asm("sub", f"#{HALF_BYTES}", A)
    h = blocks.multiply(b1, has_spare_bit=has_spare_bit) + stack.push_all(RING)
    asm.block("L = a0 b0; T = L1 + H0.")
    asm("sub", f"#{2 * HALF_BYTES}", A)
    l0 = blocks.multiply(b0)
    asm("clr", SPARE)
    for k, register in enumerate(RING):
        asm("addc" if k else "add", stack[h[k]], register)
    asm("rlc", SPARE)
    t = stack.push_all(RING)
    asm.block("T + L0.")
    for k, register in enumerate(RING):
        asm("addc" if k else "add", stack[l0[k]], register)
    asm("rlc", SPARE)
    carries = stack.push(SPARE)
    asm.block("T + L0 + F D.")
    stack.point(A, factor)
    second = blocks.multiply(max(distance), start=blocks.digits.count)
    _complete_third(blocks, (distance, no_sign), carries, t, h[HALF:])
    return [l0, second, list(RING), h[HALF:]], SPARE


def _difference(blocks: Blocks, words: Sequence[str], base: str, mask: str) -> None:
    """The words -= those at the address in base; the mask is all ones if the difference is negative. The address
    advances past the words."""
    asm = blocks.asm
    for k, register in enumerate(words):
        asm("subc" if k else "sub", f"@{base}+", register)
    asm("subc", mask, mask)


def _negate(blocks: Blocks, words: Sequence[str], mask: str) -> None:
    """The number's opposite if the mask is all ones."""
    for register in words:
        blocks.asm("xor", mask, register)
    for k, register in enumerate(words):
        blocks.asm("subc" if k else "sub", mask, register)


def _operands(blocks: Blocks) -> tuple[int, int, list[int]]:
    """Pushes b0, b1 and D in the order of the rows; SPARE is all ones if b0 < b1. Returns the places of the first two
    and of the words of D."""
    asm, stack = blocks.asm, blocks.stack
    ordered = blocks.digits.ordered
    asm.block("b0, D = |b0 - b1| and b1, in the order of the rows.")
    for register in ordered:
        asm("mov", f"@{B}+", register)
    b0 = stack.push_all(RING)[0]
    _difference(blocks, ordered, B, SPARE)
    _negate(blocks, ordered, SPARE)
    places = dict(zip(RING, stack.push_all(RING), strict=True))
    asm("sub", f"#{HALF_BYTES}", B)
    for register in ordered:
        asm("mov", f"@{B}+", register)
    return b0, stack.push_all(RING)[0], [places[register] for register in ordered]


def _factor(blocks: Blocks) -> tuple[int, int]:
    """Pushes F, and 0 if s = 1, else all ones; returns their places."""
    asm, stack, sign = blocks.asm, blocks.stack, B
    asm.block("F - s x = a0 - a1 if b0 < b1, else a1 - a0.")
    for register in RING:
        asm("mov", f"@{A}+", register)
    _difference(blocks, RING, A, sign)
    asm("inv", SPARE)
    _negate(blocks, (*RING, sign), SPARE)
    factor = stack.push_all(RING)[0]
    asm("inv", sign)
    return factor, stack.push(sign)


def _complete_third(
    blocks: Blocks, subtracted: tuple[list[int], int], carries: int, t: list[int], h1: list[int]
) -> None:
    """The third quarter, in the ring with the part above it in SPARE: F D there, less s D, plus T, H1 and what is above
    T and above T + L0: the carry of T at both places, that of T + L0. Together they are not negative, since a0 b1 + a1
    b0 is not, and are below four times 2^128."""
    asm, stack, mask, bits = blocks.asm, blocks.stack, RESULT, B
    distance, no_sign = subtracted
    asm.block("The third quarter: less s D.")
    asm("mov", stack[no_sign], mask)
    for k, register in enumerate(RING):
        asm("mov", stack[distance[k]], B)
        asm("bic", mask, B)
        asm("subc" if k else "sub", B, register)
    asm("subc", SPARE, SPARE)
    asm.block("Plus T, H1 and the carries below.")
    asm("mov", stack[carries], bits)
    for words, above in ((t, bits), (h1, "#0")):
        asm("rra", bits)
        for k, register in enumerate(RING):
            asm("addc", stack[words[k]], register)
        asm("addc", above, SPARE)
