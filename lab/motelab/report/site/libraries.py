"""The page of other libraries, ours beside: cycles on the mote, and OpenSSL's instructions on ARM."""

from itertools import groupby
from typing import Any

from motelab.boards import board
from motelab.compare import committed, committed_versus
from motelab.compare.published import PEERS
from motelab.report.overview import Overview
from motelab.report.site import figures
from motelab.report.site.figures import Axis, Chart, Point
from motelab.report.site.papers import METHOD, source_of
from motelab.report.site.subjects import best
from motelab.report.tables import Row
from motelab.subjects import security

OPENSSL = "openssl"


def page(overview: Overview) -> dict[str, Any]:
    """What the template shows."""
    rows = overview.tables.get(PEERS, [])
    return {
        "peers": source_of(PEERS, rows) if rows else None,
        "charts": [chart for chart in (peers_chart(rows), *openssl_charts()) if chart],
        "method": METHOD,
    }


def peers_chart(rows: list[Row]) -> Chart | None:
    """Their cycles divided by ours, a line for each library; None without a pair."""
    paired = [row for row in rows if row["ours"] and row["metric"] == "cycles"]
    if not paired:
        return None
    series = {
        library: [
            Point(row["value"] / row["ours"], security.marked(f"{row['operation']}, {row['subject']}"),
                  (f"theirs {row['value']:,} cycles, ours {row['ours']:,}", row["algorithm"]))
            for row in members
        ]
        for library, members in groupby(paired, key=lambda row: row["table"])
    }  # fmt: skip
    axes = (Axis("their cycles / ours; above 1 ours is faster", True), Axis(""))
    return figures.points("Other libraries on the simulated mote", series, axes, f"./motecurve tables --source {PEERS}")


def openssl_charts() -> list[Chart]:
    """For each board with committed counts of OpenSSL: its instructions divided by ours, a symbol for each
    operation."""
    charts = []
    for device in board.simulated():
        ours = best(committed.of(device))
        theirs = committed.read_lines(committed_versus.file(device, OPENSSL))
        series: dict[str, list[Point]] = {}
        for row in theirs:
            record = ours.get((device, row["curve"], row["operation"]))
            if record:
                counts = f"OpenSSL {row['median']:,} instructions, ours {record['instructions']:,}"
                point = Point(row["median"] / record["instructions"], security.marked(row["curve"]), (counts,))
                series.setdefault(row["operation"], []).append(point)
        if series:
            command = f"./motecurve bench --board {device} --versus {OPENSSL} --op OPERATION --curve CURVE"
            axes = (Axis("OpenSSL's instructions / ours; above 1 ours executes fewer"), Axis(""))
            charts.append(figures.points(f"OpenSSL on {device}", series, axes, command))
    return charts
