"""The cases of points of a x^2 + y^2 = 1 + d x^2 y^2 over F_p, where a is 1 or -1, and a square, and d is none.

1 - d x^2 and, for two points, 1 + e and 1 - e with e = d x1 x2 y1 y2 are 0 nowhere then. The first would make d the
square of 1/x. The second is shown by Bernstein, Birkner, Joye, Lange and Peters 2008: `completeness` computes the
identity that they use."""

from motelab.prove.formulas.algebra import Fraction, Fractions, Ring
from motelab.prove.formulas.cases import NAMES, Case, Law

ONE = ("P != O", "P = O")
TWO = ("P != O, Q != O", "P = O, Q != O", "Q = O, P != O", "P = Q = O")
MULTIPLES = ("n P, P != O", "P = O")
APART, NOT_APART = "4 (P - Q) != O", "4 (P - Q) = O"
TWO_APART = (APART, NOT_APART)
CLASSES = (1, 2)  # a = 1, a = -1


def flags(a_class: int) -> tuple[int, int]:
    """What the curve says of its coefficients."""
    return a_class, 0


def case(a_class: int, name: str) -> Case:
    """Builds the case of that name. Infinity is (0, 1)."""
    ring = Ring(0, NAMES)
    f = Fractions(ring)
    v = {one: f.of(ring.variable(one)) for one in NAMES}
    d = v["b"]
    made = Case(name, f, "edwards", f.number(1 if a_class == 1 else -1), (d,), {}, [])
    one = f.number(1)

    def point(place: str) -> tuple[Fraction, Fraction]:
        x, y = v[f"x{place}"], v[f"y{place}"]
        square = f.times(x, x)
        lead = f.minus(one, f.times(d, square))
        ring.relate({2 << ring.shift(f"y{place}"): 1}, f.minus(one, f.times(made.a, square)).top, lead.top)
        made.nonzero.append(lead.top)
        return x, y

    neutral = (f.zero, one)
    p = neutral if name.startswith(("P = O", "P = Q")) else point("1")
    q = p if name in (*ONE, *MULTIPLES) else neutral if name.startswith(("Q = O", "P = Q")) else point("2")
    if name not in TWO_APART:
        made.not_both += [(x.top, f.minus(y, one).top) for x, y in (p, q) if x.top]

    def never_exceptional(p: tuple[Fraction, Fraction], q: tuple[Fraction, Fraction]) -> None:
        e = f.times(d, f.times(f.times(p[0], p[1]), f.times(q[0], q[1])))
        for factor in (1, -1):
            value = f.plus(one, e, factor)
            made.nonzero += [p for p in (value.top, made.core(value)) if p not in ({0: 1}, {0: -1})]

    never_exceptional(p, q)
    if name == MULTIPLES[0]:
        twice = Law(made).double(p)
        never_exceptional(twice, p)
        never_exceptional(twice, twice)
        never_exceptional(Law(made).double(twice), p)
    if name == APART:
        # P - Q has the order 1 or 2 where its x is 0, and 4 where its y is.
        made.nonzero += [made.core(value) for value in Law(made).add(p, Law(made).negative(q))]
    made.points = {"P": p, "Q": q}
    return made


def completeness() -> bool:
    """For s^2 = a and points of the curve: (s x1 + e y1)^2 - d x1^2 y1^2 (s x2 + y2)^2 = E1 - d x1^2 y1^2 E2 +
    (e^2 - 1)(y1^2 - 1), where Ei = s^2 xi^2 + yi^2 - 1 - d xi^2 yi^2 is 0, as polynomials.

    So if e is 1 or -1, d x1^2 y1^2 (s x2 + y2)^2 is a square, and the same with -s for s. Not both s x2 + y2 and
    s x2 - y2 are 0, as (0, 0) is no point, and x1 y1 is not 0, as e is not: d would be a square."""
    ring = Ring(0, NAMES)
    f = Fractions(ring)
    law = Law(Case("", f, "edwards", f.zero, (), {}, []))
    s, d, x1, y1, x2, y2 = (f.of(ring.variable(one)) for one in ("a", "b", "x1", "y1", "x2", "y2"))

    def square(value: Fraction) -> Fraction:
        return f.times(value, value)

    def equation(x: Fraction, y: Fraction) -> Fraction:
        product = f.times(d, square(f.times(x, y)))
        return law.sum_of(square(f.times(s, x)), square(y), (-1, f.number(1)), (-1, product))

    e = f.times(d, f.times(f.times(x1, y1), f.times(x2, y2)))
    scale = f.times(d, square(f.times(x1, y1)))
    left = law.sum_of(
        square(f.plus(f.times(s, x1), f.times(e, y1))),
        (-1, f.times(scale, square(f.plus(f.times(s, x2), y2)))),
    )
    rest = f.times(f.minus(square(e), f.number(1)), f.minus(square(y1), f.number(1)))
    return f.equal(left, law.sum_of(equation(x1, y1), (-1, f.times(scale, equation(x2, y2))), rest))
