"""How long an image may run: FACTOR times as long as the fastest code that is known to do the same. More is an
endless loop, or so slow that nobody wants to wait for it."""

import functools
import json

from motelab import DATA
from motelab.boards.selection import Selection

FACTOR = 200  # others' smallest code, without tables, takes 134 times as long as our fastest
FLOOR = 300_000_000  # cycles or instructions of an image: some seconds of a simulator
KNOWN = ("records/{}.jsonl", "records/{}.pairings.jsonl", "implementations/*.jsonl")
Costs = dict[tuple[str, str | None], int]


@functools.cache
def fastest(board: str) -> Costs:
    """By operation and curve, or field, the least cycles of a run on a board in the committed records, of ours and of
    others; instructions where it counts no cycles."""
    found: Costs = {}
    for path in (path for pattern in KNOWN for path in sorted(DATA.glob(pattern.format(board)))):
        for record in map(json.loads, path.read_text().splitlines()):
            cost = record["cycles"] or record["instructions"]
            if record["board"] == board and cost:
                key = (record["operation"], record["curve"] or record["field"])
                found[key] = min(cost, found.get(key, cost))
    return found


def known(chosen: Selection) -> int | None:
    """The least cost of a run of the same operation on the same board and curve; None if it was never measured."""
    subject = chosen.curve.name if chosen.operation.on_curve else chosen.curve.field_notation
    return fastest(chosen.board.name).get((chosen.operation.name, subject))


def limit(chosen: Selection, cases: int) -> int:
    """Cycles, or instructions, that an image may take for so many cases."""
    least = known(chosen)
    return min(chosen.max_cycles, max(FLOOR, FACTOR * least * cases)) if least else chosen.max_cycles


def in_words(chosen: Selection, cases: int) -> str:
    """Where a limit comes from, for the message of an image that it stopped."""
    least = known(chosen)
    if least is None:
        return "no figure of this operation is known"
    of = "cycles" if chosen.board.counts_cycles else "instructions"
    return f"the fastest that is known takes {least:,} {of}, and {runs(cases)} may take {limit(chosen, cases):,}"


def runs(cases: int) -> str:
    """A number of runs, for messages."""
    return f"{cases} run{'s' * (cases != 1)}"
