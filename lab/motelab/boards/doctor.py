"""The programs that the lab needs on this machine, found by asking each for its version."""

import dataclasses
import importlib.metadata
import platform
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from motelab import ROOT

LOCK_FILE = ROOT / "lab/requirements.lock"
PYTHON_NEEDED = (3, 11)


@dataclasses.dataclass(frozen=True)
class Finding:
    """One component; `hint` says how to install it, and the purpose of an optional one."""

    component: str
    version: str | None
    ok: bool
    hint: str
    optional: bool = False

    def as_row(self) -> dict[str, str | bool | None]:
        """The fields that the command prints."""
        return {"component": self.component, "version": self.version, "ok": self.ok, "hint": self.hint}


@dataclasses.dataclass(frozen=True)
class Component:
    """A component that Debian installs: how to learn its version, its package, and its purpose if optional."""

    name: str
    version: Callable[[], str | None]
    package: str
    purpose: str = ""

    def examine(self) -> Finding:
        version = self.version()
        install = "" if version else f"apt-get install {self.package}"
        hint = "; ".join(filter(None, (f"optional: {self.purpose}" if self.purpose else "", install)))
        return Finding(self.name, version, version is not None, hint, bool(self.purpose))


def first_number(*command: str) -> Callable[[], str | None]:
    """Asks a program for its version: the first number with a dot that it prints, or None without the program."""

    def ask() -> str | None:
        if shutil.which(command[0]) is None:
            return None
        run = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        found = re.search(r"\d+\.\d+[\w.~+-]*", run.stdout + run.stderr)
        return found.group() if run.returncode == 0 and found else None

    return ask


def package_version(package: str, evidence: str) -> Callable[[], str | None]:
    """Version of a Debian package, or None unless its file `evidence` exists."""

    def ask() -> str | None:
        if not Path(evidence).exists():
            return None
        return first_number("dpkg-query", "-W", "-f=${Version}", package)() or "unknown"

    return ask


MSP430 = "images for MSP430"
# Besides gcc, for as and ld (motelab/boards/binutils.py).
BUILD_TOOLS = {"make": "make", "bison": "bison", "flex": "flex", "m4": "m4", "xz": "xz-utils"}
ARM = "tests of the library for 64-bit Arm"
IBEX = "the boards ibex and ibex-b"
BESIDE_RPI2 = "OpenSSL beside the board rpi2"
COMPONENTS = (
    Component("gcc", first_number("gcc", "--version"), "gcc"),
    Component("cmake", first_number("cmake", "--version"), "cmake"),
    Component("ninja", first_number("ninja", "--version"), "ninja-build"),
    Component("avr-gcc", first_number("avr-gcc", "--version"), "gcc-avr"),
    Component("avr-libc", package_version("avr-libc", "/usr/lib/avr/include/avr/io.h"), "avr-libc"),
    Component("binutils-avr", first_number("avr-ld", "--version"), "binutils-avr"),
    Component("libsimavr", package_version("libsimavr-dev", "/usr/include/simavr/sim_avr.h"), "libsimavr-dev"),
    Component("libelf", package_version("libelf-dev", "/usr/include/libelf.h"), "libelf-dev"),
    Component("arm-linux-gnueabi-gcc", first_number("arm-linux-gnueabi-gcc", "--version"), "gcc-arm-linux-gnueabi"),
    Component("qemu-arm", first_number("qemu-arm", "--version"), "qemu-user"),
    Component("arm-none-eabi-gcc", first_number("arm-none-eabi-gcc", "--version"), "gcc-arm-none-eabi"),
    Component("qemu-system-arm", first_number("qemu-system-arm", "--version"), "qemu-system-arm"),
    Component("clang-14", first_number("clang-14", "--version"), "clang-14", MSP430),
    Component(
        "source of binutils",
        package_version("binutils-source", "/usr/src/binutils/binutils-2.40.tar.xz"),
        "binutils-source",
        MSP430,
    ),
    *(Component(name, first_number(name, "--version"), package, MSP430) for name, package in BUILD_TOOLS.items()),
    Component("mspdebug", first_number("mspdebug", "--version"), "mspdebug", "the tests' oracle for MSP430"),
    Component(
        "libunicorn",
        package_version("libunicorn-dev", "/usr/include/unicorn/unicorn.h"),
        "libunicorn-dev",
        "emulated boards with a Cortex-M and a serial port",
    ),
    Component("gp", first_number("gp", "--version-short"), "pari-gp", "the tests' oracle for fields and curves"),
    Component("openssl", first_number("openssl", "version"), "openssl", "the tests' oracle for keys and ECDH"),
    Component(
        "aarch64-linux-gnu-gcc", first_number("aarch64-linux-gnu-gcc", "--version"), "gcc-aarch64-linux-gnu", ARM
    ),
    Component(
        "libc for aarch64",
        package_version("libc6-dev-arm64-cross", "/usr/aarch64-linux-gnu/include/stdio.h"),
        "libc6-dev-arm64-cross",
        ARM,
    ),
    Component("qemu-aarch64", first_number("qemu-aarch64", "--version"), "qemu-user", ARM),
    Component(
        "arm-linux-gnueabihf-gcc",
        first_number("arm-linux-gnueabihf-gcc", "--version"),
        "gcc-arm-linux-gnueabihf",
        BESIDE_RPI2,
    ),
    Component(
        "libc for armhf",
        package_version("libc6-dev-armhf-cross", "/usr/arm-linux-gnueabihf/include/stdio.h"),
        "libc6-dev-armhf-cross",
        BESIDE_RPI2,
    ),
    Component(
        "riscv64-unknown-elf-gcc",
        first_number("riscv64-unknown-elf-gcc", "--version"),
        "gcc-riscv64-unknown-elf",
        f"{IBEX}, the example of docs/adding-a-board.md",
    ),
    Component("g++", first_number("g++", "--version"), "g++", IBEX),
    Component("verilator", first_number("verilator", "--version"), "verilator", IBEX),
    Component("valgrind", first_number("valgrind", "--version"), "valgrind", "tests of secrets and memory on the host"),
)


def examine_python() -> Finding:
    """The Python that runs the lab."""
    ok = tuple(map(int, platform.python_version_tuple()[:2])) >= PYTHON_NEEDED
    needed = ".".join(map(str, PYTHON_NEEDED))
    return Finding("python", platform.python_version(), ok, "" if ok else f"Python {needed} or newer is needed")


def examine_packages(lock_file: Path = LOCK_FILE) -> Finding:
    """The Python packages against the lock file."""
    locked = dict(re.findall(r"^([\w.-]+)==(\S+)", lock_file.read_text(), re.M))
    wrong = [name for name, version in locked.items() if installed_version(name) != version]
    hint = f"not as locked: {', '.join(wrong)}; run: tools/setup.sh run" if wrong else ""
    return Finding("python packages", f"{len(locked) - len(wrong)} of {len(locked)} as locked", not wrong, hint)


def installed_version(name: str) -> str | None:
    """Version of an installed Python package, or None."""
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def examine() -> list[Finding]:
    """Every component; needed ones first."""
    return [examine_python(), examine_packages(), *(component.examine() for component in COMPONENTS)]
