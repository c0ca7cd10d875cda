"""The files of the library that are compiled for a field, by the rules of cmake/library.cmake, for builds of the
lab's own."""

from pathlib import Path

from codegen.sources import APART, KINDS, kind_of
from motelab import ROOT, SOURCES


def files(folder: str, field: str) -> list[Path]:
    """Files of <folder>/ that are compiled for a field, or for the order of a group."""
    kind = KINDS.get(field[:2], "prime")
    found = [path for tree in SOURCES for path in sorted((tree / folder).rglob("*.c"))]
    return [p for p in found if set(APART).isdisjoint(p.relative_to(ROOT).parts) and kind_of(p) in (None, kind)]


def named(name: str, field: str = "fb163") -> Path:
    """The file of that name of the field's arithmetic, such as sqr_spread."""
    return next(path for path in files(field[:2], field) if path.stem == name)
