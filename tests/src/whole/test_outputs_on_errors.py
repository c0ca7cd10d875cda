"""Errors: every public function with every wrong argument that a rule can make. On every error the outputs are
zeroed, as include/motecurve/status.h says, and nothing beside them is written."""

import contextlib
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
    if name == "ecdh_batch" and status == Status.ERROR_SHARED_INFINITY:
        return True  # of some agreements alone: tests/src/protocol/test_batch_ecdh.py
    if buffer.name == "results":
        return left == bytes([status, 0, 0, 0]) * (buffer.size // 4) or status == Status.ERROR_SIGNATURE
    described = FUNCTIONS[name].argument(buffer.name)
    if described.kind == "inout":
        return left == (zeros if described.is_wiped else before)
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
        if buffer.is_output or buffer.content is None or buffer.is_object:
            continue
        has_length = any(parameter.endswith(f" {buffer.name}_bytes") for parameter in FUNCTIONS[name].parameters)
        for what, content in changed(buffer.content).items():
            if len(content) != buffer.size and not has_length:
                continue
            yield f"{buffer.name} {what}", cases.buffers(name, {buffer.name: content}), {}


def has_wrong_length(usual: list[Buffer], buffers: list[Buffer], name: str) -> bool:
    """Whether an input has another length than the one that its description demands."""
    sizes = {buffer.name: buffer.size for buffer in usual}
    exact = {own.name for own in FUNCTIONS[name].arguments if own.is_exact}
    return any(buffer.name in exact and buffer.size != sizes[buffer.name] for buffer in buffers)


@functools.cache
def provoked(curve: str, name: str) -> frozenset[Status]:
    """The errors of wrong calls; AssertionError if one leaves an output that is not zeroed."""
    cases, found = Cases(curve), set()
    usual = cases.buffers(name)
    for what, buffers, other in wrong_calls(cases, name):
        buffers = [b if b.content != b"" or b.is_output else Buffer(b.name, b"", 0, False) for b in buffers]
        null = {b.name: None for b in buffers if b.size == 0}
        status, outputs = cases.call(name, buffers, **null, **other)
        if status == Status.OK:
            assert not has_wrong_length(usual, buffers, name), (
                f"mc_{name}, {what}: MC_OK for a length other than that described"
            )
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


# Errors that no rule above makes: tests of the protocols, of key files and of overlaps do.
NOT_MADE = {"OVERLAP", "SUBGROUP", "Y_BIT", "CONTEXT_LENGTH", "HIGH_S", "NOT_MINIMAL", "SHARED_INFINITY"}
NOT_MADE |= {"CURVE_NOT_NAMED", "KEY_KIND", "KEY_PAIR", "ENCRYPTED"}
SCALAR, POINT = {"SCALAR_ZERO", "SCALAR_RANGE"}, {"ENCODING", "INFINITY", "COORDINATE_RANGE", "NOT_ON_CURVE"}
TWO_WAYS = ("encrypt", "decrypt")
# Further ones that the functions describe, and that no rule makes for them.
NOT_MADE_HERE = {
    "ecdsa_verify_batch": {"SIGNATURE"},  # is among the results, not the status
    "ecdsa_verify_extended_batch": {"SIGNATURE"},
    "eddsa_verify_batch": {"SIGNATURE"},
    "eddsa_sign_checked": {"INFINITY"},  # of a key that no rule makes beside a private key
    "ecdsa_signature_from_der": SCALAR,  # a changed byte of DER leaves other numbers
    "ecies_encrypt": {*SCALAR, "MESSAGE_LENGTH"},  # messages of gigabytes
    "ecies_encrypt_given": {"MESSAGE_LENGTH"},
    "ecies_decrypt": {"MESSAGE_LENGTH", "NOT_ON_CURVE"},
    **{f"{aead}_{what}": {"MESSAGE_LENGTH"} for aead in ("aes_gcm", "chacha20_poly1305") for what in TWO_WAYS},
    "hpke_seal": {"MESSAGE_LENGTH"},
    "hpke_open": {"MESSAGE_LENGTH"},
    "hpke_export": {"LENGTH"},  # of 255 digests
    "hpke_derive_key_pair": {"SCALAR_ZERO"},  # once in 2^8000
    "spake2plus_prover_finish": {"SCALAR_ZERO"},  # of a state that was not begun
    "elgamal_embed": {"NOT_ON_CURVE"},  # once in 2^200
    "elgamal_hashed_encrypt": SCALAR,
    "ecmqv": {"LENGTH"},
    "eddsa_verify": {"INFINITY"},
    "eddsa_verify_context": {"INFINITY"},
    "eddsa_verify_digest": {"INFINITY"},
    "eddsa_verify_read": {"INFINITY"},
    "eddsa_verify_verdict": {"INFINITY", "FAULT"},  # no call makes a fault
    "ecdh_checked": {"FAULT"},
    "eddsa_signature_validate": {"COORDINATE_RANGE"},
    "hkdf": {"LENGTH"},  # of 255 digests
    "point_decode": {"COORDINATE_RANGE"},
    # A changed byte of a file is seldom one of its key.
    "public_key_from_der": {"INFINITY", "COORDINATE_RANGE", "UNSUPPORTED"},
    "certificate_public_key_from_der": {"INFINITY", "COORDINATE_RANGE", "UNSUPPORTED"},
    "private_key_from_der": {"INFINITY", "COORDINATE_RANGE", "UNSUPPORTED", *SCALAR},
    **{
        f"{kind}_from_pem": {*POINT, *SCALAR, "LENGTH", "TRAILING", "UNSUPPORTED"}
        for kind in ("public_key", "certificate_public_key", "private_key")
    },
}


def provoked_anywhere(name: str) -> set[str]:
    """The errors of wrong calls on the curves of this build."""
    found = set()
    for curve in CURVES:
        with contextlib.suppress(FieldNotBuilt):
            found |= {status.name.removeprefix("ERROR_") for status in provoked(curve, name)}
    return found


@pytest.mark.parametrize("name", STATUSES)
def test_what_is_provoked(name):
    """The rules provoke the errors that a function describes, so that the test above has something to check."""
    assert FUNCTIONS[name].errors - NOT_MADE - NOT_MADE_HERE.get(name, set()) <= provoked_anywhere(name)


def test_exceptions_are_described():
    for name, errors in NOT_MADE_HERE.items():
        assert errors & FUNCTIONS[name].errors, name
