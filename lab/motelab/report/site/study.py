"""The page of the study: its conclusion, the claims, controlled pairs, and the published tables with ours."""

from itertools import groupby
from typing import Any

from motelab.report.overview import Overview
from motelab.report.site import figures
from motelab.report.site.figures import Axis, Chart
from motelab.report.site.places import Point
from motelab.subjects import security

Row = dict[str, Any]
VERDICTS = ("effect", "no effect", "undecided")
COMMAND = "./motecurve study anomalous --table {}"


def page(overview: Overview) -> dict[str, Any] | None:
    """What the template shows; None without a study."""
    if overview.study is None:
        return None
    of_kind = {kind: [row for row in overview.study.lines if row["kind"] == kind] for kind in ("row", "claim", "pair")}
    measured = [row for row in of_kind["row"] if row.get("delta_percent") is not None]
    return {
        "sentences": overview.study.sentences,
        "claims": of_kind["claim"],
        "pairs": of_kind["pair"],
        "rows": measured,
        "missing": len([row for row in of_kind["row"] if row.get("board")]) - len(measured),
        "pair_charts": [pairs_chart(*group) for group in by_library(of_kind["pair"])],
        "row_charts": [rows_chart(*group) for group in by_library(measured)],
        "command": COMMAND,
    }


def by_library(rows: list[Row]) -> list[tuple[str, str, list[Row]]]:
    """Board, library and its rows, in the order of the rows."""

    def key(row: Row) -> tuple[str, str]:
        return row["board"], row["implementation"]

    return [(*named, list(members)) for named, members in groupby(sorted(rows, key=key), key=key)]


def pairs_chart(board: str, library: str, pairs: list[Row]) -> Chart:
    """The change of cost from a curve to its twin, a symbol for each verdict."""
    series: dict[str, list[Point]] = {verdict: [] for verdict in VERDICTS}  # of one colour on every board
    for pair in pairs:
        low, high = (percent(end) for end in pair["interval"])
        lines = (
            f"{pair['twin']}, {pair['changed']}",
            f"{percent(pair['ratio']):+.2f} %, from {low:+.2f} to {high:+.2f} %",
        )
        lines += (f"corrected p = {pair['p_corrected']}, limit {pair['limit_percent']} %",)
        point = Point(percent(pair["ratio"]), security.marked(f"{pair['hypothesis']}, {pair['curve']}"), lines)
        series[pair["verdict"]].append(point)
    axes = (Axis("change of cost from the curve to its twin, %"), Axis(""))
    return figures.points(f"{board}, {library}: pairs", series, axes, COMMAND.format("pairs") + f" --board {board}")


def rows_chart(board: str, library: str, rows: list[Row]) -> Chart:
    """The delta of each name against the fastest of its group, measured and, where the paper has it, printed."""
    series: dict[str, list[Point]] = {"ours": [], "printed": []}
    for row in rows:
        name = security.marked(row["curve"])
        series["ours"].append(Point(row["delta_percent"], name, (f"{row['small_parameters']} short parameters",)))
        if row["published_delta_percent"] is not None:
            series["printed"].append(Point(row["published_delta_percent"], name, ("as printed",)))
    series = {name: points for name, points in series.items() if points}
    axes = (Axis("slower than the fastest of the group, %"), Axis(""))
    title = f"{board}, {library}: key generation"
    return figures.points(title, series, axes, COMMAND.format("rows") + f" --board {board}")


def percent(ratio: float) -> float:
    return 100 * (ratio - 1)
