"""Divisions with their rests and quotients, and a decision on a quotient by bounds.

A division S = base q + r with 0 <= r < base, of a polynomial S by a power of two, makes two variables. In a chain of
additions S holds the quotient before it. As q = (S - r) / base, all quotients of a chain can be replaced, the latest
first, until the digits r alone are left: base^k q = T - sum of r_i base^i, where T is the number that the chain adds
up. So a bound of T by the maxima of its variables, less the digits, is a bound of q, as sharp as that of T: a carry
out of a number that is large enough for the sum is 0."""

import heapq
from collections.abc import Iterator

from motelab.prove.domains.polynomials import Polynomial, Variables, cases, plus

SCALE = 256  # bits that all coefficients are multiplied by, where a division needs it
BITS_MAX = 6  # bits on whose values a bound may depend


class Divisions(Variables):
    """The variables of one execution. A quotient is `settled` when a polynomial over other bits is known of it."""

    def __init__(self) -> None:
        super().__init__()
        self.rest_of: dict[int, int] = {}  # by quotient
        self.quotient_of: dict[int, int] = {}  # by rest
        self.used: set[int] = set()  # variables that an operation has read
        self.left: set[int] = set()  # quotients that stay, as those that select, in a comparison
        self.tried: set[int] = set()  # quotients on which a decision was sought

    def divide(self, name: str, p: Polynomial, base: int, high: int, sign: int = 1) -> tuple[int, int]:
        """Rest and quotient of p, of which it is known that it is sign * base * quotient + rest."""
        key = (base, sign, frozenset(p.items()))
        if key in self.kept:
            quotient = self.kept[key]
            return self.rest_of[quotient], quotient
        rest = self.new("rest", base - 1)
        quotient = self.new(name, high, p, base, sign)
        self.rest_of[quotient], self.quotient_of[rest] = rest, quotient
        return rest, quotient

    def forced(self, v: int) -> tuple[Polynomial, int] | None:
        """A polynomial and a divisor that stand for a variable wherever it occurs, or None: a quotient is (S - r) /
        base, unless it is settled or selects."""
        if v in self.settled:
            return self.settled[v], 1
        return None if v not in self.rest_of or self.stays(v) else self.as_quotient(v)

    def stays(self, quotient: int) -> bool:
        """Whether a quotient is a variable of its own, and the rest of its division is not."""
        return quotient in self.selectors or quotient in self.left

    def as_quotient(self, v: int) -> tuple[Polynomial, int]:
        """A quotient by its division: the dividend less the rest, and the divisor."""
        one = self.all[v]
        p = plus(one.definition, {(self.rest_of[v],): 1}, -1)
        return {m: one.sign * c for m, c in p.items()}, one.base

    def offered(self, v: int) -> Polynomial | None:
        """A polynomial that may stand for a variable: for a cut its definition, for the rest of a division whose
        quotient is settled or selects S - base q."""
        if (q := self.quotient_of.get(v)) is not None:
            if q not in self.settled and not self.stays(q):
                return None
            one = self.all[q]
            return plus(one.definition, self.settled.get(q, {(q,): 1}), -one.sign * one.base)
        return self.all[v].definition if self.is_cut(v) else None

    def decide(self, quotient: int) -> bool:
        """Settles a quotient if bounds do, with as few definitions as are needed."""
        self.tried.add(quotient)
        if quotient in self.selectors:
            return False
        one = self.all[quotient]
        seen = Cases(self, one.high)
        for p, scale in Expansion(self, *self.as_quotient(quotient)).steps():
            if (found := seen.see(p, scale)) is not None:
                self.settled[quotient] = found
                return True
        return False

    def not_negative(self, p: Polynomial) -> bool:
        """Whether bounds show that a polynomial over integers is never negative."""
        return any(self.interval(q)[0] > -scale for q, scale in Expansion(self, p, 1).steps())

    def unused(self) -> list[int]:
        """Quotients that no operation has read and that are not settled, in the order of the execution."""
        return sorted(set(self.rest_of) - self.used - set(self.settled))

    def settle_unused(self, count: int | None = None) -> None:
        """Decides the unused quotients, or the first ones, if that was not tried before."""
        for v in self.unused()[:count]:
            if v not in self.tried:
                self.decide(v)

    def rest_modulo(self, p: Polynomial, modulus: int) -> Polynomial:
        """What is left of a polynomial over integers, times a power of two, if all definitions are put in, and terms
        that are multiples of the modulus are left out. The last carry is mostly such a multiple: a decision on it
        is dear and sought last."""
        self.settle_unused(-1)
        left = self.compared(p, modulus)
        if left and self.unused():
            self.settle_unused()
            left = self.compared(p, modulus)
        return left

    def compared(self, p: Polynomial, modulus: int) -> Polynomial:
        """See rest_modulo. An unused quotient stays a variable, and so does one whose multiple by the modulus is left
        out for the rest of its division."""
        self.left = set(self.unused())
        scale = 1
        while True:
            expansion = Expansion(self, p, scale)
            for terms, scale in expansion.steps():
                expansion.terms = {m: c for m, c in terms.items() if c % (modulus * scale)}
            p, scale = expansion.terms, expansion.scale
            lost = [q for q in map(self.quotient_of.get, self.rests(p)) if q and self.is_lost(q, p, modulus * scale)]
            if not lost:
                self.left = set()
                return p
            self.left.add(max(lost))

    def rests(self, p: Polynomial) -> list[int]:
        return [v for v in {v for m in p for v in m} if v in self.quotient_of]

    def is_lost(self, quotient: int, p: Polynomial, modulus: int) -> bool:
        """Whether a quotient goes with multiples of the modulus where the rest of its division is replaced."""
        rest, base = self.rest_of[quotient], self.all[quotient].base
        return quotient not in self.left and not any(c * base % modulus for m, c in p.items() if rest in m)


class Expansion:
    """A polynomial, `terms` / `scale`, whose variables are replaced by what stands for them, the latest first."""

    def __init__(self, variables: Divisions, p: Polynomial, base: int):
        self.variables, self.scale = variables, base << SCALE
        self.terms: Polynomial = {}
        self.open: dict[int, dict] = {}  # terms with variables that must be replaced, by the latest of these
        self.heap: list[int] = []
        self.known: dict[int, tuple[Polynomial, int] | None] = {}
        for monomial, coefficient in p.items():
            self.add(monomial, coefficient << SCALE)
        self.close()

    def forced(self, v: int) -> tuple[Polynomial, int] | None:
        if v not in self.known:
            self.known[v] = self.variables.forced(v)
        return self.known[v]

    def add(self, monomial: tuple[int, ...], coefficient: int) -> None:
        """Adds a term where it belongs."""
        latest = next((v for v in reversed(monomial) if self.forced(v) is not None), None)
        if latest is None:
            where = self.terms
        else:
            if latest not in self.open:
                self.open[latest] = {}
                heapq.heappush(self.heap, -latest)
            where = self.open[latest]
        total = where.get(monomial, 0) + coefficient
        if total:
            where[monomial] = total
        else:
            where.pop(monomial, None)

    def close(self) -> None:
        """Replaces all that must be replaced."""
        while self.heap:
            latest = -heapq.heappop(self.heap)
            found = self.open.pop(latest)
            value, base = self.forced(latest)
            while any(c % base for c in found.values()):
                self.rescale()
                found = {m: c << SCALE for m, c in found.items()}
            self.put(latest, {m: c // base for m, c in found.items()}, value)

    def rescale(self) -> None:
        self.scale <<= SCALE
        self.terms = {m: c << SCALE for m, c in self.terms.items()}
        self.open = {v: {m: c << SCALE for m, c in terms.items()} for v, terms in self.open.items()}

    def put(self, variable: int, terms: Polynomial, value: Polynomial) -> None:
        """Adds terms with a polynomial in the place of a variable of theirs."""
        for monomial, coefficient in terms.items():
            rest = list(monomial)
            rest.remove(variable)
            others = tuple(rest)
            for factor, c in value.items():
                self.add(self.variables.monomial(others, factor), coefficient * c)

    def step(self) -> bool:
        """Replaces the latest variable that may be replaced; False if there is none."""
        for v in sorted({v for m in self.terms for v in m}, reverse=True):
            value = self.variables.offered(v)
            if value is not None:
                found = {m: c for m, c in self.terms.items() if v in m}
                self.terms = {m: c for m, c in self.terms.items() if v not in m}
                self.put(v, found, value)
                self.close()
                return True
        return False

    def steps(self) -> Iterator[tuple[Polynomial, int]]:
        """The polynomial and its scale, before and after each replacement."""
        yield self.terms, self.scale
        while self.step():
            yield self.terms, self.scale


class Cases:
    """What an integer from 0 to `high` is, by cases of the bits that select; each case may be decided by another form
    of the polynomial."""

    def __init__(self, variables: Divisions, high: int):
        self.variables, self.high = variables, high
        self.bits: list[int] = []
        self.found: list[tuple[dict[int, int], int]] = []  # values of bits, and what the integer is then

    def see(self, p: Polynomial, scale: int) -> Polynomial | None:
        """Takes in one form of the number, p / scale; the number as a polynomial over bits once all cases are known."""
        bits = sorted({v for m in p for v in m if v in self.variables.selectors} | set(self.bits))
        if len(bits) > BITS_MAX:
            bits = self.bits
        self.bits = bits
        words = [self.word(values, p, scale) for values in cases(bits)]
        return None if None in words else self.variables.by_bits(bits, words)

    def word(self, values: dict[int, int], p: Polynomial, scale: int) -> int | None:
        for known, word in self.found:
            if known.items() <= values.items():
                return word
        low, top = self.variables.interval(self.variables.fixed(p, values))
        low, top = max(0, -(-low // scale)), min(self.high, top // scale)
        if low != top:
            return None
        self.found.append((values, low))
        return low
