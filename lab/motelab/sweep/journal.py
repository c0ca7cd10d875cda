"""The journal of a sweep: answers as they come, one a line, which a later run reads instead of measuring again.

A line is a checksum and an object in JSON. It is only ever appended. A line that a kill or a disk has damaged has
another checksum, and its row is measured again."""

import fcntl
import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from motelab.common.errors import MotecurveError

CHECKSUM_DIGITS = 32
Answer = dict[str, Any]


class Journal:
    """A file of answers by the command that repeats them; use it in a with statement to append. `damaged` counts the
    lines that cannot be used."""

    def __init__(self, path: Path):
        self.path = path
        self.damaged = 0
        self.answers = dict(self._read())

    def __enter__(self) -> "Journal":
        """Opens the file to append; MotecurveError if another sweep has done so."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.stream = self.path.open("ab")
        try:
            fcntl.flock(self.stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self.stream.close()
            raise MotecurveError("another sweep of these sources is running; wait for it, or stop it") from error
        self.damaged = 0
        self.answers = dict(self._read())  # as the other sweep has left it
        if self.damaged:
            self.stream.write(b"\n")  # a torn line at the end must not swallow the next one
        return self

    def __exit__(self, *exception) -> None:
        self.stream.close()

    def append(self, command: str, answer: Answer) -> None:
        """Keeps an answer; on disk when this returns."""
        text = json.dumps([command, answer]).encode()
        self.stream.write(checksum(text) + b" " + text + b"\n")
        self.stream.flush()
        os.fsync(self.stream.fileno())
        self.answers[command] = answer

    def _read(self) -> Iterator[tuple[str, Answer]]:
        """Command and answer of each sound line; counts the others."""
        for line in self.path.read_bytes().split(b"\n") if self.path.exists() else ():
            found, _, text = line.partition(b" ")
            if line and found == checksum(text):
                yield tuple(json.loads(text))
            elif line:
                self.damaged += 1


def checksum(text: bytes) -> bytes:
    return hashlib.sha256(text).hexdigest()[:CHECKSUM_DIGITS].encode()
