"""Emulated AVR boards: simavr, with its serial port on a pseudo-terminal (simulators/avr_serial)."""

import functools
from pathlib import Path

from motelab import BUILD, ROOT
from motelab.boards import mote_simulator, simavr
from motelab.boards.board import Board

SOURCES = (ROOT / "simulators/avr_serial", ROOT / "simulators/serial", mote_simulator.SHARED_SOURCES)
PROGRAM = BUILD / "tools/mc-avr-serial"
OF_MEASURING = ("meter.c", "options.c", "profile.c", "report.c", "session.c")  # of the sources; no part of this one


@functools.cache
def program() -> Path:
    """The emulator, compiled first if need be; raises as mote_simulator.built does."""
    key = mote_simulator.fingerprint(simavr.version(), SOURCES, simavr.LIBRARIES)
    return mote_simulator.built(
        PROGRAM, simavr.version(), key, SOURCES, simavr.LIBRARIES, simavr.PACKAGES, left_out=OF_MEASURING
    )


def command(board: Board, image: Path) -> list[str]:
    """The words that emulate a board with an image."""
    return [str(program()), board.mcu, str(board.clock_hz), str(image)]
