"""Reduction modulo sums of few powers of 2^32 by digits of more than a word.

With 2^(32 n) = sum of k_i 2^(32 i) modulo p, the upper words of a product fold one after the other from the top: digit
j is the word and what the digits above leave there, and goes on to places below, k_i times to j - n + i. Digits of
several places share their sums of words, and are found as the cheapest sum of words, of neighbours in pairs, and of
digits above."""

import itertools

from codegen.riscv.listing import WORD_BITS
from codegen.riscv.program import Program
from codegen.values import Value

Digit = tuple[Value, Value | None]  # lower word, and the signed number of carries
Vector = tuple[int, ...]  # coefficients of the upper words
MOST_PARTS = 3  # of a sum, beside words
WORD_COST, DIGIT_COST, PAIR_COST = 3, 4, 2  # instructions to add a word or a digit; to add two words


def digit_vectors(coefficients: list[int]) -> list[Vector]:
    """The digits that replace the upper words, lowest first."""
    n = len(coefficients)
    found: dict[int, list[int]] = {}
    for j in reversed(range(n)):
        vector = [int(i == j) for i in range(n)]
        for above in range(j + 1, n):
            if 0 <= (i := j - above + n) < n:
                vector = [x + coefficients[i] * y for x, y in zip(vector, found[above], strict=True)]
        found[j] = vector
    return [tuple(found[j]) for j in range(n)]


def column_parts(coefficients: list[int], column: int) -> list[tuple[int, int]]:
    """The digits that a column takes, each with its coefficient."""
    n = len(coefficients)
    return [(j, coefficients[column - j]) for j in range(n) if 0 <= column - j < n and coefficients[column - j]]


class Digits:
    """Sums of upper words, each made once."""

    def __init__(self, p: Program, upper: list[Value]) -> None:
        self.p, self.n = p, len(upper)
        self.made: dict[Vector, Digit] = {self.unit(j): (word, None) for j, word in enumerate(upper)}

    def unit(self, *places: int) -> Vector:
        return tuple(int(i in places) for i in range(self.n))

    def get(self, target: Vector) -> Digit:
        if target not in self.made:
            parts = self._cheapest(target)
            total = self.get(parts[0][0])
            for vector, sign in parts[1:]:
                total = added(self.p, total, self.get(vector), sign)
            self.made[target] = total
        return self.made[target]

    def _cheapest(self, target: Vector) -> list[tuple[Vector, int]]:
        """Parts, the first of which counts once and positive."""
        pairs = [self.unit(j, j + 1) for j in range(self.n - 1)]
        if target in pairs:
            j = target.index(1)
            return [(self.unit(j), 1), (self.unit(j + 1), 1)]
        wide = [vector for vector in dict.fromkeys((*self.made, *pairs)) if sum(map(abs, vector)) > 1]
        signed = [(vector, sign) for vector in wide for sign in (1, -1)]
        best, least = [], None
        for count in range(MOST_PARTS + 1):
            for parts in itertools.combinations(signed, count):
                rest = [t - sum(s * v[i] for v, s in parts) for i, t in enumerate(target)]
                cost = DIGIT_COST * count + WORD_COST * sum(map(abs, rest))
                cost += PAIR_COST * sum(vector not in self.made for vector, _ in parts)
                if least is not None and cost >= least:
                    continue
                words = [(self.unit(i), 1 if k > 0 else -1) for i, k in enumerate(rest) for _ in range(abs(k))]
                ordered = sorted((*parts, *words), key=lambda part: -part[1])
                if ordered[0][1] > 0:
                    best, least = ordered, cost
        return best


def added(p: Program, a: Digit, b: Digit, sign: int) -> Digit:
    """a + b or a - b."""
    if sign > 0:
        low = p.add(a[0], b[0])
        carry = p.less(low, b[0])
        uppers = [value for value in (a[1], b[1]) if value is not None]
        for value in uppers:
            carry = p.add(value, carry)
        return low, carry
    borrow, low = p.less(a[0], b[0]), p.sub(a[0], b[0])
    high = p.negative(borrow) if a[1] is None else p.sub(a[1], borrow)
    return low, high if b[1] is None else p.sub(high, b[1])


def is_signed(coefficients: list[int]) -> bool:
    """Whether carries can be negative."""
    return min(coefficients) < 0


def reduce(p: Program, coefficients: list[int], lower: list[Value], upper: list[Value]) -> tuple[list[Value], Value]:
    """Words and the number above them, congruent to lower + 2^(32 n) upper."""
    digits = Digits(p, upper)
    vectors = digit_vectors(coefficients)
    for vector in reversed(vectors):
        digits.get(vector)
    words: list[Value] = []
    over: Value | None = None
    for column, word in enumerate(lower):
        total: Digit = (word, None)
        if over is not None:
            low = p.add(word, over)
            carry = p.less(low, over)
            total = low, p.add(carry, p.asr(over, WORD_BITS - 1)) if is_signed(coefficients) else carry
        for j, coefficient in column_parts(coefficients, column):
            for _ in range(abs(coefficient)):
                total = added(p, total, digits.get(vectors[j]), 1 if coefficient > 0 else -1)
        words.append(total[0])
        over = total[1]
    return words, over
