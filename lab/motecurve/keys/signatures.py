"""Signatures by the key's curve: EdDSA with keys on Ed25519 and Ed448, ECDSA with others."""

import dataclasses
import functools
import hashlib

from motecurve.common.errors import MotecurveError
from motecurve.keys import eddsa_messages, model, streams
from motecurve.keys.model import PrivateKey, PublicKey, Refused, checked
from motecurve.library import native_build
from motecurve.library.host import Status
from motecurve.library.host_eddsa import EdDSA
from motecurve.subjects.curves import Curve

CONTEXT_BYTES_MAX = 255
PREHASH_BYTES = 64


@dataclasses.dataclass(frozen=True)
class Form:
    """How a signature is asked for; None is what a curve's signatures have by default.

    Of ECDSA: the hash of the message, DER or r and s (`raw`), whether s is below n/2 and must be. Of EdDSA: a context,
    and whether the message's digest is signed (Ed25519ph, Ed448ph)."""

    hash_name: str | None = None
    encoding: str | None = None
    context: str | None = None
    is_prehashed: bool = False
    is_strict: bool = False

    @property
    def ecdsa(self) -> tuple[str, bool, bool]:
        """Hash, whether in DER, and whether in the strict form."""
        if self.context is not None or self.is_prehashed:
            raise MotecurveError("--context and --prehash are for keys on Ed25519 and Ed448")
        return self.hash_name or "sha256", self.encoding != "raw", self.is_strict

    def of_eddsa(self, curve: Curve) -> bytes:
        """The context in bytes."""
        if self.hash_name is not None:
            raise MotecurveError(f"signatures of {curve.name} have their own hash; leave out --hash")
        if self.encoding == "der":
            raise MotecurveError(f"signatures of {curve.name} have no form in DER; leave out --format")
        if self.is_strict:
            raise MotecurveError(f"signatures of {curve.name} have one form; leave out --low-s and --strict")
        octets = (self.context or "").encode()
        if len(octets) > CONTEXT_BYTES_MAX:
            raise MotecurveError(f"the context has {len(octets)} bytes; it must have at most {CONTEXT_BYTES_MAX}")
        return octets


@functools.cache
def eddsa(field: str) -> EdDSA:
    """The C library with EdDSA on a curve over that field, built first if need be."""
    return EdDSA(model.WORD_BITS, native_build.library_with(field, model.WORD_BITS))


def sign(key: PrivateKey, message: bytes | streams.Message, form: Form) -> bytes:
    """The signature of a message; MotecurveError for one that changes meanwhile."""
    _refuse_without_signatures(key.curve)
    if not key.curve.has_eddsa:
        return model.sign(key, message, *form.ecdsa)
    context, curve = form.of_eddsa(key.curve), key.curve.name
    if form.is_prehashed:
        made = eddsa(key.curve.field).eddsa_sign_digest(key.octets, _digest(message, key.curve), curve, context)
    else:
        made = eddsa_messages.sign(eddsa(key.curve.field), key.octets, message, curve, context)
    return checked(f"no signature on {curve}", *made)


def verify(key: PublicKey, signature: bytes, message: bytes | streams.Message, form: Form) -> bool:
    """Whether the signature is valid; Refused if it is not even the encoding of one on the curve."""
    _refuse_without_signatures(key.curve)
    if not key.curve.has_eddsa:
        return model.verify(key, signature, message, *form.ecdsa)
    context, curve = form.of_eddsa(key.curve), key.curve.name
    checked(f"signature on {curve}", eddsa(key.curve.field).eddsa_signature_validate(signature, curve))
    if form.is_prehashed:
        status = eddsa(key.curve.field).eddsa_verify_digest(
            signature, key.octets, _digest(message, key.curve), curve, context
        )
    else:
        status = eddsa_messages.verify(eddsa(key.curve.field), signature, key.octets, message, curve, context)
    if status not in (Status.OK, Status.ERROR_SIGNATURE):
        raise Refused(f"signature on {curve}", status)
    return status == Status.OK


def _refuse_without_signatures(curve: Curve) -> None:
    if curve.signature_bytes is None:
        raise MotecurveError(
            f"keys on {curve.name} are for agreements, not for signatures; take one on Ed25519 or Ed448"
        )


def _digest(message: model.Message, curve: Curve) -> bytes:
    """PH of RFC 8032: SHA-512 for Ed25519ph, SHAKE256 for Ed448ph."""
    if curve.name == "Ed25519":
        return model.digest(message, "sha512")
    found = hashlib.shake_256()
    for piece in model.pieces(message):
        found.update(piece)
    return found.digest(PREHASH_BYTES)
