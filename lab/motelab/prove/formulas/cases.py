"""A case: some points of a curve, as symbols, and the affine group law of them.

In a case the points and the coefficients are fractions of polynomials, and some polynomials are known to be 0 nowhere.
Coefficients are symbols, or numbers where formulas know them. The sum of the points is known by the affine law, which
the case must be fine enough to decide. prime.py, binary.py and edwards.py have the cases: together all points."""

import dataclasses
from collections.abc import Sequence

from motelab.prove.formulas.algebra import MASK, Fraction, Fractions, Polynomial, Ring

Point = tuple[Fraction, Fraction] | None  # None: infinity
NAMES = ("F1", "G1", "F2", "G2", "E1", "H1", "E2", "H2", "k", "Z1", "Z2", "a", "b", "t", "y1", "y2", "x1", "x2")
UNITS = ({0: 1}, {0: -1})
NORM_TERMS = 24  # of a polynomial whose norm is sought
GENERAL = 255  # the class of a that formulas do not know: MC_COEFFICIENT_GENERAL


class Undecided(Exception):
    """A case is too coarse: whether a divisor is 0 is not known."""


@dataclasses.dataclass
class Case:
    """name: of the case; `coefficients`: those that C reads, in the order of the records; `nonzero`: polynomials that
    are 0 nowhere; `vanishing`: polynomials that are 0 where the multiple of P is infinity; the case
    is then of other points, and Z has to be a multiple of them. `not_both`: pairs of polynomials that have no common
    zero."""

    name: str
    fractions: Fractions
    kind: str
    a: Fraction
    coefficients: tuple[Fraction, ...]
    points: dict[str, Point]
    nonzero: list[Polynomial]
    vanishing: list[Polynomial] = dataclasses.field(default_factory=list)
    not_both: list[tuple[Polynomial, Polynomial]] = dataclasses.field(default_factory=list)

    norms: dict[frozenset, Polynomial] = dataclasses.field(default_factory=dict)

    @property
    def is_equal(self) -> bool:
        """Whether P and Q are the same point, in the whole case."""
        p, q = self.points["P"], self.points["Q"]
        f = self.fractions
        return p is not None and q is not None and all(f.equal(a, b) for a, b in zip(p, q, strict=True))

    @property
    def ring(self) -> Ring:
        return self.fractions.ring

    def symbol(self, name: str, nonzero: bool = False) -> Fraction:
        """A variable of the ring; it takes any value, or any but 0."""
        one = self.ring.variable(name)
        if nonzero and one not in self.nonzero:
            self.nonzero.append(one)
        return self.fractions.of(one)

    def core(self, f: Fraction, more: Sequence[Polynomial] = ()) -> Polynomial:
        """The numerator without factors that are 0 nowhere, `more` among them; numbers of the factors 2 and 3 are such
        factors, too."""
        known = [*self.nonzero, *more]
        rest = self.ring.without(f.top, known)
        if any(relation.lead != ((0, 1),) for relation in self.ring.relations):
            rest = self.ring.without(self.ring.reduced(rest), known)
        return rest if self.ring.two else primitive(rest)

    def is_zero(self, f: Fraction) -> bool:
        return self.ring.is_zero(f.top)

    def is_nonzero(self, f: Fraction, more: Sequence[Polynomial] = ()) -> bool:
        """Whether f is 0 nowhere; `more`: polynomials that are so, too."""
        core = self.core(f, more)
        if core not in UNITS and self.ring.relations and len(core) <= NORM_TERMS:
            core = self.norm(core)
        return core in UNITS

    def norm(self, p: Polynomial) -> Polynomial:
        """The norm of p over a relation v^2 = A + B v, which is 0 where p is, without factors that are 0 nowhere: for
        p = C + D v it is C^2 + B C D - A D^2 = p (C + B D - D v). (The norm of what is 0 nowhere may be 0: the other
        factor belongs to another point.)"""
        ring = self.ring
        p = ring.reduced(p, plain_only=True)
        for name in ring.names:
            shift = ring.shift(name)
            relation = next((r for r in ring.relations if r.pattern == 2 << shift), None)
            if relation is None or not any(m >> shift & 1 for m in p) or relation.lead != ((0, 1),):
                continue
            if len(p) > 4 * NORM_TERMS:
                break
            parts = [], []
            for own in (p, dict(relation.rest)):
                parts[0].append({m: c for m, c in own.items() if not m >> shift & MASK})
                parts[1].append({m - (1 << shift): c for m, c in own.items() if m >> shift & MASK})
            (c, _), (d, b) = parts
            conjugate = ring.plus(ring.plus(c, ring.times(b, d)), ring.times(d, {1 << shift: 1}), -1)
            p = self.core(self.fractions.of(ring.times(p, conjugate)))
        return p

    def must_be_nonzero(self, f: Fraction) -> bool:
        """False if f is 0 everywhere; Undecided if it is so somewhere."""
        if self.is_zero(f):
            return False
        if self.is_nonzero(f, self.vanishing):
            return True
        raise Undecided(f"{self.name}: whether {self.ring.written(self.core(f))} is 0 is not decided")


def primitive(p: Polynomial) -> Polynomial:
    """p without factors 2 and 3 of all coefficients; primes of fields are larger."""
    for prime in (2, 3):
        while p and all(c % prime == 0 for c in p.values()):
            p = {m: c // prime for m, c in p.items()}
    return p


class Law:
    """The affine group law in a case."""

    def __init__(self, case: Case):
        self.case, self.f = case, case.fractions

    def sum_of(self, *terms: Fraction | tuple[int, Fraction]) -> Fraction:
        total = self.f.zero
        for term in terms:
            factor, value = term if isinstance(term, tuple) else (1, term)
            total = self.f.plus(total, value, factor)
        return total

    def negative(self, p: Point) -> Point:
        if p is None:
            return None
        x, y = p
        if self.case.kind == "binary":
            return x, self.f.plus(x, y)
        if self.case.kind == "edwards":
            return self.f.minus(self.f.zero, x), y
        return x, self.f.minus(self.f.zero, y)

    def add(self, p: Point, q: Point) -> Point:
        if self.case.kind == "edwards":
            return self.edwards(p, q)
        if p is None or q is None:
            return q if p is None else p
        dx = self.f.minus(q[0], p[0])
        if not self.case.must_be_nonzero(dx):
            opposite = self.negative(p)
            return None if self.case.is_zero(self.f.minus(q[1], opposite[1])) else self.double(p, q)
        slope = self.f.over(self.f.minus(q[1], p[1]), dx)
        return self.third(p, slope, self.f.plus(p[0], q[0]))

    def double(self, p: Point, q: Point = None) -> Point:
        """2 p; q, where it is given, has the same x and must be p."""
        if self.case.kind == "edwards":
            return self.edwards(p, p)
        if p is None:
            return None
        x, y = p
        if q is not None and not self.case.is_zero(self.f.minus(q[1], y)):
            raise Undecided(f"{self.case.name}: points of one x are neither equal nor opposite")
        f = self.f
        if self.case.kind == "binary":
            if not self.case.must_be_nonzero(x):
                return None
            slope = f.plus(x, f.over(y, x))
        else:
            if not self.case.must_be_nonzero(y):
                return None
            slope = f.over(self.sum_of((3, f.times(x, x)), self.case.a), self.sum_of((2, y)))
        return self.third(p, slope, self.sum_of((2, x)))

    def third(self, p: tuple[Fraction, Fraction], slope: Fraction, both: Fraction) -> Point:
        """The point opposite to the third one of the line of the slope through p; both: the sum of the x of the two
        others."""
        f = self.f
        square = f.times(slope, slope)
        if self.case.kind == "binary":
            x = self.sum_of(square, slope, both, self.case.a)
            return x, self.sum_of(f.times(slope, f.plus(p[0], x)), x, p[1])
        x = f.minus(square, both)
        return x, f.minus(f.times(slope, f.minus(p[0], x)), p[1])

    def edwards(self, p: Point, q: Point) -> Point:
        """x = (x1 y2 + y1 x2)/(1 + e), y = (y1 y2 - a x1 x2)/(1 - e), e = d x1 x2 y1 y2."""
        f = self.f
        (x1, y1), (x2, y2) = p, q
        e = f.times(self.case.coefficients[0], f.times(f.times(x1, x2), f.times(y1, y2)))
        one = f.number(1)
        x = f.plus(f.times(x1, y2), f.times(y1, x2))
        y = f.minus(f.times(y1, y2), f.times(self.case.a, f.times(x1, x2)))
        return f.over(x, f.plus(one, e)), f.over(y, f.minus(one, e))

    def times(self, n: int, p: Point) -> Point:
        """n p for n of 1 to 5."""
        if n == 1:
            return p
        if n % 2 == 0:
            return self.double(self.times(n // 2, p))
        return self.add(self.times((n + 1) // 2, p), self.times(n // 2, p))
