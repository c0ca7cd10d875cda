"""BLS signatures of the package, against published vectors; aggregates, proofs, and what is refused."""

import json

import pytest
from known import ROOT

import motecurve
from motecurve import bls

VECTORS = json.loads((ROOT / "tests/vectors/pairing/bls12381.json").read_text())["signatures"]["vectors"]
SUITES = ("G2_NUL", "G2_AUG", "G2_POP", "G1_NUL", "G1_AUG", "G1_POP")
MESSAGES = [b"one", bytearray(b"two"), memoryview(b"three")]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["message"][:2])
def test_published_signatures(vector):
    key, public, message, signature = (bytes.fromhex(vector[name]) for name in vector)
    assert bls.public_key(key) == public and bls.sign(key, message) == signature
    bls.verify(public, signature, message)


@pytest.mark.parametrize("suite", SUITES)
def test_suites(suite):
    keys = [bls.generate_key() for _ in MESSAGES]
    publics = [bls.public_key(key, suite) for key in keys]
    signatures = [bls.sign(key, message, suite) for key, message in zip(keys, MESSAGES, strict=True)]
    assert {len(one) for one in publics} == {48 if suite[:2] == "G2" else 96}
    for public, signature, message in zip(publics, signatures, MESSAGES, strict=True):
        bls.validate(public, suite)
        bls.verify(public, signature, message, suite)
        with pytest.raises(motecurve.SignatureError):
            bls.verify(public, signature, b"another", suite)
    total = bls.aggregate(signatures, suite)
    bls.verify_aggregate(publics, total, MESSAGES, suite)
    with pytest.raises(motecurve.SignatureError):
        bls.verify_aggregate(publics, total, MESSAGES[::-1], suite)


@pytest.mark.parametrize("suite", ("G2_POP", "G1_POP"))
def test_one_message_of_all(suite):
    keys = [bls.generate_key() for _ in range(3)]
    publics = [bls.public_key(key, suite) for key in keys]
    for key, public in zip(keys, publics, strict=True):
        bls.verify_possession(public, bls.prove_possession(key, suite), suite)
    total = bls.aggregate([bls.sign(key, b"all", suite) for key in keys], suite)
    bls.verify_aggregate_of_one(publics, total, b"all", suite)
    for bad in (publics[1:], publics[::-1][:2]):
        with pytest.raises(motecurve.SignatureError):
            bls.verify_aggregate_of_one(bad, total, b"all", suite)


def test_bad_input():
    key = bls.derive_key(bytes(range(32)))
    public, signature = bls.public_key(key), bls.sign(key, b"m")
    infinity = bytes([0xC0]) + bytes(47)
    for kind, call in (
        (motecurve.LengthError, lambda: bls.sign(key[1:], b"m")),
        (motecurve.LengthError, lambda: bls.derive_key(bytes(31))),
        (motecurve.LengthError, lambda: bls.aggregate([])),
        (motecurve.LengthError, lambda: bls.aggregate([signature, signature[1:]])),
        (motecurve.LengthError, lambda: bls.verify(public, signature[1:], b"m")),
        (motecurve.ScalarZeroError, lambda: bls.public_key(bytes(32))),
        (motecurve.ScalarRangeError, lambda: bls.sign(b"\xff" * 32, b"m")),
        (motecurve.PointAtInfinityError, lambda: bls.validate(infinity)),
        (motecurve.EncodingError, lambda: bls.validate(bytes(48))),
        (motecurve.CoordinateRangeError, lambda: bls.validate(b"\x9f" + b"\xff" * 47)),
        (motecurve.SubgroupError, lambda: bls.validate(b"\x80" + bytes(46) + b"\4")),
        (motecurve.UnsupportedError, lambda: bls.prove_possession(key, "G2_NUL")),
        (motecurve.MotecurveError, lambda: bls.verify_aggregate([public], signature, [])),
        (motecurve.MotecurveError, lambda: bls.sign(key, b"m", "G3_POP")),
    ):
        with pytest.raises(motecurve.MotecurveError) as raised:
            call()
        assert type(raised.value) is kind
