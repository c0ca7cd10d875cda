"""AES in counter mode and HMAC of the host library, on messages in pieces."""

import ctypes
from pathlib import Path

from motecurve.library.host import Status
from motecurve.library.host_hash import library

BLOCK_BYTES = 16
CONTEXT_BYTES = 1024  # more than any context of HMAC


class CounterMode:
    """AES with the counters 0, 1, ...; it encrypts and decrypts."""

    def __init__(self, key: bytes, word_bits: int = 64, path: Path | None = None):
        self._key = key
        self._counter = ctypes.create_string_buffer(BLOCK_BYTES)
        self._function = library(word_bits, path).mc_aes_ctr

    def apply(self, piece: bytes) -> bytes:
        """The next piece, of whole blocks unless it is the last."""
        out, size = ctypes.create_string_buffer(len(piece)), ctypes.c_size_t
        status = self._function(out, self._counter, piece, self._key, size(len(piece)), size(len(self._key)))
        if status != Status.OK:
            raise AssertionError(f"AES takes no key of {len(self._key)} bytes")
        return out.raw


class Hmac:
    """HMAC with the hash function of that standard's name."""

    def __init__(self, hash_name: str, key: bytes, word_bits: int = 64, path: Path | None = None):
        self._library = library(word_bits, path)
        function = ctypes.c_void_p(self._library.mc_hash_find(hash_name.encode()))
        self._context = ctypes.create_string_buffer(CONTEXT_BYTES)
        self._digest_bytes = self._library.mc_hash_digest_bytes(function)
        self._library.mc_hmac_begin(self._context, function, key, ctypes.c_size_t(len(key)))

    def feed(self, piece: bytes) -> None:
        self._library.mc_hmac_feed(self._context, piece, ctypes.c_size_t(len(piece)))

    def finish(self) -> bytes:
        """The whole tag, once."""
        out = ctypes.create_string_buffer(self._digest_bytes)
        self._library.mc_hmac_finish(out, self._context)
        return out.raw
