"""Coordinate systems: the elements that stand for a point, and whether elements stand for it."""

from collections.abc import Sequence
from typing import Protocol

from motelab.prove.formulas.algebra import Fraction
from motelab.prove.formulas.cases import Case, Point

# x = X / Z^i, y = Y / Z^j.
POWERS = {
    "projective": (1, 1),
    "projective_complete": (1, 1),
    "jacobian": (2, 3),
    "chudnovsky": (2, 3),
    "modified": (2, 3),
    "extended": (1, 1),
    "extended_list": (1, 1),
    "extended_list_kept": (1, 1),
    "lopez_dahab": (1, 2),
    "lambda": (1, 1),
}
WIDTHS = {
    "co_z": 2,
    "affine": 2,
    "affine_slope": 2,
    "chudnovsky": 5,
    "modified": 4,
    "extended": 5,
    "element": 1,
    "extended_list": 8,
    "extended_list_kept": 10,
}


def width(system: str) -> int:
    """The number of elements."""
    return WIDTHS.get(system, 3)


def second(case: Case, system: str, point: tuple[Fraction, Fraction]) -> Fraction:
    """What stands in the place of y: itself, or x + y/x."""
    x, y = point
    if system not in ("lambda", "affine_slope"):
        return y
    if not case.must_be_nonzero(x):
        return y
    return case.fractions.plus(x, case.fractions.over(y, x))


def elements(case: Case, system: str, point: Point, name: str, form: str = "") -> list[Fraction]:
    """The elements of a point, with an unknown Z; of infinity, unknown ones where the system allows any. name: P or Q,
    whose symbols are others. form: `from_affine` for Z = 1 and no a Z^4, which modified coordinates allow; of the
    system `element`, which of a point's elements it is, such as `jacobian 1/Z`."""
    f = case.fractions
    place = "2" if name == "Q" else "1"
    if system == "element":
        return [element(case, form, point, name)]
    if system == "affine":
        if point is None:
            return [f.zero, f.zero]
        if case.kind != "edwards":  # (0, 0) is no point
            case.not_both.append((case.core(point[0]), case.core(point[1])))
        return list(point)
    if system == "affine_slope":
        return [f.zero, f.zero] if point is None else [point[0], second(case, system, point)]
    if system == "co_z":
        return elements(case, "jacobian", point, "P")[:2]
    if point is None:
        return infinity(case, system, place)
    z = f.number(1) if form == "from_affine" else case.symbol(f"Z{place}", nonzero=True)
    i, j = POWERS[system]
    found = [f.times(point[0], f.power(z, i)), f.times(second(case, system, point), f.power(z, j)), z]
    if system == "chudnovsky":
        found += [f.power(z, 2), f.power(z, 3)]
    if system == "modified":
        found += [f.zero if form == "from_affine" else f.times(case.a, f.power(z, 4))]
    if system.startswith("extended"):
        found += factors_of_t(case, f.times(f.times(point[0], point[1]), z), place)
    if system == "extended_list":  # d, room for a point
        found += [case.coefficients[0], *[case.symbol("k")] * 2]
    if system == "extended_list_kept":
        found += [case.coefficients[0], *kept(case, case.points["Q"])]
    return found


def kept(case: Case, point: Point) -> list[Fraction]:
    """X, Y, Z and d X Y / Z of a summand that is in a table."""
    f = case.fractions
    assert point is not None  # infinity of Edwards curves has coordinates
    found = elements(case, "projective", point, "Q")
    return [*found, f.times(f.times(point[0], point[1]), f.times(found[2], case.coefficients[0]))]


def factors_of_t(case: Case, t: Fraction, place: str) -> list[Fraction]:
    """E and H with E H = X Y / Z, whichever the factors are."""
    ring = case.ring
    pattern = (1 << ring.shift(f"E{place}")) + (1 << ring.shift(f"H{place}"))
    if all(relation.pattern != pattern for relation in ring.relations):
        ring.relate({pattern: 1}, t.top)
    return [case.symbol(f"E{place}"), case.symbol(f"H{place}")]


def element(case: Case, form: str, point: Point, name: str) -> Fraction:
    """One element of a point, or a factor that is not 0."""
    if form == "factor":
        return case.symbol("k", nonzero=True)
    if form == "1/(x2 - x1)":
        return inverse_of_difference(case)
    if form == "1/x":
        if point is None or case.is_zero(point[0]):
            return case.symbol("k")
        return case.fractions.over(case.fractions.number(1), point[0])
    system, which = form.split()
    found = elements(case, system, point, name)
    if which == "1/Z":
        return found[2] if point is None else case.fractions.over(case.fractions.number(1), found[2])
    return found["XYZ".index(which)]


def inverse_of_difference(case: Case) -> Fraction:
    """1/(x2 - x1); where there is none, anything."""
    f, p, q = case.fractions, case.points["P"], case.points["Q"]
    if p is None or q is None or case.is_zero(f.minus(q[0], p[0])):
        return case.symbol("k")
    return f.over(f.number(1), f.minus(q[0], p[0]))


def infinity(case: Case, system: str, place: str) -> list[Fraction]:
    """Elements of infinity."""
    f = case.fractions
    any_x, any_y = case.symbol(f"F{place}"), case.symbol(f"G{place}")
    if system == "projective" and case.kind == "prime":
        return [f.zero, any_y, f.zero]
    if system == "projective_complete":
        return [f.zero, case.symbol(f"G{place}", nonzero=True), f.zero]
    if system == "modified":  # "does no harm to infinity"
        return [any_x, any_y, f.zero, case.symbol(f"E{place}")]
    return [any_x, any_y, f.zero] + [f.zero] * (width(system) - 3)


class Wrong(Exception):
    """Elements do not stand for the point; the message says which and where."""


def expect(condition: bool, message: str) -> None:
    if not condition:
        raise Wrong(message)


class Facts(Protocol):
    """What is known where the elements were computed."""

    def is_zero(self, value: Fraction) -> bool: ...

    def require_nonzero(self, value: Fraction, name: str) -> None:
        """Wrong if the value is 0 somewhere."""


def compare(case: Case, facts: Facts, system: str, found: Sequence[Fraction], point: Point) -> None:
    """Wrong unless these are elements of the point."""
    f = case.fractions

    def equal(name: str, a: Fraction, b: Fraction) -> None:
        expect(facts.is_zero(f.minus(a, b)), f"{name} is another")

    if system in ("affine", "affine_slope"):
        for name, a, b in zip("xy", found, elements(case, system, point, "P"), strict=True):
            equal(name, a, b)
        return
    if point is None:
        expect(facts.is_zero(found[2]), "Z is not 0")
        if system.startswith("projective") and case.kind == "prime":
            expect(facts.is_zero(found[0]), "X is not 0")
        if system == "projective_complete":
            facts.require_nonzero(found[1], "Y")
        if system == "chudnovsky":
            expect(all(facts.is_zero(one) for one in found[3:]), "a power of Z is not 0")
        return
    z = found[2]
    expect(not facts.is_zero(z), "Z is 0")
    i, j = POWERS[system]
    equal("X", found[0], f.times(point[0], f.power(z, i)))
    equal("Y", found[1], f.times(second(case, system, point), f.power(z, j)))
    if system == "chudnovsky":
        equal("Z^2", found[3], f.power(z, 2))
        equal("Z^3", found[4], f.power(z, 3))
    if system == "modified" and not (facts.is_zero(found[3]) and f.equal(z, f.number(1))):
        equal("a Z^4", found[3], f.times(case.a, f.power(z, 4)))  # modified_from_affine leaves it 0, for Z = 1
    if system.startswith("extended"):
        equal("E H", f.times(f.times(found[3], found[4]), z), f.times(found[0], found[1]))
    facts.require_nonzero(z, "Z")
    for polynomial in case.vanishing:
        if case.ring.divided(case.core(z), polynomial) is None:
            raise Wrong("Z is not 0 where the multiple is infinity")
