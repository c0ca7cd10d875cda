"""Digests of messages, by hashlib."""

import hashlib

from motecurve.library import HashName, Octets, choice

_FUNCTIONS = {
    "SHA-1": hashlib.sha1,
    "SHA-224": hashlib.sha224,
    "SHA-256": hashlib.sha256,
    "SHA-384": hashlib.sha384,
    "SHA-512": hashlib.sha512,
}


def digest(message: Octets, hash: HashName) -> bytes:
    """The digest of a message. Raises MotecurveError for a name that is none."""
    return choice("hash", hash, _FUNCTIONS)(message).digest()
