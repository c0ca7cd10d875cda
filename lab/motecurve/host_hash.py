"""The library's hash functions, called from Python."""

import ctypes
import functools

from motecurve import host
from motecurve.host import Status

CONTEXT_BYTES = 512  # more than any context


@functools.cache
def _library(word_bits: int) -> ctypes.CDLL:
    library = ctypes.CDLL(str(host.build(word_bits) / "libmotecurve.so"))
    library.mc_hash_find.restype = ctypes.c_void_p
    library.mc_hash_digest_bytes.restype = ctypes.c_size_t
    return library


def digest(name: str, message: bytes, word_bits: int = 64) -> bytes | None:
    """The digest by the hash function of that standard's name, such as SHA-256; None if the library has none."""
    library = _library(word_bits)
    function = ctypes.c_void_p(library.mc_hash_find(name.encode()))
    if not function:
        return None
    context = ctypes.create_string_buffer(CONTEXT_BYTES)
    out = ctypes.create_string_buffer(library.mc_hash_digest_bytes(function))
    library.mc_hash_begin(context, function)
    library.mc_hash_feed(context, message, ctypes.c_size_t(len(message)))
    library.mc_hash_finish(out, context)
    return out.raw


def kdf_x963(name: str, secret: bytes, count: int, info: bytes = b"", word_bits: int = 64) -> tuple[Status, bytes]:
    """Octets of a key by X9.63's KDF with that hash function."""
    library = _library(word_bits)
    out, size = ctypes.create_string_buffer(count), ctypes.c_size_t
    function = ctypes.c_void_p(library.mc_hash_find(name.encode()))
    status = library.mc_kdf_x963(out, size(count), function, secret, size(len(secret)), info, size(len(info)))
    return Status(status), out.raw
