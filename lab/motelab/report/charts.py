"""Which charts the report shows: every operation by algorithm, memory accesses beside their formulas, sizes."""

import dataclasses
from collections.abc import Callable, Iterable
from itertools import groupby

from motelab.compare.goals import GOALS
from motelab.compare.published import PEERS
from motelab.measure.bench import Request, command_for
from motelab.measure.records import Record
from motelab.report.overview import Overview
from motelab.report.plots import Bar, Group, bars
from motelab.report.scatter import Line, scatter
from motelab.report.tables import Row
from motelab.subjects import security

DRAWN_UP_TO = 8  # times the shortest bar; longer ones are named below the chart

LEAST_MEMBERS = 5  # of a plot
TABLE_UNITS = ("bytes of tables in RAM and flash", "milliseconds")

Measurements = list[tuple[Request, Record]]
Marks = dict[str, float]


@dataclasses.dataclass(frozen=True)
class Chart:
    """An SVG element, its subject, its omissions, and the command that gives its figures."""

    title: str
    svg: str
    left_out: str
    command: str


def label(record: Record) -> str:
    """An algorithm as charts name it, with its window."""
    return record["algorithm"] + ("" if record["window"] is None else f", w={record['window']}")


def chosen(overview: Overview, operation: str, curve: str | None = None) -> Measurements:
    """Records of one operation with the board's own choices, on one curve if it is on curves, by algorithm: one of
    each label and backend. A request without an algorithm was also made by name."""
    found = {
        (label(record), record["backend"] != "c"): (request, record)
        for request, record in sorted(overview.records.items(), key=lambda pair: bool(pair[0].algorithm))
        if record["operation"] == operation
        and record["curve"] == curve
        and record["profile"] == "fast"
        and not request.choices
    }
    return [found[key] for key in sorted(found)]


def published_marks(overview: Overview) -> Marks:
    """Command -> published cycles of the row that it is paired with; the paper's own row before the rows that it
    quotes."""
    papers = [rows for source, rows in overview.tables.items() if source not in (PEERS, GOALS)]
    rows = [row for rows in papers for row in rows if row["metric"] == "cycles" and row["command"]]
    marks: Marks = {}
    for row in rows:
        marks.setdefault(row["command"], row["value"])
    return marks


def comparison(
    name: str,
    title: str,
    unit: str,
    measurements: Measurements,
    value: Callable[[Record], float],
    command: str,
    marks: Marks | None = None,
) -> Chart:
    """Bars by algorithm, C above assembly, the shortest first."""
    groups = []
    for text, members in groupby(measurements, key=lambda pair: label(pair[1])):
        drawn = [Bar(value(r), r["backend"], (marks or {}).get(command_for(q))) for q, r in members]
        groups.append(Group(text, drawn))
    groups.sort(key=lambda group: min(bar.value for bar in group.bars))
    limit = DRAWN_UP_TO * groups[0].bars[-1].value
    short = [group for group in groups if min(bar.value for bar in group.bars) <= limit]
    long = [f"{group.label} ({min(bar.value for bar in group.bars):,.0f})" for group in groups if group not in short]
    return Chart(title, bars(name, short, unit, title), ", ".join(long), command)


def by_operation(overview: Overview, operations: Iterable[tuple[str, str]]) -> list[Chart]:
    """Cycles of every algorithm, for (operation, title) over the field."""
    marks = published_marks(overview)
    charts = []
    for operation, title in operations:
        measurements = chosen(overview, operation)
        if measurements:
            command = f"./motecurve bench --op {operation} --algorithm all"
            charts.append(comparison(operation, title, "cycles", measurements, cycles, command, marks))
    return charts


def on_curve(overview: Overview, curve: str) -> list[Chart]:
    """Cycles, flash and RAM of every scalar multiplication on one curve."""
    measurements = chosen(overview, "scalar-mult", curve)
    if not measurements:
        return []
    command = f"./motecurve bench --op scalar-mult --algorithm all --curve {curve}"
    views = (
        ("cycles", "cycles", cycles, published_marks(overview)),
        ("flash", "bytes of flash", lambda record: record["flash_bytes"], None),
        ("RAM and stack", "bytes of RAM, stack included", ram_bytes, None),
    )
    return [
        comparison(
            f"{curve}-{name}", f"kP on {security.marked(curve)}: {name}", unit, measurements, value, command, marks
        )
        for name, unit, value, marks in views
    ]


def time_against_tables(overview: Overview, curve: str) -> list[Chart]:
    """One plot a board: time of every scalar multiplication on the curve, by the fastest backend, against the bytes of
    its tables."""
    found = [record for _, record in chosen(overview, "scalar-mult", curve)]
    found += [r for r in overview.kept if r["curve"] == curve and r["operation"] == "scalar-mult"]
    by_board: dict[str, dict[tuple, Record]] = {}
    for record in found:
        members = by_board.setdefault(record["board"], {})
        key = (record["algorithm"], record["window"])
        if key not in members or record["microseconds"] < members[key]["microseconds"]:
            members[key] = record
    return [
        Chart(
            f"kP on {security.marked(curve)}, {board}: time against tables",
            scatter(f"{curve}-{board}-tables", lines(list(members.values())), TABLE_UNITS, f"kP on {curve}, {board}"),
            "",
            f"./motecurve bench --board {board} --op scalar-mult --algorithm all --curve {curve}",
        )
        for board, members in by_board.items()
        if len(members) >= LEAST_MEMBERS
    ]


def lines(records: list[Record]) -> list[Line]:
    """The members of an algorithm as one line, named at its smallest window, others by their window."""
    made = []
    for algorithm, group in groupby(sorted(records, key=lambda r: (r["algorithm"], r["window"] or 0)),
                                    key=lambda r: r["algorithm"]):  # fmt: skip
        members = list(group)
        texts = [label(members[0]), *(str(record["window"]) for record in members[1:])]
        points = [(table_bytes(r), r["microseconds"] / 1000, t) for r, t in zip(members, texts, strict=True)]
        made.append(Line(algorithm, points, all(record["constant_time"] for record in members)))
    return made


def table_bytes(record: Record) -> float:
    """Bytes of tables in RAM and in flash."""
    return (record.get("ram_table_bytes") or 0) + (record.get("flash_table_bytes") or 0)


def memory_accesses(overview: Overview) -> list[Chart]:
    """Loads, stores and XORs that were executed, with the paper's number marked on each; one chart for an operation
    of a table."""
    charts = []
    for source, rows in overview.tables.items():
        modelled = [row for row in rows if row["language"] == "model" and row["verified"]]
        numeric = [row for row in modelled if not isinstance(row["value"], str)]
        for (table, operation), members in groupby(numeric, key=lambda row: (row["table"], row["operation"])):
            where = table if table.startswith("text") else f"Table {table}"
            title = f"{source} {where}: {operation}"
            svg = bars(title, [accesses(row) for row in members], "instructions", title)
            charts.append(Chart(title, svg, "", f"./motecurve tables --source {source} --table '{table}'"))
    return charts


def accesses(row: Row) -> Group:
    """One bar: the executed number, in the colour of its backend, and the paper's number."""
    words = row["command"].split()
    backend = words[words.index("--backend") + 1]
    name = row["algorithm"].partition(" (")[0].replace("with registers", "regs")
    return Group(f"{name}: {row['metric']}", [Bar(row["ours"], backend, row["value"])])


def cycles(record: Record) -> float:
    return record["cycles"]


def ram_bytes(record: Record) -> float:
    """Static RAM and the deepest stack."""
    return record["ram_static_bytes"] + record["stack_bytes"]
