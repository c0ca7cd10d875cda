"""The library's hash functions, called from Python."""

import ctypes
import functools
from pathlib import Path

from motecurve.common.errors import MotecurveError
from motecurve.library import host
from motecurve.library.host import Status

CONTEXT_BYTES = 512  # more than any context


@functools.cache
def library(word_bits: int, path: Path | None = None) -> ctypes.CDLL:
    """The host library, or another build of it, with the types of its hash functions."""
    library = ctypes.CDLL(str(path or host.build(word_bits) / "libmotecurve.so"))
    library.mc_hash_find.restype = ctypes.c_void_p
    library.mc_hash_digest_bytes.restype = ctypes.c_size_t
    return library


def digest(name: str, message: bytes, word_bits: int = 64) -> bytes | None:
    """The digest by the hash function of that standard's name, such as SHA-256; None if the library has none."""
    functions = library(word_bits)
    function = ctypes.c_void_p(functions.mc_hash_find(name.encode()))
    if not function:
        return None
    context = ctypes.create_string_buffer(CONTEXT_BYTES)
    out = ctypes.create_string_buffer(functions.mc_hash_digest_bytes(function))
    functions.mc_hash_begin(context, function)
    functions.mc_hash_feed(context, message, ctypes.c_size_t(len(message)))
    functions.mc_hash_finish(out, context)
    return out.raw


def _found(name: str, functions: ctypes.CDLL) -> ctypes.c_void_p:
    """The hash function of a name; MotecurveError if the library has none."""
    function = ctypes.c_void_p(functions.mc_hash_find(name.encode()))
    if not function:
        raise MotecurveError(f"no hash function {name!r}")
    return function


def kdf_x963(
    name: str, secret: bytes, count: int, info: bytes = b"", word_bits: int = 64, path: Path | None = None
) -> tuple[Status, bytes]:
    """Bytes of a key by X9.63's KDF with that hash function."""
    functions = library(word_bits, path)
    out, size, function = ctypes.create_string_buffer(count), ctypes.c_size_t, _found(name, functions)
    status = functions.mc_kdf_x963(out, size(count), function, secret, size(len(secret)), info, size(len(info)))
    return Status(status), out.raw


def hkdf(
    name: str, secret: bytes, count: int, info: bytes = b"", word_bits: int = 64, path: Path | None = None
) -> tuple[Status, bytes]:
    """The same by HKDF without a salt."""
    functions = library(word_bits, path)
    out, size, function = ctypes.create_string_buffer(count), ctypes.c_size_t, _found(name, functions)
    inputs = (None, size(0), secret, size(len(secret)), info, size(len(info)))
    status = functions.mc_hkdf(out, size(count), function, *inputs)
    return Status(status), out.raw
