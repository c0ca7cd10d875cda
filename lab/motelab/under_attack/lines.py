"""The lines of both tables, as docs/open-bench.md and terminals show them."""

from collections.abc import Sequence
from typing import Any

from motelab.common import markdown
from motelab.under_attack import tables

OURS = {"ours": "**ours**", "protected": "**ours**, `{}`"}
BEFORE = "*"  # behind the name of ours whose image has changed since
HEADINGS = {
    "faults": (
        "call", "code", "its documentation", "tried", "right", "detected", "crashed, endless", "wrong",
        "accepted or key",
    ),
    "leakage": ("call", "code", "its documentation", "traces part", "strongest (t)", "samples", "exceed", "routines"),
}  # fmt: skip
CODE_WIDTH = 31  # characters of a title on a terminal
NAMED = 2  # of the strongest routines
TEXTS = {"faults": 3, "leakage": 5}  # columns of text
Row = dict[str, Any]


def cells(row: Row, side: str, figures: Row) -> tuple[str, ...]:
    """A line of a table for one side of a row, by HEADINGS."""
    table, protection = row["table"], figures.get("blinding") or figures.get("operation")
    name = row["title"] if side == "theirs" else OURS[side].format(protection)
    name += BEFORE if figures["measured_before"] else ""
    head = (call(row), name, row["claim"] if side == "theirs" else "")
    return (*head, *(of_faults(figures) if table == "faults" else of_leakage(figures)))


def call(row: Row) -> str:
    """The call, and the part of it that is struck."""
    part = f", its last {row['last']:,}" if row.get("last") else ""
    return f"`{row['operation']}` {row['curve']}, `{row['board']}`{part}"


def of_faults(figures: Row) -> tuple[str, ...]:
    worst = figures["accepted"] + figures["key_revealing"]
    counts = (figures["tried"], figures["right"], figures["detected"], figures["crashed"] + figures["endless"])
    return (*(f"{count:,}" for count in (*counts, figures["wrong"])), f"**{worst:,}**" if worst else "0")


def of_leakage(figures: Row) -> tuple[str, ...]:
    leaking = [one for one in figures["strongest"][:NAMED] if one["t"] is None or one["t"] > figures["threshold"]]
    named = ", ".join(f"`{one['routine']}` {'infinite' if one['t'] is None else round(one['t'])}" for one in leaking)
    parts = f"{figures['parted']}, at {figures['parts_at']:,} in `{figures['parts_in']}`" if figures["parted"] else "no"
    traced = f"{figures['samples']:,}" + (f" of {figures['whole']:,}" if figures["samples"] < figures["whole"] else "")
    return (
        parts, named or "none", traced, f"{figures['leaking']:,}",
        f"{figures['leaking_routines']} of {figures['routines']}",
    )  # fmt: skip


def lines(rows: Sequence[Row]) -> list[tuple[str, ...]]:
    """The lines of rows, those of one call together: others first, then ours, each once."""
    found: dict[str, dict[str, list[tuple[str, ...]]]] = {}
    for row in rows:
        for side, figures in tables.sides(row):
            of_call = found.setdefault(call(row), {})
            of_call.setdefault(side, []).append(cells(row, side, figures))
    return [line for by_side in found.values() for side in by_side for line in dict.fromkeys(by_side[side])]


def plain(table: str, found: Sequence[tuple[str, ...]]) -> list[str]:
    """Lines of one call, with headings, for a terminal; words that need room stand below their line."""
    texts = [[cell.replace("`", "").replace("*", "") for cell in line] for line in (HEADINGS[table], *found)]
    short = [[line[1][:CODE_WIDTH], line[2], *line[TEXTS[table] :]] for line in texts]
    widths = [max(map(len, column)) for column in zip(*short, strict=True)]
    shown = []
    for cells_, line in zip(short, texts, strict=True):
        padded = [c.ljust(w) if i < 2 else c.rjust(w) for i, (c, w) in enumerate(zip(cells_, widths, strict=True))]
        shown.append("  ".join(padded).rstrip())
        if table == "leakage" and line is not texts[0]:
            shown.append(f"    strongest: {line[4]}; traces part: {line[3]}")
    return shown


def markdown_table(table: str) -> str:
    """The committed rows of a table in Markdown."""
    return markdown.table(HEADINGS[table], lines(tables.rows(table)), texts=TEXTS[table])
