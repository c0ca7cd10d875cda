"""Requests for which an authority's issuance takes the same public course whatever it draws."""

from codegen.points import curve_of
from motelab.subjects.curves import Curve


def with_the_same_point(case: dict[str, int], curve: Curve) -> dict[str, int]:
    """The case with the request that, with the drawn number, gives the certificate's point, which is public: R = P -
    k G. Operations on P may take time that depends on it."""
    points = curve_of(curve.record)
    drawn = points.multiply(case["k"], curve.generator)
    x, y = points.add((case["cx"], case["cy"]), points.negate(drawn))
    return case | {"rx": x, "ry": y}
