"""Counts what is executed: one field's curve/ and scalar/, built with simulators/host/counting.h, for points in chosen
coordinates. Field arithmetic is that of the host library, which is built first if need be."""

import ctypes
import fcntl
import functools
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from motecurve import BUILD, ROOT, host, registry
from motecurve.errors import MissingTool, MotecurveError
from motecurve.host import Status
from motecurve.image import digest, sources_digest

COMPILER = "cc"
WORD_BITS = 64
SOURCES = ROOT / "simulators" / "host"
FOLDER = BUILD / "counting"
FLAGS = (
    "-std=gnu11", "-O1", "-fPIC", "-w", "-c", f"-DMC_WORD_BITS={WORD_BITS}", "-DMC_TINY_FIELDS",
    f"-I{ROOT / 'src'}", f"-I{ROOT / 'include'}", f"-I{ROOT / 'simulators'}",
)  # fmt: skip
HEADER = ('-DMC_COUNTING_HEADER="host/counting.h"',)
OTHER_KIND = {"fb": "fp_", "fp": "fb_"}  # kind of field -> files of curve/ that it has not
TINY_DEGREE = 8  # fields below are those of the tests, in the library that is built for these alone

Counts = dict[str, int]


class WrongResult(MotecurveError):
    """What was counted gave a wrong result, so that its counts mean nothing."""


class Library(host.Library):
    """The counting library of a field, called as host.Library is; `counting` says what calls execute.

    `coordinates`, such as jacobian, replaces the field's own. Without `multiplications` it has no scalar/."""

    def __init__(self, field: str, coordinates: str = "", multiplications: bool = True):
        super().__init__(WORD_BITS, field, built(field, coordinates, multiplications))
        names = ctypes.string_at(ctypes.addressof(ctypes.c_char.in_dll(self._library, "mc_counted_names")))
        self._names = names.decode().split()
        self._counted = (ctypes.c_uint64 * len(self._names)).in_dll(self._library, "mc_counted")

    @contextmanager
    def counting(self) -> Iterator[Counts]:
        """What is executed in a `with` block: counter -> number, there when it ends."""
        counts: Counts = {}
        ctypes.memset(self._counted, 0, ctypes.sizeof(self._counted))
        yield counts
        counts.update(zip(self._names, self._counted, strict=True))

    def formula_call(self, function: str, operands: Sequence[Sequence[int]], width: int, curve: str) -> tuple[int, ...]:
        """The `width` coordinates that a function on points in any coordinates gives; elements as plain numbers."""
        output = self.point(None, width)
        buffers = [self.point(tuple(operand)) for operand in operands]
        self.function(function)(output, *buffers, self.curve(curve))
        return self.coordinates(output)

    def multiplication(self, function: str, k: int, point: host.Point, curve: str, expected: host.Point) -> Counts:
        """What a member of scalar-mult executes for k times the point; WrongResult if that is not as expected."""
        with self.counting() as counts:
            status, result = self.scalar_mult(function, k, point, curve)
        if status != Status.OK or result != expected:
            raise WrongResult(f"{function} on {curve} gives {status.name}, {result} for k = {k:#x}")
        return counts


@functools.cache
def library(field: str, coordinates: str = "", multiplications: bool = True) -> Library:
    """The same, once in a process."""
    return Library(field, coordinates, multiplications)


def built(field: str, coordinates: str = "", multiplications: bool = True) -> Path:
    """The shared object, under a name with the digest of all that it is made from; compiled if it is not there."""
    if shutil.which(COMPILER) is None:
        raise MissingTool(COMPILER, "gcc libc6-dev")
    arithmetic = _arithmetic(field)
    defined = (f"-DMC_FIELD={field}", *((f"-DMC_COORDINATES={coordinates}",) if coordinates else ()))
    sources = sources_digest(ROOT / "src", ROOT / "include")
    counters = [path.read_bytes() for path in (SOURCES / "counting.h", SOURCES / "counting.c")]
    key = digest(sources, *counters, *FLAGS, *defined, str(multiplications))[:16]
    path = FOLDER / f"{field}-{key}.so"
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / f"{field}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            with tempfile.TemporaryDirectory(dir=FOLDER) as objects:
                _build(field, defined, multiplications, arithmetic, Path(objects), path)
    return path


def _arithmetic(field: str) -> Path:
    """The host library, from which field arithmetic comes; the tests' own one where that is there already."""
    tests = host.bits(field) < TINY_DEGREE or host.build_folder(WORD_BITS).exists()
    return host.build(WORD_BITS, tests=tests) / "libmotecurve.a"


def _build(
    field: str, defined: tuple[str, ...], multiplications: bool, arithmetic: Path, objects: Path, path: Path
) -> None:
    """Compiles and links; the objects lie in a folder of their own."""
    flags = (COMPILER, *FLAGS, *defined)
    together = "".join(f'#include "{file}"\n' for file in _curve_files(field))
    jobs: list[tuple[list[str | Path], str]] = [([*flags, *HEADER, "-x", "c", "-"], together)]
    jobs += [([*flags, ROOT / f"src/curve/{data}/{field}.c"], "") for data in ("data", "generator")]
    if multiplications:
        jobs += [([*flags, *HEADER, *window, file], "") for file, window in _scalar_files()]
    jobs.append(([*flags, SOURCES / "counting.c"], ""))
    outputs = [objects / f"{number}.o" for number in range(len(jobs))]
    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        list(pool.map(lambda job, output: _run([*job[0], "-o", output], job[1]), jobs, outputs))
    symbols = _run(["nm", "--defined-only", "--format=just-symbols", outputs[-1]]).split()
    wrapped = [f"-Wl,--wrap={name.removeprefix('__wrap_')}" for name in symbols if name.startswith("__wrap_")]
    linked = objects / path.name
    _run([COMPILER, "-shared", "-Wl,-Bsymbolic,-z,defs", *wrapped, *outputs, arithmetic, "-o", linked])
    os.replace(linked, path)


def _curve_files(field: str) -> list[str]:
    """Files of curve/ for the field's kind, compiled together, so that the linker wraps no call between them."""
    names = sorted(path.name for path in (ROOT / "src/curve").glob("*.c"))
    return [f"curve/{name}" for name in names if not name.startswith(OTHER_KIND[field[:2]])]


def _scalar_files() -> list[tuple[Path, tuple[str, ...]]]:
    """Files of scalar/, each with the definition of its window, once per window."""
    windows = {algorithm.file: algorithm.windows for algorithm in registry.load()}
    return [
        (path, () if window is None else (f"-DMC_WINDOW={window}",))
        for path in sorted((ROOT / "src/scalar").glob("*.c"))
        for window in windows.get(str(path.relative_to(ROOT))) or (None,)
    ]


def _run(command: list, text: str = "") -> str:
    """Output of a step of the build; MotecurveError with its first error."""
    done = subprocess.run([str(word) for word in command], input=text, capture_output=True, text=True)
    if done.returncode:
        errors = [line for line in done.stderr.splitlines() if "error" in line or "undefined" in line]
        raise MotecurveError(f"the counting build failed: {(errors or ['no message'])[0]}")
    return done.stdout
