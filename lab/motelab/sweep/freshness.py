"""Whether the committed store is of the sources of this checkout. It reads files and measures nothing."""

import functools
from pathlib import Path

from motelab import ROOT
from motelab.common.errors import MotecurveError
from motelab.common.files import digest
from motelab.sweep import store

# Everything that enters an image, its run or its known answers.
SOURCES = ("boards", "generated", "include", "simulators", "src")


@functools.cache
def sources(root: Path = ROOT) -> dict[str, str]:
    """Digest of the names and contents of all files of each folder of SOURCES."""
    return {name: folder_digest(root / name) for name in SOURCES}


def fingerprint() -> str:
    """One digest of all sources."""
    return digest(*sources().values())


def folder_digest(folder: Path) -> str:
    """Digest of the names and contents of a folder's files; caches of Python and hidden files are none of them."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    names = ((path, path.relative_to(folder)) for path in files)
    kept = [(path, name) for path, name in names if not any(map(is_no_source, name.parts))]
    return digest(*(part for path, name in kept for part in (name.as_posix(), path.read_bytes())))


def is_no_source(part: str) -> bool:
    """Whether a part of a path says so: a hidden file, a cache of Python."""
    return part.startswith(".") or part == "__pycache__"


def is_fresh(folder: Path = store.FOLDER) -> bool:
    """Whether a store is there and of these sources."""
    try:
        return store.contents(folder)["sources"] == sources()
    except MotecurveError:
        return False


def complaints(folder: Path = store.FOLDER) -> list[str]:
    """What is wrong with a store, a line each: the boards whose rows are stale, damaged or too few; none if all is
    well."""
    try:
        kept = store.contents(folder)
    except MotecurveError as error:
        return [str(error)]
    changed = [name for name, found in sources().items() if kept["sources"].get(name) != found]
    found = []
    for board, facts in kept["boards"].items():
        rows = facts["records"] + facts["left_out"]
        if not store.is_intact(board, folder):
            found.append(f"{store.parquet_file(board).name} is not the file that contents.json names")
        elif changed and rows:
            found.append(f"{rows:,} rows of {board} are stale: {', '.join(changed)} changed")
    return [f"{line}; renew it: {store.RENEW}" for line in found]
