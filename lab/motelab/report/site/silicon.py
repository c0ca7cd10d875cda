"""The page of silicon: what boards themselves count, beside their simulators."""

import dataclasses
from typing import Any

from motelab.boards import board as boards
from motelab.boards.board import Board
from motelab.compare import goals
from motelab.device import drivers, given
from motelab.device.drivers import Driver
from motelab.measure.bench import Request, request_of
from motelab.measure.records import Record
from motelab.report.overview import Overview
from motelab.report.site import figures
from motelab.report.site.figures import Axis, Chart
from motelab.report.site.places import Point

# Counts of the simulator, per 100 of its cycles: words of the axis, field of a record.
MIXES = (("loads in 100 cycles", "simulated_loads"), ("stores in 100 cycles", "simulated_stores"))
COMMAND = "./motecurve calibrate --device recorded"


@dataclasses.dataclass(frozen=True)
class OnSilicon:
    """A board with a driver, and its records from silicon."""

    board: Board
    driver: Driver
    records: list[Record]


def page(overview: Overview) -> dict[str, Any]:
    """What the template shows."""
    found = [OnSilicon(boards.load(name), driver, given.of(name)) for name, driver in drivers.known().items()]
    records = [record for one in found for record in one.records]
    known = limits() if records else {}
    rows = [(record, known.get(call_of(request_of(record["command"])))) for record in records]
    return {"boards": found, "rows": rows, "charts": charts(records)}


def charts(records: list[Record]) -> list[Chart]:
    """The difference of each record against a part of its instruction mix, a symbol for each board: a slope tells that
    these instructions take longer on silicon. None without records."""
    if not records:
        return []
    return [mix_chart(records, title, field) for title, field in MIXES]


def mix_chart(records: list[Record], title: str, field: str) -> Chart:
    series: dict[str, list[Point]] = {}
    for record in records:
        part = 100 * record[field] / record["simulated"]
        subject = f"{record['operation']} {record['curve'] or record['field']}, {record['algorithm']}"
        counts = f"{record['cycles']:,} cycles, simulated {record['simulated']:,}"
        lines = (subject, counts, f"{record['contributor']}, {record['date']}")
        series.setdefault(record["board"], []).append(Point(part, record["difference_percent"], lines))
    axes = (Axis(title), Axis("cycles beyond the simulator's, %"))
    return figures.points(f"Difference by {title}", series, axes, COMMAND)


def limits() -> dict[tuple, int]:
    """The goals in cycles by the call that they are for."""
    found = {}
    for row, match in goals.paired():
        if row.metric == "cycles" and isinstance(match.request, Request):
            found.setdefault(call_of(match.request), int(row.value))
    return found


def call_of(request: Request) -> tuple[str, str, str, str]:
    """A call, however it is computed."""
    return request.board, request.operation, request.curve, request.profile
