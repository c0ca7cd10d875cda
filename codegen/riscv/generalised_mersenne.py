"""Arithmetic modulo sums of few powers of 2^32. d = 2^bits - p is such a sum, too."""

from collections.abc import Iterator

from codegen.kernel_fields import PrimeField, UnsupportedField
from codegen.prime_fields import GeneralisedMersenne, shape
from codegen.riscv.listing import WORD_BITS
from codegen.riscv.program import Program, Value
from codegen.riscv.sums import ONES, add, subtract


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


class Terms:
    """Sums of upper words that several columns need: a word and its carry, by the numbers of the words."""

    def __init__(self, p: Program, upper: list[Value], columns: list[list[int]]) -> None:
        self.p, self.upper, self.columns = p, upper, [list(column) for column in columns]
        self.pairs: dict[tuple[int, int], tuple[Value, Value]] = {}

    def shared(self) -> list[tuple[int, int]]:
        """Pairs of words that go together with the same coefficient, of one column each, that most columns have."""
        counts: dict[tuple[int, int], int] = {}
        for column in self.columns:
            used = [j for j, k in enumerate(column) if k]
            for at, i in enumerate(used):
                for j in used[at + 1 :]:
                    if column[i] == column[j]:
                        counts[i, j] = counts.get((i, j), 0) + 1
        return sorted((pair for pair, count in counts.items() if count > 1), key=lambda pair: (-counts[pair], pair))

    def pair(self, i: int, j: int) -> tuple[Value, Value]:
        if (i, j) not in self.pairs:
            low = self.p.add(self.upper[i], self.upper[j])
            self.pairs[i, j] = low, self.p.less(low, self.upper[j])
        return self.pairs[i, j]


def reduce(p: Program, field: PrimeField, product: Iterator[Value]) -> list[Value]:
    """The residue of a product."""
    n = field.words
    c = list(product)
    p.block("Sums of words, by columns.")
    part = shape(field.prime).block_bits // WORD_BITS
    columns = [_spread(field, row, own)[n:] for row in shape(field.prime).rows() for own in range(part)]
    terms = Terms(p, c[n:], columns)
    shared = terms.shared()
    words: list[Value] = []
    over, is_signed = None, False
    for column, low in zip(columns, c, strict=False):
        low, over, is_signed = _column(p, terms, shared, list(column), low, over, is_signed)
        words.append(low)
    return finish(p, field, words, over, is_signed)


def _column(
    p: Program,
    terms: Terms,
    shared: list[tuple[int, int]],
    column: list[int],
    low: Value,
    over: Value | None,
    is_signed: bool,
) -> tuple[Value, Value | None, bool]:
    """A column's word and the carry to the next one, from those of the column below."""
    rest = None
    if over is not None:
        low = p.add(low, over)
        rest = p.less(low, over)
        if is_signed:
            rest = p.add(rest, p.asr(over, WORD_BITS - 1))
    for i, j in shared:
        while column[i] and column[i] == column[j]:
            sign = 1 if column[i] > 0 else -1
            column[i], column[j] = column[i] - sign, column[j] - sign
            value, carry = terms.pair(i, j)
            low, rest = _added(p, low, rest, value, sign)
            rest = (p.add if sign > 0 else p.sub)(rest, carry)
            is_signed |= sign < 0
    for sign in (1, -1):
        for j, k in enumerate(column):
            for _ in range(max(0, sign * k)):
                low, rest = _added(p, low, rest, terms.upper[j], sign)
                is_signed |= sign < 0
    return low, rest, is_signed


def _added(p: Program, low: Value, rest: Value | None, value: Value, sign: int) -> tuple[Value, Value]:
    """The word plus or minus a value, and the carries so far."""
    if sign > 0:
        total = p.add(low, value)
        carry = p.less(total, value)
        return total, carry if rest is None else p.add(rest, carry)
    borrow = p.less(low, value)
    return p.sub(low, value), p.negative(borrow) if rest is None else p.sub(rest, borrow)


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
