"""BLS12-381's groups: points, multiples, membership, bytes and hashing, against affine arithmetic over integers
(bls12_reference.py) and the vectors of RFC 9380."""

import ctypes
import functools
import hashlib
import json
import random

import pytest

from motelab.library.host import Status
from tests.conftest import VECTORS
from tests.src.pairing.bls12_reference import E1, E2, G1, G2, Curve, P, Point, R, X, mul2

SOURCE = random.Random(9380)
RFC9380 = json.loads((VECTORS / "pairing/rfc9380_bls12381.json").read_text())
H1 = (X - 1) ** 2 // 3
H2 = (X**8 - 4 * X**7 + 5 * X**6 - 4 * X**4 + 6 * X**3 - 4 * X**2 - 4 * X + 13) // 9
SCALARS = [0, 1, 2, 3, R - 1, R - 2, X * X, X * X - 1, -X, -X - 1, (-X) ** 3, 2**254, (R - 1) // 2]
CURVES = {"g1": (E1, G1), "g2": (E2, G2)}
GROUP = {"g1": 1, "g2": 2}
BYTES = {"g1": 48, "g2": 96}


class Points:
    """The library's functions of one group on points in affine coordinates."""

    def __init__(self, bls, group: str):
        self.bls, self.group = bls, group
        self.curve, self.generator = CURVES[group]
        self.degree = self.curve.degree

    def flat(self, p: Point) -> list[int]:
        if p is None:
            return [0] * 2 * self.degree
        return list(p) if self.degree == 1 else [*p[0], *p[1]]

    def projective(self, p: Point, factor: int = 1) -> bytes:
        """(x f : y f : f), or (0 : f : 0)."""
        zeros = [0] * (self.degree - 1)
        if p is None:
            return self.bls.elements([0] * self.degree + [factor, *zeros] + [0] * self.degree)
        return self.bls.elements([v * factor % P for v in self.flat(p)] + [factor, *zeros])

    def affine(self, point: bytes) -> Point:
        size = 2 * self.degree * self.bls.element_bytes
        out = ctypes.create_string_buffer(size + 8)
        self.bls.function(f"{self.group}_to_affine")(out, point)
        values = self.bls.values(out.raw[:size])
        if out.raw[size] == 0xFF:
            assert not any(values), "infinity has coordinates"
            return None
        return tuple(values) if self.degree == 1 else (tuple(values[:2]), tuple(values[2:]))

    def call(self, name: str, *inputs: bytes | int) -> Point:
        out = ctypes.create_string_buffer(3 * self.degree * self.bls.element_bytes)
        self.bls.function(f"{self.group}_{name}")(out, *inputs)
        return self.affine(out.raw)

    def multiply(self, k: int, p: Point) -> Point:
        return self.call("multiply", k.to_bytes(32, "little"), self.projective(p))

    def is_in_group(self, p: Point) -> bool:
        return self.bls.says(f"{self.group}_is_in_group", self.projective(p, 5))

    def encode(self, p: Point, compressed: bool = True) -> bytes:
        """By the format's own definition."""
        size = BYTES[self.group]
        if p is None:
            return bytes([0xC0 if compressed else 0x40]) + bytes(size * (1 if compressed else 2) - 1)
        pairs = [(v,) if self.degree == 1 else (v[1], v[0]) for v in p]
        x, y = (b"".join(c.to_bytes(48, "big") for c in pair) for pair in pairs)
        negative = b"".join((-c % P).to_bytes(48, "big") for c in pairs[1])
        return bytes([x[0] | 0x80 | (0x20 if y > negative else 0)]) + x[1:] if compressed else x + y


@pytest.fixture(params=CURVES)
def points(bls, request) -> Points:
    return Points(bls, request.param)


@functools.cache
def outside(group: str, seed: int = 0) -> Point:
    """A point of the curve outside the group."""
    source = random.Random(seed)
    curve: Curve = CURVES[group][0]
    while True:
        x = source.randrange(P)
        found = curve.with_x(x if group == "g1" else (x, source.randrange(P)))
        if found and curve.multiply(R, found):
            return found


@functools.cache
def of_order(group: str, order: int) -> Point:
    """A point of a small order, which divides the cofactor."""
    cofactor = {"g1": H1, "g2": H2}[group]
    exponent = 0
    while cofactor % order == 0:
        cofactor, exponent = cofactor // order, exponent + 1
    for seed in range(100):
        found = CURVES[group][0].multiply(cofactor * R, outside(group, seed))
        while found is not None:
            above, found = found, CURVES[group][0].multiply(order, found)
        if cofactor and above is not None:
            return above
    raise AssertionError("no point of that order")


def test_sums_are_complete(points):
    """Of equal and opposite points, infinity, and points outside the group."""
    curve, g, other = points.curve, points.generator, outside(points.group)
    samples = [None, g, curve.negate(g), curve.multiply(2, g), other, curve.negate(other)]
    for a in samples:
        assert points.call("double", points.projective(a, 3)) == curve.add(a, a)
        for b in samples:
            assert points.call("add", points.projective(a, 3), points.projective(b, 7)) == curve.add(a, b)


def test_equality(points):
    g, name = points.generator, f"{points.group}_mask_equal"
    for a, b in ((g, g), (None, None), (g, None), (None, g), (g, points.curve.negate(g)), (g, outside(points.group))):
        assert points.bls.says(name, points.projective(a, 3), points.projective(b, 9)) == (a == b)


@pytest.mark.parametrize("k", [*SCALARS, *(SOURCE.randrange(R) for _ in range(3))])
def test_multiples(points, k):
    assert points.multiply(k, points.generator) == points.curve.multiply(k, points.generator)
    assert points.multiply(k, None) is None


def test_membership(points):
    """A point is of the group if it is infinity or of order r."""
    assert points.is_in_group(points.generator)
    assert points.is_in_group(points.curve.multiply(12345, points.generator))
    assert points.is_in_group(None)
    for seed in range(5):
        assert not points.is_in_group(outside(points.group, seed))


@pytest.mark.parametrize("group, order", [("g1", 3), ("g1", 11), ("g1", 10177), ("g2", 13), ("g2", 23), ("g2", 2713)])
def test_points_of_small_order_are_outside_the_groups(bls, group, order):
    """Alone, and added to a point of order r, which pairings would not tell apart."""
    points, small = Points(bls, group), of_order(group, order)
    assert points.curve.multiply(order, small) is None
    assert not points.is_in_group(small)
    assert not points.is_in_group(points.curve.add(small, points.generator))
    octets = points.encode(points.curve.add(small, points.generator))
    status, _ = bls.public("bls12_381_validate", 0, octets, len(octets), GROUP[group])
    assert status == Status.ERROR_SUBGROUP


@pytest.mark.parametrize("group, order", [("g1", 3), ("g1", 11), ("g2", 13), ("g2", 23)])
def test_multiples_by_the_parameter(bls, group, order):
    """-x P, of small orders too: multiples by 3 and 13, before runs of doubles, are infinity there."""
    points, small = Points(bls, group), of_order(group, order)
    curve, g = points.curve, points.generator
    for p in (None, g, curve.negate(g), small, curve.add(small, g), outside(group)):
        assert points.call("multiply_x", points.projective(p, 7)) == curve.multiply(-X, p)


def test_cofactors_are_cleared(points):
    """G1 by 1 - x; G2 by the multiple of h that the endomorphism gives (RFC 9380, 8.8.2)."""
    h_eff = 1 - X if points.group == "g1" else 3 * (X * X - 1) * H2
    p = outside(points.group)
    found = points.call("clear", points.projective(p, 11))
    assert points.is_in_group(found)
    assert found == points.curve.multiply(h_eff, p)
    assert points.call("clear", points.projective(None)) is None


class Piece(ctypes.Structure):
    _fields_ = (("octets", ctypes.c_char_p), ("bytes", ctypes.c_size_t))


class Message(ctypes.Structure):
    """mc_message."""

    _fields_ = (("pieces", Piece * 3), ("domain", ctypes.c_char_p), ("domain_bytes", ctypes.c_size_t))


@pytest.mark.parametrize("suite", RFC9380["suites"])
def test_hashing_by_rfc_9380(bls, suite):
    group, kind = suite.lower().split("_")
    points, tag = Points(bls, group), RFC9380["suites"][suite]["dst"].encode()
    for vector in RFC9380["suites"][suite]["vectors"]:
        message = vector["msg"].encode()
        name = "bls12_381_hash" if kind == "ro" else "bls12_381_hash_nonuniform"
        found = bls.public(name, BYTES[group], message, tag, len(message), len(tag), GROUP[group])
        x, y = (tuple(int(c, 16) for c in vector[key]) for key in "xy")
        assert found == (Status.OK, points.encode((x[0], y[0]) if group == "g1" else (x, y)))


def test_long_tags_are_hashed_and_empty_ones_refused(bls):
    long = b"x" * 256
    short = hashlib.sha256(b"H2C-OVERSIZE-DST-" + long).digest()
    found = [bls.public("bls12_381_hash", 48, b"m", tag, 1, len(tag), 1) for tag in (long, short)]
    assert found[0] == found[1] and found[0][0] == Status.OK
    assert bls.public("bls12_381_hash", 48, b"m", b"", 1, 0, 1) == (Status.ERROR_CONTEXT_LENGTH, bytes(48))


def test_maps_at_their_exceptions(bls):
    """u with z^2 u^4 + z u^2 = 0: 0, and on G1's side the roots of -1/z where they exist. The image is on the curve."""
    for group in CURVES:
        points = Points(bls, group)
        found = points.call("map", bls.elements([0] * points.degree))
        assert found is not None
        x, y = ((v, 0) if points.degree == 1 else v for v in found)
        cube, b = mul2(mul2(x, x), x), points.curve.b
        assert mul2(y, y) == ((cube[0] + b[0]) % P, (cube[1] + b[1]) % P)


def test_bytes(points):
    group = GROUP[points.group]
    for p in (
        points.generator,
        points.curve.negate(points.generator),
        points.curve.multiply(99, points.generator),
        None,
    ):
        compressed, whole = points.encode(p), points.encode(p, compressed=False)
        for octets in (compressed, whole):
            found = points.bls.public("bls12_381_decompress", len(whole), octets, len(octets), group)
            assert found == (Status.OK, whole)
            found = points.bls.public("bls12_381_add", len(compressed), octets, points.encode(None), len(octets),
                                      len(compressed), group)  # fmt: skip
            assert found == (Status.OK, compressed)


def damaged(points: Points) -> list[tuple[str, bytes, Status]]:
    """Encodings that are wrong in one way each."""
    size, g = BYTES[points.group], points.generator
    good, whole = points.encode(g), points.encode(g, compressed=False)
    p_octets = P.to_bytes(48, "big")
    last = size - 48  # of the last coefficient of x
    not_x = next(x for x in range(2, 99) if points.curve.with_x(x if size == 48 else (x, 0)) is None)
    changed = whole[:-1] + bytes([whole[-1] ^ 1])
    return [
        ("short", good[:-1], Status.ERROR_LENGTH),
        ("long", good + b"\0", Status.ERROR_LENGTH),
        ("empty", b"", Status.ERROR_LENGTH),
        ("no compression flag", bytes([good[0] & 0x7F]) + good[1:], Status.ERROR_ENCODING),
        ("compression flag on both coordinates", bytes([whole[0] | 0x80]) + whole[1:], Status.ERROR_ENCODING),
        ("sign without compression", bytes([whole[0] | 0x20]) + whole[1:], Status.ERROR_ENCODING),
        ("sign of infinity", bytes([0xE0]) + bytes(size - 1), Status.ERROR_ENCODING),
        ("infinity with a number", bytes([0xC0]) + bytes(size - 2) + b"\1", Status.ERROR_ENCODING),
        ("infinity with a bit beside its flags", bytes([0xC1]) + bytes(size - 1), Status.ERROR_ENCODING),
        ("x = p", bytes([p_octets[0] | 0x80]) + p_octets[1:] + good[48:], Status.ERROR_COORDINATE_RANGE),
        ("last of x = p", bytes([0x80]) + (bytes(last) + p_octets)[1:] if last else
         bytes([0x9F]) + b"\xff" * 47, Status.ERROR_COORDINATE_RANGE),
        ("y = p", whole[:size] + p_octets + whole[size + 48 :], Status.ERROR_COORDINATE_RANGE),
        ("y with flags", whole[:size] + bytes([whole[size] | 0x80]) + whole[size + 1 :], Status.ERROR_COORDINATE_RANGE),
        ("x of no point", bytes([0x80]) + bytes(size - 2) + bytes([not_x]), Status.ERROR_NOT_ON_CURVE),
        ("another y", changed, Status.ERROR_NOT_ON_CURVE),
        ("outside the group", points.encode(outside(points.group)), Status.ERROR_SUBGROUP),
        ("outside the group, whole", points.encode(outside(points.group), compressed=False), Status.ERROR_SUBGROUP),
    ]  # fmt: skip


def test_damaged_points_are_refused(points):
    """Each with its own status; outputs are zero."""
    size, group = BYTES[points.group], GROUP[points.group]
    good = points.encode(points.generator)
    for what, octets, status in damaged(points):
        zeros = (status, bytes(size))
        assert points.bls.public("bls12_381_validate", 0, octets, len(octets), group)[0] == status, what
        found = points.bls.public("bls12_381_multiply", size, bytes(31) + b"\1", octets, len(octets), group)
        assert found == zeros, what
        found = points.bls.public("bls12_381_add", size, good, octets, size, len(octets), group)
        assert found == zeros, what
        found = points.bls.public("bls12_381_decompress", 2 * size, octets, len(octets), group)
        assert found == (status, bytes(2 * size)), what


def test_infinity_is_no_valid_key(points):
    octets = points.encode(None)
    status, _ = points.bls.public("bls12_381_validate", 0, octets, len(octets), GROUP[points.group])
    assert status == Status.ERROR_INFINITY


def test_scalars_of_public_multiples(points):
    size, group, good = BYTES[points.group], GROUP[points.group], points.encode(points.generator)
    for k in (0, 1, R - 1):
        found = points.bls.public("bls12_381_multiply", size, k.to_bytes(32, "big"), good, size, group)
        assert found == (Status.OK, points.encode(points.curve.multiply(k, points.generator)))
    for k in (R, 2**256 - 1):
        found = points.bls.public("bls12_381_multiply", size, k.to_bytes(32, "big"), good, size, group)
        assert found == (Status.ERROR_SCALAR_RANGE, bytes(size))


def test_unknown_groups(bls):
    assert bls.public("bls12_381_validate", 0, bytes(48), 48, 3)[0] == Status.ERROR_UNSUPPORTED
    assert bls.public("bls12_381_hash", 48, b"m", b"tag", 1, 3, 0)[0] == Status.ERROR_UNSUPPORTED


@pytest.mark.parametrize("suite", RFC9380["expand_message_xmd"], ids=lambda suite: suite["dst"][-8:])
def test_expanded_messages_by_rfc_9380(bls, suite):
    tag = suite["dst"].encode()
    for vector in suite["vectors"]:
        message, out = vector["msg"].encode(), ctypes.create_string_buffer(vector["bytes"])
        inputs = Message(((message, len(message)),), tag, len(tag))
        assert bls.c.mc_expand_message(out, ctypes.c_size_t(len(out.raw)), ctypes.byref(inputs)) == Status.OK
        assert out.raw.hex() == vector["uniform_bytes"]
