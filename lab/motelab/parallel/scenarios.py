"""The order in which multiplications are measured, and in which processes: the scenarios of arruda2014, Chapter 3.

1: a process for each test; for each number of threads all sizes, ascending. decreasing: the same with sizes
descending (Experiment 2). 2: one process with all tests of a size, sizes ascending; here one for each engine, since
idle threads of OpenMP spin and would disturb the others. each-alone: 384 bits, a process for each test, with 10^3 and
with 10^5 runs (Experiment 3)."""

import dataclasses
from collections.abc import Collection, Iterable, Sequence
from itertools import groupby

SCENARIOS = ("1", "2", "decreasing", "each-alone")
SIZES = (128, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096)  # of the paper's tables
LARGE_SIZES = (6144, 8192, 12288, 16384)
SIZES_ALONE = (384,)
RUNS, RUNS_ALONE = (1000,), (1000, 100_000)
RUNS_OVERSUBSCRIBED = 3  # threads that wait for a processor take milliseconds a call; such rows are for correctness


@dataclasses.dataclass(frozen=True, order=True)
class Test:
    """An algorithm with an engine. split is in limbs, None for the usual one."""

    threads: int
    engine: str
    algorithm: str
    split: int | None = None

    def __str__(self) -> str:
        """As the program modmul_times takes it."""
        split = "" if self.split is None else f":{self.split}"
        return f"{self.algorithm}:{self.threads}:{self.engine}{split}"


@dataclasses.dataclass(frozen=True)
class Process:
    """Tests that one process makes, all of them for each size in turn."""

    sizes: tuple[int, ...]
    tests: tuple[Test, ...]
    runs: int

    def __str__(self) -> str:
        """For people."""
        tests = str(self.tests[0]) if len(self.tests) == 1 else f"{len(self.tests)} tests"
        sizes = f"{self.sizes[0]} bits" if len(self.sizes) == 1 else f"{len(self.sizes)} sizes"
        return f"{sizes}, {tests}, {self.runs} run{'s' * (self.runs > 1)}"


def processes(
    scenario: str, tests: Sequence[Test], sizes: Collection[int], runs: Iterable[int], processors: int
) -> list[Process]:
    """The processes of a scenario in their order. Tests with more threads than processors come last, in a process for
    each engine and number of threads, with few runs."""
    fitting = [test for test in tests if test.threads <= processors]
    crowded = [test for test in tests if test.threads > processors]
    ascending = tuple(sorted(set(sizes)))
    found = [process for count in runs for process in _fitting(scenario, fitting, ascending, count)]
    for _, members in groupby(sorted(crowded), key=lambda test: (test.threads, test.engine)):
        found.append(Process(ascending, tuple(members), RUNS_OVERSUBSCRIBED))
    return found


def _fitting(scenario: str, tests: Sequence[Test], ascending: tuple[int, ...], runs: int) -> list[Process]:
    if scenario == "2":
        engines = dict.fromkeys(test.engine for test in tests)
        by_engine = {engine: tuple(test for test in tests if test.engine == engine) for engine in engines}
        return [Process(ascending, members, runs) for members in by_engine.values()]
    sizes = ascending[::-1] if scenario == "decreasing" else ascending
    by_threads = [[test for test in tests if test.threads == count] for count in sorted({t.threads for t in tests})]
    return [Process((size,), (test,), runs) for group in by_threads for size in sizes for test in group]
