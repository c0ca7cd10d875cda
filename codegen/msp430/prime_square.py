"""The square of an integer of 16 words: two triangles and a block between them, added in one sum."""

from codegen.msp430.prime_blocks import HALF, HALF_BYTES, RING, A, Blocks


def square(blocks: Blocks) -> list[list[int]]:
    """a^2 for an a whose top bit is 0, its address in A: the places on the stack of the quarters."""
    asm, stack = blocks.asm, blocks.stack
    low, high = _double(blocks)
    blocks.enter()
    asm("sub", f"#{2 * HALF_BYTES}", A)
    asm.block("The lower half's square.")
    first = blocks.triangle(low, 0)
    asm.block("The lower half times the double of the upper one.")
    asm("sub", f"#{HALF_BYTES}", A)
    second = blocks.multiply(high[0], blocks.digits.count, is_doubled=True)
    asm.block("The upper half's square.")
    third = blocks.triangle(high, 2 * blocks.digits.count)
    return [first, second, third, stack.push_all(RING)]


def _double(blocks: Blocks) -> tuple[list[int], list[int]]:
    """Pushes 2 a, the upper half in the order of the rows: the places of the words of both halves."""
    asm, stack = blocks.asm, blocks.stack
    asm.block("2 a.")
    for k, register in enumerate(RING):
        asm("mov", f"@{A}+", register)
        asm("rlc" if k else "rla", register)
    low = stack.push_all(RING)
    for register in RING:
        asm("mov", f"@{A}+", register)
        asm("rlc", register)
    order = blocks.digits.order
    placed = dict(zip(order, stack.push_all(tuple(RING[k] for k in order)), strict=True))
    return low, [placed[k] for k in range(HALF)]
