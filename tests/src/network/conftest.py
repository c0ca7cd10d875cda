"""src/network as a shared library over that of the curves."""

import ctypes
import subprocess
from pathlib import Path

import pytest

from motelab import INCLUDE_FLAGS, ROOT
from motelab.library import host

SYMMETRIC = (
    *(
        f"network/{name}"
        for name in (
            "node",
            "exchange",
            "gather",
            "session",
            "traffic",
            "transmit",
            "neighbours",
            "boot",
            "budget",
            "clock",
            "frame",
            "cbor",
        )
    ),
    *(f"network/schemes/{name}" for name in ("shared_secret", "global", "leap")),
    *("hash/*", "cipher/*", "word/*", "native/burn"),
)


@pytest.fixture(scope="session")
def engine(tmp_path_factory) -> ctypes.CDLL:
    """The engine, its symmetric schemes and CBOR: no curve."""
    path = tmp_path_factory.mktemp("engine") / "engine.so"
    sources = [file for name in SYMMETRIC for file in sorted((ROOT / "src").glob(f"{name}.c"))]
    sources.append(ROOT / "lab/motelab/network/air/harness.c")
    flags = ("-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-DMC_WORD_BITS=64")
    subprocess.run(["cc", *flags, *INCLUDE_FLAGS, *sources, "-o", path], check=True)
    return ctypes.CDLL(str(path))


def others(sources: list[Path]) -> list[Path]:
    """Those that need no pairings: pairings/ has a library for the rest."""
    return [path for path in sources if path.name not in ("pairing.c", "sok.c", "ibe.c")]


@pytest.fixture(scope="session")
def library(tmp_path_factory) -> ctypes.CDLL:
    for field in ("fp255", "fp256r1"):
        host.require(field)
    # The archive: of two shared libraries of one name a process has the first that it loaded.
    curves, path = host.build() / "libmotecurve.a", tmp_path_factory.mktemp("network") / "network.so"
    flags = ["-std=gnu11", "-O2", "-Wall", "-Wextra", "-Wshadow", "-Werror", "-shared", "-fPIC", "-DMC_WORD_BITS=64"]
    sources = [path for path in sorted((ROOT / "src/network").rglob("*.c")) if path.parent.name != "firmware"]
    sources.append(ROOT / "lab/motelab/network/air/harness.c")
    subprocess.run(["cc", *flags, *INCLUDE_FLAGS, *others(sources), curves, "-o", path], check=True)
    return ctypes.CDLL(str(path))
