"""Words as polynomials over the integers: sums and products are exact, and each carry, borrow and high half is a
variable with its equation (polynomials.py). What is taken off a sum by a carry that nobody uses must be shown to be
0 later."""

import dataclasses
import math
from typing import Any

from motelab.prove.domains.polynomials import Polynomial, Variables, cases, number, plus, scaled
from motelab.prove.kernel.machine import Machine, Unknown
from motelab.prove.targets.ir import CONCRETE, Access

LONG = 4  # terms
FEW = 6  # bits whose functions are computed by tables


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class Word:
    """A polynomial, and bounds that are known of its value."""

    p: Polynomial
    low: int
    high: int


Value = int | Word


class Integers:
    """The domain, for Machine."""

    def __init__(self) -> None:
        self.variables = Variables()
        self.sums: dict[frozenset, tuple] = {}  # sums without a carry in: both operands and the carry
        self.chained: set[int] = set()  # carries and borrows of sums that depend on a mask

    def input(self, name: str, high: int) -> Value:
        return self.word({(self.variables.new(name, high),): 1})

    def word(self, p: Polynomial, low: int | None = None, high: int | None = None) -> Value:
        """A word; bounds that are given hold besides those of its polynomial."""
        bottom, top = self.variables.interval(p)
        if not p or list(p) == [()]:
            return p.get((), 0)
        return Word(p, max(bottom, low) if low is not None else bottom, min(top, high) if high is not None else top)

    @staticmethod
    def parts(value: Value) -> tuple[Polynomial, int, int]:
        return (number(value), value, value) if isinstance(value, int) else (value.p, value.low, value.high)

    def apply(self, name: str, width: int, operands: list[Value], count: int) -> tuple[Value, ...]:
        """The results of an operation."""
        if name in ("and", "or", "xor"):
            for operand in operands:
                self.mask(width, operand)  # notes that its bits select
        found = self.of_few_bits(name, width, operands, count) or getattr(self, f"_{name}", self.none)(width, *operands)
        if found is None:
            raise Unknown(f"{name} has no rule for these polynomials")
        return found

    def none(self, *_: Any) -> None:
        return None

    def of_few_bits(self, name: str, width: int, operands: list[Value], count: int) -> tuple[Value, ...] | None:
        """Any operation on functions of few bits, by a table."""
        bits: set[int] = set()
        for operand in operands:
            if isinstance(operand, Word):
                own = self.variables.bits_only(operand.p, FEW)
                if own is None:
                    return None
                bits |= set(own)
        if len(bits) > FEW:
            return None
        order = sorted(bits)
        rows = []
        for values in cases(order):
            row = [o if isinstance(o, int) else self.variables.value(o.p, values) for o in operands]
            if any(value < 0 for value in row):
                return None
            rows.append(CONCRETE[name](width, *row))
        columns = [[row[i] for row in rows] for i in range(min(count, len(rows[0])))]
        return tuple(self.word(self.variables.by_bits(order, c), min(c), max(c)) for c in columns)

    def quotient(self, name: str, p: Polynomial, base: int, high: int, sign: int = 1) -> Polynomial:
        """The variable of a carry, a borrow, or a high half."""
        v = self.variables.new(name, high, p, base, sign)
        return self.variables.settled.get(v, {(v,): 1})

    def divided(self, name: str, p: Polynomial, low: int, high: int, base: int) -> tuple[Value, Value]:
        """Rest and quotient of a polynomial from `low` to `high`, by base."""
        bottom, top = self.variables.interval(p)
        low, high = max(low, bottom), min(high, top)
        if (common := math.gcd(base, *p.values())) > 1 and low >= 0:  # of a word and of its shifts the same quotient
            parts = self.divided(
                name, {m: c // common for m, c in p.items()}, low // common, high // common, base // common
            )
            rest, low, high = self.parts(parts[0])
            return self.word(scaled(rest, common), low * common, high * common), parts[1]
        if low >= 0 and low // base == high // base:
            q = low // base
            return self.word(plus(p, number(q * base), -1), low - q * base, high - q * base), q
        if all(c % base == 0 for c in p.values()):
            return 0, self.word({m: c // base for m, c in p.items()}, low // base, high // base)
        q = self.quotient(name, p, base, high // base)
        return self.word(plus(p, q, -base), 0, base - 1), self.word(q, 0, high // base)

    def selected(self, *values: Value) -> bool:
        """Whether an operand is under a mask, or a carry of such a sum."""
        marked = self.chained | self.variables.selectors
        return any(v in marked for value in values if isinstance(value, Word) for m in value.p for v in m)

    def as_words(self, longest: int, *values: Value) -> list[Value]:
        """Operands of more terms as variables, of which it is known that they are words."""
        found = []
        for one in values:
            is_long = isinstance(one, Word) and len(one.p) > longest
            found.append(Word(self.cut(one), one.low, one.high) if is_long else one)
        return found

    def _add(self, width: int, a: Value, b: Value, c: Value) -> tuple[Value, Value]:
        if self.selected(a, b, c):
            low, carry = self.added(width, *self.as_words(1, a, b), c)
            if isinstance(carry, Word):
                self.chained |= {v for m in carry.p for v in m}
            return low, carry
        return self.added(width, a, b, c)

    def added(self, width: int, a: Value, b: Value, c: Value) -> tuple[Value, Value]:
        (p, pl, ph), (q, ql, qh), (r, rl, rh) = self.parts(a), self.parts(b), self.parts(c)
        total, carry = self.divided("carry", plus(plus(p, q), r), pl + ql + rl, ph + qh + rh, 1 << width)
        if c == 0 and isinstance(total, Word):
            self.sums[frozenset(total.p.items())] = (p, q, carry)
        return total, carry

    def difference(self, base: int, a: Value, b: Value, c: Value) -> tuple[Polynomial, tuple[Value, Value] | None]:
        """a - b - c, and the word and the borrow of it where bounds decide the borrow."""
        (p, pl, ph), (q, ql, qh), (r, rl, rh) = self.parts(a), self.parts(b), self.parts(c)
        s = plus(plus(p, q, -1), r, -1)
        bottom, top = self.variables.interval(s)
        low, high = max(pl - qh - rh, bottom), min(ph - ql - rl, top)
        if low >= 0:
            return s, (self.word(s, low, high), 0)
        if high < 0:
            return s, (self.word(plus(s, number(base)), low + base, high + base), 1)
        return s, None

    def _sub(self, width: int, a: Value, b: Value, c: Value) -> tuple[Value, Value]:
        marks = self.selected(a, b, c)
        a, b = self.as_words(1 if marks else LONG, a, b)
        base = 1 << width
        s, decided = self.difference(base, a, b, c)
        if decided:
            return decided
        if all(k % base == 0 for k in s.values()):
            return 0, self.word({m: -k // base for m, k in s.items()}, 0, 1)
        d = self.quotient("borrow", s, base, 1, -1)
        if marks:
            self.chained |= {v for m in d for v in m}
        return self.word(plus(s, d, base), 0, base - 1), self.word(d, 0, 1)

    def _less(self, width: int, a: Value, b: Value) -> tuple[Value]:
        """Whether a - b borrows; where a is the sum of b and something, whether that sum had a carry."""
        if isinstance(a, Word):
            first, second, carry = self.sums.get(frozenset(a.p.items()), ({}, {}, None))
            if carry is not None and self.parts(b)[0] in (first, second):
                return (carry,)
        return (self._sub(width, a, b, 0)[1],)

    def _sar(self, width: int, a: Word, n: int) -> tuple[Value]:
        """The upper bits, and ones above them if the sign is 1."""
        sign, upper = self._shr(width, a, width - 1)[0], self._shr(width, a, n)[0]
        p = plus(self.parts(upper)[0], self.parts(sign)[0], (1 << width) - (1 << width - n))
        return (self.word(p, 0, (1 << width) - 1),)

    def _mul(self, width: int, a: Value, b: Value) -> tuple[Value, Value]:
        (_, pl, ph), (_, ql, qh) = self.parts(a), self.parts(b)
        if min(pl, ql) < 0:
            raise Unknown("a factor that may be negative")
        product = self.variables.times(self.factor(a, b), self.factor(b, a))
        low, high = self.divided("high", product, pl * ql, ph * qh, 1 << width)
        return low, high

    def factor(self, value: Value, other: Value) -> Polynomial:
        """A factor as one variable, unless the product is simple."""
        return self.parts(value)[0] if isinstance(other, int) else self.cut(value)

    def cut(self, value: Value) -> Polynomial:
        """A word as one variable, of which it is known that it is a word; itself if it is simple."""
        if isinstance(value, int):
            return number(value)
        if (len(value.p) == 1 and self.is_plain(value.p)) or self.variables.bits_only(value.p, 2) is not None:
            return value.p
        return {(self.variables.new("word", value.high, value.p),): 1}

    @staticmethod
    def is_plain(p: Polynomial) -> bool:
        ((monomial, coefficient),) = p.items()
        return len(monomial) == 1 and coefficient == 1

    def mask(self, width: int, value: Value) -> Polynomial | None:
        """The bit of a word that is all ones or all zeros."""
        ones = (1 << width) - 1
        if isinstance(value, int) or any(c % ones for c in value.p.values()):
            return None
        bits = self.variables.bits_only(value.p, FEW)
        if not bits or value.low < 0 or value.high > ones:
            return None
        self.variables.selectors |= set(bits)
        return {m: c // ones for m, c in value.p.items()}

    def _xor(self, width: int, a: Value, b: Value) -> tuple[Value] | None:
        ones = (1 << width) - 1
        for x, y in ((a, b), (b, a)):
            if x == 0:
                return (y,)
            if x == ones:
                return self._not(width, y)
            if (bit := self.mask(width, x)) is not None:
                p = self.cut(y)
                flipped = plus(number(ones), p, -2)
                return (self.word(plus(p, self.variables.times(bit, flipped)), 0, ones),)
        return None

    def _and(self, width: int, a: Value, b: Value) -> tuple[Value] | None:
        for x, y in ((a, b), (b, a)):
            if (bit := self.mask(width, x)) is not None:
                return (self.word(self.variables.times(bit, self.cut(y)), 0, self.parts(y)[2]),)
            if isinstance(x, int):
                return self.and_number(width, y, x)
        return None

    def and_number(self, width: int, a: Word, mask: int) -> tuple[Value] | None:
        """By a constant of neighbouring ones."""
        if not mask:
            return (0,)
        low = (mask & -mask).bit_length() - 1
        top = mask.bit_length()
        if mask != (1 << top) - (1 << low):
            return None
        value = self.below(a, top) if top < width else a
        return (self.minus(value, self.below(a, low)) if low else value,)

    def below(self, a: Value, places: int) -> Value:
        """a modulo 2^places."""
        p, low, high = self.parts(a)
        return self.divided("upper bits", p, low, high, 1 << places)[0]

    def minus(self, a: Value, b: Value) -> Value:
        p, q = self.parts(a), self.parts(b)
        return self.word(plus(p[0], q[0], -1), 0, p[2])

    def _or(self, width: int, a: Value, b: Value) -> tuple[Value] | None:
        for x, y in ((a, b), (b, a)):
            if x == 0:
                return (y,)
            if (bit := self.mask(width, x)) is not None:  # y + bit (ones - y)
                p = self.cut(y)
                rest = plus(number((1 << width) - 1), p, -1)
                return (self.word(plus(p, self.variables.times(bit, rest)), 0, (1 << width) - 1),)
            p, _, high = self.parts(y)
            places = high.bit_length()
            if isinstance(x, Word) and all(c % (1 << places) == 0 for c in x.p.values()):
                return (self.word(plus(x.p, p), 0, (1 << width) - 1),)
        return None

    def _not(self, width: int, a: Word) -> tuple[Value]:
        ones = (1 << width) - 1
        return (self.word(plus(number(ones), a.p, -1), ones - a.high, ones - a.low),)

    def _rol(self, width: int, a: Value, c: Value) -> tuple[Value, Value]:
        return self._add(width, a, a, c)

    def _ror(self, width: int, a: Value, c: Value) -> tuple[Value, Value]:
        p, low, high = self.parts(a)
        out, rest = self.divided("half", p, low, high, 2)
        carried = scaled(self.parts(c)[0], 1 << width - 1)
        return self.word(plus(self.parts(rest)[0], carried), 0, (1 << width) - 1), out

    def _shr(self, width: int, a: Word, n: int) -> tuple[Value]:
        return (self.divided("upper bits", a.p, a.low, a.high, 1 << n)[1],)

    def _shl(self, width: int, a: Word, n: int) -> tuple[Value]:
        return (self.divided("upper bits", scaled(a.p, 1 << n), a.low << n, a.high << n, 1 << width)[0],)

    def _rotate(self, width: int, a: Word, n: int) -> tuple[Value]:
        rest, upper = self.divided("upper bits", a.p, a.low, a.high, 1 << n)
        return (self.word(plus(self.parts(upper)[0], self.parts(rest)[0], 1 << width - n), 0, (1 << width) - 1),)

    def _bit(self, width: int, a: Word, i: int) -> tuple[Value]:
        if i == 0:
            return (self.below(a, 1),)
        upper = self._shr(width, a, i)[0]
        return (upper if i == width - 1 or isinstance(upper, int) else self.below(upper, 1),)

    def _setbit(self, width: int, a: Value, i: int, b: Value) -> tuple[Value]:
        old = self._bit(width, a, i)[0] if isinstance(a, Word) else a >> i & 1
        change = plus(self.parts(b)[0], self.parts(old)[0], -1)
        return (self.word(plus(self.parts(a)[0], change, 1 << i), 0, (1 << width) - 1),)

    def _choose(self, width: int, c: Value, a: Value, b: Value) -> tuple[Value]:
        p, q = self.cut(a), self.cut(b)
        chosen = plus(q, self.variables.times(self.parts(c)[0], plus(p, q, -1)))
        return (self.word(chosen, 0, (1 << width) - 1),)

    def _join(self, width: int, *parts: Value) -> tuple[Value]:
        total: Polynomial = {}
        for place, part in enumerate(parts):
            total = plus(total, self.parts(part)[0], 1 << width * place)
        return (self.word(total, 0, (1 << width * len(parts)) - 1),)

    def _split(self, width: int, a: Word) -> tuple[Value, ...]:
        found, rest = [], a
        for _ in range(16):
            p, low, high = self.parts(rest)
            part, rest = self.divided("upper part", p, low, high, 1 << width)
            found.append(part)
        return tuple(found)

    def _extend(self, width: int, a: Word, n: int) -> tuple[Value]:
        return (a,)

    def load(self, machine: Machine, access: Access, parts: list[Value]) -> Value:
        raise Unknown("a load at an address that depends on an input")
