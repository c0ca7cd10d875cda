"""Records from silicon that users give to the project: their form, their digests, whether they can be true; the files
that keep them, one a board."""

import datetime
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from motelab import DATA
from motelab.boards import board as boards
from motelab.boards.image import compiler_version
from motelab.boards.implementations.image import builder_of
from motelab.common.errors import FaultyFile, MotecurveError
from motelab.common.files import write_atomically
from motelab.device import drivers, silicon
from motelab.device.image import builder_for
from motelab.device.session import CLOCK_TOLERANCE
from motelab.measure import bench
from motelab.measure.records import FIELDS, Record

FOLDER = DATA / "silicon"
FIRST_DAY = datetime.date(2026, 11, 1)  # no board was measured before
# Cycles of a board as a part of the simulator's. Models are at most 11 per cent low, and flash with wait states and no
# cache doubles what a fetch takes.
LEAST_PART, MOST_PART = 0.85, 4.0
STACK_TOLERANCE_BYTES = 64  # a board's own frame at the call may differ by this much from the simulator's
SHOWN = 8  # faults of a file that are told


def file(board_name: str) -> Path:
    """Where the records of a board are kept."""
    return FOLDER / f"{board_name}.jsonl"


def of(board_name: str) -> list[Record]:
    """The records of a board from silicon, of all who measured it; none without a file."""
    path = file(board_name)
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def every() -> list[Record]:
    """The records of all boards that have a driver."""
    return [record for name in drivers.known() for record in of(name)]


def read(path: Path) -> list[Record]:
    """The records of a file that --contribute wrote. MotecurveError if it cannot be read; FaultyFile with its lines'
    faults if one cannot be true."""
    try:
        lines = path.read_text().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise MotecurveError(f"{path}: {getattr(error, 'strerror', None) or 'no text'}") from None
    if not lines:
        raise MotecurveError(f"{path} is empty; bench --device PORT --contribute {path} writes it")
    records, faults = [], []
    for number, line in enumerate(lines, start=1):
        record, fault = parsed(line)
        fault = fault or fault_of_form(record) or fault_of_figures(record) or fault_of_digests(record)
        records.append(record)
        faults += [f"{path}:{number}: {fault}"] if fault else []
    if faults:
        raise FaultyFile(faults[:SHOWN])
    return records


def parsed(line: str) -> tuple[Record, str | None]:
    try:
        record = json.loads(line)
    except ValueError:
        record = None
    return (record, None) if isinstance(record, dict) else ({}, "no JSON object; a line is one record")


def fault_of_form(record: Record) -> str | None:
    """Fields that are missing or unknown, an origin, a day or a board that cannot be."""
    due = {*FIELDS, *silicon.FIELDS}
    if wrong := sorted(due ^ record.keys()):
        return f"{'no' if wrong[0] in due else 'unknown'} field {wrong[0]}"
    if record["origin"] != silicon.SILICON:
        return f"origin is {record['origin']!r}; records from silicon alone are taken"
    if record["verified"] is not True:
        return "verified is not true; only right results have cycles"
    if not record["contributor"] or not isinstance(record["contributor"], str):
        return "no contributor; --contributor NAME says who measured, a name or a handle"
    if record["board"] not in drivers.known():
        return f"board is {record['board']!r}; with a driver are {', '.join(drivers.known())}"
    return fault_of_day(record["date"]) or fault_of_numbers(record)


def fault_of_day(text: Any) -> str | None:
    try:
        day = datetime.date.fromisoformat(text)
    except (TypeError, ValueError):
        return f"date is {text!r}; a day is such as 2026-11-29"
    tomorrow = datetime.date.today() + datetime.timedelta(days=1)  # where the contributor lives
    return None if FIRST_DAY <= day <= tomorrow else f"date is {text}, not from {FIRST_DAY} to {tomorrow}"


WHOLE = ("cycles", "min", "median", "max", "runs", "simulated", "stack_bytes", "simulated_stack_bytes", "restarts")


def fault_of_numbers(record: Record) -> str | None:
    for name in WHOLE:
        if type(record[name]) is not int or record[name] < 0:
            return f"{name} is {record[name]!r}; a whole number is due"
    return None if isinstance(record["clock_part"], float) else "clock_part is no number; the bench writes it"


def fault_of_figures(record: Record) -> str | None:
    """Figures that contradict each other, or that no such board gives."""
    board, cycles = boards.load(record["board"]), record["cycles"]
    if not record["min"] <= cycles == record["median"] <= record["max"]:
        return "cycles are not the median between min and max"
    derived = bench.times(board, cycles) | {
        "difference_percent": silicon.difference_percent(cycles, record["simulated"]),
        "clock_hz": board.clock_hz,
        "device": board.device,
        "chip": board.device,
    }
    for name, right in derived.items():
        if record[name] != right:
            return f"{name} is {record[name]!r}, and {right!r} follows from the others"
    if abs(record["clock_part"] - 1) > CLOCK_TOLERANCE:
        return f"clock_part is {record['clock_part']}; beyond {100 * CLOCK_TOLERANCE:g} per cent nothing is taken"
    if not LEAST_PART <= cycles / record["simulated"] <= MOST_PART:
        return f"{cycles:,} cycles are not between {LEAST_PART} and {MOST_PART} times the simulator's"
    if record["stack_bytes"] > record["simulated_stack_bytes"] + STACK_TOLERANCE_BYTES:
        return f"{record['stack_bytes']:,} B of stack, and the simulator takes {record['simulated_stack_bytes']:,} B"
    return None


def fault_of_digests(record: Record) -> str | None:
    """Whether this checkout builds the same image and the simulator counts the same for it. What another compiler
    built, or code that is not here, cannot be compared."""
    try:
        request = bench.request_of(record["command"])
        chosen = bench.select(request)
        builder = builder_for(chosen)
    except MotecurveError as error:
        return f"command: {error}"
    here = compiler_version(chosen.board)
    if record["compiler"] != here:
        return f"built by {record['compiler']}; here is {here}, so its digests cannot be checked"
    image = builder_of(chosen).build()
    for name, right in (("elf_sha256", image.sha256), ("build_id", builder.build_id.hex())):
        if record[name] != right:
            return f"{name} is {record[name]}, and this checkout builds {right}; measure again with this commit"
    counted = bench.measure_one(chosen)
    for name in ("simulated", "simulated_stack_bytes"):
        right = counted["median" if name == "simulated" else "stack_bytes"]
        if record[name] != right:
            return f"{name} is {record[name]:,}, and the simulator counts {right:,}"
    return None


def keep(records: Sequence[Record]) -> list[Path]:
    """Adds checked records to the files of their boards; what the same contributor measured before is replaced. The
    files that were written."""
    written = []
    for name in dict.fromkeys(record["board"] for record in records):
        kept = {key(record): record for record in [*of(name), *(r for r in records if r["board"] == name)]}
        FOLDER.mkdir(parents=True, exist_ok=True)
        write_atomically(file(name), "".join(f"{json.dumps(kept[one])}\n" for one in sorted(kept)))
        written.append(file(name))
    return written


def key(record: Record) -> tuple[str, str]:
    return record["command"], record["contributor"]
