"""The committed store of the sweep: a Parquet file a board in data/sweep, and contents.json, which says what they hold.

A row is one measurement of the plan. If it fits its board, it has the fields of a record; if not, only those of the
request, and `reason` and `lacking_bytes`. SQL sees all rows as one table, `sweep`. Files of the same rows have the same
bytes."""

import hashlib
import json
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import duckdb

from motelab import DATA
from motelab.common.errors import MotecurveError
from motelab.common.files import write_atomically
from motelab.measure import bench
from motelab.measure.bench import Request
from motelab.measure.records import FIELDS, OF_OURS, PROVENANCE, Record, completed

Row = dict[str, Any]

FOLDER = DATA / "sweep"
TABLE = "sweep"
RENEW = "./motecurve sweep --commit"
TEXTS = (
    "board", "device", "profile", "curve", "field", "operation", "input", "algorithm", "backend", "kernel", "blinding",
    "constant_time_evidence", "nonce", "unit", "elf_sha256", "compiler", "flags", "simulator", "cycle_model",
)  # fmt: skip
REALS = (
    "microseconds", "energy_mj", "longest_step_ms", "doublings", "additions", "halvings", "frobenius_maps",
    "triplings", "quintuplings", "digit_density", "digit_density_theory",
)  # fmt: skip
OTHERS = {"constant_time": "BOOLEAN", "verified": "BOOLEAN", "choices": "MAP(VARCHAR, VARCHAR)"}
# Columns of the store beside those of records: the command that repeats the measurement, the curve that it names
# (records of a field name none), why it does not fit, and the bytes of memory that it would need beyond the board's.
BESIDE = {"command": "VARCHAR", "requested_curve": "VARCHAR", "reason": "VARCHAR", "lacking_bytes": "BIGINT"}
REQUESTED = ("board", "profile", "curve", "field", "operation", "algorithm", "window", "backend", "choices")
# Columns of the files that queries do not see: the list of the image's sources (boards/image.py), the digest of all
# parts of the row (parts.py), and that of the parts beside its image.
HIDDEN = {"sources": "VARCHAR", "sources_digest": "VARCHAR", "run_digest": "VARCHAR"}
TYPES = {
    name: OTHERS.get(name, "VARCHAR" if name in TEXTS else "DOUBLE" if name in REALS else "BIGINT")
    for name in FIELDS
    if name not in PROVENANCE  # all are of this library
} | BESIDE
KEPT = TYPES | HIDDEN
WRITE = "COPY (SELECT * FROM read_json(?, columns = {columns}, format = 'newline_delimited')) TO '{file}' ({options})"
PARQUET = "FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 19, ROW_GROUP_SIZE 100000"


def records(board: str | None = None, operation: str | None = None, folder: Path = FOLDER) -> list[Record]:
    """The committed records, in the order of the plan: of one board and one operation, or of all. MotecurveError for a
    damaged store."""
    require_intact(folder, board)
    return records_of(_rows(board, operation, folder))


def records_of(rows: Iterable[Row]) -> list[Record]:
    """The records of rows that fit their boards."""
    found = (row for row in rows if row["reason"] is None)
    return [completed({name: OF_OURS[name] if name in PROVENANCE else row[name] for name in FIELDS}) for row in found]


def left_out(board: str | None = None, operation: str | None = None, folder: Path = FOLDER) -> list[Row]:
    """The measurements that do not fit their board: the request, `reason`, `lacking_bytes` and the other columns of
    BESIDE."""
    require_intact(folder, board)
    found = (row for row in _rows(board, operation, folder) if row["reason"] is not None)
    return [{name: row[name] for name in (*REQUESTED, *BESIDE)} for row in found]


def rows(board: str, folder: Path = FOLDER) -> list[Row]:
    """All rows of a board, with every column, HIDDEN too; none if it has no file."""
    return _rows(board, None, folder)


def query(sql: str, folder: Path = FOLDER) -> list[Row]:
    """The answer to one SQL query over the table `sweep`, each row an object. The query reads the store alone, and no
    other file. MotecurveError, one line, if it is wrong, or if there is no store."""
    contents(folder)
    require_intact(folder)
    connection = _connection(folder)
    try:
        relation = connection.sql(sql)
        return [] if relation is None else _objects(relation)
    except duckdb.Error as error:
        raise MotecurveError(f"the query is wrong: {_first_line(error)}") from error


def fitting(request: Request, record: Record) -> Row:
    """The row of a record that answers a request."""
    return {**record, **asked(request), "reason": None, "lacking_bytes": None}


def unfit(request: Request, described: Record, reason: str, lacking_bytes: int | None) -> Row:
    """The row of a request that does not fit its board, given the record without figures."""
    return {**described, **asked(request), "reason": reason, "lacking_bytes": lacking_bytes}


def asked(request: Request) -> Row:
    """The columns that repeat a request."""
    return {"command": bench.command_for(request), "requested_curve": request.curve}


def write(board: str, rows: Iterable[Row], folder: Path = FOLDER) -> bool:
    """Writes the file of a board in one step; returns whether its bytes are new."""
    target = parquet_file(board, folder)
    with tempfile.TemporaryDirectory() as work:
        lines, made = Path(work) / "rows.jsonl", Path(work) / target.name
        kept = ({name: value for name, value in row.items() if name not in PROVENANCE} for row in rows)
        lines.write_text("".join(f"{json.dumps(row)}\n" for row in kept))
        with duckdb.connect(config={"threads": 1}) as connection:
            connection.execute(WRITE.format(columns=KEPT, file=made, options=PARQUET), [str(lines)])
        content = made.read_bytes()
    changed = not target.exists() or target.read_bytes() != content
    if changed:
        write_atomically(target, content)
    return changed


def contents(folder: Path = FOLDER) -> dict[str, Any]:
    """What contents.json says: `parts` (what rows depend on -> digest), `boards` (name -> counts of rows, tools, digest
    of the file). MotecurveError if there is none, or it is damaged."""
    file = contents_file(folder)
    try:
        return json.loads(file.read_text())
    except FileNotFoundError as error:
        raise MotecurveError(f"there is no store of a sweep; make it with {RENEW}") from error
    except ValueError as error:
        raise MotecurveError(f"{file.name} of the sweep is damaged ({error}); write it anew with {RENEW}") from error


def write_contents(
    parts: dict[str, str], planned: dict[str, int], seconds_a_row: dict[str, float], folder: Path = FOLDER
) -> None:
    """Writes contents.json for the files of the folder: digests of what the rows depend on, and for each board the
    number of rows that its plan has and the store has, the processor seconds that a row took, the tools that made them,
    and the digest of its file."""
    boards = {
        board: {
            "planned": count,
            **_counts(board, folder),
            "seconds_a_row": seconds_a_row.get(board),
            "sha256": file_digest(board, folder),
        }
        for board, count in sorted(planned.items())
    }
    text = json.dumps({"parts": parts, "duckdb": duckdb.__version__, "boards": boards}, indent=1)
    write_atomically(contents_file(folder), f"{text}\n")


def parquet_file(board: str, folder: Path = FOLDER) -> Path:
    """The file of a board's rows."""
    return folder / f"{board}.parquet"


def contents_file(folder: Path = FOLDER) -> Path:
    return folder / "contents.json"


def file_digest(board: str, folder: Path = FOLDER) -> str | None:
    """SHA-256 of a board's file; None if there is none."""
    path = parquet_file(board, folder)
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else None


def is_intact(board: str, folder: Path = FOLDER) -> bool:
    """Whether the file of a board is the one that contents.json names."""
    return contents(folder)["boards"].get(board, {}).get("sha256") == file_digest(board, folder)


def require_intact(folder: Path, board: str | None = None) -> None:
    """MotecurveError if the file of a board, or of any, is not the one that contents.json names; not if there is no
    store."""
    known = contents(folder)["boards"] if contents_file(folder).exists() else ()
    for name in known if board is None else {board}.intersection(known):
        if not is_intact(name, folder):
            raise MotecurveError(f"{parquet_file(name).name} of the sweep is damaged; renew it: {RENEW}")


def _counts(board: str, folder: Path) -> Row:
    """Rows of a board that fit and that do not; versions of its compiler and its simulator."""
    found = rows(board, folder)
    tools = {name: sorted({row[name] for row in found if row[name]}) for name in ("compiler", "simulator")}
    unfit = sum(row["reason"] is not None for row in found)
    return {"records": len(found) - unfit, "left_out": unfit, **tools}


def _rows(board: str | None, operation: str | None, folder: Path) -> list[Row]:
    """The rows of a board and an operation, or of all."""
    found = _connection(folder, board, hidden=True).execute(
        f"SELECT * FROM {TABLE} WHERE operation = coalesce(?, operation)", [operation]
    )
    return _objects(found)


def _connection(folder: Path, board: str | None = None, hidden: bool = False) -> duckdb.DuckDBPyConnection:
    """A connection whose one table is the store, of a board if given, with the columns of HIDDEN or without; empty
    without files. It cannot reach other files."""
    files = sorted(folder.glob("*.parquet") if board is None else filter(Path.exists, [parquet_file(board, folder)]))
    connection = duckdb.connect(config={"threads": 1})
    columns = ", ".join(f'"{name}" {kind}' for name, kind in KEPT.items())
    connection.execute(f"CREATE TABLE {TABLE} ({columns})")
    try:
        if files:
            connection.execute(f"INSERT INTO {TABLE} BY NAME SELECT * FROM read_parquet(?)", [list(map(str, files))])
    except duckdb.Error as error:
        raise MotecurveError(f"the store of the sweep is damaged ({_first_line(error)}); renew it: {RENEW}") from error
    for name in () if hidden else HIDDEN:
        connection.execute(f"ALTER TABLE {TABLE} DROP COLUMN {name}")
    connection.execute("SET enable_external_access = false; SET lock_configuration = true")
    return connection


def _objects(result: Any) -> list[Row]:
    """Rows of a result by names of columns."""
    names = [column[0] for column in result.description]
    return [dict(zip(names, values, strict=True)) for values in result.fetchall()]


def _first_line(error: duckdb.Error) -> str:
    return str(error).strip().splitlines()[0]
