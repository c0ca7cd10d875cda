"""Columns of rows: those that a user asks for; and tables whose rows come in columns, such as C, MMX and SSE2, with
ratios to the first column, published and ours. Ratios carry over from one processor to another; times do not."""

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

import click

Row = dict[str, Any]
FIELDS = ("published_cycles", "our_cycles", "first_column", "published_to_first", "ours_to_first")
SAME = ("table", "subject", "operation")  # fields that the columns of one line share
MISPRINT = "misprint"  # part of the note of a figure that must not be compared


def only(rows: Sequence[Row], names: Sequence[str]) -> list[Row]:
    """The rows with these columns alone, null where a row has no such; UsageError for one that no row has."""
    known = list(dict.fromkeys(name for row in rows for name in row))
    for name in dict.fromkeys(names) if rows else ():
        if name not in known:
            near = get_close_matches(name, known, 3) or known
            raise click.UsageError(f"no column {name}; there are {', '.join(near)}")
    if not names:
        raise click.UsageError(f"--columns names no column; there are {', '.join(known)}")
    return [{name: row.get(name) for name in names} for row in rows]


def with_ratios(rows: Sequence[Row]) -> list[Row]:
    """The rows with FIELDS: cycles at the clock of the row, our cycles, the column that the ratios refer to, the
    ratios. None for unknown values, and for ratios that would involve a misprint."""
    first: dict[tuple, Row] = {}
    for row in rows:
        first.setdefault(line(row), row)
    others = [{name: value for name, value in row.items() if name not in FIELDS} for row in rows]
    return [other | _ratios(row, first[line(row)]) for other, row in zip(others, rows, strict=True)]


def line(row: Row) -> tuple:
    """The fields that the columns of a line share."""
    return tuple(row[name] for name in SAME)


def _ratios(row: Row, first: Row) -> Row:
    found: Row = dict.fromkeys(FIELDS) | {"our_cycles": row.get("our_cycles")}
    if row["metric"] == "microseconds" and isinstance(row["clock_mhz"], int | float):
        found["published_cycles"] = round(row["value"] * row["clock_mhz"])
    if row is first:
        return found
    found["first_column"] = first["language"]
    if MISPRINT not in f"{row['note']} {first['note']}":
        found["published_to_first"] = round(row["value"] / first["value"], 3)
    if row["ours"] and first["ours"]:
        found["ours_to_first"] = round(row["ours"] / first["ours"], 3)
    return found
