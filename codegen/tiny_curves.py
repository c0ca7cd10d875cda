"""Test-only curves over F_2^7 and F_127, small enough to try every point and scalar; found by counting points."""

import json
from itertools import product
from pathlib import Path

from codegen.fields import FIELDS, multiply
from codegen.output import ROOT, banner
from codegen.points import BinaryCurve, Point, PrimeCurve

POLY, P = FIELDS["fb7"], FIELDS["fp7"]
BINARY = {"type": "binary", "m": POLY[0], "poly": list(POLY)}
PRIME = {"type": "prime", "p": hex(P), "bits": P.bit_length()}


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


def is_prime(n: int) -> bool:
    return n > 1 and all(n % d for d in range(2, n))


def order(curve: BinaryCurve | PrimeCurve, p: Point) -> int:
    count, multiple = 1, p
    while multiple is not None:
        count, multiple = count + 1, curve.add(multiple, p)
    return count


def record(name: str, field: dict, a: int, b: int, cofactor: int) -> dict:
    """The curve in the form of curves.json; its order must be cofactor times a prime."""
    if field is BINARY:
        found, curve, equation = binary_points(a, b), BinaryCurve(POLY, a), "y^2+xy=x^3+ax^2+b"
    else:
        found, curve, equation = prime_points(a, b), PrimeCurve(P, a), "y^2=x^3+ax+b"
    n, rest = divmod(len(found) + 1, cofactor)
    if rest or not is_prime(n):
        raise ValueError(f"{name}: {len(found) + 1} is not {cofactor} times a prime")
    x, y = next(p for p in found if order(curve, p) == n)
    return {
        "name": name,
        "field": field,
        "equation": equation,
        "a": hex(a),
        "b": hex(b),
        "G": {"x": hex(x), "y": hex(y)},
        "n": hex(n),
        "h": cofactor,
    }


def general_b() -> int:
    """The least b > 1, a = 1, that makes the order of the binary curve twice a prime."""
    return next(b for b in range(2, 1 << POLY[0]) if is_prime((len(binary_points(1, b)) + 1) // 2))


def prime_b(a: int, cofactor: int) -> int:
    """The least b > 0 that makes the order of the prime curve `cofactor` times a prime, and the curve no singular one."""
    for b in range(1, P):
        n, rest = divmod(len(prime_points(a, b)) + 1, cofactor)
        if (4 * a**3 + 27 * b * b) % P and rest == 0 and is_prime(n) and n > cofactor:
            return b
    raise ValueError(f"no curve over F_{P} with a = {a} and cofactor {cofactor}")


def records() -> list[dict]:
    """Both Koblitz curves over F_2^7 and one with a general b; over F_127 one curve for each class of a, and two of
    composite order."""
    prime_curves = (("tiny7p3", P - 3, 1), ("tiny7p0", 0, 1), ("tiny7pg", 5, 1), ("tiny7p3h4", P - 3, 4), ("tiny7pgh6", 5, 6))
    return [
        record("tiny7k0", BINARY, 0, 1, 4),
        record("tiny7k1", BINARY, 1, 1, 2),
        record("tiny7r1", BINARY, 1, general_b(), 2),
        *(record(name, PRIME, a, prime_b(a, cofactor), cofactor) for name, a, cofactor in prime_curves),
    ]


def outputs() -> dict[Path, str]:
    content = {
        "generated": banner("codegen/tiny_curves.py", ("", "")).strip(),
        "note": "For exhaustive tests only: these curves protect nothing and are never installed.",
        "curves": records(),
    }
    return {ROOT / "curves/tiny.json": json.dumps(content, indent=1) + "\n"}
