"""Scalar multiplication on several threads over the library of curves: splits on binary curves, and batches of
independent multiplications, against what does the same work on one thread in the same run."""

import contextlib
import functools
from collections.abc import Sequence
from typing import Any

from codegen.built import curves_by_field
from codegen.fields import bits
from motelab.common import names
from motelab.common.errors import MotecurveError
from motelab.parallel import programs, topology

Record = dict[str, Any]

ENGINES = ("sequential", "openmp", "pool")
KOBLITZ = ("sect163k1", "sect233k1", "sect239k1", "sect283k1", "sect409k1", "sect571k1")
COFACTOR_2 = ("sect163r1", "sect163r2", "sect193r1", "sect193r2", "sect233r1", "sect283r1", "sect409r1", "sect571r1")
OVER_PRIME_FIELDS = ("secp256r1", "secp256k1", "Curve25519")
# The curves of each method, and its most threads.
BATCH = "batch"
METHODS = {
    "tau-split-wide": (KOBLITZ, 4),
    "tau-split": (KOBLITZ, 4),
    "halve-double": (COFACTOR_2, 2),
    BATCH: ((*KOBLITZ, *COFACTOR_2, *OVER_PRIME_FIELDS), 1024),
}
FIELDS = "fb163;fb193;fb233;fb239;fb283;fb409;fb571;fp256r1;fp256k1;fp255"  # of these curves
BATCH_COUNT = 64
RUNS = 3000  # at most; fewer of what takes long
DIGITS = 5  # significant ones of ratios


def measure(curve: str, method: str, threads: int = 2, engine: str = "pool", runs: int = RUNS) -> list[Record]:
    """The records of a method on one thread and on `threads` threads. Times are of one multiplication, in a batch too.
    The base is the fastest on one thread, the reference the same method on one thread; ratios are null
    with more threads than processors. MotecurveError for a method, curve, engine or number of threads that there is
    none of; programs.run's errors."""
    require(curve, method, threads, engine)
    system = topology.System()
    places = system.chosen(threads)
    crowded = threads > len(system.processors)
    arguments: list[object] = ["--curve", curve, "--threads", threads, "--engine", engine, "--runs", runs]
    if method == BATCH:
        arguments += ["--count", BATCH_COUNT]
    else:
        arguments += ["--method", method]
    program = "batch_times" if method == BATCH else "binary_times"
    environment = {"OMP_WAIT_POLICY": "passive" if crowded else "active"}
    with contextlib.nullcontext() if crowded else topology.running_on(places):
        lines = programs.run(program, *arguments, environment=environment, fields=FIELDS)
    if method == BATCH:
        lines = [_of_one(line) for line in lines]
    where = (system.governor(), topology.in_words(places))
    own = [line for line in lines if line["method"] == method]
    return [record(line, lines, crowded and line["threads"] != "1", *where) for line in own]


@functools.cache
def bits_by_curve() -> dict[str, int]:
    """The bits of each curve's field. A function, since the tiny curves among them are searched for: 0.1 s."""
    return {record["name"]: bits(field) for field, records in curves_by_field().items() for record in records}


def require(curve: str, method: str, threads: int, engine: str) -> None:
    """MotecurveError, with what would be right, for a method that cannot run so."""
    names.one_of("method", method, METHODS)
    names.one_of("engine", engine, ENGINES)
    curves, most = METHODS[method]
    names.one_of(f"curve of {method}", curve, curves)
    if not 1 <= threads <= most:
        raise MotecurveError(f"{method} runs on 1 to {most} threads, not on {threads}")
    if engine == "sequential" and method == BATCH and threads > 1:
        raise MotecurveError("a batch on one thread is its own base; give --engine pool or openmp, or --threads 1")


def record(
    line: programs.Line, lines: Sequence[programs.Line], oversubscribed: bool, governor: str | None, where: str
) -> Record:
    """The record of a line among all lines of its run."""
    alone = [one for one in lines if one["threads"] == "1" and one["verified"] == "1"]
    base = min(alone, key=_least, default=None)
    reference = min((one for one in alone if one["method"] == line["method"]), key=_least, default=None)
    speedup = None if base is None or oversubscribed else _least(base) / _least(line)
    over_itself = None if reference is None or oversubscribed else _least(reference) / _least(line)
    threads = int(line["threads"])
    return {
        "curve": line["curve"],
        "method": line["method"],
        "input": "random",
        "algorithm": line["method"],
        "threads": threads,
        "engine": line["engine"],
        "bits": bits_by_curve()[line["curve"]],
        "microseconds": _least(line),
        "median": float(line["median"]),
        "spread": float(line["spread"]),
        "sequential_algorithm": base and base["method"],
        "sequential_microseconds": base and _least(base),
        "speedup": _rounded(speedup),
        "efficiency": _rounded(speedup and speedup / threads),
        "predicted_microseconds": None,
        "oversubscribed": oversubscribed,
        "verified": line["verified"] == "1",
        "operation": "ecdh" if line["method"] == BATCH else "scalar-mult",
        "scenario": None,
        "runs": int(line["runs"]),
        "split": None,
        "governor": governor,
        "topology": where,
        "batch": BATCH_COUNT if line["method"] == BATCH else 1,
        "wait_milliseconds": 0,
        "reference_algorithm": reference and reference["method"],
        "reference_microseconds": reference and _least(reference),
        "reference_speedup": _rounded(over_itself),
    }


def _least(line: programs.Line) -> float:
    return float(line["minimum"])


def _of_one(line: programs.Line) -> programs.Line:
    """A batch's line with the times of one of its multiplications."""
    return line | {key: f"{float(line[key]) / BATCH_COUNT:.5f}" for key in ("minimum", "median", "spread")}


def _rounded(ratio: float | None) -> float | None:
    return ratio if ratio is None else float(f"{ratio:.{DIGITS}g}")
