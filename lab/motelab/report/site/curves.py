"""The page of curves: time against security, flash and RAM on each board, and every curve in a table."""

from typing import Any

from motelab.measure.records import Record
from motelab.report.overview import Overview
from motelab.report.side_by_side import OPERATIONS
from motelab.report.site import figures
from motelab.report.site.figures import Axis, Chart, Point
from motelab.report.site.subjects import best, lines, of_boards, ram_bytes
from motelab.subjects import curves, security
from motelab.subjects.security import LEGACY_BITS, WEAK_BITS

SHOWN = ("ecdh", "ecdsa-sign", "ecdsa-verify", "eddsa-sign", "eddsa-verify", "scalar-mult")
OF_TABLE = "ecdh"  # the operation whose times stand beside the curves
MARGIN_BITS = 6  # around the points of a chart

Best = dict[tuple[str, str, str], Record]


def page(overview: Overview) -> dict[str, Any]:
    """What the template shows."""
    found = best(of_boards(overview))
    shown = [operation for operation in SHOWN if any(key[2] == operation for key in found)]
    timed = sorted({board for (board, _, operation), r in found.items() if operation == OF_TABLE and r["microseconds"]})
    return {
        "security_charts": [(OPERATIONS[o], against_security(found, o)) for o in shown],
        "memory_charts": [(OPERATIONS[o], memory(found, o)) for o in shown],
        "timed": timed,
        "rows": [row(curve, found, timed) for curve in curves.load().values() if curve.has_valid_generator],
        "operation": OF_TABLE,
    }


def against_security(found: Best, operation: str) -> Chart:
    """Time, or instructions where there is no time, against bits of security: a symbol for each board."""
    series: dict[str, list[Point]] = {}
    for (board, curve, of), record in sorted(found.items(), key=lambda pair: (pair[0][0], bits(pair[0][1]))):
        if of == operation and record["microseconds"] is not None:
            point = Point(bits(curve), record["microseconds"] / 1000, lines(record), not record["constant_time"])
            series.setdefault(board, []).append(point)
    low = min(point.x for members in series.values() for point in members) - MARGIN_BITS
    bands = [(min(low, WEAK_BITS), WEAK_BITS, "weak"), (WEAK_BITS, LEGACY_BITS, "legacy")] if low < LEGACY_BITS else []
    axes = (Axis("bits of security"), Axis("milliseconds", True))
    title = f"{OPERATIONS[operation]}: time against security"
    note = "Hollow: time varies with the input. Boards that count instructions have no time."
    command = f"./motecurve bench --board BOARD --op {operation} --curve CURVE"
    return figures.points(title, series, axes, command, note, bands=bands)


def memory(found: Best, operation: str) -> list[Chart]:
    """Flash, and RAM with the stack, of an operation on each curve: a symbol for each board."""
    command = f"./motecurve bench --board BOARD --op {operation} --curve CURVE"
    views = (("flash", "bytes of flash", lambda r: r["flash_bytes"]), ("RAM", "bytes of RAM with stack", ram_bytes))
    charts = []
    for name, unit, value in views:
        series: dict[str, list[Point]] = {}
        for (board, curve, of), record in sorted(found.items(), key=lambda pair: (pair[0][0], bits(pair[0][1]))):
            if of == operation and value(record) is not None and curve in several(found, operation):
                series.setdefault(board, []).append(Point(value(record), security.marked(curve), lines(record)))
        title = f"{OPERATIONS[operation]}: {name} by board"
        charts.append(figures.points(title, series, (Axis(unit, True), Axis("")), command))
    return charts


def several(found: Best, operation: str) -> set[str]:
    """The curves that were measured on more than one board."""
    names = [curve for _, curve, of in found if of == operation]
    return {name for name in names if names.count(name) > 1}


def bits(curve: str) -> int:
    return security.of(curve).bits


def row(curve: curves.Curve, found: Best, boards: list[str]) -> dict[str, Any]:
    """A curve of the table, with its times of OF_TABLE."""
    known = security.of(curve.name)
    records = [found.get((board, curve.name, OF_TABLE)) for board in boards]
    return {
        "curve": curve,
        "bits": known.bits,
        "level": known.level,
        "milliseconds": [record["microseconds"] / 1000 if record else None for record in records],
    }
