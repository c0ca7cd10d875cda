"""The cases of points of y^2 = x^3 + a x + b over F_p, p > 3."""

from motelab.prove.formulas.algebra import Fraction, Fractions, Ring
from motelab.prove.formulas.cases import GENERAL, NAMES, Case, Law, Point

# Together all points: y != 0 in the first, y = 0 in the second.
ONE = ("2 P != O", "2 P = O", "P = O")
DIFFERENT, EQUAL, OPPOSITE = "P != Q, -Q", "P = Q, 2 P != O", "P = -Q, 2 P != O"
EQUAL_TWO = "P = Q, 2 P = O"
WITH_INFINITY = ("P = O, 2 Q != O", "P = O, 2 Q = O", "Q = O, 2 P != O", "Q = O, 2 P = O", "P = Q = O")
# Together all pairs of points.
TWO = (DIFFERENT, EQUAL, OPPOSITE, EQUAL_TWO, *WITH_INFINITY)
# The same, split by whether P - Q has order two; the last is of points of order four.
DIFFERENT_APART, OPPOSITE_APART = "P != Q, -Q, 2 (P - Q) != O", "P = -Q, 4 P != O"
BY_TWO, BY_TWO_OPPOSITE = "2 (P - Q) = O, P != Q, -Q", "P = -Q, 4 P = O, 2 P != O"
TWO_APART = (DIFFERENT_APART, EQUAL, OPPOSITE_APART, EQUAL_TWO, *WITH_INFINITY, BY_TWO, BY_TWO_OPPOSITE)
# The same as ONE, for 3 P and 5 P; in the first of each the multiple is infinity where a polynomial is 0.
BY_THREE, BY_FIVE, OF_THREE = "6 P != O, or 3 P = O", "6 P != O", "3 P = O"
MULTIPLES = {3: (BY_THREE, "2 P = O", "P = O"), 5: (BY_FIVE, OF_THREE, "2 P = O", "P = O")}
CLASSES = (0, 3, GENERAL)  # a = 0, a = -3, any a


def flags(a_class: int) -> tuple[int, int]:
    """What the curve says of its coefficients."""
    return a_class, 0


class Builder:
    """A case that is being made."""

    def __init__(self, a_class: int, name: str):
        self.ring = Ring(0, NAMES)
        self.f = Fractions(self.ring)
        self.v = {one: self.f.of(self.ring.variable(one)) for one in NAMES}
        a = self.v["a"] if a_class == GENERAL else self.f.number(-a_class)
        self.case = Case(name, self.f, "prime", a, (), {}, [])
        self.law = Law(self.case)

    def cubic(self, x: Fraction) -> Fraction:
        return self.f.plus(self.f.power(x, 3), self.f.times(self.case.a, x))

    def b_of(self, x: Fraction, y: Fraction) -> Fraction:
        """b of the curve through the point."""
        return self.f.minus(self.f.times(y, y), self.cubic(x))

    def nonzero(self, value: Fraction) -> None:
        core = self.case.core(value)
        if core not in ({0: 1}, {0: -1}, *self.case.nonzero):
            self.case.nonzero.append(core)

    def two_torsion(self, x: Fraction) -> None:
        """What is not 0 for a point (x, 0): b = -x (x^2 + a), and since the cubic has no root twice its derivative,
        3 x^2 + a, and the discriminant of what is left without this root, -(3 x^2 + 4 a)."""
        square = self.f.times(x, x)
        self.nonzero(x)
        self.nonzero(self.f.plus(square, self.case.a))
        self.nonzero(self.law.sum_of((3, square), self.case.a))
        self.nonzero(self.law.sum_of((3, square), (4, self.case.a)))

    def done(self, p: Point, q: Point, b: Fraction) -> Case:
        self.case.points = {"P": p, "Q": q}
        self.case.coefficients = (self.case.a, b)
        return self.case


def case(a_class: int, name: str) -> Case:
    """Builds the case of that name. b is not 0, so that (0, 0) is no point."""
    m = Builder(a_class, name)
    f, v = m.f, m.v
    first, second = (v["x1"], v["y1"]), (v["x2"], v["y2"])
    if name in ("P = O", "P = Q = O"):
        m.nonzero(v["b"])
        return m.done(None, None, v["b"])
    if name in (DIFFERENT, DIFFERENT_APART):
        return different(m, name == DIFFERENT_APART)
    if name == BY_TWO:
        return by_order_two(m)
    if name == BY_TWO_OPPOSITE:
        return of_order_four(m)
    if name == OF_THREE:
        return of_order_three(m)
    two = name.endswith(("2 P = O", "2 Q = O"))
    p = (first[0], f.zero) if two else first
    if name.startswith("P = O"):
        q = (second[0], f.zero) if two else second
        finite(m, q, two)
        return m.done(None, q, m.b_of(*q))
    finite(m, p, two)
    if name == OPPOSITE_APART:
        m.nonzero(m.law.double(p)[1])
    if name in (BY_THREE, BY_FIVE):
        multiples(m, p, name)
    equal, opposite = name.startswith("P = Q"), name.startswith("P = -Q")
    assert equal or opposite or name in (*ONE, *WITH_INFINITY, BY_THREE, BY_FIVE), name
    return m.done(p, p if equal else m.law.negative(p) if opposite else None, m.b_of(*p))


def finite(m: Builder, p: tuple[Fraction, Fraction], two: bool) -> None:
    """What is not 0 for a point that is not infinity; `two`: of order two."""
    m.nonzero(m.b_of(*p))
    if two:
        m.two_torsion(p[0])
    else:
        m.nonzero(p[1])


def different(m: Builder, apart: bool) -> Case:
    """Points of different x; `apart`: P - Q is not of order two. The equation of the second is a relation."""
    f, v = m.f, m.v
    p, q = (v["x1"], v["y1"]), (v["x2"], v["y2"])
    b = m.b_of(*p)
    m.nonzero(b)
    m.nonzero(m.b_of(*q))
    rest = f.plus(m.cubic(q[0]), b)
    m.ring.relate({2 << m.ring.shift("y2"): 1}, rest.top)
    m.nonzero(f.minus(q[0], p[0]))
    if apart:
        m.nonzero(m.law.add(p, m.law.negative(q))[1])
    return m.done(p, q, b)


def by_order_two(m: Builder) -> Case:
    """Q = P + T for T = (t, 0), and 2 P is neither T nor O with P = T."""
    f, v = m.f, m.v
    t, p = (v["t"], f.zero), (v["x1"], v["y1"])
    b = m.b_of(*t)
    m.two_torsion(t[0])
    m.nonzero(m.b_of(*p))
    m.ring.relate({2 << m.ring.shift("y1"): 1}, f.plus(m.cubic(p[0]), b).top)
    m.nonzero(f.minus(p[0], t[0]))
    q = m.law.add(p, t)
    m.nonzero(f.minus(q[0], p[0]))
    return m.done(p, q, b)


def of_order_four(m: Builder) -> Case:
    """2 P = T = (t, 0) and Q = -P: (x - t)^2 = 3 t^2 + a, and then y^2 = (x - t)^2 (2 x + t) with k^2 = 2 x + t."""
    f, v = m.f, m.v
    t, x, k = v["t"], v["x1"], v["k"]
    square = m.law.sum_of((2, f.times(t, x)), (2, f.times(t, t)), m.case.a)
    difference = f.minus(x, t)
    m.case.nonzero += [difference.top, k.top]
    b = m.b_of(t, f.zero)
    m.two_torsion(t)
    m.ring.relate({2 << m.ring.shift("x1"): 1}, square.top)
    m.ring.relate({2 << m.ring.shift("k"): 1}, m.law.sum_of((2, x), t).top)
    p = (x, f.times(difference, k))
    return m.done(p, m.law.negative(p), b)


def multiples(m: Builder, p: tuple[Fraction, Fraction], name: str) -> None:
    """3 P is infinity where x(2 P) = x(P), as P is not; 5 P where x(3 P) = x(2 P), where 3 P is not infinity."""
    first = m.f.minus(m.law.double(p)[0], p[0])
    if name == BY_THREE:
        m.case.vanishing.append(m.case.core(first))
        return
    m.nonzero(first)
    second = m.f.minus(m.law.times(3, p)[0], m.law.double(p)[0])
    m.case.vanishing.append(m.case.core(second))


def of_order_three(m: Builder) -> Case:
    """3 P = O where the tangent, of slope 3 k, meets the curve at P alone: x = 3 k^2, a = 6 k y - 27 k^4."""
    f, v = m.f, m.v
    k, y = v["k"], v["y1"]
    x = m.law.sum_of((3, f.times(k, k)))
    a = m.law.sum_of((6, f.times(k, y)), (-27, f.power(k, 4)))
    if m.case.a == v["a"]:
        m.case.a = a
    else:
        pattern = (1 << m.ring.shift("k")) + (1 << m.ring.shift("y1"))
        rest = m.law.sum_of((27, f.power(k, 4)), m.case.a)
        m.ring.relate({pattern: 1}, rest.top, m.ring.number(6))
    m.nonzero(y)
    return m.done((x, y), None, m.b_of(x, y))
