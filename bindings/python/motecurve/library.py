"""The C library behind the package: the one that the wheel holds, or a shared library that is opened."""

import functools
import operator
import os
from collections.abc import Mapping, Sequence
from typing import Any, Literal, Self, TypeVar

from motecurve.errors import LengthError, MotecurveError, UnsupportedError, of_status

Octets = bytes | bytearray | memoryview
"""What bytes are taken from. Numbers, lists and text are a TypeError: `bytes` would make zeros of a number."""

HashName = Literal["SHA-1", "SHA-224", "SHA-256", "SHA-384", "SHA-512"]
"""The hash functions of the library. SHA-1 is broken for collisions: for old vectors and old peers only."""

_Value = TypeVar("_Value")
IDENTITY_BASED_STATUS = 48  # the first of motecurve/pairing/ibe.h


class Library:
    """A build of the C library. Most programs need none: functions take the one in the wheel for it.

    Calls release the global interpreter lock, and any number of threads may make them."""

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        """Opens the shared library at `path`, such as an installed libmotecurve.so; without a path, the one in the
        wheel. It must be of this package's version: its structures are taken to be as this version's headers say. Its
        random bytes pass through Python, those of the wheel's library do not.

        Raises OSError if it cannot be opened."""
        self._is_own = path is None
        if path is None:
            from motecurve import _native

            self.ffi, self.c = _native.ffi, _native.lib
            self.random: Any = self.ffi.addressof(self.c, "motecurve_random")
        else:
            from motecurve import _open

            self.ffi, self.c = _open.ffi, _open.ffi.dlopen(os.fspath(path))
            self.random = self.ffi.callback("int(void *, uint8_t *, size_t)", self._fill, error=1)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        if not self._is_own:
            raise TypeError("what belongs to a library that was opened is not pickled: keys have to_bytes and to_pem")
        return own, ()

    def _fill(self, _context: Any, out: Any, count: int) -> int:
        """The random source of a library that was opened. (The wheel's own draws from the system without Python.)"""
        self.ffi.memmove(out, os.urandom(count), count)
        return 0

    def object(self, name: str) -> Any:
        """The address of one of the library's objects, such as mc_ecies_xor."""
        if hasattr(self.c, "motecurve_object"):
            return self.c.motecurve_object(name.encode())
        return self.ffi.cast("void *", getattr(self.c, name))

    def hash(self, name: HashName) -> Any:
        """The mc_hash of that name; UnsupportedError if there is none."""
        found = None if "\0" in name else self.c.mc_hash_find(encoded(name))
        if not found:
            raise UnsupportedError(f"there is no hash function {name!r}; there is SHA-1, -224, -256, -384, -512")
        return found

    def buffer(self, count: int) -> Any:
        """So many zero bytes in memory of C."""
        return self.ffi.new("uint8_t[]", count)

    def bytes(self, buffer: Any, count: int | None = None) -> bytes:
        """The bytes in such memory, or the first of them."""
        return bytes(self.ffi.buffer(buffer, len(buffer) if count is None else count))

    def given(self, data: Any) -> Any:
        """Bytes as C reads them: memory of C itself, what lies in bytes or in a bytearray, in its place, or a copy of
        what a memoryview shows. TypeError if it holds no bytes.

        A memoryview in use must not be left to the garbage collector, which clears it first, and crashes then: an
        exception that is kept keeps the frames of its calls."""
        if isinstance(data, self.ffi.CData):
            return data
        if isinstance(data, bytes | bytearray):
            return self.ffi.from_buffer("uint8_t[]", data)
        return self.copied(data)

    def copied(self, data: Octets) -> Any:
        """A copy of bytes in memory of C. TypeError if it holds no bytes."""
        view = view_of(data)
        memory = self.buffer(view.nbytes)
        self.ffi.memmove(memory, view if view.c_contiguous else view.tobytes(), view.nbytes)
        return memory

    def call(self, name: str, outputs: Sequence[Any], inputs: Sequence[Any], *rest: Any) -> None:
        """mc_<name>(outputs, inputs, lengths of the inputs, rest); raises the exception of its status."""
        pointers = [self.given(data) for data in inputs]
        self.raw(name, *outputs, *pointers, *map(len, pointers), *rest)

    def raw(self, name: str, *arguments: Any) -> None:
        """mc_<name>(arguments); raises the exception of its status."""
        status = getattr(self.c, f"mc_{name}")(*arguments)
        if status:
            raise self.error(status)

    def error(self, status: int) -> MotecurveError:
        """The exception of a status other than MC_OK."""
        is_of_identities = status >= IDENTITY_BASED_STATUS
        text = self.c.mc_ibe_status_text(status) if is_of_identities else self.c.mc_status_text(status)
        return of_status(status, self.ffi.string(text).decode())

    def require(self, name: str, what: str) -> None:
        """UnsupportedError unless the library has the function mc_<name>, for builds may be without `what`."""
        if not hasattr(self.c, f"mc_{name}"):
            raise UnsupportedError(f"this build of the library has no {what}")


def encoded(name: str) -> bytes:
    """A name for C; one that is no text in UTF-8 becomes a name that nothing has."""
    return name.encode(errors="backslashreplace")


def view_of(data: Octets) -> memoryview:
    """The bytes of a bytes-like object in their place. TypeError for any other, such as a number or a list."""
    try:
        return memoryview(data)
    except TypeError:
        raise TypeError(f"bytes are needed, not {type(data).__name__}") from None


def octets_of(data: Octets) -> bytes:
    """The same as bytes, of bytes themselves without a copy."""
    return data if isinstance(data, bytes) else view_of(data).tobytes()


def count_of(count: int, most: int, what: str = "the number of bytes", least: int = 0) -> int:
    """A number that C takes as one without a sign. LengthError unless least <= count <= most; TypeError for what is
    no integer."""
    if not least <= operator.index(count) <= most:
        raise LengthError(f"{what} is {count}; it must be from {least} to {most}")
    return operator.index(count)


@functools.cache
def own() -> Library:
    """The library that the wheel holds."""
    return Library()


def choice(name: str, given: str, known: Mapping[str, _Value]) -> _Value:
    """What `known` has for a word; MotecurveError, which lists the words, for others."""
    if given not in known:
        raise MotecurveError(f"{name} is {given!r}; it must be one of {', '.join(known)}")
    return known[given]
