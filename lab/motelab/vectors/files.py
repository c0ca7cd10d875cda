"""The kind of vectors in a file, found from its content; compressed by gzip or not."""

import gzip
import io
import json
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from motelab.common.errors import MotecurveError
from motelab.vectors import cavp_checks, known_answers, rfc_answers, wycheproof
from motelab.vectors.checks import Document, Malformed, faults_of

GZIP = b"\x1f\x8b"
BYTES_MAX = 1 << 24  # of an unpacked file; the largest published one has less than a fifth of it
DIGITS_MAX = 4000  # digits of a decimal number: Python reads a few more
# Member of the whole object -> reader.
READERS: dict[str, Callable[[Any, str], Document]] = {
    "testGroups": wycheproof.document,
    "curves": known_answers.document,
    "functions": rfc_answers.functions,
    "instances": rfc_answers.instances,
}
OURS = [member for member in READERS if member != "testGroups"]


def read(name: str) -> Document:
    """The cases of a file; MotecurveError with one line if it is no file of vectors."""
    try:
        with Path(name).open("rb") as stream:
            data = stream.read(BYTES_MAX + 1)
    except OSError as error:
        raise MotecurveError(f"cannot read {name}: {error.strerror}") from error
    return parse(data, name)


def parse(data: bytes, name: str) -> Document:
    """The cases of a file's bytes."""
    is_packed = data.startswith(GZIP)
    data = _unpacked(data, name) if is_packed else data
    if len(data) > BYTES_MAX:
        raise Malformed(f"{name} has more than {BYTES_MAX:,} bytes{' unpacked' if is_packed else ''}: too many")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Malformed(f"{name} is not text: byte {error.start} is not UTF-8") from error
    if not text.strip():
        raise Malformed(f"{name} is empty")
    with faults_of(name):
        return _json(text, name) if text.lstrip()[0] in "{" else cavp_checks.document(text, name)


def _unpacked(data: bytes, name: str) -> bytes:
    """The unpacked content of gzip, at most one byte more than BYTES_MAX."""
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as stream:
            return stream.read(BYTES_MAX + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise Malformed(f"{name} is damaged gzip: {error}") from error


def _json(text: str, name: str) -> Document:
    def integer(digits: str) -> int:
        if len(digits) > DIGITS_MAX:
            raise Malformed(f"{name} has a number of {len(digits)} digits, where none has more than {DIGITS_MAX}")
        return int(digits)

    try:
        content = json.loads(text, parse_int=integer)
    except (json.JSONDecodeError, RecursionError) as error:
        where = f"line {error.lineno}: {error.msg}" if isinstance(error, json.JSONDecodeError) else "nested too deep"
        raise Malformed(f"{name} is not JSON, {where}") from error
    for member, reader in READERS.items():
        if isinstance(content.get(member), list if member == "testGroups" else dict):
            return reader(content, name)
    raise Malformed(
        f"{name} is JSON with neither testGroups, as Wycheproof's files have, nor {' or '.join(OURS)}, as ours"
    )
