"""The cases of points of y^2 + x y = x^3 + a x^2 + b over F_2^m. T is the point of order two, (0, sqrt b)."""

from motelab.prove.formulas.algebra import Fraction, Fractions, Ring
from motelab.prove.formulas.cases import GENERAL, NAMES, Case, Law, Point

# Together all points; the second is where x(2 P) = 0, which x^4 = b says.
FINE, OF_FOUR, OF_TWO = "4 P != O", "4 P = O, 2 P != O", "2 P = O"
ONE = (FINE, OF_FOUR, OF_TWO, "P = O")
DIFFERENT, SUM_OF_TWO = "P != Q, -Q, P + Q != T", "P + Q = T, P != Q"
EQUAL, EQUAL_FOUR, EQUAL_TWO = "P = Q, 4 P != O", "P = Q, 4 P = O, 2 P != O", "P = Q, 2 P = O"
OPPOSITE = "P = -Q, 2 P != O"
FIRST_TWO, SECOND_TWO = "P = T, Q != T", "Q = T, P != T"
WITH_INFINITY = ("P = O, 2 Q != O", "P = O, 2 Q = O", "Q = O, 2 P != O", "Q = O, 2 P = O", "P = Q = O")
# Together all pairs of points: in the first two neither is T.
TWO = (DIFFERENT, SUM_OF_TWO, EQUAL, EQUAL_FOUR, EQUAL_TWO, OPPOSITE, FIRST_TWO, SECOND_TWO, *WITH_INFINITY)
# Those of points of odd order.
ODD_TWO = (DIFFERENT, EQUAL, OPPOSITE, "P = O, 2 Q != O", "Q = O, 2 P != O", "P = Q = O")
# 2 P and Q, for 2 P + Q, both of odd order.
TWICE_AND_ONCE = ("2 P != Q, -Q", "2 P = Q", "2 P = -Q", "P = O, 2 Q != O", "Q = O, 2 P != O", "P = Q = O")
BY_THREE, BY_FIVE, OF_THREE = "4 P != O, or 3 P = O", "12 P != O", "3 P = O"
MULTIPLES = {3: (BY_THREE, OF_FOUR, OF_TWO, "P = O"), 5: (BY_FIVE, OF_THREE, OF_FOUR, OF_TWO, "P = O")}
CLASSES = tuple((a, one) for a in (0, 1, GENERAL) for one in (0, 1))  # a = 0, a = 1, any a; any b, b = 1


def flags(classes: tuple[int, int]) -> tuple[int, int]:
    """What the curve says of its coefficients."""
    return classes


class Builder:
    """A case that is being made."""

    def __init__(self, classes: tuple[int, int], name: str):
        self.ring = Ring(2, NAMES)
        self.f = Fractions(self.ring)
        self.v = {one: self.f.of(self.ring.variable(one)) for one in NAMES}
        a_class, b_is_one = classes
        a = self.v["a"] if a_class == GENERAL else self.f.number(a_class)
        self.case = Case(name, self.f, "binary", a, (), {}, [])
        self.law = Law(self.case)
        self.root = self.f.number(1) if b_is_one else self.v["b"]  # of b
        self.nonzero(self.root)

    def nonzero(self, value: Fraction) -> None:
        core = self.case.core(value)
        if core not in ({0: 1}, *self.case.nonzero):
            self.case.nonzero.append(core)

    def point(self, place: str) -> tuple[Fraction, Fraction]:
        """A point of the curve with x other than 0."""
        f, x, y = self.f, self.v[f"x{place}"], self.v[f"y{place}"]
        square = self.law.sum_of(
            f.times(x, y), f.power(x, 3), f.times(self.case.a, f.times(x, x)), f.times(self.root, self.root)
        )
        self.ring.relate({2 << self.ring.shift(f"y{place}"): 1}, square.top)
        self.nonzero(x)
        return x, y

    def done(self, p: Point, q: Point = None) -> Case:
        self.case.points = {"P": p, "Q": q}
        self.case.coefficients = (self.case.a, self.root, self.f.times(self.root, self.root))
        return self.case


def case(classes: tuple[int, int], name: str) -> Case:
    """Builds the case of that name. b is not 0."""
    m = Builder(classes, name)
    f = m.f
    two = (f.zero, m.root)
    if name in ("P = O", "P = Q = O"):
        return m.done(None, None)
    if name in (FINE, EQUAL, BY_THREE, BY_FIVE):
        p = fine(m)
        if name in (BY_THREE, BY_FIVE):
            multiples(m, p, name)
        return m.done(p, p if name == EQUAL else None)
    if name in (OF_FOUR, EQUAL_FOUR):
        p = of_four(m, classes[1])
        return m.done(p, p if name == EQUAL_FOUR else None)
    if name == DIFFERENT:
        p, q = m.point("1"), m.point("2")
        m.nonzero(f.plus(p[0], q[0]))
        core = m.case.core(m.law.add(p, q)[0])
        square = m.ring.times(core, core)  # not a multiple of it, once the equations are used
        m.nonzero(f.of(core))
        m.nonzero(f.of(square))
        return m.done(p, q)
    if name in TWICE_AND_ONCE[:3]:
        p = fine(m)
        if name == "2 P != Q, -Q":
            q = m.point("2")
            m.nonzero(f.plus(m.law.double(p)[0], q[0]))
            m.nonzero(m.law.add(m.law.double(p), q)[0])
            return m.done(p, q)
        return m.done(p, m.law.double(p) if "=" in name and "-" not in name else m.law.negative(m.law.double(p)))
    if name == SUM_OF_TWO:
        p = fine(m)
        return m.done(p, m.law.add(two, m.law.negative(p)))
    if name == OF_THREE:
        return of_three(m, classes)
    if name == OPPOSITE:
        p = m.point("1")
        return m.done(p, m.law.negative(p))
    if name == FIRST_TWO:
        return m.done(two, m.point("2"))
    if name == SECOND_TWO:
        return m.done(m.point("1"), two)
    p, q = {
        OF_TWO: (two, None),
        EQUAL_TWO: (two, two),
        "P = O, 2 Q = O": (None, two),
        "Q = O, 2 P = O": (two, None),
        "P = O, 2 Q != O": (None, "2"),
        "Q = O, 2 P != O": ("1", None),
    }[name]
    return m.done(m.point(p) if isinstance(p, str) else p, m.point(q) if isinstance(q, str) else q)


def fine(m: Builder) -> tuple[Fraction, Fraction]:
    """A point whose order does not divide 4: x^4 = b holds where x^2 is the root of b."""
    p = m.point("1")
    m.nonzero(m.f.plus(m.f.times(p[0], p[0]), m.root))
    return p


def of_four(m: Builder, b_is_one: int) -> tuple[Fraction, Fraction]:
    """A point of order four: the root of b is x^2."""
    f = m.f
    x, y = (f.number(1) if b_is_one else m.v["x1"]), m.v["y1"]
    m.root = f.times(x, x)
    m.nonzero(x)
    square = m.law.sum_of(f.times(x, y), f.power(x, 3), f.times(m.case.a, f.times(x, x)), f.times(m.root, m.root))
    m.ring.relate({2 << m.ring.shift("y1"): 1}, square.top)
    return x, y


def multiples(m: Builder, p: tuple[Fraction, Fraction], name: str) -> None:
    """3 P is infinity where x(2 P) = x(P), as P is not; 5 P where x(3 P) = x(2 P), where 3 P is not infinity."""
    first = m.f.plus(m.law.double(p)[0], p[0])
    if name == BY_THREE:
        m.case.vanishing.append(m.case.core(first))
        return
    m.nonzero(first)
    m.case.vanishing.append(m.case.core(m.f.plus(m.law.times(3, p)[0], m.law.double(p)[0])))


def of_three(m: Builder, classes: tuple[int, int]) -> Case:
    """3 P = O where b = x^4 + x^3."""
    f = m.f
    k = m.v["k"]
    # The root of b is k^2 + k^2 ... for x = k^2: b = k^8 + k^6, and its root k^4 + k^3.
    x, y = f.times(k, k), m.v["y1"]
    root = f.plus(f.power(k, 4), f.power(k, 3))
    if classes[1]:  # k^4 = k^3 + 1
        m.ring.relate({4 << m.ring.shift("k"): 1}, f.plus(f.power(k, 3), f.number(1)).top)
    else:
        m.root = root
    m.nonzero(k)
    m.nonzero(f.plus(k, f.number(1)))
    square = m.law.sum_of(f.times(x, y), f.power(x, 3), f.times(m.case.a, f.times(x, x)), f.times(m.root, m.root))
    m.ring.relate({2 << m.ring.shift("y1"): 1}, square.top)
    return m.done((x, y), None)
