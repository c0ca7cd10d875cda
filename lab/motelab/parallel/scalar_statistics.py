"""Times of the multiplications modulo p inside a scalar multiplication, and the estimate of the whole from them
(arruda2014, Tables 22 to 26 and 34 to 42)."""

import math
from typing import Any

from motelab.parallel import point_curves, programs, topology
from motelab.parallel.scalar_mult import RUNS, Request, Subject, is_right

Row = dict[str, Any]
DIGITS = 5


def measure(request: Request, subjects: list[Subject]) -> list[Row]:
    """A row for each subject that has one thread for points, on as many processors as its multiplications take.
    Nanoseconds of one multiplication and of one square; microseconds of the whole, and of the estimate. The cost of the
    clock is taken off. Raises what programs.run raises."""
    curve = point_curves.find(request.curve)
    key = point_curves.key_of(curve, request.key, request.seed)
    processors = len(topology.System().processors)
    fitting = [one for one in subjects if one.threads == 1 and one.field_threads <= processors]
    numbers = [f"{number:x}" for number in (curve.p, curve.a, curve.b, curve.x, curve.y, key.scalar)]
    lines = programs.run(
        "scalar_times", "--statistics", "--runs", request.runs or RUNS, "--bits", key.bits, "--filled", key.filled,
        *numbers, *(one.word for one in fitting), environment={"OMP_WAIT_POLICY": "active"},
    )  # fmt: skip
    expected = curve.multiply(key.effective if request.input == "fixed" else key.scalar)
    return [
        row(request, one, line) | {"verified": is_right(line, expected)}
        for one, line in zip(fitting, lines, strict=True)
    ]


def row(request: Request, one: Subject, line: programs.Line) -> Row:
    """The statistics of a line: mean, median, standard deviation, coefficient of variation in percent; the numbers of
    multiplications and squares; their estimate, and by how many percent it lies below the least whole."""
    found: Row = {
        "curve": point_curves.find(request.curve).name,
        "method": one.method,
        "algorithm": one.algorithm,
        "threads": one.all_threads,
        "engine": one.engine,
        "squaring": one.squaring,
        "scenario": request.key,
    }
    estimate = 0.0
    for kind, count in (("product", int(line["products"])), ("square", int(line["squares"]))):
        mean, deviation = float(line[f"{kind}_mean"] or 0), math.sqrt(float(line[f"{kind}_variance"] or 0))
        found[f"{kind}s"] = count
        found[f"{kind}_mean"] = mean
        found[f"{kind}_median"] = float(line[f"{kind}_median"] or 0)
        found[f"{kind}_deviation"] = _rounded(deviation)
        found[f"{kind}_variation_percent"] = _rounded(100 * deviation / mean) if mean else None
        estimate += count * mean / 1000
    whole = float(line["minimum"])
    found |= {"estimate_microseconds": _rounded(estimate), "microseconds": whole}
    return found | {"below_percent": _rounded(100 * (1 - estimate / whole))}


def _rounded(value: float) -> float:
    return float(f"{value:.{DIGITS}g}")
