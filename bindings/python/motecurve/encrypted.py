"""Encrypted private keys: PBES2 of PKCS #5 (RFC 8018) with PBKDF2 and AES in CBC mode, which is what OpenSSL writes.
AES-CBC is that of the package `cryptography`, which this alone needs."""

import hashlib
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar

from motecurve import der
from motecurve.errors import EncodingError, LengthError, MacError, MotecurveError, UnsupportedError
from motecurve.library import Octets, octets_of

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers import Cipher, modes

PBES2, PBKDF2 = "1.2.840.113549.1.5.13", "1.2.840.113549.1.5.12"
HMAC_SHA256 = "1.2.840.113549.2.9"
PRFS = {
    "1.2.840.113549.2.7": "sha1",
    "1.2.840.113549.2.8": "sha224",
    HMAC_SHA256: "sha256",
    "1.2.840.113549.2.10": "sha384",
    "1.2.840.113549.2.11": "sha512",
}
DEFAULT_PRF = "sha1"
AES_256_CBC = "2.16.840.1.101.3.4.1.42"
AES_KEY_BYTES = {"2.16.840.1.101.3.4.1.2": 16, "2.16.840.1.101.3.4.1.22": 24, AES_256_CBC: 32}
BLOCK_BYTES = 16
# What we write: OWASP's number of 2023 for PBKDF2 with HMAC-SHA-256. What we read: no file may stop us for minutes.
ITERATIONS, ITERATIONS_MAX = 600_000, 20_000_000

Known = TypeVar("Known")


def encrypt(info: bytes, password: Octets) -> bytes:
    """EncryptedPrivateKeyInfo of a PrivateKeyInfo, both in DER. MotecurveError for an empty password, which would
    protect nothing."""
    if not octets_of(password):
        raise MotecurveError("the password is empty; it would protect nothing")
    salt, vector = os.urandom(BLOCK_BYTES), os.urandom(BLOCK_BYTES)
    padding = BLOCK_BYTES - len(info) % BLOCK_BYTES
    cipher = _cipher("sha256", password, salt, ITERATIONS, AES_KEY_BYTES[AES_256_CBC], vector).encryptor()
    data = cipher.update(info + bytes([padding]) * padding) + cipher.finalize()
    prf = _identifier(HMAC_SHA256, der.value(der.NULL))
    derivation = der.value(der.OCTET_STRING, salt), der.integer(ITERATIONS), prf
    scheme = (
        _identifier(PBKDF2, der.value(der.SEQUENCE, *derivation)),
        _identifier(AES_256_CBC, der.value(der.OCTET_STRING, vector)),
    )
    algorithm = _identifier(PBES2, der.value(der.SEQUENCE, *scheme))
    return der.value(der.SEQUENCE, algorithm, der.value(der.OCTET_STRING, data))


def decrypt(data: bytes, password: Octets) -> bytes:
    """The PrivateKeyInfo of an EncryptedPrivateKeyInfo. Raises MacError for a wrong password, as far as the padding
    tells, UnsupportedError for another scheme or for iterations that are not 1 to 20 million, and those of
    der.Reader."""
    outer = der.Reader(data)
    info = outer.sequence()
    outer.end()
    scheme = _only_sequence(_parameters(info, {PBES2: ""}, "encryption")[1])
    secret = info.read(der.OCTET_STRING)
    info.end()
    derivation = _only_sequence(_parameters(scheme, {PBKDF2: ""}, "key derivation")[1])
    key_bytes, rest = _parameters(scheme, AES_KEY_BYTES, "cipher")
    scheme.end()
    vector = rest.read(der.OCTET_STRING)
    rest.end()
    hash_name, salt, iterations = _derivation(derivation, key_bytes)
    if len(vector) != BLOCK_BYTES or len(secret) % BLOCK_BYTES or not secret:
        raise LengthError("the encrypted key is not a number of whole blocks")
    cipher = _cipher(hash_name, password, salt, iterations, key_bytes, vector).decryptor()
    plain = cipher.update(secret) + cipher.finalize()
    padding = plain[-1]
    if not 1 <= padding <= BLOCK_BYTES or plain[-padding:] != bytes([padding]) * padding or plain[0] != der.SEQUENCE:
        raise MacError("the password is not that of the key")
    return plain[:-padding]


def _only_sequence(values: der.Reader) -> der.Reader:
    """A reader of the SEQUENCE that comes next, after which nothing comes."""
    found = values.sequence()
    values.end()
    return found


def _derivation(values: der.Reader, key_bytes: int) -> tuple[str, bytes, int]:
    """Hash, salt and iterations of PBKDF2."""
    salt, iterations = values.read(der.OCTET_STRING), der.number(values.read(der.INTEGER))
    length = values.optional(der.INTEGER)
    hash_name = DEFAULT_PRF
    if values.next_tag() is not None:
        hash_name, rest = _parameters(values, PRFS, "hash")
        if rest.optional(der.NULL):
            raise LengthError("a NULL in DER has contents")
        rest.end()
    values.end()
    if length is not None and der.number(length) != key_bytes:
        raise EncodingError("the key derivation gives a key of another length than the cipher takes")
    if not 1 <= iterations <= ITERATIONS_MAX:
        raise UnsupportedError(f"the key takes {iterations} iterations, at most {ITERATIONS_MAX} are taken here")
    return hash_name, salt, iterations


def _identifier(oid: str, parameters: bytes) -> bytes:
    return der.value(der.SEQUENCE, der.object_identifier(oid), parameters)


def _parameters(values: der.Reader, known: Mapping[str, Known], what: str) -> tuple[Known, der.Reader]:
    """What `known` says of the AlgorithmIdentifier that comes next, and a reader of its parameters."""
    own = values.sequence()
    oid = der.dotted_identifier(own.read(der.OBJECT_IDENTIFIER))
    if oid not in known:
        raise UnsupportedError(
            f"the {what} of the key is of a kind that is not supported, {oid}; only PBES2 with PBKDF2 and AES-CBC is"
        )
    return known[oid], own


def _cipher(
    hash_name: str, password: Octets, salt: bytes, iterations: int, key_bytes: int, vector: bytes
) -> "Cipher[modes.CBC]":
    try:
        from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
    except ImportError:
        raise UnsupportedError("encrypted keys need the package cryptography: pip install cryptography") from None
    key = hashlib.pbkdf2_hmac(hash_name, octets_of(password), salt, iterations, key_bytes)
    return Cipher(algorithms.AES(key), modes.CBC(vector))
