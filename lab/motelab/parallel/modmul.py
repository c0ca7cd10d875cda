"""Modular multiplications by every algorithm and engine: which are asked for, and their lines from modmul_times."""

import contextlib
import dataclasses
import functools
from collections.abc import Callable, Sequence

from motelab.common import names
from motelab.common.errors import MotecurveError
from motelab.parallel import programs, scenarios, topology
from motelab.parallel.scenarios import Process, Test
from motelab.parallel.unfinished import Unfinished

ENGINES = ("sequential", "openmp", "pool", "simd")
OPERATIONS = ("multiply", "square")
THREADS = (1, 2, 3, 4)  # the paper's
BITS_MIN, BITS_MAX = 64, 50_000  # lanes take no more
SLOW = {"interleaved", "rns"}  # never the fastest sequential one, and long to measure
WHY_MISSING = {
    "openmp": "the compiler of this build has no OpenMP",
    "simd": "this processor has neither AVX-512 IFMA nor AVX2",
}
Tell = Callable[[str], None]


@dataclasses.dataclass(frozen=True)
class Offer:
    """An algorithm on an engine, in this build and on this processor."""

    algorithm: str
    engine: str
    threads: tuple[int, ...]
    squares: bool
    splits: bool


@dataclasses.dataclass(frozen=True)
class Request:
    """What to measure. No algorithms, sizes or runs mean all, or those of the scenario."""

    sizes: tuple[int, ...] = ()
    threads: tuple[int, ...] = ()
    engines: tuple[str, ...] = ()
    algorithms: tuple[str, ...] = ()
    scenario: str = "1"
    runs: int | None = None
    operation: str = "multiply"
    split: int | None = None
    governor: str | None = None
    wait_milliseconds: int = 0
    siblings: bool = False

    @property
    def all_sizes(self) -> tuple[int, ...]:
        return self.sizes or (scenarios.SIZES_ALONE if self.scenario == "each-alone" else scenarios.SIZES)

    @property
    def all_runs(self) -> tuple[int, ...]:
        usual = scenarios.RUNS_ALONE if self.scenario == "each-alone" else scenarios.RUNS
        return usual if self.runs is None else (self.runs,)


@dataclasses.dataclass(frozen=True)
class Line:
    """A measured test: microseconds of one multiplication, the least, the middle one and the distance of the
    quartiles. split is None for an algorithm that takes none."""

    test: Test
    bits: int
    runs: int
    batch: int
    split: int | None
    microseconds: float
    median: float
    spread: float
    verified: bool
    oversubscribed: bool
    governor: str | None
    topology: str


@functools.cache
def offers() -> tuple[Offer, ...]:
    """All that this build and this processor can multiply with. Raises what programs.run raises."""
    return tuple(
        Offer(
            line["algorithm"],
            line["engine"],
            tuple(map(int, line["threads"].split())),
            line["squares"] == "1",
            line["splits"] == "1",
        )
        for line in programs.run("modmul_times", "--list")
    )


def tests_of(request: Request, known: Sequence[Offer]) -> list[Test]:
    """The tests that a request asks for, in the order of the program's list. MotecurveError for an engine, an algorithm
    or a number of threads that there is none of, and for a request that leaves nothing."""
    for engine in request.engines:
        if engine not in {offer.engine for offer in known}:
            raise MotecurveError(f"there is no engine {engine}: {WHY_MISSING.get(engine, 'it is not in this build')}")
    for algorithm in request.algorithms:
        names.one_of("algorithm", algorithm, {offer.algorithm for offer in known})
    most = max(count for offer in known for count in offer.threads)
    for threads in request.threads:
        if not 1 <= threads <= most:
            raise MotecurveError(f"no algorithm runs on {threads} threads; give 1 to {most}")
    found = [
        Test(threads, offer.engine, offer.algorithm, request.split)
        for offer in known
        for threads in offer.threads
        if threads in (request.threads or THREADS)
        and offer.engine in (request.engines or ENGINES)
        and offer.algorithm in (request.algorithms or (offer.algorithm,))
        and can(offer, request)
    ]
    if not found:
        raise MotecurveError(_why_nothing(request, known))
    return found


def can(offer: Offer, request: Request) -> bool:
    """Whether an algorithm does the operation, and takes the split if there is one."""
    if request.operation == "multiply" and offer.squares:
        return False
    if request.operation == "square" and offer.algorithm == "openssl":
        return False
    return request.split is None or (offer.splits and offer.engine != "sequential")


def _why_nothing(request: Request, known: Sequence[Offer]) -> str:
    """What the algorithms that were asked for could do instead."""
    chosen = [offer for offer in known if offer.algorithm in request.algorithms]
    if request.split is not None:
        splitting = sorted({offer.algorithm for offer in known if offer.splits})
        return f"nothing takes this split; {' and '.join(splitting)} take one, on 2 threads and more"
    if any(offer.squares for offer in chosen) and request.operation == "multiply":
        return f"{chosen[0].algorithm} only squares; add --operation square"
    if not chosen:
        return "no algorithm has these engines on so many threads; sequential and simd have 1, openmp and pool 2 to 4"
    can_do = (f"{one.engine} on {' or '.join(map(str, one.threads))}" for one in chosen)
    return f"{chosen[0].algorithm} does not run so; it has {', '.join(can_do)}"


def with_bases(tests: Sequence[Test], request: Request, known: Sequence[Offer]) -> list[Test]:
    """The tests, and before them the sequential ones that are missing of those that may be the fastest."""
    bases = [
        Test(1, offer.engine, offer.algorithm)
        for offer in known
        if offer.engine == "sequential"
        and offer.algorithm not in SLOW
        and can(offer, dataclasses.replace(request, split=None))
    ]
    return [*(base for base in bases if base not in tests), *tests]


def processes_of(request: Request, tests: Sequence[Test], system: topology.System) -> list[Process]:
    """The processes of a request's scenario."""
    count = len(system.processors)
    return scenarios.processes(request.scenario, tests, request.all_sizes, request.all_runs, count)


def lines_of(
    request: Request, process: Process, governor: str | None, system: topology.System, kept: Unfinished
) -> list[Line]:
    """The lines of one process, measured now unless they are kept already. Raises what programs.run raises."""
    threads = max(test.threads for test in process.tests)
    crowded = threads > len(system.processors)
    places = system.chosen(threads, request.siblings)
    name = repr((request.scenario, governor, process))  # in another order it is another measurement
    if name not in kept.lines:
        kept.keep(name, _measured(request, process, crowded, places if 1 < threads < len(system.processors) else ()))
    in_words = topology.in_words(places)
    tests = {(test.algorithm, test.threads, test.engine): test for test in process.tests}
    return [
        Line(
            test := tests[line["algorithm"], int(line["threads"]), line["engine"]],
            int(line["bits"]),
            int(line["runs"]),
            int(line["batch"]),
            int(line["split"]) or test.split,
            float(line["minimum"]),
            float(line["median"]),
            float(line["spread"]),
            line["verified"] == "1",
            crowded,
            governor,
            in_words,
        )
        for line in kept.lines[name]
    ]


def _measured(
    request: Request, process: Process, crowded: bool, places: Sequence[topology.Processor]
) -> list[programs.Line]:
    """What modmul_times prints; on these processors if any are given. Threads of OpenMP spin between its calls, except
    where they would take another thread's processor."""
    arguments: list[object] = ["--bits", ",".join(map(str, process.sizes)), "--runs", process.runs]
    arguments += ["--operation", request.operation]
    if request.wait_milliseconds:
        arguments += ["--wait-milliseconds", request.wait_milliseconds]
    if crowded:
        arguments += ["--calls", 1]
    environment = {programs.WAIT_POLICY: "passive"} if crowded else programs.spinning()
    with topology.running_on(places) if places else contextlib.nullcontext():
        return programs.run("modmul_times", *arguments, *process.tests, environment=environment)


def measure(
    request: Request, tests: Sequence[Test], governor: str | None, system: topology.System, kept: Unfinished, tell: Tell
) -> list[Line]:
    """The lines of all tests and sizes with one governor, or None for the present one, in the order of the scenario.
    tell hears of each process when it has ended. Raises what programs.run raises."""
    found = []
    for process in processes_of(request, tests, system):
        found += lines_of(request, process, governor or system.governor(), system, kept)
        tell(str(process))
    return found
