"""Times of parallel multiplications, put together from measured parts.

The program phase_times measures each thread's part of each phase in pairs, on two threads at once, and the hand-overs
of the engine, by who is late. `composed` runs the phases on paper: a thread begins its next part when it has handed
over its own and has seen those of all others. Two processors are enough to measure parts for any number of threads;
docs/parallel/times.md compares predictions with measured calls."""

import contextlib
import dataclasses
import itertools
import statistics
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from motelab.parallel import programs, topology
from motelab.parallel.scenarios import Test
from motelab.parallel.unfinished import Unfinished

RUNS_MAX = 200
LIMB_BITS = 64  # of GMP's limbs on the hosts that programs run on
GOAL = 0.1  # of the measured time: how far a prediction may be off
GOAL_BITS = 1024  # from this size on
BISECTIONS = 40
SHORTER_WEIGHT = 0.1  # of paths with fewer phases: they only decide what the others leave open
FIRST_STEP = 1.5  # of a block's task in the ring of message-passing: it has three products, the others two
Row = dict[str, Any]
Key = tuple[str, int, str, int, int]  # algorithm, threads, engine, bits, split in limbs


@dataclasses.dataclass(frozen=True)
class Handovers:
    """Microseconds of an engine around the parts of a call. Of a pair the first is the caller's, the second that of any
    other thread: `begin` to its first part, `end` from its last part to the return of the call, `same` from a part to
    the thread's own next one, `cross` from a part to the other's next one; `others` between two that are not callers.

    Only sums along the way of a call have a meaning; a single one may be negative."""

    begin: tuple[float, float]
    end: tuple[float, float]
    same: tuple[float, float]
    cross: tuple[float, float]
    others: float

    @classmethod
    def of_paths(cls, paths: Mapping[str, float]) -> "Handovers":
        """From calls of two threads by path, as support/late.h names them: microseconds beyond the work of the late
        threads. Each path is a sum of `begin`, `end` and what lies between: the least squares of all, the longest
        paths, which have the phases of the call, before shorter ones."""
        import numpy as np  # as late as here: commands that predict nothing do without it

        longest = max(map(len, paths))
        weights = np.array([1.0 if len(path) == longest else SHORTER_WEIGHT for path in paths])
        counts = np.array([_steps(path) for path in paths], dtype=float)
        found, *_ = np.linalg.lstsq(counts * weights[:, None], weights * list(paths.values()), rcond=None)
        begin, end, same, cross = (tuple(map(float, pair)) for pair in found.reshape(4, 2))
        return cls(begin, end, same, cross, sum(cross) / 2)

    def grown(self, threads: int) -> "Handovers":
        """Of so many threads: each further one is taken to cost as much again, since a line of cache moves to each."""
        factor = threads - 1
        pairs = ([factor * one for one in pair] for pair in (self.begin, self.end, self.same, self.cross))
        return Handovers(*map(tuple, pairs), factor * self.others)

    def between(self, one: int, other: int) -> float:
        """From the end of a thread's part to the begin of the other's next."""
        if one == other:
            return self.same[one > 0]
        return self.others if one and other else self.cross[one > 0]


def _steps(path: str) -> list[int]:
    """How often a path takes each hand-over: `begin`, `end`, `same` and `cross` of Handovers, in their order."""
    late = [int(who) for who in path]
    pairs = list(itertools.pairwise(late))
    same = [pairs.count((who, who)) for who in (0, 1)]
    return [1 - late[0], late[0], 1 - late[-1], late[-1], *same, pairs.count((0, 1)), pairs.count((1, 0))]


@dataclasses.dataclass(frozen=True)
class Parts:
    """Microseconds of the parts of a multiplication: by phase and thread; `serial` is before and behind all phases, in
    the caller. A phase whose parts wait for messages has no pairs with more than two threads, and is None there; then
    `ring` is its longer part on two threads, with blocks as long."""

    serial: float
    paired: tuple[tuple[float, ...] | None, ...]
    alone: tuple[tuple[float, ...], ...]
    ring: float | None = None


@dataclasses.dataclass(frozen=True)
class Prediction:
    """What was measured of a test of a size, and put together. Microseconds: `predicted`, and of it the longest parts
    of the phases in pairs and alone; `measured` is the whole call in the same run, None where threads would share
    processors. Of one thread there is only the whole call."""

    key: Key
    predicted: float | None
    paired: float | None
    alone: float | None
    measured: float | None
    verified: bool


def composed(phases: Sequence[Sequence[float]], handovers: Handovers) -> float:
    """Microseconds of a call whose phases take so long, by phase and thread."""
    threads = range(len(phases[0]))
    at = [handovers.begin[thread > 0] for thread in threads]
    for i, parts in enumerate(phases):
        ends = [at[thread] + parts[thread] for thread in threads]
        if i + 1 < len(phases):
            at = [max(ends[one] + handovers.between(one, thread) for one in threads) for thread in threads]
    return max(ends[thread] + handovers.end[thread > 0] for thread in threads)


def ring(busy: Sequence[float], blocks: int, message: float) -> tuple[float, ...]:
    """Microseconds after which each thread of message_passing.c has done its tasks. busy are the threads' times without
    waiting, `blocks` the blocks of a number, `message` the microseconds of a message."""
    threads = len(busy)
    step = sum(busy) / (blocks * (blocks - 1 + FIRST_STEP))
    free = [0.0] * threads
    before: list[float] = []
    for task in range(blocks):
        now, done = free[task % threads], []
        for block in range(blocks):
            arrived = before[min(block + 1, blocks - 1)] + message if task else 0.0
            now = max(now, arrived) + (step if block else FIRST_STEP * step)
            done.append(now)
        free[task % threads], before = now, done
    return tuple(free)


def message(measured: float, busy: Sequence[float], blocks: int) -> float:
    """Microseconds of a message, with which the ring of two threads that are busy so long takes the measured time; 0 if
    it takes longer without."""
    low, high = 0.0, measured
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        low, high = (low, middle) if max(ring(busy, blocks, middle)) > measured else (middle, high)
    return low


def predicted(parts: Parts, handovers: Handovers, bits: int, split: int) -> float:
    """Microseconds of a call. split is the algorithm's, in limbs: the length of a block where parts wait for messages.
    handovers are those of two threads."""
    phases = []
    for paired, alone in zip(parts.paired, parts.alone, strict=True):
        if paired is None:
            blocks = -(-bits // (LIMB_BITS * max(split, 1)))
            each = message(parts.ring or 0.0, [sum(alone) / 2] * 2, blocks)
        phases.append(ring(alone, blocks, each) if paired is None else paired)
    return parts.serial + composed(phases, handovers.grown(len(parts.alone[0])))


def of_lines(lines: Iterable[programs.Line]) -> dict[Key, Prediction]:
    """The predictions of what phase_times prints."""
    return {key: _of_test(key, list(members)) for key, members in groupby(lines, key=_key_of_line)}


def _key_of_line(line: programs.Line) -> Key:
    return (line["algorithm"], int(line["threads"]), line["engine"], int(line["bits"]), int(line["split"]))


def _of_test(key: Key, lines: Sequence[programs.Line]) -> Prediction:
    _, threads, _, bits, split = key
    by_what: dict[str, dict[tuple[str, int], float]] = {}
    for line in lines:
        by_what.setdefault(line["what"], {})[line["phase"], int(line["thread"])] = float(line["minimum"])
    whole = by_what.get("whole", {}).get(("", 0))
    verified = all(line["verified"] == "1" for line in lines)
    if threads == 1:
        return Prediction(key, None, None, None, whole, verified)
    numbers = sorted({phase for phase, _ in by_what["alone"]}, key=int)
    alone = tuple(tuple(by_what["alone"][phase, i] for i in range(threads)) for phase in numbers)
    known = by_what["paired"]
    paired = tuple(tuple(known[phase, i] for i in range(threads)) if (phase, 0) in known else None for phase in numbers)
    rings = (max(by_what["ring"][phase, i] for i in range(2)) for phase in numbers if (phase, 0) not in known)
    parts = Parts(by_what["serial"]["", 0], paired, alone, next(rings, None))
    late = {path: time - len(path) * by_what["work"]["", 0] for (path, _), time in by_what["late"].items()}
    longest = [sum(max(b or a) for a, b in zip(alone, other, strict=True)) for other in (paired, alone)]
    foreseen = predicted(parts, Handovers.of_paths(late), bits, split)
    return Prediction(key, foreseen, *(parts.serial + one for one in longest), whole, verified)


def measure(
    tests: Collection[Test], sizes: Sequence[int], system: topology.System, operation: str = "multiply",
    runs: int = RUNS_MAX, siblings: bool = False, kept: Unfinished | None = None,
) -> dict[Key, Prediction]:  # fmt: skip
    """Measures the parts of the tests with several threads, a process for each engine, and of those with one the whole
    call; nothing with only one processor. What `kept` has is not measured again. Raises what programs.run raises."""
    found: dict[Key, Prediction] = {}
    places = system.chosen(max((test.threads for test in tests), default=0), siblings)
    if len(places) < 2:
        return found
    arguments = ("--bits", ",".join(map(str, sizes)), "--runs", runs, "--operation", operation)
    environment = programs.spinning()
    with topology.running_on(places) if len(places) < len(system.processors) else contextlib.nullcontext():
        for engine in dict.fromkeys(test.engine for test in tests):
            of_engine = [test for test in tests if test.engine == engine]
            name = repr((sizes, engine))
            known = kept and kept.lines.get(name)
            lines = known or programs.run("phase_times", *arguments, *of_engine, environment=environment)
            if kept and not known:
                kept.keep(name, lines)
            found |= of_lines(lines)
    return found


def error(predicted: float | None, measured: float | None) -> float | None:
    """How much of the measured time the predicted one is longer; None without both."""
    return None if predicted is None or measured is None else round(predicted / measured - 1, 4)


def summary(rows: Sequence[Row]) -> list[str]:
    """Lines for people: how far predictions are from the times of rows that have both, from GOAL_BITS on and below."""
    lines = []
    for words, is_long in ((f"from {GOAL_BITS:,} bits on", True), (f"below {GOAL_BITS:,} bits", False)):
        known = [row for row in rows if row.get("prediction_error") is not None]
        chosen = [row for row in known if (row["bits"] >= GOAL_BITS) == is_long]
        if chosen:
            worst = max(chosen, key=lambda row: abs(row["prediction_error"]))
            near = sum(abs(row["prediction_error"]) <= GOAL for row in chosen)
            middle = statistics.median(abs(row["prediction_error"]) for row in chosen)
            lines.append(
                f"predicted times {words}: {near} of {len(chosen)} within {GOAL:.0%} of the measured ones; median "
                f"{middle:.1%}, worst {worst['prediction_error']:+.1%} ({worst['algorithm']}, {worst['engine']}, "
                f"{worst['bits']:,} bits)"
            )
    return lines
