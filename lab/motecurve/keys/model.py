"""Keys and what is done with them, by the C library."""

import dataclasses
import functools
import hashlib
import os
from collections.abc import Iterable

from motecurve.common.errors import MotecurveError
from motecurve.library import host, native_build
from motecurve.library.host import PointForm, Status
from motecurve.library.host_ecdsa import EcdsaInterface
from motecurve.subjects.curves import Curve

WORD_BITS = 64
SHA3 = ("sha3-224", "sha3-256", "sha3-384", "sha3-512")
# Those that the C library has, by its names.
NONCE_HASHES = {f"sha{bits}": f"SHA-{bits}" for bits in (1, 224, 256, 384, 512)}
HASHES = (*NONCE_HASHES, *SHA3)


class Refused(MotecurveError):
    """The library refuses an input; `status` says why."""

    def __init__(self, what: str, status: Status):
        super().__init__(f"{what}: {host.meaning(status)}")
        self.status = status


@functools.cache
def library(field: str = "") -> EcdsaInterface:
    """The C library, with the curves over a field at least, or with all of them; built first if need be."""
    return EcdsaInterface(WORD_BITS, native_build.library_with(field, WORD_BITS))


def checked(what: str, status: Status, *outputs: bytes) -> bytes:
    """The output of a call, the first of several; Refused, which names `what`, if the status is not OK."""
    if status != Status.OK:
        raise Refused(what, status)
    return outputs[0] if outputs else b""


@dataclasses.dataclass(frozen=True)
class PublicKey:
    """A valid public key: `bytes` is the point without compression, u of Montgomery curves, or that of EdDSA."""

    curve: Curve
    octets: bytes

    @classmethod
    def decoded(cls, curve: Curve, octets: bytes, what: str = "public key") -> "PublicKey":
        """The key of an encoding of any form; Refused if it is none or not in the subgroup of prime order."""
        what = f"{what} on {curve.name}"
        plain = octets
        if curve.form == "Weierstrass":
            plain = checked(what, *library(curve.field).point_decode(octets, curve.name))
        checked(what, library(curve.field).public_key_validate(plain, curve.name))
        return cls(curve, plain)

    def encoded(self, form: PointForm = PointForm.UNCOMPRESSED) -> bytes:
        """The key in a form of SEC 1; those of Montgomery and Edwards curves have one only."""
        if self.curve.form != "Weierstrass":
            return self.octets
        return checked("public key", *library(self.curve.field).point_encode(self.octets, form, self.curve.name))


@dataclasses.dataclass(frozen=True)
class PrivateKey:
    """A private key with its public key. `bytes` are a number below the order, big-endian, or those of RFC 7748 or
    RFC 8032."""

    curve: Curve
    octets: bytes = dataclasses.field(repr=False)
    public: PublicKey

    @classmethod
    def decoded(cls, curve: Curve, octets: bytes, what: str = "private key") -> "PrivateKey":
        """The key of these bytes; Refused if they are none."""
        public = checked(f"{what} on {curve.name}", *library(curve.field).public_key(octets, curve.name))
        return cls(curve, octets, PublicKey(curve, public))


def generate(curve: Curve) -> PrivateKey:
    """A new key from the random bytes of the operating system."""
    status, private, public = library(curve.field).key_generate(os.urandom, curve.name)
    return PrivateKey(curve, checked(f"no key on {curve.name}", status, private), PublicKey(curve, public))


def agree(key: PrivateKey, peer: PublicKey, cofactor: bool = False) -> bytes:
    """The shared secret of SEC 1, or of RFC 7748."""
    if key.curve.has_eddsa:
        raise MotecurveError(f"keys on {key.curve.name} are for signatures, not for agreements; take one on Curve25519")
    if key.curve != peer.curve:
        raise MotecurveError(f"the key is on {key.curve.name}, the peer's on {peer.curve.name}: they must be the same")
    return checked(
        "no common secret", *library(key.curve.field).ecdh(key.octets, peer.octets, key.curve.name, cofactor)
    )


Message = bytes | Iterable[bytes]  # whole, or in pieces


def pieces(message: Message) -> Iterable[bytes]:
    return (message,) if isinstance(message, bytes) else message


def digest(message: Message, hash_name: str) -> bytes:
    found = hashlib.new(hash_name.replace("-", "_"))
    for piece in pieces(message):
        found.update(piece)
    return found.digest()


def sign(key: PrivateKey, message: Message, hash_name: str, der: bool = True, low_s: bool = False) -> bytes:
    """The ECDSA signature of RFC 6979, in DER or as r, s; of the two with this r the one with s < n/2, if `low_s`. The
    nonce is made by HMAC with the hash of the message, with SHA-256 for those that the C library lacks."""
    curve, nonce_hash = key.curve.name, NONCE_HASHES.get(hash_name, "SHA-256")
    made = library(key.curve.field).sign_with_hash(key.octets, digest(message, hash_name), nonce_hash, curve)
    raw = checked(f"no signature on {curve}", *made)
    if low_s:
        raw = checked("signature", *library(key.curve.field).signature_normalise(raw, curve))
    return checked("signature", *library(key.curve.field).signature_to_der(raw, curve)) if der else raw


def verify(
    key: PublicKey, signature: bytes, message: Message, hash_name: str, der: bool = True, strict: bool = False
) -> bool:
    """Whether the signature is valid; Refused if it is not even the encoding of one on the curve or, if `strict`, has
    an s above n/2."""
    curve, what = key.curve.name, f"signature on {key.curve.name}"
    raw = checked(what, *library(key.curve.field).signature_from_der(signature, curve)) if der else signature
    checked(what, library(key.curve.field).signature_validate(raw, curve, strict))
    status = library(key.curve.field).verify(raw, key.octets, digest(message, hash_name), curve)
    if status not in (Status.OK, Status.ERROR_SIGNATURE):
        raise Refused(what, status)
    return status == Status.OK
