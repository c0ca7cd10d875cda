"""Test-only curves over F_2^7, small enough to try every point and scalar; found by counting points."""

import json
from itertools import product
from pathlib import Path

from codegen.fields import FIELDS, multiply
from codegen.output import ROOT, banner

POLY = FIELDS["fb7"]
SIZE = 1 << POLY[0]
Point = tuple[int, int] | None


def mul(a: int, b: int) -> int:
    return multiply(a, b, POLY)


def inverse(a: int) -> int:
    return next(x for x in range(1, SIZE) if mul(a, x) == 1)


def add(p: Point, q: Point, a: int) -> Point:
    """Sum of two points of y^2 + xy = x^3 + a x^2 + b; None is infinity."""
    if p is None or q is None:
        return q if p is None else p
    (x1, y1), (x2, y2) = p, q
    if x1 != x2:
        slope = mul(y1 ^ y2, inverse(x1 ^ x2))
        x3 = mul(slope, slope) ^ slope ^ x1 ^ x2 ^ a
        return x3, mul(slope, x1 ^ x3) ^ x3 ^ y1
    if y1 != y2 or x1 == 0:
        return None
    slope = x1 ^ mul(y1, inverse(x1))
    x3 = mul(slope, slope) ^ slope ^ a
    return x3, mul(x1, x1) ^ mul(slope ^ 1, x3)


def points(a: int, b: int) -> list[tuple[int, int]]:
    """Every point but infinity."""
    square = [mul(x, x) for x in range(SIZE)]
    right = [mul(square[x], x ^ a) ^ b for x in range(SIZE)]
    return [(x, y) for x, y in product(range(SIZE), repeat=2) if square[y] ^ mul(x, y) == right[x]]


def is_prime(n: int) -> bool:
    return n > 1 and all(n % d for d in range(2, n))


def order(p: Point, a: int) -> int:
    count, multiple = 1, p
    while multiple is not None:
        count, multiple = count + 1, add(multiple, p, a)
    return count


def record(name: str, a: int, b: int, cofactor: int) -> dict:
    """The curve in the form of curves.json; its order must be cofactor times a prime."""
    found = points(a, b)
    n, rest = divmod(len(found) + 1, cofactor)
    if rest or not is_prime(n):
        raise ValueError(f"{name}: {len(found) + 1} is not {cofactor} times a prime")
    x, y = next(p for p in found if order(p, a) == n)
    return {
        "name": name,
        "field": {"type": "binary", "m": POLY[0], "poly": list(POLY)},
        "equation": "y^2+xy=x^3+ax^2+b",
        "a": hex(a),
        "b": hex(b),
        "G": {"x": hex(x), "y": hex(y)},
        "n": hex(n),
        "h": cofactor,
    }


def general_b() -> int:
    """The least b > 1, a = 1, that makes the order twice a prime."""
    return next(b for b in range(2, SIZE) if is_prime((len(points(1, b)) + 1) // 2))


def records() -> list[dict]:
    """Both Koblitz curves over F_2^7 and one curve with a general b."""
    return [record("tiny7k0", 0, 1, 4), record("tiny7k1", 1, 1, 2), record("tiny7r1", 1, general_b(), 2)]


def outputs() -> dict[Path, str]:
    content = {
        "generated": banner("codegen/tiny_curves.py", ("", "")).strip(),
        "note": "For exhaustive tests only: these curves protect nothing and are never installed.",
        "curves": records(),
    }
    return {ROOT / "curves/tiny.json": json.dumps(content, indent=1) + "\n"}
