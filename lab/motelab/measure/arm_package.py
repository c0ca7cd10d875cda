"""Debian's packages for ARM under Linux (armhf, arm64). A system of another architecture has no such package to
install. So apt, with lists and folders of its own, fetches one from the system's own package sources."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from motelab.common import locks
from motelab.common.errors import MissingTool, MotecurveError

ARMHF, ARM64 = "armhf", "arm64"
# The system's settings for other architectures, and for actions after an update, do not apply here.
CONFIGURATION = """#clear APT::Architectures;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
APT::Architecture "{architecture}";
APT::Architectures {{ "{architecture}"; }};
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


def fetched(library: str, package: str, ready: Path, archive: str, architecture: str = ARMHF) -> Path:
    """The folder `ready` with the unpacked package of a library, fetched first if it is missing; takes seconds,
    reported on stderr. `version` in it is Debian's version. NotFetched if it is not available, MotecurveError if it is
    damaged or holds no `archive`."""
    if not ready.exists():
        with locks.held(ready.with_name(ready.name + ".lock")):
            if not ready.exists():
                _fetch(library, package, ready, archive, architecture)
    return ready


def _fetch(library: str, package: str, ready: Path, archive: str, architecture: str) -> None:
    for tool, owner in (("apt-get", "apt"), ("dpkg-deb", "dpkg")):
        if shutil.which(tool) is None:
            raise MissingTool(tool, owner)
    print(f"motecurve: fetching {library} for {architecture} (Debian's {package}), once", file=sys.stderr)
    work = ready.with_name(ready.name + ".fetching")
    shutil.rmtree(work, ignore_errors=True)
    for name in ("state/lists/partial", "cache/archives/partial", "unpacked"):
        (work / name).mkdir(parents=True)
    (work / "status").touch()
    (work / "apt.conf").write_text(CONFIGURATION.format(work=work, architecture=architecture))
    try:
        _apt(work, "update")  # one of several package sources may fail if it is not needed
        said = _apt(work, "download", package)
        packages = sorted(work.glob("*.deb"))
        if not packages:
            raise NotFetched(
                f"{library} for {architecture} is missing: apt-get finds no {package}:{architecture} in this system's "
                f"package sources ({said or 'no message'})"
            )
        _unpack(packages[0], work / "unpacked", archive)
        os.replace(work / "unpacked", ready)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _apt(work: Path, *words: str) -> str:
    """Runs apt-get in the folder; returns the first error that it reports."""
    environment = os.environ | {"LC_ALL": "C", "DEBIAN_FRONTEND": "noninteractive"}
    command = ["apt-get", "-c", str(work / "apt.conf"), "-q", *words]
    done = subprocess.run(command, cwd=work, capture_output=True, text=True, env=environment)
    return next((line for line in done.stderr.splitlines() if line.startswith("E: ")), "").removeprefix("E: ")


def _unpack(package: Path, to: Path, archive: str) -> None:
    """The package, with its version beside it; MotecurveError if the package is damaged."""
    answer = subprocess.run(["dpkg-deb", "-f", str(package), "Version"], capture_output=True, text=True)
    done = subprocess.run(["dpkg-deb", "-x", str(package), str(to)], capture_output=True, text=True)
    if answer.returncode or done.returncode or not (to / archive).exists():
        raise MotecurveError(f"{package.name} is damaged, or holds no {archive}: {done.stderr.strip()}")
    (to / "version").write_text(answer.stdout)
