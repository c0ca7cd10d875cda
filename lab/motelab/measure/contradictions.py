"""Statements of a record that contradict the rest of it: figures follow from others, the board, the request.

A record that contradicts itself is not verified, even if it claims to be. A record whose counts were changed together
with everything that follows from them is found only by measuring again (`./motecurve records --check`)."""

import re

from motelab.measure import bench
from motelab.measure.bench import Request
from motelab.measure.records import FIELDS, MEANS, Record, cost

SHA256 = re.compile("[0-9a-f]{64}")
# Counts of one run, or of the image, none of which can be negative; None if a board has no such figure.
COUNTS = (
    "cycles", "instructions", "flash_bytes", "flash_const_bytes", "ram_static_bytes", "stack_bytes", "loads", "stores",
    "xors", "runs", "min", "median", "max", "steps", "longest_step_cycles", "task_stack_bytes", "stack_bound_bytes",
)  # fmt: skip


def found(request: Request, record: Record) -> str | None:
    """The first contradiction of the record that answers a request, in a few words; None if there is none.
    MotecurveError for a request that cannot be met."""
    if tuple(record) not in (FIELDS, (*FIELDS, *MEANS)):
        return "its fields are not those of a record"
    for name, value in following(request, record).items():
        if record[name] != value:
            return f"{name} is {record[name]!r}, but must be {value!r} by other fields"
    if not all(record[name] is None or (type(record[name]) is int and record[name] >= 0) for name in COUNTS):
        return "a count is no number from 0 on"
    if not 0 < record["min"] <= record["median"] <= record["max"]:
        return "min, median and max are out of order"
    if not record["verified"] or not SHA256.fullmatch(record["elf_sha256"]) or len(set(record["elf_sha256"])) < 5:
        return "it names no verified image"
    bound = record["stack_bound_bytes"]
    return "it takes more stack than the bound" if bound is not None and record["stack_bytes"] > bound else None


def following(request: Request, record: Record) -> Record:
    """The fields that follow from the request, the board file and other fields."""
    chosen = bench.select(request)
    board, cycles = chosen.board, record["cycles"]
    asked = {name: value for name, value in bench.described(chosen).items() if value is not None}
    runs = (record["min"], record["max"], record["runs"])
    return asked | {
        "verified": True,
        **bench.constancy(chosen, *runs),
        **bench.table_bytes(chosen),
        "microseconds": board.microseconds(cycles),
        "energy_mj": board.energy_mj(cycles),
        **main_figure(record, board.unit),
        "unit": board.unit,
        "longest_step_ms": bench.milliseconds(board, record["longest_step_cycles"]),
        "cycle_model": board.cycle_model,
    }


def main_figure(record: Record, unit: str) -> Record:
    """The field that a record's cycles, or instructions, must equal: its mean, rounded, or its median."""
    if "mean" in record:
        return {unit: cost(record)}
    return {"median": record[unit]}
