"""The square of an integer of 16 words: two triangles and a block between them, added in one sum."""

from codegen.msp430.prime_blocks import HALF_BYTES, RING, SPARE, A, B, Blocks


def square(blocks: Blocks, has_spare_bit: bool) -> list[list[int]]:
    """a^2, the address of a in A. Returns the places of its quarters on the stack. has_spare_bit: the top bit of a is
    0."""
    asm, stack = blocks.asm, blocks.stack
    low, high = _double(blocks)
    if not has_spare_bit:
        top_bit = _push_top_bit(blocks)
    blocks.enter()
    asm("sub", f"#{2 * HALF_BYTES}", A)
    asm.block("The lower half's square.")
    first = blocks.triangle(low, 0)
    asm.block("The lower half times the double of the upper one.")
    asm("sub", f"#{HALF_BYTES}", A)
    second = blocks.multiply(high[0], blocks.digits.count, is_doubled=True)
    asm.block("The upper half's square.")
    third = blocks.triangle(high, 2 * blocks.digits.count)
    if not has_spare_bit:
        _add_top_bit(blocks, top_bit, third)
    return [first, second, third, stack.push_all(RING)]


def _double(blocks: Blocks) -> tuple[list[int], list[int]]:
    """Pushes 2 a, the upper half in the order of the rows; returns the places of the words of both halves. The carry
    is the bit above. In the triangle of the lower half no row takes the lowest digit of 2 a or the lowest bit of the
    next one."""
    asm, stack = blocks.asm, blocks.stack
    asm.block("2 a.")
    for k, register in enumerate(RING):
        asm("mov", f"@{A}+", register)
        if k >= blocks.digits.words:
            asm("rlc" if k > blocks.digits.words else "rla", register)
    low = stack.push_all(RING)
    ordered = blocks.digits.ordered
    for register in ordered:
        asm("mov", f"@{A}+", register)
        asm("rlc", register)
    places = dict(zip(RING, stack.push_all(RING), strict=True))
    return low, [places[register] for register in ordered]


def _push_top_bit(blocks: Blocks) -> int:
    """Pushes 0 if 2 a has a bit above its words, else all ones; returns the place."""
    blocks.asm("subc", SPARE, SPARE)
    return blocks.stack.push(SPARE)


def _add_top_bit(blocks: Blocks, top_bit: int, third: list[int]) -> None:
    """Adds the bit of 2 a above its words times all of a except the last digit: that digit's part is in its square."""
    asm, stack, words = blocks.asm, blocks.stack, blocks.digits.words
    asm.block("The bit of 2 a above its words.")
    asm("sub", f"#{2 * HALF_BYTES}", A)
    asm("mov", stack[top_bit], SPARE)
    targets = [*(stack[place] for place in third), *RING]
    for k, target in enumerate(targets[:-words]):
        asm("mov", f"@{A}+", B)
        asm("bic", SPARE, B)
        asm("addc" if k else "add", B, target)
    for target in targets[-words:]:
        asm("adc", target)
