"""The file of a campaign: its question, then a line for each fault as it is answered. It is only ever appended to, and
a line that a kill has cut short is answered again."""

import fcntl
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from motelab.common.errors import MotecurveError
from motelab.faults.classes import Outcome

Question = dict[str, Any]


class Journal:
    """A file of outcomes by the numbers of their faults; use it in a with statement to append. MotecurveError for a
    file that answers another question, or is no such file."""

    def __init__(self, path: Path, question: Question):
        self.path, self.question = path, question
        self.outcomes: dict[int, Outcome] = {}
        self._read()

    def _read(self) -> None:
        lines = self.path.read_bytes().split(b"\n") if self.path.exists() else []
        if lines and lines[0]:
            self._require_same(lines[0])
        for line in lines[1:]:
            try:
                number, kind, pc, attack = json.loads(line)
            except ValueError:
                continue
            self.outcomes[number] = Outcome(kind, pc, attack)

    def _require_same(self, line: bytes) -> None:
        try:
            found = json.loads(line)
        except ValueError:
            found = None
        if not isinstance(found, dict) or found.keys() != self.question.keys():
            raise MotecurveError(f"{self.path} is no file of faults; name another one with --output")
        other = [name for name, value in self.question.items() if found[name] != value]
        if other:
            what = "another image, input or simulator" if other == ["key"] else f"another {other[0]}"
            raise MotecurveError(f"{self.path} has faults of {what}; name another file with --output, or remove it")

    def __enter__(self) -> "Journal":
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.stream = self.path.open("ab")
        try:
            fcntl.flock(self.stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self.stream.close()
            raise MotecurveError(f"another run writes {self.path}; wait for it, or name another file") from error
        self._read()  # as another run has left it
        if self.stream.tell() == 0:
            self._write([json.dumps(self.question)])
        elif not self.path.read_bytes().endswith(b"\n"):
            self._write([""])  # after a line that was cut short
        return self

    def __exit__(self, *exception) -> None:
        self.stream.close()

    def append(self, outcomes: Iterable[tuple[int, Outcome]]) -> None:
        """Keeps outcomes by their numbers."""
        kept = dict(outcomes)
        self._write(json.dumps([number, o.kind, o.pc, o.attack]) for number, o in kept.items())
        self.outcomes |= kept

    def _write(self, lines: Iterable[str]) -> None:
        self.stream.write("".join(f"{line}\n" for line in lines).encode())
        self.stream.flush()
