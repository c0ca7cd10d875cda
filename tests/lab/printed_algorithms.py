"""Algorithms and formulas of the papers that have errors in print. Without options each is as printed; an option
puts one correction in its place."""

import random
from collections.abc import Callable

from codegen.fields import multiply, reduce
from codegen.points import BinaryCurve, Point, inverse

F_2_163 = (163, 7, 6, 3, 0)
F_2_8 = (8, 4, 3, 1, 0)
SMALL = (7, 1, 0)  # the field of a small curve
PRODUCT_BYTES = 42  # of two elements of F_2^163


def products(count: int = 100) -> list[int]:
    """Polynomials that occur as products of two elements of F_2^163, one with every coefficient."""
    source = random.Random(1)
    return [2**325 - 1, *(source.getrandbits(325) for _ in range(count))]


def reduced_right(algorithm: Callable[[list[int]], None], inputs: list[int]) -> int:
    """How many of the products an algorithm over bytes reduces right."""
    count = 0
    for product in inputs:
        c = list(product.to_bytes(PRODUCT_BYTES, "little"))
        algorithm(c)
        count += int.from_bytes(c[:21], "little") == reduce(product, F_2_163)
    return count


def reduces(algorithm: Callable[[list[int]], None]) -> bool:
    """Whether an algorithm over bytes reduces every product."""
    inputs = products()
    return reduced_right(algorithm, inputs) == len(inputs)


def fold_top(c: list[int]) -> None:
    """aranha2008 Algorithm 5, lines 7 to 10: the upper five bits of byte 20."""
    t = c[20] >> 3
    c[0] ^= (t << 7 ^ t << 6 ^ t << 3 ^ t) & 0xFF
    c[1] ^= t >> 1 ^ t >> 2
    c[20] &= 7


def aranha2008_algorithm_5(c: list[int], *, shifts_left: bool = False) -> None:
    for i in range(41, 20, -1):
        t = c[i]
        c[i - 21] ^= t << 5 & 0xFF
        c[i - 20] ^= (t << 4 ^ (t << 3 if shifts_left else t >> 3) ^ t ^ t >> 3) & 0xFF
        c[i - 19] ^= t >> 4 ^ t >> 5
    fold_top(c)


def aranha2008_algorithm_6(c: list[int], *, shifts_new_terms: bool = False, folds_top: bool = False) -> None:
    r = dict.fromkeys("abc", 0)

    def accumulate(r0: str, r1: str, r2: str, t: int) -> None:
        r[r0] = r[r0] ^ (t ^ t >> 1) >> 4 if shifts_new_terms else (r[r0] ^ t ^ t >> 1) >> 4
        r[r1] ^= (t ^ t << 3 ^ t << 4 ^ t >> 3) & 0xFF
        r[r2] = t << 5 & 0xFF

    for i in range(21, 3, -3):
        for k, names in enumerate(("bca", "cab", "abc")):
            accumulate(*names, c[i + 19 - k])
            c[i - k] ^= r[names[0]]
    accumulate(*"bca", c[22])
    c[3] ^= r["b"]
    accumulate(*"cab", c[21])
    c[2] ^= r["c"]
    c[1] ^= r["a"]
    c[0] ^= r["b"]
    if folds_top:
        fold_top(c)


def tinyecck2008_algorithm_5(c: list[int], *, ends_at_25: bool = False, masks: bool = False) -> None:
    """With the printed end, i = 21 has places below 0. They are the top bytes here, which nothing reads afterwards."""
    for i in range(41, 24 if ends_at_25 else 20, -4):
        t1, t2, t3, t4 = c[i], c[i - 1], c[i - 2], c[i - 3]
        c[i - 24] ^= t4 << 5 & 0xFF
        c[i - 23] ^= (t3 << 5 ^ t4 << 4 ^ t4 << 3 ^ t4 ^ t4 >> 3) & 0xFF
        c[i - 22] ^= (t2 << 5 ^ t3 << 4 ^ t3 << 3 ^ t3 ^ t3 >> 3 ^ t4 >> 4 ^ t4 >> 5) & 0xFF
        c[i - 21] ^= (t1 << 5 ^ t2 << 4 ^ t2 << 3 ^ t2 ^ t2 >> 3 ^ t3 >> 4 ^ t3 >> 5) & 0xFF
        c[i - 20] ^= (t1 << 4 ^ t1 << 3 ^ t1 ^ t1 >> 3 ^ t2 >> 4 ^ t2 >> 5) & 0xFF
        c[i - 19] ^= t1 >> 4 ^ t1 >> 5
    t1, t2 = c[21], c[20] & 0xF8 if masks else c[20]
    c[0] ^= (t1 << 5 ^ t2 << 4 ^ t2 << 3 ^ t2 ^ t2 >> 3) & 0xFF
    c[1] ^= (t1 << 4 ^ t1 << 3 ^ t1 ^ t1 >> 3 ^ t2 >> 4 ^ t2 >> 5) & 0xFF
    c[2] ^= t1 >> 4 ^ t1 >> 5
    c[20] &= 7


def aranha2008_algorithm_7(a: int, *, returns_after_loop: bool = False) -> int | None:
    f = sum(1 << k for k in F_2_8)
    b, c, u, v = 1, 0, a, f
    while u != 1:
        while not u & 1:
            u >>= 1
            b = (b if not b & 1 else b ^ f) >> 1
        if u == 1:
            return b
        if u.bit_length() < v.bit_length():
            u, v, b, c = v, u, c, b
        u, b = u ^ v, b ^ c
    return b if returns_after_loop else None


def aranha2008_algorithm_9(k: int, x: int, b: int, *, exchanges_squares: bool, corrects_line_9: bool) -> int:
    """The x-coordinate of k P; the squares are those at the end of lines 5 and 8."""

    def times(*factors: int) -> int:
        result = 1
        for factor in factors:
            result = multiply(result, factor, SMALL)
        return result

    x1, z1, z2 = x, 1, times(x, x)
    x2 = times(z2, z2) ^ b
    for bit in bin(k)[3:]:
        r1, r2 = times(x1, z2), times(x2, z1)
        r3, r4 = r1 ^ r2, times(r1, r2)
        if bit == "1":
            z1 = times(r3, r3)
            x1 = times(x, z1) ^ r4
            r1, r2 = (times(x2, x2), times(z2, z2)) if exchanges_squares else (times(z2, z2), times(x2, x2))
            z2, x2 = times(r1, r2), times(r1, r1) ^ times(b, r2, r2)
        else:
            z2 = times(r3, r3)
            x2 = times(x, z2) ^ r4
            r1, r2 = (times(x1, x1), times(z1, z1)) if exchanges_squares else (times(z1, z1), times(x1, x1))
            z1, x1 = times(r1, r2), times(r1, r1) ^ times(b, *((r2, r2) if corrects_line_9 else (r1,)))
    return times(x1, inverse(z1, SMALL)) if z1 else 0


def multiplies(*, exchanges_squares: bool = False, corrects_line_9: bool = False) -> bool:
    """Whether aranha2008's Algorithm 9 finds the first multiples of a point with y^2 + xy = x^3 + x^2 + b."""
    p = (2, 5)
    b = coefficient_b(p, a=1)
    options = {"exchanges_squares": exchanges_squares, "corrects_line_9": corrects_line_9}
    multiples = ((k, BinaryCurve(SMALL, 1).multiply(k, p)) for k in range(2, 40))
    return all(aranha2008_algorithm_9(k, p[0], b, **options) == (kp[0] if kp else 0) for k, kp in multiples)


def coefficient_b(p: tuple[int, int], a: int) -> int:
    """The b of the curve y^2 + xy = x^3 + a x^2 + b through a point."""
    x, y = p
    return multiply(y, y ^ x, SMALL) ^ multiply(multiply(x, x, SMALL), x ^ a, SMALL)


def divided(a: int, b: int) -> int:
    return multiply(a, inverse(b, SMALL), SMALL)


def arruda2014_equation_2_4(p: tuple[int, int], q: tuple[int, int], c: int) -> Point:
    (x1, y1), (x2, y2) = p, q
    slope = divided(y1 ^ y2, x1 ^ x2)
    x3 = multiply(slope, slope, SMALL) ^ x1 ^ x2
    return x3, multiply(slope, x1 ^ x3, SMALL) ^ y1 ^ c


def arruda2014_equation_2_5(p: tuple[int, int], a: int, c: int) -> Point:
    x1, y1 = p
    slope = divided(multiply(x1, x1, SMALL) ^ a, c)
    x3 = multiply(slope, slope, SMALL)
    return x3, multiply(slope, x1 ^ x3, SMALL) ^ y1 ^ c


def adds_ordinary_points(add: Callable[[tuple[int, int], tuple[int, int]], Point]) -> bool:
    """Whether it adds points of y^2 + xy = x^3 + x^2 + b, the curve above which the formulas stand."""
    curve, p = BinaryCurve(SMALL, 1), (2, 5)
    q = curve.add(p, p)
    return add(p, q) == curve.add(p, q)


def on_supersingular(point: Point, through: tuple[int, int], a: int, c: int) -> bool:
    """Whether a point lies on the curve y^2 + c y = x^3 + a x + b through another."""

    def b(x: int, y: int) -> int:
        return multiply(y, y ^ c, SMALL) ^ multiply(x, multiply(x, x, SMALL) ^ a, SMALL)

    return b(*point) == b(*through)


def affine_points(equation: Callable[[int, int], int]) -> int:
    """How many pairs of the small field solve it."""
    size = range(1 << SMALL[0])
    return sum(equation(x, y) == 0 for x in size for y in size)


def is_supersingular(equation: Callable[[int, int], int]) -> bool:
    """Whether the trace of a curve of characteristic 2 is even: its points, with infinity, are 2^m + 1 - trace."""
    return (affine_points(equation) + 1) % 2 == 1


def ordinary(x: int, y: int) -> int:
    """Equation 2.3 with a = b = 1, whose discriminant is b: not 0."""
    return multiply(y, y ^ x, SMALL) ^ multiply(multiply(x, x, SMALL), x ^ 1, SMALL) ^ 1


def supersingular(x: int, y: int) -> int:
    return multiply(y, y ^ 1, SMALL) ^ multiply(x, multiply(x, x, SMALL) ^ 1, SMALL) ^ 1


def is_smooth_koblitz(b: int) -> bool:
    """Whether y^2 + xy = x^3 + b has no point where both derivatives, y + x^2 and x, are 0: with x = 0, y^2 = b."""
    singular = [y for y in range(1 << SMALL[0]) if multiply(y, y, SMALL) == b and y == 0]
    return not singular


def squared_in_normal_basis(exponent_of_last: int) -> bool:
    """dahab2006: whether a_(m-1) beta + a_0 beta^2 + ... + a_(m-2) beta^(2^exponent) is the square of
    a_0 beta + ... + a_(m-1) beta^(2^(m-1)), for a beta of F_2^7 with a normal basis."""
    m, beta = SMALL[0], 0b1001
    conjugates = [beta]
    for _ in range(m - 1):
        conjugates.append(multiply(conjugates[-1], conjugates[-1], SMALL))
    a = [1, 0, 1, 1, 0, 1, 0]
    terms = [conjugates[i] for i in range(m) if a[i]]
    places = [*range(m - 1), exponent_of_last]  # the powers of the printed result, for a_(m-1), a_0, ..., a_(m-2)
    rotated = [conjugates[place] for place, digit in zip(places, (a[-1], *a[:-1]), strict=True) if digit]
    return multiply(total(terms), total(terms), SMALL) == total(rotated)


def total(elements: list[int]) -> int:
    result = 0
    for element in elements:
        result ^= element
    return result
