"""The page of curves: time against security, flash and RAM, of the boards that the reader chooses; every curve in a
table."""

from collections.abc import Sequence
from typing import Any

from motelab.measure import identities
from motelab.measure.records import Record
from motelab.report.overview import Overview
from motelab.report.side_by_side import OPERATIONS
from motelab.report.site import figures, palette
from motelab.report.site.figures import Axis, Chart
from motelab.report.site.places import Point
from motelab.report.site.subjects import choices_of_boards, lines, of_boards, ram_bytes
from motelab.subjects import curves, security
from motelab.subjects.security import LEGACY_BITS, WEAK_BITS

SHOWN = ("ecdh", "ecdsa-sign", "ecdsa-verify", "eddsa-sign", "eddsa-verify", "scalar-mult")
OF_TABLE = "ecdh"  # the operation whose times stand beside the curves
MARGIN_BITS = 16  # around the points of a chart, for their labels
MARGIN_FACTOR = 1.6  # of times, above and below them
COMMAND = "./motecurve bench --board {} --op {} --curve CURVE"

Records = Sequence[Record]


def page(overview: Overview) -> dict[str, Any]:
    """What the template shows."""
    found = identities.best(of_boards(overview))
    of_operation = {o: of for o in SHOWN if (of := [r for r in found if r["operation"] == o])}
    timed = sorted({r["board"] for r in of_operation.get(OF_TABLE, ()) if r["microseconds"] is not None})
    table = identities.by(of_operation.get(OF_TABLE, ()), "board", "curve")
    return {
        "choices": choices_of_boards(r["board"] for of in of_operation.values() for r in of),
        "security_charts": [(OPERATIONS[o], against_security(o, of)) for o, of in of_operation.items()],
        "memory_charts": [(OPERATIONS[o], memory(o, of)) for o, of in of_operation.items()],
        "timed": timed,
        "rows": [row(curve, table, timed) for curve in curves.load().values() if curve.has_valid_generator],
        "operation": OF_TABLE,
    }


def against_security(operation: str, records: Records) -> list[Chart]:
    """For each board that counts cycles, time against bits of security. All share the axis of times, and that of bits
    unless a board alone has a curve beyond it."""
    timed = sorted((r for r in records if r["microseconds"] is not None), key=lambda r: bits(r["curve"]))
    if not timed:
        return []
    usual = [bits(r["curve"]) for r in timed if r["curve"] in several(timed)] or [bits(r["curve"]) for r in timed]
    times = [r["microseconds"] / 1000 for r in timed]
    up = Axis("milliseconds", True, ends=(min(times) / MARGIN_FACTOR, max(times) * MARGIN_FACTOR))
    boards = dict.fromkeys(r["board"] for r in timed)
    return [
        of_board(operation, board, [r for r in timed if r["board"] == board], (min(usual), max(usual)), up)
        for board in sorted(boards, key=palette.number_of_board)
    ]


def of_board(operation: str, board: str, records: Records, usual: tuple[int, int], up: Axis) -> Chart:
    """The panel of a board: a point for each curve, with its name."""
    points = [
        Point(bits(r["curve"]), r["microseconds"] / 1000, lines(r), not r["constant_time"], security.marked(r["curve"]))
        for r in records
    ]
    low, high = min(usual[0], points[0].x) - MARGIN_BITS, max(usual[1], points[-1].x) + MARGIN_BITS
    bands = [(min(low, WEAK_BITS), WEAK_BITS, "weak"), (WEAK_BITS, LEGACY_BITS, "legacy")] if low < LEGACY_BITS else []
    note = "Hollow: time varies with the input." if any(point.is_hollow for point in points) else ""
    axes = (Axis("bits of security", ends=(low, high)), up)
    command = COMMAND.format(board, operation)
    chart = figures.points(f"{board}: {OPERATIONS[operation]}", {board: points}, axes, command, note, bands=bands)
    return figures.panel_of(board, chart)


def memory(operation: str, records: Records) -> list[Chart]:
    """Flash, and RAM with the stack, of an operation on each curve: a bar for each board."""
    views = (("flash", "bytes of flash", lambda r: r["flash_bytes"]), ("RAM", "bytes of RAM with stack", ram_bytes))
    shared = several(records)
    names = sorted(shared, key=lambda curve: (bits(curve), curve))
    charts = []
    for name, unit, value in views:
        found = identities.by([r for r in records if value(r) is not None], "board", "curve")
        boards = sorted({board for board, _ in found}, key=palette.number_of_board)
        values = {
            board: {security.marked(c): value(found[board, c]) for c in names if (board, c) in found}
            for board in boards
        }  # fmt: skip
        values = {board: of for board, of in values.items() if of}
        if values:
            shown = [security.marked(curve) for curve in names]
            command = COMMAND.format("BOARD", operation)
            charts.append(figures.by_board(f"{OPERATIONS[operation]}: {name}", shown, values, unit, command))
    return charts


def several(records: Records) -> set[str]:
    """The curves that were measured on more than one board."""
    names = [record["curve"] for record in records]
    return {name for name in names if names.count(name) > 1}


def bits(curve: str) -> int:
    return security.of(curve).bits


def row(curve: curves.Curve, found: dict[tuple, Record], boards: list[str]) -> dict[str, Any]:
    """A curve of the table, with its times of OF_TABLE."""
    known = security.of(curve.name)
    records = [found.get((board, curve.name)) for board in boards]
    return {
        "curve": curve,
        "bits": known.bits,
        "level": known.level,
        "milliseconds": [record["microseconds"] / 1000 if record else None for record in records],
    }
