"""Committed records of `./motecurve parallel`: data/parallel/<kind>.jsonl, one record a line, with the command that
measured it and the date. Kinds: modmul, predict, scalar-mult, scalar-statistics."""

import datetime
import json
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from motelab import DATA
from motelab.common.errors import MotecurveError
from motelab.common.files import write_atomically

Row = dict[str, Any]

FOLDER = DATA / "parallel"
COMMANDS = {"scalar-statistics": "scalar-mult"}  # of kinds that are not named as the command that measures them
# The fields that say what was measured, and in which conditions; of two rows in which they agree, the newer counts.
KEY = (
    "curve", "method", "input", "algorithm", "threads", "engine", "bits", "operation", "scenario", "runs", "split",
    "governor", "topology", "wait_milliseconds", "squaring", "window", "field_threads",
)  # fmt: skip


def file_of(kind: str, folder: Path | None = None) -> Path:
    """The file of a kind's records."""
    return (folder or FOLDER) / f"{kind}.jsonl"


def rows(kind: str, folder: Path | None = None) -> list[Row]:
    """The committed records of a kind, in the order of the file; none without a file. MotecurveError if a line of it
    is damaged."""
    path = file_of(kind, folder)
    found = []
    for number, line in enumerate(path.read_text().splitlines() if path.exists() else (), 1):
        try:
            found.append(json.loads(line))
        except ValueError as error:
            raise MotecurveError(f"line {number} of {path.name} is no record; measure again with --commit") from error
    return found


def write(kind: str, rows: Sequence[Row], folder: Path | None = None) -> None:
    """Replaces the committed records of a kind, in one step."""
    write_atomically(file_of(kind, folder), "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows))


def commit(kind: str, measured: Sequence[Row], arguments: Sequence[str], folder: Path | None = None) -> int:
    """Adds measured records, with the command of these arguments and today's date; each replaces the committed one of
    the same key. Returns how many were replaced."""
    command = shlex.join(("./motecurve", "parallel", COMMANDS.get(kind, kind), *arguments))
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    kept = {key_of(row): row for row in rows(kind, folder)}
    fresh = {key_of(row): {**row, "command": command, "date": today} for row in measured}
    write(kind, list((kept | fresh).values()), folder)
    return len(kept.keys() & fresh.keys())


def key_of(row: Row) -> tuple[Any, ...]:
    """The values of KEY in a row; None for a field that it does not have."""
    return tuple(row.get(name) for name in KEY)
