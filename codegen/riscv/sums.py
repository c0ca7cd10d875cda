"""Sums of words and of products of words, column by column. RV32 has no carry: it is 1 if a sum is below an addend."""

from collections.abc import Iterator

from codegen.riscv.listing import WORD_BITS
from codegen.riscv.program import Program
from codegen.values import Value

ONES = (1 << WORD_BITS) - 1


class Columns:
    """A number that products and words are added to, of which `next` takes the lowest word away. `largest` is a bound
    of the number: a carry that it excludes is left out. `limit` bounds the sum of all that is ever added."""

    def __init__(self, p: Program, limit: int | None = None) -> None:
        self.p = p
        self.words: list[Value | None] = [None, None, None]
        self.largest, self.limit = 0, limit

    def _grow(self, largest: int) -> None:
        self.largest += largest
        if self.limit is not None:
            self.largest = min(self.largest, self.limit)

    def _shrink(self) -> None:
        self.words = [*self.words[1:], None]
        self.largest >>= WORD_BITS
        if self.limit is not None:
            self.limit >>= WORD_BITS

    def add_product(self, a: Value, b: Value, largest: int = ONES * ONES) -> None:
        """Adds a b, which is at most `largest`. The upper word of a product takes a carry without a further one."""
        p = self.p
        self._grow(largest)
        low = p.muls(a, b)
        high = p.upper(a, b) if largest > ONES else None
        carry = self._add(0, low)
        if carry is not None and high is not None:
            high = p.add(high, carry)
        self._add_from(1, carry if high is None else high)

    def add_word(self, value: Value, largest: int = ONES) -> None:
        self._grow(largest)
        self._add_from(0, value)

    def cancel(self, a: Value, b: Value, largest: int) -> None:
        """Adds a b, whose lower word makes the lowest word 0, and takes that away: it leaves a carry unless it was 0
        before."""
        p, low = self.p, self.words[0]
        self._grow(largest)
        self._add_from(1, p.add(p.upper(a, b), p.nonzero(low)))
        self._shrink()

    def next(self) -> Value:
        """The lowest word."""
        low = self.words[0]
        self._shrink()
        return self.p.constant(0) if low is None else low

    def _add_from(self, place: int, value: Value | None) -> None:
        while value is not None:
            value = self._add(place, value)
            place += 1

    def _add(self, place: int, value: Value) -> Value | None:
        """Adds to a word; returns the carry, if there can be one."""
        before = self.words[place]
        if before is None:
            self.words[place] = value
            return None
        total = self.words[place] = self.p.add(before, value)
        return self.p.less(total, value) if self.largest >> WORD_BITS * (place + 1) else None


def bounds(words: int, largest: int) -> list[int]:
    """The largest value of each word of numbers up to `largest`."""
    return [ONES] * (words - 1) + [largest >> WORD_BITS * (words - 1)]


def multiply(p: Program, a: list[Value], b: list[Value], largest: int) -> Iterator[Value]:
    """The words of a b, by columns, each made when it is asked for; both are at most `largest`."""
    n, total = len(a), Columns(p, largest * largest)
    for column in range(2 * n):
        add_column(total, a, b, largest, column)
        yield total.next()


def add_column(total: Columns, a: list[Value], b: list[Value], largest: int, column: int) -> None:
    """Adds the products of a column of a b."""
    n = len(a)
    most = bounds(n, largest)
    for i in range(max(0, column - n + 1), min(n, column + 1)):
        total.add_product(a[i], b[column - i], most[i] * most[column - i])


class Square:
    """The columns of a^2, for a up to `largest`.

    A product of two different words counts twice: one factor is taken from the words of 2 a, whose lowest bits come
    from the word below. The lowest bit of the factor next to the other one is left out, as it is that word's own: that
    factor is even, so at most 2^32 - 2, which excludes carries of the upper columns."""

    def __init__(self, p: Program, a: list[Value], largest: int) -> None:
        self.p, self.a, self.largest = p, a, largest
        n = len(a)
        self.most, self.most_twice = bounds(n, largest), bounds(n, min(2 * largest, (1 << WORD_BITS * n) - 1))
        self.shifted = [p.lsl(word, 1) for word in a[1:]]
        tops = [p.lsr(word, WORD_BITS - 1) for word in a[1:-1]]
        self.twice = [p.orrs(low, below) for low, below in zip(self.shifted[1:], tops, strict=True)]
        self.mask = p.asr(a[-1], WORD_BITS - 1) if self.most[-1] >> WORD_BITS - 1 else None

    def add_column(self, total: Columns, column: int) -> None:
        """Adds the products of a column."""
        a, n = self.a, len(self.a)
        for i in range(max(0, column - n + 1), (column + 1) // 2):
            k = column - i
            is_next = k == i + 1
            other = self.shifted[k - 1] if is_next else self.twice[k - 2]
            total.add_product(a[i], other, self.most[i] * (self.most_twice[k] & (~1 if is_next else ~0)))
        if column % 2 == 0 and column < 2 * n - 1:
            i = column // 2
            total.add_product(a[i], a[i], self.most[i] * self.most[i])
        if self.mask is not None and n <= column < 2 * n - 1:
            total.add_word(self.p.ands(self.mask, a[column - n]))

    def words(self) -> Iterator[Value]:
        """The words, each made when it is asked for."""
        total = Columns(self.p, self.largest * self.largest)
        for column in range(2 * len(self.a)):
            self.add_column(total, column)
            yield total.next()


def add(
    p: Program, a: list[Value], b: list[Value], *, has_carry: bool = True, carry: Value | None = None
) -> tuple[list[Value], Value | None]:
    """a + b + carry and the carry from it, or None unless it has one; a carry may be 2."""
    found: list[Value] = []
    for x, y in zip(a, b, strict=True):
        total = p.add(x, y)
        word = total if carry is None else p.add(total, carry)
        found.append(word)
        if len(found) == len(a) and not has_carry:
            return found, None
        over = p.less(total, y)
        carry = over if carry is None else p.add(over, p.less(word, carry))
    return found, carry


def subtract(p: Program, a: list[Value], b: list[Value]) -> tuple[list[Value], Value]:
    """a - b and the borrow."""
    found: list[Value] = []
    borrow = None
    for x, y in zip(a, b, strict=True):
        below, word = p.less(x, y), p.sub(x, y)
        if borrow is not None:
            below = p.orrs(below, p.less(word, borrow))
            word = p.sub(word, borrow)
        found.append(word)
        borrow = below
    return found, borrow


def subtract_word(p: Program, a: list[Value], value: Value) -> list[Value]:
    """a - value; the last borrow is lost."""
    found = []
    for word in a:
        found.append(p.sub(word, value))
        if len(found) < len(a):
            value = p.less(word, value)
    return found


def add_word(p: Program, a: list[Value], value: Value) -> list[Value]:
    """a + value; the last carry is lost."""
    found = []
    for word in a:
        found.append(p.add(word, value))
        if len(found) < len(a):
            value = p.less(found[-1], value)
    return found


def select(p: Program, mask: Value, chosen: list[Value], other: list[Value]) -> list[Value]:
    """`chosen` if the mask is all ones, `other` if it is 0."""
    return [p.eors(y, p.ands(p.eors(x, y), mask)) for x, y in zip(chosen, other, strict=True)]
