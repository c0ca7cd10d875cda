"""Encrypted messages as files: a suite octet, then R, C, T of ECIES (docs/encryption.md says it exactly)."""

import dataclasses
import functools
import os

from motecurve import native_build
from motecurve.errors import MotecurveError
from motecurve.host import Status
from motecurve.host_encryption import Encryption, Options
from motecurve.keys.model import WORD_BITS, PrivateKey, PublicKey, Refused, checked

VERSION = 1
# The numbers of the suite octet: its lowest two bits are the cipher, the next the KDF, the next two the hash.
CIPHERS = ("aes128", "aes192", "aes256")
KDFS = ("x963", "hkdf")
HASHES = ("sha256", "sha384", "sha512")
DIGEST_BYTES = {"sha256": 32, "sha384": 48, "sha512": 64}


class Forged(MotecurveError):
    """The tag is not that of the ciphertext."""


@functools.cache
def library() -> Encryption:
    """The C library, built first if need be."""
    native_build.shared_library(WORD_BITS)
    return Encryption(WORD_BITS)


@dataclasses.dataclass(frozen=True)
class Suite:
    """What a file is encrypted with."""

    cipher: str = "aes256"
    kdf: str = "x963"
    hash: str = "sha256"

    @property
    def octet(self) -> int:
        numbers = (CIPHERS.index(self.cipher), KDFS.index(self.kdf), HASHES.index(self.hash))
        return VERSION << 5 | numbers[2] << 3 | numbers[1] << 2 | numbers[0]

    @classmethod
    def of_octet(cls, octet: int) -> "Suite | None":
        """The suite of a number; None if it is none."""
        cipher, kdf, hash_number = octet & 3, octet >> 2 & 1, octet >> 3 & 3
        if octet >> 5 != VERSION or cipher >= len(CIPHERS) or hash_number >= len(HASHES):
            return None
        return cls(CIPHERS[cipher], KDFS[kdf], HASHES[hash_number])

    def options(self, key: PublicKey) -> Options:
        """ECIES with the suite octet as SharedInfo1, R compressed where points are, and the whole tag."""
        return Options(
            hash=self.hash,
            kdf=self.kdf,
            cipher=f"{self.cipher}_ctr",
            is_compressed=key.curve.form == "Weierstrass",
            tag_bytes=DIGEST_BYTES[self.hash],
            shared_info1=bytes([self.octet]),
        )


def encrypt(key: PublicKey, message: bytes, suite: Suite) -> bytes:
    """The file's octets, with an ephemeral key of the operating system's random octets."""
    options, curve = suite.options(key), key.curve.name
    found = library().ecies_encrypt(key.octets, message, os.urandom, options, curve)
    return bytes([suite.octet]) + checked(f"no encryption on {curve}", *found)


def decrypt(key: PrivateKey, data: bytes, what: str) -> bytes:
    """The message of a file's octets; Forged if the tag is not right, MotecurveError, which begins with `what`, if the
    octets are none that were encrypted here."""
    suite = Suite.of_octet(data[0]) if data else None
    if suite is None:
        raise MotecurveError(f"{what} is no file of ./motecurve encrypt, or one of a later version")
    options, curve = suite.options(key.public), key.curve.name
    status, message = library().ecies_decrypt(key.octets, data[1:], options, curve)
    if status == Status.ERROR_MAC:
        raise Forged(f"{what} was changed, or was not encrypted for this key")
    if status == Status.ERROR_LENGTH:
        raise MotecurveError(f"{what} is cut off: on {curve} the shortest has {1 + _overhead(options, curve)} octets")
    if status == Status.ERROR_UNSUPPORTED:
        raise Refused(f"no encryption on {curve}", status)
    return checked(f"{what}, encrypted on {curve} or for another curve", status, message)


def _overhead(options: Options, curve: str) -> int:
    return library().overhead_bytes(options, curve)
