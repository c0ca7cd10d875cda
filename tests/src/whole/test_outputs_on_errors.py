"""Errors: every public function with every wrong argument that a rule can make. On every error the outputs are
zeroed, as include/motecurve/status.h says, and nothing beside them is written."""

import ctypes
import functools

import pytest

from motelab.library.host import FieldNotBuilt, Status
from tests.src.whole.overlap.cases import (
    CURVES,
    FILLER,
    FUNCTIONS,
    Buffer,
    Cases,
    failing_reader,
    failing_source,
    repeating_source,
)

STATUSES = [one.name for one in FUNCTIONS.values() if one.has_status and not one.is_in_steps]


def changed(content: bytes) -> dict[str, bytes]:
    """Wrong bytes for an input, by their fault."""
    if not content:
        return {"longer": b"\0"}
    flipped = content[:-1] + bytes([content[-1] ^ 1])
    first = bytes([content[0] ^ 1]) + content[1:]
    some = {"shorter": content[:-1], "longer": content + b"\0", "empty": b"", "zeros": bytes(len(content))}
    ones = {"ones": b"\xff" * len(content), "last flipped": flipped, "first flipped": first}
    infinity = {"infinity": b"\0", "prefix": b"\4" + b"\xff" * (len(content) - 1), "far too long": content * 20}
    zero_half = {"zero half": content[: len(content) // 2] + bytes(len(content) - len(content) // 2)}
    return some | ones | infinity | zero_half | {"prefix alone": b"\4" + bytes(len(content) - 1)}


def others(name: str) -> dict[str, dict]:
    """Wrong arguments that are not bytes, by their fault."""
    found = {"null curve": {"curve": None}, "null hash": {"hash": None}}
    found |= {"failing source": {"random": failing_source}, "same source": {"random": repeating_source}}
    found |= {"failing reader": {"reader": failing_reader}, "form": {"form": 9}, "no memory": {"memory_bytes": 0}}
    if name in ("kdf_x963", "hkdf"):
        return {key: value for key, value in found.items() if key == "null hash"}
    has = " ".join(FUNCTIONS[name].parameters)
    needs = {"curve": "*curve", "hash": "*hash", "random": "random", "reader": "reader", "form": "form"}
    needs["memory_bytes"] = "memory_bytes"
    if name == "point_encode":  # its output has another length
        del found["form"]
    return {key: value for key, value in found.items() if needs[next(iter(value))] in has}


def is_right(name: str, buffer: Buffer, left: bytes, status: Status, is_null: bool) -> bool:
    """Whether an error may leave this in an output."""
    zeros, before = bytes(buffer.size), buffer.content or bytes([FILLER]) * buffer.size
    if buffer.name == "results":
        return left == bytes([status, 0, 0, 0]) * (buffer.size // 4) or status == Status.ERROR_SIGNATURE
    described = FUNCTIONS[name].argument(buffer.name)
    if described.kind == "inout":
        return left == before
    if status == Status.ERROR_UNSUPPORTED and described.is_kept and left == before:
        return True
    if is_null and buffer.size != ctypes.sizeof(ctypes.c_size_t):  # zeros as far as the length is known
        known = len(left) - len(left.lstrip(b"\0"))
        return left[known:] == before[known:]
    return left == zeros


def wrong_calls(cases: Cases, name: str):
    """The fault, the buffers and the other arguments of every wrong call."""
    usual = cases.buffers(name)
    for what, other in others(name).items():
        yield what, usual, other
    for buffer in usual:
        if buffer.is_output or buffer.content is None or buffer.name in ("options", "signatures"):
            continue
        has_length = any(parameter.endswith(f" {buffer.name}_bytes") for parameter in FUNCTIONS[name].parameters)
        for what, content in changed(buffer.content).items():
            if len(content) != buffer.size and not has_length:
                continue
            yield f"{buffer.name} {what}", cases.buffers(name, {buffer.name: content}), {}


@functools.cache
def provoked(curve: str, name: str) -> frozenset[Status]:
    """The errors of wrong calls; AssertionError if one leaves an output that is not zeroed."""
    cases, found = Cases(curve), set()
    for what, buffers, other in wrong_calls(cases, name):
        buffers = [b if b.content != b"" or b.is_output else Buffer(b.name, b"", 0, False) for b in buffers]
        null = {b.name: None for b in buffers if b.size == 0}
        status, outputs = cases.call(name, buffers, **null, **other)
        if status == Status.OK:
            continue
        found.add(status)
        error = status.name.removeprefix("ERROR_")
        assert error in FUNCTIONS[name].errors, f"mc_{name}, {what}: {error} is not among the errors described"
        is_null = what in ("null curve", "null hash")
        for buffer in buffers:
            if buffer.is_output and not buffer.is_work:
                left = outputs[buffer.name]
                where = f"mc_{name}, {what}: {status.name} leaves {buffer} {left.hex()}"
                assert is_right(name, buffer, left, status, is_null), where
    return frozenset(found)


@pytest.mark.parametrize("name", STATUSES)
@pytest.mark.parametrize("curve", CURVES)
def test_outputs_are_zeroed(curve, name):
    provoked(curve, name)


COORDINATES = {"COORDINATE_RANGE", "NOT_ON_CURVE"}
POINT = {"LENGTH", "ENCODING", "INFINITY", *COORDINATES}
SCALAR = {"LENGTH", "SCALAR_ZERO", "SCALAR_RANGE"}
EDDSA_KEY = {"LENGTH", "COORDINATE_RANGE", "NOT_ON_CURVE"}
# The errors that their headers list, as far as the rules above provoke them on the curves above.
DOCUMENTED = {
    "aes_encrypt": {"LENGTH"},
    "aes_ctr": {"LENGTH"},
    "aes_ccm_encrypt": {"LENGTH"},
    "aes_ccm_decrypt": {"LENGTH", "MAC"},
    "ecdh": {*POINT, *SCALAR},
    "ecdsa_sign_digest": {*SCALAR, "DIGEST_LENGTH"},
    "ecdsa_sign_digest_hedged": {*SCALAR, "DIGEST_LENGTH", "RANDOM"},
    "ecdsa_sign_digest_random": {*SCALAR, "DIGEST_LENGTH", "RANDOM"},
    "ecdsa_sign_digest_checked": {*SCALAR, *POINT, "DIGEST_LENGTH"},
    "ecdsa_sign_digest_extended": {*SCALAR, "DIGEST_LENGTH"},
    "ecdsa_sign_message_with_hash": SCALAR,
    "ecdsa_extend": {*SCALAR, *POINT, "DIGEST_LENGTH", "SIGNATURE"},
    "ecdsa_signature_normalise": SCALAR,
    "ecdsa_signature_to_der": SCALAR,
    "ecdsa_signature_from_der": {"LENGTH", "ENCODING", "TRAILING"},
    "ecdsa_verify_digest": {*SCALAR, *POINT, "DIGEST_LENGTH", "SIGNATURE"},
    "ecdsa_verify_batch": {"LENGTH"},
    "ecdsa_verify_extended_batch": {"LENGTH", "RANDOM"},
    "ecies_encrypt": {*POINT, "RANDOM"},
    "ecies_encrypt_given": {*POINT, *SCALAR},
    "ecies_decrypt": {*POINT, *SCALAR, "MAC"} - {"NOT_ON_CURVE"},
    "ecmqv": {*POINT, "SCALAR_ZERO", "SCALAR_RANGE"} - {"LENGTH"},
    "ecqv_issue": {*POINT, *SCALAR, "RANDOM"},
    "ecqv_receive": {*POINT, *SCALAR, "CERTIFICATE"},
    "ecqv_public_key": {*POINT},
    "eddsa_sign": {"LENGTH"},
    "eddsa_verify_batch": {"LENGTH", "RANDOM"},
    "eddsa_sign_context": {"LENGTH"},
    "eddsa_sign_digest": {"LENGTH", "DIGEST_LENGTH"},
    "eddsa_sign_read": {"LENGTH", "READER"},
    "eddsa_verify": {*EDDSA_KEY, "SIGNATURE", "SCALAR_RANGE"},
    "elgamal_embed": {"MESSAGE_LENGTH"},
    "elgamal_extract": POINT,
    "elgamal_encrypt": {*POINT, "MESSAGE_LENGTH", "RANDOM"},
    "elgamal_encrypt_point": {*POINT, "RANDOM"},
    "elgamal_decrypt_point": {*SCALAR, "ENCODING", "COORDINATE_RANGE"},
    "elgamal_hashed_encrypt": {*POINT, "RANDOM"},
    "elgamal_hashed_decrypt": {*SCALAR, "ENCODING", "COORDINATE_RANGE"},
    "key_generate": {"RANDOM"},
    "certificate_public_key_from_der": {"LENGTH", "ENCODING", "TRAILING"},
    "certificate_public_key_from_pem": {"PEM"},
    "private_key_from_der": {"LENGTH", "ENCODING", "TRAILING"},
    "private_key_from_pem": {"PEM"},
    "private_key_to_der": SCALAR,
    "public_key_from_der": {"LENGTH", "ENCODING", "TRAILING", "NOT_ON_CURVE"},
    "public_key_from_pem": {"PEM"},
    "public_key_to_der": POINT,
    "public_key": SCALAR,
    "point_encode": POINT,
    "point_decode": {"LENGTH", "ENCODING", "INFINITY"},
    "schnorr_sign": SCALAR,
    "schnorr_sign_random": {*SCALAR, "RANDOM"},
    "schnorr_verify": {*SCALAR, *POINT, "SIGNATURE"},
}


@pytest.mark.parametrize("name", DOCUMENTED)
def test_what_is_provoked(name):
    """The rules provoke the errors that a function documents, so that the test above has something to check."""
    found = set()
    for curve in CURVES:
        try:
            found |= {status.name.removeprefix("ERROR_") for status in provoked(curve, name)}
        except FieldNotBuilt:
            continue
    assert DOCUMENTED[name] <= found
    assert "UNSUPPORTED" in found or "const mc_curve *curve" not in FUNCTIONS[name].parameters
