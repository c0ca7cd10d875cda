"""The programs that simulate motes (simulators/mote has their common part): how one is built, how it runs images."""

import array
import json
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from motelab import ROOT
from motelab.boards import host_program
from motelab.boards.execution import Execution, Routine, Run, Trace, failure
from motelab.common.errors import MissingTool, MotecurveError

SHARED_SOURCES = ROOT / "simulators" / "mote"
COMPILER_FLAGS = ("-std=gnu11", "-O2", "-flto", "-Wall", "-Wextra")
MAX_CYCLES = 20_000_000_000


def fingerprint(version: str, sources: Sequence[Path], libraries: Sequence[str] = ()) -> str:
    """Hash over everything that determines a simulator's result besides the image: its sources, flags, version."""
    return host_program.fingerprint([version, COMPILER_FLAGS, libraries], sources)


def built(
    program: Path,
    version: str,
    key: str,
    sources: Sequence[Path],
    libraries: Sequence[str] = (),
    package: str = "",
    left_out: Collection[str] = (),
    more_includes: Sequence[Path] = (),
) -> Path:
    """The program, compiled first if it is missing or of another version or `key` (fingerprint). `left_out` names files
    of the sources' folders that are no part of it; `more_includes` are further folders of headers.

    Raises MissingTool for a missing compiler or library of `package`, MotecurveError if it does not compile."""
    if program.exists():
        told = subprocess.run([program, "--version"], capture_output=True, text=True)
        if told.stdout.strip() == f"{version} {key}":
            return program
    defines = [f'-DSIMULATOR_VERSION="{version}"', f'-DBUILD_KEY="{key}"']
    includes = [f"-I{folder}" for folder in (*sources, *more_includes)]
    files = [path for path in host_program.c_files(sources) if path.name not in left_out]
    arguments = [*COMPILER_FLAGS, *defines, *includes, *files]
    messages = host_program.compiled(program, arguments, libraries)
    if messages is None:
        return program
    absent = ("simavr/", "unicorn/", "gelf.h: No such", *(f"cannot find {library}" for library in libraries))
    if package and any(missing in messages for missing in absent):
        raise MissingTool(package.split()[0].removesuffix("-dev"), package)
    raise MotecurveError(f"the simulator {program.name} did not compile: {host_program.first_error(messages)}")


def execute(
    program: Path,
    elf: Path,
    *,
    measure: str | None,
    mcu: str,
    frequency_hz: int,
    step: str | None = None,
    data: bytes = b"",
    profile: bool = False,
    stack_dump: bool = False,
    max_cycles: int = MAX_CYCLES,
) -> Execution:
    """Runs an image to its end and measures each run of the routine `measure` (None: no measurement).

    The image reads data byte by byte; each run of the routine `step` within is a step. Raises ImageFailed with the
    cause if the image cannot be loaded, crashes, overruns its stack, exceeds max_cycles, reads past `data`, ends with
    a code other than 0, or never runs `measure` to its return."""
    options = ["--max-cycles", str(max_cycles)]
    options += ["--measure", measure] if measure is not None else []
    options += ["--step", step] if step is not None else []
    options += ["--profile"] if profile else []
    options += ["--stack-dump"] if stack_dump else []
    result = json.loads(_run(program, elf, mcu, frequency_hz, data, options))
    routines = (Routine(**routine) for routine in result.get("profile", ()))
    return Execution(
        runs=tuple(_parse_run(run) for run in result["runs"]),
        output=bytes.fromhex(result["output"]),
        profile=tuple(sorted(routines, key=lambda r: (-r.cycles_self, r.routine))),
        cycles_total=result["cycles_total"],
    )


def full_trace(
    program: Path,
    elf: Path,
    *,
    measure: str,
    mcu: str,
    frequency_hz: int,
    data: bytes = b"",
    run: int = 0,
    max_cycles: int = MAX_CYCLES,
) -> Trace:
    """Every instruction of one run of `measure`, with the runs counted from 0; raises as `execute` does. An
    instruction that accesses memory more than once has one entry for each access."""
    with tempfile.TemporaryDirectory(prefix="motecurve-") as folder:
        path = Path(folder) / "trace"
        options = ["--max-cycles", str(max_cycles), "--measure", measure, "--trace-run", str(run), "--trace", str(path)]
        _run(program, elf, mcu, frequency_hz, data, options)
        words = array.array("I", path.read_bytes())
    if sys.byteorder == "big":
        words.byteswap()
    return Trace(counters=words[0::2], addresses=words[1::2])


def inject(
    program: Path,
    elf: Path,
    faults: Sequence[str],
    *,
    measure: str,
    mcu: str,
    frequency_hz: int,
    data: bytes = b"",
    max_cycles: int = MAX_CYCLES,
) -> Iterator[dict]:
    """One object for each fault as it comes, in their order: `pc`, where it struck, `status` with its `text`
    (simulators/mote/failure.h), and the `output`. A fault is a line of simulators/mote/faults.h; they stand in the
    order of their moments. ImageFailed if the run without a fault fails."""
    with tempfile.TemporaryDirectory(prefix="motecurve-") as folder:
        listed, given = Path(folder) / "faults", Path(folder) / "input"
        listed.write_text("".join(faults))
        given.write_bytes(data)
        command = [program, "--mcu", mcu, "--frequency", str(frequency_hz), "--input", given, "--measure", measure]
        command += ["--max-cycles", str(max_cycles), "--faults", listed, elf]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
            try:
                yield from map(json.loads, running.stdout)
            finally:
                running.terminate()
            complaint = running.stderr.read().strip()
    if running.returncode > 0:
        raise failure(elf, complaint or f"the simulator ended with {running.returncode}")


def visits(
    program: Path, elf: Path, parts: Sequence[tuple[int, int]], *, data: bytes = b"", **options
) -> tuple[range, ...]:
    """When the first run of a routine is in some parts of the code, by their addresses: in instructions of that run."""
    with tempfile.TemporaryDirectory(prefix="motecurve-") as folder:
        listed = Path(folder) / "parts"
        listed.write_text("".join(f"{begin} {end}\n" for begin, end in parts))
        wanted = ["--measure", options["measure"], "--visits", str(listed), "--max-cycles", str(MAX_CYCLES)]
        result = json.loads(_run(program, elf, options["mcu"], options["frequency_hz"], data, wanted))
    return tuple(range(first, end) for first, end in result["visits"])


def _run(program: Path, elf: Path, mcu: str, frequency_hz: int, data: bytes, options: list[str]) -> bytes:
    command = [program, "--mcu", mcu, "--frequency", str(frequency_hz), "--input", "-", *options, elf]
    done = subprocess.run(command, input=data, capture_output=True)
    if done.returncode:
        lines = done.stderr.decode(errors="replace").strip().splitlines()
        raise failure(elf, lines[-1] if lines else f"the simulator ended with {done.returncode}")
    return done.stdout


def _parse_run(run: dict) -> Run:
    dump = run.pop("stack_dump", None)
    return Run(**run, stack_dump=None if dump is None else bytes.fromhex(dump))
