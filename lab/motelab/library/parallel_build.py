"""The library of parallel modular multiplication (parallel/), built by CMake when it is needed."""

import functools
import shutil
from pathlib import Path

from motelab import BUILD, ROOT
from motelab.common import locks
from motelab.common.errors import MissingTool
from motelab.library import host

SOURCES = ROOT / "parallel"


@functools.cache
def build(sanitizer: str = "", tests: bool = False, kind: str = "", options: tuple[str, ...] = ()) -> Path:
    """Configures and builds the library, once in a process; returns the build folder.

    sanitizer is a list for -fsanitize, such as "thread"; tests adds the programs of tests/parallel/; options are
    further ones for CMake, such as "-DCMAKE_C_COMPILER=clang", and kind names the folder of a build with them.
    Raises MissingTool without CMake or GMP, and host.HostBuildFailed."""
    if not shutil.which("cmake"):
        raise MissingTool("cmake", "cmake")
    parts = ("parallel", "tests" if tests else "", sanitizer.replace(",", "-"), kind)
    folder = BUILD / "-".join(filter(None, parts))
    configure = ["cmake", "-S", str(SOURCES), "-B", str(folder), "-DMC_WARNINGS_AS_ERRORS=ON"]
    configure += [f"-DMC_PARALLEL_TESTS={'ON' if tests else 'OFF'}", f"-DMC_PARALLEL_SANITIZER={sanitizer}", *options]
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
