"""Emulated boards with a Cortex-M: Unicorn, with the simulator's cycle model and the chip's serial port on a
pseudo-terminal (simulators/cortex_m_serial)."""

import functools
from pathlib import Path

from motelab import BUILD, ROOT
from motelab.boards import mote_simulator, qemu, qemu_system, unicorn
from motelab.boards.board import Board
from motelab.common.errors import MotecurveError
from motelab.device import drivers

SOURCES = (ROOT / "simulators/cortex_m_serial", ROOT / "simulators/serial", mote_simulator.SHARED_SOURCES)
PROGRAM = BUILD / "tools/mc-cortex-m-serial"
LIBRARIES = ("-lunicorn",)
# Of the sources; no part of this one.
OF_MEASURING = ("image.c", "meter.c", "options.c", "profile.c", "report.c", "session.c")


@functools.cache
def program() -> Path:
    """The emulator, compiled first if need be; raises as mote_simulator.built does."""
    key = mote_simulator.fingerprint(unicorn.version(), (*SOURCES, *qemu.SOURCES), LIBRARIES)
    return mote_simulator.built(
        PROGRAM, unicorn.version(), key, SOURCES, LIBRARIES, unicorn.PACKAGE, left_out=OF_MEASURING
    )


def command(board: Board, image: Path) -> list[str]:
    """The words that emulate a board with an image; MotecurveError if its memories wait, which is not emulated."""
    if board.flash_wait_states or board.ram_wait_states or (board.multiplier_cycles or 1) > 1:
        raise MotecurveError(f"{board.name} has wait states or a slow multiplier, which its emulator does not know")
    core = qemu_system.MACHINES[board.mcu][1]
    return [str(program()), drivers.driver(board).drivers[-1], core, str(board.clock_hz), str(image)]
