"""Words as polynomials over the integers, where words of one residue class modulo their base are one word.

Two words below B whose polynomials are congruent modulo B, coefficient by coefficient, are equal: their values are
congruent, and both are from 0 to B - 1. So a rest that is congruent to a known word is that word, and its quotient is
known without a variable; a rest whose polynomial B divides is 0. This is what Montgomery's reduction rests on: q = t p'
- B u, so t + q p0 = t (1 + p' p0) - B u p0 is 0, and q c for c p' = 1 has the lower half t.

Every quotient is a floor: a borrow of S = a - b - c is floor((B - 1 - S) / B)."""

from typing import Any

from motelab.prove.domains.integers import LONG, Integers, Value, Word
from motelab.prove.domains.polynomials import Polynomial, number, plus, scaled
from motelab.prove.domains.quotients import Piece

SMALLEST = 1 << 8  # a base of words
DEPTH_MAX = 3  # cuts that are put in where factors are unknown


class ResidueClasses(Integers):
    """The domain, for Machine."""

    def __init__(self) -> None:
        super().__init__()
        self.known: dict[tuple[int, frozenset], Polynomial] = {}  # base and residue class -> the word
        self.inverse: tuple[tuple[int, int], int, Polynomial] | None = None
        self.exact: set[int] = set()  # quotients whose rest is 0

    def inverses(self, a: int, b: int, base: int) -> None:
        """Two inputs of which the product is -1 modulo a base: a b = base k - 1, and k is a variable."""
        k = self.variables.new("k", base)
        self.inverse = (a, b), base, {(k,): base, (): -1}

    def with_inverse(self, p: Polynomial, base: int) -> Polynomial:
        """p with what is known in the place of a b."""
        if not self.inverse or self.inverse[1] != base:
            return p
        (a, b), _, product = self.inverse
        total: Polynomial = {}
        for m, c in p.items():
            if a in m and b in m:
                rest = list(m)
                rest.remove(a)
                rest.remove(b)
                total = plus(total, self.variables.times({tuple(rest): c}, product))
            else:
                total = plus(total, {m: c})
        return total

    def apply(self, name: str, width: int, operands: list[Any], count: int) -> tuple[Any, ...]:
        """The results of an operation. A word in memory stays one: its bytes are pieces of it."""
        if name == "split" and isinstance(operands[0], Word):
            return tuple(Piece(operands[0], i, width) for i in range(count))
        if name == "join" and (whole := self.rejoined(width, operands)) is not None:
            return (whole,)
        return super().apply(name, width, [self.plain(one) for one in operands], count)

    @staticmethod
    def rejoined(width: int, parts: list[Any]) -> Word | None:
        """The word of which these are all parts."""
        whole = parts[0].whole if isinstance(parts[0], Piece) else None
        same = all(isinstance(one, Piece) and one.whole is whole and one.width == width for one in parts)
        return whole if same and [one.index for one in parts] == [*range(len(parts))] and (
            whole.high < 1 << width * len(parts)
        ) else None  # fmt: skip

    def plain(self, value: Any) -> Value:
        """A piece as a word."""
        if not isinstance(value, Piece):
            return value
        upper = self._shr(0, value.whole, value.index * value.width)[0] if value.index else value.whole
        return upper if isinstance(upper, int) else self.below(upper, value.width)

    def divided(self, name: str, p: Polynomial, low: int, high: int, base: int) -> tuple[Value, Value]:
        """Rest and quotient."""
        bottom, top = self.variables.interval(p)
        if base < SMALLEST or max(low, bottom) // base == min(high, top) // base:
            return super().divided(name, p, low, high, base)
        if (found := self.of_class(p, base)) is not None:
            rest, quotient = found
            if quotient is None:
                quotient = self.quotient(name, p, base, high // base)
                self.exact |= {v for m in quotient for v in m}
            return self.word(rest, 0, base - 1), self.word(quotient, max(low, 0) // base, high // base)
        rest, quotient = super().divided(name, p, low, high, base)
        if isinstance(rest, Word):
            self.known[base, self.residue(p, base)] = rest.p
            if self.is_square(p):
                return self.word(rest.p, 0, base - 3), quotient
        return rest, quotient

    @staticmethod
    def is_square(p: Polynomial) -> bool:
        """Whether p is the square of a word. It is 0 or 1 modulo 4, and so is its rest by a base that 4 divides: the
        rest is at most B - 3."""
        ((m, c), *others) = p.items()
        return not others and c == 1 and len(m) == 2 and m[0] == m[1]

    @staticmethod
    def residue(p: Polynomial, base: int) -> frozenset:
        return frozenset((m, c % base) for m, c in p.items() if c % base)

    def of_class(self, p: Polynomial, base: int) -> tuple[Polynomial, Polynomial | None] | None:
        """The word below the base in the residue class of p, and the quotient; None if none is known. The definitions
        of p's cuts are put in, the latest first. The quotient is None if it is best left as one variable: that of a
        rest which is 0 by an inverse."""
        for _ in range(DEPTH_MAX if self.inverse else len(self.variables.all)):
            key = self.residue(p, base)
            rest = {} if not key else number(key_value(key)) if key_is_number(key) else self.known.get((base, key))
            if rest is not None:
                return rest, {m: c // base for m, c in plus(p, rest, -1).items()}
            cuts = [v for m in p for v in m if self.variables.is_cut(v)]
            if not cuts:
                return None
            p = self.put_in(p, max(cuts))
            if self.inverse and not self.residue(self.with_inverse(p, base), base):
                return {}, None
        return None

    def put_in(self, p: Polynomial, cut: int) -> Polynomial:
        return self.variables.substituted(p, cut, self.variables.all[cut].definition)

    def _sub(self, width: int, a: Value, b: Value, c: Value) -> tuple[Value, Value]:
        marks = self.selected(a, b, c)
        a, b = self.as_words(1 if marks else LONG, a, b)
        base = 1 << width
        s, decided = self.difference(base, a, b, c)
        if decided:
            return decided
        if (found := self.of_class(s, base)) is not None:
            rest, quotient = found
            if quotient is not None:
                return self.word(rest, 0, base - 1), self.word(scaled(quotient, -1), 0, 1)
        d = self.quotient("borrow", plus(number(base - 1), s, -1), base, 1)
        if marks:
            self.chained |= {v for m in d for v in m}
        rest = plus(s, d, base)
        self.known[base, self.residue(s, base)] = rest
        return self.word(rest, 0, base - 1), self.word(d, 0, 1)


def key_is_number(key: frozenset) -> bool:
    return len(key) == 1 and next(iter(key))[0] == ()


def key_value(key: frozenset) -> int:
    return next(iter(key))[1]
