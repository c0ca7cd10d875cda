"""ECDSA on the host at every word size: NIST CAVP, OpenSSL, bad input, sources of nonces that fail."""

import hashlib
import itertools
import json
import shutil
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codegen.rfc6979 import candidates, leftmost_bits, nonce
from motelab import ROOT
from motelab.library import host
from motelab.library.host import Status
from motelab.vectors import cavp
from tests.conftest import VECTORS

CURVES = {"K-163": "sect163k1", "B-163": "sect163r2"}
CAVP = VECTORS / "cavp/fips186-3_ecdsa"
BYTES = 21
NOTHING = bytes(2 * BYTES)
ORDERS = {
    record["name"]: int(record["n"], 16)
    for record in json.loads((ROOT / "curves/curves.json").read_text())["curves"]
    if record["name"] in CURVES.values()
}
RFC_KEY = 0x09A4D6792295A7F730FC3F2B49CBC0F62E862272F  # RFC 6979, A.1.2, K-163


def octets(value: int) -> bytes:
    return value.to_bytes(BYTES, "big")


def cavp_cases(file: str, key: str) -> list:
    """The file's cases for both curves; the count shows if a reader skips some."""
    cases = [case for case in cavp.read(CAVP / file, key) if case.curve in CURVES]
    assert len(cases) == 75 * len(CURVES)
    return cases


def digest_of(case) -> bytes:
    return hashlib.new(case.hash.replace("-", "").lower(), bytes.fromhex(case.values["Msg"])).digest()


def cavp_public_key(case) -> bytes:
    return b"\x04" + octets(case.integer("Qx")) + octets(case.integer("Qy"))


@pytest.fixture(params=CURVES.values())
def curve(request) -> str:
    return request.param


@pytest.fixture
def public_key(interface, curve) -> bytes:
    return interface.public_key(octets(77), curve)[1]


def test_signatures_with_given_nonces(library, interface):
    for case in cavp_cases("SigGen.txt", "S"):
        curve, digest = CURVES[case.curve], digest_of(case)
        e = leftmost_bits(digest, 163) % ORDERS[curve]
        expected = (Status.OK, case.integer("R"), case.integer("S"))
        assert library.ecdsa_sign_nonce(case.integer("d"), e, case.integer("k"), curve) == expected
        signature = octets(case.integer("R")) + octets(case.integer("S"))
        assert interface.verify(signature, cavp_public_key(case), digest, curve) == Status.OK


def test_verification(interface):
    for case in cavp_cases("SigVer.rsp", "Result"):
        signature = octets(case.integer("R")) + octets(case.integer("S"))
        status = interface.verify(signature, cavp_public_key(case), digest_of(case), CURVES[case.curve])
        assert (status == Status.OK) == case.values["Result"].startswith("P")


@settings(max_examples=60, deadline=None)
@given(d=st.integers(1, 2**162), digest=st.binary(min_size=1, max_size=64), other=st.integers(0, 511))
@pytest.mark.parametrize("curve", CURVES.values())
def test_own_signatures(library, interface, curve, d, digest, other):
    """Any key and digest of any length: the nonce is Python's, the signature verifies, no other digest does."""
    status, signature = interface.sign(octets(d), digest, curve)
    e = leftmost_bits(digest, 163) % ORDERS[curve]
    k = nonce(ORDERS[curve], d, digest)
    assert library.ecdsa_sign_nonce(d, e, k, curve) == (
        Status.OK, int.from_bytes(signature[:BYTES], "big"), int.from_bytes(signature[BYTES:], "big"),
    )  # fmt: skip
    public_key = interface.public_key(octets(d), curve)[1]
    assert (status, interface.verify(signature, public_key, digest, curve)) == (Status.OK, Status.OK)
    bit = other % min(8 * len(digest), 163)  # a bit that counts
    changed = bytearray(digest)
    changed[bit // 8] ^= 0x80 >> bit % 8
    assert interface.verify(signature, public_key, bytes(changed), curve) == Status.ERROR_SIGNATURE


@pytest.mark.word_sizes(64)
def test_every_bit_of_a_signature_counts(interface, curve, public_key):
    signature = interface.sign(octets(77), b"digest", curve)[1]
    for bit in range(8 * len(signature)):
        changed = bytearray(signature)
        changed[bit // 8] ^= 1 << bit % 8
        assert interface.verify(bytes(changed), public_key, b"digest", curve) != Status.OK


@pytest.mark.parametrize("digest", [bytes(1), bytes(20), bytes(32), bytes(64), b"\xff" * 20, b"\xff" * 64])
def test_digests_at_the_ends_of_their_range(interface, curve, public_key, digest):
    """A digest of zeros is the number 0 and valid like any other; a digest of ones exceeds the order and is reduced."""
    status, signature = interface.sign(octets(77), digest, curve)
    assert (status, interface.verify(signature, public_key, digest, curve)) == (Status.OK, Status.OK)


@pytest.mark.parametrize("length", [0, 65, 100])
def test_digest_lengths(interface, curve, public_key, length):
    assert interface.sign(octets(77), bytes(length), curve) == (Status.ERROR_DIGEST_LENGTH, NOTHING)
    source = itertools.count(1)
    random = interface.sign_random(octets(77), bytes(length), lambda n: next(source).to_bytes(n, "big"), curve)
    assert random == (Status.ERROR_DIGEST_LENGTH, NOTHING)
    signature = octets(1) + octets(1)
    assert interface.verify(signature, public_key, bytes(length), curve) == Status.ERROR_DIGEST_LENGTH


def test_bad_private_keys(interface, curve):
    bad = {
        b"": Status.ERROR_LENGTH,
        octets(1)[1:]: Status.ERROR_LENGTH,
        b"\0" + octets(1): Status.ERROR_LENGTH,
        octets(0): Status.ERROR_SCALAR_ZERO,
        octets(ORDERS[curve]): Status.ERROR_SCALAR_RANGE,
        b"\xff" * BYTES: Status.ERROR_SCALAR_RANGE,
    }
    for key, expected in bad.items():
        for what in ("digest", "message"):
            assert interface.sign(key, b"data", curve, what) == (expected, NOTHING)
        assert interface.sign_random(key, b"data", lambda n: bytes(n), curve) == (expected, NOTHING)


def test_bad_signatures(interface, curve, public_key):
    good, n = octets(5), ORDERS[curve]
    bad = {
        b"": Status.ERROR_LENGTH,
        good + good[1:]: Status.ERROR_LENGTH,
        good + good + b"\0": Status.ERROR_LENGTH,
        octets(0) + good: Status.ERROR_SCALAR_ZERO,
        good + octets(0): Status.ERROR_SCALAR_ZERO,
        octets(n) + good: Status.ERROR_SCALAR_RANGE,
        good + octets(n): Status.ERROR_SCALAR_RANGE,
        octets(n + 1) + good: Status.ERROR_SCALAR_RANGE,
        good + b"\xff" * BYTES: Status.ERROR_SCALAR_RANGE,
        good + good: Status.ERROR_SIGNATURE,
    }
    for signature, expected in bad.items():
        assert interface.verify(signature, public_key, b"digest", curve) == expected
    r, s = (interface.sign(octets(77), b"digest", curve)[1][i : i + BYTES] for i in (0, BYTES))
    assert interface.verify(r + s, public_key[:-1], b"digest", curve) == Status.ERROR_LENGTH
    assert interface.verify(r + s, b"\0", b"digest", curve) == Status.ERROR_INFINITY
    changed = public_key[:-1] + bytes([public_key[-1] ^ 1])
    assert interface.verify(r + s, changed, b"digest", curve) == Status.ERROR_NOT_ON_CURVE


def test_unknown_curve(interface):
    assert interface.sign(octets(1), b"digest", "none") == (Status.ERROR_UNSUPPORTED, b"\xaa" * 64)
    assert interface.sign(octets(1), b"text", "none", "message") == (Status.ERROR_UNSUPPORTED, b"\xaa" * 64)
    assert interface.sign_random(octets(1), b"digest", bytes, "none") == (Status.ERROR_UNSUPPORTED, b"\xaa" * 64)
    for what in ("digest", "message"):
        assert interface.verify(NOTHING, bytes(43), b"data", "none", what) == Status.ERROR_UNSUPPORTED


def test_random_nonce_is_the_first_candidate_in_range(library, interface, curve):
    """The numbers follow two blocks that are only compared; zero and numbers from the order on are passed over."""
    draws = iter([b"a" * BYTES, b"b" * BYTES, octets(0), octets(ORDERS[curve]), octets(99)])
    status, signature = interface.sign_random(octets(77), b"digest", lambda count: next(draws)[:count], curve)
    _, r, s = library.ecdsa_sign_nonce(77, int.from_bytes(b"digest", "big"), 99, curve)
    assert (status, signature) == (Status.OK, octets(r) + octets(s))


@pytest.mark.parametrize("octet", [0x00, 0x11, 0xFF])
def test_stuck_source_of_nonces(interface, curve, octet):
    """0x11 for ever would be a nonce in range, the same twice."""
    stuck = interface.sign_random(octets(77), b"digest", lambda count: bytes([octet]) * count, curve)
    assert stuck == (Status.ERROR_RANDOM, NOTHING)


def test_zero_nonces_only(interface, curve):
    draws = itertools.chain([b"a" * BYTES, b"b" * BYTES], itertools.repeat(octets(0), 1000))
    expected = (Status.ERROR_RANDOM, NOTHING)
    assert interface.sign_random(octets(77), b"digest", lambda count: next(draws)[:count], curve) == expected


@pytest.mark.parametrize("good_draws", range(4))
def test_failing_source_of_nonces(interface, curve, good_draws):
    draws = iter([b"\xff" + bytes([i]) * (BYTES - 1) for i in range(good_draws)])  # out of range
    failed = interface.sign_random(octets(77), b"digest", lambda count: next((d[:count] for d in draws), None), curve)
    assert failed == (Status.ERROR_RANDOM, NOTHING)


def der(signature: bytes) -> bytes:
    """SEQUENCE of the two INTEGERs."""

    def integer(value: int) -> bytes:
        body = value.to_bytes(value.bit_length() // 8 + 1, "big")
        return bytes([2, len(body)]) + body

    body = b"".join(integer(int.from_bytes(part, "big")) for part in (signature[:BYTES], signature[BYTES:]))
    return bytes([0x30, len(body)]) + body


def raw(encoded: bytes) -> bytes:
    """r and s of a SEQUENCE of two short INTEGERs."""
    first = encoded[3]
    return octets(int.from_bytes(encoded[4 : 4 + first], "big")) + octets(int.from_bytes(encoded[6 + first :], "big"))


@pytest.mark.word_sizes(64)
@pytest.mark.skipif(not shutil.which("openssl"), reason="openssl is not installed")
@pytest.mark.parametrize("hash_name", ["sha256", "sha512"])
def test_openssl_both_ways(interface, tmp_path, curve, hash_name):
    """OpenSSL verifies the library's signature with OpenSSL's key, and the other way round."""

    def openssl(*arguments) -> bytes:
        return subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True).stdout

    key, text, theirs, ours = (tmp_path / name for name in ("key.pem", "text", "theirs", "ours"))
    text.write_bytes(b"a message of some length")
    openssl("ecparam", "-name", curve, "-genkey", "-noout", "-out", key)
    private_key = openssl("ec", "-in", key, "-outform", "DER", "-no_public")
    private_key = private_key[7 : 7 + private_key[6]].rjust(BYTES, b"\0")
    public_key = openssl("pkey", "-in", key, "-pubout", "-outform", "DER")[-(1 + 2 * BYTES) :]
    assert interface.public_key(private_key, curve) == (Status.OK, public_key)
    digest = hashlib.new(hash_name, text.read_bytes()).digest()
    openssl("dgst", f"-{hash_name}", "-sign", key, "-out", theirs, text)
    assert interface.verify(raw(theirs.read_bytes()), public_key, digest, curve) == Status.OK
    ours.write_bytes(der(interface.sign(private_key, digest, curve)[1]))
    openssl("dgst", f"-{hash_name}", "-prverify", key, "-signature", ours, text)


def test_python_nonce_of_the_rfc():
    """The candidates of RFC 6979, A.1.2: two out of range, then the nonce."""
    digest = hashlib.sha256(b"sample").digest()
    drawn = list(itertools.islice(candidates(ORDERS["sect163k1"], RFC_KEY, digest), 3))
    assert drawn == [
        0x4982D236F3FFC758838CA6F5E9FEA455106AF3B2B,
        0x63863C30451DADF4944DF4877B740D4F160A8B6AB,
        0x23AF4074C90A02B3FE61D286D5C87F425E6BDD81B,
    ]


def test_example_verifies():
    run = subprocess.run([host.build(64) / "tests/example_ecdsa"], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert "the signature is valid" in run.stdout
