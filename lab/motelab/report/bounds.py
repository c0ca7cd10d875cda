"""Goals with their lower bounds."""

from collections.abc import Sequence
from typing import Any

from motelab import DATA
from motelab.common.errors import MotecurveError
from motelab.common.schema import Schema
from motelab.compare import goals
from motelab.compare.matches import Match
from motelab.compare.published import PublishedRow
from motelab.lower_bounds.derivation import bound_of
from motelab.measure.bench import Request
from motelab.report import tables

Row = dict[str, Any]
DESCRIPTION = ("subject", "operation", "algorithm")
METRIC = "cycles"
TRIED = Schema("motelab.report.schemas", "BoundsTriedFile")
OF_OURS = ("instructions", "loads", "stores")


def paired(table: str, subject: str = "") -> list[tuple[PublishedRow, Match]]:
    """The goals of a table for cycles, of subjects with these words."""
    words = subject.lower()
    found = tables.source_rows(goals.GOALS, table)
    return [(row, match) for row, match in found if row.metric == METRIC and words in row.subject.lower()]


def rows(found: Sequence[tuple[PublishedRow, Match]], measured: dict) -> list[Row]:
    """A row for each goal: DESCRIPTION, `goal`, `ours`, whether it is `reached`; `arithmetic`, the bound of arithmetic
    alone, and `bound`, with memory, in cycles; `gap`, ours by the bound; whether the goal is `below_bound`; our
    executed `instructions`, `loads` and `stores`; what was `tried`; the `reason` if there is no bound or no figure of
    ours, and the `command` that measures ours."""
    every = zip(found, tables.compare(found, measured), strict=True)
    return [_row(match, compared, measured) for (_, match), compared in every]


def _row(match: Match, compared: tables.Row, measured: dict) -> Row:
    row: Row = {name: compared[name] for name in DESCRIPTION}
    row |= {"goal": compared["value"], "ours": compared["ours"], "reached": compared["reached"]}
    row |= dict.fromkeys(("arithmetic", "bound", "gap", "below_bound", *OF_OURS))
    row |= {"tried": tried(row), "reason": compared["reason"], "command": compared["command"]}
    if not isinstance(match.request, Request):
        return row | {"reason": match.reason or "no measurement on a simulated board"}
    try:
        row |= {name: bound_of(match.request, with_memory=name == "bound") for name in ("arithmetic", "bound")}
    except MotecurveError as error:
        return row | {"reason": str(error)}
    row["below_bound"] = row["goal"] < row["bound"]
    if row["ours"]:
        record = measured[match.request].record
        row |= {"gap": round(row["ours"] / row["bound"], 2), **{name: record[name] for name in OF_OURS}}
    return row


def verdict(row: Row) -> str:
    """In words, where a goal stands beside its bound."""
    if row["bound"] is None:
        return row["reason"]
    if row["below_bound"]:
        return "goal below the bound"
    return "reached" if row["reached"] else "goal above the bound" if row["ours"] else "no committed record"


def tried(row: Row) -> list[Row]:
    """The attempts on a goal: method and cycles of each."""
    of_goal = [one for one in attempts() if all(one[name] == row[name] for name in DESCRIPTION)]
    return [{"method": one["method"], "cycles": one["cycles"]} for one in of_goal]


def attempts() -> list[Row]:
    """All attempts, each with the DESCRIPTION of its goal."""
    return TRIED.read(DATA / "bounds_tried.toml").get("tried", [])
