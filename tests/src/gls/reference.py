"""GLS254 by its definition in Python's integers: points of y^2 + x y = x^3 + a x^2 + b x by the chord and the tangent,
and elements of the group, P + N, by theirs. An element of F_2^254 is a pair (c0, c1), c0 + c1 u."""

import functools

from codegen.fields import load_groups, multiply, reduce, square_root
from codegen.pairings.gls import short_pair

RECORD = load_groups()["GLS254"]
POLY = tuple(RECORD["field"]["poly"])
R, MU = int(RECORD["r"], 16), int(RECORD["eigenvalue"], 16)
RECORD_PAIR = short_pair(R, MU)  # s and t
Element = tuple[int, int]
Point = tuple[Element, Element] | None  # None is infinity
ZERO, ONE, A, B = (0, 0), (1, 0), (0, 1), (1 | 1 << 54, 0)
N = (ZERO, ZERO)
GENERATOR = tuple(tuple(int(c, 16) for c in RECORD["G"][axis]) for axis in "xs")  # x and s


def plus(*elements: Element) -> Element:
    total = ZERO
    for element in elements:
        total = total[0] ^ element[0], total[1] ^ element[1]
    return total


def times(a: Element, b: Element) -> Element:
    low, high = multiply(a[0], b[0], POLY), multiply(a[1], b[1], POLY)
    return low ^ high, multiply(a[0], b[1], POLY) ^ multiply(a[1], b[0], POLY) ^ high


def inverse(a: Element) -> Element:
    """The conjugate (c0 + c1) + c1 u by the norm, whose inverse is Euclid's; that of 0 is 0."""
    conjugate = a[0] ^ a[1], a[1]
    norm = times(a, conjugate)[0]
    u, v, b, c = norm, sum(1 << e for e in POLY), 1, 0
    while u > 1:
        shift = u.bit_length() - v.bit_length()
        if shift < 0:
            u, v, b, c, shift = v, u, c, b, -shift
        u, b = u ^ v << shift, b ^ c << shift
    return times(conjugate, (reduce(b, POLY), 0))


def root(a: Element) -> Element:
    """a^(2^253): (r0 + r1 u)^2 = r0^2 + r1^2 + r1^2 u."""
    return square_root(a[0] ^ a[1], POLY), square_root(a[1], POLY)


def right_side(x: Element) -> Element:
    return times(x, plus(times(x, x), times(A, x), B))


def is_on_curve(p: Point) -> bool:
    return p is None or times(p[1], plus(p[0], p[1])) == right_side(p[0])


def add(p: Point, q: Point) -> Point:
    """By the chord, or the tangent, whose slope is (x^2 + b + y)/x; -(x, y) is (x, x + y)."""
    if p is None or q is None:
        return q if p is None else p
    (px, py), (qx, qy) = p, q
    if px == qx and (py != qy or px == ZERO):
        return None
    rise, run = (plus(times(px, px), B, py), px) if p == q else (plus(py, qy), plus(px, qx))
    slope = times(rise, inverse(run))
    x = plus(times(slope, slope), slope, A, px, qx)
    return x, plus(times(slope, plus(px, x)), x, py)


@functools.cache
def multiple(k: int, p: Point) -> Point:
    result = None
    for bit in f"{k:b}":
        result = add(result, result)
        result = add(result, p) if bit == "1" else result
    return result


def element_of(p: Point) -> tuple[Element, Element]:
    """x and s of the element P + N, for P of order r."""
    x, y = add(p, N)
    return x, plus(y, times(x, x), times(A, x), B)


def point_of(x: Element, s: Element) -> Point:
    """P, for the element P + N."""
    return add((x, plus(s, times(x, x), times(A, x), B)), N)


def encode(x: Element, s: Element) -> bytes:
    c0, c1 = root(times(s, inverse(x)))
    return c0.to_bytes(16, "little") + c1.to_bytes(16, "little")


def zeta(p: Point) -> Point:
    """(x^, y^ + u x^), ^ the conjugation over F_2^127."""
    if p is None:
        return None
    (x0, x1), (y0, y1) = p
    image = x0 ^ x1, x1
    return image, plus((y0 ^ y1, y1), times(A, image))


def trace_of_b_over(d: Element) -> int:
    """The trace of b/d^2 over F_2: whether b/d^2 = f^2 + f has no solution."""
    total = power = times(B, inverse(times(d, d)))
    for _ in range(253):
        power = times(power, power)
        total = plus(total, power)
    return total[0]
