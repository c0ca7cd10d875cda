"""The page of boards: what each is, and the same curve on every one."""

from itertools import groupby
from typing import Any

from motelab.boards import board
from motelab.report.overview import Overview
from motelab.report.side_by_side import OPERATIONS, Group
from motelab.report.site import figures
from motelab.report.site.figures import Axis, Chart
from motelab.report.site.places import Point
from motelab.report.site.subjects import lines
from motelab.subjects import security


def page(overview: Overview) -> dict[str, Any]:
    """What the template shows."""
    groups = overview.on_boards
    return {
        "boards": [(curve, list(members)) for curve, members in groupby(groups, key=lambda group: group.curve)],
        "devices": devices(overview),
        "charts": [chart for operation in OPERATIONS if (chart := by_board(groups, operation))],
    }


def devices(overview: Overview) -> list[board.Board]:
    """The boards that stand side by side."""
    shown = {row.board for group in overview.on_boards for row in group.rows}
    return [device for device in board.every() if device.name in shown]


def by_board(groups: list[Group], operation: str) -> Chart | None:
    """Time of an operation on each board, a symbol for each curve; None without times."""
    series = {
        security.marked(group.curve): [
            Point(row.record["microseconds"] / 1000, row.board, lines(row.record))
            for row in sorted(group.rows, key=lambda row: row.board)
            if row.record and row.record["microseconds"] is not None
        ]
        for group in groups
        if group.operation == operation
    }
    series = {name: members for name, members in series.items() if members}
    if not series:
        return None
    command = f"./motecurve bench --board BOARD --op {operation} --curve CURVE"
    axes = (Axis("milliseconds", True), Axis(""))
    return figures.points(OPERATIONS[operation], series, axes, command)
