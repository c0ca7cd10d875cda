"""ECDSA by source of nonces and hash function: every signature of RFC 6979, A.2; Python's nonces; `cryptography`; and
verification before release."""

import hashlib
import itertools
import json

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from hypothesis import given, settings
from hypothesis import strategies as st

from codegen.rfc6979 import leftmost_bits, nonce
from motelab import ROOT
from motelab.library.host import Status
from tests.conftest import VECTORS
from tests.public_interface import EcdsaInterface

RFC = json.loads((VECTORS / "rfc/rfc6979.json").read_text())["curves"]
HASHES = ["SHA-1", "SHA-224", "SHA-256", "SHA-384", "SHA-512"]
HEDGE_BYTES = 32
CURVES = ["sect163k1", "sect163r2", "secp256r1"]
ORDERS = {
    record["name"]: int(record["n"], 16) for record in json.loads((ROOT / "curves/curves.json").read_text())["curves"]
}


@pytest.fixture(scope="module")
def ecdsa() -> EcdsaInterface:
    """With words of 64 bits: hash functions do not depend on the word size, and signing has tests of its own at every
    size."""
    return EcdsaInterface(64)


def built(ecdsa: EcdsaInterface, curve: str) -> str:
    """The name of a curve; skips the test if the build does not have it."""
    if ecdsa.find(curve) is None:
        pytest.skip(f"MC_FIELDS leaves the field of {curve} out")
    return curve


def digest_of(message: bytes, hash_name: str) -> bytes:
    return hashlib.new(hash_name.replace("-", "").lower(), message).digest()


def octets(value: int, ecdsa: EcdsaInterface, curve: str) -> bytes:
    return value.to_bytes(ecdsa.size(curve, "scalar"), "big")


def numbers(signature: bytes) -> tuple[int, int]:
    half = len(signature) // 2
    return int.from_bytes(signature[:half], "big"), int.from_bytes(signature[half:], "big")


def solution(r: int, d: int, digest: bytes, k: int, order: int) -> int:
    """s = (e + d r) / k."""
    return (leftmost_bits(digest, order.bit_length()) + d * r) * pow(k, -1, order) % order


def test_rfc_6979_is_complete():
    kinds = {f"{kind}-{bits}" for kind in "KB" for bits in (163, 233, 283, 409, 571)}
    assert set(RFC) == kinds | {f"P-{bits}" for bits in (192, 224, 256, 384, 521)}
    for values in RFC.values():
        known = {(case["hash"], case["message"]) for case in values["signatures"]}
        assert known == set(itertools.product(HASHES, ("sample", "test")))


@pytest.mark.parametrize("curve", RFC)
def test_rfc_6979(ecdsa, curve):
    """All of A.2.3 to A.2.17: digests, messages, verification; with SHA-256 also the functions without a hash."""
    key = bytes.fromhex(RFC[built(ecdsa, curve)]["private_key"])
    public_key = ecdsa.public_key(key, curve)[1]
    for case in RFC[curve]["signatures"]:
        hash_name, message = case["hash"], case["message"].encode()
        digest, signature = digest_of(message, hash_name), bytes.fromhex(case["r"] + case["s"])
        expected = (Status.OK, signature)
        assert ecdsa.sign_with_hash(key, digest, hash_name, curve) == expected
        assert ecdsa.sign_with_hash(key, message, hash_name, curve, "message") == expected
        assert ecdsa.verify_with_hash(signature, public_key, message, hash_name, curve) == Status.OK
        assert ecdsa.verify_with_hash(signature, public_key, b"", hash_name, curve) == Status.ERROR_SIGNATURE
        if hash_name == "SHA-256":
            assert ecdsa.sign(key, digest, curve) == expected
            assert ecdsa.sign(key, message, curve, "message") == expected


@pytest.mark.parametrize("curve", ["K-163", "P-256"])
def test_words_of_every_size(word_bits, curve):
    """One long digest and one short one, and a hedged nonce."""
    ecdsa, known = EcdsaInterface(word_bits), RFC[curve]
    key, order = bytes.fromhex(known["private_key"]), ORDERS[ecdsa.find(built(ecdsa, curve))]
    for case in known["signatures"]:
        if (case["hash"], case["message"]) in (("SHA-512", "test"), ("SHA-1", "sample")):
            signature = ecdsa.sign_with_hash(key, case["message"].encode(), case["hash"], curve, "message")
            assert signature == (Status.OK, bytes.fromhex(case["r"] + case["s"]))
    d, hedge = int.from_bytes(key, "big"), bytes(range(HEDGE_BYTES))
    status, signature = ecdsa.sign_hedged(key, b"digest", lambda _: hedge, curve)
    r, s = numbers(signature)
    k = nonce(order, d, b"digest", extra=hedge)
    assert (status, s) == (Status.OK, solution(r, d, b"digest", k, order))


@settings(max_examples=10, deadline=None)
@given(d=st.integers(1, 2**160), message=st.binary(max_size=200))
@pytest.mark.parametrize("hash_name", HASHES)
@pytest.mark.parametrize("curve", CURVES)
def test_nonces_by_any_hash(ecdsa, curve, hash_name, d, message):
    """s agrees with Python's nonce, and verification accepts only the signed message."""
    key, digest, order = octets(d, ecdsa, built(ecdsa, curve)), digest_of(message, hash_name), ORDERS[curve]
    status, signature = ecdsa.sign_with_hash(key, message, hash_name, curve, "message")
    r, s = numbers(signature)
    assert (status, s) == (
        Status.OK, solution(r, d, digest, nonce(order, d, digest, hash_name.replace("-", "")), order)
    )  # fmt: skip
    public_key = ecdsa.public_key(key, curve)[1]
    assert ecdsa.verify_with_hash(signature, public_key, message, hash_name, curve) == Status.OK
    assert ecdsa.verify_with_hash(signature, public_key, message + b"\0", hash_name, curve) == Status.ERROR_SIGNATURE


@pytest.mark.parametrize("hash_name", HASHES)
def test_cryptography_signs_the_same(ecdsa, hash_name):
    curve = built(ecdsa, "secp256r1")
    function = getattr(hashes, hash_name.replace("-", ""))()
    for d in (1, 2, 12345, ORDERS[curve] - 1):
        message = b"message %d" % d
        key = ec.derive_private_key(d, ec.SECP256R1())
        theirs = key.sign(message, ec.ECDSA(function, deterministic_signing=True))
        status, ours = ecdsa.sign_with_hash(octets(d, ecdsa, curve), message, hash_name, curve, "message")
        assert (status, encode_dss_signature(*numbers(ours))) == (Status.OK, theirs)


def test_without_a_hash(ecdsa):
    curve = built(ecdsa, "sect163k1")
    key, nothing = octets(77, ecdsa, curve), bytes(42)
    for what in ("digest", "message"):
        assert ecdsa.sign_with_hash(key, b"data", "SHA-3", curve, what) == (Status.ERROR_UNSUPPORTED, nothing)
    assert ecdsa.verify_with_hash(nothing, nothing, b"data", "SHA-3", curve) == Status.ERROR_UNSUPPORTED
    assert ecdsa.sign_with_hash(bytes(21), b"data", "SHA-1", curve) == (Status.ERROR_SCALAR_ZERO, nothing)
    assert ecdsa.sign_with_hash(key, b"", "SHA-1", curve) == (Status.ERROR_DIGEST_LENGTH, nothing)


@settings(max_examples=20, deadline=None)
@given(
    d=st.integers(1, 2**160),
    digest=st.binary(min_size=1, max_size=64),
    hedge=st.binary(min_size=HEDGE_BYTES, max_size=HEDGE_BYTES),
)
@pytest.mark.parametrize("curve", CURVES)
def test_hedged(ecdsa, curve, d, digest, hedge):
    """The nonce of RFC 6979 with 32 bytes of the source, which is asked once."""
    key, order, draws = octets(d, ecdsa, built(ecdsa, curve)), ORDERS[curve], iter([hedge])
    status, signature = ecdsa.sign_hedged(key, digest, lambda count: next(draws)[:count], curve)
    r, s = numbers(signature)
    k = nonce(order, d, digest, extra=hedge)
    assert (status, s) == (Status.OK, solution(r, d, digest, k, order))
    assert ecdsa.verify(signature, ecdsa.public_key(key, curve)[1], digest, curve) == Status.OK
    assert signature != ecdsa.sign(key, digest, curve)[1]


@pytest.mark.parametrize("octet", [0x00, 0xFF])
def test_hedged_with_a_stuck_source(ecdsa, octet):
    """That is harmless: another digest has another nonce."""
    curve = built(ecdsa, "sect163k1")
    key = octets(77, ecdsa, curve)
    signatures = [ecdsa.sign_hedged(key, digest, lambda n: bytes([octet]) * n, curve) for digest in (b"a", b"b")]
    assert all(status == Status.OK for status, _ in signatures)
    assert len({numbers(signature)[0] for _, signature in signatures}) == 2


def test_hedged_errors(ecdsa):
    curve = built(ecdsa, "sect163k1")
    key, nothing = octets(77, ecdsa, curve), bytes(42)
    public_key = ecdsa.public_key(key, curve)[1]
    assert ecdsa.sign_hedged(key, b"digest", lambda _: None, curve) == (Status.ERROR_RANDOM, nothing)
    failed = ecdsa.sign_checked(key, public_key, b"digest", curve, lambda _: None)
    assert failed == (Status.ERROR_RANDOM, nothing)
    for wrong, status in ((b"", Status.ERROR_LENGTH), (bytes(21), Status.ERROR_SCALAR_ZERO)):
        assert ecdsa.sign_hedged(wrong, b"digest", bytes, curve) == (status, nothing)
        assert ecdsa.sign_checked(wrong, public_key, b"digest", curve) == (status, nothing)
    assert ecdsa.sign_hedged(key, b"", bytes, curve) == (Status.ERROR_DIGEST_LENGTH, nothing)
    unknown = (Status.ERROR_UNSUPPORTED, b"\xaa" * 64)
    assert ecdsa.sign_hedged(key, b"digest", bytes, "none") == unknown
    assert ecdsa.sign_checked(key, public_key, b"digest", "none") == unknown
    assert ecdsa.sign_checked(key, public_key, b"digest", "none", bytes) == unknown


VALID = (0x5AC3963C).to_bytes(4, "little") + (0x5AC3963C ^ 0xFFFFFFFF).to_bytes(4, "little")  # of verdict.h


@pytest.mark.parametrize("curve", CURVES)
def test_verdict(ecdsa, curve):
    """Two words of a valid signature, and zeros of any other."""
    key = octets(77, ecdsa, built(ecdsa, curve))
    public_key, signature = ecdsa.public_key(key, curve)[1], ecdsa.sign(key, b"digest", curve)[1]
    assert ecdsa.verify_verdict(signature, public_key, b"digest", curve) == (Status.OK, VALID)
    refused = {
        (signature, public_key, b"digesu"): Status.ERROR_SIGNATURE,
        (signature[:-1], public_key, b"digest"): Status.ERROR_LENGTH,
        (bytes(len(signature)), public_key, b"digest"): Status.ERROR_SCALAR_ZERO,
        (signature, public_key[:-1] + bytes([public_key[-1] ^ 1]), b"digest"): Status.ERROR_NOT_ON_CURVE,
        (signature, public_key, b""): Status.ERROR_DIGEST_LENGTH,
    }
    for arguments, status in refused.items():
        assert ecdsa.verify_verdict(*arguments, curve) == (status, bytes(8))
    assert ecdsa.verify_verdict(signature, public_key, b"digest", "none")[0] == Status.ERROR_UNSUPPORTED


@pytest.mark.parametrize("curve", CURVES)
def test_checked(ecdsa, curve):
    """The signature equals the one without the check; there is none with the key of another pair or an invalid key."""
    key, other = (octets(d, ecdsa, built(ecdsa, curve)) for d in (77, 78))
    public_key, wrong = ecdsa.public_key(key, curve)[1], ecdsa.public_key(other, curve)[1]
    nothing = bytes(ecdsa.size(curve, "signature"))
    for source, expected in (
        (None, ecdsa.sign(key, b"digest", curve)),
        (bytes, ecdsa.sign_hedged(key, b"digest", bytes, curve)),
    ):
        assert ecdsa.sign_checked(key, public_key, b"digest", curve, source) == expected
        assert ecdsa.sign_checked(key, wrong, b"digest", curve, source) == (Status.ERROR_FAULT, nothing)
        assert ecdsa.sign_checked(key, public_key[:-1], b"digest", curve, source) == (Status.ERROR_LENGTH, nothing)
        outside = public_key[:-1] + bytes([public_key[-1] ^ 1])
        assert ecdsa.sign_checked(key, outside, b"digest", curve, source) == (Status.ERROR_NOT_ON_CURVE, nothing)
