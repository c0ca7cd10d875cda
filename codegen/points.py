"""Points of curves over binary and prime fields, for tables that are made ahead of time and for tiny curves."""

import abc
import dataclasses

from codegen.fields import multiply

Point = tuple[int, int] | None  # None is infinity


def inverse(a: int, poly: tuple[int, ...]) -> int:
    """1 / a by the extended Euclidean algorithm on polynomials; a is not 0."""
    u, v = a, sum(1 << e for e in poly)
    g, h = 1, 0
    while u != 1:
        shift = u.bit_length() - v.bit_length()
        if shift < 0:
            u, v, g, h, shift = v, u, h, g, -shift
        u, g = u ^ v << shift, g ^ h << shift
    return g


class Curve(abc.ABC):
    """Operations that follow from addition."""

    neutral: Point = None

    @abc.abstractmethod
    def add(self, p: Point, q: Point) -> Point:
        """p + q for any points."""

    @abc.abstractmethod
    def negate(self, p: Point) -> Point:
        """-p for any point."""

    def multiply(self, k: int, p: Point) -> Point:
        """k p for any integer k."""
        if k < 0:
            return self.multiply(-k, self.negate(p))
        total = self.neutral
        for bit in bin(k)[2:]:
            total = self.add(total, total)
            total = self.add(total, p) if bit == "1" else total
        return total


@dataclasses.dataclass(frozen=True)
class PrimeCurve(Curve):
    """y^2 = x^3 + a x + b over F_p."""

    p: int
    a: int
    generator: Point = None

    def negate(self, p: Point) -> Point:
        return p and (p[0], -p[1] % self.p)

    def add(self, p: Point, q: Point) -> Point:
        if p is None or q is None:
            return q if p is None else p
        (x1, y1), (x2, y2) = p, q
        if x1 != x2:
            slope = (y2 - y1) * pow(x2 - x1, -1, self.p)
        elif (y1 + y2) % self.p == 0:
            return None
        else:
            slope = (3 * x1 * x1 + self.a) * pow(2 * y1, -1, self.p)
        x3 = (slope * slope - x1 - x2) % self.p
        return x3, (slope * (x1 - x3) - y1) % self.p


@dataclasses.dataclass(frozen=True)
class EdwardsCurve(Curve):
    """a x^2 + y^2 = 1 + d x^2 y^2 over F_p with a complete addition law: a is a square and d is not."""

    p: int
    a: int
    d: int
    generator: Point = None
    neutral = (0, 1)

    def negate(self, p: Point) -> Point:
        return -p[0] % self.p, p[1]

    def add(self, p: Point, q: Point) -> Point:
        (x1, y1), (x2, y2) = p, q
        t = self.d * x1 * x2 * y1 * y2
        x3 = (x1 * y2 + y1 * x2) * pow(1 + t, -1, self.p)
        y3 = (y1 * y2 - self.a * x1 * x2) * pow(1 - t, -1, self.p)
        return x3 % self.p, y3 % self.p


@dataclasses.dataclass(frozen=True)
class BinaryCurve(Curve):
    """y^2 + xy = x^3 + a x^2 + b over F_2^m."""

    poly: tuple[int, ...]
    a: int
    generator: Point = None

    def square(self, a: int) -> int:
        return multiply(a, a, self.poly)

    def negate(self, p: Point) -> Point:
        return p and (p[0], p[0] ^ p[1])

    def frobenius(self, p: Point) -> Point:
        return p and (self.square(p[0]), self.square(p[1]))

    def add(self, p: Point, q: Point) -> Point:
        if p is None or q is None:
            return q if p is None else p
        (x1, y1), (x2, y2) = p, q
        if x1 != x2:
            slope = multiply(y1 ^ y2, inverse(x1 ^ x2, self.poly), self.poly)
            x3 = self.square(slope) ^ slope ^ x1 ^ x2 ^ self.a
            return x3, multiply(slope, x1 ^ x3, self.poly) ^ x3 ^ y1
        if y1 != y2 or x1 == 0:
            return None
        slope = x1 ^ multiply(y1, inverse(x1, self.poly), self.poly)
        x3 = self.square(slope) ^ slope ^ self.a
        return x3, self.square(x1) ^ multiply(slope ^ 1, x3, self.poly)


def curve_of(record: dict) -> Curve:
    """The curve of a record of curves.json, of short Weierstrass or Edwards form."""
    generator, a = (int(record["G"]["x"], 16), int(record["G"]["y"], 16)), int(record["a"], 16)
    if "Edwards" in record.get("form", ""):
        return EdwardsCurve(int(record["field"]["p"], 16), a, int(record["d"], 16), generator)
    if record["field"]["type"] == "prime":
        return PrimeCurve(int(record["field"]["p"], 16), a, generator)
    return BinaryCurve(tuple(record["field"]["poly"]), a, generator)
