"""EC-ElGamal: points, and messages embedded in points or hidden by a hash, encrypted for the owner of a public key.

It is no authenticated encryption: whoever changes a ciphertext changes the message, and nothing tells. Where that is
not wanted, as it seldom is, use `ecies`. What it is for: sums of encrypted points, threshold decryption, votes.

Points are public keys. Every function raises UnsupportedError on Edwards curves, and but for those named hashed on
Curve25519 and Curve448."""

from typing import Any

from motecurve.keys import Curve, PrivateKeyLike, PublicKey, PublicKeyLike, one_curve, private_key_of, public_key_of
from motecurve.library import HashName, Octets


def capacity(curve: Curve) -> int:
    """Bytes of the longest message that fits in a point, such as 30 on secp256r1."""
    count = curve.library.ffi.new("size_t *")
    curve.library.raw("elgamal_capacity", count, curve.pointer)
    return int(count[0])


def embed(curve: Curve, message: Octets) -> PublicKey:
    """The point of a message (Koblitz 1987, 3). The time depends on the message: embed no secret that others may time.
    Raises MessageLengthError; NotOnCurveError if no counter fits, once in 2^49 messages or more."""
    point = curve.library.buffer(curve.public_key_bytes)
    curve.library.call("elgamal_embed", [point], [message], curve.pointer)
    return PublicKey(curve, curve.library.bytes(point))


def extract(point: PublicKey) -> bytes:
    """The message of a point. Raises EncodingError if nothing is embedded in it."""
    return _message(point.curve, "elgamal_extract", [point.to_bytes()])


def encrypt_point(public_key: PublicKeyLike, point: PublicKey) -> bytes:
    """The ciphertext of a point, 2 * curve.public_key_bytes bytes. Constant time in what is drawn. Raises
    RandomError."""
    key = public_key_of(public_key, point.curve.library)
    return _encrypt(one_curve(key, point), "elgamal_encrypt_point", [key.to_bytes(), point.to_bytes()])


def decrypt_point(private_key: PrivateKeyLike, ciphertext: Octets) -> PublicKey:
    """The point. Constant time in the private key. Raises LengthError for a ciphertext of another length, for its
    points what PublicKey raises, and PointAtInfinityError if infinity was encrypted."""
    key = private_key_of(private_key)
    point = key.curve.library.buffer(key.curve.public_key_bytes)
    key.curve.library.call("elgamal_decrypt_point", [point], [key.memory, ciphertext], key.curve.pointer)
    return PublicKey(key.curve, key.curve.library.bytes(point))


def encrypt(public_key: PublicKeyLike, message: Octets) -> bytes:
    """A message embedded and encrypted. Raises what `embed` and `encrypt_point` do."""
    key = public_key_of(public_key)
    return _encrypt(key.curve, "elgamal_encrypt", [key.to_bytes(), message])


def decrypt(private_key: PrivateKeyLike, ciphertext: Octets) -> bytes:
    """A message decrypted and extracted. Raises what `decrypt_point` and `extract` do."""
    key = private_key_of(private_key)
    return _message(key.curve, "elgamal_decrypt", [key.memory, ciphertext])


def hashed_encrypt(public_key: PublicKeyLike, message: Octets, *, hash: HashName = "SHA-256") -> bytes:
    """An ephemeral public key, and the message XOR the X9.63 key derivation of the shared secret: as many bytes as both
    have. Constant time in the message. Raises RandomError and what `ecdh.agree` raises."""
    key = public_key_of(public_key)
    curve, library = key.curve, key.curve.library
    ciphertext = library.buffer(curve.public_key_bytes + memoryview(message).nbytes)
    rest = (library.hash(hash), library.random, library.ffi.NULL, curve.pointer)
    library.call("elgamal_hashed_encrypt", [ciphertext], [key.to_bytes(), message], *rest)
    return library.bytes(ciphertext)


def hashed_decrypt(private_key: PrivateKeyLike, ciphertext: Octets, *, hash: HashName = "SHA-256") -> bytes:
    """The message. There is no error for a ciphertext that was changed, or another key: what comes out is then another
    message. Raises LengthError for a ciphertext shorter than a point, and what `ecdh.agree` raises."""
    key = private_key_of(private_key)
    library, given = key.curve.library, key.curve.library.given(ciphertext)
    message = library.buffer(max(0, len(given) - key.curve.public_key_bytes))
    library.call("elgamal_hashed_decrypt", [message], [key.memory, given], library.hash(hash), key.curve.pointer)
    return library.bytes(message)


def _encrypt(curve: Curve, name: str, inputs: list[Any]) -> bytes:
    library, ciphertext = curve.library, curve.library.buffer(2 * curve.public_key_bytes)
    library.call(name, [ciphertext], inputs, library.random, library.ffi.NULL, curve.pointer)
    return library.bytes(ciphertext)


def _message(curve: Curve, name: str, inputs: list[Any]) -> bytes:
    library = curve.library
    message, count = library.buffer(capacity(curve)), library.ffi.new("size_t *")
    library.call(name, [message, count], inputs, curve.pointer)
    return library.bytes(message, count[0])
