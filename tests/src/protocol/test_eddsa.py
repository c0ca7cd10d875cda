"""EdDSA against RFC 8032, against OpenSSL, and against its own definition in Python's integers. The definition covers
cases that OpenSSL cannot: points of small and of mixed order, every encoding on tiny curves."""

import ctypes
import functools
import hashlib
import json
import random

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed448 import Ed448PrivateKey, Ed448PublicKey
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from codegen.fields import FIELDS
from motelab import ROOT
from motelab.library import host
from motelab.library.host import Status
from tests.oracles import pari_forms as pari
from tests.oracles.eddsa import BYTES, X_BIT, definition
from tests.public_interface import EdDSA

pytestmark = pytest.mark.word_sizes(8, 64)

RFC8032 = json.loads((ROOT / "tests/vectors/rfc/rfc8032.json").read_text())["instances"]
CURVES = ("Ed25519", "Ed448")
OPENSSL = {"Ed25519": (Ed25519PrivateKey, Ed25519PublicKey), "Ed448": (Ed448PrivateKey, Ed448PublicKey)}


@pytest.fixture(scope="module")
def eddsa(word_bits) -> EdDSA:
    host.require("fp255")
    host.require("fp448")
    return EdDSA(word_bits)


def prehashed(message: bytes, curve: str) -> bytes:
    """The digest of Ed25519ph, Ed448ph."""
    return hashlib.sha512(message).digest() if curve == "Ed25519" else hashlib.shake_256(message).digest(64)


@functools.cache
def key_pair(curve: str) -> tuple[bytes, bytes]:
    """Private and public key of OpenSSL."""
    private = random.Random(8032).randbytes(BYTES[curve])
    return private, OPENSSL[curve][0].from_private_bytes(private).public_key().public_bytes_raw()


# ---- Valid signatures


@pytest.mark.parametrize("curve", CURVES)
def test_checked(eddsa, curve):
    """The signature equals the one without the check; there is none with the key of another pair or an invalid key."""
    (private, public), nothing = key_pair(curve), bytes(2 * BYTES[curve])
    plain = eddsa.eddsa_sign_plain(private, b"message", curve)
    assert eddsa.eddsa_sign_checked(private, public, b"message", curve) == plain
    wrong = eddsa.public_key(private[::-1], curve)[1]
    assert eddsa.eddsa_sign_checked(private, wrong, b"message", curve) == (Status.ERROR_FAULT, nothing)
    assert eddsa.eddsa_sign_checked(private, public[:-1], b"message", curve) == (Status.ERROR_LENGTH, nothing)
    assert eddsa.eddsa_sign_checked(private[:-1], public, b"message", curve) == (Status.ERROR_LENGTH, nothing)
    unknown = eddsa.eddsa_sign_checked(private, public, b"message", "none")
    assert unknown[0] == Status.ERROR_UNSUPPORTED


@pytest.mark.parametrize("curve", CURVES)
def test_expanded_keys(eddsa, word_bits, curve):
    """The parts of an expanded key by the hash and OpenSSL's public key; signatures as without it."""
    source = random.Random(f"expanded {curve}")
    for length in (0, 1, 32, 111, 200) if word_bits == 64 else (32,):
        private, message = source.randbytes(BYTES[curve]), source.randbytes(length)
        public = OPENSSL[curve][0].from_private_bytes(private).public_key().public_bytes_raw()
        parts = digest_of(private, curve) + public
        status, expanded = eddsa.eddsa_key_expand(private, curve)
        assert (status, expanded) == (Status.OK, parts + digest_of(parts, curve)[:16])
        for context in (b"", b"context", bytes(255)):
            expected = eddsa.eddsa_sign(private, message, curve, context)
            assert eddsa.eddsa_sign_expanded(expanded, message, curve, context) == expected


@pytest.mark.parametrize("curve", CURVES)
def test_expanded_keys_that_are_refused(eddsa, word_bits, curve):
    """A change of any byte, which would else be one of the hash or of the public key, gives no signature."""
    private, nothing = key_pair(curve)[0], bytes(2 * BYTES[curve])
    expanded = eddsa.eddsa_key_expand(private, curve)[1]
    assert eddsa.eddsa_key_expand(private[1:], curve) == (Status.ERROR_LENGTH, bytes(len(expanded)))
    for i in range(0, len(expanded), 1 if word_bits == 64 else 13):
        changed = expanded[:i] + bytes([expanded[i] ^ 1 << i % 8]) + expanded[i + 1 :]
        assert eddsa.eddsa_sign_expanded(changed, b"message", curve) == (Status.ERROR_FAULT, nothing)
    for wrong in (expanded[:-1], expanded + b"\0", b""):
        assert eddsa.eddsa_sign_expanded(wrong, b"message", curve) == (Status.ERROR_LENGTH, nothing)
    assert eddsa.eddsa_sign_expanded(expanded, b"", curve, bytes(256)) == (Status.ERROR_CONTEXT_LENGTH, nothing)


def digest_of(octets: bytes, curve: str) -> bytes:
    """The hash that EdDSA makes of a private key."""
    return hashlib.sha512(octets).digest() if curve == "Ed25519" else hashlib.shake_256(octets).digest(2 * BYTES[curve])


VALID = (0x5AC3963C).to_bytes(4, "little") + (0x5AC3963C ^ 0xFFFFFFFF).to_bytes(4, "little")  # of verdict.h


@pytest.mark.parametrize("curve", CURVES)
def test_verdict(eddsa, curve):
    """Two words of a valid signature, and zeros of any other."""
    (private, public), size = key_pair(curve), BYTES[curve]
    signature = eddsa.eddsa_sign_plain(private, b"message", curve)[1]
    assert eddsa.eddsa_verify_verdict(signature, public, b"message", curve) == (Status.OK, VALID)
    refused = {
        (signature, public, b"messagf"): Status.ERROR_SIGNATURE,
        (signature[:-1], public, b"message"): Status.ERROR_LENGTH,
        (signature, public[:-1], b"message"): Status.ERROR_LENGTH,
        (signature[:size] + bytes([255]) * size, public, b"message"): Status.ERROR_SCALAR_RANGE,
        (bytes(2 * size), public, b"message"): Status.ERROR_SIGNATURE,
    }
    for arguments, status in refused.items():
        assert eddsa.eddsa_verify_verdict(*arguments, curve) == (status, bytes(8))


@pytest.mark.parametrize("instance", RFC8032)
def test_rfc_8032(eddsa, instance):
    curve = "Ed25519" if instance.startswith("Ed25519") else "Ed448"
    for case in RFC8032[instance]:
        values = {name: bytes.fromhex(text) for name, text in case.items()}
        private, public, message, context, signature = values.values()
        assert eddsa.public_key(private, curve) == (Status.OK, public)
        assert eddsa.public_key_validate(public, curve) == Status.OK
        if instance.endswith("ph"):
            digest = prehashed(message, curve)
            assert eddsa.eddsa_sign_digest(private, digest, curve, context) == (Status.OK, signature)
            assert eddsa.eddsa_verify_digest(signature, public, digest, curve, context) == Status.OK
        else:
            assert eddsa.eddsa_sign(private, message, curve, context) == (Status.OK, signature)
            assert eddsa.eddsa_verify(signature, public, message, curve, context) == Status.OK


@pytest.mark.parametrize("curve", CURVES)
def test_against_openssl(eddsa, word_bits, curve):
    """Both directions, for message lengths around those of the hashes' blocks (128 and 136 bytes)."""
    source = random.Random(f"{curve} {word_bits}")
    lengths = (0, 1, 31, 32, 33, 63, 64, 65, 111, 127, 128, 129, 135, 136, 137, 271, 272, 1000, 5000)
    for length in lengths if word_bits == 64 else lengths[::4]:
        private, message = source.randbytes(BYTES[curve]), source.randbytes(length)
        theirs = OPENSSL[curve][0].from_private_bytes(private)
        public, signature = theirs.public_key().public_bytes_raw(), theirs.sign(message)
        assert eddsa.public_key(private, curve) == (Status.OK, public)
        assert eddsa.eddsa_sign_plain(private, message, curve) == (Status.OK, signature)
        assert eddsa.eddsa_verify_plain(signature, public, message, curve) == Status.OK
        assert eddsa.eddsa_verify_plain(signature, public, message + b"\0", curve) == Status.ERROR_SIGNATURE


@pytest.mark.word_sizes(64)
@pytest.mark.parametrize("curve", CURVES)
def test_every_octet_of_a_signature_counts(eddsa, curve):
    """A signature with one bit inverted is invalid here and for OpenSSL; so is one under a key with one bit
    inverted."""
    (private, public), message = key_pair(curve), b"node 17: 21.5 degrees"
    signature = OPENSSL[curve][0].from_private_bytes(private).sign(message)
    theirs = OPENSSL[curve][1].from_public_bytes(public)
    for i in range(len(signature)):
        turned = signature[:i] + bytes([signature[i] ^ 1 << i % 8]) + signature[i + 1 :]
        assert eddsa.eddsa_verify_plain(turned, public, message, curve) != Status.OK
        with pytest.raises(InvalidSignature):
            theirs.verify(turned, message)
    for i in range(0, len(public), 8):
        turned = public[:i] + bytes([public[i] ^ 1]) + public[i + 1 :]
        assert eddsa.eddsa_verify_plain(signature, turned, message, curve) != Status.OK


@pytest.mark.parametrize("curve", CURVES)
def test_contexts_and_digests_do_not_mix(eddsa, curve):
    """A signature of one instance is valid in no other; the longest allowed context is accepted."""
    (private, public), message = key_pair(curve), bytes(range(64))
    longest = bytes(range(255))
    signatures = {}
    for context in (b"", b"a", longest):
        signatures["message", context] = eddsa.eddsa_sign(private, message, curve, context)[1]
        signatures["digest", context] = eddsa.eddsa_sign_digest(private, message, curve, context)[1]
    assert len(set(signatures.values())) == 6
    for made, signature in signatures.items():
        for used in signatures:
            verify = eddsa.eddsa_verify if used[0] == "message" else eddsa.eddsa_verify_digest
            expected = Status.OK if used == made else Status.ERROR_SIGNATURE
            assert verify(signature, public, message, curve, used[1]) == expected, (made, used)


@pytest.mark.parametrize("curve", CURVES)
def test_reader(eddsa, curve):
    """A message that is read in parts, from its first byte to its last: twice to sign and once to verify."""
    private, public = key_pair(curve)
    for length in (0, 1, 32, 33, 64, 200):
        message, asked = random.Random(length).randbytes(length), []

        def reader(offset, count, message=message, asked=asked):
            asked.append((offset, count))
            return message[offset : offset + count]

        once = [(i, min(32, length - i)) for i in range(0, length, 32)]
        signature = eddsa.eddsa_sign_plain(private, message, curve)
        assert eddsa.eddsa_sign_read(private, reader, length, curve) == signature
        assert asked == 2 * once
        assert eddsa.eddsa_verify_read(signature[1], public, reader, length, curve) == Status.OK
        assert asked == 3 * once
        signature = eddsa.eddsa_sign(private, message, curve, b"context")
        assert eddsa.eddsa_sign_read(private, reader, length, curve, b"context") == signature
        assert eddsa.eddsa_verify_read(signature[1], public, reader, length, curve, b"context") == Status.OK


def test_a_reader_that_fails(eddsa):
    """If any call fails, those of the second pass included, there is no output."""
    private, public = key_pair("Ed25519")
    message = bytes(100)
    signature = eddsa.eddsa_sign_plain(private, message, "Ed25519")[1]
    for failing in range(8):
        left = [failing]

        def reader(offset, count, left=left):
            left[0] -= 1
            return message[offset : offset + count] if left[0] >= 0 else None

        assert eddsa.eddsa_sign_read(private, reader, 100, "Ed25519") == (Status.ERROR_READER, bytes(64))
        if failing < 4:
            left[0] = failing
            status = eddsa.eddsa_verify_read(signature, public, reader, 100, "Ed25519")
            assert status == Status.ERROR_READER


# ---- Bad input


@pytest.mark.parametrize("curve", CURVES)
def test_lengths(eddsa, curve):
    (private, public), size, message = key_pair(curve), BYTES[curve], b"message"
    signature = eddsa.eddsa_sign_plain(private, message, curve)[1]
    for wrong in (b"", private[1:], private + b"\0"):
        assert eddsa.public_key(wrong, curve) == (Status.ERROR_LENGTH, bytes(size))
        assert eddsa.eddsa_sign(wrong, message, curve) == (Status.ERROR_LENGTH, bytes(2 * size))
        assert eddsa.eddsa_sign_digest(wrong, bytes(64), curve) == (Status.ERROR_LENGTH, bytes(2 * size))
        assert eddsa.public_key_validate(wrong, curve) == Status.ERROR_LENGTH
        assert eddsa.eddsa_verify(signature, wrong, message, curve) == Status.ERROR_LENGTH
    for wrong in (b"", signature[1:], signature + b"\0", signature[:size]):
        assert eddsa.eddsa_verify(wrong, public, message, curve) == Status.ERROR_LENGTH
        assert eddsa.eddsa_signature_validate(wrong, curve) == Status.ERROR_LENGTH
    long = bytes(256)
    assert eddsa.eddsa_sign(private, message, curve, long) == (Status.ERROR_CONTEXT_LENGTH, bytes(2 * size))
    assert eddsa.eddsa_verify(signature, public, message, curve, long) == Status.ERROR_CONTEXT_LENGTH
    for digest in (b"", bytes(63), bytes(65)):
        expected = (Status.ERROR_DIGEST_LENGTH, bytes(2 * size))
        assert eddsa.eddsa_sign_digest(private, digest, curve) == expected
        assert eddsa.eddsa_verify_digest(signature, public, digest, curve) == Status.ERROR_DIGEST_LENGTH


@pytest.mark.parametrize("curve", CURVES)
def test_other_curves_have_none(eddsa, curve):
    private, _ = key_pair(curve)
    size = BYTES[curve]
    for other in ("Curve25519", "secp256r1", "Ed448-Goldilocks", "none"):
        assert eddsa.eddsa_sign_plain(private, b"", other)[0] == Status.ERROR_UNSUPPORTED
        assert eddsa.eddsa_verify_plain(bytes(2 * size), bytes(size), b"", other) == Status.ERROR_UNSUPPORTED


@pytest.mark.parametrize("curve", CURVES)
def test_range_of_s(eddsa, curve):
    """S + n satisfies the equation too, and is refused; so is every number from n on."""
    (private, public), size, n = key_pair(curve), BYTES[curve], definition(curve).n
    signature = eddsa.eddsa_sign_plain(private, b"", curve)[1]
    r, s = signature[:size], int.from_bytes(signature[size:], "little")
    top = (1 << 8 * size) - 1
    for wrong in (n, s + n, s + 2 * n, n + 1, top, s + (1 << 8 * size - 1), s + (1 << 8 * size - 3)):
        altered = r + wrong.to_bytes(size, "little")
        assert eddsa.eddsa_verify_plain(altered, public, b"", curve) == Status.ERROR_SCALAR_RANGE, wrong
        assert eddsa.eddsa_signature_validate(altered, curve) == Status.ERROR_SCALAR_RANGE
    for wrong in (0, n - 1):
        altered = r + wrong.to_bytes(size, "little")
        assert eddsa.eddsa_verify_plain(altered, public, b"", curve) == Status.ERROR_SIGNATURE
        assert eddsa.eddsa_signature_validate(altered, curve) == Status.OK


def malformed(curve: str) -> list[tuple[bytes, Status]]:
    """Bytes that encode no point, and the status of their fault."""
    d = definition(curve)
    not_squares = (y for y in range(2, 99) if pow((1 - y * y) * pow(d.a - d.d * y * y, -1, d.p), d.p // 2, d.p) != 1)
    numbers = {d.p: Status.ERROR_COORDINATE_RANGE, d.p + 1: Status.ERROR_COORDINATE_RANGE}
    numbers |= {next(not_squares): Status.ERROR_NOT_ON_CURVE}
    found = [(number.to_bytes(d.size, "little"), status) for number, status in numbers.items()]
    found += [(bytes([255] * d.size), Status.ERROR_COORDINATE_RANGE)]
    for y in (1, d.p - 1):  # x = 0, which has no other sign
        octets = y.to_bytes(d.size, "little")
        found.append((octets[:-1] + bytes([octets[-1] | X_BIT]), Status.ERROR_Y_BIT))
    if curve == "Ed448":
        octets = d.encode(d.generator)
        found += [(octets[:-1] + bytes([bit]), Status.ERROR_COORDINATE_RANGE) for bit in (1, 0x40, 0x81)]
    return found


@pytest.mark.parametrize("curve", CURVES)
def test_malformed_points(eddsa, curve):
    """As a public key each has its status; as R it makes every signature invalid."""
    (private, public), d = key_pair(curve), definition(curve)
    signature = eddsa.eddsa_sign_plain(private, b"", curve)[1]
    for octets, status in malformed(curve):
        assert eddsa.public_key_validate(octets, curve) == status, octets.hex()
        assert eddsa.eddsa_verify_plain(signature, octets, b"", curve) == status
        altered = octets + signature[d.size :]
        as_r = status if status == Status.ERROR_COORDINATE_RANGE else Status.ERROR_SIGNATURE
        assert eddsa.eddsa_verify_plain(altered, public, b"", curve) == as_r


def test_an_r_that_is_not_canonical(eddsa):
    """R = infinity satisfies the equation, but also as y = p + 1 and with the bit of another x: one point has three
    strings of bytes, and only one is R."""
    d, scalar = definition("Ed25519"), 8 * 12345
    public = d.encode(d.multiple(scalar))
    infinity = d.encode((0, 1))
    assert eddsa.eddsa_verify_plain(d.sign(scalar, 0, public, b""), public, b"", "Ed25519") == Status.OK
    other = infinity[:-1] + bytes([X_BIT])
    expected = {(d.p + 1).to_bytes(32, "little"): Status.ERROR_COORDINATE_RANGE, other: Status.ERROR_SIGNATURE}
    for r, status in expected.items():
        signature = d.sign(scalar, 0, public, b"", r)
        assert eddsa.eddsa_verify_plain(signature, public, b"", "Ed25519") == status


@pytest.mark.parametrize("curve", CURVES)
def test_keys_of_small_order(eddsa, curve):
    """With such a key, S = 0 and R = infinity would be a signature of every message, or of one in a few."""
    d = definition(curve)
    signature = d.encode((0, 1)) + bytes(d.size)
    for point in d.small_points():
        public = d.encode(point)
        assert eddsa.public_key_validate(public, curve) == Status.ERROR_SUBGROUP
        assert eddsa.eddsa_verify_plain(signature, public, b"", curve) == Status.ERROR_SUBGROUP
    assert eddsa.public_key_validate(d.encode((0, 1)), curve) == Status.ERROR_INFINITY
    assert eddsa.eddsa_verify_plain(signature, d.encode((0, 1)), b"", curve) == Status.ERROR_INFINITY


@pytest.mark.parametrize("curve", CURVES)
def test_points_of_mixed_order(eddsa, curve):
    """The equation is multiplied by the cofactor, as RFC 8032 has it: a part of small order of R or of the key changes
    nothing. OpenSSL agrees for Ed448; for Ed25519 it refuses such an R, and signatures under such a key unless k is a
    multiple of its order: signatures that it accepts are valid here."""
    d, scalar = definition(curve), 8 * 4321
    public, openssl = d.encode(d.multiple(scalar)), OPENSSL[curve][1]
    for small in d.small_points():
        r = d.encode(d.group.add(d.multiple(777), small))
        signature = d.sign(scalar, 777, public, b"", r)
        assert eddsa.eddsa_verify_plain(signature, public, b"", curve) == Status.OK
        assert is_openssl_content(openssl, public, signature) == (curve == "Ed448")
        wrong = d.sign(scalar + 1, 777, public, b"", r)
        assert eddsa.eddsa_verify_plain(wrong, public, b"", curve) == Status.ERROR_SIGNATURE
    mixed = d.encode(d.group.add(d.multiple(scalar), d.small_points()[0]))
    assert eddsa.public_key_validate(mixed, curve) == Status.ERROR_SUBGROUP
    accepted = set()
    for i in range(12):
        signature = d.sign(scalar, 777 + i, mixed, b"")
        assert eddsa.eddsa_verify_plain(signature, mixed, b"", curve) == Status.OK
        accepted.add(is_openssl_content(openssl, mixed, signature))
    assert accepted == ({True, False} if curve == "Ed25519" else {True})


def is_openssl_content(openssl, public_key: bytes, signature: bytes) -> bool:
    """Whether OpenSSL accepts the signature of the empty message."""
    try:
        openssl.from_public_bytes(public_key).verify(signature, b"")
    except InvalidSignature:
        return False
    return True


@pytest.mark.parametrize("curve", CURVES)
def test_nonce_points_that_do_not_exist(eddsa, curve):
    """An R whose y belongs to no point is a signature that is not valid."""
    d, private = definition(curve), bytes(BYTES[curve])
    public, signature = eddsa.public_key(private, curve)[1], eddsa.eddsa_sign_plain(private, b"", curve)[1]
    for y in range(2, 40):
        r = y.to_bytes(d.size, "little")
        assert eddsa.eddsa_verify_plain(r + signature[d.size :], public, b"", curve) == Status.ERROR_SIGNATURE


@pytest.mark.parametrize("curve", CURVES)
def test_key_generation(eddsa, curve):
    size = BYTES[curve]
    status, private, public = eddsa.key_generate(random.Random(curve).randbytes, curve)
    assert status == Status.OK
    assert OPENSSL[curve][0].from_private_bytes(private).public_key().public_bytes_raw() == public
    calls = []

    def failing(count: int) -> bytes | None:
        calls.append(count)
        return random.randbytes(count) if len(calls) < 3 else None

    for source in (failing, lambda count: bytes(count)):
        found = eddsa.key_generate(source, curve)
        assert found == (Status.ERROR_RANDOM, bytes(size), bytes(size))


# ---- Every encoding on tiny curves


@pytest.mark.parametrize("curve", [name for name in pari.EDWARDS_CURVES if name.startswith("tiny")])
def test_every_encoding(word_bits, curve):
    """Of the 256 strings of one byte, exactly the encodings of points decode, each to its point; the others have the
    status of their fault."""
    record = pari.EDWARDS_CURVES[curve]
    library, p = host.Library(word_bits, record["field"]), FIELDS[record["field"]]
    a, d = int(record["a"], 16), int(record["d"], 16)
    points = [(x, y) for x in range(p) for y in range(p) if (a * x * x + y * y - 1 - d * x * x * y * y) % p == 0]
    encoded = {y | (x & 1) << 7: (x, y) for x, y in points}
    assert len(encoded) == len(points)
    decode = library.function("edwards_decode_var", ctypes.c_int)
    ys = {y for _, y in points}
    for octet in range(256):
        result, octets = library.elements(1, 1), ctypes.create_string_buffer(bytes([octet]), 1)
        status = Status(decode(result, octets, library.curve(curve)))
        y = octet & 0x7F
        if octet in encoded:
            assert (status, library.coordinates(result)) == (Status.OK, encoded[octet])
            output = ctypes.create_string_buffer(1)
            library.function("edwards_encode")(output, result)
            assert output.raw[0] == octet
            continue
        fault = Status.ERROR_Y_BIT if y in ys else Status.ERROR_NOT_ON_CURVE
        assert status == (fault if y < p else Status.ERROR_COORDINATE_RANGE)
        assert not any(library.values(result))
