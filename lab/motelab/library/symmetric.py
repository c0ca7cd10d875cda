"""Hash functions, HMAC and AES of the C library, which the package motecurve does not call, for Python has them."""

from motecurve import HashName, Library, UnsupportedError
from motelab.common.errors import MotecurveError

BLOCK_BYTES = 16


def digest(library: Library, hash_name: HashName, message: bytes) -> bytes:
    """By the hash function of that standard's name, such as SHA-256."""
    function, context = library.hash(hash_name), library.ffi.new("mc_hash_context *")
    out = library.buffer(library.c.mc_hash_digest_bytes(function))
    library.c.mc_hash_begin(context, function)
    library.c.mc_hash_feed(context, message, len(message))
    library.c.mc_hash_finish(out, context)
    return library.bytes(out)


def kdf_x963(library: Library, hash_name: HashName, secret: bytes, count: int) -> bytes:
    """So many bytes of ANSI X9.63's key derivation function, of any secret. MotecurveError for no hash function."""
    try:
        function = library.hash(hash_name)
    except UnsupportedError as error:
        raise MotecurveError(f"no hash function {hash_name!r}") from error
    out = library.buffer(count)
    library.raw("kdf_x963", out, count, function, secret, len(secret), b"", 0)
    return library.bytes(out)


class CounterMode:
    """AES with the counters 0, 1, ...; it encrypts and decrypts."""

    def __init__(self, library: Library, key: bytes):
        self._library, self._key, self._counter = library, key, library.buffer(BLOCK_BYTES)

    def apply(self, piece: bytes) -> bytes:
        """The next piece, of whole blocks unless it is the last."""
        out = self._library.buffer(len(piece))
        given = self._library.given(piece)
        self._library.raw("aes_ctr", out, self._counter, given, self._key, len(piece), len(self._key))
        return self._library.bytes(out)


class Hmac:
    """HMAC with the hash function of that standard's name."""

    def __init__(self, library: Library, hash_name: HashName, key: bytes):
        self._library, hash_function = library, library.hash(hash_name)
        self._tag = library.buffer(library.c.mc_hash_digest_bytes(hash_function))
        self._context = library.ffi.new("mc_hmac_context *")
        library.c.mc_hmac_begin(self._context, hash_function, key, len(key))

    def feed(self, piece: bytes) -> None:
        self._library.c.mc_hmac_feed(self._context, self._library.given(piece), len(piece))

    def finish(self) -> bytes:
        """The whole tag, once."""
        self._library.c.mc_hmac_finish(self._tag, self._context)
        return self._library.bytes(self._tag)
