"""Hash functions by the names in files of vectors: the library's, or Python's if it does not have one."""

import functools
import hashlib
import re
from collections.abc import Callable

from motelab.keys import model
from motelab.library import bindings, symmetric
from motelab.vectors.checks import Unsupported

OURS = {"SHA1": "SHA-1", "SHA224": "SHA-224", "SHA256": "SHA-256", "SHA384": "SHA-384", "SHA512": "SHA-512"}
# Name without its hyphens -> hashlib's name. An extendable function gives as many bytes as RFC 8692 says for ECDSA.
PYTHONS = {
    "SHA512/224": "sha512_224",
    "SHA512/256": "sha512_256",
    "SHA3224": "sha3_224",
    "SHA3256": "sha3_256",
    "SHA3384": "sha3_384",
    "SHA3512": "sha3_512",
}
EXTENDABLE = {"SHAKE128": ("shake_128", 32), "SHAKE256": ("shake_256", 64)}
# SHA-512/224, SHA-512(224), SHA512_224, SHA-512224 and the like.
TRUNCATED = re.compile(r"^SHA[-_ ]?512[-_/( ]?(224|256)\)?$")


@functools.cache
def function(name: str) -> Callable[[bytes], bytes]:
    """The hash function; Unsupported if the name is unknown."""
    upper = name.upper().strip()
    truncated = TRUNCATED.match(upper)
    plain = f"SHA512/{truncated[1]}" if truncated else re.sub(r"[-_ ]", "", upper)
    if plain in OURS:
        return functools.partial(symmetric.digest, bindings.library(model.WORD_BITS), OURS[plain])
    if plain in EXTENDABLE:
        spelt, octets = EXTENDABLE[plain]
        return lambda message: hashlib.new(spelt, message).digest(octets)
    if plain in PYTHONS and PYTHONS[plain] in hashlib.algorithms_available:
        return lambda message: hashlib.new(PYTHONS[plain], message).digest()
    raise Unsupported(f"hash {name}")


@functools.cache
def size(name: str) -> int:
    """Bytes of a digest."""
    return len(function(name)(b""))
