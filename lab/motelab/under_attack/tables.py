"""The tables `faults` and `leakage` of `./motecurve tables --source peers`: a row for each campaign against others'
code, with the same against ours."""

from typing import Any

from motelab.boards.implementations import manifest as manifests
from motelab.faults.classes import CLASSES
from motelab.under_attack import store
from motelab.under_attack.plan import Beside

SIDES = ("theirs", "ours", "protected")  # fields of figures begin with one of these
FIGURES = {
    "faults": ("operation", "tried", *CLASSES, "measured_before", "command"),
    "leakage": (
        "blinding", "threshold", "whole", "samples", "leaking", "routines", "leaking_routines", "strongest", "parted",
        "parts_at", "parts_in", "measured_before", "command",
    ),
}  # fmt: skip
SHARED = {
    "faults": ("model", "sample", "last", "seed"),
    "leakage": ("traces", "model", "noise", "seed"),
}  # fmt: skip
Row = dict[str, Any]


def rows(table: str) -> list[Row]:
    """The rows whose campaigns were all run, in the order of the plan."""
    known = store.rows(table)
    found = []
    for beside in store.PLANS[table]():
        answers = [store.find(campaign, known) for campaign in beside.every]
        if all(answers):
            found.append(row_of(table, beside, answers))
    return found


def row_of(table: str, beside: Beside, answers: list[Row]) -> Row:
    """One row of output: who, where, the options, what theirs claims, and the figures of each side. A side that ours
    does not have is null."""
    theirs = beside.theirs
    head = {
        "table": table,
        "implementation": theirs.implementation,
        "title": manifests.find(theirs.implementation).title,
        "implementation_commit": answers[0]["implementation_commit"],
        "board": theirs.board,
        "operation": theirs.operation,
        "curve": theirs.curve,
    }
    head |= {name: answers[0][name] for name in SHARED[table]}
    head |= {"claim": theirs.claim, "remark": theirs.work.remark}
    campaigns = (theirs, beside.plain, beside.protected)
    for side, campaign, answer in zip(SIDES, campaigns, [*answers, None], strict=False):
        figures = answer | {"command": campaign.command(answer)} if campaign and answer else {}
        head |= {f"{side}_{name}": figures.get(name) for name in FIGURES[table]}
    return head


def sides(row: Row) -> list[tuple[str, Row]]:
    """Each side of a row that was measured, with its figures under their own names."""
    found = [(side, {name: row[f"{side}_{name}"] for name in FIGURES[row["table"]]}) for side in SIDES]
    return [(side, figures) for side, figures in found if figures["command"]]
