"""The record behind a figure of a page, by the command that the page names.

Committed records come first: those of boards, of pairings, of the sweep. What none of these has is in
lab/motelab/data/pages, a store of the same form as the sweep's, which `tools/figures.py --measure` writes."""

import functools
from collections.abc import Iterable

from motelab import DATA
from motelab.boards import board as boards
from motelab.commands import bench as command_line
from motelab.common.errors import MotecurveError
from motelab.compare import committed, committed_implementations, committed_pairings
from motelab.measure import bench, catalogue
from motelab.measure.bench import Request
from motelab.measure.records import Record, identity
from motelab.sweep import freshness, store

FOLDER = DATA / "pages"
RENEW = "tools/figures.py --measure"


@functools.cache
def request_of(command: str) -> Request:
    """The one measurement that a command `bench ...` asks for; MotecurveError if there is none or another number."""
    with command_line.command.make_context("bench", command.split()[1:]) as context:
        asked = context.params
    found = catalogue.combined(
        asked["devices"], asked["operations"], asked["algorithm"], asked["windows"], asked["backend"] or "",
        asked["curves"], asked["profile"], asked["choices"], CONSTANT_TIME[asked["constant_time"]],
    )  # fmt: skip
    if len(found) != 1:
        raise MotecurveError(f"{command}: {len(found)} measurements; a figure has one")
    blinded = command_line.blinded(found, asked["blinding"])
    (request,) = command_line.protected(blinded, asked["protect"], asked["blinding"])
    return command_line.with_cases([request], asked["cases"])[0] if asked["cases"] else request


CONSTANT_TIME = {None: None, "ct": True, "var": False}


def record(command: str) -> Record:
    """The committed record of a command; MotecurveError if there is none."""
    found = of_others(command) if is_of_others(command) else [*elsewhere(command), *kept(command)]
    if not found:
        raise MotecurveError(f"no committed record answers `{command}`; measure it: {RENEW}")
    return {name: value for one in reversed(found) for name, value in one.items() if value is not None}


def is_of_others(command: str) -> bool:
    """Whether a command measures somebody else's code, whose records have files of their own."""
    return "--implementation" in command.split()


def of_others(command: str) -> list[Record]:
    """The committed record of somebody else's code, by the options that a command names."""
    words = command.split()[1:]
    asked = {
        name.removeprefix("--").replace("op", "operation"): value
        for name, value in zip(words[::2], words[1::2], strict=True)
    }
    known = committed_implementations.of(asked["implementation"])
    return [one for one in known if all(one[name] == value for name, value in asked.items())][:1]


def elsewhere(command: str) -> list[Record]:
    """The answers of records that are not of pages alone."""
    board, key = subject_of(command)
    return as_asked(command, [known[key] for known in (of_records(board), of_sweep(board)) if key in known])


def kept(command: str) -> list[Record]:
    """The answer that is of pages alone."""
    board, key = subject_of(command)
    return [known[key] for known in [of_pages(board)] if key in known]


def as_asked(command: str, found: Iterable[Record]) -> list[Record]:
    """The records with a mean only where the command asks for one by --cases: else it prints the median."""
    request = request_of(command)
    device = boards.load(request.board)
    return [bench.without_mean(one, device) if "mean" in one and not request.cases else one for one in found]


@functools.cache
def subject_of(command: str) -> tuple[str, str]:
    """The board of a command without its size of words, and what a record of it measured."""
    request = request_of(command)
    return request.board.partition(":")[0], key_of(bench.described(bench.select(request)))


def key_of(record: Record) -> str:
    """What a record measured, at which size of words."""
    return f"{identity(record)} {record['word_bits']}"


def by_key(records: Iterable[Record]) -> dict[str, Record]:
    return {key_of(one): one for one in records}


@functools.cache
def of_records(board: str) -> dict[str, Record]:
    """Committed records of a board, by what they measured."""
    return by_key([*committed_pairings.of(board), *committed.of(board)])


@functools.cache
def of_sweep(board: str) -> dict[str, Record]:
    """Those of the sweep."""
    return by_key(store.records(board))


@functools.cache
def of_pages(board: str) -> dict[str, Record]:
    """Those that pages alone name."""
    return by_key(store.records(board, folder=FOLDER)) if store.contents_file(FOLDER).exists() else {}


def measure(asked: dict[str, set[str]]) -> None:
    """Measures the commands whose committed records lack the fields that are asked for, and writes them to FOLDER,
    which holds these alone."""
    missing = {request_of(command) for command, fields in asked.items() if not is_recorded(command, fields)}
    requests = sorted(missing, key=bench.command_for)
    records = bench.measure(requests, counts=True)
    if wrong := [one for one in records if not one["verified"]]:
        raise MotecurveError(f"{len(wrong)} measurements of pages failed, first {wrong[0]['operation']}")
    rows = [
        freshness.with_sources(store.fitting(request, one), request)
        for request, one in zip(requests, records, strict=True)
    ]
    of_board = {row["board"]: [one for one in rows if one["board"] == row["board"]] for row in rows}
    for file in FOLDER.glob("*.parquet"):
        if file.stem not in of_board:
            file.unlink()
    for board, its_rows in of_board.items():
        store.write(board, its_rows, FOLDER)
    counts = {board: len(its_rows) for board, its_rows in of_board.items()}
    store.write_contents(freshness.shared(rows), counts, {}, FOLDER)
    of_pages.cache_clear()


def is_recorded(command: str, fields: Iterable[str]) -> bool:
    """Whether records that are not of pages alone have these fields of a command."""
    found = elsewhere(command)
    return bool(found) and all(any(one.get(field) is not None for one in found) for field in fields)
