"""Emulated boards with a serial port, to try the bench for real boards without one (simulators/avr_serial)."""

import contextlib
import functools
import subprocess
from collections.abc import Iterator
from pathlib import Path

from motelab import BUILD, ROOT
from motelab.boards import mote_simulator, simavr
from motelab.boards.board import Board

SOURCES = (ROOT / "simulators/avr_serial", mote_simulator.SHARED_SOURCES)
PROGRAM = BUILD / "tools/mc-avr-serial"
OF_MEASURING = ("meter.c", "options.c", "profile.c", "report.c", "session.c")  # of the sources; no part of this one


@functools.cache
def program() -> Path:
    """The emulator, compiled first if need be; raises as mote_simulator.built does."""
    key = mote_simulator.fingerprint(simavr.version(), SOURCES, simavr.LIBRARIES)
    return mote_simulator.built(
        PROGRAM, simavr.version(), key, SOURCES, simavr.LIBRARIES, simavr.PACKAGES, left_out=OF_MEASURING
    )


class Emulated:
    """A running chip: `port` is its serial port."""

    def __init__(self, process: subprocess.Popen):
        self.process = process
        self.port = process.stdout.readline().strip()

    def reset(self) -> None:
        self.process.stdin.write("R")
        self.process.stdin.flush()


@contextlib.contextmanager
def running(board: Board, image: Path) -> Iterator[Emulated]:
    """The board with an image, until the block ends."""
    command = [str(program()), board.mcu, str(board.clock_hz), str(image)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Emulated(process)
        finally:
            process.kill()
