"""Words as polynomials over inputs and floors of such polynomials, each floor in one form, so that chains of carries
cancel.

A carry out of one word of a long sum is the floor of that word's sum by 2^w, in which the carry from below counts one:
it is the floor of the whole lower part of the numbers by a larger power of two (`Floors.floor`, rule 5). So the carry
that leaves a sum is the floor of the whole numbers, and it does not matter in which order words were added or which
borrows were compared. Nothing is bounded on the way; what flags remain in the output is decided by the method, by
cases (methods/floors.py)."""

import math

from motelab.prove.domains.integers import Integers, Value, Word
from motelab.prove.domains.polynomials import Polynomial, number, plus, scaled
from motelab.prove.domains.regions import Region, meanings

FEW = 8  # values of a floor


class Floors(Integers):
    """The domain, for Machine. A variable with a base is the floor of its definition by the base, from 0 on. `region`
    has the inputs that occur."""

    def __init__(self) -> None:
        super().__init__()
        self.region = Region(self.variables)
        self.unions: dict[frozenset, tuple[Polynomial, int]] = {}  # a sum that is 0 where an OR is, by the OR
        self.masked: dict[frozenset, tuple] = {}  # a bit and the terms of an XOR, by the XOR under the bit's mask

    def limit(self, p: Polynomial, bound: int) -> None:
        """Inputs are such that p, a polynomial of them, is below a bound."""
        self.region = self.region.and_also(plus(number(bound - 1), p, -1))

    def apply(self, name: str, width: int, operands: list[Value], count: int) -> tuple[Value, ...]:
        rule = getattr(self, f"_{name}", self.none)
        if name in ("add", "sub") and (found := rule(width, *operands)):
            return found
        return super().apply(name, width, operands, count)

    def floor(self, p: Polynomial, base: int, low: int, high: int) -> Polynomial:
        """The floor by a base of p, which is from low to high, as a polynomial; for all values of the variables.

        1. Multiples of the base are taken out of each coefficient: floor((base q + r) / base) = q + floor(r / base).
           Where all r together are below the base, and none is negative, that is all.
        2. A common factor g of the base and of all coefficients but the constant c is taken out, where floor((g y + c)
           / base) = floor((y + floor(c / g)) / (base / g)), since y is an integer.
        3. p or r that has only two values is decided at both.
        4. From -base to base - 1 the floor says whether p is negative, and does so for each smaller such base.
        5. With a variable v = floor(d / b) whose coefficient in r is 1: floor((x + floor(d / b)) / base) =
           floor((b x + d) / (b base)); whose coefficient is -1: -floor(d / b) = floor((b - 1 - d) / b), and so on."""
        constant, terms = p.get((), 0), {m: c for m, c in p.items() if m}
        if (decided := self.of_two(terms, constant, base, low - constant, high - constant)) is not None:
            return decided
        whole: Polynomial = {}
        while True:
            if (found := self.of_digits(p, base)) is not None:
                return plus(whole, found)
            quotients, rest = parted(p, base)
            whole = plus(whole, quotients)
            constant = rest.pop((), 0)
            factor = math.gcd(base, *rest.values())
            base, constant = base // factor, constant // factor
            rest = {m: c // factor for m, c in rest.items()}
            p = plus(rest, number(constant))
            if factor > 1:
                continue
            if (decided := self.of_two(rest, constant, base, *self.variables.interval(rest))) is not None:
                return plus(whole, decided)
            low, high = self.variables.interval(p)
            small = 1 << max((-low - 1).bit_length(), high.bit_length())
            if low >= -small and small < base:
                base = small
                continue
            found = [m[0] for m, c in rest.items() if len(m) == 1 and abs(c) == 1 and self.variables.all[m[0]].base]
            if not found:
                return plus(whole, self.named(p, base))
            one, sign = self.variables.all[max(found)], rest[max(found),]
            rest = plus(p, {(max(found),): sign}, -1)
            p = plus(scaled(rest, one.base), one.definition, sign)
            p = plus(p, number(one.base - 1)) if sign < 0 else p
            base *= one.base

    def of_digits(self, p: Polynomial, base: int) -> Polynomial | None:
        """The floor where the rests of the coefficients, from 0 on, are too small for another quotient."""
        if self.variables.interval({m: c % base for m, c in p.items()})[1] >= base:
            return None
        return {m: c // base for m, c in p.items() if c // base}

    def of_two(self, rest: Polynomial, constant: int, base: int, least: int, most: int) -> Polynomial | None:
        """The floor of rest + constant where rest, from `least` to `most`, is constant or has two values."""
        low, high = self.variables.interval(rest)
        step = math.gcd(*rest.values()) if rest else 1
        low += max(0, -(-(least - low) // step)) * step
        high -= max(0, (high - most + step - 1) // step) * step
        if low + step < high < low + FEW * step:
            low, high = self.tight(rest, low, high, step)
        if high > low + step:
            return None
        below, above = (low + constant) // base, (high + constant) // base
        if below == above:
            return number(below)
        change = plus(rest, number(low), -1)  # 0 or high - low
        return plus(number(below), {m: c * (above - below) // (high - low) for m, c in change.items()})

    def tight(self, p: Polynomial, low: int, high: int, step: int = 1) -> tuple[int, int]:
        """Bounds of p, whose values are low + k step up to high, by all that is known of the floors in it."""
        region = self.region.and_also(*meanings(self.variables, p))
        while low < high and region.at_most(p, high - 1):
            high -= step
        while low < high and region.at_least(p, low + 1):
            low += step
        return low, high

    def named(self, p: Polynomial, base: int) -> Polynomial:
        """The floor as a variable, which counts from the least value that p allows."""
        low, high = (bound // base for bound in self.variables.interval(p))
        if 0 < high - low < FEW:  # limits of the inputs may say more
            while low < high and self.region.at_most(p, high * base - 1):
                high -= 1
        if low == high:
            return number(low)
        p = plus(p, number(low * base), -1)
        return plus({(self.variables.new("floor", high - low, p, base),): 1}, number(low))

    def divided(self, name: str, p: Polynomial, low: int, high: int, base: int) -> tuple[Value, Value]:
        """Rest and floor of a polynomial from `low` to `high`, by base."""
        bottom, top = self.variables.interval(p)
        low, high = max(low, bottom), min(high, top)
        if low // base == high // base:
            q = low // base
            return self.word(plus(p, number(q * base), -1), low - q * base, high - q * base), q
        q = self.floor(p, base, low, high)
        return self.word(plus(p, q, -base), 0, base - 1), self.word(q, low // base, high // base)

    def _add(self, width: int, a: Value, b: Value, c: Value) -> tuple[Value, Value]:
        (p, pl, ph), (q, ql, qh), (r, rl, rh) = self.parts(a), self.parts(b), self.parts(c)
        return self.divided("carry", plus(plus(p, q), r), pl + ql + rl, ph + qh + rh, 1 << width)

    def _sub(self, width: int, a: Value, b: Value, c: Value) -> tuple[Value, Value]:
        (p, pl, ph), (q, ql, qh), (r, rl, rh) = self.parts(a), self.parts(b), self.parts(c)
        total = plus(plus(p, q, -1), r, -1)
        rest, floor = self.divided("borrow", total, pl - qh - rh, ph - ql - rl, 1 << width)
        p, low, high = self.parts(floor)
        return rest, self.word(scaled(p, -1), -high, -low)

    def _ror(self, width: int, a: Value, c: Value) -> tuple[Value, Value]:
        return (self._shr(width, a, 1)[0], self.below(a, 1)) if c == 0 else super()._ror(width, a, c)

    def _less(self, width: int, a: Value, b: Value) -> tuple[Value]:
        if a == 0 and isinstance(b, Word) and (union := self.unions.get(frozenset(b.p))):
            total, high = union
            ones = (1 << width) - 1
            return (self.divided("any", plus(total, number(ones)), 0, high + ones, 1 << width)[1],)
        return (self._sub(width, a, b, 0)[1],)

    def _zero(self, width: int, a: Value) -> tuple[Value]:
        (any_bit,) = self._less(width, 0, a)
        return (1 - any_bit,) if isinstance(any_bit, int) else self._not(1, any_bit)

    def cut(self, value: Value) -> Polynomial:
        return self.parts(value)[0]

    def factor(self, value: Value, other: Value) -> Polynomial:
        return self.parts(value)[0]

    def mask(self, width: int, value: Value) -> Polynomial | None:
        """The bit of a word that is all ones or all zeros: a multiple of 2^width - 1 that is a word."""
        ones = (1 << width) - 1
        if isinstance(value, int) or any(c % ones for c in value.p.values()) or value.low < 0 or value.high > ones:
            return None
        return {m: c // ones for m, c in value.p.items()}

    def _or(self, width: int, a: Value, b: Value) -> tuple[Value] | None:
        """Also of two bits that are never both 1, as bounds of their sum show; of words of which it may only be asked
        whether all are 0, as their sum is."""
        if found := super()._or(width, a, b):
            return found
        total, high = plus(self.parts(a)[0], self.parts(b)[0]), self.parts(a)[2] + self.parts(b)[2]
        if self.is_bit(a) and self.is_bit(b) and self.tight(total, 0, 2) in ((0, 0), (0, 1)):
            return (self.word(total, 0, 1),)
        if high > 1 << width:
            return None
        union = (self.variables.new("or", (1 << width) - 1),)
        self.unions[frozenset([union])] = (total, high)
        return (self.word({union: 1}),)

    def _xor(self, width: int, a: Value, b: Value) -> tuple[Value] | None:
        """Also of words, of which a mask may select all before they are added to one of both again: with x = a + b, the
        word a + (x and mask) is b if the mask is ones, and a if it is 0."""
        if found := super()._xor(width, a, b):
            return found
        for first, second in ((a, b), (b, a)):
            if isinstance(first, int) and self.parts(second)[2] < first & -first:  # no bit is in both
                return (self.word(plus(self.parts(second)[0], number(first)), 0, (1 << width) - 1),)
            p, masked = self.parts(first)[0], self.masked.get(frozenset(self.parts(second)[0].items()))
            if masked and p in masked[1:]:
                bit, x, y = masked
                chosen = plus(p, self.variables.times(bit, plus(y if p == x else x, p, -1)))
                return (self.word(chosen, 0, (1 << width) - 1),)
        both = self.word({(self.variables.new("xor", (1 << width) - 1),): 1})
        self.masked[frozenset(both.p.items())] = (number(1), self.parts(a)[0], self.parts(b)[0])
        return (both,)

    def _and(self, width: int, a: Value, b: Value) -> tuple[Value] | None:
        found = super()._and(width, a, b)
        for one, mask in ((a, b), (b, a)):
            pair = self.masked.get(frozenset(self.parts(one)[0].items()))
            if found and pair and pair[0] == number(1) and (bit := self.mask(width, mask)) is not None:
                self.masked[frozenset(self.parts(found[0])[0].items())] = (bit, *pair[1:])
        return found

    def is_bit(self, value: Value) -> bool:
        """Whether a word, which is never negative, is at most 1."""
        low, high = self.parts(value)[1:]
        return high <= 1 or (isinstance(value, Word) and high < FEW and self.tight(value.p, low, high)[1] <= 1)


def parted(p: Polynomial, base: int) -> tuple[Polynomial, Polynomial]:
    """Quotients and rests of the coefficients by a base; rests are from -base / 2 on, not up to it."""
    half = base // 2
    rests = {m: (c + half) % base - half for m, c in p.items()}
    quotients = {m: (c - rests[m]) // base for m, c in p.items()}
    return {m: c for m, c in quotients.items() if c}, {m: c for m, c in rests.items() if c}


__all__ = ["Floors", "parted"]
