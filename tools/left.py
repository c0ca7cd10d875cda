"""What tools/new.py left to write: lines with its mark."""

from pathlib import Path

from codegen.output import LEFT_TO_WRITE as MARK
from codegen.output import ROOT

FOLDERS = ("src", "docs", "lab", "codegen", "curves", "boards", "include", "tests", "bindings")  # of stubs
KINDS = (".c", ".h", ".py", ".toml", ".json", ".md")


def in_file(path: Path) -> list[str]:
    """The places of a file that are left, a line each: where, and what is to be written there."""
    lines = enumerate(path.read_text().splitlines(), 1)
    where = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
    return [f"{where}:{number}: {_wanted(line)}" for number, line in lines if MARK in line]


def _wanted(line: str) -> str:
    """What follows the mark, with the key of a header before it."""
    before, _, after = line.partition(MARK)
    return (before.strip(' /*#|"') + after.partition("|")[0]).removesuffix("*/").strip(' ",')


def complaints(paths: list[Path]) -> list[str]:
    """The places of all files in FOLDERS."""
    chosen = (path for path in paths if path.suffix in KINDS and path.relative_to(ROOT).parts[0] in FOLDERS)
    return [line for path in chosen for line in in_file(path)]
