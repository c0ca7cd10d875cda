"""Emulated MSP430 boards: our own simulator with models of the chips' timers, DMA, clocks and serial ports
(simulators/msp430_serial)."""

import functools
from pathlib import Path

from motelab import BUILD, ROOT
from motelab.boards import mote_simulator, msp430
from motelab.boards.board import Board
from motelab.device.emulated_avr import OF_MEASURING

SOURCES = (ROOT / "simulators/msp430_serial", ROOT / "simulators/serial", *msp430.SOURCES)
PROGRAM = BUILD / "tools/mc-msp430-serial"
LIBRARIES = (*msp430.LIBRARIES, "-lm")
LEFT_OUT = (*OF_MEASURING, "mc_msp430.c", "port.c")


@functools.cache
def program() -> Path:
    """The emulator, compiled first if need be; raises as mote_simulator.built does."""
    version = msp430.version().replace("mc-msp430", "mc-msp430-serial")
    key = mote_simulator.fingerprint(version, SOURCES, LIBRARIES)
    return mote_simulator.built(PROGRAM, version, key, SOURCES, LIBRARIES, "libelf-dev", left_out=LEFT_OUT)


def command(board: Board, image: Path) -> list[str]:
    """The words that emulate a board with an image."""
    return [str(program()), board.mcu, str(image)]
