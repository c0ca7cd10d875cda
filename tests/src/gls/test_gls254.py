"""GLS254 against its definition in Python's integers (reference.py) and the vectors of its author's library: halves of
scalars, doublings and sums of every kind of operands, multiples, encodings, key agreement."""

import ctypes
import hashlib
import json
import random
from pathlib import Path

import pytest

from motelab.library.host import Status
from tests.src.gls import reference
from tests.src.gls.reference import GENERATOR, MU, ZERO, A, B, R, element_of, encode, multiple, point_of
from tests.src.pairing.library import build, of_type_1

VECTORS = json.loads((Path(__file__).parents[2] / "vectors/gls/gls254.json").read_text())
FIELD, KEY_BYTES, WORK_ELEMENTS = "fb127", 32, 10
SOURCE = random.Random(254)
BASE = point_of(*GENERATOR)
NEUTRAL = (ZERO, B)


class Gls:
    """Functions of the library on integers. Elements of F_2^127 have 16 bytes, whatever the words."""

    def __init__(self, word_bits: int):
        self.c, self.word_bits = ctypes.CDLL(str(build(of_type_1(word_bits), word_bits))), word_bits

    def function(self, name: str):
        return self.c[f"mc_{FIELD}_gls_{name}"]

    def inout(self, name: str, values: tuple, *inputs: bytes, work: bool = True) -> tuple:
        """Elements that a function changes in place; then follow its inputs and its place to work."""
        held = ctypes.create_string_buffer(octets(*values), 32 * len(values))
        places = [ctypes.create_string_buffer(16 * WORK_ELEMENTS)] if work else []
        self.function(name)(held, *inputs, *places)
        return elements(held.raw)

    def multiply(self, k: int, p: tuple) -> tuple:
        out = ctypes.create_string_buffer(64)
        self.function("multiply")(out, k.to_bytes(32, "little"), octets(*p))
        return elements(out.raw)

    def split(self, k: int) -> tuple[int, int]:
        out = ctypes.create_string_buffer(32)
        self.function("split")(out, k.to_bytes(32, "little"))
        return tuple(int.from_bytes(out.raw[i : i + 16], "little") for i in (0, 16))

    def public(self, name: str, out_bytes: int, *inputs: bytes) -> tuple[Status, bytes]:
        """Inputs are followed by their lengths; an output is zero after an error."""
        out = ctypes.create_string_buffer(b"\xa5" * max(out_bytes, 1), max(out_bytes, 1))
        lengths = [ctypes.c_size_t(len(x)) for x in inputs]
        status = Status(self.c[f"mc_gls254_{name}"](*([out] if out_bytes else []), *inputs, *lengths))
        assert status == Status.OK or out.raw[:out_bytes] == bytes(out_bytes)
        return status, out.raw[:out_bytes]


def octets(*values: tuple[int, int]) -> bytes:
    return b"".join(c.to_bytes(16, "little") for value in values for c in value)


def elements(raw: bytes) -> tuple:
    numbers = [int.from_bytes(raw[i : i + 16], "little") for i in range(0, len(raw), 16)]
    assert all(number < 1 << 127 for number in numbers), "an element is not reduced"
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def draw() -> tuple[int, int]:
    return SOURCE.randrange(1, 1 << 127), SOURCE.randrange(1 << 127)


def scaled(p: reference.Point) -> tuple:
    """X, Y, T, Z of a point of the curve, moved to the one with b^2, with any Z; of infinity, with any X."""
    if p is None:
        return draw(), ZERO, ZERO, ZERO
    z = draw()
    x, y = reference.times(p[0], z), reference.times(reference.plus(p[1], B), reference.times(z, z))
    return x, y, reference.times(x, z), z


def summand(held: tuple) -> tuple:
    """X, S, T, Z from X, Y, T, Z, or the reverse: S = Y + X^2 + (a + 1) T."""
    x, y, t, z = held
    return x, reference.plus(y, reference.times(x, x), reference.times(reference.plus(A, (1, 0)), t)), t, z


def point(held: tuple) -> reference.Point:
    """The point of the curve that X, Y, T, Z are."""
    x, y, t, z = held
    assert t == reference.times(x, z)
    if z == ZERO:
        assert x != ZERO and y == ZERO
        return None
    inverse = reference.inverse(z)
    return reference.times(x, inverse), reference.plus(reference.times(y, reference.times(inverse, inverse)), B)


def element(held: tuple) -> tuple:
    """X, S, T, Z from X, Y, T, Z, or the reverse: S = Y + X^2 + a T."""
    x, y, t, z = summand(held)
    return x, reference.plus(y, t), t, z


def with_n(p: reference.Point) -> reference.Point:
    return reference.add(p, reference.N)


@pytest.fixture(scope="module")
def gls(word_bits) -> Gls:
    return Gls(word_bits)


P, Q = multiple(SOURCE.randrange(R), BASE), multiple(SOURCE.randrange(R), BASE)
MINUS = {"P": P, "-P": multiple(R - 1, P), "infinity": None, "2P": reference.add(P, P)}
PAIRS = [(P, Q), (None, None), (P, None), (None, Q), *((P, other) for other in MINUS.values())]


def test_doubling_has_no_exception(gls):
    for p in (P, None):
        for start in (p, with_n(p)):
            held = scaled(start)
            assert point(gls.inout("double", held)) == reference.add(p, p)
            assert point(summand(gls.inout("double_to_summand", held))) == reference.add(p, p)


def test_sums_have_no_exception(gls):
    for p, q in PAIRS:
        total, affine = with_n(reference.add(p, q)), octets(*element_of(q))
        held = summand(scaled(p))
        assert point(gls.inout("add", held, affine)) == total
        x, s, _, z = gls.inout("add_element", held, octets(*element(scaled(with_n(q)))))
        assert point(element((x, s, reference.times(x, z), z))) == total
        less = ctypes.create_string_buffer(128)
        found = [gls.inout("add_both", held, less, affine), elements(less.raw)]
        difference = with_n(reference.add(p, q and multiple(R - 1, q)))
        for (x, s, _, z), expected in zip(found, (total, difference), strict=True):
            assert point(element((x, s, reference.times(x, z), z))) == expected


def test_to_and_from_the_group(gls):
    for p in (P, None):
        held = element(scaled(with_n(p)))
        assert point(gls.inout("exchange", held)) == with_n(p)
        assert point(summand(gls.inout("subtract_n", held))) == p
        place = ctypes.create_string_buffer(128)
        gls.function("from_affine")(place, octets(*element_of(p)))
        assert point(element(elements(place.raw))) == with_n(p)


def test_endomorphism(gls):
    ones = (1 << gls.word_bits) - 1
    for p in (P, None):
        image = multiple(MU, p) if p else None
        assert reference.zeta(p) == image
        minus, minus_image = (q and multiple(R - 1, q) for q in (p, image))
        for turned, negative, result in ((0, 0, p), (ones, 0, image), (0, ones, minus), (ones, ones, minus_image)):
            masks = ctypes.c_uint64(turned), ctypes.c_uint64(negative)
            for held in (ctypes.create_string_buffer(64), ctypes.create_string_buffer(octets(*element_of(p)), 64)):
                in_place = any(held.raw)
                gls.function("turned")(held, held if in_place else octets(*element_of(p)), *masks)
                assert elements(held.raw) == element_of(result)
        assert point(element(gls.inout("zeta_element", element(scaled(with_n(p))), work=False))) == with_n(image)


def test_halves(gls):
    """The ends of the range; multiples of r, 2^253 and parts of mu, which are near the ends of the roundings."""
    edges = [0, 1, 2, R - 1, R, R + 1, (1 << 254) - 1, (1 << 254) - 2, 1 << 253, MU, R - MU, MU - 1, MU + 1, R // 2]
    drawn = [SOURCE.randrange(1 << 254) for _ in range(2000)]
    for k in edges + drawn:
        halves = [2 * d - (1 << 128) + 1 for d in gls.split(k)]
        assert (halves[0] + halves[1] * MU - k) % R == 0


def test_halves_at_the_bounds(gls):
    """Scalars whose quotients k s / 2^254 and k t / 2^254 are nearly integers, below and above: where the roundings
    turn, and where halves are largest. A half out of its bounds would be wrong by 2^128."""
    s, t = reference.RECORD_PAIR
    largest = 0
    for factor in (s, t):
        drawn = [SOURCE.randrange(factor) for _ in range(40)]
        for multiple_of in (1, 2, 3, factor // 2, factor - 2, factor - 1, *drawn):
            for half in (0, 1):
                near = ((2 * multiple_of + half) << 253) // factor
                for k in range(near - 2, near + 4):
                    if 0 <= k < 1 << 254:
                        halves = [2 * d - (1 << 128) + 1 for d in gls.split(k)]
                        assert (halves[0] + halves[1] * MU - k) % R == 0
                        largest = max(largest, *map(abs, halves))
    assert 1.4 < largest / 2**127 < 2


def test_multiples(gls):
    x_s = element_of(P)
    for k in (0, 1, 2, 3, 4, R - 1, R, R + 1, MU, R - MU, MU + 1, MU - 1, (1 << 254) - 1):
        assert gls.multiply(k, x_s) == element_of(multiple(k, P)), k
    k = SOURCE.randrange(R)
    assert gls.multiply(k, GENERATOR) == element_of(multiple(k, BASE))
    assert gls.multiply(k, NEUTRAL) == NEUTRAL


def test_published_multiples(gls):
    case = VECTORS["multiple"]
    key = bytes.fromhex(case["scalar"])
    assert gls.public("public_key", KEY_BYTES, key) == (Status.OK, bytes.fromhex(case["result"]))
    one = (1).to_bytes(KEY_BYTES, "little")
    assert gls.public("public_key", KEY_BYTES, one) == (Status.OK, bytes.fromhex(VECTORS["generator"]))


@pytest.mark.word_sizes(64)
def test_published_chain(gls):
    case = VECTORS["repeated"]
    status, element = gls.public("public_key", KEY_BYTES, pow(2, 120, R).to_bytes(KEY_BYTES, "little"))
    assert (status, element.hex()) == (Status.OK, case["start"])
    for _ in range(1000):
        k = int.from_bytes(element, "little") % R
        status, element = gls.public("ecdh", KEY_BYTES, k.to_bytes(KEY_BYTES, "little"), element)
        assert status == Status.OK
    assert element.hex() == case["result"]


def decoded(gls: Gls, encoding: str) -> tuple:
    out, works = ctypes.create_string_buffer(64), gls.function("decode")
    works.restype = {8: ctypes.c_uint8, 16: ctypes.c_uint16, 32: ctypes.c_uint32, 64: ctypes.c_uint64}[gls.word_bits]
    mask = works(out, bytes.fromhex(encoding))
    assert mask in (0, (1 << gls.word_bits) - 1)
    return elements(out.raw) if mask else None


def test_published_encodings(gls):
    for encoding in VECTORS["encodings"]:
        x, s = decoded(gls, encoding)
        p = point_of(x, s)
        assert reference.is_on_curve(p) and encode(x, s).hex() == encoding
    assert multiple(R, p) is None
    for encoding in VECTORS["no_encodings"]:
        assert decoded(gls, encoding) is None
        assert gls.public("public_key_check", 0, bytes.fromhex(encoding))[0] == Status.ERROR_NOT_ON_CURVE


def test_published_sums(gls):
    for case in VECTORS["sums"][:: 1 if gls.word_bits == 64 else 5]:
        found = {name: point_of(*decoded(gls, case[name])) for name in case}
        p, q = found["p"], found["q"]
        total = point(gls.inout("add", summand(scaled(p)), octets(*element_of(q))))
        assert total == with_n(found["p+q"])
        assert point(gls.inout("double", scaled(total))) == found["2p+2q"]
        double = gls.inout("double", scaled(p))
        assert point(double) == found["2p"]
        assert point(gls.inout("add", summand(double), octets(*element_of(q)))) == with_n(found["2p+q"])


def shared_key(secret: bytes, own: bytes, peer: bytes) -> bytes:
    """The key that the vectors' library derives: the lower public key first, 0x53 for success."""
    return hashlib.blake2s(b"".join(sorted((own, peer))) + b"\x53" + secret).digest()


def test_published_agreements(gls):
    for case in VECTORS["ecdh"][:: 1 if gls.word_bits == 64 else 5]:
        key, peer, invalid = (bytes.fromhex(case[name]) for name in ("private_key", "peer", "invalid_peer"))
        _, own = gls.public("public_key", KEY_BYTES, key)
        status, secret = gls.public("ecdh", KEY_BYTES, key, peer)
        assert status == Status.OK and shared_key(secret, own, peer).hex() == case["key"]
        assert gls.public("ecdh", KEY_BYTES, key, invalid)[0] != Status.OK


ONE_OCTETS = (1).to_bytes(KEY_BYTES, "little")
GENERATOR_OCTETS = bytes.fromhex(VECTORS["generator"])
WRONG_KEYS = {
    Status.ERROR_LENGTH: [b"", GENERATOR_OCTETS[:-1], GENERATOR_OCTETS + b"\0"],
    Status.ERROR_COORDINATE_RANGE: [
        bytes(byte | (0x80 if index == at else 0) for index, byte in enumerate(GENERATOR_OCTETS)) for at in (15, 31)
    ],
    Status.ERROR_INFINITY: [bytes(KEY_BYTES)],
}
WRONG_SCALARS = {
    Status.ERROR_LENGTH: [b"", bytes(31), ONE_OCTETS + b"\0"],
    Status.ERROR_SCALAR_ZERO: [bytes(KEY_BYTES)],
    Status.ERROR_SCALAR_RANGE: [k.to_bytes(KEY_BYTES, "little") for k in (R, R + 1, 1 << 254, (1 << 256) - 1)],
}


def test_keys_that_are_refused(gls):
    for status, keys in WRONG_KEYS.items():
        for key in keys:
            assert gls.public("public_key_check", 0, key)[0] == status
            assert gls.public("ecdh", KEY_BYTES, ONE_OCTETS, key)[0] == status
    for status, keys in WRONG_SCALARS.items():
        for key in keys:
            assert gls.public("public_key", KEY_BYTES, key)[0] == status
            assert gls.public("ecdh", KEY_BYTES, key, GENERATOR_OCTETS)[0] == status
    assert gls.public("public_key_check", 0, GENERATOR_OCTETS)[0] == Status.OK
    last = (R - 1).to_bytes(KEY_BYTES, "little")
    assert gls.public("ecdh", KEY_BYTES, last, GENERATOR_OCTETS)[0] == Status.OK


def test_agreement_in_place(gls):
    key = SOURCE.randrange(1, R).to_bytes(KEY_BYTES, "little")
    _, expected = gls.public("ecdh", KEY_BYTES, key, GENERATOR_OCTETS)
    for place in (0, 1):
        held = [ctypes.create_string_buffer(x, KEY_BYTES) for x in (key, GENERATOR_OCTETS)]
        lengths = [ctypes.c_size_t(KEY_BYTES)] * 2
        assert gls.c.mc_gls254_ecdh(held[place], *held, *lengths) == 0 and held[place].raw == expected


def test_every_encoding_of_an_element_is_one(gls):
    """Small w, about half of which are elements: what is decoded lies in the group and encodes as it was; what is not,
    has no x with w^2 = s/x on the curve."""
    for number in range(24):
        encoding = number.to_bytes(16, "little") + bytes(16)
        found = decoded(gls, encoding.hex())
        if found is not None and number:
            assert encode(*found) == encoding and reference.is_on_curve(point_of(*found))
        w = (number, 0)
        d = reference.plus(reference.times(w, w), w, A)
        assert (found is not None) == (number == 0 or reference.trace_of_b_over(d) == 0)
