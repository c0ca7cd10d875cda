"""The page of papers: published tables, and goals, with ours beside them."""

from itertools import groupby
from typing import Any

from motelab.compare import errata
from motelab.compare.goals import GOALS
from motelab.compare.published import PEERS
from motelab.report import display, tables
from motelab.report.overview import Overview
from motelab.subjects import security

METHOD = (
    "A row is paired with ours of the same algorithm, language and platform; beside code whose algorithm a paper does "
    "not name stands the nearest of ours, and the note says so; otherwise the row says why there is none."
)


def page(overview: Overview) -> dict[str, Any]:
    """What the template shows: papers in the order of the alphabet, goals at the end."""
    sources = {**overview.tables, **overview.read}
    order = sorted(sources, key=lambda source: (source == GOALS, source))
    return {"papers": [source_of(source, sources[source]) for source in order if source != PEERS], "method": METHOD}


def source_of(source: str, rows: list[tables.Row]) -> dict[str, Any]:
    """A source with its title, tables and errata."""
    return {"name": source, "title": tables.title(source), "tables": paper(rows), "errata": errata.of(source)}


def paper(rows: list[tables.Row]) -> list[dict[str, Any]]:
    """The tables of a paper: title, the common facts of its rows, and its rows by command, or by reason for none."""
    made = []
    for number, group in groupby(rows, key=lambda row: row["table"]):
        members = list(group)
        common, parts = tables.description(members)
        groups: dict[tuple, list[tables.Row]] = {}
        for row in members:
            groups.setdefault((row["command"], row["reason"], row["note"]), []).append(with_title(row, parts))
        shown = [{"command": c, "reason": r, "note": n, "rows": alike} for (c, r, n), alike in groups.items()]
        made.append(
            {
                "title": f"Table {number}" if number.isdigit() else number[:1].upper() + number[1:],
                "limits": "reached" in members[0],
                "common": security.marked(" · ".join(common)),
                "paired": [group for group in shown if any(row["ours"] is not None for row in group["rows"])],
                "gains": [{**gain, "operation": row["operation"]} for row in members for gain in row.get("gains", ())],
                "unpaired": by_reason([group for group in shown if all(row["ours"] is None for row in group["rows"])]),
            }
        )
    return made


def by_reason(groups: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Groups of rows without ours under the reason that they share; under none are those not measured yet."""
    reasons = dict.fromkeys(group["reason"] for group in groups)
    found = [{"reason": reason, "groups": [g for g in groups if g["reason"] == reason]} for reason in reasons]
    return [{**one, "count": sum(len(group["rows"]) for group in one["groups"])} for one in found]


def with_title(row: tables.Row, parts: list[str]) -> tables.Row:
    """A row and its name in its table."""
    return {
        **row,
        "what": security.marked(", ".join(row[name] for name in parts if row[name])),
        "unit": display.UNITS.get(row["metric"], row["metric"]),
    }
