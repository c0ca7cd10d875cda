"""Group laws of curves as polynomials over F_p that vanish: from the law in affine coordinates, with lines and their
slopes, where fractions are multiplied out. No formula of a kernel is used.

y^2 = x^3 + a x^2 + b x + c: the line through two points has the slope s, and the x-coordinates of its three points have
the sum s^2 - a. The slope at a double is (3 x^2 + 2 a x + b) / (2 y) (Silverman, The Arithmetic of Elliptic Curves,
III.2.3)."""

from typing import Any

Values = dict[str, list[Any]]


def exchanged(given: Values) -> list[Any]:
    x2, z2, x3, z3 = given["points"]
    return [x3, z3, x2, z2] if given["swap"][0] else [x2, z2, x3, z3]


def montgomery_cubic(x: Any, z: Any, a: Any) -> Any:
    """y^2 Z^3 on y^2 = x^3 + a x^2 + x."""
    return x * x * x + a * x * x * z + x * z * z


def double_of_x(x: Any, z: Any, a: Any) -> tuple[Any, Any]:
    """Numerator and denominator of x(2 P), times Z^4: s^2 - a - 2 x with s^2 = (3 x^2 + 2 a x + 1)^2 / (4 y^2)."""
    slope, cubic = x * x * 3 + a * x * z * 2 + z * z, montgomery_cubic(x, z, a)
    return slope * slope - cubic * (a * z + x * 2) * 4, cubic * z * 4


def sum_by_difference(points: list[Any], a: Any) -> tuple[Any, Any]:
    """Numerator and denominator of x(P + Q) x(P - Q), times (Z2 Z3)^6.

    x(P + Q) = (y1 - y2)^2 / (x1 - x2)^2 - a - x1 - x2, and x(P - Q) likewise with y1 + y2. With b = (a + x1 + x2)
    (x1 - x2)^2 the product is ((y1^2 - y2^2)^2 - 2 b (y1^2 + y2^2) + b^2) / (x1 - x2)^4, in which no y is left."""
    x2, z2, x3, z3 = points
    apart, both = x2 * z3 - x3 * z2, z2 * z3
    first = montgomery_cubic(x2, z2, a) * z3 * z3 * z3
    second = montgomery_cubic(x3, z3, a) * z2 * z2 * z2
    b = (a * both + x2 * z3 + x3 * z2) * apart * apart
    difference = first - second
    numerator = difference * difference - b * (first + second) * 2 + b * b
    return numerator, apart * apart * apart * apart * both * both


def ladder(given: Values, found: Values, inverse: int) -> list[Any]:
    """The first point becomes its double; the second the sum, of which the difference has the x-coordinate x."""
    points, a = exchanged(given), given["a24"][0] * 4 + 2
    x2, z2, x3, z3 = found["points"]
    double, by = double_of_x(points[0], points[1], a)
    total, under = sum_by_difference(points, a)
    return [x2 * by - z2 * double, x3 * given["x"][0] * under - z3 * total]


def ladder_factors(given: Values, found: Values) -> bool:
    """Whether the coordinates are, up to a constant that is not 0, those without a common factor: of the double the
    numerator and the denominator, of the sum (X2 X3 - Z2 Z3)^2 and x (X2 Z3 - X3 Z2)^2. So they are not both 0 where
    these are not, and a point with Z = 0 keeps its meaning."""
    points, a = exchanged(given), given["a24"][0] * 4 + 2
    x2, z2, x3, z3 = points
    fourth = (x2 * x2 * x2 * x2).terms
    (monomial,) = fourth
    double, by = double_of_x(x2, z2, a)
    first = found["points"][0].terms.get(monomial, 0)
    sum_, apart = x2 * x3 - z2 * z3, x2 * z3 - x3 * z2
    (square,) = (x2 * x2 * x3 * x3).terms
    second = found["points"][2].terms.get(square, 0)
    expected = [double * first, by * first, sum_ * sum_ * second, apart * apart * given["x"][0] * second]
    return bool(first and second) and found["points"] == expected


def doubling(given: Values, found: Values, inverse: int) -> list[Any]:
    """(X, 2 Y, Z) with x = X / Z^2, y = Y / Z^3 becomes its double; a Z^4 is given; (2 Y)^4 is an output, too.

    s = (3 x^2 + a) / (2 y) = m / (2 Y Z) with m = 3 X^2 + a Z^4; x' = s^2 - 2 x; y' = s (x - x') - y."""
    x, y, z = (one * inverse for one in given["sum"])
    m = x * x * 3 + given["az4"][0] * inverse
    x_new, y_new, z_new = (one * inverse for one in found["sum"])
    y2, unit = y * y, y * z
    numerator = m * m - x * y2 * 2  # of x', over (2 Y Z)^2
    height = m * (x * y2 - numerator) * 2 - y2 * y2  # of 2 y', over (2 Y Z)^3
    vanish = [
        x_new * unit * unit - z_new * z_new * numerator,
        y_new * unit * unit * unit - z_new * z_new * z_new * height,
    ]
    if "power" in found:
        vanish.append(found["power"][0] * inverse - y2 * y2)
    return vanish


def doubling_factor(given: Values, found: Values) -> bool:
    """Whether the new Z is (2 Y) Z times a constant that is not 0: with the relations this gives X and 2 Y, also for
    infinity, where Z = 0."""
    unit = given["sum"][1] * given["sum"][2]
    (monomial,) = unit.terms
    constant = found["sum"][2].terms.get(monomial, 0)
    return constant != 0 and found["sum"][2] == unit * (constant * pow(unit.terms[monomial], -1, unit.p))
