"""Everything on which a row of a sweep depends, part by part, without compiling or measuring.

A row's listing names the sources that its image was made of (boards/image.py). With these belong: the files that they
include; scripts of the linker; the simulator's sources; the board's values; the known answers; the members that the
image binds. Comments of C count nowhere. Lists of all members (LISTS) count by the declarations of the listed sources,
indexes of sources and members by the selection: so a new algorithm changes no row that does not take it."""

import dataclasses
import functools
import importlib
import json
import re
from collections.abc import Mapping
from pathlib import Path

from codegen.sources import Source
from motelab import ROOT
from motelab.boards import host_program, includes, sources
from motelab.boards.board import TIMING, Board
from motelab.boards.image import configuration
from motelab.boards.selection import Selection
from motelab.common.files import digest
from motelab.measure import bench
from motelab.measure.records import PROVENANCE, WAITS
from motelab.subjects import known_answers
from motelab.subjects.curves import Curve
from motelab.subjects.slots import SLOTS

# Generated headers with a line for every member or kernel. No source of an image names a macro of theirs.
LISTS = ("algorithms.h", "meta.h")
DECLARATION = re.compile(r"^\w[^;{}#]*?\b(?:EC|FB|FP)\((\w+)\)\([^;{}]*\);", re.M)
OF_C = (".c", ".h", ".S")
# Literals, which stay as they are; comments, joined lines and spaces, which become one space.
LEXICAL = re.compile(
    r"""(?P<literal>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')"""
    r"""|(?:/\*.*?\*/|//(?:\\\n|[^\n])*|\\\n|[ \t\f\v])+""",
    re.S,
)
# The parts that a row shares with no other one.
MEMBERS = "the choice of members"
DEFINITIONS = "the places of the image's symbols"
# Values of a board that no row depends on. Choices of members count by the members that an image binds.
BESIDE_ROWS = (
    "name", "folder", "curves", "compared", "versus", "choices", "operand_times", "recorded", "has_fast_simulator",
)  # fmt: skip
# Values that came later. They count where a board sets them, so that rows of other boards stay as they are.
OF_SOME_BOARDS = (*TIMING, "image_ram_bytes")
Parts = dict[str, str]  # name, most often a path from the root -> digest


def of(chosen: Selection, listing: str) -> Parts:
    """The parts of a row. OSError if a file that its image was made of is gone."""
    return of_image(chosen, listing) | of_run(chosen, listing)


def of_image(chosen: Selection, listing: str) -> Parts:
    """The parts that can change a row only by its image."""
    where = includes.folders(chosen.board)
    found = {name: file_digest(name) for name in files(listing, where) | scripts(chosen.board)}
    bound = definitions(listing, chosen.curve, where)
    return found | {DEFINITIONS: digest(json.dumps(bound, sort_keys=True))}


def of_run(chosen: Selection, listing: str) -> Parts:
    """The others: the same image may have other figures after a change of these."""
    board = chosen.board
    found = {name: file_digest(name) for name in simulator(board.simulator)}
    found[f"boards/{board.name}/board.toml"] = digest(json.dumps(values(board, chosen.profile), sort_keys=True))
    return found | answers(chosen) | {MEMBERS: digest(json.dumps(members(chosen, listing), sort_keys=True))}


def name_of(path: Path) -> str:
    """A file's path from the root, if it lies there."""
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)


@functools.cache
def file_digest(name: str) -> str:
    """Digest of a file's content, by its path from the root; of a file in C without comments and spaces, which change
    no image."""
    path = ROOT / name
    return digest(stripped(path.read_text()) if path.suffix in OF_C else path.read_bytes())


def stripped(text: str) -> str:
    """A text of C without comments and continued lines, with single spaces, and without empty lines."""
    kept = LEXICAL.sub(lambda found: found["literal"] or " ", text)
    return "".join(f"{line.strip()}\n" for line in kept.splitlines() if line.strip())


@functools.cache
def listed(listing: str) -> tuple[Source, ...]:
    """The sources of a listing: path, field, window if it has one."""
    lines = (line.split() for line in listing.splitlines())
    return tuple(Source(ROOT / path, field, *map(int, window)) for path, field, *window in lines)


@functools.cache
def files(listing: str, where: tuple[Path, ...]) -> frozenset[str]:
    """The sources of a listing and all that they include, but LISTS."""
    return frozenset().union(*(included(source.path, source.field, where) for source in listed(listing)))


@functools.cache
def included(path: Path, field: str, where: tuple[Path, ...]) -> frozenset[str]:
    """A source and all that it includes, but LISTS."""
    return frozenset(name_of(one) for one in includes.closure(path, field, where) if one.name not in LISTS)


@functools.cache
def scripts(board: Board) -> frozenset[str]:
    """The linker's scripts beside the board and its platform."""
    return frozenset(name_of(path) for folder in (board.folder, board.platform_folder) for path in folder.glob("*.ld"))


@functools.cache
def simulator(name: str) -> frozenset[str]:
    """The sources of a simulator of boards."""
    folders = importlib.import_module(f"motelab.boards.{name}").SOURCES
    return frozenset(map(name_of, host_program.sources(folders)))


@functools.cache
def values(board: Board, profile: str) -> dict[str, object]:
    """The values of a board that enter its images of a profile, their runs or their records, and the sources that every
    image holds."""
    found = dataclasses.asdict(board)
    found["compiler"]["profiles"] = found["compiler"]["profiles"][profile]
    idle = {name for name in OF_SOME_BOARDS if not found[name]}
    own = {name: value for name, value in found.items() if name not in BESIDE_ROWS and name not in idle}
    return own | {"sources": sorted(path.name for path in board.platform_folder.glob("*.[cS]"))}


def answers(chosen: Selection) -> Parts:
    """The known answers of the measured operation."""
    operation = chosen.operation
    subject = chosen.curve.name if operation.on_curve else chosen.curve.field
    return answers_digest(subject, operation.answers or operation.name)


@functools.cache
def answers_digest(subject: str, operation: str) -> Parts:
    cases = dataclasses.asdict(known_answers.load(subject, operation))
    return {f"{name_of(known_answers.FOLDER)}/{subject}.json ({operation})": digest(json.dumps(cases))}


def members(chosen: Selection, listing: str) -> list[object]:
    """The record without figures; the macros of the image's configuration. Of those that bind members count only
    those of slots that take part or whose function the image holds."""
    binding = {"MC_" + slot.upper().replace("-", "_"): slot for slot in SLOTS}
    used, held = {*chosen.used_slots, "coordinates"}, symbols(listing)
    macros = {
        name: value
        for name, value in configuration(chosen).items()
        if name not in binding or binding[name] in used or value in held
    }
    operation = [*map(list, chosen.operation.defines), chosen.member.function, chosen.operation.step]
    record = {name: value for name, value in bench.described(chosen).items() if name not in (*PROVENANCE, WAITS)}
    return [record, bench.table_bytes(chosen), macros, operation]


@functools.cache
def symbols(listing: str) -> frozenset[str]:
    """The symbols that the listed sources may define, without mc_<field>_."""
    return frozenset(
        symbol.removeprefix(f"mc_{source.field}_")
        for source in listed(listing)
        for symbol in sources.defined_by(name_of(source.path), source.field)
    )


@functools.cache
def definitions(listing: str, curve: Curve, where: tuple[Path, ...]) -> list[object]:
    """Which sources come before the listed ones in the search for their symbols, and the declarations of these symbols
    in LISTS."""
    read = {path for source in listed(listing) for path in includes.closure(source.path, source.field, where)}
    lists = [declared(path) for path in sorted(read) if path.name in LISTS]
    own = [[found[name] for name in sorted(symbols(listing) & found.keys())] for found in lists]
    return [[[str(source), *preceding(source, curve)] for source in listed(listing)], own]


@functools.cache
def preceding(source: Source, curve: Curve) -> list[str]:
    """The sources that come before this one in the search for a symbol that it defines."""
    found = set()
    for symbol in sources.defined_by(name_of(source.path), source.field):
        for other in sources.defining(symbol, curve):
            if other.path == source.path:
                break
            found.add(f"{symbol} {name_of(other.path)}")
    return sorted(found)


@functools.cache
def declared(path: Path) -> Mapping[str, str]:
    """Name without its field -> declaration, of a file of LISTS."""
    return {found[1]: found[0] for found in DECLARATION.finditer(path.read_text())}
