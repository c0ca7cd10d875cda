"""Words as polynomials over the integers, in a form that makes chains of carries one quotient.

A sum S is split at a power of two B: S = B Z + S' where Z takes the terms whose coefficients B divides. So floor(S / B)
= Z + floor(S' / B), and S - B floor(S / B) = S' - B floor(S' / B). Only floor(S' / B) is a variable. Where S' is x plus
an earlier quotient floor(y / C), it is floor((C x + y) / (B C)): a carry is a quotient of the number that the words
stand for, and its bounds are bounds of this number (bounds.py).

A quotient with a factor that is a constant and a word, as in Montgomery's reduction, is put in again: the word t + q
p0 with q = t p' - B u is t (1 + p' p0) - B u p0, which B divides."""

import dataclasses
import math
from typing import Any

from motelab.prove.domains.integers import FEW, Integers, Value, Word
from motelab.prove.domains.polynomials import Polynomial, number, plus, scaled
from motelab.prove.kernel.machine import Unknown

ONE_WORD = ("and", "or", "xor", "sar")  # operations whose result is a word
SHORT = 3  # a sum of which bounds by its number are asked has at most so many values


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """A part of a word: bits from index * width on."""

    whole: Word
    index: int
    width: int


class Floors(Integers):
    """The domain, for Machine. bounds: finds bounds of a variable (bounds.Bounds), or None."""

    def __init__(self) -> None:
        super().__init__()
        self.bounds: Any = None
        self.is_open = False  # whether a word without a rule may be any word
        self.factors: set[int] = set()  # words that a constant multiplied, and those that came of it
        self.words: dict[frozenset, tuple[int, int]] = {}  # bounds of polynomials
        self.inverses: dict[tuple[int, frozenset], tuple[int, Value]] = {}  # of t: p0 and the word -t / p0
        self.steps: dict[
            tuple[int, frozenset], tuple[Polynomial, int, int]
        ] = {}  # of a rest: its quotient, bounds of the sum
        self.unknown: dict[str, Value] = {}
        self.pairs: dict[int, tuple[Polynomial, Polynomial]] = {}  # variables that stand for x xor y

    def anything(self, name: str, width: int) -> Value:
        """A word that may have any value, the same for the same name."""
        if name not in self.unknown:
            self.unknown[name] = self.input(name, (1 << width) - 1)
        return self.unknown[name]

    def pieces(self, value: Value, width: int, count: int) -> list[Any]:
        """A word in memory."""
        if isinstance(value, int):
            return [value >> width * i & (1 << width) - 1 for i in range(count)]
        return [Piece(value, i, width) for i in range(count)]

    def apply(self, name: str, width: int, operands: list[Any], count: int) -> tuple[Value, ...]:
        if name == "split" and isinstance(operands[0], Word):
            return tuple(self.pieces(operands[0], width, count))
        if name == "join" and (whole := self.rejoined(width, operands)) is not None:
            return (whole,)
        try:
            return super().apply(name, width, [self.plain(one) for one in operands], count)
        except Unknown:
            if not self.is_open or name not in ONE_WORD:
                raise
            return (self.input("anything", (1 << width) - 1),)

    def of_few_bits(self, name: str, width: int, operands: list[Value], count: int) -> tuple[Value, ...] | None:
        if name not in ("or", "and", "xor") or any(isinstance(one, Word) and one.high > 1 for one in operands):
            return None
        if name == "or" and (found := self.one_of(*operands)) is not None:
            return (found,)
        operands = [self.bit_of(one) if isinstance(one, Word) and one.high == 1 else one for one in operands]
        return super().of_few_bits(name, width, operands, count)

    def one_of(self, a: Value, b: Value) -> Value | None:
        """The sum of bits of which at most one is 1."""
        p = plus(self.parts(a)[0], self.parts(b)[0])
        total = self.word(p, *self.words.get(frozenset(p.items()), (None, None)))
        return total if isinstance(total, int) or (total.low >= 0 and total.high <= 1) else None

    def bit_of(self, value: Word) -> Word:
        """A bit as a polynomial over variables that are bits."""
        if value.low < 0 or self.variables.bits_only(value.p, FEW) is not None:
            return value
        return Word({(self.variables.new("bit", 1, value.p),): 1}, 0, 1)

    @staticmethod
    def rejoined(width: int, parts: list[Any]) -> Word | None:
        """The word of which these are all parts."""
        first = parts[0]
        if not all(isinstance(one, Piece) and one.width == width for one in parts):
            return None
        same = all(one.whole is first.whole and one.index == i for i, one in enumerate(parts))
        return first.whole if same and first.whole.high < 1 << width * len(parts) else None

    def plain(self, value: Any) -> Value:
        """A piece as a word."""
        if not isinstance(value, Piece):
            return value
        upper = self._shr(0, value.whole, value.index * value.width)[0] if value.index else value.whole
        return self.below(upper, value.width)

    def known(self, p: Polynomial, low: int, high: int) -> Value:
        """A word with bounds, which are kept for its polynomial."""
        word = self.word(p, low, high)
        if isinstance(word, Word):
            if word.low == word.high:
                return word.low
            self.words[frozenset(word.p.items())] = (word.low, word.high)
        return word

    def divided(self, name: str, p: Polynomial, low: int, high: int, base: int) -> tuple[Value, Value]:
        """Rest and quotient of a polynomial from `low` to `high`, by a power of two."""
        bottom, top = self.variables.interval(p)
        low, high = max(low, bottom), min(high, top)
        if self.bounds and len(p) <= FEW and (base == 2 or low < 0 < high <= SHORT) and high - low > 1:
            p = self.bounds.settled_in(p)
            low, high = self.bounds.tightened(p, low, high)
        if low // base == high // base:
            q = low // base
            return self.known(plus(p, number(q * base), -1), low - q * base, high - q * base), q
        if (bit := of_two_values(p, low, high)) is not None:
            first, more = low // base, high // base - low // base
            q = plus(number(first), bit, more)
            return self.known(plus(p, q, -base), 0, base - 1), self.known(q, first, first + more)
        quotient, rest = self.taken(name, p, base)
        return self.known(rest, 0, base - 1), self.known(quotient, low // base, high // base)

    def taken(self, name: str, p: Polynomial, base: int) -> tuple[Polynomial, Polynomial]:
        """Quotient and rest as polynomials."""
        whole, rest = parted(p, base)
        if exact := self.exact(p, rest, base):
            return exact
        if (common := math.gcd(base, *rest.values())) > 1 and rest:  # of a word and of its shifts the same quotient
            q, inner = self.taken(name, scaled_down(rest, common), base // common)
            return plus(whole, q), scaled(inner, common)
        if not rest:
            return whole, {}
        odd = {m: c for m, c in rest.items() if c & 1}
        if len(odd) < len(rest) and self.is_bit_sized(odd):  # floor((2 x + bit) / base) = floor(x / (base / 2))
            q, inner = self.taken(name, scaled_down(plus(rest, odd, -1), 2), base // 2)
            return plus(whole, q), plus(scaled(inner, 2), odd)
        low, high = self.variables.interval(rest)
        if low // base == high // base or (bit := of_two_values(rest, low, high)) is not None:
            q = number(low // base)
            if low // base != high // base:
                q = plus(q, bit, high // base - low // base)
            return plus(whole, q), plus(rest, q, -base)
        shifted, first, smaller = plus(rest, number(low // base * base), -1), low // base, base
        if high // base == first + 1:  # of which only a sign is asked: the same by any base that is large enough
            over = plus(rest, number((first + 1) * base), -1)
            smaller = 1 << max((first + 1) * base - low - 1, high - (first + 1) * base).bit_length()
            shifted = plus(over, number(smaller))
        v = {(self.variables.new(name, high // base - first, shifted, smaller),): 1}
        q = plus(number(first), v)
        return plus(whole, q), plus(rest, q, -base)

    def is_bit_sized(self, p: Polynomial) -> bool:
        low, high = self.variables.interval(p)
        return low >= 0 and high <= 1

    def exact(self, p: Polynomial, rest: Polynomial, base: int) -> tuple[Polynomial, Polynomial] | None:
        """Quotient and rest of a sum that is known to be a word plus a multiple of the base, once the factors of
        constants in it are put in."""
        if not any(v in self.factors for m in rest for v in m):
            return None
        while found := [v for v in {v for m in rest for v in m} if v in self.factors]:
            last = max(found)
            p = self.variables.substituted(p, last, self.variables.all[last].definition)
            whole, rest = parted(p, base)
            if not rest:
                return whole, {}
            low, high = self.words.get(frozenset(rest.items()), self.variables.interval(rest))
            if low >= 0 and high < base:
                return whole, rest
        return None

    def added(self, width: int, a: Value, b: Value, c: Value) -> tuple[Value, Value]:
        (p, pl, ph), (q, ql, qh), (r, rl, rh) = self.parts(a), self.parts(b), self.parts(c)
        low, high = pl + ql + rl, ph + qh + rh
        both = plus(p, q)
        if width > 1 and p == q and p and 0 <= rl <= rh <= 1:  # floor((2 x + bit) / B) = floor(x / (B / 2))
            half, quotient = self.divided("carry", p, pl, ph, 1 << width - 1)
            word = self.known(plus(scaled(self.parts(half)[0], 2), r), 0, (1 << width) - 1)
        else:
            word, quotient = self.divided("carry", plus(both, r), low, high, 1 << width)
        self.follow(width, a, quotient, low - pl, high - ph)
        self.follow(width, b, quotient, low - ql, high - qh)
        self.keep(width, word, quotient, low, high)
        return word, quotient

    def keep(self, width: int, rest: Value, quotient: Value, low: int, high: int) -> None:
        """Notes the sum that a rest comes from."""
        if isinstance(rest, Word):
            self.steps[width, frozenset(rest.p.items())] = self.parts(quotient)[0], low, high

    def follow(self, width: int, rest: Value, quotient: Value, low: int, high: int) -> None:
        """Notes bounds of two quotients' sum, where to the rest of one sum something from low to high was added: it is
        the quotient of all that was added, by x = B q + r and r + e = B q' + r'."""
        if not isinstance(rest, Word) or not (step := self.steps.get((width, frozenset(rest.p.items())))):
            return
        p, bottom, top = step
        both = plus(p, self.parts(quotient)[0])
        bounds = (bottom + low) >> width, (top + high) >> width
        self.words[frozenset(both.items())] = bounds
        self.words[frozenset(scaled(both, -1).items())] = -bounds[1], -bounds[0]

    _add = added

    def _sub(self, width: int, a: Value, b: Value, c: Value) -> tuple[Value, Value]:
        if isinstance(a, Word) and isinstance(b, Word) and a.p == b.p:
            a = b = 0
        (p, pl, ph), (q, ql, qh), (r, rl, rh) = self.parts(a), self.parts(b), self.parts(c)
        total = plus(plus(p, q, -1), r, -1)
        word, quotient = self.divided("borrow", total, pl - qh - rh, ph - ql - rl, 1 << width)
        self.follow(width, a, quotient, -qh - rh, -ql - rl)
        self.keep(width, word, quotient, pl - qh - rh, ph - ql - rl)
        q, low, high = self.parts(quotient)
        return word, self.known(scaled(q, -1), -high, -low)

    def _less(self, width: int, a: Value, b: Value) -> tuple[Value]:
        return (self._sub(width, a, b, 0)[1],)

    def _zero(self, width: int, a: Word) -> tuple[Value] | None:
        """Of a multiple of a bit; of t where q = t p' modulo 2^width is known, by p0 = -1 / p'. Then t + p0 q has a
        carry unless both are 0, because it is 0 modulo 2^width."""
        if found := self.inverses.get((width, frozenset(a.p.items()))):
            p0, q = found
            carry = self.added(width, a, self._mul(width, p0, q)[0], 0)[1]
            p, low, high = self.parts(carry)
            return (self.known(plus(number(1), p, -1), 1 - high, 1 - low),)
        factor = math.gcd(*a.p.values())
        if a.low < 0 or a.high > factor:
            return None
        return (self.known(plus(number(1), scaled_down(a.p, factor), -1), 0, 1),)

    def _mul(self, width: int, a: Value, b: Value) -> tuple[Value, Value]:
        for x, y in ((a, b), (b, a)):
            if isinstance(x, int):
                p = self.cut(y)
                if p is not y.p:
                    self.factors |= {v for m in p for v in m}
                low, high = self.divided("high", scaled(p, x), 0, x * y.high, 1 << width)
                if x & 1:
                    self.inverses[width, frozenset(y.p.items())] = pow(-x, -1, 1 << width), low
                return low, high
        product = self.variables.times(self.cut(a), self.cut(b))
        return self.divided("high", product, 0, a.high * b.high, 1 << width)

    def cut(self, value: Value) -> Polynomial:
        p = super().cut(value)
        if isinstance(value, Word) and p is not value.p and any(v in self.factors for m in value.p for v in m):
            self.factors |= {v for m in p for v in m}
        return p

    def mask(self, width: int, value: Value) -> Polynomial | None:
        """The bit of a word that is all ones or all zeros."""
        ones = (1 << width) - 1
        if isinstance(value, int) or value.low < 0 or value.high > ones or any(c % ones for c in value.p.values()):
            return None
        bit = self.bit_of(Word(scaled_down(value.p, ones), 0, 1)).p
        self.variables.selectors |= {v for m in bit for v in m}
        return bit

    def _and(self, width: int, a: Value, b: Value) -> tuple[Value] | None:
        for x, y in ((a, b), (b, a)):
            if (bit := self.mask(width, x)) is not None:
                return (self.known(self.variables.times(bit, self.cut(y)), 0, self.parts(y)[2]),)
        return super()._and(width, a, b)

    def and_number(self, width: int, a: Word, mask: int) -> tuple[Value] | None:
        found = super().and_number(width, a, mask)
        return (self.known(found[0].p, 0, mask),) if found and isinstance(found[0], Word) else found

    def _xor(self, width: int, a: Value, b: Value) -> tuple[Value] | None:
        """Of words: a variable, which a mask and another xor make a choice of the two."""
        for x, y in ((a, b), (b, a)):
            if (found := self.chosen(width, x, y)) is not None:
                return (found,)
        found = super()._xor(width, a, b)
        if found is None and isinstance(a, Word) and isinstance(b, Word):
            v = self.variables.new("xor", (1 << width) - 1)
            self.pairs[v] = (a.p, b.p)
            found = (Word({(v,): 1}, 0, (1 << width) - 1),)
        return found

    def chosen(self, width: int, x: Value, y: Value) -> Value | None:
        """y xor (bit (y xor z)), which is z if the bit is 1."""
        if not isinstance(x, Word) or not isinstance(y, Word):
            return None
        pair = {v for m in x.p for v in m if v in self.pairs}
        if len(pair) != 1 or any(not pair & set(m) for m in x.p):
            return None
        (v,) = pair
        bit = {tuple(u for u in m if u != v): c for m, c in x.p.items()}
        ones = [one for one in self.pairs[v] if one == y.p]
        others = [one for one in self.pairs[v] if one != y.p]
        if len(ones) != 1 or bit == {(): 1} or not self.is_bit(bit):
            return None
        p, q = self.cut(Word(others[0], 0, (1 << width) - 1)), self.cut(y)
        return self.known(plus(q, self.variables.times(bit, plus(p, q, -1))), 0, (1 << width) - 1)

    def is_bit(self, p: Polynomial) -> bool:
        """Whether a polynomial of few bits has the values 0 and 1 alone."""
        bits = self.variables.bits_only(p, FEW)
        if bits is None:
            return False
        return all(self.variables.value(p, values) in (0, 1) for values in cases_of(bits))


def cases_of(bits: list[int]) -> list[dict[int, int]]:
    return [{v: n >> i & 1 for i, v in enumerate(bits)} for n in range(1 << len(bits))]


def of_two_values(p: Polynomial, low: int, high: int) -> Polynomial | None:
    """The bit that tells two values of a polynomial apart, low and high; None if it may have others."""
    step = high - low
    rest = plus(p, number(low), -1)
    return scaled_down(rest, step) if all(c % step == 0 for c in rest.values()) else None


def parted(p: Polynomial, base: int) -> tuple[Polynomial, Polynomial]:
    """Z and S' with p = base Z + S', coefficients of S' between -base / 2 and base / 2: the upper words of a negative
    number, base - 1 times its sign, then cancel with the carries between them. Its constant is from 0 to base - 1."""
    whole, rest = {}, {}
    for m, c in p.items():
        q = (c + base // 2 - 1) // base if m else c // base
        if q:
            whole[m] = q
        if c != q * base:
            rest[m] = c - q * base
    return whole, rest


def scaled_down(p: Polynomial, factor: int) -> Polynomial:
    return {m: c // factor for m, c in p.items()}
