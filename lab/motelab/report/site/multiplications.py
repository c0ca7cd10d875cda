"""Scalar multiplication on the page of algorithms: every algorithm, by board and curve."""

import dataclasses
from collections.abc import Iterable, Sequence
from itertools import groupby

from motelab.measure import identities
from motelab.measure.identities import member as label
from motelab.measure.records import Record, cost, identity
from motelab.report.site import figures, palette
from motelab.report.site.comparisons import Marks, comparison
from motelab.report.site.figures import Axis, Chart
from motelab.report.site.places import Point
from motelab.report.site.subjects import lines, ram_bytes
from motelab.subjects import security

OPERATION = "scalar-mult"
LEAST_MEMBERS = 5  # of a chart of multiplications on a curve
LINES = 8  # of a chart of time against tables: the fastest algorithms
NONE_PART = 0.3  # a point without tables stands at this part of the smallest other place
COMMAND = "./motecurve bench --board {} --op scalar-mult --algorithm all --curve {}"


@dataclasses.dataclass(frozen=True)
class Place:
    """A curve on a board: its charts."""

    board: str
    curve: str
    charts: Sequence[Chart]
    tables: Chart | None


def places(records: Iterable[Record], marks: Marks) -> list[Place]:
    """Every curve on every board with many multiplications and a time, the usual boards and curves first."""
    timed = (r for r in records if r["operation"] == OPERATION and r["profile"] == "fast" and r["curve"])
    found = identities.groups((r for r in timed if r["microseconds"] is not None), identities.CHOSEN)
    made = [place(members, marks) for members in found if len(members) >= LEAST_MEMBERS]
    return sorted(made, key=lambda one: (palette.number_of_board(one.board), palette.number_of(one.curve, 99)))


def place(members: Sequence[Record], marks: Marks) -> Place:
    """The charts of one curve on one board."""
    board, curve = members[0]["board"], members[0]["curve"]
    counted = [r for r in members if r["unit"] == "cycles"]
    charts = on_curve(board, curve, best_windows(counted), marks) if counted else []
    return Place(board, curve, charts, time_against_tables(board, curve, members))


def best_windows(members: Sequence[Record]) -> list[Record]:
    """Each algorithm, in each language, with its fastest window and choices."""
    return [min(alike, key=cost) for alike in identities.groups(members, ("window", "choices"))]


def on_curve(board: str, curve: str, records: Sequence[Record], marks: Marks) -> list[Chart]:
    """Cycles, flash and RAM of the algorithms."""
    views = (
        ("cycles", "cycles", cost, marks),
        ("flash", "bytes of flash", lambda record: record["flash_bytes"], None),
        ("RAM and stack", "bytes of RAM, stack included", ram_bytes, None),
    )
    command, where = COMMAND.format(board, curve), f"kP on {security.marked(curve)}, {board}"
    return [comparison(f"{where}: {name}", unit, records, value, command, of) for name, unit, value, of in views]


def time_against_tables(board: str, curve: str, members: Sequence[Record]) -> Chart | None:
    """Time of every multiplication by the fastest backend against the bytes of its tables: a line through the windows
    of each algorithm. Members without tables stand at the left edge."""
    alike = identities.groups(members, ("backend", "choices"))
    best = (min(one, key=lambda record: record["microseconds"]) for one in alike)
    records = sorted(best, key=lambda record: (record["algorithm"], record["window"] or 0, identity(record)))
    if len(records) < LEAST_MEMBERS:
        return None
    none = NONE_PART * min((table_bytes(r) for r in records if table_bytes(r)), default=1.0)
    of_algorithm = {name: list(of) for name, of in groupby(records, key=lambda record: record["algorithm"])}
    fastest = sorted(of_algorithm, key=lambda name: min(r["microseconds"] for r in of_algorithm[name]))
    series = {name: [tables_point(r, none) for r in of_algorithm[name]] for name in fastest[:LINES]}
    axes = (Axis("bytes of tables in RAM and flash", True), Axis("milliseconds", True))
    note = "Hollow: time varies with the scalar. The points at the left edge have no tables."
    note += f" Slower algorithms, {len(fastest) - LINES} of them, are left out." if len(fastest) > LINES else ""
    title = f"kP on {security.marked(curve)}, {board}: time against tables"
    return figures.points(title, series, axes, COMMAND.format(board, curve), note, joined=True)


def tables_point(record: Record, none: float) -> Point:
    """A multiplication by its tables; `none` is the place of those without."""
    words = (label(record), tables_in_words(record), *lines(record))
    return Point(table_bytes(record) or none, record["microseconds"] / 1000, words, not record["constant_time"])


def table_bytes(record: Record) -> int:
    """Bytes of tables in RAM and in flash."""
    return (record.get("ram_table_bytes") or 0) + (record.get("flash_table_bytes") or 0)


def tables_in_words(record: Record) -> str:
    size = table_bytes(record)
    return f"{size:,} B of tables" if size else "no tables"
