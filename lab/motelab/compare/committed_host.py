"""Committed times of a host beside another library's, of data/host-times.jsonl: `python -m tools.host_figures goals`
measures them. Goals of the table `host` are read from there; times themselves are not reproducible, ratios hold."""

import functools
import json
import statistics

from motelab import DATA
from motelab.measure import bench
from motelab.measure.bench import Request
from motelab.measure.records import Record

FILE = DATA / "host-times.jsonl"
RATIO = "ratio"


def command(request: Request) -> str:
    """The key of a request's line: the command that measures it alone, without members for public values."""
    constant_time = " --ct" if bench.select(request).is_constant_time else ""
    return bench.command_for(request).removeprefix("./motecurve ") + constant_time


@functools.cache
def lines() -> dict[str, Record]:
    """The measurements by command: a date, and the fields of each of several runs."""
    return {line["command"]: line for line in map(json.loads, FILE.read_text().splitlines())} if FILE.exists() else {}


def find(request: Request) -> Record | None:
    """The medians over the committed runs of a request beside another library; None if there are none. `spread` has the
    least and the largest ratio."""
    line = lines().get(command(request)) if request.versus else None
    if line is None:
        return None
    medians = {field: statistics.median(run[field] for run in line["runs"]) for field in line["runs"][0]}
    ratios = [run[RATIO] for run in line["runs"]]
    constant_time = bench.select(request).is_constant_time
    return medians | {"constant_time": constant_time, "spread": (min(ratios), max(ratios)), "date": line["date"]}
