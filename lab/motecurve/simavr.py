"""The AVR simulator: builds `simulators/avr` on libsimavr and runs firmware images in it."""

import array
import functools
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from motecurve import BUILD, ROOT
from motecurve.errors import ImageFailed, MissingTool, MotecurveError
from motecurve.execution import Execution, Routine, Run, Trace

SOURCES = ROOT / "simulators" / "avr"
PROGRAM = BUILD / "tools" / "mc-simavr"
COMPILER_FLAGS = ("-std=gnu11", "-O2", "-flto", "-Wall", "-Wextra")
LIBRARIES = ("-lsimavr", "-lelf")
MAX_CYCLES = 20_000_000_000


@functools.cache
def version() -> str:
    """Name and version of the simulator, such as "simavr 1.6"."""
    queries = (["pkg-config", "--modversion", "simavr"], ["dpkg-query", "-W", "-f=${Version}", "libsimavr-dev"])
    for query in queries:
        if shutil.which(query[0]):
            answer = subprocess.run(query, capture_output=True, text=True)
            if answer.returncode == 0 and answer.stdout.strip():
                return f"simavr {answer.stdout.strip()}"
    return "simavr of unknown version"


@functools.cache
def fingerprint() -> str:
    """Hash over all that a result of the simulator depends on besides the image: its sources, flags, version."""
    digest = hashlib.sha256(json.dumps([version(), COMPILER_FLAGS, LIBRARIES]).encode())
    for path in sorted(SOURCES.glob("*.[ch]")):
        digest.update(f"{path.name}\0{path.read_text()}\0".encode())
    return digest.hexdigest()[:16]


@functools.cache
def simulator() -> Path:
    """The simulator program, compiled first if it is missing or older than its sources.

    Raises MissingTool for a missing compiler or library, MotecurveError if it does not compile."""
    wanted = f"{version()} {fingerprint()}"
    if PROGRAM.exists():
        built = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True)
        if built.stdout.strip() == wanted:
            return PROGRAM
    _compile()
    return PROGRAM


def _compile() -> None:
    if not shutil.which("gcc"):
        raise MissingTool("gcc", "gcc")
    defines = [f'-DSIMULATOR_VERSION="{version()}"', f'-DBUILD_KEY="{fingerprint()}"']
    PROGRAM.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=PROGRAM.parent, prefix=f".{PROGRAM.name}.")
    os.close(handle)
    sources = sorted(SOURCES.glob("*.c"))
    command = ["gcc", *COMPILER_FLAGS, *defines, *sources, "-o", temporary, *LIBRARIES]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode == 0:
        os.chmod(temporary, 0o755)
        os.replace(temporary, PROGRAM)
        return
    os.unlink(temporary)
    if any(
        missing in done.stderr for missing in ("simavr/", "gelf.h: No such", *(f"cannot find {x}" for x in LIBRARIES))
    ):
        raise MissingTool("libsimavr", "libsimavr-dev libelf-dev")
    errors = [line for line in done.stderr.splitlines() if "error" in line]
    raise MotecurveError(f"the AVR simulator did not compile: {(errors or ['no message'])[0]}")


def execute(
    elf: Path,
    *,
    measure: str | None,
    step: str | None = None,
    data: bytes = b"",
    profile: bool = False,
    stack_dump: bool = False,
    mcu: str = "atmega128",
    frequency_hz: int = 7_372_800,
    max_cycles: int = MAX_CYCLES,
) -> Execution:
    """Runs an image to its end and measures each run of the routine `measure` (None: no measurement).

    data is what the image reads byte by byte; `step` is the routine of which each run within is a step. Raises
    ImageFailed with the cause if the image cannot be loaded,
    crashes, overruns its stack, exceeds max_cycles, reads past `data`, ends with a code other than 0, or never
    runs `measure` to its return."""
    options = ["--max-cycles", str(max_cycles)]
    options += ["--measure", measure] if measure is not None else []
    options += ["--step", step] if step is not None else []
    options += ["--profile"] if profile else []
    options += ["--stack-dump"] if stack_dump else []
    result = json.loads(_run(elf, mcu, frequency_hz, data, options))
    routines = (Routine(**routine) for routine in result.get("profile", ()))
    return Execution(
        runs=tuple(_parse_run(run) for run in result["runs"]),
        output=bytes.fromhex(result["output"]),
        profile=tuple(sorted(routines, key=lambda r: (-r.cycles_self, r.routine))),
        cycles_total=result["cycles_total"],
    )


def full_trace(
    elf: Path,
    *,
    measure: str,
    data: bytes = b"",
    run: int = 0,
    mcu: str = "atmega128",
    frequency_hz: int = 7_372_800,
    max_cycles: int = MAX_CYCLES,
) -> Trace:
    """Every instruction of one run of `measure`, counted from 0; raises as `execute` does.

    An address in flash has bit 24 set."""
    with tempfile.TemporaryDirectory(prefix="motecurve-") as folder:
        path = Path(folder) / "trace"
        options = ["--max-cycles", str(max_cycles), "--measure", measure, "--trace-run", str(run), "--trace", str(path)]
        _run(elf, mcu, frequency_hz, data, options)
        words = array.array("I", path.read_bytes())
    if sys.byteorder == "big":
        words.byteswap()
    return Trace(counters=words[0::2], addresses=words[1::2])


def trace(elf: Path, **options) -> array.array:
    """The program counters of one run: `full_trace` without the addresses."""
    return full_trace(elf, **options).counters


def _run(elf: Path, mcu: str, frequency_hz: int, data: bytes, options: list[str]) -> bytes:
    command = [simulator(), "--mcu", mcu, "--frequency", str(frequency_hz), "--input", "-", *options, elf]
    done = subprocess.run(command, input=data, capture_output=True)
    if done.returncode:
        lines = done.stderr.decode(errors="replace").strip().splitlines()
        raise ImageFailed(f"{Path(elf).name}: {lines[-1] if lines else f'simulator ended with {done.returncode}'}")
    return done.stdout


def _parse_run(run: dict) -> Run:
    dump = run.pop("stack_dump", None)
    return Run(**run, stack_dump=None if dump is None else bytes.fromhex(dump))
