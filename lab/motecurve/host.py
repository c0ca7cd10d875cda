"""The host library: building it with CMake, and calling it from Python on integers."""

import ctypes
import enum
import functools
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from motecurve import BUILD, ROOT, registry
from motecurve.errors import MissingTool, MotecurveError

WORD_SIZES = (8, 16, 32, 64)
Point = tuple[int, ...] | None


class HostBuildFailed(MotecurveError):
    """The host library did not build; the message holds the compiler's first error."""


def build(word_bits: int = 64, sanitize: bool = False, tests: bool = True) -> Path:
    """Configures and builds the host library; returns its build folder.

    word_bits is 8, 16, 32 or 64. tests adds the C test programs, the examples and the tiny field of the
    exhaustive tests. Raises MissingTool or HostBuildFailed."""
    if word_bits not in WORD_SIZES:
        raise MotecurveError(f"word_bits is {word_bits}; it must be one of 8, 16, 32, 64")
    if not shutil.which("cmake"):
        raise MissingTool("cmake", "cmake")
    folder = BUILD / ("host" + ("" if tests else "-plain") + ("-sanitize" if sanitize else "") + f"-w{word_bits}")
    options = {
        "MC_WORD_BITS": str(word_bits),
        "MC_SANITIZE": "ON" if sanitize else "OFF",
        "MC_TESTS": "ON" if tests else "OFF",
        "MC_TINY_FIELDS": "ON" if tests else "OFF",
        "MC_WARNINGS_AS_ERRORS": "ON",
    }
    if shutil.which("ccache"):
        options["CMAKE_C_COMPILER_LAUNCHER"] = "ccache"
    configure = ["cmake", "-S", str(ROOT), "-B", str(folder), *(f"-D{key}={value}" for key, value in options.items())]
    if shutil.which("ninja") and not (folder / "Makefile").exists():
        configure += ["-G", "Ninja"]
    registry.refresh()
    _run_quietly(configure)
    _run_quietly(["cmake", "--build", str(folder), "--parallel", "2"])
    return folder


def _run_quietly(command: list[str]) -> None:
    """Runs a build step; raises HostBuildFailed with the first line that looks like an error."""
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if result.returncode:
        lines = [line for line in (result.stdout + result.stderr).splitlines() if line.strip()]
        errors = [line for line in lines if re.search(r"\berror\b|undefined reference", line, re.I)]
        first = (errors or lines or ["no output"])[0].strip()
        raise HostBuildFailed(f"{' '.join(command[:3])} failed: {first}")


def _status_enum() -> type[enum.IntEnum]:
    header = (ROOT / "include/motecurve/status.h").read_text()
    names = re.findall(r"^    MC_(\w+)", header, re.M)
    return enum.IntEnum("Status", {name: value for value, name in enumerate(names)})


Status = _status_enum()  # OK, ERROR_LENGTH, ...: the members of mc_status

# Family of the registry -> numbers of elements: result, then arguments (2 for an unreduced product).
FIELD_SIGNATURES = {
    "fb-mul": (2, 1, 1),
    "fb-sqr": (2, 1),
    "fb-reduce": (1, 2),
    "fb-mul-reduce": (1, 1, 1),
    "fb-sqr-reduce": (1, 1),
    "fb-inv": (1, 1),
}


@functools.cache
def _families() -> dict[str, str]:
    """Function name after `mc_<field>_` -> family, for the C members of the registry."""
    return {f: a.family for a in registry.load() if a.backend == "c" for f in a.functions}


class Library:
    """The shared library of one word size, seen through one binary field.

    Elements are integers with bit i for z^i, affine points pairs of them, None for infinity. Curves of the
    internal functions are named by their C object, such as `sect163k1`; curves of the public API by any name."""

    def __init__(self, word_bits: int = 64, field: str = "fb163"):
        self.word_bits = word_bits
        self.field = field
        self.degree = int(field.removeprefix("fb"))
        self.words = -(-self.degree // word_bits)
        self.element_bytes = self.words * word_bits // 8
        self._library = ctypes.CDLL(str(build(word_bits) / "libmotecurve.so"))

    def function(self, name: str, result=None) -> Callable:
        """The C function `mc_<field>_<name>`; raises AttributeError if there is none."""
        function = self._library[f"mc_{self.field}_{name}"]
        function.restype = result
        return function

    def elements(self, *values: int, count: int = 1) -> ctypes.Array:
        """A buffer of the values, each in `count` times FB_WORDS words, least significant first."""
        size = self.element_bytes * count
        return ctypes.create_string_buffer(b"".join(v.to_bytes(size, "little") for v in values), size * len(values))

    def values(self, buffer: ctypes.Array, count: int = 1) -> tuple[int, ...]:
        """The integers in a buffer, the inverse of `elements`."""
        size = self.element_bytes * count
        return tuple(int.from_bytes(buffer.raw[i : i + size], "little") for i in range(0, len(buffer), size))

    def call(self, name: str, *arguments: int) -> int:
        """Result of a registered field function by its name, such as call("mul_ld_registers", a, b)."""
        result, *counts = FIELD_SIGNATURES[_families()[name]]
        output = self.elements(0, count=result)
        buffers = [self.elements(value, count=count) for value, count in zip(arguments, counts, strict=True)]
        self.function(name)(output, *buffers)
        return self.values(output, result)[0]

    def members(self, family: str) -> list[str]:
        """Functions of a family that this library holds (some need a wider gap in the polynomial)."""
        names = [name for name, its_family in _families().items() if its_family == family]
        return [name for name in names if hasattr(self._library, f"mc_{self.field}_{name}")]

    def curve(self, name: str) -> ctypes._Pointer:
        """Address of the C object with the parameters of a curve."""
        return ctypes.byref(ctypes.c_char.in_dll(self._library, f"mc_{name}"))

    def point(self, coordinates: Point, width: int = 2) -> ctypes.Array:
        """A point as a C structure of `width` coordinates; None is all zeros."""
        return self.elements(*(coordinates or (0,) * width))

    def point_call(self, name: str, *arguments: Point, curve: str | None = None, width: int = 2) -> Point:
        """Result of a function on points, of `width` coordinates: 2 affine, 3 projective. Affine infinity is None."""
        output = self.point(None, width)
        extra = [self.curve(curve)] if curve else []
        self.function(name)(output, *(self.point(p) for p in arguments), *extra)
        result = self.values(output)
        return result if any(result) or width == 3 else None

    def scalar_mult(self, name: str, k: int, point: Point, curve: str) -> tuple[Status, Point]:
        """Status and k times the point by a registered scalar multiplication, such as "scalar_mult_ladder"."""
        output = self.elements((1 << self.degree) - 1, (1 << self.degree) - 1)
        function = self.function(name, ctypes.c_int)
        status = Status(function(output, self.elements(k), self.point(point), self.curve(curve)))
        result = self.values(output)
        return status, result if any(result) else None
