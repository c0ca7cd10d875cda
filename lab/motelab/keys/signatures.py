"""Signatures by the key's curve: EdDSA with keys on Ed25519 and Ed448, ECDSA with others. A curve that belongs to a
third scheme has ECDSA only on demand."""

import dataclasses
import hashlib

import motecurve
from motecurve import Curve, PrivateKey, PublicKey, eddsa
from motelab.common.errors import MotecurveError
from motelab.keys import eddsa_messages, model, streams

CONTEXT_BYTES_MAX = 255
PREHASH_BYTES = 64
# Curves with signatures of their own, which are not here. OpenSSL takes their keys for nothing else.
OTHER_SCHEMES = {"SM2": "SM2 (GB/T 32918.2)"}


@dataclasses.dataclass(frozen=True)
class Form:
    """How a signature is asked for; None is what a curve's signatures have by default.

    Of ECDSA: the hash of the message, DER or r and s (`raw`), whether s is below n/2 and must be, whether a curve of
    OTHER_SCHEMES shall have it, too. Of EdDSA: a context, and whether the message's digest is signed (Ed25519ph,
    Ed448ph)."""

    hash_name: str | None = None
    encoding: str | None = None
    context: str | None = None
    is_prehashed: bool = False
    is_strict: bool = False
    is_ecdsa: bool = False

    def of_ecdsa(self, curve: Curve) -> tuple[str, bool, bool]:
        """Hash, whether in DER, and whether in the strict form."""
        if curve.name in OTHER_SCHEMES and not self.is_ecdsa:
            scheme = OTHER_SCHEMES[curve.name]
            raise MotecurveError(
                f"keys on {curve.name} are for {scheme}, which is not here; --ecdsa takes ECDSA instead"
            )
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
        if self.is_ecdsa:
            raise MotecurveError(f"signatures of {curve.name} are those of EdDSA; leave out --ecdsa")
        octets = (self.context or "").encode()
        if len(octets) > CONTEXT_BYTES_MAX:
            raise MotecurveError(f"the context has {len(octets)} bytes; it must have at most {CONTEXT_BYTES_MAX}")
        return octets


def sign(key: PrivateKey, message: bytes | streams.Message, form: Form) -> bytes:
    """The signature of a message; MotecurveError for one that changes meanwhile."""
    _refuse_without_signatures(key.curve)
    if key.curve.form != "eddsa":
        return model.sign(key, message, *form.of_ecdsa(key.curve))
    context = form.of_eddsa(key.curve)
    with model.refusals(f"no signature on {key.curve.name}"):
        if form.is_prehashed:
            return eddsa.sign_digest(key, _digest(message, key.curve), context=context)
        return eddsa_messages.sign(key, message, context)


def verify(key: PublicKey, signature: bytes, message: bytes | streams.Message, form: Form) -> bool:
    """Whether the signature is valid; Refused if it is not even the encoding of one on the curve."""
    _refuse_without_signatures(key.curve)
    if key.curve.form != "eddsa":
        return model.verify(key, signature, message, *form.of_ecdsa(key.curve))
    context = form.of_eddsa(key.curve)
    with model.refusals(f"signature on {key.curve.name}"):
        try:
            if form.is_prehashed:
                eddsa.verify_digest(key, signature, _digest(message, key.curve), context=context)
            else:
                eddsa_messages.verify(key, signature, message, context)
        except motecurve.SignatureError:
            return False
    return True


def _refuse_without_signatures(curve: Curve) -> None:
    if not curve.signature_bytes:
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
