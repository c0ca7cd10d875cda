"""Words of sums that are folded again and again, as linear forms over the digits of a number.

A word is known modulo its base B. So terms that are multiples of B are taken out of a sum S before it is divided:
floor((S' + B K) / B) = K + floor(S' / B). A word that was x + y - B c, where c is a carry, and to which z is added, is
then x + y + z - B f with one f = floor((x + y + z) / B), and the second carry is f - c. A carry into the next word is
put in by its own division: floor((S + floor(L / M)) / B) = floor((S M + L) / (B M)), since floors of floors of whole
numbers are one floor. So each carry out of a number of words is the floor of a sum over the whole number, and the
carries between its words cancel."""

import math

from motelab.prove.domains.integers import Integers, Value, Word
from motelab.prove.domains.polynomials import Polynomial, Variables, number, plus, scaled

SMALL = 40  # values of a form that is a count of carries
LINEAR = ("add", "sub", "mul", "join", "split", "extend", "less", "zero", "shl", "shr", "rol", "ror", "not")


class Atoms(Variables):
    """Variables, some of which are words of bits: logic gives the operation and its operands."""

    def __init__(self) -> None:
        super().__init__()
        self.logic: dict[int, tuple[str, Polynomial, Polynomial]] = {}


class Totals(Integers):
    """The domain, for Machine."""

    def __init__(self) -> None:
        super().__init__()
        self.variables: Atoms = Atoms()

    def bitwise(self, name: str, width: int, a: Word, b: Word) -> tuple[Value]:
        """A word of which only bounds by its operands are known (see Questions)."""
        found = self.variables.new(name, (1 << width) - 1)
        self.variables.logic[found] = (name, a.p, b.p)
        return (self.word({(found,): 1}),)

    def _and(self, width: int, a: Value, b: Value) -> tuple[Value] | None:
        known = super()._and(width, a, b)
        return known or (self.bitwise("and", width, a, b) if isinstance(a, Word) and isinstance(b, Word) else None)

    def _or(self, width: int, a: Value, b: Value) -> tuple[Value] | None:
        for x, y in ((a, b), (b, a)):
            if isinstance(x, int) and isinstance(y, Word) and y.high < x & -x:
                return (self.word(plus(y.p, number(x)), x + y.low, x + y.high),)
        known = super()._or(width, a, b)
        return known or (self.bitwise("or", width, a, b) if isinstance(a, Word) and isinstance(b, Word) else None)

    def apply(self, name: str, width: int, operands: list[Value], count: int) -> tuple[Value, ...]:
        if name in LINEAR:
            return getattr(self, f"_{name}")(width, *operands)
        return super().apply(name, width, [self.as_bit(one) for one in operands], count)

    def word(self, p: Polynomial, low: int | None = None, high: int | None = None) -> Value:
        """A word; its bounds are values of k + g E, such as even numbers."""
        found = super().word(p, low, high)
        if isinstance(found, int):
            return found
        constant, step, least, most = self.steps(p, found.low, found.high)
        return Word(p, constant + step * least, constant + step * most)

    def as_bit(self, value: Value) -> Value:
        """A word that has two values as a multiple of one bit."""
        if isinstance(value, int) or (len(value.p) == 1 and self.variables.bits_only(value.p, 1)):
            return value
        constant, step, low, high = self.steps(value.p, value.low, value.high)
        if high - low != 1:
            return value
        shape = {m: c // step for m, c in value.p.items() if m}
        bit = {(self.variables.new("bit", 1, plus(shape, number(-low))),): 1}
        return Word(plus(number(constant + step * low), bit, step), value.low, value.high)

    @staticmethod
    def steps(p: Polynomial, low: int, high: int) -> tuple[int, int, int, int]:
        """The constant k and the common factor g of p = k + g E, and bounds of E from those of p."""
        constant = p.get((), 0)
        step = math.gcd(*(c for m, c in p.items() if m))
        return constant, step, -((constant - low) // step), (high - constant) // step

    def divided(
        self, name: str, p: Polynomial, low: int, high: int, base: int, carry: Polynomial | None = None
    ) -> tuple[Value, Value]:
        """Rest and quotient of a form from `low` to `high`, which may be negative."""
        bottom, top = self.variables.interval(p)
        low, high = max(low, bottom), min(high, top)
        if low // base == high // base:
            q = low // base
            return self.word(plus(p, number(q * base), -1), low - q * base, high - q * base), q
        q = self.floor(p, low, high, base, carry or {})
        rest = self.word(plus(p, q, -base), 0, min(high, base - 1) if low >= 0 else base - 1)
        return rest, self.word(q, low // base, high // base)

    def floor(self, p: Polynomial, low: int, high: int, base: int, carry: Polynomial) -> Polynomial:
        """floor(p / base)."""
        constant, step, least, most = self.steps(p, low, high)
        if most - least == 1:  # of two values a linear function
            first, second = (constant + step * least) // base, (constant + step * most) // base
            shape = {m: c // step for m, c in p.items() if m}
            return plus(number(first), plus(shape, number(-least)), second - first)
        outer, inner = self.apart(p, base)
        nested = [m[0] for m, c in inner.items() if c == 1 and len(m) == 1 and self.variables.all[m[0]].base]
        # Columns of a product have one carry, which may be added as a word.
        nested = [v for v in nested if (v,) in carry or any(len(m) > 1 for m in self.variables.all[v].definition)]
        bottom, top = self.variables.interval(inner)
        bottom, top = bottom // base, top // base
        if nested:
            last = self.variables.all[max(nested)]
            inner = plus(scaled(plus(inner, {(max(nested),): 1}, -1), last.base), last.definition)
            base *= last.base
            more, inner = self.apart(inner, base)
            outer = plus(outer, more)
            below, above = (one // base for one in self.variables.interval(inner))
            if set(more) <= {()}:  # both bounds hold
                below, above = max(below, bottom - more.get((), 0)), min(above, top - more.get((), 0))
            bottom, top = below, above
        outer = plus(outer, number(bottom))
        if bottom == top:
            return outer
        inner = plus(inner, number(-bottom * base))
        if top - bottom == 1 and self.is_small(inner):
            return plus(outer, self.is_not_negative(plus(inner, number(-base))))
        inner, base = self.shortened(inner, base)
        found = self.variables.new("floor", top - bottom, inner, base)
        return plus(outer, {(found,): 1})

    def is_small(self, p: Polynomial) -> bool:
        low, high = self.variables.interval(p)
        return high - low <= SMALL

    def is_not_negative(self, p: Polynomial) -> Polynomial:
        """1 if a form of few values is at least 0, else 0: the same variable for a form and for its negative, by
        whatever base they were divided."""
        if p[max(p)] < 0:
            return plus(number(1), self.is_not_negative(plus(number(-1), p, -1)), -1)
        low, high = self.variables.interval(p)
        if low >= 0 or high < 0:
            return number(int(low >= 0))
        base = 1 << max(-low, high).bit_length()
        return {(self.variables.new("floor", 1, plus(p, number(base)), base),): 1}

    @staticmethod
    def apart(p: Polynomial, base: int) -> tuple[Polynomial, Polynomial]:
        """K and S of p = base K + S; coefficients a little below the base are negative ones."""
        outer, inner = {}, {}
        for m, c in p.items():
            rest = c % base
            if 4 * rest > 3 * base and m:
                rest -= base
            if rest:
                inner[m] = rest
            if c != rest:
                outer[m] = (c - rest) // base
        return outer, inner

    def shortened(self, p: Polynomial, base: int) -> tuple[Polynomial, int]:
        """The same floor without a common factor g of M and of all terms but those that together are from 0 to g - 1:
        floor((g S + k) / (g M)) = floor(S / M)."""
        lowest = {m: c & -c for m, c in p.items()}
        for common in sorted({c for c in lowest.values() if c <= base}, reverse=True):
            low, high = self.variables.interval({m: p[m] % common if not m else p[m] for m in p if p[m] % common})
            if base % common == 0 and low >= 0 and high < common:
                return {m: k for m, c in p.items() if (k := c // common) and (not m or c % common == 0)}, base // common
        return p, base

    def _add(self, width: int, a: Value, b: Value, c: Value) -> tuple[Value, Value]:
        (p, pl, ph), (q, ql, qh), (r, rl, rh) = self.parts(a), self.parts(b), self.parts(c)
        return self.divided("carry", plus(plus(p, q), r), pl + ql + rl, ph + qh + rh, 1 << width, r)

    def _sub(self, width: int, a: Value, b: Value, c: Value) -> tuple[Value, Value]:
        (p, pl, ph), (q, ql, qh), (r, rl, rh) = self.parts(a), self.parts(b), self.parts(c)
        r = scaled(r, -1)
        rest, quotient = self.divided("borrow", plus(plus(p, q, -1), r), pl - qh - rh, ph - ql - rl, 1 << width, r)
        negative, low, high = self.parts(quotient)
        return rest, self.word(scaled(negative, -1), -high, -low)

    def _zero(self, width: int, a: Word) -> tuple[Value]:
        return (self._sub(width, a, 1, 0)[1],)

    def _less(self, width: int, a: Value, b: Value) -> tuple[Value]:
        return (self._sub(width, a, b, 0)[1],)
