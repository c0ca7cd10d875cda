"""The program that makes traces, simulators/traces on the simulators of AVR and MSP430: how it is built and run."""

import functools
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from motelab import BUILD, ROOT
from motelab.boards import board as boards
from motelab.boards import mote_simulator, msp430, simavr
from motelab.boards.execution import failure
from motelab.common.errors import MotecurveError

SOURCES = (ROOT / "simulators/traces", *simavr.SOURCES, *msp430.SOURCES[:1])
NOT_OURS = ("mc_simavr.c", "mc_msp430.c")  # programs that run one image
PROGRAM = BUILD / "tools" / "mc-traces"
CORES = {"simavr": "avr", "msp430": "msp430"}  # board's simulator -> the program's name for it
FULL_RUN, NOT_KEPT = 0x40, 0x80  # flags of a job, beside its class
MODELS = ("weight", "distance")


class Job(NamedTuple):
    """One run of an image: its class (0 or 1) and flags, its input, and bytes for the variable that the simulator
    sets when the routine begins."""

    flags: int
    data: bytes
    poke: bytes = b""

    def encoded(self) -> bytes:
        return bytes([self.flags, len(self.poke)]) + self.poke + len(self.data).to_bytes(4, "little") + self.data


def version() -> str:
    """Name and version of the program, and of the AVR's simulator within."""
    return f"mc-traces 1.0 ({simavr.version()}, {msp430.version()})"


@functools.cache
def fingerprint() -> str:
    """Hash over everything that determines a trace besides the image and its input."""
    return mote_simulator.fingerprint(version(), SOURCES, simavr.LIBRARIES)


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
        more_includes=(ROOT / "simulators",),
    )


def core(board: boards.Board) -> str:
    """The program's name for a board's processor; MotecurveError for a board without traces."""
    if board.simulator in CORES:
        return CORES[board.simulator]
    known = ", ".join(b.name for b in map(boards.load, boards.names()) if b.simulator in CORES)
    qemu = "QEMU's plugins are not told the values of registers before version 9"
    why = {"ibex": "its netlist is not traced yet"}.get(
        board.simulator or "", qemu if "qemu" in (board.simulator or "") else "its simulator shows no registers"
    )
    raise MotecurveError(f"no traces on {board.name}: {why}; boards with traces: {known}")


def run(elf: Path, machine: list[str], options: list[str], jobs: Iterable[Job]) -> None:
    """Runs the jobs; `machine` and `options` are words of the command line. ImageFailed with the cause if one fails."""
    command = [program(), *machine, *options, elf]
    done = subprocess.run(command, input=b"".join(job.encoded() for job in jobs), capture_output=True)
    if done.returncode:
        lines = done.stderr.decode(errors="replace").strip().splitlines()
        raise failure(elf, lines[-1] if lines else f"the program of traces ended with {done.returncode}")
