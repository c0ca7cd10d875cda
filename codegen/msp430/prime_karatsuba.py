"""Karatsuba's product of integers of 16 words: three blocks of 8 words.

With a = a0 + a1 x, b = b0 + b1 x, x = 2^128, L = a0 b0, H = a1 b1 and M = |a0 - a1| |b0 - b1|

    a b = L + (L + H -+ M) x + H x^2,

minus where the differences have the same sign. With T = L1 + H0, the upper half of L and the lower of H, the quarters
of the product are L0, T + L0 -+ M0, T + H1 -+ M1 and H1, and carries."""

from collections.abc import Sequence

from codegen.msp430.prime_blocks import HALF, HALF_BYTES, RING, SPARE, A, B, Blocks


def multiply(blocks: Blocks, has_spare_bit: bool) -> tuple[list[list], str]:
    """a b, the addresses in A and B. Returns its quarters, of which the third is in the ring and the others have
    places on the stack, and the register of a small number that must be added to the fourth. has_spare_bit: the top
    bits of a and b are 0."""
    asm, stack = blocks.asm, blocks.stack
    b0, b1, b_difference = _operands(blocks)
    a_difference, sign = _factor(blocks)
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
    asm("adc", SPARE)
    t, t_top = stack.push_all(RING), stack.push(SPARE)
    asm.block("T + L0.")
    for k, register in enumerate(RING):
        asm("addc" if k else "add", stack[l0[k]], register)
    asm("adc", SPARE)
    second, second_top = stack.push_all(RING), stack.push(SPARE)
    asm.block("M.")
    stack.point(A, a_difference[0])
    m0 = blocks.multiply(b_difference)
    _add_differences(blocks, sign, m0, (second, second_top), (t, t_top), h[HALF:])
    return [l0, second, list(RING), h[HALF:]], SPARE


def _difference(blocks: Blocks, words: Sequence[str], base: str, mask: str) -> None:
    """The words = |words - those at the address in base|; the mask is all ones if the difference was negative. The
    address advances past the words."""
    asm = blocks.asm
    for k, register in enumerate(words):
        asm("subc" if k else "sub", f"@{base}+", register)
    asm("subc", mask, mask)
    for register in words:
        asm("xor", mask, register)
    for k, register in enumerate(words):
        asm("subc" if k else "sub", mask, register)


def _operands(blocks: Blocks) -> tuple[int, int, int]:
    """Pushes b0, b1 and |b0 - b1| in the order of the rows; the mask of the difference is in SPARE. Returns their
    places."""
    asm, stack = blocks.asm, blocks.stack
    ordered = blocks.digits.ordered
    asm.block("b0, |b0 - b1| and b1, in the order of the rows.")
    for register in ordered:
        asm("mov", f"@{B}+", register)
    b0 = stack.push_all(RING)[0]
    _difference(blocks, ordered, B, SPARE)
    b_difference = stack.push_all(RING)[0]
    asm("sub", f"#{HALF_BYTES}", B)
    for register in ordered:
        asm("mov", f"@{B}+", register)
    return b0, stack.push_all(RING)[0], b_difference


def _factor(blocks: Blocks) -> tuple[list[int], int]:
    """Pushes |a0 - a1|, and all ones if M must be subtracted; returns their places."""
    asm, stack = blocks.asm, blocks.stack
    asm.block("|a0 - a1|.")
    for register in RING:
        asm("mov", f"@{A}+", register)
    _difference(blocks, RING, A, B)
    a_difference = stack.push_all(RING)
    asm("xor", B, SPARE)
    asm("inv", SPARE)
    return a_difference, stack.push(SPARE)


def _add_differences(blocks: Blocks, sign: int, m0: list[int], second: tuple, t: tuple, h1: list[int]) -> None:
    """Makes the second and the third quarter. -M is ~M + 1: the sign is the first carry and, in the third quarter,
    the part above M1. The third quarter is T, H1, the carry of the second, and M1 or its opposite. Together they are
    not negative, since a0 b1 + a1 b0 is not, and are below four times 2^128."""
    asm, stack, (first, *_) = blocks.asm, blocks.stack, RING
    (second_words, second_top), (t_words, t_top) = second, t
    over = A
    asm.block("M or its opposite; the second quarter.")
    asm("mov", stack[sign], SPARE)
    for k, register in enumerate(RING):
        asm("xor", SPARE, stack[m0[k]])
        asm("xor", SPARE, register)
    asm("mov", stack[second_top], over)
    asm("mov", SPARE, B)
    asm("rla", B)
    for source, target in zip(m0, second_words, strict=True):
        asm("mov", stack[source], B)
        asm("addc", B, stack[target])
    asm("adc", over)
    asm.block("The third quarter: plus T, H1 and the carry of the second.")
    for words, above in ((t_words, stack[t_top]), (h1, "#0")):
        for k, register in enumerate(RING):
            asm("addc" if k else "add", stack[words[k]], register)
        asm("addc", above, SPARE)
    asm("add", over, first)
    for register in RING[1:]:
        asm("adc", register)
    asm("adc", SPARE)
