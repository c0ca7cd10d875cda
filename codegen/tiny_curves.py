"""Test-only curves over F_2^7, F_127, F_109, small enough to try every point and scalar; found by counting points."""

import json
from collections import defaultdict
from itertools import product
from pathlib import Path

from codegen.fields import FIELDS, multiply
from codegen.output import GENERATED, banner
from codegen.points import BinaryCurve, Curve, EdwardsCurve, Point, PrimeCurve

# Modulo the prime of the Edwards curves -1 is a square, as modulo 2^255 - 19: the addition law is complete for a =
# -1.
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


def square_roots(p: int) -> dict[int, list[int]]:
    """The roots of each square modulo p, in ascending order."""
    roots = defaultdict(list)
    for y in range(p):
        roots[y * y % p].append(y)
    return roots


def prime_points(a: int, b: int) -> list[tuple[int, int]]:
    """Every point but infinity of y^2 = x^3 + a x + b."""
    roots = square_roots(P)
    return [(x, y) for x in range(P) for y in roots.get((x**3 + a * x + b) % P, ())]


def edwards_points(a: int, d: int) -> list[tuple[int, int]]:
    """Every point except the neutral one of a x^2 + y^2 = 1 + d x^2 y^2 with a complete addition law: d is not a
    square."""
    roots, p = square_roots(P_EDWARDS), P_EDWARDS
    squares = [(1 - a * x * x) * pow(1 - d * x * x, -1, p) % p for x in range(p)]  # the possible y for each x
    return [(x, y) for x in range(p) for y in roots.get(squares[x], ()) if (x, y) != (0, 1)]


def montgomery_points(a: int) -> list[tuple[int, int]]:
    """Every point but infinity of v^2 = u^3 + a u^2 + u."""
    roots = square_roots(P_EDWARDS)
    return [(u, v) for u in range(P_EDWARDS) for v in roots.get((u**3 + a * u * u + u) % P_EDWARDS, ())]


def is_prime(n: int) -> bool:
    return n > 1 and all(n % d for d in range(2, n))


def record(name: str, field: dict, a: int, b: int, cofactor: int) -> dict:
    """The curve in the form of curves.json; its order must be cofactor times a prime."""
    if field is BINARY:
        found, curve, equation = binary_points(a, b), BinaryCurve(POLY, a), "y^2+xy=x^3+ax^2+b"
    else:
        found, curve, equation = prime_points(a, b), PrimeCurve(P, a), "y^2=x^3+ax+b"
    group = subgroup(name, {p: p for p in found}, curve, cofactor)
    return {"name": name, "field": field, "equation": equation, "a": hex(a), "b": hex(b), **group}


def subgroup(name: str, points: dict[tuple[int, int], Point], curve: Curve, cofactor: int) -> dict:
    """Generator, order and cofactor of a record, from all its points except infinity, each with its image on `curve`.
    The generator is the first point of prime order n, found by testing that n annihilates it."""
    n, rest = divmod(len(points) + 1, cofactor)
    if rest or not is_prime(n):
        raise ValueError(f"{name}: {len(points) + 1} is not {cofactor} times a prime")
    x, y = next(point for point, image in points.items() if curve.multiply(n, image) == curve.neutral)
    return {"G": {"x": hex(x), "y": hex(y)}, "n": hex(n), "h": cofactor}


def edwards_record(name: str, a: int, cofactor: int) -> dict:
    """The Edwards curve with the least nonsquare d that makes the order `cofactor` times a larger prime."""
    a %= P_EDWARDS
    nonresidues = (d for d in range(2, P_EDWARDS) if pow(d, P_EDWARDS // 2, P_EDWARDS) != 1)
    d = next(d for d in nonresidues if is_large_prime_multiple(len(edwards_points(a, d)) + 1, cofactor))
    curve = EdwardsCurve(P_EDWARDS, a, d)
    group = subgroup(name, {p: p for p in edwards_points(a, d)}, curve, cofactor)
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
    images = {(u, v): ((u + third) % P_EDWARDS, v) for u, v in montgomery_points(a)}
    group = subgroup(name, images, curve, cofactor)
    return {
        "name": name, "form": "Montgomery", "field": PRIME_EDWARDS, "equation": "b*v^2=u^3+a*u^2+u", "a": hex(a),
        "b": "0x1", **group,
    }  # fmt: skip


def is_large_prime_multiple(count: int, cofactor: int) -> bool:
    """Whether the count is `cofactor` times a prime larger than it."""
    n, rest = divmod(count, cofactor)
    return rest == 0 and is_prime(n) and n > cofactor


def general_b() -> int:
    """The least b > 1, a = 1, that makes the order of the binary curve twice a prime."""
    return next(b for b in range(2, 1 << POLY[0]) if is_prime((len(binary_points(1, b)) + 1) // 2))


def prime_b(a: int, cofactor: int) -> int:
    """The least b > 0 that makes the prime curve nonsingular and its order `cofactor` times a larger prime."""
    for b in range(1, P):
        if (4 * a**3 + 27 * b * b) % P and is_large_prime_multiple(len(prime_points(a, b)) + 1, cofactor):
            return b
    raise ValueError(f"no curve over F_{P} with a = {a} and cofactor {cofactor}")


def records() -> list[dict]:
    """Both Koblitz curves over F_2^7 and one with a general b; over F_127 one curve for each class of a, and two of
    composite order; over F_109 Edwards and Montgomery curves with the cofactors 4 and 8 that real curves have."""
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
