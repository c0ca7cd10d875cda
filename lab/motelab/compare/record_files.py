"""Records to compare or to draw: from a file that `bench --format json` or `records` wrote, from a folder of such
files, or the committed records of a git revision."""

import json
import subprocess
from pathlib import Path

from motelab import ROOT
from motelab.common.errors import MotecurveError
from motelab.compare import committed
from motelab.measure.records import Record

SUFFIX = ".jsonl"  # suffix of a board's committed records; files of another library, or of omissions, have two
NEEDED = {"board", "field", "operation", "algorithm", "verified"}  # fields that records of old revisions have too


def read(name: str) -> list[Record]:
    """The records of a file, a folder or a revision; MotecurveError if it is none of them, or is damaged."""
    path = Path(name)
    if path.is_dir():
        files = sorted(file for file in path.glob(f"*{SUFFIX}") if is_of_board(file))
        return [record for file in files for record in parsed(file.read_text(), str(file))]
    return parsed(path.read_text(), name) if path.exists() else of_revision(name)


def of_checkout() -> list[Record]:
    """The committed records of the checkout."""
    return read(str(committed.FOLDER))


def is_of_board(path: Path) -> bool:
    """Whether its name says that it is a file of records of this library on a board."""
    return path.suffixes == [SUFFIX]


def of_revision(revision: str) -> list[Record]:
    """The committed records of all boards in a revision, wherever its tree keeps them."""
    commit = git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    if commit is None:
        raise MotecurveError(f"{revision} is no file of records, no folder of such, and no revision of this repository")
    listed = (git("ls-tree", "-r", "--name-only", commit.strip()) or "").splitlines()
    files = [name for name in listed if Path(name).parent.name == "records" and is_of_board(Path(name))]
    if not files:
        raise MotecurveError(f"revision {revision} has no committed records")
    texts = {name: git("show", f"{commit.strip()}:{name}") or "" for name in files}
    return [record for name, text in texts.items() for record in parsed(text, f"{name} of {revision}")]


def git(*words: str) -> str | None:
    """Output of git in the repository; None if it fails."""
    try:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
    except FileNotFoundError:
        return None
    return None if done.returncode else done.stdout


def parsed(text: str, what: str) -> list[Record]:
    """The records of a text: one JSON array, or one object a line."""
    try:
        found = json.loads(text) if text.lstrip().startswith("[") else [json.loads(row) for row in text.splitlines()]
    except ValueError as error:
        raise MotecurveError(f"{what} holds no records: {error}") from error
    if not all(isinstance(record, dict) and record.keys() >= NEEDED for record in found):
        raise MotecurveError(f"{what} holds no records, as bench --format json and records write them")
    return found
