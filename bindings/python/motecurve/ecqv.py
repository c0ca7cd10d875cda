"""ECQV implicit certificates (SEC 4 v1.0), on curves of SEC 1: a certificate of the size of one point, from which
everybody computes the public key of its subject, and only the subject the private key.

1. The subject draws a key pair, the request, by `curve.generate_key`, and sends its public key with its identity.
2. The authority, sure of the identity, makes the certificate and the contribution (`issue`), and sends both.
3. The subject computes its key pair (`receive`). Anyone computes its public key (`public_key`). That it belongs to the
   identity shows when its owner proves to have the private key, by a signature or an agreement.

A certificate is the bytes that the authority binds to the key and then a compressed point, 1 + curve.field_bytes bytes.
Every function raises UnsupportedError on curves of Montgomery and Edwards form."""

from typing import NamedTuple

from motecurve.keys import (
    PrivateKey,
    PrivateKeyLike,
    PublicKey,
    PublicKeyLike,
    one_curve,
    private_key_of,
    public_key_of,
)
from motecurve.library import HashName, Octets
from motecurve.secret import Secret


class Issued(NamedTuple):
    """What the authority sends to the subject."""

    certificate: bytes
    contribution: bytes
    """curve.scalar_bytes bytes; public."""


def issue(authority_key: PrivateKeyLike, request: PublicKeyLike, info: Octets, *, hash: HashName = "SHA-256") -> Issued:
    """A certificate for the request, with the bytes `info` (identity, validity, use: whatever the parties have agreed
    on). Constant time in the private key. Raises RandomError."""
    key = private_key_of(authority_key)
    subject = public_key_of(request, key.curve.library)
    curve = one_curve(key, subject)
    library = curve.library
    certificate = library.buffer(memoryview(info).nbytes + 1 + curve.field_bytes)
    contribution = library.buffer(curve.scalar_bytes)
    rest = (library.hash(hash), library.random, library.ffi.NULL, curve.pointer)
    library.call("ecqv_issue", [certificate, contribution], [key.memory, subject.to_bytes(), info], *rest)
    return Issued(library.bytes(certificate), library.bytes(contribution))


def receive(
    certificate: Octets,
    contribution: Octets,
    request_key: PrivateKeyLike,
    authority_public_key: PublicKeyLike,
    *,
    hash: HashName = "SHA-256",
) -> PrivateKey:
    """The subject's key pair. Constant time in the private keys. Raises CertificateError if the certificate or the
    contribution is of another request, of another authority, or changed; for the contribution LengthError,
    ScalarZeroError, ScalarRangeError; and what `public_key` raises."""
    request = private_key_of(request_key)
    authority = public_key_of(authority_public_key, request.curve.library)
    curve = one_curve(request, authority)
    library = curve.library
    secret, public = Secret(library, library.buffer(curve.scalar_bytes)), library.buffer(curve.public_key_bytes)
    inputs = [certificate, contribution, request.memory, authority.to_bytes()]
    library.call("ecqv_receive", [secret.memory, public], inputs, library.hash(hash), curve.pointer)
    return PrivateKey._of(curve, secret, public)


def public_key(certificate: Octets, authority_public_key: PublicKeyLike, *, hash: HashName = "SHA-256") -> PublicKey:
    """The public key that a certificate of the authority stands for. Raises LengthError for a certificate without room
    for a point; for its point EncodingError, CoordinateRangeError, NotOnCurveError, YBitError, PointAtInfinityError,
    SubgroupError."""
    authority = public_key_of(authority_public_key)
    library, curve = authority.curve.library, authority.curve
    public = library.buffer(curve.public_key_bytes)
    inputs = [certificate, authority.to_bytes()]
    library.call("ecqv_public_key", [public], inputs, library.hash(hash), curve.pointer)
    return PublicKey(curve, library.bytes(public))
