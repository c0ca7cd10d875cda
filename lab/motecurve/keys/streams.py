"""What commands read and write: files, or - for stdin and stdout. A file is replaced in one step or stays as it was;
one with a secret is for its owner alone."""

import os
import stat
import sys
import tempfile
from pathlib import Path

from motecurve.errors import MotecurveError

STREAM = "-"


def read(name: str, what: str) -> bytes:
    """All octets of a file; MotecurveError, which names `what` it is, if it cannot be read."""
    if name == STREAM:
        return sys.stdin.buffer.read()
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise MotecurveError(f"cannot read {what} {name}: {error.strerror}") from error


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


def write(name: str, data: bytes, is_secret: bool = False) -> None:
    """Writes a file, or stdout; MotecurveError if that is not possible."""
    if name == STREAM:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    path = Path(os.path.realpath(name))  # of a link, what it points to
    try:
        if path.exists() and not stat.S_ISREG(path.stat().st_mode):  # /dev/stdout and the like
            path.write_bytes(data)
        else:
            _replace(path, data, 0o600 if is_secret else 0o666 & ~_umask())
    except OSError as error:
        raise MotecurveError(f"cannot write {name}: {error.strerror}") from error


def _replace(path: Path, data: bytes, mode: int) -> None:
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # mode 0600
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fchmod(stream.fileno(), mode)
            os.fsync(stream.fileno())
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _umask() -> int:
    """The process's mask, which is read only by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
