"""The host library with groups of MC_PAIRINGS, GLS254 or FourQ, its internal symbols shown, for tests and
measurements."""

import fcntl
import functools
import shutil
from pathlib import Path

from motelab import BUILD, ROOT
from motelab.library import host

GLS254 = "GLS254"
FOURQ = "FourQ"


@functools.cache
def build(pairing: str, word_bits: int, level: str = "", network: bool = False, field: str = "fp7") -> Path:
    """The shared library with one group, or several with + between them, and the curves of a field, tiny ones unless it
    is named; a few seconds.
    `level` fixes the instructions of x86-64 (src/native/x86_64/level.h); without one the library asks the processor.
    `network` adds src/network, and builds the static library beside it. Raises what host.run_quietly raises."""
    of_field = f"-{field}" if field != "fp7" else ""
    variant = f"{'-network' if network else ''}{of_field}-w{word_bits}{f'-{level}' if level else ''}"
    folder = BUILD / f"pairing-{pairing}{variant}"
    names = pairing.split("+")
    options = {
        "MC_PAIRINGS": ";".join(name for name in names if name not in (GLS254, FOURQ)),
        "MC_GLS254": "ON" if GLS254 in names else "OFF",
        "MC_FOURQ": "ON" if FOURQ in names else "OFF",
        "MC_WORD_BITS": str(word_bits),
        "MC_FIELDS": field,
        "MC_NETWORK": "ON" if network else "OFF",
        **({"MC_X86_64_LEVEL": level} if level else {}),
        **dict.fromkeys(("MC_TESTS", "MC_CATALOGUE", "MC_TINY_FIELDS", "MC_WARNINGS_AS_ERRORS"), "ON"),
    }
    if word_bits != 64:  # for results, not for speed
        options["CMAKE_C_FLAGS_RELEASE"] = "-O1"
    if shutil.which("ccache"):
        options["CMAKE_C_COMPILER_LAUNCHER"] = "ccache"
    configure = ["cmake", "-S", str(ROOT), "-B", str(folder), *(f"-D{key}={value}" for key, value in options.items())]
    if shutil.which("ninja") and not (folder / "Makefile").exists():
        configure += ["-G", "Ninja"]
    BUILD.mkdir(parents=True, exist_ok=True)
    with (BUILD / f"{folder.name}.lock").open("w") as lock:  # processes build side by side
        fcntl.flock(lock, fcntl.LOCK_EX)
        host.run_quietly(configure)
        targets = ["motecurve_shared", *(["motecurve_static"] if network else [])]
        host.run_quietly(["cmake", "--build", str(folder), "--parallel", "2", "--target", *targets])
    return folder / "libmotecurve.so"
