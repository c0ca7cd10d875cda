"""FourQ in Python's integers: affine points by the law of the curve's definition, and its encodings. The endomorphisms
are known by their eigenvalues alone."""

import json
from pathlib import Path

RECORD = json.loads((Path(__file__).parents[3] / "curves/fourq.json").read_text())["groups"][0]
P, R, COFACTOR = 2**127 - 1, int(RECORD["r"], 16), 392
PHI, PSI = (int(RECORD["eigenvalues"][name], 16) for name in ("phi", "psi"))
Element = tuple[int, int]
Point = tuple[Element, Element]


def pair(texts: list[str]) -> Element:
    return int(texts[0], 16), int(texts[1], 16)


D = pair(RECORD["d"])
GENERATOR: Point = (pair(RECORD["G"]["x"]), pair(RECORD["G"]["y"]))
NEUTRAL: Point = ((0, 0), (1, 0))


def times(a: Element, b: Element) -> Element:
    return (a[0] * b[0] - a[1] * b[1]) % P, (a[0] * b[1] + a[1] * b[0]) % P


def plus(a: Element, b: Element) -> Element:
    return (a[0] + b[0]) % P, (a[1] + b[1]) % P


def minus(a: Element) -> Element:
    return -a[0] % P, -a[1] % P


def inverse(a: Element) -> Element:
    norm = pow(a[0] ** 2 + a[1] ** 2, -1, P)
    return a[0] * norm % P, -a[1] * norm % P


def is_on_curve(point: Point) -> bool:
    xx, yy = (times(c, c) for c in point)
    return plus(yy, minus(xx)) == plus((1, 0), times(D, times(xx, yy)))


def add(first: Point, second: Point) -> Point:
    (x1, y1), (x2, y2) = first, second
    product = times(D, times(times(x1, x2), times(y1, y2)))
    x, y = plus(times(x1, y2), times(y1, x2)), plus(times(y1, y2), times(x1, x2))
    return times(x, inverse(plus((1, 0), product))), times(y, inverse(plus((1, 0), minus(product))))


def negative(point: Point) -> Point:
    return minus(point[0]), point[1]


def multiple(k: int, point: Point = GENERATOR) -> Point:
    total = NEUTRAL
    for bit in f"{k:b}":
        total = add(total, total)
        if bit == "1":
            total = add(total, point)
    return total


def element_octets(a: Element) -> bytes:
    return b"".join(c.to_bytes(16, "little") for c in a)


def encode(point: Point) -> bytes:
    (x0, x1), y = point
    octets = bytearray(element_octets(y))
    octets[31] |= ((x0 or x1) >> 126) << 7
    return bytes(octets)
