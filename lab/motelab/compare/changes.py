"""The changes between two sets of records: which rows, and each figure by how many per cent."""

import json
import math
from collections.abc import Sequence
from typing import Any

from motelab.measure.records import IDENTITY, Record

Row = dict[str, Any]
CHANGED, NEW, VANISHED = "changed", "new", "vanished"
SUBJECT = ("board", "curve", "field", "operation", "algorithm", "window", "backend", "profile", "blinding")
# `median` is in the record's `unit`: cycles, on some boards instructions, on hosts microseconds.
FIGURES = ("median", "flash_bytes", "ram_static_bytes", "stack_bytes")
# The fields in which two records of one row must agree, in the order of trial: a board's new choice is a change, not
# another row.
_ASKED = tuple(name for name in IDENTITY if name != "choices")
KEYS = (IDENTITY, _ASKED, tuple(name for name in _ASKED if name != "blinding"))  # old records do not have it


def changes(old: Sequence[Record], new: Sequence[Record], threshold_percent: float = 0.0) -> list[Row]:
    """Rows that are new, have vanished, or in which a figure changed by at least so many per cent (by any amount for
    0), in the order of `new`, with vanished rows at the end. Each has the fields of SUBJECT, `change`, `unit`, and
    for every figure <figure>_old, <figure>_new and <figure>_percent."""
    pairs, vanished = paired(old, new)
    rows = [row(NEW if before is None else CHANGED, before, after) for before, after in pairs]
    kept = [r for r in rows if r["change"] == NEW or is_beyond(r, threshold_percent)]
    return kept + [row(VANISHED, record, None) for record in vanished]


def paired(old: Sequence[Record], new: Sequence[Record]) -> tuple[list[tuple[Record | None, Record]], list[Record]]:
    """Each new record with the old one of its row, if there is one; then the remaining old ones."""
    partners: dict[int, Record] = {}
    left = list(old)
    for names in KEYS:
        groups: dict[str, list[Record]] = {}
        for record in left:
            groups.setdefault(key(record, names), []).append(record)
        for place, record in enumerate(new):
            same = groups.get(key(record, names), []) if place not in partners else []
            if len(same) == 1:
                partners[place] = same.pop()
        taken = set(map(id, partners.values()))
        left = [record for record in left if id(record) not in taken]
    return [(partners.get(place), record) for place, record in enumerate(new)], left


def key(record: Record, names: Sequence[str]) -> str:
    """The values of such fields; records of two units, or of two word sizes, never share a row."""
    return json.dumps([record.get(name) for name in (*names, "unit", "word_bits")], sort_keys=True)


def row(change: str, old: Record | None, new: Record | None) -> Row:
    """One row of the answer."""
    known = new or old
    result = {"change": change} | {name: known.get(name) for name in SUBJECT} | {"unit": known.get("unit")}
    for name in FIGURES:
        before, after = (record and record.get(name) for record in (old, new))
        result |= {f"{name}_old": before, f"{name}_new": after, f"{name}_percent": percent(before, after)}
    return result


def percent(old: float | None, new: float | None) -> float | None:
    """By how much a figure changed; None if one of the two is missing, or it grew from nothing."""
    if old is None or new is None or (old == 0 and new != 0):
        return None
    return 0.0 if old == new else round(100 * (new - old) / old, 3)


def is_beyond(found: Row, threshold_percent: float) -> bool:
    """Whether a figure changed by so many per cent; one that appeared, vanished or grew from 0 did by any."""
    moves = [
        math.inf if found[f"{name}_percent"] is None else abs(found[f"{name}_percent"])
        for name in FIGURES
        if found[f"{name}_old"] != found[f"{name}_new"]
    ]
    return max(moves, default=-1) >= threshold_percent
