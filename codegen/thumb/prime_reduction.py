"""Residues of products modulo primes of three shapes: 2^bits - c with a bit to spare, 2^bits - 2^31 - 1 in full words,
and sums of few powers of 2^32.

Numbers are lists of values, least significant word first. A carry beyond the top word is a small number with a sign."""

import itertools

from codegen.kernel_fields import PrimeField, UnsupportedField
from codegen.prime_fields import GeneralisedMersenne, PseudoMersenne, shape
from codegen.thumb.listing import WORD_BITS
from codegen.thumb.numbers import add, ripple, subtract
from codegen.thumb.program import Program
from codegen.values import Value

ONES = (1 << WORD_BITS) - 1
BLOCK = 4  # words of the residue that are summed at a time


def check_shape(field: PrimeField) -> None:
    """Raises UnsupportedField if the prime has no shape that reductions are written for."""
    found = shape(field.prime)
    is_pseudo = isinstance(found, PseudoMersenne) and field.bits % WORD_BITS == WORD_BITS - 1 and found.c < 64
    is_sum = isinstance(found, GeneralisedMersenne) and not found.spare and found.block_bits % WORD_BITS == 0
    if not (is_pseudo or is_sum or fills_words(field)):
        raise UnsupportedField(f"{field.name}: no reduction for the shape of its prime")
    if field.words not in (4, 5, 6, 7, 8):
        raise UnsupportedField(f"{field.name}: elements of {field.words} words; the kernels have 4 to 8")


def is_pseudo_mersenne(field: PrimeField) -> bool:
    """Whether the prime is 2^bits - c with a bit to spare in the top word."""
    return isinstance(shape(field.prime), PseudoMersenne) and field.spare_bits == 1


def fills_words(field: PrimeField) -> bool:
    """Whether the prime is 2^bits - 2^31 - 1 and its elements fill their words."""
    return field.spare_bits == 0 and field.complement == 1 << (WORD_BITS - 1) | 1


def reduce(p: Program, field: PrimeField, c: list[Value]) -> list[Value]:
    """c mod p for a product c of two elements, or any c of its words."""
    if fills_words(field):
        return _fold_shifted(p, field, c)
    return _fold_pseudo(p, field, c) if is_pseudo_mersenne(field) else _fold_sums(p, field, c)


def _fold_pseudo(p: Program, field: PrimeField, c: list[Value]) -> list[Value]:
    """c mod p"""
    return fold_pseudo(p, field, c, {})


def fold_pseudo(p: Program, field: PrimeField, c: list[Value], open_carries: dict[int, Value]) -> list[Value]:
    """2^(bits + 1) is 2 c0 modulo p = 2^bits - c0: the upper words times 2 c0, one half after the other. To the upper
    word of a place an open carry may be added, a small number, which has room below the shifted halves: with c0 < 64
    these leave 2^16 - 2^7 there."""
    n = field.words
    factor = p.constant(2 * shape(field.prime).c)
    upper = [p.muls(p.lsr(word, 16), factor) for word in c[n:]]
    shifted = [p.lsl(upper[0], 16)]
    shifted += [p.orrs(p.lsl(word, 16), p.lsr(below, 16)) for below, word in itertools.pairwise(upper)]
    for place, carry in open_carries.items():
        shifted[place] = p.adds(shifted[place], p.muls(carry, factor))
    total = add(p, c[:n], shifted)
    carry = p.carry()
    top = p.adds(carry, p.lsr(upper[-1], 16))
    for i in range(n):
        product = p.muls(p.uxth(c[n + i]), factor)
        total[i] = p.adcs(total[i], product) if i else p.adds(total[i], product)
    return finish_pseudo(p, field, total, p.adcs(top, p.constant(0)))


def _fold_shifted(p: Program, field: PrimeField, c: list[Value]) -> list[Value]:
    """2^bits is 2^31 + 1 modulo p: adds the upper words, and once more shifted by 31 bits. The sum is below
    2^bits (2^31 + 2); let q be the part from 2^bits on. The rest plus q (2^31 + 1) is below 2 p, and at least p if
    adding 2^31 + 1 to it carries out of the words."""
    n, zero = field.words, p.constant(0)
    upper = c[n:]
    shifted = [p.lsl(upper[0], WORD_BITS - 1)]
    shifted += [p.orrs(p.lsl(word, WORD_BITS - 1), p.lsr(below, 1)) for below, word in itertools.pairwise(upper)]
    top = p.lsr(upper[-1], 1)
    total = add(p, c[:n], upper)
    top = p.adcs(top, zero)
    total = add(p, total, shifted)
    next_q = p.adds_small(p.adcs(top, zero), 1)  # q + 1, at most 2^31 + 2
    across, above = p.lsl(next_q, WORD_BITS - 1), p.lsr(next_q, 1)
    addend = [p.adds(next_q, across), p.adcs(above, zero)]
    total = add(p, total, addend + [zero] * (n - 2))
    return take_back_unless(p, field, total, p.borrow_mask())


def take_back_unless(p: Program, field: PrimeField, total: list[Value], mask: Value) -> list[Value]:
    """The number has 2^bits - p too much: subtracts it if the mask is all ones; if it is 0, 2^bits is gone already."""
    excess = p.ands(p.number(field.complement), mask)
    return subtract(p, total, [excess] + [p.constant(0)] * (len(total) - 1))


def finish_pseudo(p: Program, field: PrimeField, total: list[Value], top: Value) -> list[Value]:
    """The residue of a number of bits + 1 bits and a word `top` above them, below 2^19. Let q be the part above
    `bits`. The rest plus q c0 is below 2 p; it is at least p if adding c0 to it carries into bit `bits`."""
    c0 = shape(field.prime).c
    last = total[-1]
    q = p.orrs(p.lsl(top, 1), p.lsr(last, WORD_BITS - 1))
    last = p.lsr(p.lsl(last, 1), 1)
    addend = p.adds_small(p.muls(q, p.constant(c0)), c0)
    zero = p.constant(0)
    total = ripple_from(p, [*total[:-1], last], addend, zero)
    return take_back(p, field, total)


def take_back(p: Program, field: PrimeField, total: list[Value]) -> list[Value]:
    """The number has c0 too much: subtracts c0 if it does not reach 2^bits, else drops that bit."""
    zero = p.constant(0)
    excess = p.bics(p.constant(shape(field.prime).c), p.asr(total[-1], WORD_BITS - 1))
    *lower, last = subtract(p, total, [excess] + [zero] * (len(total) - 1))
    return [*lower, p.lsr(p.lsl(last, 1), 1)]


def ripple_from(p: Program, a: list[Value], addend: Value, zero: Value) -> list[Value]:
    """a + addend"""
    return [p.adds(a[0], addend), *ripple(p, a[1:], [zero] * (len(a) - 1))]


def _fold_sums(p: Program, field: PrimeField, c: list[Value]) -> list[Value]:
    """For each column, the terms that every upper word adds, a block of columns at a time."""
    n = field.words
    part = shape(field.prime).block_bits // WORD_BITS
    matrix = [
        [coefficient if i == own else 0 for coefficient in row for i in range(part)]
        for row in shape(field.prime).rows()
        for own in range(part)
    ]
    total: list[Value] = []
    over = None
    for first in range(0, n, BLOCK):
        block = list(c[first : min(first + BLOCK, n)])
        columns = [row[n:] for row in matrix[first : first + BLOCK]]
        over, block = _sum_block(p, block, over, columns, c[n:])
        total += block
    return fold_over(p, field, total, over)


def _sum_block(
    p: Program, block: list[Value], over: Value | None, columns: list[list[int]], upper: list[Value]
) -> tuple[Value, list[Value]]:
    """The block plus the carry from the block below and the terms of its columns; and the carry to the next block."""
    zero = p.constant(0)
    if over is not None:
        sign = p.asr(over, WORD_BITS - 1)
        block = [p.adds(block[0], over), *ripple(p, block[1:], [sign] * (len(block) - 1))]
        over = p.adcs(sign, zero)
    else:
        over = zero
    for sign in (1, -1):
        terms = [[upper[j] for j, k in enumerate(row) for _ in range(max(0, sign * k))] for row in columns]
        for chain in _chains(terms):
            is_first = True
            for i, term in enumerate(chain):
                if term is None and is_first:
                    continue
                name = ("adds" if is_first else "adcs") if sign > 0 else ("subs" if is_first else "sbcs")
                block[i] = getattr(p, name)(block[i], zero if term is None else term)
                is_first = False
            over = p.adcs(over, zero) if sign > 0 else p.sbcs(over, zero)
    return over, block


def _chains(terms: list[list[Value]]) -> list[list[Value | None]]:
    """The terms of the columns as sums, each with at most one term of a column."""
    return [[row[k] if k < len(row) else None for row in terms] for k in range(max(map(len, terms)))]


def fold_over(p: Program, field: PrimeField, total: list[Value], over: Value) -> list[Value]:
    """total + over 2^bits, |over| small, modulo p. First adds over (2^bits - p): all powers of 2^32 with a plus
    together, then those with a minus."""
    coefficients = complement_words(field)
    sign = p.asr(over, WORD_BITS - 1)
    carry = None
    for wanted in (1, -1):
        places = [i for i, k in enumerate(coefficients) if k == wanted]
        if not places:
            continue
        later = p.adds(over, sign)
        is_first = True
        for i in range(places[0], len(total)):
            term = (over if is_first else later) if i in places else sign
            name = ("adds" if is_first else "adcs") if wanted > 0 else ("subs" if is_first else "sbcs")
            total[i] = getattr(p, name)(total[i], term)
            is_first = False
        carry = p.adcs(sign, p.constant(0)) if wanted > 0 else p.sbcs(carry, sign)
    # total + carry 2^bits is above -p and below 2 p: subtracts p if it is not negative, then adds p if it became
    # negative.
    negative = p.asr(carry, WORD_BITS - 1)
    total = add_masked_prime(p, field, total, p.inverted(negative), is_sum=False)
    mask = p.sbcs(carry, p.constant(0))
    return add_masked_prime(p, field, total, p.asr(mask, WORD_BITS - 1), is_sum=True)


def complement_words(field: PrimeField) -> list[int]:
    """The coefficients of the powers of 2^32 in 2^bits - p."""
    part = shape(field.prime).block_bits // WORD_BITS
    return [k if i == 0 else 0 for k in shape(field.prime).coefficients for i in range(part)]


def add_masked_prime(p: Program, field: PrimeField, total: list[Value], mask: Value, *, is_sum: bool) -> list[Value]:
    """total + p or total - p if the mask is all ones, else total; leaves the carry or borrow."""
    words = [field.prime >> WORD_BITS * i & ONES for i in range(field.words)]
    if set(words) - {0, 1, ONES, ONES - 1}:
        raise UnsupportedField(f"{field.name}: words of the prime that are no 0, 1, or all ones")
    values = {0: p.constant(0), ONES: mask}
    if 1 in words:
        values[1] = p.lsr(mask, WORD_BITS - 1)
    if ONES - 1 in words:
        values[ONES - 1] = p.lsl(mask, 1)
    addends = [values[word] for word in words]
    return add(p, total, addends) if is_sum else subtract(p, total, addends)
