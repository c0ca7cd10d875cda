"""Where commands write: files, or - for stdout. A file is made or replaced in one step, or stays as it was; one with a
secret is for its owner alone; none that is an input, and no private key, is written over by accident."""

import contextlib
import errno
import fcntl
import os
import re
import stat
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from motelab.common.errors import MotecurveError
from motelab.keys import files
from motelab.keys.streams import SMALL_BYTES_MAX, STREAM

# Names of files that are not complete yet; each is locked for as long as the process that writes it lives.
PREFIX, SUFFIX = ".motecurve-", ".partial"
PARTIAL = re.compile(rf"{re.escape(PREFIX)}\w{{8}}{re.escape(SUFFIX)}")
WITHOUT_HARD_LINKS = (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS)


class Target:
    """The output of a command, made before the command does anything else: MotecurveError says what forbids it.

    An output that is one of `inputs` is refused always, whatever name it has. An existing file is refused if it
    `must_be_new`; else it is replaced unless it holds a private key, which only `is_forced` allows."""

    def __init__(
        self, name: str, inputs: Iterable[str | None] = (), must_be_new: bool = False, is_forced: bool = False
    ):
        self._name = name
        self._path = None if name == STREAM else Path(os.path.realpath(name))  # of a link, what it points to
        self._found = None if self._path is None else _status(self._path)
        if self._path is not None and self._path.parent.is_dir():
            remove_stale(self._path.parent)
        if self._found is not None and stat.S_ISREG(self._found.st_mode):
            self._refuse_inputs(inputs)
            if not is_forced:
                self._refuse_loss(must_be_new)

    def _refuse_inputs(self, inputs: Iterable[str | None]) -> None:
        for name in inputs:
            if name is not None and _is_same(_input_status(name), self._found):
                other = "stdin" if name == STREAM else name
                same = "an input of the command" if other == self._name else f"the same file as the input {other}"
                raise MotecurveError(f"{self._name} is {same}: write to another file")

    def _refuse_loss(self, must_be_new: bool) -> None:
        has_key = holds_private_key(self._path)
        if must_be_new:
            holds = " and holds a private key" if has_key else ""
            raise MotecurveError(f"{self._name} exists{holds}; --force replaces it")
        if has_key:
            raise MotecurveError(f"{self._name} holds a private key, which would be lost: write to another file")

    def write(self, data: bytes | Iterable[bytes], is_secret: bool = False) -> None:
        """Writes bytes, or pieces of them; MotecurveError if that is not possible."""
        pieces = (data,) if isinstance(data, bytes) else data
        try:
            if self._path is None:
                _write_pieces(sys.stdout.buffer, pieces)
            elif self._found is not None and not stat.S_ISREG(self._found.st_mode):  # /dev/stdout and the like
                with self._path.open("wb") as stream:
                    _write_pieces(stream, pieces)
            else:
                self._publish(pieces, 0o600 if is_secret else 0o666 & ~_umask())
        except BrokenPipeError:  # who reads has enough
            raise
        except OSError as error:
            where = "to stdout" if self._path is None else self._name
            raise MotecurveError(f"cannot write {where}: {error.strerror}") from error

    def _publish(self, pieces: Iterable[bytes], mode: int) -> None:
        """Writes a file that nobody else can read, and gives it its name when it is complete."""
        with partial(self._path.parent) as (stream, temporary):
            _write_pieces(stream, pieces)
            os.fchmod(stream.fileno(), mode)
            os.fsync(stream.fileno())
            now = _status(self._path)
            if not _is_same(now, self._found):  # what came or went meanwhile was not looked at
                raise MotecurveError(f"{self._name} was made or changed meanwhile; nothing is written")
            if now is None:
                self._link(temporary)
            else:
                os.replace(temporary, self._path)
        _sync_folder(self._path.parent)

    def _link(self, temporary: Path) -> None:
        """Names a file, but never in place of another."""
        try:
            os.link(temporary, self._path)
        except FileExistsError as error:
            raise MotecurveError(f"{self._name} was made meanwhile; nothing is written") from error
        except OSError as error:
            if error.errno not in WITHOUT_HARD_LINKS:
                raise
            os.close(os.open(self._path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            os.replace(temporary, self._path)


@contextlib.contextmanager
def partial(folder: Path) -> Iterator[tuple[BinaryIO, Path]]:
    """A new file of the folder, of mode 0600 and locked, and its name, which is gone at the end."""
    while True:
        handle, name = tempfile.mkstemp(dir=folder, prefix=PREFIX, suffix=SUFFIX)
        stream = os.fdopen(handle, "wb")
        with contextlib.suppress(OSError):  # where there are no locks, nothing is found stale either
            fcntl.flock(stream, fcntl.LOCK_EX)
        if os.fstat(handle).st_nlink:
            break
        stream.close()  # another process found it before it was locked, and removed it
    try:
        with stream:
            yield stream, Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


def remove_stale(folder: Path) -> None:
    """Removes what processes of this user left incomplete when they were killed, with a line on stderr for each."""
    with contextlib.suppress(OSError):  # what cannot be looked at stays
        for path in sorted(folder.iterdir()):
            if PARTIAL.fullmatch(path.name) and _removed(path):
                print(f"motecurve: removed {path}, which a run that was killed left incomplete", file=sys.stderr)


def _removed(path: Path) -> bool:
    """Removes the file unless it is another user's or a process that lives holds its lock."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return False
    try:
        status = os.fstat(handle)
        is_ours = stat.S_ISREG(status.st_mode) and status.st_uid == os.geteuid()
        if is_ours:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            path.unlink()
        return is_ours
    except OSError:
        return False
    finally:
        os.close(handle)


def holds_private_key(path: Path) -> bool:
    """Whether a file looks like a private key of any program, in PEM or DER; MotecurveError if it cannot be read."""
    try:
        with path.open("rb") as stream:
            data = stream.read(SMALL_BYTES_MAX)
    except OSError as error:
        raise MotecurveError(
            f"{path} cannot be read ({error.strerror}), and might hold a private key: write to another file"
        ) from error
    return files.is_private(data)


def _write_pieces(stream: BinaryIO, pieces: Iterable[bytes]) -> None:
    for piece in pieces:
        stream.write(piece)
    stream.flush()


def _status(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except OSError:  # none, or none that can be written: to be said when it is
        return None


def _input_status(name: str) -> os.stat_result | None:
    """Of a file, or of that which stdin is read from."""
    try:
        return os.fstat(sys.stdin.fileno()) if name == STREAM else os.stat(name)
    except (OSError, ValueError):
        return None


def _is_same(first: os.stat_result | None, second: os.stat_result | None) -> bool:
    """Whether both are one file, as it was, or none."""
    if first is None or second is None:
        return first is second
    return (first.st_dev, first.st_ino, first.st_mtime_ns) == (second.st_dev, second.st_ino, second.st_mtime_ns)


def _sync_folder(folder: Path) -> None:
    with contextlib.suppress(OSError):  # not every filesystem lets folders be synchronised
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _umask() -> int:
    """The process's mask, which is read only by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
