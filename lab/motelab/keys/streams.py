"""What commands read: files, or - for stdin. Keys, signatures and passphrases are small and read whole; messages are
read in pieces, however long they are."""

import codecs
import contextlib
import getpass
import io
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from motelab.common import plain
from motelab.common.errors import MotecurveError

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
    """The first line of a file, without its end and without the mark that some editors put before UTF-8; None without
    a file."""
    if name is None:
        return None
    line = read(name, "passphrase").removeprefix(codecs.BOM_UTF8).split(b"\n")[0].removesuffix(b"\r")
    if not line:
        raise MotecurveError(f"the passphrase, the first line of {name}, is empty")
    return line


def asked_passphrase(what: str, twice: bool = False) -> bytes | None:
    """A passphrase typed on the terminal, without echo; None where there is none that would show the question. A new
    one is asked for `twice`. MotecurveError if it is empty, or not twice the same."""
    if not (sys.stderr.isatty() and _has_terminal()):
        return None
    try:
        typed = getpass.getpass(f"Passphrase of {plain.text(what)}: ")
        again = getpass.getpass("The same again: ") if twice and typed else typed
    except EOFError:
        typed = again = ""
    if not typed:
        raise MotecurveError(f"the passphrase of {what} is empty")
    if typed != again:
        raise MotecurveError(f"two different passphrases of {what} were typed")
    return os.fsencode(typed)


def new_passphrase(name: str | None, is_asked: bool, option: str) -> bytes | None:
    """That which encrypts a key: of a file, or asked for; None without either. `option` is the one for a file."""
    if not is_asked:
        return passphrase(name)
    if name is not None:
        raise MotecurveError(f"--encrypt asks for the passphrase on the terminal; leave it out, or {option}")
    typed = asked_passphrase("the new key", twice=True)
    if typed is None:
        raise MotecurveError(f"there is no terminal to ask for the passphrase on: name its file with {option}")
    return typed


def _has_terminal() -> bool:
    """Whether the process has a terminal, whatever its streams are."""
    try:
        with open("/dev/tty", "rb"):
            return True
    except OSError:
        return False
