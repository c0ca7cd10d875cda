"""Ibex as its makers wrote it: `simulators/ibex` around the RTL of the core, which Verilator translates. Nothing of it
is fetched or built before a board asks for it."""

import array
import functools
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from motelab import BUILD, ROOT
from motelab.boards import host_program, mote_simulator
from motelab.boards.execution import Execution, Trace
from motelab.common import locks
from motelab.common.errors import MissingTool, MotecurveError

FOLDER = ROOT / "simulators" / "ibex"
SOURCES = (FOLDER, mote_simulator.SHARED_SOURCES)
LOCK_FILE = FOLDER / "requirements.lock"
# Board's `mcu` -> value of Ibex's parameter RV32B.
BIT_MANIPULATION = {"ibex": "RV32BNone", "ibex-b": "RV32BFull"}
# Program -> its package.
NEEDED = {"verilator": "verilator", "gcc": "gcc", "g++": "g++", "make": "make"}
C_FLAGS = ("-std=gnu11", "-O2", "-Wall", "-Wextra")
# SYNTHESIS leaves out what only checks the core; unknown values are 0, as on an FPGA.
TRANSLATION = (
    "--cc", "--exe", "--build", "--top-module", "ibex_mote", "-O3", "--x-assign", "fast", "--x-initial", "fast",
    "-DRVFI", "-DSYNTHESIS", "-MAKEFLAGS", "OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O1",
    "-LDFLAGS", "-Wl,--no-as-needed,-lelf",
)  # fmt: skip


class Around(NamedTuple):
    """A program around the translated core: its name, its sources, and the files in them that are no part of it; the
    C++ that has access to the core; further facts, for JSON, that determine it. `more` gives further arguments of the
    translation for a configuration, from the folder of the RTL; it may put files into the folder of the build, its last
    argument."""

    name: str
    sources: tuple[Path, ...]
    left_out: tuple[str, ...]
    access: Path
    facts: tuple[Any, ...] = ()
    more: Callable[[str, Path, Path], Sequence[str]] = lambda mcu, rtl, work: ()

    def fingerprint(self) -> str:
        """Hash over everything that determines a result of the program besides the image."""
        return host_program.fingerprint([version(), C_FLAGS, TRANSLATION, *self.facts], self.sources)

    def program(self, mcu: str) -> Path:
        """Where the program of a configuration is, or will be; MotecurveError for another `mcu`."""
        if mcu not in BIT_MANIPULATION:
            raise MotecurveError(f"there is no Ibex {mcu}; it is one of {', '.join(BIT_MANIPULATION)}")
        return BUILD / "tools" / f"{self.name}-{mcu}-{self.fingerprint()}"


MEASURING = Around("mc-ibex", SOURCES, (), FOLDER / "core.cpp")


@functools.cache
def version() -> str:
    """Name and version of the simulator: ours, the package of the RTL, Verilator's. MissingTool without Verilator."""
    if not shutil.which("verilator"):
        raise MissingTool("verilator", NEEDED["verilator"])
    told = subprocess.run(["verilator", "--version"], capture_output=True, text=True)
    number = re.search(r"\d+\.\d+", told.stdout)
    return f"mc-ibex 1.0 (Ibex {package_version()}, Verilator {number[0] if number else 'of unknown version'})"


@functools.cache
def package_version() -> str:
    """Version of the package that holds the RTL."""
    return re.search(r"^[\w-]+==(\S+)", LOCK_FILE.read_text(), re.M)[1]


@functools.cache
def fingerprint() -> str:
    """Hash over everything that determines a result of the simulator besides the image."""
    return MEASURING.fingerprint()


@functools.cache
def simulator(mcu: str, around: Around = MEASURING) -> Path:
    """The program of one configuration, built first if it is missing or older than its sources; that takes half a
    minute, and stderr says so. An interrupted build continues where it stopped. MissingTool if a program or library for
    the build is missing, MotecurveError for another `mcu` or if the build fails."""
    program = around.program(mcu)
    _build_unless(program, mcu, around)
    return program


@functools.cache
def core(mcu: str, around: Around = MEASURING) -> Path:
    """The object that has core.h of one configuration, for other programs around the core; as `simulator`, beside
    which it is kept."""
    program = simulator(mcu, around)
    found = program.with_name(f"{program.name}.o")
    _build_unless(found, mcu, around)
    return found


def _build_unless(made: Path, mcu: str, around: Around) -> None:
    if not made.exists():
        with locks.held(around.program(mcu).with_name(f"{around.name}-{mcu}.lock")):
            if not made.exists():
                _build(mcu, around)


def execute(elf: Path, *, mcu: str = "ibex", frequency_hz: int = 50_000_000, **options) -> Execution:
    """Runs an image to its end, as mote_simulator.execute does, which documents the options."""
    return mote_simulator.execute(simulator(mcu), elf, mcu=mcu, frequency_hz=frequency_hz, **options)


def full_trace(elf: Path, *, mcu: str = "ibex", frequency_hz: int = 50_000_000, **options) -> Trace:
    """Every instruction of one run, as mote_simulator.full_trace."""
    return mote_simulator.full_trace(simulator(mcu), elf, mcu=mcu, frequency_hz=frequency_hz, **options)


def trace(elf: Path, **options) -> array.array:
    """The program counters of one run: `full_trace` without the addresses."""
    return full_trace(elf, **options).counters


def translation(mcu: str) -> list[str]:
    """Verilator's arguments of the RTL of a configuration; `rtl.f` wants the environment variable IBEX."""
    return [f"-DMOTE_RV32B={BIT_MANIPULATION[mcu]}", "-f", str(FOLDER / "rtl.f"), str(FOLDER / "ibex_mote.sv")]


def _build(mcu: str, around: Around) -> None:
    for tool, package in NEEDED.items():
        if shutil.which(tool) is None:
            raise MissingTool(tool, package)
    rtl, program = _rtl(), around.program(mcu)
    print(f"motecurve: building {around.name} of {mcu} from the RTL of Ibex, once; half a minute", file=sys.stderr)
    work = program.with_name(f"{around.name}-{mcu}.building")
    work.mkdir(parents=True, exist_ok=True)
    sources = [path for path in host_program.c_files(around.sources) if path.name not in around.left_out]
    objects = [_object(source, mcu, work, around) for source in sources]
    os.environ["IBEX"] = str(rtl)  # for rtl.f
    flags = ["-std=c++17", f"-DMCU_NAME={mcu}", f"-I{work}", *(f"-I{folder}" for folder in around.sources)]
    command = ["verilator", *TRANSLATION, "-CFLAGS", " ".join(flags), *around.more(mcu, rtl, work)]
    command += ["-j", str(os.cpu_count() or 1), "--Mdir", str(work), "-o", around.name, *translation(mcu)]
    command += [str(around.access), *map(str, objects)]
    host_program.run_logged(command, work, work / "log", f"{around.name} of {mcu}")
    names = (f"{around.access.stem}.o", "Vibex_mote__ALL.a", *sorted(path.name for path in work.glob("verilated*.o")))
    joined = ["ld", "-r", "-o", "joined.o", "--whole-archive", *names]
    host_program.run_logged(joined, work, work / "log", f"the core of {mcu}")
    os.replace(work / "joined.o", program.with_name(f"{program.name}.o"))
    os.replace(work / around.name, program)
    shutil.rmtree(work)


def _object(source: Path, mcu: str, work: Path, around: Around) -> Path:
    """The object of a C source."""
    made = work / f"{source.stem}.c.o"
    defines = [f'-DSIMULATOR_VERSION="{version()}"', f'-DBUILD_KEY="{around.fingerprint()}"', f'-DMCU="{mcu}"']
    includes = [f"-I{folder}" for folder in around.sources]
    messages = host_program.compiled(made, [*C_FLAGS, *defines, *includes, "-c", source])
    if messages is not None and "gelf.h: No such" in messages:
        raise MissingTool("libelf", "libelf-dev")
    if messages is not None:
        raise MotecurveError(f"{around.name} of {mcu} did not compile: {host_program.first_error(messages)}")
    return made


def _rtl() -> Path:
    """The folder of Ibex's sources, fetched first from the Python registry if it is missing, at the version and with
    the hash of LOCK_FILE."""
    ready = BUILD / "tools" / f"ibex-rtl-{package_version()}"
    with locks.held(ready.with_name(ready.name + ".lock")):
        if not ready.exists():
            _fetch(ready)
    return ready / "pythondata_cpu_ibex" / "system_verilog"


def _fetch(ready: Path) -> None:
    print(f"motecurve: fetching the RTL of Ibex {package_version()}, 10 MB, once", file=sys.stderr)
    work = ready.with_name(ready.name + ".fetching")
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command += ["--require-hashes", "-r", str(LOCK_FILE), "-d", str(work)]
    host_program.run_logged(command, work, ready.with_name("ibex-rtl.log"), "the RTL of Ibex")
    with zipfile.ZipFile(next(work.glob("*.whl"))) as wheel:
        wheel.extractall(work / "unpacked")
    os.replace(work / "unpacked", ready)
    shutil.rmtree(work)
