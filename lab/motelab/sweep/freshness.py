"""Whether rows of a store are of the sources of this checkout, row by row. It reads files; it compiles and measures
nothing, but asks the compilers' preprocessors which members a field can have (boards/conditions.py).

`renewed` alone compiles: most changes of a header leave most images as they were, and their rows need no
measurement."""

import functools
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from motelab import ROOT
from motelab.boards.image import Builder
from motelab.common.errors import DoesNotFit, MissingTool, MotecurveError
from motelab.common.files import digest
from motelab.measure import bench
from motelab.measure.bench import Request
from motelab.sweep import parts, store
from motelab.sweep.parts import Parts
from motelab.sweep.store import Row

# Everything that enters an image, its run or its known answers.
SOURCES = ("boards", "generated", "include", "simulators", "src")
DIGITS = 32  # of the digests that a row keeps
OWN = (parts.MEMBERS, parts.DEFINITIONS)
NAMED = 3  # changed files that a line names


@functools.cache
def fingerprint(root: Path = ROOT) -> str:
    """One digest of all sources."""
    return digest(*(folder_digest(root / name) for name in SOURCES))


def folder_digest(folder: Path) -> str:
    """Digest of the names and contents of a folder's files; caches of Python and hidden files are none of them."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    names = ((path, path.relative_to(folder)) for path in files)
    kept = [(path, name) for path, name in names if not any(map(is_no_source, name.parts))]
    return digest(*(part for path, name in kept for part in (name.as_posix(), path.read_bytes())))


def is_no_source(part: str) -> bool:
    """Whether a part of a path says so: a hidden file, a cache of Python."""
    return part.startswith(".") or part == "__pycache__"


def with_sources(row: Row, request: Request) -> Row:
    """The row with the sources of its image and the digests of its parts. Compiles what is not compiled yet;
    ImageFailed if that fails."""
    chosen = bench.select(request)
    listing = Builder(chosen).listing()
    return row | {"sources": listing, "sources_digest": digest_of(parts.of(chosen, listing))} | of_its_run(row, listing)


def of_its_run(row: Row, listing: str) -> Row:
    """The column with the digest of the parts beside the image."""
    return {"run_digest": digest_of(parts.of_run(bench.select(bench.request_of(row["command"])), listing))}


def renewed(row: Row, request: Request) -> Row | None:
    """A stale row as one of the present sources, if its image and everything beside the image are the same; None if it
    has to be measured. Builds the image; ImageFailed if that fails, but for a row that did not fit and fits no more."""
    if not row.get("run_digest"):
        return None
    try:
        outcome = Builder(bench.select(request)).build().sha256
    except DoesNotFit as error:
        outcome = str(error)
    if outcome != (row["reason"] or row["elf_sha256"]):
        return None
    made = with_sources(row, request)
    return made if made["run_digest"] == row["run_digest"] else None


def of_record(row: Row, request: Request) -> Row:
    """The row of a record that was measured otherwise, with its sources. Builds its image; MotecurveError if that is
    not the record's."""
    image = Builder(bench.select(request)).build()
    if image.sha256 != row["elf_sha256"]:
        renew = f"./motecurve records --board {request.board}"
        raise MotecurveError(f"the record of {row['command']} is of other sources; renew it: {renew}")
    return with_sources(row, request)


def digest_of(found: Parts) -> str:
    """The digest of all parts of a row."""
    return digest(*(text for part in sorted(found.items()) for text in part))[:DIGITS]


def parts_of(row: Row) -> Parts | None:
    """The parts of a row in this checkout; None if a member or a file of it is no more, or the row does not name its
    sources. MissingTool without the compiler of its board."""
    try:
        return parts.of(bench.select(bench.request_of(row["command"])), row["sources"]) if row["sources"] else None
    except MissingTool:
        raise
    except (MotecurveError, OSError):
        return None


def is_fresh(row: Row) -> bool:
    """Whether a row is of these sources; raises as `parts_of` does."""
    return row["sources_digest"] is not None and row["sources_digest"] == present_digest(row["command"], row["sources"])


@functools.cache
def present_digest(command: str, listing: str) -> str | None:
    """The digest that a row of a command and a listing has in this checkout; None if it cannot have one."""
    found = parts_of({"command": command, "sources": listing})
    return found and digest_of(found)


def shared(rows: Iterable[Row]) -> Parts:
    """The parts of rows that others can share: so that a later checkout can name those that have changed."""
    found: Parts = {}
    for row in rows:
        found |= parts_of(row) or {}
    return {name: found[name][:DIGITS] for name in sorted(found) if name not in OWN}


def stale(folder: Path = store.FOLDER) -> list[str]:
    """The boards with rows of other sources than these, a line each: how many, and what has changed."""
    kept = store.contents(folder)
    lines = (stale_rows(board, kept.get("parts", {}), folder) for board in kept["boards"])
    return [line for line in lines if line]


def stale_rows(board: str, kept: Parts, folder: Path) -> str | None:
    """A line if rows of a board are stale, or if that cannot be told."""
    rows = store.rows(board, folder)
    try:
        changes = [changed(row, kept) for row in rows if not is_fresh(row)]
    except MissingTool as error:
        return f"whether rows of {board} are stale is not known: {error}"
    if not changes:
        return None
    counts = Counter(name for names in changes for name in names)
    names = sorted(counts, key=lambda name: (-counts[name], name))
    others = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    why = f"{', '.join(names[:NAMED])}{others} changed"
    return f"{len(changes):,} of {len(rows):,} rows of {board} are stale: {why}; renew them: {store.RENEW}"


def changed(row: Row, kept: Parts) -> list[str]:
    """The parts of a stale row that are not as the store knew them."""
    if not row["sources"]:
        return ["the form of the store"]
    found = parts_of(row)
    if found is None:
        paths = (line.split()[0] for line in row["sources"].splitlines())
        return [path for path in dict.fromkeys(paths) if not (ROOT / path).exists()] or [parts.MEMBERS]
    others = [name for name, now in found.items() if name not in OWN and kept.get(name) != now[:DIGITS]]
    return others or [parts.MEMBERS]


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
