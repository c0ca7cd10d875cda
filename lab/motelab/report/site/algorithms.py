"""The page of algorithms: a flame graph, cycles and flash by routine, every operation by algorithm, memory accesses
beside their formulas, time against tables, cost against the size of the field."""

import dataclasses
from collections import defaultdict
from itertools import groupby
from typing import Any

from motelab.boards import board as boards
from motelab.boards import footprint
from motelab.measure import identities
from motelab.measure.bench import command_for
from motelab.measure.call_tree import ordered
from motelab.measure.identities import member as label
from motelab.report.overview import Flame, Footprint, Overview
from motelab.report.site import comparisons, fields, figures, fits, hosts, multiplications, palette
from motelab.report.site.figures import Axis, Bar, Chart
from motelab.report.site.fits import Fit
from motelab.report.site.places import Point
from motelab.report.site.subjects import lines, of_boards
from motelab.report.tables import Row
from motelab.subjects import security

PROFILE_ROWS = 12
LAWS_DRAWN = 4  # of an operation on a board: the cheapest for a field of TYPICAL_BITS
TYPICAL_BITS = 256
TICK_FACTOR = 1.06  # between numbers beside an axis
LEAST_SHARE = 1 / 2000  # of the cycles, of a path that a flame graph shows


def page(overview: Overview) -> dict[str, Any]:
    """What the template shows."""
    records, marks = of_boards(overview), comparisons.published_marks(overview)
    own = [r for r in overview.records.values() if r["operation"] == multiplications.OPERATION]
    unlike = identities.one_each(r for r in own if r["profile"] == "fast")
    laws = fits.fits([*records, *hosts.records()])
    return {
        "flames": [flame_chart(flame) for flame in overview.flames],
        "footprints": [footprint_chart(one) for one in overview.footprints],
        "profile": profile(overview),
        "fields": fields.places(records, marks),
        "memory_charts": memory_accesses(overview),
        "curves": multiplications.places([*records, *overview.kept], marks),
        "multiplications": sorted(unlike, key=lambda record: record["median"]),
        "fit_charts": fit_charts(laws),
        "laws": laws,
        "most_deviation": fits.MOST_DEVIATION_PERCENT,
    }


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
    its law, if it fits one."""
    charts: dict[str, list[Chart]] = {}
    for (board, operation), members in groupby(laws, key=lambda law: (law.board, law.operation)):
        found = sorted(members, key=lambda law: law.at(TYPICAL_BITS))[:LAWS_DRAWN]
        charts.setdefault(board, []).append(fit_chart(board, operation, found))
    return dict(sorted(charts.items(), key=lambda pair: palette.number_of_board(pair[0])))


def fit_chart(board: str, operation: str, found: list[Fit]) -> Chart:
    """Some algorithms of one operation on one board; one table holds the exponents of all."""
    names = {law_in_words(law): law for law in found}
    series = {name: [Point(m, r["median"], lines(r)[-1:]) for m, r in law.sizes] for name, law in names.items()}
    ends = {
        name: [Point(m, law.at(m)) for m in (law.sizes[0][0], law.sizes[-1][0])]
        for name, law in names.items()
        if law.is_law
    }
    axes = (Axis("m, bits of the field", True, ticks_of([law.sizes for law in found])), Axis(found[0].unit, True))
    beside = board == hosts.HOST and any(law.algorithm.startswith(hosts.THEIRS) for law in found)
    command = hosts.COMMAND if beside else f"./motecurve bench --board {board} --op {operation} --curve all"
    chart = figures.points(operation, series, axes, command, fitted=ends)
    return dataclasses.replace(chart, rows=())


def law_in_words(law: Fit) -> str:
    """The algorithm and its law, or that it follows none."""
    words = f"m^{law.exponent:.2f}" if law.is_law else f"no law, {law.deviation_percent:.0f} % off"
    return f"{law.algorithm}, {law.kind}: {words}"


def ticks_of(sizes: list) -> tuple[float, ...]:
    """Numbers beside the axis: the measured sizes, those without room left out."""
    kept: list[float] = []
    for size in sorted({m for one in sizes for m, _ in one}):
        if not kept or size >= TICK_FACTOR * kept[-1]:
            kept.append(size)
    return tuple(kept)


def flame_chart(flame: Flame) -> Chart:
    """The tree of calls of a measurement; paths that no eye could see are left out, and count for their callers."""
    least = LEAST_SHARE * flame.tree[0]["cycles_total"]
    tree = [row for row in flame.tree if row["cycles_total"] >= least]
    curve, unit = security.marked(flame.request.curve), boards.load(flame.request.board).unit
    title = f"{flame.request.operation} on {curve}, {flame.request.board}"
    left_out = len(flame.tree) - len(tree)
    note = f"{left_out} paths with less than {100 * LEAST_SHARE:g} % each are left out." if left_out else ""
    return figures.icicle(title, tree, unit, flame.command, note)


def footprint_chart(found: Footprint) -> Chart:
    """The flash of a measurement: folders of sources, and below each its routines and constants."""
    root, places = f"{found.request.operation}, flash", defaultdict(list)
    for part in found.parts:
        if part.flash_bytes > 0:
            places[footprint.room(part)].append(part)
    costs = {(root,): [sum(map(len, places.values())), 0]}
    for room, parts in places.items():
        costs[root, room] = [len(parts), 0]
        costs |= {(root, room, part.name): [1, part.flash_bytes] for part in parts}
    title = f"{found.request.operation} on {security.marked(found.request.curve)}, {found.request.board}, for size"
    return figures.icicle(title, ordered(costs), "bytes", found.command, path="part", counted="routines and constants")


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
