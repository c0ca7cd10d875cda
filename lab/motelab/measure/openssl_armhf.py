"""OpenSSL for 32-bit ARM under Linux as Debian builds it (armhf). A system of another architecture has no such
package to install. So apt, with lists and folders of its own, fetches it once from the system's own package sources."""

import functools
import os
import shutil
import subprocess
import sys
from pathlib import Path

from motelab import BUILD
from motelab.common import locks
from motelab.common.errors import MissingTool, MotecurveError
from motelab.library import native_build

PACKAGE = "libssl-dev"
READY = BUILD / "tools" / "openssl-armhf"
COMPILER = "arm-linux-gnueabihf-gcc"
COMPILER_PACKAGES = "gcc-arm-linux-gnueabihf libc6-dev-armhf-cross"
HEADERS = ("usr/include", "usr/include/arm-linux-gnueabihf")
ARCHIVE = "usr/lib/arm-linux-gnueabihf/libcrypto.a"
SYMBOLS = native_build.SOURCES / "counted" / "symbols"  # files that the program keeps
SOURCES = ("counted/*.c", "versus/openssl*.c", "request.c", "numbers.c", "raw.c", "failure.c")
# The system's settings for other architectures, and for actions after an update, do not apply here.
CONFIGURATION = """#clear APT::Architectures;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
APT::Architecture "armhf";
APT::Architectures {{ "armhf"; }};
APT::Sandbox::User "";
Acquire::Languages "none";
Acquire::IndexTargets::deb::DEP-11::DefaultEnabled "false";
Acquire::Retries "1";
Acquire::http::Timeout "20";
Debug::NoLocking "true";
Dir::State "{work}/state";
Dir::State::status "{work}/status";
Dir::Cache "{work}/cache";
"""


class NotFetched(MotecurveError):
    """The package is not available: no network, or package sources without it."""


def folder() -> Path:
    """The folder of the unpacked package, fetched first if it is missing; takes seconds, reported on stderr.
    NotFetched if it is not available."""
    if not READY.exists():
        with locks.held(READY.with_name(READY.name + ".lock")):
            if not READY.exists():
                _fetch()
    return READY


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


def _fetch() -> None:
    for tool, package in (("apt-get", "apt"), ("dpkg-deb", "dpkg")):
        if shutil.which(tool) is None:
            raise MissingTool(tool, package)
    print(f"motecurve: fetching OpenSSL for armhf (Debian's {PACKAGE}), once", file=sys.stderr)
    work = READY.with_name(READY.name + ".fetching")
    shutil.rmtree(work, ignore_errors=True)
    for name in ("state/lists/partial", "cache/archives/partial", "unpacked"):
        (work / name).mkdir(parents=True)
    (work / "status").touch()
    (work / "apt.conf").write_text(CONFIGURATION.format(work=work))
    try:
        _apt(work, "update")  # one of several package sources may fail if it is not needed
        said = _apt(work, "download", PACKAGE)
        packages = sorted(work.glob("*.deb"))
        if not packages:
            raise NotFetched(
                f"OpenSSL for armhf is missing: apt-get finds no {PACKAGE}:armhf in this system's package sources "
                f"({said or 'no message'})"
            )
        _unpack(packages[0], work / "unpacked")
        os.replace(work / "unpacked", READY)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _apt(work: Path, *words: str) -> str:
    """Runs apt-get in the folder; returns the first error that it reports."""
    environment = os.environ | {"LC_ALL": "C", "DEBIAN_FRONTEND": "noninteractive"}
    command = ["apt-get", "-c", str(work / "apt.conf"), "-q", *words]
    done = subprocess.run(command, cwd=work, capture_output=True, text=True, env=environment)
    return next((line for line in done.stderr.splitlines() if line.startswith("E: ")), "").removeprefix("E: ")


def _unpack(package: Path, to: Path) -> None:
    """The needed part of the package, with its version beside it; MotecurveError if the package is damaged."""
    answer = subprocess.run(["dpkg-deb", "-f", str(package), "Version"], capture_output=True, text=True)
    done = subprocess.run(["dpkg-deb", "-x", str(package), str(to)], capture_output=True, text=True)
    if answer.returncode or done.returncode or not (to / ARCHIVE).exists():
        raise MotecurveError(f"{package.name} is damaged, or holds no {ARCHIVE}: {done.stderr.strip()}")
    (to / ARCHIVE).with_name("libssl.a").unlink(missing_ok=True)
    (to / "version").write_text(answer.stdout)
