"""Test-only curves over F_2^7, small enough to try every point and scalar; found by counting points."""

import json
from itertools import product
from pathlib import Path

from codegen.fields import FIELDS, multiply
from codegen.output import ROOT, banner
from codegen.points import BinaryCurve, Point

POLY = FIELDS["fb7"]
SIZE = 1 << POLY[0]


def mul(a: int, b: int) -> int:
    return multiply(a, b, POLY)


def points(a: int, b: int) -> list[tuple[int, int]]:
    """Every point but infinity."""
    square = [mul(x, x) for x in range(SIZE)]
    right = [mul(square[x], x ^ a) ^ b for x in range(SIZE)]
    return [(x, y) for x, y in product(range(SIZE), repeat=2) if square[y] ^ mul(x, y) == right[x]]


def is_prime(n: int) -> bool:
    return n > 1 and all(n % d for d in range(2, n))


def order(p: Point, a: int) -> int:
    curve = BinaryCurve(POLY, a, p)
    count, multiple = 1, p
    while multiple is not None:
        count, multiple = count + 1, curve.add(multiple, p)
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
