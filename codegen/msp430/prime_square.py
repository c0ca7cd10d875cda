"""The square of an integer of 16 words: two triangles and a block between them, added in one sum."""

from codegen.kernel_fields import PrimeField
from codegen.msp430.listing import WORD_BYTES, at
from codegen.msp430.prime_blocks import HALF, HALF_BYTES, RESULT, RING, SPARE, A, B, Blocks
from codegen.msp430.prime_reduction import ONES, digits


def has_plain_negatives(field: PrimeField) -> bool:
    """Whether p + 1 has no other words than 0, 1 and all ones, and a bit on top."""
    return not field.spare_bits and field.words == 2 * HALF and {0, 1, ONES} >= set(digits(field.prime + 1, 2 * HALF))


def square_modulo(blocks: Blocks, field: PrimeField) -> list[list[int]]:
    """The square of a or of p - a, whichever is below 2^255, for a < p: it is congruent to a^2, and its double has no
    bit above its words. Otherwise as `square`."""
    asm, stack = blocks.asm, blocks.stack
    lower, upper, low, high = _absolute(blocks, field)
    blocks.enter()
    stack.point(A, lower)
    asm.block("The lower half's square.")
    first = blocks.triangle(low, 0)
    asm.block("The lower half times the double of the upper one.")
    asm("sub", f"#{HALF_BYTES}", A)
    second = blocks.multiply(high[0], blocks.digits.count, is_doubled=True)
    asm.block("The upper half's square.")
    stack.point(A, upper)
    third = blocks.triangle(high, 2 * blocks.digits.count)
    return [first, second, third, stack.push_all(RING)]


def _absolute(blocks: Blocks, field: PrimeField) -> tuple[int, int, list[int], list[int]]:
    """Pushes b = a or p - a < 2^255, each half followed by its double, the upper one in the order of the rows. Returns
    the places of the halves, and of the words of their doubles. -a = not a + (p + 1) modulo 2^256; no carry runs in the
    words below the first one of p + 1."""
    asm, stack, mask, one, carries = blocks.asm, blocks.stack, SPARE, B, RESULT
    asm.block("All ones if a has its top bit.")
    asm("mov", at(A, WORD_BYTES * (2 * HALF - 1)), mask)
    asm("rla", mask)
    asm("subc", mask, mask)
    asm("inv", mask)
    asm("mov", mask, one)
    asm("and", "#1", one)
    sources = {0: "#0", 1: one, ONES: mask}
    values = digits(field.prime + 1, 2 * HALF)
    start = next(k for k, value in enumerate(values) if value)
    halves, doubles = [], []
    for half in range(2):
        asm.block(f"b{half}, and its double.")
        for register in RING:
            asm("mov", f"@{A}+", register)
            asm("xor", mask, register)
        if half:
            asm("bit", "#2", carries)
        for k, register in enumerate(RING, HALF * half):
            if k >= start:
                asm("addc" if k > start else "add", sources[values[k]], register)
        halves.append(stack.push_all(RING)[0])
        if half:
            asm("bit", "#1", carries)
        else:
            asm("rlc", carries)
        for k, register in enumerate(RING, HALF * half):
            if k >= blocks.digits.words:
                asm("rlc" if k > blocks.digits.words else "rla", register)
        if not half:
            asm("rlc", carries)
        doubles.append(_push_double(blocks, is_ordered=half == 1))
    return halves[0], halves[1], doubles[0], doubles[1]


def _push_double(blocks: Blocks, is_ordered: bool) -> list[int]:
    """Pushes the ring; returns the places of its words. is_ordered: in the order of the rows."""
    stack = blocks.stack
    if not is_ordered:
        return stack.push_all(RING)
    places = {}
    for digit in reversed(blocks.digits.order):
        registers = blocks.digits.registers(digit)
        places |= dict(zip(registers, stack.push_all(registers), strict=True))
    return [places[register] for register in RING]


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
