"""Hash functions by the names that files of vectors give them."""

import functools
import hashlib
import re
from collections.abc import Callable

from motecurve.vectors.checks import Unsupported

# Name without its hyphens -> hashlib's name. An extendable function gives as many octets as RFC 8692 says for ECDSA.
NAMES = {
    "SHA1": "sha1",
    "SHA224": "sha224",
    "SHA256": "sha256",
    "SHA384": "sha384",
    "SHA512": "sha512",
    "SHA512/224": "sha512_224",
    "SHA512/256": "sha512_256",
    "SHA3224": "sha3_224",
    "SHA3256": "sha3_256",
    "SHA3384": "sha3_384",
    "SHA3512": "sha3_512",
}
EXTENDABLE = {"SHAKE128": ("shake_128", 32), "SHAKE256": ("shake_256", 64)}


def _plain(name: str) -> str:
    """SHA-512/224 and the like, as NAMES has them."""
    plain = (
        name.upper().replace("SHA-512-2", "SHA-512/2").replace("SHA512_2", "SHA512/2").replace("SHA-512_2", "SHA512/2")
    )
    plain = re.sub(r"[-_ ]", "", plain)
    return re.sub(r"^SHA512\((\d+)\)$", r"SHA512/\1", plain)


@functools.cache
def function(name: str) -> Callable[[bytes], bytes]:
    """The hash function; Unsupported if it is none that is known."""
    plain = _plain(name)
    if plain in EXTENDABLE:
        spelt, size = EXTENDABLE[plain]
        return lambda message: hashlib.new(spelt, message).digest(size)
    if plain not in NAMES or NAMES[plain] not in hashlib.algorithms_available:
        raise Unsupported(f"hash {name}")
    return lambda message: hashlib.new(NAMES[plain], message).digest()


@functools.cache
def size(name: str) -> int:
    """Octets of a digest."""
    return len(function(name)(b""))
