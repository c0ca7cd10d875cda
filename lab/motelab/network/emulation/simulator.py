"""The program that runs networks of motes, simulators/network on the simulators of the motes' processors."""

import functools
import json
import subprocess
from pathlib import Path
from typing import Any

from motelab import BUILD, ROOT
from motelab.boards import mote_simulator, msp430, simavr
from motelab.common.errors import ImageFailed

FIRMWARE = ROOT / "boards/network"  # with the header of the mailbox, which both sides use
SOURCES = (ROOT / "simulators/network", *simavr.SOURCES, *msp430.SOURCES[:1])
NOT_OURS = ("mc_simavr.c", "mc_msp430.c", "port.c")  # of the programs that run one image
PROGRAM = BUILD / "tools" / "mc-network"
INCLUDES = (ROOT / "simulators", FIRMWARE)


def version() -> str:
    """Name and version of the program, and of the AVR's simulator within."""
    return f"mc-network 1.0 ({simavr.version()}, {msp430.version()})"


@functools.cache
def fingerprint() -> str:
    """Hash over everything that determines a result besides the scenario and its images."""
    header = (FIRMWARE / "mailbox_channels.h").read_text()
    return mote_simulator.fingerprint(version() + header, SOURCES, simavr.LIBRARIES)


@functools.cache
def program() -> Path:
    """The program, compiled first if it is missing or older than its sources; raises as mote_simulator.built does."""
    return mote_simulator.built(
        PROGRAM,
        version(),
        fingerprint(),
        SOURCES,
        simavr.LIBRARIES,
        simavr.PACKAGES,
        left_out=NOT_OURS,
        more_includes=INCLUDES,
    )


def run(scenario: str) -> dict[str, Any]:
    """The results of a scenario (simulators/network/scenario.h). ImageFailed with the cause and the mote if a firmware
    crashes, overruns its stack or gives up."""
    done = subprocess.run([program()], input=scenario, capture_output=True, text=True, errors="replace")
    if done.returncode:
        lines = [line.removeprefix("mc-network: ") for line in done.stderr.strip().splitlines()]
        raise ImageFailed(", ".join(lines) or f"the simulation ended with {done.returncode}")
    return json.loads(done.stdout)
