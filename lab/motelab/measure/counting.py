"""Counts executed operations: one field's curve/ and scalar/, built with simulators/counting/counting.h, for points
in chosen coordinates. Field arithmetic comes from the host library, which is built first if necessary."""

import ctypes
import functools
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from motelab import BUILD, HEADERS, ROOT
from motelab.common.errors import MissingTool, MotecurveError
from motelab.common.files import digest, sources_digest
from motelab.library import field_build, host
from motelab.library.host import Status

WORD_BITS = 64
SOURCES = ROOT / "simulators" / "counting"
FLAGS = ("-std=gnu11", "-O1", "-fPIC", "-w", f"-DMC_WORD_BITS={WORD_BITS}", "-DMC_TINY_FIELDS")
HEADER = ('-DMC_COUNTING_HEADER="counting/counting.h"',)
TINY_DEGREE = 8  # fields of fewer bits belong to the tests, in a library that is built for these alone

Counts = dict[str, int]


class WrongResult(MotecurveError):
    """The counted run gave a wrong result, so its counts mean nothing."""


class Library(host.Library):
    """The counting library of a field, called as host.Library is; `counting` returns the operations that calls
    execute.

    `coordinates`, such as jacobian, replaces the field's own. Without `multiplications` it has no scalar/."""

    def __init__(self, field: str, coordinates: str = "", multiplications: bool = True):
        super().__init__(WORD_BITS, field, built(field, coordinates, multiplications))
        names = ctypes.string_at(ctypes.addressof(ctypes.c_char.in_dll(self._library, "mc_counted_names")))
        self._names = names.decode().split()
        self._counted = (ctypes.c_uint64 * len(self._names)).in_dll(self._library, "mc_counted")

    @contextmanager
    def counting(self) -> Iterator[Counts]:
        """The operations executed in a `with` block: counter -> number, filled in at its end."""
        counts: Counts = {}
        ctypes.memset(self._counted, 0, ctypes.sizeof(self._counted))
        yield counts
        counts.update(zip(self._names, self._counted, strict=True))

    def formula_call(self, function: str, operands: Sequence[Sequence[int]], width: int, curve: str) -> tuple[int, ...]:
        """The `width` coordinates that a function on points in any coordinates returns; elements as plain numbers."""
        output = self.point(None, width)
        buffers = [self.point(tuple(operand)) for operand in operands]
        self.function(function)(output, *buffers, self.curve(curve))
        return self.coordinates(output)

    def multiplication(self, function: str, k: int, point: host.Point, curve: str, expected: host.Point) -> Counts:
        """The operations that a member of scalar-mult executes for k times the point; WrongResult if the point
        differs from the expected one."""
        with self.counting() as counts:
            status, result = self.scalar_mult(function, k, point, curve)
        if status != Status.OK or result != expected:
            raise WrongResult(f"{function} on {curve} gives {status.name}, {result} for k = {k:#x}")
        return counts

    def base_multiplication(self, function: str, k: int, curve: str, expected: host.Point) -> Counts | None:
        """The same for a member of scalar-mult-base; None if the curve has no table that it reads."""
        output = self.elements(0, 0)
        with self.counting() as counts:
            status = Status(self.function(function, ctypes.c_int)(output, self.scalar(k), self.curve(curve)))
        if status == Status.ERROR_UNSUPPORTED:
            return None
        if status != Status.OK or self.coordinates(output) != expected:
            raise WrongResult(f"{function} on {curve} gives {status.name}, a wrong point for k = {k:#x}")
        return counts


@functools.cache
def library(field: str, coordinates: str = "", multiplications: bool = True) -> Library:
    """The same, once in a process."""
    return Library(field, coordinates, multiplications)


def built(field: str, coordinates: str = "", multiplications: bool = True) -> Path:
    """The shared object, under a name with the digest of all its sources; compiled if it does not exist."""
    if shutil.which(field_build.COMPILER) is None:
        raise MissingTool(field_build.COMPILER, "gcc libc6-dev")
    arithmetic = _arithmetic(field)
    flags = _flags(coordinates)

    def build(objects: Path, linked: Path) -> None:
        counters = objects / "counting.o"
        parts = field_build.compiled(field, flags, objects, HEADER, multiplications)
        command = [
            field_build.COMPILER,
            *flags,
            f"-DMC_FIELD={field}",
            *field_build.INCLUDES,
            "-c",
            SOURCES / "counting.c",
        ]
        field_build.run([*command, "-o", counters])
        symbols = field_build.run(["nm", "--defined-only", "--format=just-symbols", counters]).split()
        wrapped = [f"-Wl,--wrap={name.removeprefix('__wrap_')}" for name in symbols if name.startswith("__wrap_")]
        options = ["-shared", "-Wl,-Bsymbolic,-z,defs", *wrapped]
        field_build.run([field_build.COMPILER, *options, counters, *parts, arithmetic, "-o", linked])

    return field_build.shared_object(BUILD / "counting" / field, identity(field, coordinates, multiplications), build)


def identity(field: str, coordinates: str = "", multiplications: bool = True) -> str:
    """The sources of the library, as the start of a digest; nothing is built."""
    sources = sources_digest(*HEADERS, SOURCES)
    return digest(sources, field, *_flags(coordinates), str(multiplications))[:16]


def _flags(coordinates: str) -> tuple[str, ...]:
    return (*FLAGS, *((f"-DMC_COORDINATES={coordinates}",) if coordinates else ()))


def _arithmetic(field: str) -> Path:
    """The host library that provides field arithmetic: a whole one that exists already, else one of this field alone,
    which takes seconds."""
    is_tiny = host.bits(field) < TINY_DEGREE
    for tests in (True, is_tiny):
        if host.build_folder(WORD_BITS, tests=tests).exists() and host.holds(field, WORD_BITS):
            return host.build(WORD_BITS, tests=tests, catalogue=True) / host.CATALOGUE_ARCHIVE
    return host.build(WORD_BITS, tests=is_tiny, fields=field, catalogue=True) / host.CATALOGUE_ARCHIVE
