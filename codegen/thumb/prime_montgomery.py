"""Montgomery's reduction modulo primes without a special form, in blocks of three words, or of two.

The factor q of a block is the block times 1/p, modulo the block's size. Then q p ends in the words of the block, and
their difference leaves the words above, without a borrow from below. q p is made by rows, part by part, with the halves
of q held; the halves of p are constants in the code. Numbers are lists of values, least significant word first."""

from codegen.kernel_fields import PrimeField, UnsupportedField
from codegen.prime_fields import is_montgomery
from codegen.thumb.listing import WORD_BITS
from codegen.thumb.numbers import Number, subtract
from codegen.thumb.program import Program
from codegen.thumb.rows import Rows, constants, halves
from codegen.values import Value

BLOCK = 3  # words whose halves fit the upper registers


def is_in_blocks(field: PrimeField) -> bool:
    """Whether elements are held in Montgomery form, and have as many words as products are made of."""
    parts, rest = divmod(field.words, BLOCK)
    has_product = field.words.bit_count() == 1 or (rest == 0 and parts.bit_count() == 1)
    return is_montgomery(field.name, WORD_BITS) and has_product and field.words >= BLOCK


def blocks(words: int) -> list[int]:
    """The words of each block; the larger ones first."""
    smaller = -words % BLOCK
    return [BLOCK] * ((words - smaller * (BLOCK - 1)) // BLOCK) + [BLOCK - 1] * smaller


def check_montgomery(field: PrimeField) -> None:
    """Raises UnsupportedField unless is_in_blocks."""
    if not is_in_blocks(field):
        raise UnsupportedField(f"{field.name}: no product of its size, or a reduction by its shape")


def prime_words(field: PrimeField) -> list[int]:
    return [field.prime >> WORD_BITS * i & ((1 << WORD_BITS) - 1) for i in range(field.words)]


def top_word(field: PrimeField, multiple: int = 1) -> int:
    """The largest uppermost word of numbers below a multiple of p."""
    return multiple * field.prime - 1 >> WORD_BITS * (field.words - 1)


def reduce_montgomery(p: Program, field: PrimeField, c: Number) -> list[Value]:
    """c / 2^(words WORD_BITS) mod p for c below p 2^(words WORD_BITS).

    After each block the number is between -p 2^(bits left) and c: its words above and `below_zero`, all ones for a
    borrow from them. At the end it is above -p and below p."""
    n = field.words
    rest: Number = c[:n]
    below_zero: Value | None = None
    first = n
    for size in blocks(n):
        p.block(f"A block of {size} words.")
        lower, middle = [rest[i] for i in range(size)], rest[size:]
        product = _multiple(p, field, lower, below_zero)
        # The word below, which is known, tells whether the product lacks a carry into the words above.
        p.subs(lower[-1], product[0])
        found = [p.sbcs(middle[i], product[1 + i]) for i in range(n - size)]
        found += [p.sbcs(c[first + i], product[1 + n - size + i]) for i in range(size)]
        below_zero, first, rest = p.borrow_mask(), first + size, found
    return add_masked_words(p, field, rest, below_zero)


def add_masked_words(p: Program, field: PrimeField, total: Number, mask: Value) -> list[Value]:
    """total + p if the mask is all ones, else total."""
    found: list[Value] = []
    for i, of_prime in enumerate(prime_words(field)):
        addend, word = p.ands(p.number(of_prime), mask), total[i]
        found.append(p.adcs(word, addend) if found else p.adds(word, addend))
    return found


def _multiple(p: Program, field: PrimeField, block: list[Value], below_zero: Value | None) -> list[Value]:
    """The words of q p from the uppermost of the block on, plus 1 at its highest block if `below_zero`. That does not
    overflow: the highest block of q p is at most its largest value less 1."""
    size = len(block)
    inverse = pow(field.prime, -1, 1 << WORD_BITS * size)
    q = Rows(p, halves(p, block), constants(p, inverse), size, end=size).result()
    held = halves(p, q)
    found: list[Value] = []
    carried = None
    part = 0
    for words in blocks(field.words):
        of_prime = constants(p, field.prime >> WORD_BITS * part)
        rows = Rows(p, held, of_prime, words, first=0 if part else size - 1).result(carried)
        found, carried, part = found + rows[:-size], rows[-size:], part + words
    if below_zero is not None:
        carried = subtract(p, carried, [below_zero] * size)
    return [*found, *carried]
