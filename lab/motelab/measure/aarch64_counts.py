"""Instructions of 64-bit Arm for an operation, of this library beside Debian's OpenSSL: both as programs on QEMU, with
the same runner, the same cases, and each result compared with the known answer."""

import dataclasses
import functools
import json
import shutil
import statistics
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from motelab import BUILD, ROOT
from motelab.boards import host_program, qemu
from motelab.common.errors import ImageFailed, MissingTool, MotecurveError
from motelab.common.files import digest
from motelab.library import host, native_build
from motelab.measure import arm_package, bench, native, versus_counted
from motelab.measure.bench import Request
from motelab.subjects import curves

BOARD = "aarch64"  # in place of a board, in goals
OPERATION = "ecdh"
TOOLCHAIN, EMULATOR, PROCESSOR = "aarch64-linux-gnu", "qemu-aarch64", "cortex-a57"  # with PMULL
COMPILER, COMPILER_PACKAGES = f"{TOOLCHAIN}-gcc", "gcc-aarch64-linux-gnu libc6-dev-arm64-cross"
PLUGIN = ROOT / "simulators" / "aarch64"
PLUGIN_FLAGS = (*qemu.COMPILER_FLAGS, *(f"-I{path}" for path in qemu.SOURCES))  # for plugin.h
READY = BUILD / "tools" / "openssl-arm64"
ARCHIVE = f"usr/lib/{TOOLCHAIN}/libcrypto.a"
HEADERS = ("usr/include", f"usr/include/{TOOLCHAIN}")
COMMON = ("counted/mc_counted.c", "request.c", "kind.c", "numbers.c", "raw.c", "octets.c", "failure.c")
OURS, OPENSSL = ("counted/ours.c",), ("counted/openssl.c", "versus/openssl*.c")
RUNNER = "runner"  # the program's name while it runs
Record = dict[str, Any]


@dataclasses.dataclass(frozen=True)
class CountRequest:
    """A count of an operation on a curve, beside OpenSSL's."""

    curve: str
    operation: str = OPERATION

    @property
    def command(self) -> str:
        """The command that repeats it."""
        return "./motecurve tables --source goals --table host --fresh"


def measure(request: CountRequest) -> Record:
    """The counts of both, and `reach`, ours by theirs. ImageFailed for a wrong result; MissingTool, or NotFetched
    without OpenSSL."""
    field = curves.find(request.curve).field
    ours = counted(request, our_program(field), host.build_folder(**library_options(field)).name)
    theirs = counted(request, openssl_program(), "openssl")
    return {
        "curve": request.curve,
        "operation": request.operation,
        "board": BOARD,
        "device": f"{qemu.version(EMULATOR)} -cpu {PROCESSOR}",
        "instructions": ours["instructions"],
        "level": ours["version"],
        "versus": f"{theirs['version']}, Debian {(folder() / 'version').read_text().strip()}",
        "versus_instructions": theirs["instructions"],
        "reach": round(ours["instructions"] / theirs["instructions"], 3),
        "constant_time": True,
        "verified": True,
    }


def counted(request: CountRequest, program: Path, name: str) -> Record:
    """The lower median of a program's instructions, and its version with the processor's features that it uses.
    ImageFailed if it cannot compute the operation or a result is wrong."""
    chosen = bench.select(Request(board="host", operation=request.operation, curve=request.curve))
    cases = bench.cases_of(chosen)[1]
    lines = [f"curve {native.written(native.parameters(chosen.curve))}"]
    lines += [f"time {native.written(versus_counted.inputs(chosen, case))}" for case in cases]
    options = ("--library", name, *native.subject_options(chosen))
    answer = run(program, ("\n".join(lines) + "\n").encode(), [str(option) for option in options])
    results = [{key: int(value, 16) for key, value in one.items()} for one in answer["results"]]
    reason = answer["reason"] or versus_counted.disagreement(chosen, cases, results)
    if reason:
        raise ImageFailed(f"{request.operation} on {request.curve} on {BOARD}, {name}: {reason}")
    return {"instructions": statistics.median_low(answer["instructions"]), "version": answer["version"]}


def run(program: Path, data: bytes, options: list[str]) -> Record:
    """The runner's answer, and the instructions of each case."""
    with tempfile.TemporaryDirectory(prefix="motecurve-") as place:
        out = Path(place) / "counts"
        entry = qemu.address_of(program, versus_counted.SYMBOL)
        qemu.version(EMULATOR)  # MissingTool without it
        # Paths and the environment lie on the program's stack, whose alignment changes what clears and copies cost.
        (Path(place) / RUNNER).symlink_to(program)
        plugin_words = f"{plugin()},out={out},measure={entry}"
        command = [shutil.which(EMULATOR), "-cpu", PROCESSOR, "-plugin", plugin_words, RUNNER, *options]
        done = subprocess.run(command, input=data, capture_output=True, cwd=place, env={})
        if done.returncode:
            lines = done.stderr.decode(errors="replace").strip().splitlines()
            raise ImageFailed(f"{program.name}: {(lines or [f'it ended with code {done.returncode}'])[-1]}")
        counts = json.loads(out.read_text())
    return json.loads(done.stdout) | {"instructions": counts["instructions"]}


@functools.cache
def plugin() -> Path:
    """The plugin of the emulator, compiled if there is none of these sources."""
    key = host_program.fingerprint([qemu.version(EMULATOR), PLUGIN_FLAGS], (PLUGIN, *qemu.SOURCES))
    program = BUILD / "tools" / f"mc-aarch64-{key}.so"
    if not program.exists():
        messages = host_program.compiled(program, [*PLUGIN_FLAGS, *host_program.c_files([PLUGIN])])
        if messages is not None:
            raise MotecurveError(f"the plugin for {EMULATOR} did not compile: {host_program.first_error(messages)}")
    return program


def library_options(field: str) -> Record:
    """Of the library for 64-bit Arm with the curves over one field."""
    return {"tests": False, "fields": field, "toolchain": TOOLCHAIN, "for_speed": True}


def our_program(field: str) -> Path:
    """The runner with this library."""
    if shutil.which(COMPILER) is None:
        raise MissingTool(COMPILER, COMPILER_PACKAGES)
    archive = host.build(**library_options(field), is_checked=False) / "libmotecurve.a"
    return linked(f"mc-counted-ours-{field}", OURS, (), archive)


def openssl_program() -> Path:
    """The runner with Debian's OpenSSL."""
    return linked(
        "mc-counted-openssl-arm64", OPENSSL, tuple(f"-I{folder() / name}" for name in HEADERS), folder() / ARCHIVE
    )


def folder() -> Path:
    """The unpacked package of OpenSSL, fetched first if it is missing; takes seconds, reported on stderr."""
    return arm_package.fetched("OpenSSL", "libssl-dev", READY, ARCHIVE, arm_package.ARM64)


def linked(name: str, own: tuple[str, ...], includes: tuple[str, ...], archive: Path) -> Path:
    """A static program at fixed addresses, compiled if it does not exist."""
    sources = [path for pattern in (*COMMON, *own) for path in sorted(native_build.SOURCES.glob(pattern))]
    flags = ("-static", "-no-pie", *includes, str(archive))
    version = digest(archive.read_bytes())
    try:
        return native_build.compiled(name, sources, flags, COMPILER, COMPILER_PACKAGES, version)
    except MotecurveError as error:
        if "No such file" in str(error) or "cannot find" in str(error):
            raise MissingTool("the C library for arm64", COMPILER_PACKAGES) from error
        raise
