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


def stale(folder: Path = store.FOLDER) -> list[str]:
    """Boards whose rows are of other sources than these, a line each. Their figures may hold: few changes of sources
    change an image."""
    kept = store.contents(folder)
    changed = [name for name, found in sources().items() if kept["sources"].get(name) != found]
    counts = {board: facts["records"] + facts["left_out"] for board, facts in kept["boards"].items()}
    lines = (
        f"{rows:,} rows of {board} are stale: {', '.join(changed)} changed" for board, rows in counts.items() if rows
    )
    return [f"{line}; renew them: {store.RENEW}" for line in lines] if changed else []


def damaged(folder: Path = store.FOLDER) -> list[str]:
    """Files that are not those of contents.json, a line each; that it is missing or damaged itself."""
    try:
        kept = store.contents(folder)
    except MotecurveError as error:
        return [f"{error}; renew it: {store.RENEW}"]
    return [
        f"{store.parquet_file(board).name} is not the file that contents.json names; renew it: {store.RENEW}"
        for board, facts in kept["boards"].items()
        if facts["sha256"] != store.file_digest(board, folder)
    ]
