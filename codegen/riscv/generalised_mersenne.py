"""Arithmetic modulo sums of few powers of 2^32. d = 2^bits - p is such a sum, too."""

from collections.abc import Iterator

from codegen.kernel_fields import PrimeField, UnsupportedField
from codegen.prime_fields import GeneralisedMersenne, shape
from codegen.riscv import digits
from codegen.riscv.listing import WORD_BITS
from codegen.riscv.program import Program
from codegen.riscv.sums import ONES, add, subtract
from codegen.values import Value


def is_generalised_mersenne(field: PrimeField) -> bool:
    found = shape(field.prime)
    return isinstance(found, GeneralisedMersenne) and not found.spare and found.block_bits % WORD_BITS == 0


def check_generalised_mersenne(field: PrimeField) -> None:
    if not is_generalised_mersenne(field):
        raise UnsupportedField(f"{field.name}: the prime is not a sum of few powers of 2^32")


def _spread(field: PrimeField, blocks: list[int], own: int) -> list[int]:
    """Coefficients of words from those of blocks, for word `own` of a block."""
    part = shape(field.prime).block_bits // WORD_BITS
    return [k if i == own else 0 for k in blocks for i in range(part)]


def difference_words(field: PrimeField) -> list[int]:
    """The coefficients of the powers of 2^32 in d."""
    return _spread(field, list(shape(field.prime).coefficients), 0)


def reduce(p: Program, field: PrimeField, product: Iterator[Value]) -> list[Value]:
    """The residue of a product."""
    words, over = fold(p, field, product)
    return finish(p, field, words, over, digits.is_signed(difference_words(field)))


def fold(p: Program, field: PrimeField, product: Iterator[Value]) -> tuple[list[Value], Value]:
    """Words and the small number above them, congruent to a product."""
    c = list(product)
    p.block("Digits of the upper half fold into the lower one.")
    return digits.reduce(p, difference_words(field), c[: field.words], c[field.words :])


def combine(
    p: Program, field: PrimeField, folded: tuple[list[Value], Value], times: int, terms: list[tuple[list[Value], int]]
) -> list[Value]:
    """The residue of a multiple of a folded product plus or minus elements: one reduction for all."""
    words, over, carry = [], folded[1], None
    for i, word in enumerate(folded[0]):
        total = word, None
        for value, sign in [(word, 1)] * (times - 1) + [(element[i], sign) for element, sign in terms]:
            total = digits.added(p, total, (value, None), sign)
        if carry is not None:
            total = digits.added(p, total, (carry, p.asr(carry, WORD_BITS - 1)), 1)
        words.append(total[0])
        carry = total[1]
    for _ in range(times):
        carry = p.add(carry, over)
    return finish(p, field, words, carry, True)


def finish(p: Program, field: PrimeField, words: list[Value], over: Value, is_signed: bool) -> list[Value]:
    """The residue of words + over 2^bits, for a small number `over`.

    Adding over d leaves a carry of -1, 0 or 1, which d replaces once more: with a carry of 1 the words are small, with
    one of -1 they are large, and the sum stays in range. Without a carry d is added if that reaches 2^bits: then the
    number is at least p."""
    p.block("The part above 2^bits folds; then p is subtracted if the result is not below it.")
    words, carry = add_multiple(p, field, words, over, is_signed)
    multiple = p.orrs(carry, reaches(p, field, words))
    return add_multiple(p, field, words, multiple, is_signed, keeps_carry=False)[0]


def add_multiple(
    p: Program, field: PrimeField, words: list[Value], factor: Value, is_signed: bool, *, keeps_carry: bool = True
) -> tuple[list[Value], Value | None]:
    """words + factor d and the carry, for a small number `factor`, negative only if `is_signed`."""
    found: list[Value] = []
    carry, can_be_negative = None, False
    for i, (word, k) in enumerate(zip(words, difference_words(field), strict=True)):
        addend = carry
        if k:
            addend = factor if carry is None else (p.add if k > 0 else p.sub)(carry, factor)
            if carry is None and k < 0:
                addend = p.negative(factor)
            can_be_negative |= is_signed or k < 0
        if addend is None:
            found.append(word)
            continue
        found.append(p.add(word, addend))
        if keeps_carry or i + 1 < len(words):
            carry = p.less(found[-1], addend)
            if can_be_negative:
                carry = p.add(carry, p.asr(addend, WORD_BITS - 1))
    return found, carry


def reaches(p: Program, field: PrimeField, words: list[Value]) -> Value:
    """1 if words + d reach 2^bits, else 0."""
    d = (1 << field.bits) - field.prime
    carry = None
    for i, word in enumerate(words):
        of_d = d >> WORD_BITS * i & ONES
        if carry is None:
            if of_d:
                carry = p.less(p.add(word, p.constant(of_d)), p.constant(of_d))
        elif of_d == 0:
            carry = p.less(p.add(word, carry), carry)
        elif of_d == ONES:
            carry = p.nonzero(p.orrs(word, carry))
        else:
            total = p.add(word, carry)
            first, addend = p.less(total, carry), p.constant(of_d)
            carry = p.orrs(first, p.less(p.add(total, addend), addend))
    return carry


def add_modular(p: Program, field: PrimeField, a: list[Value], b: list[Value]) -> list[Value]:
    """a + b mod p."""
    words, carry = add(p, a, b)
    multiple = p.orrs(carry, reaches(p, field, words))
    return add_multiple(p, field, words, multiple, False, keeps_carry=False)[0]


def subtract_modular(p: Program, field: PrimeField, a: list[Value], b: list[Value]) -> list[Value]:
    """a - b mod p."""
    words, borrow = subtract(p, a, b)
    return add_multiple(p, field, words, p.negative(borrow), True, keeps_carry=False)[0]
