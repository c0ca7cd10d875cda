"""The last line under the tables of a paper: how many of its rows have ours, and why the others have none."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

PAPERS = ("aranha2008", "arruda2014", "dahab2006", "fujdiak2017", "tinyecck2008")
RATIOS = ("ratio", "ours_to_first", "versus_ratio")  # of a row: to the printed figure, a column or another library
UNDONE = "not yet measured: "  # begins the reason of a row that a command would fill
FAILED = "not verified"


def is_undone(row: dict[str, Any]) -> bool:
    """Whether a row lacks ours only because nobody has measured it."""
    return row["ours"] is None and (row["reason"] or "").startswith(UNDONE)


def counts(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """`rows`, `with_ours`, `nearest` of these, `with_ratio`, `failed`, `undone` (commands and their rows) and
    `impossible` (reasons and their rows)."""
    without = [row for row in rows if row["ours"] is None]
    undone = Counter(row["reason"].removeprefix(UNDONE) for row in without if is_undone(row))
    failed = [row for row in without if row["verified"] is False]
    impossible = Counter(row["reason"] for row in without if not is_undone(row) and row["verified"] is not False)
    return {
        "rows": len(rows),
        "with_ours": len(rows) - len(without),
        "nearest": sum(row.get("nearest", False) for row in rows),
        "with_ratio": sum(any(row.get(name) is not None for name in RATIOS) for row in rows),
        "failed": len(failed),
        "undone": dict(undone),
        "impossible": dict(impossible),
    }


def line(rows: Sequence[dict[str, Any]]) -> str:
    """The same for people."""
    found = counts(rows)
    parts = [f"{found['rows']:,} rows", f"{found['with_ours']:,} with ours"]
    if found["nearest"]:
        parts[-1] += f" ({found['nearest']:,} the nearest of ours)"
    parts.append(f"{found['with_ratio']:,} with a ratio")
    parts += [f"{found['failed']:,} {FAILED}"] if found["failed"] else []
    parts += [_reasons("impossible here", found["impossible"]), _reasons("undone", found["undone"])]
    return "; ".join(parts)


def _reasons(heading: str, reasons: dict[str, int]) -> str:
    if not reasons:
        return f"{heading}: none"
    listed = ", ".join(f"{count:,} {reason}" for reason, count in reasons.items())
    return f"{heading}: {sum(reasons.values()):,} ({listed})"
