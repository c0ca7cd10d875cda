"""Points of groups with pairings over integers: the inputs with which ctcheck runs a pairing."""

import dataclasses
from collections.abc import Sequence

from codegen import points
from codegen.fields import multiply, square
from motelab.subjects.curves import Curve

OBJECT_HEAD_BYTES = 7  # of include/motecurve/pairing/ibe.h; then, of a private key, its use
GROUPS_OF_USES = {1: (2,), 2: (1,), 3: (1, 2)}  # encryption, signatures, agreement: where BLS12 has their points
LARGE_Y = 0x20  # in the first byte of a compressed point of BLS12-381: which of the two points with its x
Element = tuple[int, int]  # of F_p2 = F_p(u), u^2 = -1: c0 + c1 u


def of_secret(case: dict[str, int], group: Curve) -> dict[str, int]:
    """The case with the points k P and 2 k Q for its secret k, P and Q the generators: no multiple is infinity for k
    below the order."""
    k = case["k"]
    own = of_group(group)
    px, py = own.multiply(k, group.generator)
    if group.family != "bls12":
        qx, qy = own.multiply(2 * k, group.generator)
        return case | {"px": px, "py": py, "qx": qx, "qy": qy}
    x, y = of_second_group(2 * k, group)
    return case | {"px": px, "py": py, "qx0": x[0], "qx1": x[1], "qy0": y[0], "qy1": y[1]}


def with_master_secret(case: dict[str, int], group: Curve) -> dict[str, int]:
    """The case with the secret k as the authority's: the number behind the head of the object."""
    order_bytes = (group.order.bit_length() + 7) // 8
    return case | {"master": (case["master"] >> 8 * order_bytes << 8 * order_bytes) | case["k"]}


def with_private_key(case: dict[str, int], group: Curve) -> dict[str, int]:
    """The case with the private key whose points are k P, encoded behind head and use of the object: a key of
    another authority, with which decryption fails, after the same time as any other. A compressed point of BLS12-381
    is k P or its opposite, so that its flags, which are public, stay (include/motecurve/pairing/bls12_381.h)."""
    key = case["key"].to_bytes((case["key"].bit_length() + 7) // 8)
    head, use = key[: OBJECT_HEAD_BYTES + 1], key[OBJECT_HEAD_BYTES]
    points = bytearray(private_points(case["k"], use, group))
    if len(head + points) != len(key):
        raise ValueError(f"a private key of {group.name} for the use {use} has {len(key)} bytes")
    for place in flagged(use, group):
        points[place] = points[place] & ~LARGE_Y | key[len(head) + place] & LARGE_Y
    return case | {"key": int.from_bytes(head + points)}


def flagged(use: int, group: Curve) -> list[int]:
    """Where, among the points of a private key, bytes with flags are."""
    if group.family != "bls12":
        return []
    return [0, group.field_bytes][: len(GROUPS_OF_USES[use])]


def private_points(k: int, use: int, group: Curve) -> bytes:
    """The points k P of a private key for a use: in short form or, of BLS12, compressed, in the groups of the use."""
    x, y = of_group(group).multiply(k, group.generator)
    if group.family != "bls12":
        return bytes([2 + y % 2]) + x.to_bytes(group.field_bytes)
    p, found = int(group.record["field"]["p"], 16), b""
    if 1 in GROUPS_OF_USES[use]:
        found += compressed([x], [y], p)
    if 2 in GROUPS_OF_USES[use]:
        found += compressed(*(value[::-1] for value in of_second_group(k, group)), p)
    return found


def of_second_group(k: int, group: Curve) -> tuple[Element, Element]:
    """k times the generator of G2 of BLS12."""
    generator = group.record["g2"]["G"]
    twist = Twist(int(group.record["field"]["p"], 16))
    return twist.multiply(k, tuple(tuple(int(part, 16) for part in generator[axis]) for axis in "xy"))


def compressed(x: Sequence[int], y: Sequence[int], p: int) -> bytes:
    """A point of BLS12-381 in the format that its users share; coordinates from the highest coefficient on."""
    octets = bytearray(b"".join(value.to_bytes(48, "big") for value in x))
    sign = next((value for value in y if value), 0)
    octets[0] |= 0x80 | (LARGE_Y if sign > (p - 1) // 2 else 0)
    return bytes(octets)


def of_group(group: Curve) -> points.Curve:
    """The curve of a group; of BLS12 that of G1."""
    if isinstance(group.modulus, int):
        return points.PrimeCurve(group.modulus, dict(group.coefficients)["a"])
    return Supersingular(group.modulus)


@dataclasses.dataclass(frozen=True)
class Supersingular(points.Curve):
    """y^2 + y = x^3 + x over a binary field."""

    poly: tuple[int, ...]

    def negate(self, p: points.Point) -> points.Point:
        return p and (p[0], p[1] ^ 1)

    def add(self, p: points.Point, q: points.Point) -> points.Point:
        if p is None or q is None:
            return q if p is None else p
        if p == self.negate(q):
            return None
        if p == q:
            slope = square(p[0], self.poly) ^ 1
        else:
            slope = multiply(p[1] ^ q[1], points.inverse(p[0] ^ q[0], self.poly), self.poly)
        x = square(slope, self.poly) ^ p[0] ^ q[0]
        return x, multiply(slope, p[0] ^ x, self.poly) ^ p[1] ^ 1


@dataclasses.dataclass(frozen=True)
class Twist(points.Curve):
    """y^2 = x^3 + b over F_p2."""

    p: int

    def product(self, a: Element, b: Element) -> Element:
        return (a[0] * b[0] - a[1] * b[1]) % self.p, (a[0] * b[1] + a[1] * b[0]) % self.p

    def quotient(self, a: Element, b: Element) -> Element:
        norm = pow(b[0] ** 2 + b[1] ** 2, -1, self.p)
        return self.product(a, (b[0] * norm, -b[1] * norm))

    def less(self, a: Element, *others: Element) -> Element:
        return tuple((a[i] - sum(other[i] for other in others)) % self.p for i in (0, 1))

    def negate(self, p):
        return p and (p[0], self.less((0, 0), p[1]))

    def add(self, p, q):
        if p is None or q is None:
            return q if p is None else p
        if p == self.negate(q):
            return None
        if p == q:
            c0, c1 = self.product(p[0], p[0])
            slope = self.quotient((3 * c0, 3 * c1), (2 * p[1][0], 2 * p[1][1]))
        else:
            slope = self.quotient(self.less(q[1], p[1]), self.less(q[0], p[0]))
        x = self.less(self.product(slope, slope), p[0], q[0])
        return x, self.less(self.product(slope, self.less(p[0], x)), p[1])
