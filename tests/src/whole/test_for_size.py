"""Code for size, with the members of the profile `small`, against vectors, OpenSSL, and what it must
refuse: the sources of a drop (`./motecurve firmware --prefer small`) compiled for this computer with words of 8, 16 and
32 bits and checks of undefined behaviour; in C, without the parts that only boards' compilers take."""

import ctypes
import functools
import gzip
import hashlib
import hmac
import json
import random
import re
import subprocess

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.asymmetric.utils import Prehashed, decode_dss_signature

from motelab.boards import board as boards
from motelab.export import calls, layout
from motelab.export.drop import Drop
from motelab.library.host import Status
from motelab.subjects import curves
from tests.conftest import VECTORS
from tests.oracles.eddsa import X_BIT, definition

THE_CURVE = ctypes.c_void_p(1)  # MC_THE_CURVE
BOARD = "cortex-m0plus"  # whose sources need no kernels
WORD_BITS = (8, 16, 32)
CHECKED = "-std=gnu11 -O1 -fPIC -w -fsanitize=undefined -fno-sanitize-recover=all"
FEW = 8  # of many vectors every so many are tried with words smaller than 32 bits


class Library:
    """The functions of a drop; outputs are of as many bytes as named, filled before the call."""

    def __init__(self, path):
        self.library = ctypes.CDLL(str(path))

    def call(self, name: str, output_bytes: int, *arguments) -> tuple[Status, bytes]:
        output = ctypes.create_string_buffer(b"\xaa" * output_bytes, output_bytes)
        lengths = [ctypes.c_size_t(len(a)) for a in arguments if isinstance(a, bytes)]
        first = [output] if output_bytes else []
        status = getattr(self.library, name)(*first, *arguments, *lengths, THE_CURVE)
        return Status(status), output.raw


@functools.cache
def sources(curve: str, words: str) -> dict[str, str]:
    return layout.library(Drop(boards.load(BOARD), curves.find(curve), calls.parsed(words), "small"))


def built(folder, word_bits: int, curve: str, calls_of: str) -> Library:
    files = sources(curve, calls_of)
    for name, text in files.items():
        (folder / name).write_text(text.replace("MC_WORD_BITS 32", f"MC_WORD_BITS {word_bits}"))
    (folder / "port.c").write_text("long motecurve_free_stack(void)\n{\n    return 60000;\n}\n")
    # Each unit by itself, as in the drop's Makefile, but for the part that looks at the stack.
    numbers = re.findall(r"^#if MC_UNIT == (\d+) /\*", files["motecurve.c"], re.M)
    units = [f"-DMC_UNIT={number}" for number in numbers if number != "0"]
    objects = []
    for unit in units:
        objects.append(f"{unit[2:]}.o")
        subprocess.run(["gcc", *CHECKED.split(), unit, "-c", "-o", objects[-1], "motecurve.c"], cwd=folder, check=True)
    linker = ["gcc", "-shared", "-fPIC", "-fsanitize=undefined", "-o", "library.so", "port.c", *objects]
    subprocess.run(linker, cwd=folder, check=True)
    return Library(folder / "library.so")


@pytest.fixture(scope="module", params=WORD_BITS)
def words(request):
    return request.param


@pytest.fixture(scope="module")
def eddsa(words, tmp_path_factory):
    return built(tmp_path_factory.mktemp("ed25519"), words, "Ed25519", "sign,verify")


@pytest.fixture(scope="module")
def x25519(words, tmp_path_factory):
    return built(tmp_path_factory.mktemp("x25519"), words, "Curve25519", "ecdh")


@pytest.fixture(scope="module")
def weierstrass(words, tmp_path_factory):
    return built(tmp_path_factory.mktemp("secp256r1"), words, "secp256r1", "ecdh,sign,verify")


def wycheproof(name: str, words: int) -> list[tuple[dict, dict]]:
    groups = json.loads(gzip.decompress((VECTORS / f"wycheproof/{name}.json.gz").read_bytes()))["testGroups"]
    cases = [(group, case) for group in groups for case in group["tests"]]
    return cases if words == 32 else cases[::FEW]


# ---- Ed25519


def verify(eddsa, signature: bytes, public: bytes, message: bytes) -> Status:
    return eddsa.call("mc_eddsa_verify", 0, signature, public, message)[0]


def test_eddsa_vectors(eddsa, words):
    for group, case in wycheproof("ed25519_test", words):
        key = bytes.fromhex((group.get("publicKey") or group["key"])["pk"])
        status = verify(eddsa, bytes.fromhex(case["sig"]), key, bytes.fromhex(case["msg"]))
        assert (status == Status.OK) == (case["result"] == "valid"), case


def test_eddsa_signs_like_openssl(eddsa, words):
    source = random.Random(words)
    for length in (0, 1, 32, 47, 48, 63, 64, 65, 111, 112, 127, 128, 200):
        private, message = source.randbytes(32), source.randbytes(length)
        theirs = ed25519.Ed25519PrivateKey.from_private_bytes(private)
        signature, public = theirs.sign(message), theirs.public_key().public_bytes_raw()
        assert eddsa.call("mc_eddsa_sign", 64, private, message) == (Status.OK, signature)
        assert eddsa.call("mc_public_key", 32, private) == (Status.OK, public)
        assert verify(eddsa, signature, public, message) == Status.OK
        assert verify(eddsa, signature, public, message + b"\0") == Status.ERROR_SIGNATURE


def test_eddsa_refuses(eddsa):
    """The statuses of test_eddsa.py: range of S, y from p on, keys and nonce points of small order."""
    d, scalar = definition("Ed25519"), 8 * 4321
    public = d.encode(d.multiple(scalar))
    valid = d.sign(scalar, 777, public, b"")
    assert verify(eddsa, valid, public, b"") == Status.OK
    r, s = valid[:32], int.from_bytes(valid[32:], "little")
    for wrong in (d.n, d.n + 1, s + d.n, s + 2 * d.n, 2**256 - 1):
        assert verify(eddsa, r + wrong.to_bytes(32, "little"), public, b"") == Status.ERROR_SCALAR_RANGE
    for wrong in (0, d.n - 1):
        assert verify(eddsa, r + wrong.to_bytes(32, "little"), public, b"") == Status.ERROR_SIGNATURE
    for y in (d.p, d.p + 1, 2**255 - 1):
        octets = y.to_bytes(32, "little")
        assert verify(eddsa, valid, octets, b"") == Status.ERROR_COORDINATE_RANGE
        assert verify(eddsa, octets + valid[32:], public, b"") == Status.ERROR_COORDINATE_RANGE
    infinity = d.encode((0, 1))
    other_sign = infinity[:-1] + bytes([X_BIT])
    assert verify(eddsa, valid, other_sign, b"") == Status.ERROR_Y_BIT
    assert verify(eddsa, infinity + bytes(32), infinity, b"") == Status.ERROR_INFINITY
    assert eddsa.call("mc_public_key_validate", 0, infinity)[0] == Status.ERROR_INFINITY
    for point in d.small_points():
        assert eddsa.call("mc_public_key_validate", 0, d.encode(point))[0] == Status.ERROR_SUBGROUP
        assert verify(eddsa, infinity + bytes(32), d.encode(point), b"") == Status.ERROR_SUBGROUP
    assert verify(eddsa, d.sign(scalar, 0, public, b""), public, b"") == Status.OK
    assert verify(eddsa, d.sign(scalar, 0, public, b"", other_sign), public, b"") == Status.ERROR_SIGNATURE
    for y in range(2, 12):
        assert verify(eddsa, y.to_bytes(32, "little") + valid[32:], public, b"") == Status.ERROR_SIGNATURE


def test_eddsa_by_the_cofactor(eddsa):
    """A part of small order of R or of the key changes nothing, as RFC 8032 has it."""
    d, scalar = definition("Ed25519"), 8 * 4321
    public = d.encode(d.multiple(scalar))
    for small in d.small_points():
        r = d.encode(d.group.add(d.multiple(777), small))
        assert verify(eddsa, d.sign(scalar, 777, public, b"", r), public, b"") == Status.OK
        assert verify(eddsa, d.sign(scalar + 1, 777, public, b"", r), public, b"") == Status.ERROR_SIGNATURE
    mixed = d.encode(d.group.add(d.multiple(scalar), d.small_points()[0]))
    assert eddsa.call("mc_public_key_validate", 0, mixed)[0] == Status.ERROR_SUBGROUP
    assert verify(eddsa, d.sign(scalar, 777, mixed, b""), mixed, b"") == Status.OK


# ---- X25519


def test_x25519_vectors(x25519, words):
    for _, case in wycheproof("x25519_test", words):
        status, secret = x25519.call("mc_ecdh", 32, bytes.fromhex(case["private"]), bytes.fromhex(case["public"]))
        expected = bytes.fromhex(case["shared"])
        assert secret == expected, case
        assert (status == Status.OK) == any(expected), case


# ---- secp256r1


P256 = 2**256 - 2**224 + 2**192 + 2**96 - 1
B256 = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
N256 = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def octets(*numbers: int) -> bytes:
    return b"".join(number.to_bytes(32, "big") for number in numbers)


def bad_public_keys(public: bytes) -> dict[bytes, Status]:
    x, y = (int.from_bytes(public[1 + i : 33 + i], "big") for i in (0, 32))
    of_twist = next(x for x in range(2, 99) if pow(x**3 - 3 * x + B256, P256 // 2, P256) != 1)
    points = {
        (x, y ^ 1): Status.ERROR_NOT_ON_CURVE,
        (y, x): Status.ERROR_NOT_ON_CURVE,
        (of_twist, 5): Status.ERROR_NOT_ON_CURVE,
        (P256, y): Status.ERROR_COORDINATE_RANGE,
        (x, P256): Status.ERROR_COORDINATE_RANGE,
        (2**256 - 1, y): Status.ERROR_COORDINATE_RANGE,
    }
    others = {
        b"\0": Status.ERROR_INFINITY,
        public[:-1]: Status.ERROR_LENGTH,
        public + b"\0": Status.ERROR_LENGTH,
        b"\0" + public[1:]: Status.ERROR_ENCODING,
        b"\x06" + public[1:]: Status.ERROR_ENCODING,
    }
    return {b"\x04" + octets(*point): status for point, status in points.items()} | others


BAD_PRIVATE_KEYS = {
    bytes(32): Status.ERROR_SCALAR_ZERO,
    octets(N256): Status.ERROR_SCALAR_RANGE,
    octets(N256 + 1): Status.ERROR_SCALAR_RANGE,
    octets(2**256 - 1): Status.ERROR_SCALAR_RANGE,
    bytes(31): Status.ERROR_LENGTH,
    bytes(33): Status.ERROR_LENGTH,
}


@functools.cache
def key_pair(number: int) -> tuple[ec.EllipticCurvePrivateKey, bytes, bytes]:
    key = ec.derive_private_key(number, ec.SECP256R1())
    numbers = key.public_key().public_numbers()
    return key, octets(number), b"\x04" + octets(numbers.x, numbers.y)


def signature_of(key, digest: bytes) -> bytes:
    return octets(*decode_dss_signature(key.sign(digest, ec.ECDSA(Prehashed(hashes.SHA256())))))


def test_ecdh_vectors(weierstrass, words):
    """Points without compression; others are refused by their length."""
    for _, case in wycheproof("ecdh_secp256r1_ecpoint_test", words):
        number = int(case["private"], 16)
        status, secret = weierstrass.call("mc_ecdh", 32, octets(number), bytes.fromhex(case["public"]))
        if case["result"] == "valid":
            assert (status, secret.hex()) == (Status.OK, case["shared"]), case
        else:
            assert status != Status.OK and not any(secret), case


@pytest.mark.parametrize("number", [1, 2, 3, N256 - 1, N256 - 2, N256 // 2, 1 << 255, 0x1234567890ABCDEF << 190])
def test_ecdh_of_all_scalars(weierstrass, number):
    (_, private, public), (peer, other, peer_public) = key_pair(number), key_pair(8765432123456789)
    expected = key_pair(number)[0].exchange(ec.ECDH(), peer.public_key())
    assert weierstrass.call("mc_public_key", 65, private) == (Status.OK, public)
    assert weierstrass.call("mc_ecdh", 32, private, peer_public) == (Status.OK, expected)
    assert weierstrass.call("mc_ecdh", 32, other, public) == (Status.OK, expected)


def test_ecdh_and_keys_refuse(weierstrass):
    _, private, public = key_pair(12345)
    for wrong, status in BAD_PRIVATE_KEYS.items():
        assert weierstrass.call("mc_ecdh", 32, wrong, public) == (status, bytes(32))
        assert weierstrass.call("mc_public_key", 65, wrong) == (status, bytes(65))
        assert weierstrass.call("mc_ecdsa_sign_digest", 64, wrong, bytes(32)) == (status, bytes(64))
    for wrong, status in bad_public_keys(public).items():
        assert weierstrass.call("mc_ecdh", 32, private, wrong) == (status, bytes(32))
        assert weierstrass.call("mc_public_key_validate", 0, wrong)[0] == status


def test_ecdsa_vectors(weierstrass, words):
    for group, case in wycheproof("ecdsa_secp256r1_sha256_p1363_test", words):
        public = bytes.fromhex((group.get("publicKey") or group["key"])["uncompressed"])
        digest = hashlib.sha256(bytes.fromhex(case["msg"])).digest()
        found = weierstrass.call("mc_ecdsa_verify_digest", 0, bytes.fromhex(case["sig"]), public, digest)[0]
        assert (found == Status.OK) == (case["result"] == "valid"), case


def test_ecdsa_verification_refuses(weierstrass):
    key, _, public = key_pair(9876543)
    digest = hashlib.sha256(b"one").digest()
    signature = signature_of(key, digest)
    r, s = (int.from_bytes(signature[i : i + 32], "big") for i in (0, 32))

    def status_of(signature: bytes, public: bytes = public, digest: bytes = digest) -> Status:
        return weierstrass.call("mc_ecdsa_verify_digest", 0, signature, public, digest)[0]

    assert status_of(signature) == Status.OK
    for wrong, status in {0: Status.ERROR_SCALAR_ZERO, N256: Status.ERROR_SCALAR_RANGE}.items():
        assert status_of(octets(wrong, s)) == status
        assert status_of(octets(r, wrong)) == status
    for wrong in (octets(r + N256 if r + N256 < 2**256 else N256 + 1, s), octets(r, N256 + 1)):
        assert status_of(wrong) == Status.ERROR_SCALAR_RANGE
    for wrong in (octets(s, r), octets(r, s ^ 1), octets(r ^ 1, s), octets(1, 1), octets(N256 - 1, N256 - 1)):
        assert status_of(wrong) == Status.ERROR_SIGNATURE
    assert status_of(signature, digest=bytes(32)) == Status.ERROR_SIGNATURE
    assert status_of(signature[:-1]) == status_of(signature + b"\0") == Status.ERROR_LENGTH
    for wrong, status in bad_public_keys(public).items():
        assert status_of(signature, public=wrong) == status
    # u G + v Q is infinity with Q = G and u = -v; so it is with the doubling u G = v Q that ordinary additions lack.
    _, _, base = key_pair(1)
    assert status_of(octets(N256 - 5, 7), base, octets(5)) == Status.ERROR_SIGNATURE
    assert status_of(octets(5, 7), base, octets(5)) == Status.ERROR_SIGNATURE
    double = int.from_bytes(key_pair(2)[2][1:33], "big") % N256  # r = e: u = v, so that u (G + Q) = 2 G for s = e
    assert status_of(octets(double, double), base, octets(double)) == Status.OK


def test_ecdsa_signs_as_rfc_6979(weierstrass, words):
    """For messages of all lengths around those of blocks."""
    lengths = range(201) if words == 32 else (0, 1, 55, 56, 63, 64, 65, 119, 120, 127, 128, 200)
    _, private, public = key_pair(0x5A5A << 200 | 77)
    for length in lengths:
        message = random.Random(length).randbytes(length)
        digest = hashlib.sha256(message).digest()
        status, signature = weierstrass.call("mc_ecdsa_sign_message", 64, private, message)
        assert status == Status.OK
        assert weierstrass.call("mc_ecdsa_sign_digest", 64, private, digest) == (Status.OK, signature)
        assert signature == deterministic(int.from_bytes(private, "big"), digest)
        assert weierstrass.call("mc_ecdsa_verify_message", 0, signature, public, message)[0] == Status.OK
        other = message[:-1] + bytes([message[-1] ^ 1]) if message else b"\0"
        assert weierstrass.call("mc_ecdsa_verify_message", 0, signature, public, other)[0] == Status.ERROR_SIGNATURE


def hmac256(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, "sha256")


def deterministic(d: int, digest: bytes) -> bytes:
    """The signature with the nonce of RFC 6979, 3.2."""
    e = int.from_bytes(digest, "big") % N256
    value, key, seed = b"\1" * 32, bytes(32), octets(d, e)
    for separator in (b"\0", b"\1"):
        key = hmac256(key, value + separator + seed)
        value = hmac256(key, value)
    value = hmac256(key, value)
    k = int.from_bytes(value, "big")
    assert 0 < k < N256  # but for one in 2^32
    x = ec.derive_private_key(k, ec.SECP256R1()).public_key().public_numbers().x
    r = x % N256
    return octets(r, pow(k, -1, N256) * (e + r * d) % N256)
