"""The library of parallel modular multiplication (parallel/), built by CMake when it is needed."""

import functools
import shutil
from pathlib import Path

from motelab import BUILD, ROOT
from motelab.common import locks
from motelab.common.errors import MissingTool
from motelab.common.files import digest
from motelab.library import host

SOURCES = ROOT / "parallel"


@functools.cache
def build(
    sanitizer: str = "",
    tests: bool = False,
    programs: bool = False,
    kind: str = "",
    options: tuple[str, ...] = (),
    fields: str = "",
) -> Path:
    """Configures and builds the library, once in a process; returns the build folder.

    sanitizer is a list for -fsanitize, such as "thread"; tests adds the programs of tests/parallel/, and programs those
    of parallel/programs/; options are further ones for CMake, such as "-DCMAKE_C_COMPILER=clang", and kind names the
    folder of a build with them. fields, such as "fb163;fb571", adds multiplications over the library of curves, built
    beside it with these fields alone.
    Raises MissingTool without CMake or GMP, and host.HostBuildFailed."""
    if not shutil.which("cmake"):
        raise MissingTool("cmake", "cmake")
    curves = fields and f"curves-{digest(fields)[:8]}"
    parts = ("tests" if tests else "", "programs" if programs else "", sanitizer.replace(",", "-"), curves, kind)
    folder = BUILD / "-".join(filter(None, ("parallel", *parts)))
    configure = ["cmake", "-S", str(SOURCES), "-B", str(folder), "-DMC_WARNINGS_AS_ERRORS=ON"]
    configure += [
        f"-DMC_PARALLEL_{what}={'ON' if on else 'OFF'}" for what, on in (("TESTS", tests), ("PROGRAMS", programs))
    ]
    configure += [f"-DMC_PARALLEL_SANITIZER={sanitizer}", *options]
    if fields:
        configure += ["-DMC_PARALLEL_CURVES=ON", f"-DMC_FIELDS={fields}"]
    if shutil.which("ccache"):
        configure.append("-DCMAKE_C_COMPILER_LAUNCHER=ccache")
    if shutil.which("ninja") and not (folder / "Makefile").exists():
        configure += ["-G", "Ninja"]
    with locks.held(BUILD / f"{folder.name}.lock"):  # test processes build side by side
        try:
            host.run_quietly(configure)
        except host.HostBuildFailed as error:
            if "GMP is missing" in str(error):
                raise MissingTool("GMP", "libgmp-dev") from error
            raise
        host.run_quietly(["cmake", "--build", str(folder), "--parallel", "2"])
    return folder
