"""EC-Schnorr signatures on curves of SEC 1: EC-SDSA (BSI TR-03111 v2.1, 4.2.3; ISO/IEC 14888-3) and its optimised form.

A signature is r, as the hash gives it, and then s in curve.scalar_bytes bytes, big-endian. Every function raises
UnsupportedError on curves of Montgomery and Edwards form."""

from typing import Literal

from motecurve.errors import MotecurveError
from motecurve.keys import PrivateKeyLike, PublicKeyLike, private_key_of, public_key_of
from motecurve.library import HashName, Octets, choice

Form = Literal["sdsa", "optimised"]
_FORMS: dict[str, int] = {"sdsa": 0, "optimised": 1}
Nonce = Literal["deterministic", "random"]
_NONCES: dict[str, str] = {"deterministic": "", "random": "_random"}


def sign(
    private_key: PrivateKeyLike,
    message: Octets,
    *,
    hash: HashName = "SHA-256",
    form: Form = "sdsa",
    nonce: Nonce = "deterministic",
    checked: bool = False,
) -> bytes:
    """The signature of a message. `form`: "sdsa" hashes both coordinates of the nonce's point, "optimised" x alone.
    `nonce`: "deterministic", made from key and message as in RFC 6979, or "random". `checked` verifies the signature
    before it is given out, which a fault in the computation does not pass.

    Constant time but for the number of nonces rejected. Raises RandomError for a random source that fails, FaultError
    by `checked`, MotecurveError for `checked` with "random"."""
    if checked and nonce == "random":
        raise MotecurveError('a checked signature has a nonce that is "deterministic"')
    key = private_key_of(private_key)
    library = key.curve.library
    size = library.c.mc_hash_digest_bytes(library.hash(hash)) + key.curve.scalar_bytes
    signature = library.buffer(size)
    source = () if nonce == "deterministic" else (library.random, library.ffi.NULL)
    parts = (choice("form", form, _FORMS), library.hash(hash), *source, key.curve.pointer)
    name = "schnorr_sign_checked" if checked else f"schnorr_sign{choice('nonce', nonce, _NONCES)}"
    inputs = [key.memory, *([key.public_key.to_bytes()] if checked else []), message]
    library.call(name, [signature], inputs, *parts)
    return library.bytes(signature)


def verify(
    public_key: PublicKeyLike, signature: Octets, message: Octets, *, hash: HashName = "SHA-256", form: Form = "sdsa"
) -> None:
    """Returns if the signature of the message is valid, and then only. Raises SignatureError; LengthError;
    ScalarZeroError for r = 0 mod n or s = 0; ScalarRangeError for s >= n. MotecurveError is all of them."""
    key = public_key_of(public_key)
    library = key.curve.library
    parts = (choice("form", form, _FORMS), library.hash(hash), key.curve.pointer)
    library.call("schnorr_verify", [], [signature, key.to_bytes(), message], *parts)
