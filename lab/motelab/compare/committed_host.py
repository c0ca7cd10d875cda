"""Committed times of a host beside another library's, of data/host-times.jsonl, and counts of instructions of 64-bit
Arm, of data/aarch64-counts.jsonl: `python -m tools.host_figures goals` measures them. Goals of the table `host` are
read from there; times themselves are not reproducible, ratios hold."""

import functools
import json
import statistics

from motelab import DATA
from motelab.measure import bench
from motelab.measure.aarch64_counts import CountRequest
from motelab.measure.batch_rates import BatchRequest
from motelab.measure.bench import Request
from motelab.measure.records import Record

FILE = DATA / "host-times.jsonl"
COUNTS_FILE = DATA / "aarch64-counts.jsonl"
RATIOS = ("ratio", "reach")
Compared = Request | BatchRequest | CountRequest


def command(request: Request | BatchRequest) -> str:
    """The key of a request's line: the command that measures it alone, without members for public values."""
    if isinstance(request, BatchRequest):
        return request.command.removeprefix("./motecurve ")
    constant_time = " --ct" if bench.select(request).is_constant_time else ""
    return bench.command_for(request).removeprefix("./motecurve ") + constant_time


@functools.cache
def lines() -> dict[str, Record]:
    """The measurements by command: a date, and the fields of each of several runs."""
    return {line["command"]: line for line in map(json.loads, FILE.read_text().splitlines())} if FILE.exists() else {}


@functools.cache
def counts() -> dict[CountRequest, Record]:
    """The counts of instructions."""
    found = map(json.loads, COUNTS_FILE.read_text().splitlines()) if COUNTS_FILE.exists() else ()
    return {CountRequest(row["curve"], row["operation"]): row for row in found}


def find(request: Compared) -> Record | None:
    """The committed count, or the medians over the committed runs of a request beside another library or of a batch;
    None if there are none. `spread` has the least and the largest of each of RATIOS."""
    if isinstance(request, CountRequest):
        return counts().get(request)
    is_compared = isinstance(request, BatchRequest) or request.versus
    line = lines().get(command(request)) if is_compared else None
    if line is None:
        return None
    medians = {field: statistics.median(run[field] for run in line["runs"]) for field in line["runs"][0]}
    spread = {field: spread_of(line, field) for field in RATIOS if field in medians}
    if isinstance(request, BatchRequest):
        is_constant_time = request.is_constant_time
    else:
        is_constant_time = bench.select(request).is_constant_time
    return medians | {"constant_time": is_constant_time, "spread": spread, "date": line["date"]}


def spread_of(line: Record, field: str) -> tuple[float, float]:
    """The least and the largest of a field in the runs of a line."""
    values = [run[field] for run in line["runs"]]
    return min(values), max(values)
