"""Records: the results of one measurement, field by field, and the files that keep them."""

import json
from collections.abc import Collection
from pathlib import Path
from typing import Any

from motelab import BUILD
from motelab.common import locks
from motelab.common.files import write_atomically

Record = dict[str, Any]

# Every record has exactly these fields and those of STACK_FIELDS and DERIVED, in this order; None if a board has no
# such figure.
MEASURED = (
    "board", "device", "clock_hz", "flash_wait_states", "profile", "curve", "field", "operation", "input",
    "implementation", "implementation_commit", "implementation_sha256", "algorithm", "window", "backend", "word_bits",
    "kernel", "blinding", "constant_time", "constant_time_evidence", "nonce", "threads", "cycles", "instructions",
    "microseconds", "energy_mj", "flash_bytes", "flash_const_bytes", "ram_static_bytes", "stack_bytes", "loads",
    "stores", "xors", "verified", "runs", "min", "median", "max", "unit", "steps", "longest_step_cycles",
    "longest_step_ms", "task_stack_bytes", "elf_sha256", "compiler", "flags", "simulator", "cycle_model", "choices",
)  # fmt: skip
# Whose code was measured: this library's, or other people's with its commit and the digest of its files.
PROVENANCE = ("implementation", "implementation_commit", "implementation_sha256")
OF_OURS = {"implementation": "motecurve", "implementation_commit": None, "implementation_sha256": None}
# Wait states of the flash that the cycles include; None where there are no cycles of a model.
WAITS = "flash_wait_states"
# Derived from the image by itself (boards/stack): an upper bound of the stack. None for hosts, and if there is no
# bound.
STACK_FIELDS = ("stack_bound_bytes",)
# For scalar multiplications, known without the board: operations on points, means over random scalars (only if
# requested); bytes of tables; nonzero digits of the recoding, and their share in theory.
OPERATION_FIELDS = ("doublings", "additions", "halvings", "frobenius_maps", "triplings", "quintuplings")
TABLE_FIELDS = ("ram_table_bytes", "flash_table_bytes")
DENSITY_FIELDS = ("digit_density", "digit_density_theory")
DERIVED = (*OPERATION_FIELDS, *TABLE_FIELDS, *DENSITY_FIELDS)
FIELDS = (*MEASURED, *STACK_FIELDS, *DERIVED)
# Only in records of operations whose time varies, and only if a number of cases was asked for: so many further random
# cases, and the mean and the standard deviation of their cost in `unit`. Then `cycles` (or `instructions`) is the mean.
MEANS = ("cases", "mean", "deviation")

# Fields of the request; two records that agree here are the same measurement, old and new.
IDENTITY = (
    "board", "profile", "curve", "field", "operation", "input", "implementation", "algorithm", "window", "backend",
    "choices", "blinding",
)  # fmt: skip

RECORDS_FILE = BUILD / "records.jsonl"


def new_record(**values: Any) -> Record:
    """A record with all fields, None if `values` does not set one; KeyError for an unknown field."""
    unknown = set(values) - set(FIELDS)
    if unknown:
        raise KeyError(f"no such record field: {', '.join(sorted(unknown))}")
    return {name: values.get(name) for name in FIELDS}


def cost(record: Record) -> float:
    """What a call takes, in `unit`: the mean if it was measured, rounded, else the median of the few known answers."""
    return round(record["mean"]) if record.get("mean") is not None else record["median"]


def completed(record: Record) -> Record:
    """A record, or a row with its fields, with WAITS in its place. Older ones, which do not say, are without waits."""
    if record.get(WAITS) is not None or "clock_hz" not in record:
        return record
    waits = 0 if record.get("unit") == "cycles" else None
    found: Record = {}
    for name, value in record.items():
        found[name] = value
        if name == "clock_hz":
            found[WAITS] = waits
    return found | {WAITS: waits}


def is_of_host(record: Record) -> bool:
    """Whether a verified record holds times of a host, and the figures that follow from them, and no simulator's
    counts."""
    return record["unit"] == "microseconds"


def identity(record: Record, but: Collection[str] = ()) -> str:
    """Key under which a record is kept: a later measurement of the same thing replaces it. A record that does not say
    whose code it measured, as older ones, is of this library. Records that differ in the fields `but` alone share the
    key without these."""
    named = (name for name in IDENTITY if name not in but)
    return json.dumps([record.get(name) or OF_OURS.get(name) for name in named], sort_keys=True)


def read_records(path: Path | None = None) -> list[Record]:
    """The kept records (from RECORDS_FILE unless `path` says otherwise); damaged lines are left out."""
    path = path or RECORDS_FILE
    if not path.exists():
        return []
    records = []
    for line in path.read_text().splitlines():
        try:
            records.append(json.loads(line))
        except json.JSONDecodeError:
            continue
    return [record for record in records if isinstance(record, dict)]


def keep_records(new: list[Record], path: Path | None = None) -> None:
    """Adds `new` to the file, replacing older measurements of the same; one record a line, sorted."""
    path = path or RECORDS_FILE
    with locks.held(path.parent / f".{path.name}.lock"):  # so that two benches at once do not lose each other's records
        kept = {identity(record): record for record in read_records(path)}
        kept.update((identity(record), record) for record in new)
        lines = [json.dumps(kept[key]) for key in sorted(kept)]
        write_atomically(path, "".join(f"{line}\n" for line in lines))
