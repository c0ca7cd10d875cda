"""What commands read: files, or - for stdin. Keys, signatures and passphrases are small and read whole; messages are
read in pieces, however long they are."""

import contextlib
import io
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from motecurve.common.errors import MotecurveError

STREAM = "-"
SMALL_BYTES_MAX = 1 << 20  # of a key, a signature or a passphrase: a thousand times what any has
PIECE_BYTES = 1 << 18
# What is held in memory of a message that must be read twice, or whose length must be known before it is read.
WHOLE_BYTES_MAX = 1 << 26


def read(name: str, what: str) -> bytes:
    """All bytes of a small file; MotecurveError, which names `what` it is, if it cannot be read or is not small."""
    with opened(name, what) as stream, readable(name, what):
        data = stream.read(SMALL_BYTES_MAX + 1)
    if len(data) > SMALL_BYTES_MAX:
        raise MotecurveError(f"{what} {name} has more than {SMALL_BYTES_MAX:,} bytes, and so is none")
    return data


@contextlib.contextmanager
def opened(name: str, what: str) -> Iterator[BinaryIO]:
    """The stream of a file; that of stdin stays open."""
    if name == STREAM:
        yield sys.stdin.buffer
        return
    with contextlib.ExitStack() as stack:
        with readable(name, what):
            stream = stack.enter_context(Path(name).open("rb"))
        yield stream


@contextlib.contextmanager
def readable(name: str, what: str) -> Iterator[None]:
    """Makes an error of the system a MotecurveError, which names `what` the file is."""
    try:
        yield
    except OSError as error:
        raise MotecurveError(f"cannot read {what} {name}: {error.strerror}") from error


class Message:
    """A file that is signed, verified, encrypted or decrypted. Iteration gives it in pieces of PIECE_BYTES bytes, the
    last shorter; that of a pipe is possible once."""

    def __init__(self, name: str):
        self.name = name
        self._what = "the file"

    def __iter__(self) -> Iterator[bytes]:
        with opened(self.name, self._what) as stream, readable(self.name, self._what):
            while piece := stream.read(PIECE_BYTES):
                yield piece

    @contextlib.contextmanager
    def whole_or_sized(self) -> Iterator[bytes | tuple[BinaryIO, int]]:
        """All bytes, or of a longer file the stream, at its beginning, and the number of bytes. MotecurveError for
        what is longer and no file, such as a pipe."""
        with opened(self.name, self._what) as stream:
            size = _size(stream)
            if size is not None and size > WHOLE_BYTES_MAX:
                yield stream, size
                return
            with readable(self.name, self._what):
                data = stream.read(WHOLE_BYTES_MAX + 1)
            if len(data) > WHOLE_BYTES_MAX:
                raise MotecurveError(
                    f"the message has more than {WHOLE_BYTES_MAX:,} bytes and is no file, which EdDSA could read "
                    "twice: name a file, or take --prehash"
                )
            yield data


def _size(stream: BinaryIO) -> int | None:
    """Bytes of a regular file; None of all else."""
    try:
        status = os.fstat(stream.fileno())
    except io.UnsupportedOperation:
        return None
    return status.st_size - stream.tell() if stat.S_ISREG(status.st_mode) else None


def refuse_two_streams(*names: str) -> None:
    """MotecurveError if more than one of the inputs is stdin."""
    if names.count(STREAM) > 1:
        raise MotecurveError("only one of the inputs can be -, which is stdin")


def passphrase(name: str | None) -> bytes | None:
    """The first line of a file, without its end; None without a file."""
    if name is None:
        return None
    line = read(name, "passphrase").split(b"\n")[0].removesuffix(b"\r")
    if not line:
        raise MotecurveError(f"the passphrase, the first line of {name}, is empty")
    return line
