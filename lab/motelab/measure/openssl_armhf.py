"""OpenSSL for 32-bit ARM under Linux as Debian builds it (armhf), fetched once."""

import functools
from pathlib import Path

from motelab import BUILD
from motelab.common.errors import MissingTool, MotecurveError
from motelab.library import native_build
from motelab.measure import arm_package

NotFetched = arm_package.NotFetched
PACKAGE = "libssl-dev"
READY = BUILD / "tools" / "openssl-armhf"
COMPILER = "arm-linux-gnueabihf-gcc"
COMPILER_PACKAGES = "gcc-arm-linux-gnueabihf libc6-dev-armhf-cross"
HEADERS = ("usr/include", "usr/include/arm-linux-gnueabihf")
ARCHIVE = "usr/lib/arm-linux-gnueabihf/libcrypto.a"
SYMBOLS = native_build.SOURCES / "counted" / "symbols"  # files that the program keeps
SOURCES = (
    "counted/mc_counted.c", "counted/openssl.c", "versus/openssl*.c", "request.c", "kind.c", "numbers.c", "raw.c",
    "failure.c",
)  # fmt: skip


def folder() -> Path:
    """The folder of the unpacked package, fetched first if it is missing; takes seconds, reported on stderr.
    NotFetched if it is not available."""
    return arm_package.fetched("OpenSSL", PACKAGE, READY, ARCHIVE)


def version() -> str:
    """Debian's version of the package, such as "3.0.20-1~deb12u2"; raises as `folder` does."""
    return (folder() / "version").read_text().strip()


@functools.cache
def program() -> Path:
    """The program that runs OpenSSL's side of a comparison (simulators/host/counted/), static, compiled if necessary.
    NotFetched without OpenSSL, MissingTool without compiler or C library."""
    place = folder()
    sources = [path for pattern in SOURCES for path in sorted(native_build.SOURCES.glob(pattern))]
    flags = ("-marm", "-static", f"-Wl,--retain-symbols-file={SYMBOLS}", *(f"-I{place / name}" for name in HEADERS))
    try:
        return native_build.compiled(
            "mc-counted-openssl", sources, (*flags, str(place / ARCHIVE)), COMPILER, COMPILER_PACKAGES, version()
        )
    except MotecurveError as error:
        if "No such file" in str(error) or "cannot find" in str(error):
            raise MissingTool("the C library for armhf", COMPILER_PACKAGES) from error
        raise
