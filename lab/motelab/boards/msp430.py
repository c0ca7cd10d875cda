"""The MSP430 simulator, `simulators/msp430`: processors of the families 1 and 5, with their multipliers."""

import array
import functools
from collections.abc import Iterator, Sequence
from pathlib import Path

from motelab import BUILD, ROOT
from motelab.boards import mote_simulator
from motelab.boards.execution import Execution, Trace

SOURCES = (ROOT / "simulators" / "msp430", mote_simulator.SHARED_SOURCES)
PROGRAM = BUILD / "tools" / "mc-msp430"
LIBRARIES = ("-lelf",)


def version() -> str:
    """Name and version of the simulator, which is the version of its cycle tables."""
    return "mc-msp430 1.0"


@functools.cache
def fingerprint() -> str:
    """Hash over everything that determines a result of the simulator besides the image."""
    return mote_simulator.fingerprint(version(), SOURCES, LIBRARIES)


@functools.cache
def simulator() -> Path:
    """The simulator program, compiled first if it is missing or older than its sources; raises as
    mote_simulator.built does."""
    return mote_simulator.built(PROGRAM, version(), fingerprint(), SOURCES, LIBRARIES, "libelf-dev")


def execute(elf: Path, *, mcu: str = "msp430f1611", frequency_hz: int = 8_000_000, **options) -> Execution:
    """Runs an image to its end, as mote_simulator.execute does, which documents the options."""
    return mote_simulator.execute(simulator(), elf, mcu=mcu, frequency_hz=frequency_hz, **options)


def full_trace(elf: Path, *, mcu: str = "msp430f1611", frequency_hz: int = 8_000_000, **options) -> Trace:
    """Every instruction of one run, as mote_simulator.full_trace."""
    return mote_simulator.full_trace(simulator(), elf, mcu=mcu, frequency_hz=frequency_hz, **options)


def inject(
    elf: Path, faults: Sequence[str], *, mcu: str = "msp430f1611", frequency_hz: int = 8_000_000, **options
) -> Iterator[dict]:
    """What becomes of faults, as mote_simulator.inject."""
    return mote_simulator.inject(simulator(), elf, faults, mcu=mcu, frequency_hz=frequency_hz, **options)


def visits(
    elf: Path, parts: Sequence[tuple[int, int]], *, mcu: str = "msp430f1611", frequency_hz: int = 8_000_000, **options
) -> tuple[range, ...]:
    """When a run is in some parts of the code, as mote_simulator.visits."""
    return mote_simulator.visits(simulator(), elf, parts, mcu=mcu, frequency_hz=frequency_hz, **options)


def trace(elf: Path, **options) -> array.array:
    """The program counters of one run: `full_trace` without the addresses."""
    return full_trace(elf, **options).counters
