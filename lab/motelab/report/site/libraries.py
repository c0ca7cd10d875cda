"""The page of other libraries, ours beside: cycles on the boards, OpenSSL's instructions on ARM, its times on hosts."""

import statistics
from typing import Any

from motelab import DATA
from motelab.boards import board
from motelab.boards.implementations import manifest as manifests
from motelab.compare import committed, committed_versus, peers
from motelab.compare.published import PEERS
from motelab.measure import identities
from motelab.report.overview import Overview
from motelab.report.site import figures
from motelab.report.site.figures import Axis, Chart
from motelab.report.site.papers import METHOD, source_of
from motelab.report.site.places import Point
from motelab.report.site.subjects import of_boards
from motelab.report.tables import Row
from motelab.subjects import security

OPENSSL = "openssl"
HOST_TIMES = DATA / "host-times.jsonl"
FASTER = "Above 1 ours is faster."
FEWER = "Above 1 ours executes fewer."


def page(overview: Overview) -> dict[str, Any]:
    """What the template shows."""
    rows = overview.tables.get(PEERS, [])
    return {
        "peers": source_of(PEERS, rows) if rows else None,
        "charts": list(filter(None, (peers_chart(rows), *bench_charts(), *openssl_charts(overview), host_chart()))),
        "method": METHOD,
    }


def peers_chart(rows: list[Row]) -> Chart | None:
    """Their cycles divided by ours, a line for each library; None without a pair."""
    paired = [row for row in rows if row["ours"] and row["metric"] == "cycles"]
    if not paired:
        return None
    series: dict[str, list[Point]] = {}
    for row in paired:
        subject = security.marked(f"{row['operation']}, {row['subject']}")
        lines = (f"theirs {row['value']:,} cycles, ours {row['ours']:,}", row["algorithm"])
        series.setdefault(row["table"], []).append(Point(row["value"] / row["ours"], subject, lines))
    axes = (Axis("their cycles / ours", True), Axis(""))
    command = f"./motecurve tables --source {PEERS}"
    return figures.points("Other libraries on the simulated mote", series, axes, command, FASTER)


def bench_charts() -> list[Chart]:
    """For each curve with committed records of other implementations: their cycles divided by ours, a symbol for each
    of them."""
    charts: dict[str, dict[str, list[Point]]] = {}
    for name in peers.names():
        manifest = manifests.find(name)
        for record in peers.records(name):
            ours = committed.find(peers.ours_beside(record))
            if ours and record["curve"]:
                counts = f"theirs {record['cycles']:,} cycles, ours {ours['cycles']:,}"
                lines = tuple(filter(None, (counts, peers.difference(manifest, record))))
                point = Point(record["cycles"] / ours["cycles"], f"{record['operation']}, {record['board']}", lines)
                charts.setdefault(record["curve"], {}).setdefault(manifest.title, []).append(point)
    axes = (Axis("their cycles / ours", True), Axis(""))
    command = "./motecurve bench --implementation NAME --source FOLDER --op OPERATION --board BOARD --curve {}"
    return [
        figures.points(
            f"{next(iter(series)) if len(series) == 1 else 'Implementations'}: {security.marked(curve)}",
            series, axes, command.format(curve), FASTER,
        )
        for curve, series in sorted(charts.items())
    ]  # fmt: skip


def openssl_charts(overview: Overview) -> list[Chart]:
    """For each board with committed counts of OpenSSL: its instructions divided by ours, a symbol for each
    operation."""
    charts = []
    ours = identities.by(identities.best(of_boards(overview)), "board", "curve", "operation")
    for device in board.simulated():
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
            axes = (Axis("OpenSSL's instructions / ours"), Axis(""))
            charts.append(figures.points(f"OpenSSL on {device}", series, axes, command, FEWER))
    return charts


def host_chart() -> Chart | None:
    """OpenSSL's time for ECDH by ours, of the host on which the pages of docs/ were measured; None without ratios."""
    series: dict[str, list[Point]] = {}
    for row in committed.read_lines(HOST_TIMES):
        words, ratios = row["command"].split(), [run["ratio"] for run in row["runs"] if "ratio" in run]
        if words[0] == "bench" and OPENSSL in words and ratios:
            name = "secret scalar, constant time" if "--ct" in words else "public scalar"
            curve = security.marked(words[words.index("--curve") + 1])
            lines = (f"measured {row['date']}",)
            series.setdefault(name, []).append(Point(statistics.median(ratios), curve, lines))
    if not series:
        return None
    command = f"./motecurve bench --board host --op ecdh --versus {OPENSSL} --curve CURVE"
    axes = (Axis("OpenSSL's time / ours"), Axis(""))
    return figures.points("OpenSSL on a host with AVX-512: ECDH", series, axes, command, FASTER)
