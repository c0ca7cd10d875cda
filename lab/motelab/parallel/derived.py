"""Records of modular multiplications from their lines: speedup, efficiency, predicted times; and crossovers."""

import dataclasses
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from motelab.parallel import prediction, table_2
from motelab.parallel.modmul import Line, Request
from motelab.parallel.prediction import Key, Prediction

Record = dict[str, Any]
DIGITS = 5  # significant ones, of microseconds and ratios that are computed
REFERENCES = ("gmp", "montgomery", "openssl")  # without our own products: GMP's, and OpenSSL
PARALLEL = ("openmp", "pool")
KEPT_APART = ("operation", "scenario", "runs", "governor", "topology", "wait_milliseconds")


def base_of(line: Line, lines: Iterable[Line], among: Collection[str] = ()) -> Line | None:
    """The fastest sequential multiplication of the same size and governor, of these algorithms if any are given: in as
    many runs or, for a line that was made in few runs since its threads share processors, in any. None without one that
    gave right results."""
    bases = [
        one
        for one in lines
        if one.test.engine == "sequential"
        and (not among or one.test.algorithm in among)
        and (one.bits, one.governor) == (line.bits, line.governor)
        and (one.runs == line.runs or line.oversubscribed)
        and one.verified
    ]
    return min(bases, key=lambda one: one.microseconds, default=None)


def key_of(line: Line) -> Key:
    """What a prediction of the line is found by."""
    return line.test.algorithm, line.test.threads, line.test.engine, line.bits, line.split or 0


def record(line: Line, request: Request, lines: Sequence[Line], predictions: Mapping[Key, Prediction]) -> Record:
    """The record of a line among all lines of a request. Ratios are null where threads share processors, or without a
    base; a predicted time without a prediction of the line."""
    test = line.test
    base, reference = base_of(line, lines), base_of(line, lines, REFERENCES)
    speedup = _ratio(base, line)
    known = predictions.get(key_of(line))
    foreseen = rounded(known and known.predicted)
    return {
        "algorithm": test.algorithm,
        "threads": test.threads,
        "engine": test.engine,
        "bits": line.bits,
        "microseconds": line.microseconds,
        "median": line.median,
        "spread": line.spread,
        "sequential_algorithm": base and base.test.algorithm,
        "sequential_microseconds": base and base.microseconds,
        "speedup": rounded(speedup),
        "efficiency": rounded(speedup and speedup / test.threads),
        "predicted_microseconds": foreseen,
        "prediction_error": None if line.oversubscribed else prediction.error(foreseen, line.microseconds),
        "oversubscribed": line.oversubscribed,
        "verified": line.verified,
        "operation": request.operation,
        "scenario": request.scenario,
        "runs": line.runs,
        "split": line.split,
        "governor": line.governor,
        "topology": line.topology,
        "batch": line.batch,
        "wait_milliseconds": request.wait_milliseconds,
        "reference_algorithm": reference and reference.test.algorithm,
        "reference_microseconds": reference and reference.microseconds,
        "reference_speedup": rounded(_ratio(reference, line)),
    }


def _ratio(base: Line | None, line: Line) -> float | None:
    return None if base is None or line.oversubscribed else base.microseconds / line.microseconds


def only_predicted(lines: Sequence[Line], request: Request, threads: int, measured: table_2.Measured) -> list[Record]:
    """Records without times for so many threads, by Table 2 of the paper, from the sizes and bases of the lines: of
    each algorithm of the table and each engine whose hand-over is measured."""
    found = []
    for bits, members in groupby(sorted(lines, key=lambda line: line.bits), key=lambda line: line.bits):
        of_size = list(members)
        base = base_of(of_size[0], of_size)
        for algorithm in table_2.TABLE_2:
            for engine in PARALLEL:
                cost = table_2.cost(algorithm, threads, bits)
                foreseen = table_2.predicted(cost, engine, threads, measured)
                if base is None or foreseen is None:
                    continue
                test = dataclasses.replace(base.test, algorithm=algorithm, threads=threads, engine=engine)
                line = dataclasses.replace(base, test=test, split=None, oversubscribed=True, topology="none")
                row = record(line, request, of_size, {})
                nothing = dict.fromkeys(("microseconds", "median", "spread", "verified", "batch"))
                found.append(row | nothing | {"predicted_microseconds": rounded(foreseen)})
    return found


def rounded(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.{DIGITS}g}")


def crossovers(records: Iterable[Record]) -> list[Record]:
    """For each algorithm, number of threads and engine, in each condition: the least size from which it is faster than
    the fastest sequential one at every size measured, `bits`, and than the fastest of REFERENCES, `reference_bits`;
    null if it is slower at the largest. Records without a speedup take no part, nor do sequential ones."""
    names = ("algorithm", "threads", "engine", *KEPT_APART)
    groups: dict[tuple, list[Record]] = {}
    for one in records:
        if one["speedup"] is not None and one["engine"] != "sequential" and one["verified"]:
            groups.setdefault(tuple(one[name] for name in names), []).append(one)
    return [
        dict(zip(names, key, strict=True))
        | {"bits": _crossover(members, "speedup"), "reference_bits": _crossover(members, "reference_speedup")}
        | {"largest_bits": max(one["bits"] for one in members)}
        for key, members in groups.items()
    ]


def _crossover(members: Sequence[Record], ratio: str) -> int | None:
    bits = None
    for one in sorted(members, key=lambda one: -one["bits"]):
        if one[ratio] is None or one[ratio] <= 1:
            break
        bits = one["bits"]
    return bits
