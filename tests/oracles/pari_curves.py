"""Points of curves by PARI/GP, the tests' oracle. Coordinates are integers, with bit i for z^i in binary fields; None
is O."""

import functools
import json
import subprocess

from codegen.built import identifier, weierstrass
from codegen.fields import BINARY_FIELDS, FIELDS, bits, square
from codegen.normal_bases import NORMAL_ELEMENTS

Point = tuple[int, int] | None

BINARY_FIELD = r"""
g = ffgen(Mod(1, 2) * (%(modulus)s), 'z);
element(n) = g^0 * sum(i = 0, #binary(n) - 1, bittest(n, i) * g^i);
integer(e) = subst(lift(e.pol), 'z, 2);
curve = ellinit([1, element(%(a)d), 0, 0, element(%(b)d)], g);
"""
PRIME_FIELD = r"""
element(n) = Mod(n, %(modulus)s);
integer(e) = lift(e);
curve = ellinit([%(a)d, %(b)d], element(1));
"""
POINTS = r"""
point(x, y) = [element(x), element(y)];
add(p, q) = elladd(curve, p, q);
multiply(p, k) = ellmul(curve, p, k);
show(p) = print(if(#p == 1, "null", strprintf("[%d,%d]", integer(p[1]), integer(p[2]))));
"""

# Records of the curves in the form in which they are built, by the names of their C objects; and their fields.
FIELD_OF = {identifier(record): field for field in FIELDS for record in weierstrass(field)}
RECORDS = {identifier(record): record for field in FIELDS for record in weierstrass(field)}
BUILT = ("sect163k1", "sect163r2")
TINY = tuple(name for name in RECORDS if name.startswith("tiny"))
# Koblitz curves with mu.
KOBLITZ = {
    name: 1 if int(record["a"], 16) else -1
    for name, record in RECORDS.items()
    if record["field"]["type"] == "binary" and int(record["b"], 16) == 1
}


def is_binary(name: str) -> bool:
    return FIELD_OF[name].startswith("fb")


def generator(name: str) -> Point:
    point = RECORDS[name]["G"]
    return int(point["x"], 16), int(point["y"], 16)


def order(name: str) -> int:
    return int(RECORDS[name]["n"], 16)


def text(point: Point) -> str:
    """The point as an expression."""
    return "[0]" if point is None else f"point({point[0]}, {point[1]})"


def negative(name: str, point: Point) -> Point:
    """-point, by the rule of the curve's kind."""
    x, y = point
    return (x, x ^ y) if is_binary(name) else (x, -y % FIELDS[FIELD_OF[name]])


def evaluate(name: str, expressions: list[str]) -> list[Point]:
    """The points that expressions in add, multiply, point and random(curve) give on a curve; one run of gp."""
    record, modulus = RECORDS[name], FIELDS[FIELD_OF[name]]
    polynomial = " + ".join(f"'z^{e}" for e in modulus) if is_binary(name) else modulus
    field = BINARY_FIELD if is_binary(name) else PRIME_FIELD
    program = field % {"modulus": polynomial, "a": int(record["a"], 16), "b": int(record["b"], 16)} + POINTS
    script = program + "".join(f"show({expression});\n" for expression in expressions)
    run = subprocess.run(["gp", "-q", "-f", "-s", "64M"], input=script, capture_output=True, text=True, check=True)
    assert not run.stderr and "***" not in run.stdout, (run.stderr + run.stdout)[:300]
    points = [json.loads(line) for line in run.stdout.splitlines()]
    return [tuple(point) if point else None for point in points]


def order_two(name: str) -> Point:
    """The point of order two of a binary curve, (0, sqrt b): the square root is a power of b."""
    degree = FIELDS[FIELD_OF[name]][0]
    return evaluate(name, [f"[0 * g, element({int(RECORDS[name]['b'], 16)})^(2^{degree - 1})]"])[0]


def outside_subgroup(name: str) -> list[Point]:
    """A point of small order, and its sum with the generator, of curves with a cofactor: n times random points."""
    if RECORDS[name]["h"] == 1:
        return []
    small = next(p for p in evaluate(name, [f"multiply(random(curve), {order(name)})"] * 8) if p)
    return evaluate(name, [text(small), f"add({text(small)}, {text(generator(name))})"])


def multiples(name: str, scalars: list[int]) -> list[Point]:
    """Multiples of the generator."""
    return evaluate(name, [f"multiply({text(generator(name))}, {k})" for k in scalars])


def encode_scalar(name: str, d: int) -> bytes:
    """A private key."""
    return d.to_bytes((order(name).bit_length() + 7) // 8, "big")


@functools.cache
def conjugates_reduced(field: str) -> dict[int, tuple[int, int]]:
    """The basis beta^(2^i) in echelon form: degree -> a polynomial of that degree, and the basis elements whose sum
    it is, where bit m - 1 - i stands for beta^(2^i)."""
    rows: dict[int, tuple[int, int]] = {}
    conjugate, degree = NORMAL_ELEMENTS[field], bits(field)
    for i in range(degree):
        element, terms = conjugate, 1 << (degree - 1 - i)
        while (top := element.bit_length() - 1) in rows:
            element, terms = element ^ rows[top][0], terms ^ rows[top][1]
        rows[top] = element, terms
        conjugate = square(conjugate, BINARY_FIELDS[field])
    return rows


def in_normal_basis(x: int, field: str) -> int:
    rows, terms = conjugates_reduced(field), 0
    while x:
        element, own = rows[x.bit_length() - 1]
        x, terms = x ^ element, terms ^ own
    return terms


def encode_element(name: str, x: int) -> bytes:
    """A coordinate; in normal basis on the curves c2onb of X9.62."""
    field = FIELD_OF[name]
    x = in_normal_basis(x, field) if name.startswith("c2onb") else x
    return x.to_bytes((bits(field) + 7) // 8, "big")


def encode(name: str, point: Point) -> bytes:
    """An uncompressed point."""
    return b"\x04" + b"".join(encode_element(name, coordinate) for coordinate in point)
