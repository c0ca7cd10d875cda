"""Reader of NIST CAVP response files (.rsp, and .txt of the same form)."""

import dataclasses
import re
from pathlib import Path

from motecurve.errors import MotecurveError

CURVE = re.compile(r"\[([PKB]-\d+)(?:,\s*(SHA-\d+))?\]")


@dataclasses.dataclass(frozen=True)
class Case:
    """One case: the curve of its section ("K-163"), the section's hash if it has one, values by key as text."""

    curve: str
    hash: str | None
    values: dict[str, str]

    def integer(self, key: str) -> int:
        """A hexadecimal value."""
        return int(self.values[key], 16)


def read(path: Path, key: str) -> list[Case]:
    """The cases of a file that have `key`: blocks of `key = value` lines between blank lines.

    Raises MotecurveError with the line for a line that is no comment, section or value."""
    cases: list[Case] = []
    curve, its_hash = "", None
    block: dict[str, str] = {}
    for number, line in enumerate([*path.read_text().splitlines(), ""], 1):
        line = line.strip()
        if line.startswith("#"):
            continue
        if "=" in line and not line.startswith("["):
            name, value = line.split("=", 1)
            block[name.strip()] = value.strip()
            continue
        if line and not (line.startswith("[") and line.endswith("]")):
            raise MotecurveError(f"{path}:{number}: {line!r} is no comment, no [section] and no key = value")
        if key in block:
            cases.append(Case(curve, its_hash, block))
        block = {}
        if section := CURVE.fullmatch(line):
            curve, its_hash = section.groups()
    return cases
