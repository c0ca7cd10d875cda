"""QEMU's emulators: builds the plugin `simulators/qemu` and runs firmware images under it. This is the simulator
module of the user-mode emulators, which count instructions, not cycles; qemu_system.py is the one of the others."""

import array
import dataclasses
import functools
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from elftools.common.exceptions import ELFError
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import Symbol

from motelab import BUILD, ROOT
from motelab.boards import host_program
from motelab.boards.execution import Execution, Routine, Run, Trace, failure
from motelab.common.errors import ImageFailed, MissingTool, MotecurveError

SOURCES = (ROOT / "simulators" / "qemu",)
COMPILER_FLAGS = ("-std=gnu11", "-O2", "-Wall", "-Wextra", "-fPIC", "-shared", "-fvisibility=hidden")
# Machine of an image's ELF header -> program; all are in one package.
EMULATORS = {"EM_ARM": "qemu-arm", "EM_RISCV": "qemu-riscv32"}
PACKAGES = {"qemu-system-arm": "qemu-system-arm"}  # of the others: qemu-user
MAX_INSTRUCTIONS = 20_000_000_000
EXHAUSTED = 120  # exit code of an image that reads past its input (boards/linux_arm/io.h, boards/cortex_m/io.h)
FAULT = 121  # exit code of an image that the processor stops
TASK_STACK = "task_stack"  # variable of a firmware that holds a task's stack
STACK_LIMIT = "bench_stack_limit"  # the end of the stack, if an image states it (boards/cortex_m/image.ld)
UNKNOWN_ROUTINE = "unknown"


@dataclasses.dataclass(frozen=True)
class Launch:
    """How an image is started: the emulator with its options, the options before the image's path, further arguments
    for the plugin, whether the image uses the files `input` and `output` or standard input and output, the image's
    own arguments, and whether it may end without calling the measured routine."""

    emulator: str
    options: tuple[str, ...]
    before_image: tuple[str, ...] = ()
    plugin_arguments: tuple[str, ...] = ()
    has_files: bool = False
    image_arguments: tuple[str, ...] = ()
    may_not_call: bool = False


@functools.cache
def version(emulator: str = "qemu-arm") -> str:
    """Name and version of an emulator, such as "qemu-arm 7.2.22"; MissingTool if it is not installed."""
    if not shutil.which(emulator):
        raise MissingTool(emulator, PACKAGES.get(emulator, "qemu-user"))
    answer = subprocess.run([emulator, "--version"], capture_output=True, text=True)
    found = re.search(r"\bversion (\S+)", answer.stdout)
    return f"{emulator} {found[1] if found else 'of unknown version'}"


@functools.cache
def fingerprint(emulator: str = "qemu-arm") -> str:
    """Hash over everything that determines a result besides the image: the plugin's sources, flags, QEMU's version."""
    return host_program.fingerprint([version(emulator), COMPILER_FLAGS], SOURCES)


@functools.cache
def plugin(emulator: str = "qemu-arm") -> Path:
    """The plugin, compiled first if there is none of these sources. MissingTool without a compiler, MotecurveError if
    it does not compile."""
    program = BUILD / "tools" / f"mc-qemu-{fingerprint(emulator)}.so"
    if program.exists():
        return program
    messages = host_program.compiled(program, [*COMPILER_FLAGS, *host_program.c_files(SOURCES)])
    if messages is not None:
        raise MotecurveError(f"the plugin for QEMU did not compile: {host_program.first_error(messages)}")
    return program


def execute(
    elf: Path,
    *,
    measure: str | None,
    step: str | None = None,
    data: bytes = b"",
    profile: bool = False,
    mcu: str = "pxa270",
    frequency_hz: int | None = None,
    max_cycles: int = MAX_INSTRUCTIONS,
    launch: Launch | None = None,
) -> Execution:
    """Runs an image to its end on the processor `mcu` and measures each run of the routine `measure` (None: no
    measurement), as simavr.py does. `cycles` of its runs are None, those of a profile and of steps are instructions,
    and `max_cycles` is a number of instructions. The clock has no influence. `launch` starts another emulator than
    user mode's; if that one counts cycles, they replace the instructions.

    Raises ImageFailed with the cause if the image cannot be loaded, crashes, overruns its stack, exceeds max_cycles,
    reads past `data`, ends with a code other than 0, or never runs `measure` to its return."""
    with tempfile.TemporaryDirectory(prefix="motecurve-") as folder:
        routines = _routines(_read(elf)[1]) if profile else []
        arguments: dict[str, object] = {"limit": max_cycles}
        if profile:
            lines = [f"{begin:x} {end:x}" for begin, end, _ in routines]
            (Path(folder) / "routines").write_text("\n".join([str(len(lines)), *lines, ""]))
            arguments["routines"] = f"{folder}/routines"
        output, result = _run(elf, launch or mcu, data, measure, Path(folder), arguments, step)
    names = [UNKNOWN_ROUTINE, *(name for _, _, name in routines)]
    found = [
        Routine(name, *counts) for name, counts in zip(names, result.get("profile", ()), strict=False) if counts[0]
    ]
    return Execution(
        runs=tuple(Run(**{"cycles": None, **run}) for run in result["runs"]),
        output=output,
        profile=tuple(sorted(found, key=lambda r: (-r.cycles_self, r.routine))),
        cycles_total=None,
    )


def full_trace(
    elf: Path,
    *,
    measure: str,
    data: bytes = b"",
    run: int = 0,
    mcu: str = "pxa270",
    frequency_hz: int | None = None,
    max_cycles: int = MAX_INSTRUCTIONS,
    launch: Launch | None = None,
) -> Trace:
    """Every instruction of one run of `measure`, with the runs counted from 0; raises as `execute` does. An
    instruction that loads or stores several units of memory has one entry for each."""
    with tempfile.TemporaryDirectory(prefix="motecurve-") as folder:
        path = Path(folder) / "trace"
        arguments = {"limit": max_cycles, "trace": path, "trace_run": run}
        _, result = _run(elf, launch or mcu, data, measure, path.parent, arguments)
        words = array.array("I", path.read_bytes())
    if run >= len(result["runs"]):
        ran = f"{measure} ran {len(result['runs'])} times, counted from 0"
        raise failure(elf, f"no run {run} to trace: {ran}")
    if sys.byteorder == "big":
        words.byteswap()
    return Trace(counters=words[0::2], addresses=words[1::2])


def trace(elf: Path, **options) -> array.array:
    """The program counters of one run: `full_trace` without the addresses."""
    return full_trace(elf, **options).counters


def _run(
    elf: Path,
    how: Launch | str,
    data: bytes,
    measure: str | None,
    folder: Path,
    arguments: dict[str, object],
    step: str | None = None,
) -> tuple[bytes, dict]:
    """The image's output, and the plugin's report on it; `how` may be the processor for user mode."""
    machine, symbols = _read(elf)
    if machine not in EMULATORS:
        raise failure(elf, f"it is an image for {machine}; there are emulators for {', '.join(EMULATORS)}")
    launch = Launch(EMULATORS[machine], ("-cpu", how)) if isinstance(how, str) else how
    out = folder / "result"
    routines = {"measure": measure, "step": step}
    arguments = {"out": out, **arguments} | {k: _address(symbols, v) for k, v in routines.items() if v is not None}
    for symbol in symbols:
        begin = symbol["st_value"]
        if symbol.name == TASK_STACK:
            arguments |= {"task_stack": f"{begin:x}", "task_stack_end": f"{begin + symbol['st_size']:x}"}
        if symbol.name == STACK_LIMIT:
            arguments["stack_limit"] = f"{begin:x}"
    told = (str(plugin(launch.emulator)), *(f"{key}={value}" for key, value in arguments.items()))
    load = ("-plugin", ",".join((*told, *launch.plugin_arguments)))
    command = [shutil.which(launch.emulator), *launch.options, *load, *launch.before_image, str(Path(elf).resolve())]
    command += launch.image_arguments
    if launch.has_files:
        (folder / "input").write_bytes(data)
        (folder / "output").touch()
    standard_input = b"" if launch.has_files else data
    # Otherwise an image under Linux would have the environment on its stack.
    done = subprocess.run(command, input=standard_input, capture_output=True, cwd=folder, env={})
    if done.returncode:
        raise failure(elf, _cause(done, len(data)))
    result = json.loads(out.read_text())
    if measure is not None and (result["inside"] or not (result["runs"] or launch.may_not_call)):
        raise failure(elf, f"the image {'ended inside' if result['inside'] else 'never called'} {measure}")
    return (folder / "output").read_bytes() if launch.has_files else done.stdout, result


def _cause(done: subprocess.CompletedProcess, count: int) -> str:
    """Why an image ended, in words."""
    lines = done.stderr.decode(errors="replace").strip().splitlines()
    if done.returncode == EXHAUSTED:
        return f"input exhausted: the image read more than its {count} bytes"
    if done.returncode == FAULT:
        return "the processor met an instruction that it does not have, or an access that its memories do not allow"
    return lines[-1] if lines else f"the image ended with code {done.returncode}"


def _read(elf: Path) -> tuple[str, list[Symbol]]:
    """Machine and symbols of an image; ImageFailed if the file is no image."""
    with Path(elf).open("rb") as stream:
        try:
            image = ELFFile(stream)
            return image["e_machine"], list(image.get_section_by_name(".symtab").iter_symbols())
        except (ELFError, AttributeError) as error:
            raise failure(elf, "it is no linked ELF image with symbols") from error


def address_of(elf: Path, name: str) -> str:
    """Address of a routine of an image, hexadecimal; raises as `execute` does."""
    return _address(_read(elf)[1], name)


def _address(symbols: list[Symbol], name: str) -> str:
    """Address of a routine, hexadecimal, without the bit of Thumb; ImageFailed if there is none of that name."""
    found = [s["st_value"] for s in symbols if s.name == name and s["st_shndx"] != "SHN_UNDEF"]
    if not found:
        raise ImageFailed(f"the image has no symbol {name}")
    return f"{found[0] & ~1:x}"


def _routines(symbols: list[Symbol]) -> list[tuple[int, int, str]]:
    """Begin, end and name of each function, ascending."""
    functions = [s for s in symbols if s["st_info"]["type"] == "STT_FUNC" and s["st_size"]]
    begins = ((s["st_value"] & ~1, s) for s in functions)
    return sorted((begin, begin + s["st_size"], s.name) for begin, s in begins)
