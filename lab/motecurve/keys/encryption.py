"""Encrypted private keys: PBES2 of PKCS #5 (RFC 8018) with PBKDF2 and AES in CBC mode, which is what OpenSSL writes."""

import hashlib
import os

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from pyasn1.type import univ

from motecurve.common.errors import MotecurveError
from motecurve.keys.structures import (
    AlgorithmIdentifier,
    EncryptedPrivateKeyInfo,
    PBES2Parameters,
    PBKDF2Parameters,
    decoded,
    encoded,
    filled,
)

PBES2 = "1.2.840.113549.1.5.13"
PBKDF2 = "1.2.840.113549.1.5.12"
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
AES_CBC_KEY_BYTES = {"2.16.840.1.101.3.4.1.2": 16, "2.16.840.1.101.3.4.1.22": 24, AES_256_CBC: 32}
BLOCK_BYTES = 16
SALT_BYTES = 16
# What we write: OWASP's number of 2023 for PBKDF2 with HMAC-SHA-256. What we read: no file may stop us for minutes.
ITERATIONS = 600_000
ITERATIONS_MAX = 20_000_000


def encrypt(key_info: bytes, passphrase: bytes) -> bytes:
    """EncryptedPrivateKeyInfo of a PrivateKeyInfo, both in DER."""
    salt, vector = os.urandom(SALT_BYTES), os.urandom(BLOCK_BYTES)
    padding = BLOCK_BYTES - len(key_info) % BLOCK_BYTES
    cipher = _cipher("sha256", passphrase, salt, ITERATIONS, AES_CBC_KEY_BYTES[AES_256_CBC], vector).encryptor()
    data = cipher.update(key_info + bytes([padding]) * padding) + cipher.finalize()
    derivation = filled(
        PBKDF2Parameters(), salt=salt, iterationCount=ITERATIONS, prf=_identifier(HMAC_SHA256, univ.Null(""))
    )
    scheme = filled(
        PBES2Parameters(),
        keyDerivationFunc=_identifier(PBKDF2, derivation),
        encryptionScheme=_identifier(AES_256_CBC, univ.OctetString(vector)),
    )
    algorithm = _identifier(PBES2, scheme)
    return encoded(filled(EncryptedPrivateKeyInfo(), encryptionAlgorithm=algorithm, encryptedData=data))


def decrypt(data: bytes, passphrase: bytes | None, what: str) -> bytes:
    """The PrivateKeyInfo of an EncryptedPrivateKeyInfo; MotecurveError if the passphrase is missing or wrong."""
    info = decoded(data, EncryptedPrivateKeyInfo(), what)
    if passphrase is None:
        raise MotecurveError(f"{what} is encrypted: name the file of its passphrase with --passphrase-file")
    scheme = decoded(
        _parameters(info["encryptionAlgorithm"], {PBES2: ""}, f"the encryption of {what}")[1],
        PBES2Parameters(),
        f"the encryption of {what}",
    )
    key_bytes, octets = _parameters(scheme["encryptionScheme"], AES_CBC_KEY_BYTES, f"the cipher of {what}")
    vector = bytes(decoded(octets, univ.OctetString(), f"the initial vector of {what}"))
    hash_name, salt, iterations = _derivation(scheme["keyDerivationFunc"], key_bytes, what)
    secret = bytes(info["encryptedData"])
    if len(vector) != BLOCK_BYTES or len(secret) % BLOCK_BYTES or not secret:
        raise MotecurveError(f"{what} is encrypted, and not a number of whole blocks")
    cipher = _cipher(hash_name, passphrase, salt, iterations, key_bytes, vector).decryptor()
    plain = cipher.update(secret) + cipher.finalize()
    padding = plain[-1]
    if not 1 <= padding <= BLOCK_BYTES or plain[-padding:] != bytes([padding]) * padding:
        raise MotecurveError(f"wrong passphrase for {what}")
    return plain[:-padding]


def _derivation(identifier: AlgorithmIdentifier, key_bytes: int, what: str) -> tuple[str, bytes, int]:
    """Hash, salt and iterations of PBKDF2."""
    part = f"the key derivation of {what}"
    values = decoded(_parameters(identifier, {PBKDF2: ""}, part)[1], PBKDF2Parameters(), part)
    hash_name = _parameters(values["prf"], PRFS, part)[0] if values["prf"].isValue else DEFAULT_PRF
    iterations = int(values["iterationCount"])
    if values["keyLength"].isValue and int(values["keyLength"]) != key_bytes:
        raise MotecurveError(f"{part} gives a key of another length than the cipher takes")
    if not 1 <= iterations <= ITERATIONS_MAX:
        raise MotecurveError(f"{part} takes {iterations} iterations, at most {ITERATIONS_MAX} are taken here")
    return hash_name, bytes(values["salt"]), iterations


def _parameters(identifier: AlgorithmIdentifier, known: dict, what: str) -> tuple:
    """What `known` says of the algorithm, and its parameters in DER; MotecurveError if it is none of them."""
    oid = str(identifier["algorithm"])
    if oid not in known:
        raise MotecurveError(f"{what} is of a kind that is not supported, {oid}; only PBES2 with PBKDF2 and AES-CBC is")
    return known[oid], bytes(identifier["parameters"]) if identifier["parameters"].isValue else b""


def _identifier(oid: str, parameters) -> AlgorithmIdentifier:
    return filled(AlgorithmIdentifier(), algorithm=oid, parameters=univ.Any(encoded(parameters)))


def _cipher(
    hash_name: str, passphrase: bytes, salt: bytes, iterations: int, key_bytes: int, vector: bytes
) -> Cipher[modes.CBC]:
    key = hashlib.pbkdf2_hmac(hash_name, passphrase, salt, iterations, key_bytes)
    return Cipher(algorithms.AES(key), modes.CBC(vector))
