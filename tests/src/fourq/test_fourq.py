"""FourQ against its definition in Python's integers (reference.py) and FourQlib: parts of scalars, sums of every kind
of points, endomorphisms, multiples, encodings, key agreement, signatures."""

import ctypes
import hashlib
import json
import random
from pathlib import Path

import pytest

from motelab.library.host import Status
from tests.src.fourq import reference
from tests.src.fourq.reference import COFACTOR, GENERATOR, NEUTRAL, PHI, PSI, D, P, R, add, encode, multiple, times
from tests.src.pairing.library import build, of_type_1

VECTORS = json.loads((Path(__file__).parents[2] / "vectors/fourq/fourqlib.json").read_text())
FIELD, KEY_BYTES, ELEMENT_BYTES, POINT_ELEMENTS, SUMMAND_ELEMENTS, WORK_ELEMENTS = "fp127", 32, 32, 5, 4, 4
SOURCE = random.Random(127)


class FourQ:
    """Functions of the library on integers. Coefficients have 16 bytes, whatever the words."""

    def __init__(self, word_bits: int):
        self.c, self.word_bits = ctypes.CDLL(str(build(of_type_1(word_bits), word_bits))), word_bits

    def function(self, name: str):
        return self.c[f"mc_{FIELD}_fourq_{name}"]

    def digits(self, k: int) -> list[int]:
        """The four parts that the digits of a scalar stand for."""
        out = ctypes.create_string_buffer(64)
        self.function("split")(out, k.to_bytes(KEY_BYTES, "little"))
        signs, *bits = (int.from_bytes(out.raw[8 * i : 8 * i + 8], "little") for i in range(4))
        sign_at = [2 * (signs >> i & 1) - 1 for i in range(64)]
        parts = [(1 << 64) + sum(sign << i for i, sign in enumerate(sign_at))]
        for j, digits in enumerate(bits):
            last = out.raw[32] >> j & 1
            parts.append((last << 64) + sum((digits >> i & 1) * sign << i for i, sign in enumerate(sign_at)))
        return parts

    def inout(self, name: str, p: tuple, *others) -> tuple:
        held = ctypes.create_string_buffer(octets(p), ELEMENT_BYTES * POINT_ELEMENTS)
        work = ctypes.create_string_buffer(ELEMENT_BYTES * WORK_ELEMENTS)
        self.function(name)(held, *others, work)
        return elements(held.raw)

    def summand(self, p: tuple) -> bytes:
        out = ctypes.create_string_buffer(ELEMENT_BYTES * SUMMAND_ELEMENTS)
        self.function("to_summand")(out, octets(p))
        return out.raw

    def multiple(self, name: str, p: tuple, *scalars: int) -> tuple:
        held = ctypes.create_string_buffer(octets(p), ELEMENT_BYTES * POINT_ELEMENTS)
        self.function(name)(held, *(k.to_bytes(KEY_BYTES, "little") for k in scalars))
        return elements(held.raw)

    def public(self, name: str, out_bytes: int, *inputs: bytes) -> tuple[Status, bytes]:
        """Inputs are followed by their lengths; an output is zero after an error."""
        out = ctypes.create_string_buffer(b"\xa5" * max(out_bytes, 1), max(out_bytes, 1))
        lengths = [ctypes.c_size_t(len(x)) for x in inputs]
        status = Status(self.c[f"mc_{name}"](*([out] if out_bytes else []), *inputs, *lengths))
        assert status == Status.OK or out.raw[:out_bytes] == bytes(out_bytes)
        return status, out.raw[:out_bytes]


def octets(values: tuple) -> bytes:
    return b"".join(map(reference.element_octets, values))


def elements(raw: bytes) -> tuple:
    numbers = [int.from_bytes(raw[i : i + 16], "little") for i in range(0, len(raw), 16)]
    assert all(number <= P for number in numbers), "a coefficient is above p"
    return tuple((a % P, b % P) for a, b in zip(numbers[::2], numbers[1::2], strict=True))


def scaled(point: reference.Point) -> tuple:
    """X, Y, Z, ta, tb of a point, with any Z and any factors of X Y / Z."""
    (x, y), z, tb = point, draw(), draw()
    t = times(times(x, y), z)
    return times(x, z), times(y, z), z, times(t, reference.inverse(tb)), tb


def draw() -> reference.Element:
    return SOURCE.randrange(1, P), SOURCE.randrange(P)


def point_of(held: tuple) -> reference.Point:
    x, y, z, ta, tb = held
    inverse = reference.inverse(z)
    assert times(times(ta, tb), z) == times(x, y)
    return times(x, inverse), times(y, inverse)


@pytest.fixture(scope="module")
def fourq(word_bits) -> FourQ:
    return FourQ(word_bits)


A, B = multiple(SOURCE.randrange(R), GENERATOR), multiple(SOURCE.randrange(R), GENERATOR)
ORDER_TWO = ((0, 0), (P - 1, 0))
KINDS = (A, B, NEUTRAL, ORDER_TWO, add(A, ORDER_TWO), reference.negative(A))


def test_sums_have_no_exception(fourq):
    for p in KINDS:
        assert point_of(fourq.inout("double", scaled(p))) == add(p, p)
        for q in KINDS:
            summand = fourq.summand(scaled(q))
            for minus, expected in ((0, add(p, q)), (1, add(p, reference.negative(q)))):
                negative = ctypes.c_uint8(minus)
                assert point_of(fourq.inout("add_summand", scaled(p), summand, negative)) == expected


def test_sums_with_constants(fourq):
    x, y = B
    t = times(D, times(x, y))
    constant = octets((reference.plus(y, reference.minus(x)), reference.plus(x, y), reference.plus(t, t)))
    for p in KINDS:
        assert point_of(fourq.inout("add_constant", scaled(p), constant, ctypes.c_uint8(0))) == add(p, B)
        minus = fourq.inout("add_constant", scaled(p), constant, ctypes.c_uint8(1))
        assert point_of(minus) == add(p, reference.negative(B))


def test_clearing_of_the_cofactor(fourq):
    place = ctypes.create_string_buffer(ELEMENT_BYTES * SUMMAND_ELEMENTS)
    for p in KINDS:
        assert point_of(fourq.inout("clear_cofactor", scaled(p), place)) == multiple(COFACTOR, p)


def test_endomorphisms(fourq):
    for p in (A, B, NEUTRAL, GENERATOR):
        for name, eigenvalue in (("phi", PHI), ("psi", PSI)):
            assert point_of(fourq.inout(name, scaled(p))) == multiple(eigenvalue, p)


def test_parts(fourq):
    """The ends of the range; multiples of r and of the eigenvalues, which are near the ends of the roundings."""
    edges = [0, 1, 2, R - 1, R, R + 1, 2**256 - 1, 2**256 - 2, PHI, PSI, PHI * PSI % R, R - PHI, 397 * R, 2**255]
    for k in edges + [SOURCE.getrandbits(256) for _ in range(2000)]:
        a, b, c, d = fourq.digits(k)
        assert (a + b * PHI + c * PSI + d * PHI * PSI - k) % R == 0, hex(k)


def test_parts_at_the_roundings(fourq):
    """Scalars for which a coordinate in the basis is nearly an integer, or a half."""
    fractions = [[int(n, 16) for n in row] for row in reference.RECORD["basis"]]
    for factor in {abs(n) for row in fractions for n in row if abs(n) > 1}:
        for _ in range(20):
            k = R * (2 * SOURCE.randrange(factor) + SOURCE.randrange(2)) // (2 * factor) + SOURCE.randrange(-2, 3)
            a, b, c, d = fourq.digits(k % 2**256)
            assert (a + b * PHI + c * PSI + d * PHI * PSI - k % 2**256) % R == 0, hex(k)


def test_multiples(fourq):
    for k in (0, 1, 2, 3, R - 1, R, R + 1, PHI, R - PSI, 2**256 - 1, SOURCE.getrandbits(256)):
        assert point_of(fourq.multiple("multiply", scaled(A), k)) == multiple(k % R, A), k
        assert point_of(fourq.multiple("multiply_base", scaled(NEUTRAL), k)) == multiple(k % R, GENERATOR), k
    drawn, other = SOURCE.getrandbits(256), SOURCE.getrandbits(256)
    assert point_of(fourq.multiple("multiply", scaled(NEUTRAL), drawn)) == NEUTRAL
    for k, m in ((drawn, other), (0, other), (drawn, 0), (R, R), (1, R - 1)):
        expected = add(multiple(k % R, GENERATOR), multiple(m % R, A))
        assert point_of(fourq.multiple("multiply_double_var", scaled(A), k, m)) == expected


def test_agreements_of_fourqlib(fourq):
    for case in VECTORS["agreements"][:: 1 if fourq.word_bits == 64 else 5]:
        key, peer = bytes.fromhex(case["private_key"]), bytes.fromhex(case["peer"])
        assert fourq.public("fourq_public_key", KEY_BYTES, key) == (Status.OK, bytes.fromhex(case["public_key"]))
        assert fourq.public("fourq_ecdh", KEY_BYTES, key, peer) == (Status.OK, bytes.fromhex(case["secret"]))


def test_encodings_of_fourqlib(fourq):
    key = b"\xff" * KEY_BYTES
    for case in VECTORS["encodings"][:: 1 if fourq.word_bits == 64 else 5]:
        status, secret = fourq.public("fourq_ecdh", KEY_BYTES, key, bytes.fromhex(case["encoding"]))
        assert (status == Status.OK) == (case["secret"] is not None)
        assert secret.hex() == (case["secret"] or bytes(KEY_BYTES).hex())


def test_signatures_of_fourqlib(fourq):
    for case in VECTORS["signatures"][:: 1 if fourq.word_bits == 64 else 5]:
        key, public, message, signature = map(bytes.fromhex, case.values())
        assert fourq.public("schnorrq_public_key", KEY_BYTES, key) == (Status.OK, public)
        status, out = fourq.c.mc_schnorrq_sign, ctypes.create_string_buffer(64)
        assert status(out, key, message, *map(ctypes.c_size_t, (len(key), len(message)))) == 0
        assert out.raw == signature
        assert fourq.public("schnorrq_verify", 0, signature, public, message)[0] == Status.OK


def sign_expanded(fourq: FourQ, expanded: bytes, message: bytes) -> tuple[Status, bytes]:
    out = ctypes.create_string_buffer(b"\xa5" * 64, 64)
    lengths = map(ctypes.c_size_t, (len(expanded), len(message)))
    return Status(fourq.c.mc_schnorrq_sign_expanded(out, expanded, message, *lengths)), out.raw


def test_expanded_keys(fourq):
    """FourQlib's signatures and public keys, and the hashes that the header states."""
    for case in VECTORS["signatures"][:: 3 if fourq.word_bits == 64 else 15]:
        key, public, message, signature = map(bytes.fromhex, case.values())
        parts = hashlib.sha512(key).digest() + public
        expected = parts + hashlib.sha512(parts).digest()[:16]
        assert fourq.public("schnorrq_key_expand", len(expected), key) == (Status.OK, expected)
        assert sign_expanded(fourq, expected, message) == (Status.OK, signature)


def test_expanded_keys_that_are_refused(fourq):
    """A change of any byte, which would else be one of the hash or of the public key, gives no signature."""
    _, expanded = fourq.public("schnorrq_key_expand", 112, bytes(32))
    assert fourq.public("schnorrq_key_expand", 112, bytes(31)) == (Status.ERROR_LENGTH, bytes(112))
    for i in range(0, 112, 1 if fourq.word_bits == 64 else 13):
        changed = expanded[:i] + bytes([expanded[i] ^ 1 << i % 8]) + expanded[i + 1 :]
        assert sign_expanded(fourq, changed, b"message") == (Status.ERROR_FAULT, bytes(64))
    assert sign_expanded(fourq, expanded[:-1], b"message") == (Status.ERROR_LENGTH, bytes(64))


def test_signatures_that_are_refused(fourq):
    _, public, message, signature = map(bytes.fromhex, VECTORS["signatures"][3].values())
    s = int.from_bytes(signature[32:], "little")
    wrong = {
        Status.ERROR_LENGTH: [(signature[:-1], public), (signature, public[:-1])],
        Status.ERROR_SCALAR_RANGE: [(signature[:32] + (s + R).to_bytes(32, "little"), public)],
        Status.ERROR_SIGNATURE: [
            (signature[:32] + ((s + 1) % R).to_bytes(32, "little"), public),
            (bytes([signature[0] ^ 1]) + signature[1:], public),
        ],
        Status.ERROR_INFINITY: [(signature, encode(NEUTRAL))],
        Status.ERROR_NOT_ON_CURVE: [(signature, bytes([2]) + bytes(31))],
    }
    for status, cases in wrong.items():
        for signed, key in cases:
            assert fourq.public("schnorrq_verify", 0, signed, key, message)[0] == status
    assert fourq.public("schnorrq_verify", 0, signature, public, message + b"\0")[0] == Status.ERROR_SIGNATURE


WRONG_KEYS = {
    Status.ERROR_LENGTH: [b"", encode(GENERATOR)[:-1], encode(GENERATOR) + b"\0"],
    Status.ERROR_COORDINATE_RANGE: [
        b"\xff" * 15 + b"\x7f" + bytes(16),
        bytes(15) + b"\x80" + bytes(16),
        bytes(16) + b"\xff" * 16,
    ],
    Status.ERROR_Y_BIT: [bytes([1]) + bytes(30) + b"\x80"],
    Status.ERROR_NOT_ON_CURVE: [bytes([2]) + bytes(31)],
}


def test_keys_that_are_refused(fourq):
    one = (1).to_bytes(KEY_BYTES, "little")
    for status, keys in WRONG_KEYS.items():
        for key in keys:
            assert fourq.public("fourq_public_key_check", 0, key)[0] == status
            assert fourq.public("fourq_ecdh", KEY_BYTES, one, key)[0] == status
    for point in (NEUTRAL, ORDER_TWO):
        assert fourq.public("fourq_public_key_check", 0, encode(point))[0] == Status.ERROR_INFINITY
        assert fourq.public("fourq_ecdh", KEY_BYTES, one, encode(point))[0] == Status.ERROR_SHARED_INFINITY
    assert fourq.public("fourq_public_key_check", 0, encode(add(A, ORDER_TWO)))[0] == Status.OK
    for zero in (0, R, 397 * R):
        key = zero.to_bytes(KEY_BYTES, "little")
        assert fourq.public("fourq_public_key", KEY_BYTES, key)[0] == Status.ERROR_SCALAR_ZERO


def test_agreement_in_place(fourq):
    key, peer = SOURCE.randbytes(KEY_BYTES), encode(B)
    _, expected = fourq.public("fourq_ecdh", KEY_BYTES, key, peer)
    for place in (0, 1):
        held = [ctypes.create_string_buffer(x, KEY_BYTES) for x in (key, peer)]
        assert fourq.c.mc_fourq_ecdh(held[place], *held, *[ctypes.c_size_t(KEY_BYTES)] * 2) == 0
        assert held[place].raw == expected


def test_encodings_are_those_of_one_point(fourq):
    """Points with x0 = 0, whose sign is that of x1, and points of every kind."""
    for point in (*KINDS, multiple(5, GENERATOR), reference.negative(multiple(5, GENERATOR))):
        out = ctypes.create_string_buffer(ELEMENT_BYTES * 2)
        assert fourq.function("decode")(out, encode(point)) == 0
        assert elements(out.raw) == point
