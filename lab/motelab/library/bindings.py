"""The public interface: the Python package `motecurve` over a library that the lab builds. No extension module is
compiled; the package opens the library by the declarations that it reads from the public headers."""

import functools
import os
import shutil
import subprocess
import sys
from pathlib import Path

import motecurve
from motecurve import Curve, Library
from motelab import BUILD, ROOT
from motelab.common import locks
from motelab.common.errors import MissingTool, MotecurveError
from motelab.common.files import digest
from motelab.library import host, native_build

INCLUDE = ROOT / "include"
MAKER = ROOT / "bindings/python/declarations.py"
COMPILER = "cc"


@functools.cache
def library(word_bits: int = 64, field: str = "") -> Library:
    """The host library, with the curves over a field at least, or with all of them; built first if need be. It stays
    the same in a process, for keys are of one library."""
    return opened(native_build.library_with(field, word_bits))


@functools.cache
def opened(path: Path) -> Library:
    """A shared object with the public functions, opened once."""
    declare()
    return Library(path)


def curve(name: str, word_bits: int = 64, field: str = "") -> Curve:
    """The curve of any of its names, of that library. Raises motecurve.UnsupportedError if the build has none of that
    name, and FieldNotBuilt if that is because fields were chosen."""
    try:
        return motecurve.curve(name, library=library(word_bits, field))
    except motecurve.UnsupportedError:
        host.require_curve(name, word_bits)
        raise


@functools.cache
def declare() -> None:
    """Makes the module motecurve._open, which an installed package has, of the headers as they are."""
    texts = (path.read_bytes() for path in (MAKER, *sorted(INCLUDE.rglob("*.h"))))
    folder = BUILD / "bindings" / digest(*texts)[:16]
    with locks.held(BUILD / "bindings.lock"):
        if not (folder / "_open.py").exists():
            _write(folder)
    motecurve.__path__.append(str(folder))


def _write(folder: Path) -> None:
    if shutil.which(COMPILER) is None:
        raise MissingTool(COMPILER, "gcc libc6-dev")
    folder.mkdir(parents=True, exist_ok=True)
    partial = folder / f"{os.getpid()}.py"
    command = [sys.executable, MAKER, COMPILER, INCLUDE, "--module", partial]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode:
        raise MotecurveError(f"{MAKER.name} failed: {(run.stderr.splitlines() or ['no message'])[-1]}")
    os.replace(partial, folder / "_open.py")
