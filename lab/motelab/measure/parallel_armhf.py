"""The library of parallel modular multiplication with limbs of 32 bits, as the processor of the board imx6 has them."""

import functools
import shutil
from pathlib import Path

from motelab import BUILD
from motelab.common.errors import MissingTool
from motelab.library import parallel_build
from motelab.measure import arm_package
from motelab.measure.openssl_armhf import COMPILER, COMPILER_PACKAGES

PACKAGE = "libgmp-dev"
READY = BUILD / "tools" / "gmp-armhf"
HEADERS = "usr/include/arm-linux-gnueabihf"
ARCHIVE = "usr/lib/arm-linux-gnueabihf/libgmp.a"
# Threads are beyond qemu-arm 7.2, which ends where two start at a time: only the sequential engine runs there.
RUNNER = ("qemu-arm", "-cpu", "cortex-a9", "-L", "/usr/arm-linux-gnueabihf")


@functools.cache
def build(tests: bool = False) -> Path:
    """Configures and builds it over Debian's GMP, fetched once; returns the build folder, whose programs RUNNER runs.
    NotFetched without GMP, MissingTool without the compiler, host.HostBuildFailed."""
    if shutil.which(COMPILER) is None:
        raise MissingTool(COMPILER, COMPILER_PACKAGES)
    place = arm_package.fetched("GMP", PACKAGE, READY, ARCHIVE)
    options = {
        "CMAKE_SYSTEM_NAME": "Linux",
        "CMAKE_SYSTEM_PROCESSOR": "arm",
        "CMAKE_C_COMPILER": COMPILER,
        "MC_GMP_INCLUDE": place / HEADERS,
        "MC_GMP_LIBRARY": place / ARCHIVE,
    }
    return parallel_build.build(tests=tests, kind="armhf", options=tuple(f"-D{k}={v}" for k, v in options.items()))
