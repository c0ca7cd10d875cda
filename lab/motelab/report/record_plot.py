"""A chart of records: one figure against another, a line for each board, algorithm or the like."""

import re
from collections.abc import Sequence

from motelab.common import charts
from motelab.common.errors import MotecurveError
from motelab.measure.records import Record

FIELD_BITS = "field_bits"  # read from the notation of a record's field
AXES = {
    FIELD_BITS: "bits of the field",
    "cycles": "cycles",
    "instructions": "instructions",
    "microseconds": "microseconds",
    "energy_mj": "energy in mJ",
    "flash_bytes": "bytes of flash",
    "ram_static_bytes": "bytes of static RAM",
    "stack_bytes": "bytes of stack",
    "stack_bound_bytes": "bytes of stack at most",
    "ram_table_bytes": "bytes of tables in RAM",
    "flash_table_bytes": "bytes of tables in flash",
    "window": "window",
    "loads": "loads",
    "stores": "stores",
    "xors": "XORs",
}
GROUPS = ("board", "operation", "algorithm", "curve", "backend", "profile", "window", "word_bits", "blinding")
SIZE_INCHES = (8.0, 5.0)
LOGARITHMIC_FROM = 20  # times the smallest value
STYLE = {"svg.fonttype": "none", "svg.hashsalt": "records", "axes.grid": True, "grid.linewidth": 0.4}


def value(record: Record, axis: str) -> float | None:
    """The figure of a record for an axis; None if it has none."""
    if axis != FIELD_BITS:
        return record.get(axis)
    found = re.search(r"\^(\d+)|p(\d+)", record.get("field") or "")
    return int(found[1] or found[2]) if found else None


def lines(records: Sequence[Record], x: str, y: str, by: str) -> dict[str, list[tuple[float, float]]]:
    """Points of each line, by x; MotecurveError if no record has both figures."""
    found: dict[str, list[tuple[float, float]]] = {}
    for record in records:
        point = (value(record, x), value(record, y))
        if record["verified"] and None not in point:
            found.setdefault(str(record.get(by)), []).append(point)
    if not found:
        has = [axis for axis in AXES if any(value(record, axis) is not None for record in records)]
        of = f"; they have {', '.join(has)}" if has else ""
        raise MotecurveError(f"none of {len(records)} records has both {x} and {y}{of}")
    return {name: sorted(points) for name, points in sorted(found.items())}


def drawn(records: Sequence[Record], x: str, y: str, by: str, form: str) -> bytes:
    """The chart as SVG or PNG; the same records give the same bytes."""
    found = lines(records, x, y, by)

    def draw(pyplot):
        figure, axes = pyplot.subplots(figsize=SIZE_INCHES, layout="constrained")
        for name, points in found.items():
            is_function = len({x for x, _ in points}) == len(points)  # else a line would join points of different kinds
            form_of_line = "o-" if is_function else "o"
            axes.plot(*zip(*points, strict=True), form_of_line, markersize=4, linewidth=0.9, label=name)
        _scale(axes.xaxis, [point[0] for points in found.values() for point in points])
        _scale(axes.yaxis, [point[1] for points in found.values() for point in points])
        axes.set_xlabel(AXES[x])
        axes.set_ylabel(AXES[y])
        axes.set_title(_title(records))
        axes.legend(title=by.replace("_", " "))
        return figure

    return charts.drawn(draw, form, STYLE)


def _scale(axis, values: Sequence[float]) -> None:
    """A logarithmic scale if values lie far apart; short numbers beside it."""
    from matplotlib.ticker import NullFormatter

    if min(values) > 0 and max(values) >= LOGARITHMIC_FROM * min(values):
        axis._set_axes_scale("log")
        axis.set_minor_formatter(NullFormatter())
    axis.set_major_formatter(lambda number, _: short(number))


def short(value: float) -> str:
    """A number for an axis: 1.5 M, 20 k, 300."""
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if abs(value) >= size:
            return f"{value / size:g}{letter}"
    return f"{value:g}"


def _title(records: Sequence[Record]) -> str:
    """The fields that all records share."""
    common = ({record.get(name) for record in records} for name in ("operation", "algorithm", "curve", "board"))
    return ", ".join(str(*values) for values in common if len(values) == 1 and None not in values)
