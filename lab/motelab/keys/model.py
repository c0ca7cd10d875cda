"""What is done with keys, by the Python package over the C library that has their curve."""

import contextlib
import hashlib
from collections.abc import Iterable, Iterator

import motecurve
from motecurve import HashName, PrivateKey, PublicKey, SharedSecret, ecdh, ecdsa
from motelab.common.errors import MotecurveError
from motelab.library import bindings
from motelab.subjects.curves import Curve

WORD_BITS = 64
SHA3 = ("sha3-224", "sha3-256", "sha3-384", "sha3-512")
# Those that the C library has, by its names.
NONCE_HASHES: dict[str, HashName] = {
    "sha1": "SHA-1",
    "sha224": "SHA-224",
    "sha256": "SHA-256",
    "sha384": "SHA-384",
    "sha512": "SHA-512",
}
HASHES = (*NONCE_HASHES, *SHA3)


class Refused(MotecurveError):
    """The library refuses an input; the message says why."""


@contextlib.contextmanager
def refusals(what: str) -> Iterator[None]:
    """Makes the package's errors Refused, which names `what`."""
    try:
        yield
    except motecurve.MotecurveError as error:
        raise Refused(f"{what}: {error}") from error


def own_curve(curve: Curve) -> motecurve.Curve:
    """The curve as the package has it, of a library that is built first if need be. MotecurveError for one that no
    library has."""
    if not curve.has_valid_generator:
        raise MotecurveError(
            f"there are no keys on {curve.name}: its published generator has another order than its standard says"
        )
    return bindings.curve(curve.name, WORD_BITS, curve.field)


def public_key(curve: Curve, octets: bytes, what: str = "public key") -> PublicKey:
    """The key of an encoding of any form; Refused if it is none or not in the subgroup of prime order."""
    with refusals(f"{what} on {curve.name}"):
        return PublicKey(own_curve(curve), octets)


def private_key(curve: Curve, octets: bytes, what: str = "private key") -> PrivateKey:
    """The key of these bytes; Refused if they are none."""
    with refusals(f"{what} on {curve.name}"):
        return PrivateKey(own_curve(curve), octets)


def generate(curve: Curve) -> PrivateKey:
    """A new key from the random bytes of the operating system."""
    with refusals(f"no key on {curve.name}"):
        return own_curve(curve).generate_key()


def agree(key: PrivateKey, peer: PublicKey, cofactor: bool = False) -> SharedSecret:
    """The shared secret of SEC 1, or of RFC 7748."""
    if key.curve.form == "eddsa":
        raise MotecurveError(f"keys on {key.curve.name} are for signatures, not for agreements; take one on Curve25519")
    if key.curve.name != peer.curve.name:
        raise MotecurveError(f"the key is on {key.curve.name}, the peer's on {peer.curve.name}: they must be the same")
    with refusals("no common secret"):
        return ecdh.agree(key, peer, cofactor=cofactor)


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
    nonce_hash = NONCE_HASHES.get(hash_name, "SHA-256")
    with refusals(f"no signature on {key.curve.name}"):
        return ecdsa.sign_digest(key, digest(message, hash_name), nonce_hash=nonce_hash, der=der, low_s=low_s)


def verify(
    key: PublicKey, signature: bytes, message: Message, hash_name: str, der: bool = True, strict: bool = False
) -> bool:
    """Whether the signature is valid; Refused if it is not even the encoding of one on the curve or, if `strict`, has
    an s above n/2."""
    found = digest(message, hash_name)
    with refusals(f"signature on {key.curve.name}"):
        try:
            ecdsa.verify_digest(key, signature, found, der=der, strict=strict)
        except motecurve.SignatureError:
            return False
    return True
