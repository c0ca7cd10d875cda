"""The folder that measures elsewhere."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from motelab.common.errors import MissingTool, MotecurveError
from motelab.library import parallel_build
from motelab.parallel import scenarios
from motelab.parallel.paper.ours import NAMES
from motelab.parallel.prediction import RUNS_MAX
from motelab.parallel.scenarios import Process, Test

SCRIPT, PLAN, PROGRAMS = "record.sh", "plan", ("modmul_times", "phase_times")
LIBRARIES = {"MC_GMP_LIBRARY": ("libgmp.a", "libgmp-dev"), "OpenMP_gomp_LIBRARY": ("libgomp.a", "gcc")}
# Algorithms of the paper's tables by engine, and the threads that they run on.
SEQUENTIAL = ("gmp", "barrett", "montgomery")
THREADS = {
    "montgomery": (2, 3, 4), "barrett": (2, 3, 4), "bipartite": (2, 4),
    "multipartite-v1": (3, 4), "multipartite-v2": (3, 4),
}  # fmt: skip
ENGINES = ("openmp", "pool")
PARTS = "parts"  # in place of a scenario: phase_times, from which times are predicted
QUICK_RUNS = 100


def tests() -> list[Test]:
    """The tests of the paper's tables, on all its numbers of threads."""
    known = set(NAMES.values())
    found = [Test(1, "sequential", name) for name in SEQUENTIAL]
    found += [
        Test(count, engine, name)
        for name, counts in THREADS.items() if name in known
        for engine in ENGINES for count in counts
    ]  # fmt: skip
    return found


def plan(runs: int | None = None) -> Iterator[tuple[str, Process]]:
    """Scenarios and their processes, in the order of the paper; `runs` in place of the scenarios' own."""
    for scenario in scenarios.SCENARIOS:
        is_alone = scenario == "each-alone"
        sizes = scenarios.SIZES_ALONE if is_alone else scenarios.SIZES
        for process in scenarios.processes(
            scenario, tests(), sizes, (runs,) if runs else scenarios.RUNS, max_threads()
        ):
            for alike in by_threads(process):
                yield scenario, alike
    for engine in ENGINES:
        several = tuple(test for test in tests() if test.engine == engine)
        yield PARTS, Process(scenarios.SIZES, several, min(runs or RUNS_MAX, RUNS_MAX))


def max_threads() -> int:
    return max(test.threads for test in tests())


def by_threads(process: Process) -> list[Process]:
    """The process, split by the numbers of threads, so that a machine with fewer processors leaves out the larger."""
    counts = sorted({test.threads for test in process.tests})
    groups = (tuple(test for test in process.tests if test.threads == count) for count in counts)
    return [Process(process.sizes, group, process.runs) for group in groups]


def line(scenario: str, process: Process) -> str:
    """A line of the plan: threads, the scenario, and the program's arguments. Two threads measure all parts."""
    sizes = ",".join(map(str, process.sizes))
    words = ["--bits", sizes, "--runs", process.runs, "--operation", "multiply", *process.tests]
    threads = 2 if scenario == PARTS else process.tests[0].threads
    return " ".join(map(str, (threads, scenario, *words)))


def static_programs() -> list[Path]:
    """The programs, linked without shared libraries. Raises MissingTool without their static forms."""
    options = ["-DCMAKE_EXE_LINKER_FLAGS=-static", "-DCMAKE_DISABLE_FIND_PACKAGE_OpenSSL=ON"]
    for name, (file, package) in LIBRARIES.items():
        found = Path(subprocess.run(["cc", f"-print-file-name={file}"], capture_output=True, text=True).stdout.strip())
        if not found.is_absolute():
            raise MissingTool(file, package)
        options.append(f"-D{name}={found}")
    folder = parallel_build.build(programs=True, kind="static", options=tuple(options))
    return [folder / name for name in PROGRAMS]


def write(folder: Path, runs: int | None = None) -> None:
    """Writes the folder; MotecurveError if something else stands there."""
    if folder.exists() and any(folder.iterdir() if folder.is_dir() else (folder,)):
        raise MotecurveError(f"{folder} is not empty; give a new folder")
    programs = static_programs()
    folder.mkdir(parents=True, exist_ok=True)
    for file in (*programs, Path(__file__).with_name(SCRIPT)):
        shutil.copy2(file, folder)
    (folder / PLAN).write_text("".join(f"{line(*one)}\n" for one in plan(runs)))


def run(folder: Path, output: Path) -> None:
    """Runs the script of a folder here; MotecurveError with the last line that it says."""
    done = subprocess.run(["sh", str(folder / SCRIPT), str(output)], capture_output=True, text=True)
    if done.returncode:
        raise MotecurveError(f"{SCRIPT} failed: {(done.stderr.strip().splitlines() or ['no message'])[-1]}")
