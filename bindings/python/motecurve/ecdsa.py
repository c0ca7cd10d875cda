"""ECDSA signatures (FIPS 186-5, 6; SEC 1, 4.1), on curves of SEC 1.

A signature is r and then s, big-endian, in curve.scalar_bytes bytes each; `der=True` has them in DER, as X.509 and
OpenSSL do. Every function raises UnsupportedError on curves of Montgomery and Edwards form."""

from typing import Literal

from motecurve.errors import MotecurveError
from motecurve.hashing import digest as digest_of
from motecurve.keys import Curve, PrivateKeyLike, PublicKeyLike, private_key_of, public_key_of
from motecurve.library import HashName, Octets, choice

Nonce = Literal["deterministic", "hedged", "random"]
_NONCES: dict[str, str] = {"deterministic": "", "hedged": "_hedged", "random": "_random"}
DER_EXTRA_BYTES = 9  # MC_DER_SIGNATURE_BYTES


def sign(
    private_key: PrivateKeyLike,
    message: Octets,
    *,
    hash: HashName = "SHA-256",
    nonce: Nonce = "deterministic",
    checked: bool = False,
    low_s: bool = False,
    der: bool = False,
) -> bytes:
    """The signature of a message, whose digest `hash` makes.

    `nonce`: "deterministic", that of RFC 6979 with HMAC by the same hash, so that other libraries give the same
    signature; "hedged", the same with random bytes among its inputs, and HMAC-SHA-256; "random", for standards that
    forbid the others. `checked` verifies the signature before it is given out, which a fault in the computation does
    not pass; its HMAC, too, is that of SHA-256. `low_s` gives the one of two valid signatures with s < n/2.

    Constant time but for the number of nonces rejected, which tells nothing of the one taken. Raises RandomError for
    a random source that fails, FaultError by `checked`, MotecurveError for `checked` with "random"."""
    digest = digest_of(message, hash)
    nonce_hash = hash if nonce == "deterministic" and not checked else "SHA-256"
    return sign_digest(private_key, digest, nonce=nonce, nonce_hash=nonce_hash, checked=checked, low_s=low_s, der=der)


def sign_digest(
    private_key: PrivateKeyLike,
    digest: Octets,
    *,
    nonce: Nonce = "deterministic",
    nonce_hash: HashName = "SHA-256",
    checked: bool = False,
    low_s: bool = False,
    der: bool = False,
) -> bytes:
    """The signature of a digest of 1 to 64 bytes, of any hash, whose leftmost bits count, as many as the order has.
    `nonce_hash` is that of the HMAC that makes a nonce, for which `sign` takes the hash of the message. Else as `sign`;
    raises DigestLengthError, too, and MotecurveError for another `nonce_hash` than "SHA-256" with `checked` or a nonce
    that is not "deterministic"."""
    key = private_key_of(private_key)
    name = f"ecdsa_sign_digest{choice('nonce', nonce, _NONCES)}"
    if checked and nonce == "random":
        raise MotecurveError('a checked signature has a nonce that is "deterministic" or "hedged"')
    is_plain = nonce == "deterministic" and not checked
    if nonce_hash != "SHA-256" and not is_plain:
        raise MotecurveError('a checked signature, and a nonce that is not "deterministic", are by "SHA-256" alone')
    curve, library = key.curve, key.curve.library
    signature = library.buffer(curve.signature_bytes)
    inputs = [key.memory, *([key.public_key.to_bytes()] if checked else []), digest]
    source = () if nonce == "deterministic" else (library.random, library.ffi.NULL)
    if is_plain:
        library.call(f"{name}_with_hash", [signature], inputs, library.hash(nonce_hash), curve.pointer)
    else:
        library.call(name + ("_checked" if checked else ""), [signature], inputs, *source, curve.pointer)
    return _finished(curve, library.bytes(signature), low_s, der)


def verify(
    public_key: PublicKeyLike,
    signature: Octets,
    message: Octets,
    *,
    hash: HashName = "SHA-256",
    strict: bool = False,
    der: bool = False,
) -> None:
    """Returns if the signature of the message is valid, and then only. `strict` refuses those with s > n/2, so that
    none can be written in a second way.

    Raises SignatureError; LengthError, ScalarZeroError or ScalarRangeError for an r or s that is not from 1 to n - 1;
    HighSError; with `der` EncodingError, TrailingError, NotMinimalError, too. MotecurveError is all of them."""
    verify_digest(public_key, signature, digest_of(message, hash), strict=strict, der=der)


def verify_digest(
    public_key: PublicKeyLike, signature: Octets, digest: Octets, *, strict: bool = False, der: bool = False
) -> None:
    """The same for a digest of 1 to 64 bytes. Raises DigestLengthError, too."""
    key = public_key_of(public_key)
    raw = from_der(key.curve, signature) if der else signature
    name = "ecdsa_verify_digest_strict" if strict else "ecdsa_verify_digest"
    key.curve.library.call(name, [], [raw, key.to_bytes(), digest], key.curve.pointer)


def to_der(curve: Curve, signature: Octets) -> bytes:
    """The signature in DER. Raises LengthError, ScalarZeroError, ScalarRangeError if it is none."""
    library = curve.library
    out, count = library.buffer(curve.signature_bytes + DER_EXTRA_BYTES), library.ffi.new("size_t *")
    library.call("ecdsa_signature_to_der", [out, count], [signature], curve.pointer)
    return library.bytes(out, count[0])


def from_der(curve: Curve, der: Octets) -> bytes:
    """The signature of its DER encoding, of which there is one. Raises EncodingError, LengthError, TrailingError,
    NotMinimalError, ScalarZeroError, ScalarRangeError."""
    signature = curve.library.buffer(curve.signature_bytes)
    curve.library.call("ecdsa_signature_from_der", [signature], [der], curve.pointer)
    return curve.library.bytes(signature)


def normalise(curve: Curve, signature: Octets) -> bytes:
    """The one of the two signatures (r, s) and (r, n - s) with s < n/2; both are valid. Raises LengthError,
    ScalarZeroError, ScalarRangeError."""
    normal = curve.library.buffer(curve.signature_bytes)
    curve.library.call("ecdsa_signature_normalise", [normal], [signature], curve.pointer)
    return curve.library.bytes(normal)


def _finished(curve: Curve, signature: bytes, low_s: bool, der: bool) -> bytes:
    if low_s:
        signature = normalise(curve, signature)
    return to_der(curve, signature) if der else signature
