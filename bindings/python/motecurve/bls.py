"""BLS signatures over BLS12-381 (draft-irtf-cfrg-bls-signature-05): a signature is one point, and those of many signers
add up to one. About 120 bits of security.

Keys and signatures are bytes, of the lengths that the suite says. A suite names the group of signatures, and how it
keeps a signer from choosing a key that cancels others in an aggregate: NUL, distinct messages; AUG, the public key is
signed with each message; POP, a proof of possession for each key, which whoever verifies aggregates has checked once.

    G2_NUL, G2_AUG, G2_POP   signatures of 96 bytes, public keys of 48
    G1_NUL, G1_AUG, G1_POP   signatures of 48 bytes, public keys of 96

Points that are read raise LengthError, EncodingError, CoordinateRangeError, NotOnCurveError, SubgroupError, and public
keys PointAtInfinityError. Private keys are 32 bytes: ScalarZeroError, ScalarRangeError. Python cannot wipe them. Every
function raises UnsupportedError for a library without pairings."""

import os
from collections.abc import Sequence
from typing import Literal

from motecurve.errors import LengthError, MotecurveError
from motecurve.library import Library, Octets, choice, octets_of, own

Suite = Literal["G2_NUL", "G2_AUG", "G2_POP", "G1_NUL", "G1_AUG", "G1_POP"]
_SUITES: dict[str, int] = {
    name: number for number, name in enumerate(("G2_NUL", "G2_AUG", "G2_POP", "G1_NUL", "G1_AUG", "G1_POP"))
}
PRIVATE_KEY_BYTES = 32


def generate_key(*, library: Library | None = None) -> bytes:
    """A new private key, for any suite, from the operating system's random bytes."""
    return derive_key(os.urandom(PRIVATE_KEY_BYTES), library=library)


def derive_key(secret: Octets, *, info: Octets = b"", library: Library | None = None) -> bytes:
    """KeyGen of the draft: the private key of at least 32 secret random bytes, else LengthError."""
    used = _library(library)
    out = used.buffer(PRIVATE_KEY_BYTES)
    used.call("bls_generate_key", [out], [secret, info])
    return used.bytes(out)


def public_key(private_key: Octets, suite: Suite = "G2_POP", *, library: Library | None = None) -> bytes:
    """The public key of a private key. Constant time."""
    used, number = _library(library), _number(suite)
    out = used.buffer(used.c.mc_bls_public_key_bytes(number))
    used.raw("bls_public_key", out, _private(used, private_key), number)
    return used.bytes(out)


def validate(public_key: Octets, suite: Suite = "G2_POP", *, library: Library | None = None) -> None:
    """Returns if the bytes are a public key of the suite, and then only."""
    _library(library).call("bls_public_key_validate", [], [public_key], _number(suite))


def sign(private_key: Octets, message: Octets, suite: Suite = "G2_POP", *, library: Library | None = None) -> bytes:
    """The signature of a message, always the same. Constant time in the private key."""
    used, number = _library(library), _number(suite)
    out, given = used.buffer(used.c.mc_bls_signature_bytes(number)), used.given(message)
    used.raw("bls_sign", out, _private(used, private_key), given, len(given), number)
    return used.bytes(out)


def verify(
    public_key: Octets,
    signature: Octets,
    message: Octets,
    suite: Suite = "G2_POP",
    *,
    library: Library | None = None,
) -> None:
    """Returns if the signature of the message is valid, and then only; raises SignatureError."""
    _library(library).call("bls_verify", [], [signature, public_key, message], _number(suite))


def aggregate(signatures: Sequence[Octets], suite: Suite = "G2_POP", *, library: Library | None = None) -> bytes:
    """The sum of signatures, which is as long as one; LengthError for none."""
    used, number = _library(library), _number(suite)
    out = used.buffer(used.c.mc_bls_signature_bytes(number))
    joined = _joined(signatures, used.c.mc_bls_signature_bytes(number))
    used.raw("bls_aggregate", out, used.given(joined), len(signatures), number)
    return used.bytes(out)


def verify_aggregate(
    public_keys: Sequence[Octets],
    signature: Octets,
    messages: Sequence[Octets],
    suite: Suite = "G2_POP",
    *,
    library: Library | None = None,
) -> None:
    """Returns if the aggregate signs each message by the key of the same place, and then only. Raises SignatureError,
    in a NUL suite also for two equal messages, in a POP suite PointAtInfinityError for keys of one message that add up
    to infinity; LengthError for none, MotecurveError for another number of messages than of keys."""
    used, number = _library(library), _number(suite)
    if len(public_keys) != len(messages):
        raise MotecurveError(f"there are {len(public_keys)} public keys and {len(messages)} messages")
    given = [used.given(message) for message in messages]
    array = used.ffi.new("mc_bls_message[]", max(len(given), 1))
    for row, message in zip(array, given, strict=False):
        row.octets, row.bytes = message, len(message)
    keys = used.given(_joined(public_keys, used.c.mc_bls_public_key_bytes(number)))
    sum_of_all = used.given(signature)
    used.raw("bls_aggregate_verify", sum_of_all, keys, array, len(sum_of_all), len(given), number)


def verify_aggregate_of_one(
    public_keys: Sequence[Octets],
    signature: Octets,
    message: Octets,
    suite: Suite = "G2_POP",
    *,
    library: Library | None = None,
) -> None:
    """The same for one message that all have signed, by two pairings; UnsupportedError but for POP suites."""
    used, number = _library(library), _number(suite)
    keys = used.given(_joined(public_keys, used.c.mc_bls_public_key_bytes(number)))
    sum_of_all, given = used.given(signature), used.given(message)
    lengths = (len(sum_of_all), len(public_keys), len(given))
    used.raw("bls_fast_aggregate_verify", sum_of_all, keys, given, *lengths, number)


def prove_possession(private_key: Octets, suite: Suite = "G2_POP", *, library: Library | None = None) -> bytes:
    """The proof of possession of a private key; UnsupportedError but for POP suites."""
    used, number = _library(library), _number(suite)
    out = used.buffer(used.c.mc_bls_signature_bytes(number))
    used.raw("bls_prove_possession", out, _private(used, private_key), number)
    return used.bytes(out)


def verify_possession(
    public_key: Octets, proof: Octets, suite: Suite = "G2_POP", *, library: Library | None = None
) -> None:
    """Returns if the proof is one of the public key, and then only; raises SignatureError."""
    _library(library).call("bls_verify_possession", [], [proof, public_key], _number(suite))


def _library(library: Library | None) -> Library:
    used = library or own()
    used.require("bls_sign", "BLS signatures")
    return used


def _number(suite: str) -> int:
    return choice("suite", suite, _SUITES)


def _private(library: Library, key: Octets) -> object:
    """A private key, whose length the library does not ask for."""
    given = library.given(key)
    if len(given) != PRIVATE_KEY_BYTES:
        raise LengthError(f"a private key has {PRIVATE_KEY_BYTES} bytes, not {len(given)}")
    return given


def _joined(parts: Sequence[Octets], count: int) -> bytes:
    """Parts of so many bytes each, one after another, as the library takes them without their lengths."""
    octets = [octets_of(part) for part in parts]
    for one in octets:
        if len(one) != count:
            raise LengthError(f"{count} bytes are needed, not {len(one)}")
    return b"".join(octets)
