"""Tables whose rows come in columns, such as C, MMX and SSE2: ratios to the first column, published and ours. They
carry over from one processor to another where times do not."""

from collections.abc import Sequence
from typing import Any

Row = dict[str, Any]
FIELDS = ("published_cycles", "our_cycles", "first_column", "published_to_first", "ours_to_first")
SAME = ("table", "subject", "operation", "algorithm")  # what the columns of one line agree in
MISPRINT = "misprint"  # in the note of a figure that nothing should be compared with


def with_ratios(rows: Sequence[Row]) -> list[Row]:
    """The rows with FIELDS: cycles at the clock of the row, our cycles, the column that the ratios are to, the ratios.
    None for what is not known, and for ratios that a misprint would be in."""
    first: dict[tuple, Row] = {}
    for row in rows:
        first.setdefault(line(row), row)
    others = [{name: value for name, value in row.items() if name not in FIELDS} for row in rows]
    return [other | _ratios(row, first[line(row)]) for other, row in zip(others, rows, strict=True)]


def line(row: Row) -> tuple:
    """What the columns of a line have in common."""
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
