"""GNU as and ld for a target without a Debian package of them: built once from the package binutils-source."""

import functools
import hashlib
import os
import re
import shutil
import sys
from pathlib import Path

from motelab import BUILD
from motelab.boards import host_program
from motelab.boards.doctor import BUILD_TOOLS
from motelab.common import locks
from motelab.common.errors import MissingTool

ARCHIVES = Path("/usr/src/binutils")
PACKAGE = "binutils-source"
# Program -> its package: programs that the build calls.
NEEDED = {"gcc": "gcc", **BUILD_TOOLS}
CONFIGURATION = (
    "--disable-nls", "--disable-werror", "--disable-gdb", "--disable-sim", "--disable-gprof", "--disable-gprofng",
    "--disable-gold", "--disable-libctf", "--disable-plugins", "--without-zstd", "--without-system-zlib",
    "MAKEINFO=true", "CFLAGS=-O0 -g0",
)  # fmt: skip
# Path in the build folder -> name in the cache.
PROGRAMS = {"gas/as-new": "as", "ld/ld-new": "ld"}


@functools.cache
def archive() -> Path:
    """The sources; MissingTool if they are not installed."""
    found = sorted(ARCHIVES.glob("binutils-*.tar.xz"))
    if not found:
        raise MissingTool("the source of binutils", PACKAGE)
    return found[-1]


@functools.cache
def version() -> str:
    """Version of binutils, such as "2.40"."""
    return re.fullmatch(r"binutils-([\d.]+)\.tar\.xz", archive().name).group(1)


@functools.cache
def folder(target: str) -> Path:
    """The folder of as and ld for `target` (msp430-elf). They are built first if they are missing; that takes about a
    minute, and stderr says so. An interrupted build continues where it stopped. MissingTool if a tool for the build
    is missing, MotecurveError if it fails."""
    key = hashlib.sha256(repr(CONFIGURATION).encode()).hexdigest()[:8]
    ready = BUILD / "tools" / f"{target}-binutils-{version()}-{key}"
    if not ready.exists():
        with locks.held(ready.with_name(ready.name + ".lock")):
            if not ready.exists():
                _build(target, ready)
    return ready


def tool(target: str, name: str) -> str:
    """Path of `name`, as or ld, for `target`; raises as `folder` does."""
    return str(folder(target) / name)


def _build(target: str, ready: Path) -> None:
    for program, package in NEEDED.items():
        if shutil.which(program) is None:
            raise MissingTool(program, package)
    print(f"motecurve: building GNU as and ld {version()} for {target}, once; about a minute", file=sys.stderr)
    work = ready.with_name(ready.name + ".building")
    source, objects, made = work / "source", work / "objects", work / "made"
    log = work / "log"
    objects.mkdir(parents=True, exist_ok=True)
    if not source.exists():
        shutil.rmtree(work / "unpacking", ignore_errors=True)
        (work / "unpacking").mkdir()
        _run(["tar", "-xJf", str(archive()), "-C", str(work / "unpacking"), "--strip-components=1"], work, log)
        os.replace(work / "unpacking", source)
    if not (objects / "configured").exists():
        _run([str(source / "configure"), f"--target={target}", *CONFIGURATION], objects, log)
        (objects / "configured").touch()
    _run(["make", f"-j{os.cpu_count() or 1}", "MAKEINFO=true", "all-gas", "all-ld"], objects, log)
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir()
    for path, name in PROGRAMS.items():
        _run(["strip", "-o", str(made / name), str(objects / path)], work, log)
    os.replace(made, ready)
    shutil.rmtree(work)


def _run(command: list[str], where: Path, log: Path) -> None:
    host_program.run_logged(command, where, log, "binutils")
