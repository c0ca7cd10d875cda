"""The files of the library that are compiled for a field, as cmake/library.cmake says, for builds of the lab's own."""

from pathlib import Path

from motecurve import ROOT, SOURCES

# Folders of other fields' tables, of what is compiled once, of what belongs to hosts or to images.
APART = {"data", "generator", "normal", "once", "firmware", "host", "single"}
KINDS = {"fb": "binary", "fp": "prime"}


def kind_of(path: Path) -> str | None:
    """binary or prime, if the file is for fields of that kind alone."""
    parts = path.relative_to(ROOT).parts[1:]
    return KINDS.get(parts[0]) or (parts[1] if parts[0] == "curve" and parts[1] in KINDS.values() else None)


def files(folder: str, field: str) -> list[Path]:
    """Files of <folder>/ that are compiled for a field, or for the order of a group."""
    kind = KINDS.get(field[:2], "prime")
    found = [path for tree in SOURCES for path in sorted((tree / folder).rglob("*.c"))]
    return [path for path in found if not APART & set(path.relative_to(ROOT).parts) and kind_of(path) in (None, kind)]


def named(name: str, field: str = "fb163") -> Path:
    """The file of that name of the field's arithmetic, such as sqr_spread."""
    return next(path for path in files(field[:2], field) if path.stem == name)
