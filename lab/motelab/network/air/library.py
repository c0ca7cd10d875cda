"""The engine of src/network with all seven schemes as a library of this computer, on secp256r1 and tate-256."""

import ctypes
import functools
import os
import subprocess
from pathlib import Path

from motelab import INCLUDE_FLAGS
from motelab.common.files import digest
from motelab.library.pairing_build import build

HARNESS = Path(__file__).parent / "harness.c"  # what a program may know of a node that its interface does not say
CURVE, GROUP, FIELD = "secp256r1", "tate-256", "fp256r1"
FLAGS = ("-std=gnu11", "-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-DMC_WORD_BITS=64")


def with_harness(archive: Path) -> Path:
    """A shared library of an archive and HARNESS, all in one object: one that needed libmotecurve.so would be given any
    of that name which the process has open."""
    path = archive.parent / f"network-{digest(archive.read_bytes(), HARNESS.read_bytes())[:16]}.so"
    if not path.exists():
        making = path.with_suffix(f".{os.getpid()}")
        whole = ["-Wl,--whole-archive", archive, "-Wl,--no-whole-archive"]
        subprocess.run(["cc", *FLAGS, *INCLUDE_FLAGS, HARNESS, *whole, "-o", making], check=True)
        making.replace(path)
    return path


@functools.cache
def opened() -> ctypes.CDLL:
    """Built first if need be, for some ten seconds."""
    return ctypes.CDLL(str(with_harness(build(GROUP, 64, network=True, field=FIELD).with_suffix(".a"))))
