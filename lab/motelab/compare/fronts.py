"""Which record of ours beats one of other people's code in all three figures: cycles, flash, and RAM with the stack.

A figure alone says little: code that is faster may be three times as large. Here one image of ours stands against one
of theirs, for the same operation on the same curve and board, and is at most as dear in every figure."""

import functools

from motelab.compare import committed
from motelab.compare.matches import Front
from motelab.measure import bench
from motelab.measure.records import Record, identity

FIGURES = ("cycles", "flash_bytes", "ram_bytes")


def figures(record: Record) -> tuple[int, int, int]:
    """Those of FIGURES. Boards without a model of cycles count instructions."""
    counted = record["instructions"] if record["cycles"] is None else record["cycles"]
    return counted, record["flash_bytes"], record["ram_static_bytes"] + record["stack_bytes"]


def place(record: Record) -> tuple[str, str, str]:
    """What two records must share to be compared: board, operation, and the curve or the field."""
    return record["board"], record["operation"], record["curve"] or record["field"]


def front(theirs: Record) -> Front | None:
    """How a record of others stands to ours; None if no record of ours does the same. Of several that beat it the
    smallest counts, of several that do not the nearest."""
    against, ours = figures(theirs), _ours(theirs["board"]).get(place(theirs), [])
    if not ours:
        return None
    by_excess = {id(record): max(a / b for a, b in zip(figures(record), against, strict=True)) for record in ours}
    beating = [record for record in ours if by_excess[id(record)] <= 1]
    if beating:
        smallest = min(beating, key=lambda record: record["flash_bytes"])
        return Front(_command(smallest), point=smallest["profile"])
    nearest = min(ours, key=lambda record: by_excess[id(record)])
    above = (name for name, a, b in zip(FIGURES, figures(nearest), against, strict=True) if a > b)
    return Front(None, tuple(above), nearest["profile"])


@functools.cache
def _ours(board: str) -> dict[tuple[str, str, str], list[Record]]:
    """The verified records of a board by place, but for those that no command repeats, since choices have changed."""
    found: dict[tuple[str, str, str], list[Record]] = {}
    for record in committed.of(board):
        if record["verified"] and _is_repeatable(record):
            found.setdefault(place(record), []).append(record)
    return found


def _is_repeatable(record: Record) -> bool:
    return identity(record) in _requests(record["board"])


def _command(record: Record) -> str:
    """The command that measures a committed record again."""
    return bench.command_for(_requests(record["board"])[identity(record)])


@functools.cache
def _requests(board: str) -> dict[str, bench.Request]:
    """The planned requests of a board by the selection of their record."""
    return {identity(committed.find(request)): request for request in committed.recorded(board)}
