"""Secrets in memory of C, which is wiped when they are closed or deleted.

Python's own objects cannot be wiped: what `bytes(secret)` gives, or a program passes in as bytes, an int or PEM, stays
in memory until something else is written there."""

import hmac
from types import TracebackType
from typing import Any, Self

from motecurve.errors import MotecurveError
from motecurve.library import HashName, Library, Octets, count_of


class Secret:
    """Bytes that nobody should see. Neither `repr` nor an error tells them, `==` takes the same time wherever two
    differ, and they cannot be pickled. `bytes(secret)` is a copy, which Python cannot wipe. A `with` block, or `close`,
    ends the secret; so does its last reference."""

    __slots__ = ("_library", "_memory")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, library: Library, memory: Any) -> None:
        """Owns `memory`, bytes of C."""
        self._library, self._memory = library, memory

    @property
    def memory(self) -> Any:
        """The bytes in memory of C, for calls of the library; MotecurveError once they are wiped."""
        if self._memory is None:
            raise MotecurveError("this secret was closed, and is wiped")
        return self._memory

    def __len__(self) -> int:
        return len(self.memory)

    def __bytes__(self) -> bytes:
        return self._library.bytes(self.memory)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Secret):
            return NotImplemented
        mine, its = self._library.ffi.buffer(self.memory), other._library.ffi.buffer(other.memory)
        return hmac.compare_digest(mine, its)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {'closed' if self._memory is None else f'{len(self)} bytes'}>"

    def __reduce__(self) -> str:
        raise TypeError("a secret is not pickled or copied; bytes(secret) gives its bytes")

    def close(self) -> None:
        """Wipes the bytes."""
        if self._memory is not None:
            self._library.ffi.memmove(self._memory, bytes(len(self._memory)), len(self._memory))
            self._memory = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_memory", None) is not None:
            self.close()


class SharedSecret(Secret):
    """What two parties have agreed on: as many bytes as the curve's field elements. Derive keys from it, never use it
    as one."""

    __slots__ = ()

    def hkdf(self, count: int, *, salt: Octets = b"", info: Octets = b"", hash: HashName = "SHA-256") -> bytes:
        """`count` bytes by HKDF (RFC 5869). `salt` may be empty; `info` says what the bytes are for.

        Raises LengthError for a negative number, and for more than 255 digests."""
        library = self._library
        out = library.buffer(count_of(count, 255 * self._digest_bytes(hash)))
        given_salt, given_info = library.given(salt), library.given(info)
        parts = (given_salt, len(given_salt), self.memory, len(self), given_info, len(given_info))
        library.raw("hkdf", out, count, library.hash(hash), *parts)
        return library.bytes(out)

    def kdf_x963(self, count: int, *, info: Octets = b"", hash: HashName = "SHA-256") -> bytes:
        """`count` bytes by the key derivation function of ANSI X9.63 (SEC 1, 3.6.1).

        Raises LengthError for a negative number, and for more than 2^32 - 1 digests."""
        library = self._library
        out = library.buffer(count_of(count, 0xFFFF_FFFF * self._digest_bytes(hash)))
        given = library.given(info)
        library.raw("kdf_x963", out, count, library.hash(hash), self.memory, len(self), given, len(given))
        return library.bytes(out)

    def _digest_bytes(self, hash: HashName) -> int:
        return int(self._library.c.mc_hash_digest_bytes(self._library.hash(hash)))
