"""Emulated Ibex cores: the RTL of mc-ibex, with a serial port on a pseudo-terminal (simulators/ibex_serial)."""

import functools
from pathlib import Path

from motelab import BUILD, ROOT
from motelab.boards import ibex, mote_simulator
from motelab.boards.board import Board
from motelab.device.emulated_avr import OF_MEASURING

SOURCES = (ROOT / "simulators/ibex_serial", ROOT / "simulators/serial", *ibex.SOURCES)
LIBRARIES = ("-lelf", "-lstdc++", "-lm", "-lpthread", "-latomic")
LEFT_OUT = (*OF_MEASURING, "calls.c", "instruction.c", "machine.c", "mc_ibex.c")


@functools.cache
def program(mcu: str) -> Path:
    """The emulator of a configuration, built first if need be; raises as ibex.simulator and mote_simulator.built do."""
    version = ibex.version().replace("mc-ibex", "mc-ibex-serial")
    key = mote_simulator.fingerprint(version, SOURCES, (ibex.fingerprint(), *LIBRARIES))
    libraries = (str(ibex.core(mcu)), *LIBRARIES)
    made = BUILD / f"tools/mc-ibex-serial-{mcu}"
    return mote_simulator.built(made, version, key, SOURCES, libraries, "libelf-dev", left_out=LEFT_OUT)


def command(board: Board, image: Path) -> list[str]:
    """The words that emulate a board with an image."""
    return [str(program(board.mcu)), str(image)]
