"""The page of algorithms: a flame graph, cycles by routine, every operation by algorithm, memory accesses beside their
formulas, time against tables, cost against the size of the field."""

import dataclasses
from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any

from motelab.boards import board as boards
from motelab.compare.goals import GOALS
from motelab.compare.published import PEERS
from motelab.measure.bench import Request, command_for
from motelab.measure.records import Record, identity
from motelab.report.overview import Flame, Overview
from motelab.report.site import figures, hosts
from motelab.report.site.figures import Axis, Bar, Chart, Point
from motelab.report.site.fits import Fit, fits
from motelab.report.site.subjects import label, lines, of_boards, ram_bytes
from motelab.report.tables import Row
from motelab.subjects import security

FIELD_OPERATIONS = (
    ("fb-mul-reduce", "Multiplication with reduction"),
    ("fb-mul", "Multiplication"),
    ("fb-sqr-reduce", "Squaring with reduction"),
    ("fb-sqr", "Squaring"),
    ("fb-reduce", "Reduction"),
    ("fb-inv", "Inversion"),
)
DRAWN_UP_TO = 8  # times the shortest bar; longer ones are named below the chart
LEAST_MEMBERS = 5  # of a chart of multiplications on a curve
PROFILE_ROWS = 12
LAWS_DRAWN = 8  # of an operation on a board: the cheapest for a field of TYPICAL_BITS
TYPICAL_BITS = 256
NONE_PART = 0.3  # a point without tables stands at this part of the smallest other place
LEAST_SHARE = 1 / 2000  # of the cycles, of a path that a flame graph shows

Measurements = list[tuple[Request, Record]]
Marks = dict[str, float]


def page(overview: Overview) -> dict[str, Any]:
    """What the template shows."""
    measured = curves(overview)
    every = [record for record in overview.records.values() if record["operation"] == "scalar-mult"]
    unlike = {identity(record): record for record in every if record["profile"] == "fast"}
    laws = fits([*of_boards(overview), *hosts.records()])
    return {
        "flames": [flame_chart(flame) for flame in overview.flames],
        "profile": profile(overview),
        "field_charts": by_operation(overview, FIELD_OPERATIONS),
        "memory_charts": memory_accesses(overview),
        "curve_charts": {curve: on_curve(overview, curve) for curve in measured},
        "table_charts": [chart for curve in measured for chart in time_against_tables(overview, curve)],
        "multiplications": sorted(unlike.values(), key=lambda record: record["median"]),
        "fit_charts": fit_charts(laws),
        "laws": laws,
    }


def curves(overview: Overview) -> list[str]:
    """Curves on which many scalar multiplications were measured."""
    names = sorted({record["curve"] for record in overview.records.values() if record["curve"]})
    return [name for name in names if len(chosen(overview, "scalar-mult", name)) >= LEAST_MEMBERS]


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
        groups.append([Bar(text, value(r), r["backend"], (marks or {}).get(command_for(q))) for q, r in members])
    groups.sort(key=shortest)
    limit = DRAWN_UP_TO * groups[0][-1].value
    drawn = [bar for group in groups if shortest(group) <= limit for bar in group]
    long = [f"{group[0].label} ({shortest(group):,.0f})" for group in groups if shortest(group) > limit]
    note = f"Too long to draw: {', '.join(long)}." if long else ""
    return figures.bars(title, drawn, unit, command, note)


def shortest(bars: list[Bar]) -> float:
    return min(bar.value for bar in bars)


def by_operation(overview: Overview, operations: Iterable[tuple[str, str]]) -> list[Chart]:
    """Cycles of every algorithm, for (operation, title) over the field."""
    marks = published_marks(overview)
    charts = []
    for operation, title in operations:
        measurements = chosen(overview, operation)
        if measurements:
            command = f"./motecurve bench --op {operation} --algorithm all"
            charts.append(comparison(title, "cycles", measurements, cycles, command, marks))
    return charts


def on_curve(overview: Overview, curve: str) -> list[Chart]:
    """Cycles, flash and RAM of every scalar multiplication on one curve."""
    measurements = chosen(overview, "scalar-mult", curve)
    command = f"./motecurve bench --op scalar-mult --algorithm all --curve {curve}"
    views = (
        ("cycles", "cycles", cycles, published_marks(overview)),
        ("flash", "bytes of flash", lambda record: record["flash_bytes"], None),
        ("RAM and stack", "bytes of RAM, stack included", ram_bytes, None),
    )
    return [
        comparison(f"kP on {security.marked(curve)}: {name}", unit, measurements, value, command, marks)
        for name, unit, value, marks in views
    ]


def time_against_tables(overview: Overview, curve: str) -> list[Chart]:
    """One chart a board: time of every scalar multiplication on the curve, by the fastest backend, against the bytes
    of its tables."""
    found = [record for _, record in chosen(overview, "scalar-mult", curve)]
    found += [r for r in overview.kept if r["curve"] == curve and r["operation"] == "scalar-mult"]
    by_board: dict[str, dict[tuple, Record]] = {}
    for record in found:
        members = by_board.setdefault(record["board"], {})
        key = (record["algorithm"], record["window"] or 0)
        if key not in members or record["microseconds"] < members[key]["microseconds"]:
            members[key] = record
    return [
        tables_chart(board, curve, [members[key] for key in sorted(members)])
        for board, members in by_board.items()
        if len(members) >= LEAST_MEMBERS
    ]


def tables_chart(board: str, curve: str, records: list[Record]) -> Chart:
    """A line through the windows of each algorithm. Members without tables stand at the left edge."""
    none = NONE_PART * min((table_bytes(r) for r in records if table_bytes(r)), default=1.0)
    series = {
        algorithm: [
            Point(table_bytes(r) or none, r["microseconds"] / 1000, (label(r), tables_in_words(r), *lines(r)),
                  is_hollow=not r["constant_time"])
            for r in members
        ]
        for algorithm, members in groupby(records, key=lambda record: record["algorithm"])
    }  # fmt: skip
    axes = (Axis("bytes of tables in RAM and flash", True), Axis("milliseconds", True))
    command = f"./motecurve bench --board {board} --op scalar-mult --algorithm all --curve {curve}"
    note = "Hollow: time varies with the scalar. The points at the left edge have no tables."
    title = f"kP on {security.marked(curve)}, {board}: time against tables"
    return figures.points(title, series, axes, command, note, joined=True)


def table_bytes(record: Record) -> int:
    """Bytes of tables in RAM and in flash."""
    return (record.get("ram_table_bytes") or 0) + (record.get("flash_table_bytes") or 0)


def tables_in_words(record: Record) -> str:
    size = table_bytes(record)
    return f"{size:,} B of tables" if size else "no tables"


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
            command = f"./motecurve tables --source {source} --table '{table}'"
            charts.append(figures.bars(title, [accesses(row) for row in members], "instructions", command))
    return charts


def accesses(row: Row) -> Bar:
    """The executed number, in the colour of its backend, and the paper's number."""
    words = row["command"].split()
    backend = words[words.index("--backend") + 1]
    name = row["algorithm"].partition(" (")[0].replace("with registers", "regs")
    return Bar(f"{name}: {row['metric']}", row["ours"], backend, row["value"])


def fit_charts(laws: list[Fit]) -> dict[str, list[Chart]]:
    """Board -> a chart for each operation: the cost of the cheapest algorithms against the size of the field, each with
    its law."""
    charts: dict[str, list[Chart]] = {}
    for (board, operation), members in groupby(laws, key=lambda law: (law.board, law.operation)):
        found = sorted(members, key=lambda law: law.at(TYPICAL_BITS))[:LAWS_DRAWN]
        series = {
            f"{law.algorithm}, {law.kind}: m^{law.exponent:.2f}": [
                Point(m, r["median"], lines(r)[-1:]) for m, r in law.sizes
            ]
            for law in found
        }
        ends = {
            name: [Point(m, law.at(m)) for m in (law.sizes[0][0], law.sizes[-1][0])]
            for name, law in zip(series, found, strict=True)
        }
        axes = (Axis("m, bits of the field", True), Axis(found[0].unit, True))
        beside = board == hosts.HOST and any(law.algorithm.startswith(hosts.THEIRS) for law in found)
        command = hosts.COMMAND if beside else f"./motecurve bench --board {board} --op {operation} --curve all"
        chart = figures.points(operation, series, axes, command, fitted=ends)
        charts.setdefault(board, []).append(dataclasses.replace(chart, rows=()))  # one table holds all exponents
    return charts


def flame_chart(flame: Flame) -> Chart:
    """The tree of calls of a measurement; paths that no eye could see are left out, and count for their callers."""
    least = LEAST_SHARE * flame.tree[0]["cycles_total"]
    tree = [row for row in flame.tree if row["cycles_total"] >= least]
    curve, unit = security.marked(flame.request.curve), boards.load(flame.request.board).unit
    title = f"{flame.request.operation} on {curve}, {flame.request.board}"
    left_out = len(flame.tree) - len(tree)
    note = f"{left_out} paths with less than {100 * LEAST_SHARE:g} % each are left out." if left_out else ""
    return figures.icicle(title, tree, unit, flame.command, note)


def profile(overview: Overview) -> dict[str, Any] | None:
    """Routines in which the fastest scalar multiplication spends its cycles: shares of the most expensive ones."""
    if overview.profiled is None:
        return None
    total = sum(routine["cycles_self"] for routine in overview.profile)
    routines = [
        {**routine, "percent": 100 * routine["cycles_self"] / total} for routine in overview.profile[:PROFILE_ROWS]
    ]
    record = overview.records[overview.profiled]
    command = command_for(overview.profiled).replace(" bench ", " profile ")
    return {"of": record, "label": label(record), "routines": routines, "command": command}


def cycles(record: Record) -> float:
    return record["cycles"]
