"""The AVR simulator: `simulators/avr` on libsimavr."""

import array
import functools
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from motelab import BUILD, ROOT
from motelab.boards import mote_simulator
from motelab.boards.execution import Execution, Trace

SOURCES = (ROOT / "simulators" / "avr", mote_simulator.SHARED_SOURCES)
PROGRAM = BUILD / "tools" / "mc-simavr"
LIBRARIES = ("-lsimavr", "-lelf")
PACKAGES = "libsimavr-dev libelf-dev"


@functools.cache
def version() -> str:
    """Name and version of the simulator, such as "simavr 1.6", as its makers number it."""
    queries = (["pkg-config", "--modversion", "simavr"], ["dpkg-query", "-W", "-f=${Version}", "libsimavr-dev"])
    for query in queries:
        if shutil.which(query[0]):
            answer = subprocess.run(query, capture_output=True, text=True)
            found = re.match(r"\d+(\.\d+)*", answer.stdout)
            if answer.returncode == 0 and found:
                return f"simavr {found.group()}"
    return "simavr of unknown version"


@functools.cache
def fingerprint() -> str:
    """Hash over everything that determines a result of the simulator besides the image."""
    return mote_simulator.fingerprint(version(), SOURCES, LIBRARIES)


@functools.cache
def simulator() -> Path:
    """The simulator program, compiled first if it is missing or older than its sources; raises as
    mote_simulator.built does."""
    return mote_simulator.built(PROGRAM, version(), fingerprint(), SOURCES, LIBRARIES, PACKAGES)


def execute(elf: Path, *, mcu: str = "atmega128", frequency_hz: int = 7_372_800, **options) -> Execution:
    """Runs an image to its end, as mote_simulator.execute does, which documents the options."""
    return mote_simulator.execute(simulator(), elf, mcu=mcu, frequency_hz=frequency_hz, **options)


def full_trace(elf: Path, *, mcu: str = "atmega128", frequency_hz: int = 7_372_800, **options) -> Trace:
    """Every instruction of one run, as mote_simulator.full_trace; an address in flash has bit 24 set."""
    return mote_simulator.full_trace(simulator(), elf, mcu=mcu, frequency_hz=frequency_hz, **options)


def inject(
    elf: Path, faults: Sequence[str], *, mcu: str = "atmega128", frequency_hz: int = 7_372_800, **options
) -> Iterator[dict]:
    """What becomes of faults, as mote_simulator.inject."""
    return mote_simulator.inject(simulator(), elf, faults, mcu=mcu, frequency_hz=frequency_hz, **options)


def visits(
    elf: Path, parts: Sequence[tuple[int, int]], *, mcu: str = "atmega128", frequency_hz: int = 7_372_800, **options
) -> tuple[range, ...]:
    """When a run is in some parts of the code, as mote_simulator.visits."""
    return mote_simulator.visits(simulator(), elf, parts, mcu=mcu, frequency_hz=frequency_hz, **options)


def trace(elf: Path, **options) -> array.array:
    """The program counters of one run: `full_trace` without the addresses."""
    return full_trace(elf, **options).counters
