"""Words as digits: each sum, difference, product or shift is a division with a rest and a quotient, and both are
variables (divisions.py). So a word is one variable, whatever it was computed from, and its carry another."""

from motelab.prove.domains.divisions import Divisions
from motelab.prove.domains.integers import FEW, Integers, Value, Word
from motelab.prove.domains.polynomials import Polynomial, cases, number, plus, scaled


class Digits(Integers):
    """The domain, for Machine."""

    in_order = True  # the order of variables is that of the execution

    def __init__(self) -> None:
        super().__init__()
        self.variables: Divisions = Divisions()
        self.wraps: dict[int, Polynomial] = {}  # bits that say whether a word wraps, by the bits that decide it
        self.wrap_of: dict[frozenset, int] = {}
        self.wholes: dict[tuple, Word] = {}  # words by their bytes
        self.carries: dict[tuple, Value] = {}  # of sums without a carry in, by the sum and an operand

    def apply(self, name: str, width: int, operands: list[Value], count: int) -> tuple[Value, ...]:
        for operand in operands:
            if isinstance(operand, Word):
                self.variables.used.update(v for m in operand.p for v in m)
        return super().apply(name, width, operands, count)

    def of_few_bits(self, name: str, width: int, operands: list[Value], count: int) -> tuple[Value, ...] | None:
        """By a table; of a sum or difference without the cases that do not occur: for the word c - t modulo 2^width the
        number c - t, and no borrow, if t takes off no more than the carry c brings; else with the bit that says whether
        it does."""
        plain = [self.word(self.unwrapped(o.p), o.low, o.high) if isinstance(o, Word) else o for o in operands]
        found = super().of_few_bits(name, width, plain, count)
        if found is None or name not in ("add", "sub"):
            return found and tuple(map(self.wrapped, found))
        small = self.centered(width, found[0])
        if small is None:
            return tuple(map(self.wrapped, found))
        if not self.never_negative(small):
            return self.with_wraps(width, small, found[0]), *map(self.wrapped, found[1:])
        sign = 1 if name == "add" else -1
        a, b, c = (self.parts(operand)[0] for operand in plain)
        wraps = plus(plus(plus(a, b, sign), c, sign), small, -1)
        carry = {m: sign * k >> width for m, k in wraps.items()}
        return self.word(small, 0), self.word(carry, 0, 1)

    def unwrapped(self, p: Polynomial) -> Polynomial:
        """p as a polynomial over the bits on which its wraps depend."""
        for wrap in {v for m in p for v in m if v in self.wraps}:
            p = self.variables.substituted(p, wrap, self.wraps[wrap])
        return p

    def wrapped(self, value: Value) -> Value:
        """A multiple of a bit that says whether a word wraps, as such."""
        if isinstance(value, Word) and value.high:
            p = {m: c // value.high for m, c in value.p.items()}
            wrap = self.wrap_of.get(frozenset(p.items()))
            if wrap is not None and scaled(p, value.high) == value.p:
                return self.word({(wrap,): value.high})
        return value

    def with_wraps(self, width: int, small: Polynomial, word: Word) -> Word:
        """A word of few bits as the number that it stands for, and the bit that is 1 where this is negative."""
        wraps = {m: k >> width for m, k in plus(word.p, small, -1).items()}
        key = frozenset(wraps.items())
        if key not in self.wrap_of:
            self.wrap_of[key] = wrap = self.variables.new("wrap", 1)
            self.wraps[wrap] = wraps
            self.variables.selectors.add(wrap)
        return self.word(plus(small, {(self.wrap_of[key],): 1 << width}), word.low, word.high)

    def centered(self, width: int, value: Value) -> Polynomial | None:
        """A word of few bits as a number that is negative in some cases and positive in others, such as c - t for the
        word c - t modulo 2^width; None if it is no such word."""
        if isinstance(value, int):
            return None
        p = self.unwrapped(value.p)
        if (bits := self.variables.bits_only(p, FEW)) is None or len(bits) < 2:
            return None
        half = 1 << width - 1
        words = [self.variables.value(p, values) for values in cases(bits)]
        if min(words) < 0:  # the number, of which it was shown that it is not negative
            return None
        words = [(word + half) % (2 * half) - half for word in words]
        return self.variables.by_bits(bits, words) if min(words) < 0 < max(words) else None

    def never_negative(self, p: Polynomial) -> bool:
        """Whether bounds show it, once what was left behind until now is decided."""
        self.variables.settle_unused()
        return self.variables.not_negative(p)

    def divided(self, name: str, p: Polynomial, low: int, high: int, base: int) -> tuple[Value, Value]:
        bottom, top = self.variables.interval(p)
        low, high = max(low, bottom), min(high, top)
        if low >= 0 and low // base == high // base:
            q = low // base
            return self.word(plus(p, number(q * base), -1), low - q * base, high - q * base), q
        if (found := self.shortened(name, p, low, high, base)) is not None:
            return found
        rest, quotient = self.variables.divide(name, p, base, high // base)
        return self.word({(rest,): 1}), self.word({(quotient,): 1})

    def shortened(self, name: str, p: Polynomial, low: int, high: int, base: int) -> tuple[Value, Value] | None:
        """Rest and quotient of p = g A + B where B is from 0 to g - 1 and g divides the base: the quotient of A by
        base / g, and g times its rest, plus B. So a word and its shifts have the same quotient."""
        for g in sorted({min(c & -c, base) for c in p.values()} - {1}, reverse=True):
            digit = {m: c % g if not m else c for m, c in p.items() if c % g}
            bottom, top = self.variables.interval(digit)
            if bottom < 0 or top >= g:
                continue
            upper = {m: c // g for m, c in plus(p, digit, -1).items()}
            if g == base:
                return self.word(digit), self.word(upper, low // base, high // base)
            if low >= 0:
                rest, quotient = self.divided(name, upper, low // g, high // g, base // g)
                r, least, most = self.parts(rest)
                return self.word(plus(digit, r, g), least * g + bottom, most * g + top), quotient
        return None

    def _add(self, width: int, a: Value, b: Value, c: Value) -> tuple[Value, Value]:
        for x, y in ((a, b), (b, a)):
            if (small := self.centered(width, y)) is not None:
                return self.add_small(width, x, small, y, c)
        (p, pl, ph), (q, ql, qh), (r, rl, rh) = self.parts(a), self.parts(b), self.parts(c)
        total, carry = self.divided("carry", plus(plus(p, q), r), pl + ql + rl, ph + qh + rh, 1 << width)
        if c == 0:
            for operand in (p, q):
                self.carries[self.key(total), frozenset(operand.items())] = carry
        return total, carry

    def add_small(self, width: int, a: Value, small: Polynomial, word: Word, c: Value) -> tuple[Value, Value]:
        """A sum with a word that stands for a small number, which may be negative. If the sum with the number is never
        negative, the carry is that of this sum and one more where the word wraps."""
        base = 1 << width
        whole = plus(plus(self.parts(a)[0], small), self.parts(c)[0])
        wraps = plus(self.with_wraps(width, small, Word(self.unwrapped(word.p), 0, base - 1)).p, small, -1)
        if self.never_negative(whole):
            total, carry = self.divided("carry", whole, 0, self.variables.interval(whole)[1], base)
            wrap = {m: k // base for m, k in wraps.items()}
            return total, self.word(plus(self.parts(carry)[0], wrap), 0, 1)
        return self.divided("carry", plus(whole, wraps), 0, 2 * base - 1, base)

    def _sub(self, width: int, a: Value, b: Value, c: Value) -> tuple[Value, Value]:
        base = 1 << width
        s, decided = self.difference(base, a, b, c)
        if decided:
            return decided
        rest, quotient = self.variables.divide("borrow", s, base, 1, -1)
        return self.word({(rest,): 1}), self.word({(quotient,): 1})

    def _less(self, width: int, a: Value, b: Value) -> tuple[Value]:
        """Whether a - b borrows; where a is the sum of b and something, whether that sum had a carry."""
        carry = self.carries.get((self.key(a), self.key(b)))
        return (self._sub(width, a, b, 0)[1],) if carry is None else (carry,)

    def key(self, value: Value) -> frozenset:
        return frozenset(self.parts(value)[0].items())

    def _split(self, width: int, a: Word) -> tuple[Value, ...]:
        before = len(self.variables.all)
        parts = super()._split(width, a)
        self.variables.used.update(range(before, len(self.variables.all)))  # parts of a word do not get lost
        for count in (2, 4):
            if all(part == 0 for part in parts[count:]):
                self.wholes[(width, *map(self.key, parts[:count]))] = a
        return parts

    def _join(self, width: int, *parts: Value) -> tuple[Value]:
        whole = self.wholes.get((width, *map(self.key, parts)))
        return super()._join(width, *parts) if whole is None else (whole,)

    def input_bytes(self, name: str, bound: int, size: int, width: int) -> list[Value]:
        """The bytes of an unknown number below a bound that is kept in words of `width` bytes."""
        found: list[Value] = []
        for place in range(0, size, width):
            high = min(256**width - 1, bound - 1 >> 8 * place)
            word = self.input(f"{name}{place}", high) if high else 0
            found += self.apply("split", 8, [word], width)[:width] if high and width > 1 else [word] * width
        return found

    def number_of(self, values: list[Value]) -> Polynomial:
        """The number that bytes stand for."""
        total: Polynomial = {}
        for place, value in enumerate(values):
            total = plus(total, self.parts(value)[0], 256**place)
        return total
