"""Reader of NIST CAVP response files (.rsp, .txt, .fax)."""

import dataclasses
import re
from pathlib import Path

from motelab.vectors.checks import Malformed

# [P-192], [P-192,SHA-1], [P-224, SHA-512/224], [EA - SHA1]; other sections, with blanks in their names, are remarks.
SECTION = re.compile(r"\[([A-Za-z][\w-]*?)\s*(?:(?:,|\s-)\s*([\w/() -]+?)\s*)?\]")
SECTION_LENGTH_MAX = 200  # longer ones are remarks
# Files of key agreement name a set of parameters first, and its curve in the next section.
CURVE_OF_SET = re.compile(r"\[Curve selected:\s*(\S+?)\s*\]")

# A remark whose end is missing in some files.
OPEN_REMARK = re.compile(r"\[SHA\(s\) supported")


@dataclasses.dataclass(frozen=True)
class Case:
    """One case: the curve of its section ("K-163"; empty without one), the section's hash if it has one, values by
    key as text, and the line where it begins."""

    curve: str
    hash: str | None
    values: dict[str, str]
    place: str = ""

    def integer(self, key: str) -> int:
        """A hexadecimal value."""
        return int.from_bytes(self.octets(key), "big")

    def octets(self, key: str) -> bytes:
        """A hexadecimal value with its leading zeros."""
        text = self.values[key]
        if not re.fullmatch(r"[0-9A-Fa-f]*", text):
            raise Malformed(f"{self.place}: {key} is not hexadecimal")
        return bytes.fromhex("0" * (len(text) % 2) + text)


class Reader:
    """The cases of a file so far."""

    def __init__(self, name: str):
        self.name = name
        self.cases: list[Case] = []
        self.comments: list[str] = []
        self._curve, self._hash, self._curves_of_sets = "", None, {}
        self._block: dict[str, str] = {}
        self._first = 0

    def line(self, number: int, line: str) -> None:
        """One line: a comment, a section, key = value, or the end of a block."""
        if line.startswith("#"):
            self.comments.append(line)
        elif line.startswith("[") and (line.endswith("]") or OPEN_REMARK.match(line)):
            self.end()
            self._section(line)
        elif "=" in line:
            key, value = (part.strip() for part in line.split("=", 1))
            if key in self._block:  # blocks with no blank line between them
                self.end()
            self._first = self._first if self._block else number
            self._block[key] = value
        elif line:
            raise Malformed(f"{self.name}:{number}: {line[:60]!r} is no comment, no [section] and no key = value")
        else:
            self.end()

    def end(self) -> None:
        """The end of a block."""
        if self._block:
            self.cases.append(Case(self._curve, self._hash, self._block, f"{self.name}:{self._first}"))
        self._block = {}

    def _section(self, line: str) -> None:
        if len(line) > SECTION_LENGTH_MAX:
            return
        if selected := CURVE_OF_SET.fullmatch(line):
            self._curves_of_sets[self._curve] = selected[1]
        elif section := SECTION.fullmatch(line):
            self._curve, self._hash = self._curves_of_sets.get(section[1], section[1]), section[2]


def parse(text: str, name: str) -> Reader:
    """The cases of a file: blocks of `key = value` lines between blank lines. Malformed, with the line, for a line
    that is no comment, section or value."""
    reader = Reader(name)
    for number, line in enumerate(text.splitlines(), 1):
        reader.line(number, line.strip())
    reader.end()
    return reader


def read(path: Path, key: str) -> list[Case]:
    """The cases of a file that have `key`."""
    return [case for case in parse(path.read_text(), str(path)).cases if key in case.values]
