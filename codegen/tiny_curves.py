"""Test-only curves over F_2^7, F_127, F_109, small enough to try every point and scalar; found by counting points."""

import json
from itertools import product
from pathlib import Path

from codegen.fields import FIELDS, multiply
from codegen.output import GENERATED, banner
from codegen.points import BinaryCurve, Curve, EdwardsCurve, Point, PrimeCurve

# Of the prime of the Edwards curves -1 is a square, as of 2^255 - 19: the addition law is complete for a = -1.
POLY, P, P_EDWARDS = FIELDS["fb7"], FIELDS["fp7"], FIELDS["fp7e"]
BINARY = {"type": "binary", "m": POLY[0], "poly": list(POLY)}
PRIME = {"type": "prime", "p": hex(P), "bits": P.bit_length()}
PRIME_EDWARDS = {"type": "prime", "p": hex(P_EDWARDS), "bits": P_EDWARDS.bit_length()}


def mul(a: int, b: int) -> int:
    return multiply(a, b, POLY)


def binary_points(a: int, b: int) -> list[tuple[int, int]]:
    """Every point but infinity of y^2 + xy = x^3 + a x^2 + b."""
    size = 1 << POLY[0]
    square = [mul(x, x) for x in range(size)]
    right = [mul(square[x], x ^ a) ^ b for x in range(size)]
    return [(x, y) for x, y in product(range(size), repeat=2) if square[y] ^ mul(x, y) == right[x]]


def prime_points(a: int, b: int) -> list[tuple[int, int]]:
    """Every point but infinity of y^2 = x^3 + a x + b."""
    roots = {x: [y for y in range(P) if (y * y - x**3 - a * x - b) % P == 0] for x in range(P)}
    return [(x, y) for x in range(P) for y in roots[x]]


def edwards_points(a: int, d: int) -> list[tuple[int, int]]:
    """Every point but the neutral one of a x^2 + y^2 = 1 + d x^2 y^2 with a complete addition law."""
    pairs = product(range(P_EDWARDS), repeat=2)
    found = [(x, y) for x, y in pairs if (a * x * x + y * y - 1 - d * x * x * y * y) % P_EDWARDS == 0]
    return [p for p in found if p != (0, 1)]


def montgomery_points(a: int) -> list[tuple[int, int]]:
    """Every point but infinity of v^2 = u^3 + a u^2 + u."""
    pairs = product(range(P_EDWARDS), repeat=2)
    return [(u, v) for u, v in pairs if (v * v - u**3 - a * u * u - u) % P_EDWARDS == 0]


def is_prime(n: int) -> bool:
    return n > 1 and all(n % d for d in range(2, n))


def order(curve: Curve, p: Point) -> int:
    count, multiple = 1, p
    while multiple != curve.neutral:
        count, multiple = count + 1, curve.add(multiple, p)
    return count


def record(name: str, field: dict, a: int, b: int, cofactor: int) -> dict:
    """The curve in the form of curves.json; its order must be cofactor times a prime."""
    if field is BINARY:
        found, curve, equation = binary_points(a, b), BinaryCurve(POLY, a), "y^2+xy=x^3+ax^2+b"
    else:
        found, curve, equation = prime_points(a, b), PrimeCurve(P, a), "y^2=x^3+ax+b"
    group = subgroup(name, [(p, order(curve, p)) for p in found], cofactor)
    return {"name": name, "field": field, "equation": equation, "a": hex(a), "b": hex(b), **group}


def subgroup(name: str, orders: list[tuple[Point, int]], cofactor: int) -> dict:
    """Generator, order and cofactor of a record, from all points but infinity with their orders."""
    n, rest = divmod(len(orders) + 1, cofactor)
    if rest or not is_prime(n):
        raise ValueError(f"{name}: {len(orders) + 1} is not {cofactor} times a prime")
    x, y = next(p for p, its_order in orders if its_order == n)
    return {"G": {"x": hex(x), "y": hex(y)}, "n": hex(n), "h": cofactor}


def edwards_record(name: str, a: int, cofactor: int) -> dict:
    """The Edwards curve with the least d that is no square and makes the order `cofactor` times a larger prime."""
    a %= P_EDWARDS
    nonresidues = (d for d in range(2, P_EDWARDS) if pow(d, P_EDWARDS // 2, P_EDWARDS) != 1)
    d = next(d for d in nonresidues if is_large_prime_multiple(len(edwards_points(a, d)) + 1, cofactor))
    curve = EdwardsCurve(P_EDWARDS, a, d)
    group = subgroup(name, [(p, order(curve, p)) for p in edwards_points(a, d)], cofactor)
    equation = "a*x^2+y^2=1+d*x^2*y^2"
    return {
        "name": name, "form": "TwistedEdwards", "field": PRIME_EDWARDS, "equation": equation, "a": hex(a), "d": hex(d),
        **group,
    }  # fmt: skip


def montgomery_record(name: str, cofactor: int) -> dict:
    """The Montgomery curve with the least a = 2 mod 4 that makes the order `cofactor` times a larger prime."""
    a = next(a for a in range(6, P_EDWARDS, 4) if is_large_prime_multiple(len(montgomery_points(a)) + 1, cofactor))
    third = a * pow(3, -1, P_EDWARDS)  # with u = x - a/3 the curve has Weierstrass form
    curve = PrimeCurve(P_EDWARDS, 1 - a * third)
    orders = [((u, v), order(curve, ((u + third) % P_EDWARDS, v))) for u, v in montgomery_points(a)]
    return {
        "name": name, "form": "Montgomery", "field": PRIME_EDWARDS, "equation": "b*v^2=u^3+a*u^2+u", "a": hex(a),
        "b": "0x1", **subgroup(name, orders, cofactor),
    }  # fmt: skip


def is_large_prime_multiple(count: int, cofactor: int) -> bool:
    """Whether the count is `cofactor` times a prime larger than it."""
    n, rest = divmod(count, cofactor)
    return rest == 0 and is_prime(n) and n > cofactor


def general_b() -> int:
    """The least b > 1, a = 1, that makes the order of the binary curve twice a prime."""
    return next(b for b in range(2, 1 << POLY[0]) if is_prime((len(binary_points(1, b)) + 1) // 2))


def prime_b(a: int, cofactor: int) -> int:
    """The least b > 0 of a prime curve, not singular, whose order is `cofactor` times a larger prime."""
    for b in range(1, P):
        if (4 * a**3 + 27 * b * b) % P and is_large_prime_multiple(len(prime_points(a, b)) + 1, cofactor):
            return b
    raise ValueError(f"no curve over F_{P} with a = {a} and cofactor {cofactor}")


def records() -> list[dict]:
    """Both Koblitz curves over F_2^7 and one with a general b; over F_127 one curve for each class of a, and two of
    composite order; over F_109 Edwards and Montgomery curves with the cofactors 4 and 8 of those that are used."""
    prime_curves = (
        ("tiny7p3", P - 3, 1),
        ("tiny7p0", 0, 1),
        ("tiny7pg", 5, 1),
        ("tiny7p3h4", P - 3, 4),
        ("tiny7pgh6", 5, 6),
    )
    return [
        record("tiny7k0", BINARY, 0, 1, 4),
        record("tiny7k1", BINARY, 1, 1, 2),
        record("tiny7r1", BINARY, 1, general_b(), 2),
        *(record(name, PRIME, a, prime_b(a, cofactor), cofactor) for name, a, cofactor in prime_curves),
        edwards_record("tiny7em1", -1, 8),
        edwards_record("tiny7e1", 1, 4),
        montgomery_record("tiny7m8", 8),
        montgomery_record("tiny7m4", 4),
    ]


def outputs() -> dict[Path, str]:
    content = {
        "generated": banner("codegen/tiny_curves.py", ("", "")).strip(),
        "note": "For exhaustive tests only: these curves protect nothing and are never installed.",
        "curves": records(),
    }
    return {GENERATED / "curves/tiny.json": json.dumps(content, indent=1) + "\n"}
