"""Polynomials over Z or over F_2, modulo equations of curves, and fractions of them.

A monomial is an integer with EXPONENT_BITS bits for the exponent of each variable, so products of monomials are sums.
A ring has relations lead * pattern = rest, where the pattern is a monomial, such as the square of a variable. `lead` is
1, or a polynomial that is nowhere 0, and a polynomial is freed of multiples of the pattern at the price of a power of
it. If the result is 0, then the polynomial is 0 at all points of the curve, over every field of the characteristic, and
modulo every prime where the ring is over Z: each step adds a multiple of what is 0 there, or multiplies by the lead."""

import dataclasses
from collections.abc import Iterable

EXPONENT_BITS = 10  # exponents stay below 2^9: Ring.times looks
LIMIT = 1 << (EXPONENT_BITS - 1)
MASK = (1 << EXPONENT_BITS) - 1
WORK_MAX = 10_000  # terms that are taken off in one division
QUOTIENT_FREE = 16  # terms of a quotient before degrees are compared
Polynomial = dict[int, int]


@dataclasses.dataclass(frozen=True)
class Relation:
    """lead * pattern = rest; the pattern is a monomial."""

    pattern: int
    lead: tuple[tuple[int, int], ...]
    rest: tuple[tuple[int, int], ...]


class Ring:
    """Polynomials in named variables, of the characteristic 0 or 2."""

    def __init__(self, characteristic: int, names: Iterable[str]):
        self.two = characteristic == 2
        self.names = list(names)
        self.relations: list[Relation] = []
        self.guard = sum(LIMIT << (EXPONENT_BITS * i) for i in range(len(self.names)))

    def shift(self, name: str) -> int:
        return EXPONENT_BITS * self.names.index(name)

    def variable(self, name: str) -> Polynomial:
        return {1 << self.shift(name): 1}

    def number(self, value: int) -> Polynomial:
        value = value & 1 if self.two else value
        return {0: value} if value else {}

    def relate(self, pattern: Polynomial, rest: Polynomial, lead: Polynomial | None = None) -> None:
        """lead * pattern = rest from now on; the lead is 1 unless it is given."""
        (monomial,) = pattern
        self.relations.append(Relation(monomial, tuple((lead or {0: 1}).items()), tuple(rest.items())))

    def plus(self, p: Polynomial, q: Polynomial, factor: int = 1) -> Polynomial:
        total = dict(p)
        for monomial, coefficient in q.items():
            value = total.get(monomial, 0) + factor * coefficient
            if self.two:
                value &= 1
            if value:
                total[monomial] = value
            else:
                total.pop(monomial, None)
        return total

    def product(self, p: Polynomial, q: Polynomial) -> Polynomial:
        """The product, with no regard to relations."""
        if len(p) > len(q):
            p, q = q, p
        if not p:
            return {}
        total: Polynomial = {}
        for a, x in p.items():
            for b, y in q.items():
                total[a + b] = total.get(a + b, 0) + x * y
        if any(monomial & self.guard for monomial in total):
            raise OverflowError("an exponent is too large")
        if self.two:
            return {m: 1 for m, c in total.items() if c & 1}
        return {m: c for m, c in total.items() if c}

    def times(self, p: Polynomial, q: Polynomial) -> Polynomial:
        """The product, reduced where the relations cost no factor."""
        return self.reduced(self.product(p, q), plain_only=True)

    def reduced(self, p: Polynomial, plain_only: bool = False) -> Polynomial:
        """p, or with `plain_only` false p times powers of leads, without multiples of patterns."""
        changed = True
        while changed:
            changed = False
            for relation in self.relations:
                is_plain = relation.lead == ((0, 1),)
                if plain_only and not is_plain:
                    continue
                high = {m: c for m, c in p.items() if self.is_multiple(m, relation.pattern)}
                if high:
                    low = {m: c for m, c in p.items() if m not in high}
                    lowered = {m - relation.pattern: c for m, c in high.items()}
                    low = low if is_plain else self.product(low, dict(relation.lead))
                    p = self.plus(low, self.product(lowered, dict(relation.rest)))
                    changed = True
        return p

    def is_zero(self, p: Polynomial) -> bool:
        return not self.reduced(p)

    def divided(self, p: Polynomial, divisor: Polynomial) -> Polynomial | None:
        """p / divisor, or None if that is no polynomial over Z or takes too long; no regard to relations."""
        lead = max(divisor)
        coefficient = divisor[lead]
        rest, quotient, room = dict(p), {}, None
        while rest:
            top = max(rest)
            if not self.is_multiple(top, lead) or rest[top] % coefficient:
                return None
            if len(quotient) * len(divisor) > WORK_MAX:
                return None
            if len(quotient) == QUOTIENT_FREE:
                room = self.degrees(p), self.degrees(divisor)
            if room and not self.is_multiple(room[0], top - lead + room[1]):
                return None  # degrees of a quotient and of the divisor add up to those of p
            place, factor = top - lead, rest[top] // coefficient
            quotient[place] = factor
            for monomial, own in divisor.items():
                left = rest.get(place + monomial, 0) - factor * own
                if left := left & 1 if self.two else left:
                    rest[place + monomial] = left
                else:
                    rest.pop(place + monomial, None)
        return quotient

    def degrees(self, p: Polynomial) -> int:
        """The highest exponents of all variables, as a monomial."""
        shifts = [EXPONENT_BITS * i for i in range(len(self.names))]
        return sum(max(monomial >> shift & MASK for monomial in p) << shift for shift in shifts)

    def is_multiple(self, a: int, b: int) -> bool:
        """Whether the monomial b divides a."""
        return not ((a | self.guard) - b) & self.guard ^ self.guard

    def without(self, p: Polynomial, factors: Iterable[Polynomial]) -> Polynomial:
        """p divided by each factor as often as it goes; no factor is a number."""
        for factor in factors:
            while p and (quotient := self.divided(p, factor)) is not None:
                p = quotient
        return p

    def written(self, p: Polynomial) -> str:
        """The polynomial as text."""
        terms = []
        for monomial, coefficient in sorted(p.items(), reverse=True):
            factors = []
            for name in self.names:
                exponent = monomial >> self.shift(name) & MASK
                factors += [name if exponent == 1 else f"{name}^{exponent}"] if exponent else []
            size = abs(coefficient)
            text = " ".join(([str(size)] if size != 1 or not factors else []) + factors)
            terms.append(("-" if coefficient < 0 else "+", text))
        if not terms:
            return "0"
        first = ("-" if terms[0][0] == "-" else "") + terms[0][1]
        return " ".join([first, *(f"{sign} {text}" for sign, text in terms[1:])])


@dataclasses.dataclass(frozen=True)
class Fraction:
    """A quotient of polynomials; the divisor is 0 nowhere in the case that is looked at."""

    top: Polynomial
    bottom: Polynomial


class Fractions:
    """Arithmetic of fractions over a ring."""

    def __init__(self, ring: Ring):
        self.ring = ring
        self.one = ring.number(1)
        self.zero = self.of({})

    def of(self, p: Polynomial) -> Fraction:
        return Fraction(p, self.one)

    def number(self, value: int) -> Fraction:
        return self.of(self.ring.number(value))

    def plus(self, a: Fraction, b: Fraction, factor: int = 1) -> Fraction:
        ring = self.ring
        if a.bottom == b.bottom:
            return Fraction(ring.plus(a.top, b.top, factor), a.bottom)
        if (wider := ring.divided(a.bottom, b.bottom)) is not None:
            return Fraction(ring.plus(a.top, ring.times(b.top, wider), factor), a.bottom)
        if (wider := ring.divided(b.bottom, a.bottom)) is not None:
            return Fraction(ring.plus(ring.times(a.top, wider), b.top, factor), b.bottom)
        top = ring.plus(ring.times(a.top, b.bottom), ring.times(b.top, a.bottom), factor)
        return Fraction(top, ring.times(a.bottom, b.bottom))

    def minus(self, a: Fraction, b: Fraction) -> Fraction:
        return self.plus(a, b, -1)

    def times(self, a: Fraction, b: Fraction) -> Fraction:
        return Fraction(self.ring.times(a.top, b.top), self.ring.times(a.bottom, b.bottom))

    def over(self, a: Fraction, b: Fraction) -> Fraction:
        return Fraction(self.ring.times(a.top, b.bottom), self.ring.times(a.bottom, b.top))

    def power(self, a: Fraction, exponent: int) -> Fraction:
        result = self.number(1)
        for _ in range(exponent):
            result = self.times(result, a)
        return result

    def equal(self, a: Fraction, b: Fraction) -> bool:
        return self.ring.is_zero(self.minus(a, b).top)
