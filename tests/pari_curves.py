"""Points of binary curves by PARI/GP, the tests' oracle: coordinates are integers with bit i for z^i, None is O."""

import json
import subprocess

from codegen.fields import load_curves
from codegen.output import ROOT

Point = tuple[int, int] | None

PRELUDE = r"""
g = ffgen(Mod(1, 2) * (%(poly)s), 'z);
element(n) = g^0 * sum(i = 0, #binary(n) - 1, bittest(n, i) * g^i);
integer(e) = subst(lift(e.pol), 'z, 2);
curve = ellinit([1, element(%(a)d), 0, 0, element(%(b)d)], g);
point(x, y) = [element(x), element(y)];
add(p, q) = elladd(curve, p, q);
multiply(p, k) = ellmul(curve, p, k);
show(p) = print(if(#p == 1, "null", strprintf("[%%d,%%d]", integer(p[1]), integer(p[2]))));
"""


def curve_records() -> dict[str, dict]:
    """Records of the standard and the tiny curves by name."""
    return load_curves() | load_curves(ROOT / "curves/tiny.json")


RECORDS = curve_records()
BUILT = ("sect163k1", "sect163r2")
TINY = ("tiny7k0", "tiny7k1", "tiny7r1")


def generator(name: str) -> Point:
    point = RECORDS[name]["G"]
    return int(point["x"], 16), int(point["y"], 16)


def order(name: str) -> int:
    return int(RECORDS[name]["n"], 16)


def text(point: Point) -> str:
    """The point as an expression."""
    return "[0]" if point is None else f"point({point[0]}, {point[1]})"


def evaluate(name: str, expressions: list[str]) -> list[Point]:
    """The points that expressions in add, multiply and point give on a curve; one run of gp."""
    record = RECORDS[name]
    poly = " + ".join(f"'z^{e}" for e in record["field"]["poly"])
    program = PRELUDE % {"poly": poly, "a": int(record["a"], 16), "b": int(record["b"], 16)}
    script = program + "".join(f"show({expression});\n" for expression in expressions)
    run = subprocess.run(["gp", "-q", "-f", "-s", "64M"], input=script, capture_output=True, text=True, check=True)
    assert not run.stderr and "***" not in run.stdout, (run.stderr + run.stdout)[:300]
    points = [json.loads(line) for line in run.stdout.splitlines()]
    return [tuple(point) if point else None for point in points]


def order_two(name: str) -> Point:
    """The point of order two, (0, sqrt b): the square root is a power of b."""
    degree = RECORDS[name]["field"]["m"]
    return evaluate(name, [f"[0 * g, element({int(RECORDS[name]['b'], 16)})^(2^{degree - 1})]"])[0]
