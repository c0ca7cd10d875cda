"""Scalar multiplications over prime fields by every method, against the fastest on one thread of the same run."""

import contextlib
import dataclasses
import functools
from collections.abc import Sequence
from typing import Any

from motelab.common import names
from motelab.common.errors import MotecurveError
from motelab.parallel import modmul, point_curves, programs, scalar_bases, topology
from motelab.parallel.point_curves import Key, PointCurve

Record = dict[str, Any]

ENGINES = ("sequential", "openmp", "pool")
SQUARINGS = ("Multp", "Comba")
INPUTS = ("random", "fixed")
RUNS, RUNS_OVERSUBSCRIBED = 50, 1
# The same work on one thread: what a method is compared with, besides the fastest.
REFERENCES = {"formulas": "left-to-right", "table-formulas": "table"}
# Method and window; on one thread they are measured, and the fastest counts.
BASES = {"random": (("left-to-right", 1), ("left-to-right", 2), ("left-to-right", 5)),
         "fixed": (("table", 1), ("windows", 4), ("comb", 6))}  # fmt: skip
USUAL = ("montgomery-ifma", "montgomery-words")  # above and up to IFMA_BITS
IFMA_BITS = 1024
# Of arruda2014, Table 16.
PAPER_ALGORITHMS = (
    "schoolbook-montgomery", "gmp", "barrett", "montgomery", "bipartite", "multipartite-v1", "multipartite-v2",
)  # fmt: skip
DIGITS = 5  # significant ones of ratios


@dataclasses.dataclass(frozen=True)
class Method:
    """One of the library's; threads work on points."""

    name: str
    is_fixed: bool
    threads: tuple[int, ...]
    source: str
    summary: str


@dataclasses.dataclass(frozen=True)
class Subject:
    """What is timed. threads work on points, and field_threads on a multiplication of each; window 0 is the usual."""

    method: str
    threads: int
    engine: str
    algorithm: str
    field_threads: int = 1
    squaring: str = "Multp"
    window: int = 0

    @property
    def all_threads(self) -> int:
        return self.threads * self.field_threads

    @property
    def word(self) -> str:
        """The argument of scalar_times."""
        parts = (self.method, self.threads, self.engine, self.algorithm, self.field_threads)
        return ",".join(map(str, (*parts, self.squaring.lower(), self.window)))

    @property
    def in_words(self) -> str:
        """The method and what it multiplies by; a window that is not the usual one."""
        window = f"window {self.window}, " if self.window else ""
        return f"{self.method}, {window}{self.algorithm}"

    @property
    def reference(self) -> "Subject":
        """The same method on one thread."""
        method = REFERENCES.get(self.method, self.method)
        engine = "sequential" if self.field_threads == 1 else self.engine
        return dataclasses.replace(self, method=method, threads=1, engine=engine)


@dataclasses.dataclass(frozen=True)
class Request:
    """What to measure on one curve. Without methods, all of the input; without algorithm, the usual one."""

    curve: str
    input: str = "random"
    methods: tuple[str, ...] = ()
    threads: tuple[int, ...] = (1, 2)
    engines: tuple[str, ...] = ("pool",)
    algorithms: tuple[str, ...] = ()
    field_threads: int = 1
    squaring: str = "Multp"
    window: int = 0
    key: str = "random"
    runs: int | None = None
    seed: int = 1


@functools.cache
def methods() -> dict[str, Method]:
    """The library's methods by name. Raises what programs.run raises."""
    return {
        line["method"]: Method(
            line["method"],
            line["fixed"] == "1",
            tuple(map(int, line["threads"].split())),
            line["source"],
            line["summary"],
        )
        for line in programs.run("scalar_times", "--list")
    }


def usual_algorithm(bits: int) -> str:
    """Of our multiplications modulo p the fastest on one thread, as a rule."""
    has_ifma = any(offer.algorithm == USUAL[0] for offer in modmul.offers())
    return USUAL[0] if has_ifma and bits > IFMA_BITS else USUAL[1]


def subjects_of(request: Request) -> list[Subject]:
    """What a request asks for. MotecurveError for a name or a number that there is none of, and for nothing."""
    names.one_of("input", request.input, INPUTS)
    known = methods()
    for name in request.methods:
        names.one_of("method", name, known)
        if known[name].is_fixed != (request.input == "fixed"):
            right = "fixed" if known[name].is_fixed else "random"
            raise MotecurveError(f"{name} is a method of {right} points; give --input {right}")
    chosen = request.methods or tuple(one.name for one in known.values() if one.is_fixed == (request.input == "fixed"))
    algorithms = request.algorithms or (usual_algorithm(point_curves.find(request.curve).bits),)
    for name in algorithms:
        names.one_of("algorithm", name, {one.algorithm for one in modmul.offers() if can_multiply(one)})
    found = [
        Subject(name, threads, engine, algorithm, request.field_threads, request.squaring, request.window)
        for name in chosen
        for algorithm in algorithms
        for threads in request.threads
        if threads in known[name].threads
        for engine in (("sequential",) if threads * request.field_threads == 1 else request.engines)
    ]
    if not found:
        possible = "; ".join(f"{name} runs on {', '.join(map(str, known[name].threads))}" for name in chosen)
        raise MotecurveError(f"no method has so many threads: {possible}")
    return found


def can_multiply(offer: modmul.Offer) -> bool:
    """Whether a scalar multiplication can use it: not OpenSSL, not lanes, not squares alone."""
    return offer.engine != "simd" and not offer.squares and offer.algorithm != "openssl"


def paper_subjects(squaring: str, engines: Sequence[str], processors: int) -> list[Subject]:
    """Chapter 4's: the table on one thread, with every algorithm of Table 16 on its numbers of threads. More threads
    than processors take long, and have the first of the engines alone."""
    return [
        Subject("table", 1, offer.engine, offer.algorithm, threads, squaring)
        for offer in modmul.offers()
        if offer.algorithm in PAPER_ALGORITHMS and offer.engine in ("sequential", *engines)
        for threads in offer.threads
        if threads <= processors or offer.engine == engines[0]
    ]


def measure(request: Request, subjects: Sequence[Subject] = (), system: topology.System | None = None) -> list[Record]:
    """The records of a request, or of these subjects with its curve, input and key. Subjects with more threads than
    processors have a process of their own. Raises what programs.run raises."""
    system = system or topology.System()
    curve = point_curves.find(request.curve)
    key = point_curves.key_of(curve, request.key, request.seed)
    wanted = list(subjects or subjects_of(request))
    expected = curve.multiply(key.effective if request.input == "fixed" else key.scalar)
    found = []
    for is_crowded in (False, True):
        own = [one for one in wanted if (one.all_threads > len(system.processors)) == is_crowded]
        if own:
            lines = lines_of(request, curve, key, with_bases(own, request), is_crowded, system)
            others = [] if is_crowded else scalar_bases.measure(curve, request.input, key)
            found += [record(one, request, key, lines, others, expected, system) for one in own]
    return found


def with_bases(subjects: Sequence[Subject], request: Request) -> list[Subject]:
    """The subjects, those on one thread that they are compared with, and the fastest on one thread of all methods."""
    algorithm = usual_algorithm(point_curves.find(request.curve).bits)
    bases = BASES[request.input] if request.key != "paper" else BASES[request.input][:1]
    every = [Subject(method, 1, "sequential", algorithm, window=window) for method, window in bases]
    return list(dict.fromkeys((*every, *(one.reference for one in subjects), *subjects)))


def lines_of(
    request: Request, curve: PointCurve, key: Key, subjects: Sequence[Subject], is_crowded: bool,
    system: topology.System,
) -> dict[Subject, programs.Line]:  # fmt: skip
    """The lines of scalar_times, of one process."""
    runs = RUNS_OVERSUBSCRIBED if is_crowded and request.runs is None else request.runs or RUNS
    numbers = [f"{number:x}" for number in (curve.p, curve.a, curve.b, curve.x, curve.y, key.scalar)]
    arguments = [
        "--runs",
        runs,
        "--bits",
        key.bits,
        "--filled",
        key.filled,
        *(["--cold"] if is_crowded else []),
        *numbers,
    ]
    environment = {"OMP_WAIT_POLICY": "passive" if is_crowded else "active"}
    places = system.chosen(max(one.all_threads for one in subjects))
    with contextlib.nullcontext() if is_crowded else topology.running_on(places):
        lines = programs.run("scalar_times", *arguments, *(one.word for one in subjects), environment=environment)
    return dict(zip(subjects, lines, strict=True))


def is_right(line: programs.Line, expected: Any) -> bool:
    """Whether a line's result is that of Python's integers."""
    found = (int(line["x"], 16), int(line["y"], 16)) if line["x"] else None
    return found == expected


def record(
    one: Subject, request: Request, key: Key, lines: dict[Subject, programs.Line], others: list[scalar_bases.Base],
    expected: Any, system: topology.System,
) -> Record:  # fmt: skip
    """The record of a subject among all lines of its run."""
    line, reference = lines[one], lines[one.reference]
    crowded = one.all_threads > len(system.processors)
    least = float(line["minimum"])
    alone = [
        scalar_bases.Base(base.in_words, float(lines[base]["minimum"]))
        for base in lines
        if base.all_threads == 1 and is_right(lines[base], expected)
    ]
    fastest = min((*alone, *others), key=lambda base: base.microseconds, default=None)
    speedup = None if crowded or fastest is None else fastest.microseconds / least
    of_itself = None if crowded else float(reference["minimum"]) / least
    places = system.chosen(one.all_threads)
    return {
        "curve": point_curves.find(request.curve).name,
        "method": one.method,
        "input": request.input,
        "algorithm": one.algorithm,
        "threads": one.all_threads,
        "engine": one.engine,
        "bits": point_curves.find(request.curve).bits,
        "microseconds": least,
        "median": float(line["median"]),
        "spread": float(line["spread"]),
        "sequential_algorithm": fastest and fastest.name,
        "sequential_microseconds": fastest and fastest.microseconds,
        "speedup": _rounded(speedup),
        "efficiency": _rounded(speedup and speedup / one.all_threads),
        "predicted_microseconds": _rounded(predicted(one, line, reference)),
        "oversubscribed": crowded,
        "verified": is_right(line, expected),
        "operation": "scalar-mult",
        "scenario": request.key,
        "runs": int(line["runs"]),
        "split": None,
        "governor": system.governor(),
        "topology": topology.in_words(places),
        "batch": 1,
        "wait_milliseconds": 0,
        "squaring": one.squaring,
        "window": one.window,
        "field_threads": one.field_threads,
        "additions": int(line["additions"]),
        "empty_additions": int(line["empty_additions"]),
        "reference_algorithm": one.reference.in_words,
        "reference_microseconds": float(reference["minimum"]),
        "reference_speedup": _rounded(of_itself),
    }


def predicted(one: Subject, line: programs.Line, reference: programs.Line) -> float | None:
    """Microseconds: the reference's time for each multiplication modulo p, times those of the busiest thread, and a
    hand-over for each time that threads wait for each other. Null for the method on one thread itself."""
    if one.threads == 1:
        return None
    each = float(reference["minimum"]) / _multiplications(reference)
    return each * _multiplications(line) + int(line["waits"]) * handover_microseconds(one.engine)


def _multiplications(line: programs.Line) -> int:
    return int(line["products"]) + int(line["squares"])


@functools.cache
def handover_microseconds(engine: str) -> float:
    """Of one message from a thread to another: half of a call of an engine that does nothing and returns."""
    lines = programs.run("handover", "--threads", 2, environment={"OMP_WAIT_POLICY": "active"})
    least = {line["engine"]: float(line["minimum_nanoseconds"]) / 2000 for line in lines}
    return least.get(engine, least["pool"])


def _rounded(ratio: float | None) -> float | None:
    return ratio if ratio is None else float(f"{ratio:.{DIGITS}g}")
