"""The host library: building it with CMake, and calling the functions of a field from Python on integers."""

import contextlib
import ctypes
import enum
import fcntl
import functools
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from codegen.built import curves_by_field, identifier, order, scalar_bits
from codegen.fields import PRIME_FIELDS, TEST_FIELDS, bits
from codegen.prime_fields import is_montgomery
from motelab import BUILD, ROOT
from motelab.common.errors import MissingTool, MotecurveError
from motelab.common.files import digest
from motelab.common.progress import Progress
from motelab.subjects import registry

WORD_SIZES = (8, 16, 32, 64)
# In build folders, beside libmotecurve.so and .a: the catalogue, with every member of every family.
CATALOGUE, CATALOGUE_ARCHIVE = "libmotecurve_catalogue.so", "libmotecurve_catalogue.a"
# While one works on an algorithm: MC_FIELDS="fb7;fb163" builds these fields alone, in seconds, beside the library.
CHOSEN_FIELDS = os.environ.get("MC_FIELDS", "")
# The same by word size, for tests that need fewer fields at some sizes. They set MC_FIELDS_OF_64_BITS for the commands
# that they run; nothing else sets either.
CHOSEN_BY_WORD = {64: os.environ.get("MC_FIELDS_OF_64_BITS", "")}
NAMED_FIELDS_MAX = 20  # in the name of a build folder
BLINDING = "coordinates"  # of multiplications by secrets, as CMakeLists.txt has it
Point = tuple[int, ...] | None


class HostBuildFailed(MotecurveError):
    """The host library did not build; the message holds the compiler's first error."""


class FieldNotBuilt(MotecurveError):
    """The library is one of chosen fields, and this is none of them."""


def chosen_fields(word_bits: int) -> str:
    """The fields to build where a caller names none, separated by semicolons; empty for all."""
    return CHOSEN_FIELDS or CHOSEN_BY_WORD.get(word_bits, "")


def build_folder(
    word_bits: int = 64,
    sanitize: bool = False,
    tests: bool = True,
    fields: str | None = None,
    stepwise: bool = False,
    toolchain: str = "",
    blinding: str = BLINDING,
    for_speed: bool = False,
) -> Path:
    """Where `build` puts the library."""
    fields = chosen_fields(word_bits) if fields is None else fields
    kind = ("" if tests else "-plain") + ("-sanitize" if sanitize else "") + ("-stepwise" if stepwise else "")
    kind += f"-{toolchain}" if toolchain else ""
    kind += "-for-speed" if for_speed else ""
    kind += f"-blinding-{blinding}" if blinding != BLINDING else ""
    names = fields.split(";")
    many = f"-{len(names)}-fields-{digest(fields)[:8]}"  # names of files have their limits
    kind += many if len(names) > NAMED_FIELDS_MAX else f"-{'-'.join(names)}" if fields else ""
    return BUILD / f"host{kind}-w{word_bits}"


def holds(field: str, word_bits: int = 64) -> bool:
    """Whether the library of that word size has the field."""
    chosen = chosen_fields(word_bits)
    return not chosen or field in (*chosen.split(";"), *TEST_FIELDS)


def require(field: str, word_bits: int = 64) -> None:
    """FieldNotBuilt if the library of that word size leaves the field out."""
    if not holds(field, word_bits):
        raise FieldNotBuilt(f"the chosen fields at {word_bits} bits a word leave {field} out")


def require_curve(name: str, word_bits: int = 64) -> None:
    """FieldNotBuilt if the library of that word size leaves out the field of the curve of that name; nothing if there
    is none."""
    for field, records in curves_by_field().items():
        if any(name.lower() in map(str.lower, (r["name"], *r.get("aliases", ()), *r.get("oids", ()))) for r in records):
            require(field, word_bits)


@functools.cache
def build(
    word_bits: int = 64,
    sanitize: bool = False,
    tests: bool = True,
    fields: str | None = None,
    stepwise: bool = False,
    toolchain: str = "",
    blinding: str = BLINDING,
    catalogue: bool = False,
    is_checked: bool = True,
    for_speed: bool = False,
) -> Path:
    """Configures and builds the host library, once in a process; returns its build folder.

    word_bits is 8, 16, 32 or 64. tests adds the catalogue, the C test programs, the examples and the tiny fields of
    the exhaustive tests; catalogue is for the archive of the catalogue without them. fields, such as "fb163;fp256r1",
    are those to build; empty for all, None for `chosen_fields`.
    stepwise lets calls be made in steps. toolchain, a file of cmake/toolchains, builds for another processor.
    blinding is none, coordinates, scalar or both. is_checked refuses stale generated files, which takes half a minute
    after a change; else they are taken as they are, as CMake by itself takes them. for_speed compiles for another
    processor with the options of a release, for figures. Raises MissingTool or HostBuildFailed."""
    if word_bits not in WORD_SIZES:
        raise MotecurveError(f"word_bits is {word_bits}; it must be one of 8, 16, 32, 64")
    if not shutil.which("cmake"):
        raise MissingTool("cmake", "cmake")
    fields = chosen_fields(word_bits) if fields is None else fields
    folder = build_folder(word_bits, sanitize, tests, fields, stepwise, toolchain, blinding, for_speed)
    options = {
        "MC_WORD_BITS": str(word_bits),
        "MC_SANITIZE": "ON" if sanitize else "OFF",
        "MC_STEPWISE": "ON" if stepwise else "OFF",
        "MC_TESTS": "ON" if tests else "OFF",
        "MC_TINY_FIELDS": "ON" if tests else "OFF",
        "MC_WARNINGS_AS_ERRORS": "ON",
        "MC_FIELDS": fields,
        "MC_BLINDING": blinding,
    }
    if toolchain:
        options["CMAKE_TOOLCHAIN_FILE"] = str(ROOT / f"cmake/toolchains/{toolchain}.cmake")
    if (word_bits != 64 or sanitize or toolchain) and not for_speed:
        options["CMAKE_C_FLAGS_RELEASE"] = "-O1"
    if shutil.which("ccache"):
        options["CMAKE_C_COMPILER_LAUNCHER"] = "ccache"
    configure = ["cmake", "-S", str(ROOT), "-B", str(folder), *(f"-D{key}={value}" for key, value in options.items())]
    if shutil.which("ninja") and not (folder / "Makefile").exists():
        configure += ["-G", "Ninja"]
    BUILD.mkdir(parents=True, exist_ok=True)
    with (BUILD / f"{folder.name}.lock").open("w") as lock:  # test processes build side by side
        fcntl.flock(lock, fcntl.LOCK_EX)
        if is_checked:
            registry.require_fresh()
        run_quietly(configure)
        targets = ["--target", "motecurve_catalogue_static"] if catalogue and not tests else []
        run_quietly(["cmake", "--build", str(folder), "--parallel", "2", *targets])
    return folder


# What Ninja and Make write before each step: those done of so many, or of a hundred.
TOLD_EVERY_S = 30
STEP = re.compile(r"\[ *(\d+)(?:/(\d+)|%)\]")


def run_quietly(command: list[str]) -> None:
    """Runs a build step, with a bar on a terminal and else a line now and then; raises HostBuildFailed with the first
    line that looks like an error."""
    output, bar, told = [], None, time.monotonic()
    with (
        contextlib.ExitStack() as stack,
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as run,
    ):
        for line in run.stdout:
            output.append(line)
            if sys.stderr.isatty() and (step := STEP.match(line)):
                total = int(step[2] or 100)
                bar = bar or stack.enter_context(Progress("building", total))
                bar(int(step[1]), total, "")
            elif time.monotonic() - told > TOLD_EVERY_S and (step := STEP.match(line)):
                told = time.monotonic()
                print(f"motecurve: still building, {step[1]} of {step[2] or 100}", file=sys.stderr)
    if run.returncode:
        lines = [line for line in "".join(output).splitlines() if line.strip()]
        lines = [line for line in lines if not line.startswith("CMake Error at")]  # the next line says what it is
        errors = [line for line in lines if re.search(r"\berror\b|undefined reference|MC_\w+ (is|names)", line, re.I)]
        first = (errors or lines or ["no output"])[0].strip()
        raise HostBuildFailed(f"{' '.join(command[:3])} failed: {first}")


# Members of mc_status without MC_: OK, ERROR_LENGTH, ...
_STATUSES = re.findall(r"^    MC_(\w+)(?: = 0)?[, ]", (ROOT / "include/motecurve/status.h").read_text(), re.M)
Status = enum.IntEnum("Status", {name: value for value, name in enumerate(_STATUSES)})


# End of a family's name -> numbers of elements: result, then arguments (2 for an unreduced product).
FIELD_SIGNATURES = {
    "mul": (2, 1, 1),
    "sqr": (2, 1),
    "reduce": (1, 2),
    "mul-reduce": (1, 1, 1),
    "mul-constant": (1, 1, 1),  # the second becomes a table
    "mul-montgomery": (1, 1, 1),
    "mul-four": (4, 4, 4),
    "sqr-reduce": (1, 1),
    "add": (1, 1, 1),
    "sub": (1, 1, 1),
    "inv": (1, 1),
    "sqrt": (1, 1),
    "half-trace": (1, 1),
    "normal-mul": (1, 1, 1),
    "normal-inv": (1, 1),
}


@functools.cache
def _families(field_kind: str) -> dict[str, str]:
    """Function name after `mc_<field>_` -> family, for the C members of the registry; of families of fields those for
    the kind, fb or fp."""
    other = {"fb": "fp-", "fp": "fb-"}[field_kind]
    members = (a for a in registry.load() if a.backend == "c" and not a.family.startswith(other))
    return {f: a.family for a in members for f in a.functions}


class Library:
    """The shared library of one word size, seen through one field.

    Elements are integers, with bit i for z^i in binary fields; affine points are pairs of them, None for infinity.
    Functions on points (`point_call`, `scalar_mult`) take and give plain numbers, those on elements (`call`) the words
    as they are: where the library holds a prime field in Montgomery form, `to_form` and `from_form` convert. Curves are
    named by their C object, such as `sect163k1`.

    By ctypes: the functions of a field are in no public header, take words alone, and have the signatures of their
    families, so that a name is all that there is to declare."""

    def __init__(self, word_bits: int = 64, field: str = "fb163", path: Path | None = None):
        """`path` is another shared object with that field's functions."""
        if path is None:
            require(field, word_bits)
        self.word_bits = word_bits
        self.field = field
        self.degree = bits(field)
        self.words = -(-self.degree // word_bits)
        self.element_bytes = self.words * word_bits // 8
        self.scalar_bits = scalar_bits(field)
        self.scalar_bytes = -(-self.scalar_bits // word_bits) * word_bits // 8
        self.prime = PRIME_FIELDS.get(field)
        is_converted = self.prime is not None and is_montgomery(field, word_bits)
        self._radix = 1 << (self.words * word_bits) if is_converted else 1
        self._library = ctypes.CDLL(str(path or build(word_bits) / CATALOGUE))

    def to_form(self, value: int) -> int:
        """The words of an element, as a number, of its plain number."""
        return value * self._radix % self.prime if self.prime else value

    def from_form(self, value: int) -> int:
        """The inverse of `to_form`."""
        return value * pow(self._radix, -1, self.prime) % self.prime if self.prime else value

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
        operation = _families(self.field[:2])[name].partition("-")[2]
        result, *counts = FIELD_SIGNATURES[operation]
        output = self.elements(0, count=result)
        buffers = [self.elements(value, count=count) for value, count in zip(arguments, counts, strict=True)]
        if operation == "mul-constant":
            factor, buffers[1] = buffers[1], self.elements(*[0] * 256)
            self.function("constant_table")(buffers[1], factor)
        self.function(name)(output, *buffers)
        return self.values(output, result)[0]

    def members(self, family: str) -> list[str]:
        """Functions of a family that this library holds (some need a wider gap in the polynomial)."""
        names = [name for name, its_family in _families(self.field[:2]).items() if its_family == family]
        return [name for name in names if hasattr(self._library, f"mc_{self.field}_{name}")]

    def curve(self, name: str) -> ctypes._Pointer:
        """Address of the C object with the parameters of a curve."""
        return ctypes.byref(ctypes.c_char.in_dll(self._library, f"mc_{name}"))

    def point(self, coordinates: Point, width: int = 2) -> ctypes.Array:
        """A point as a C structure of `width` coordinates; None is all zeros."""
        return self.elements(*map(self.to_form, coordinates or (0,) * width))

    def coordinates(self, buffer: ctypes.Array) -> Point:
        """The inverse of `point`."""
        return tuple(map(self.from_form, self.values(buffer)))

    def scalar(self, k: int) -> ctypes.Array:
        """A scalar as words."""
        return ctypes.create_string_buffer(k.to_bytes(self.scalar_bytes, "little"), self.scalar_bytes)

    def point_call(self, name: str, *arguments: Point, curve: str | None = None, width: int = 2) -> Point:
        """Result of a function on points, of `width` coordinates: 2 affine, 3 projective. Affine infinity is None."""
        output = self.point(None, width)
        extra = [self.curve(curve)] if curve else []
        self.function(name)(output, *(self.point(p) for p in arguments), *extra)
        result = self.coordinates(output)
        return result if any(result) or width == 3 else None

    def is_in_subgroup(self, point: Point, curve: str) -> bool:
        """Whether the order of the curve's generator annihilates the point."""
        mask = self.function("affine_mask_subgroup", ctypes.c_uint8)
        return bool(mask(self.point(point), self.curve(curve)))

    def ecdsa_sign_nonce(self, d: int, e: int, k: int, curve: str) -> tuple[Status, int, int]:
        """Status, r and s of the internal function that takes the nonce."""
        orders = {identifier(record): order(record) for record in curves_by_field()[self.field]}
        size = (orders[curve].bit_length() + 7) // 8
        output = ctypes.create_string_buffer(b"\xaa" * (2 * size), 2 * size)
        function = self.function("ecdsa_sign_nonce", ctypes.c_int)
        status = Status(function(output, *map(self.scalar, (d, e, k)), self.curve(curve)))
        return status, int.from_bytes(output.raw[:size], "big"), int.from_bytes(output.raw[size:], "big")

    def scalar_mult(self, name: str, k: int, point: Point, curve: str) -> tuple[Status, Point]:
        """Status and k times the point by a registered scalar multiplication, such as "scalar_mult_ladder"."""
        output = self.elements((1 << self.degree) - 1, (1 << self.degree) - 1)
        function = self.function(name, ctypes.c_int)
        status = Status(function(output, self.scalar(k), self.point(point), self.curve(curve)))
        result = self.coordinates(output)
        return status, result if any(result) else None
