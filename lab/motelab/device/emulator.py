"""Emulated boards with a serial port on a pseudo-terminal, to try the bench for real boards without one."""

import contextlib
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

from motelab.boards.board import Board
from motelab.common.errors import MotecurveError
from motelab.device import emulated_avr, emulated_cortex_m, emulated_ibex, emulated_msp430

# Platform -> the command that emulates a board of it with an image: prints the terminal's name, then runs until its
# standard input ends; a byte R there resets the board (simulators/serial).
COMMANDS: dict[str, Callable[[Board, Path], list[str]]] = {
    "avr": emulated_avr.command,
    "cortex_m": emulated_cortex_m.command,
    "msp430": emulated_msp430.command,
    "riscv": emulated_ibex.command,
}

# So many times as long as a board its emulator may take, on a busy computer; on other platforms SLOWER_AT_MOST.
SLOWER = {"riscv": 200}  # the core's RTL
SLOWER_AT_MOST = 8


def slower(board: Board) -> int:
    """How many times as long as the board itself its emulator may take."""
    return SLOWER.get(board.platform, SLOWER_AT_MOST)


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
    """The board with an image, until the block ends; MotecurveError if its platform has no emulator."""
    if board.platform not in COMMANDS:
        raise MotecurveError(f"{board.name} has no emulator with a serial port; name the port of a board")
    command = COMMANDS[board.platform](board, image)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Emulated(process)
        finally:
            process.kill()
