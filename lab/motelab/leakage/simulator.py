"""The programs that make traces, simulators/traces on the simulators of AVR and MSP430, on Unicorn and on the netlist
of Ibex: how they are built and run."""

import functools
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from motelab import BUILD, ROOT
from motelab.boards import board as boards
from motelab.boards import ibex, ibex_open, mote_simulator, msp430, simavr, unicorn
from motelab.boards.execution import failure
from motelab.common.errors import MotecurveError

FOLDER = ROOT / "simulators/traces"
NETLISTS = ("ibex",)  # simulators of boards that are netlists
MODULE_SHIFT = 24  # of the module in the address of a sample (simulators/traces/follower.h)
ADDRESS_MASK = (1 << MODULE_SHIFT) - 1
FULL_RUN, NOT_KEPT = 0x40, 0x80  # flags of a job, beside its class


class Job(NamedTuple):
    """One run of an image: its class (0 or 1) and flags, its input, and bytes for the variable that the simulator
    sets when the routine begins."""

    flags: int
    data: bytes
    poke: bytes = b""

    def encoded(self) -> bytes:
        return bytes([self.flags, len(self.poke)]) + self.poke + len(self.data).to_bytes(4, "little") + self.data


class Program(NamedTuple):
    """One program makes traces of the cores whose simulators it holds."""

    name: str
    sources: tuple[Path, ...]
    libraries: tuple[str, ...]
    packages: str
    emulators: tuple[Callable[[], str], ...]  # their versions
    left_out: tuple[str, ...]  # programs that run one image
    object: Callable[[], Path] | None = None  # of a core that is built first

    @property
    def version(self) -> str:
        """Name and version of the program, and of the simulators within."""
        return f"{self.name} 1.1 ({', '.join(version() for version in self.emulators)})"


MOTES = Program(
    "mc-traces",
    (FOLDER, FOLDER / "motes", *simavr.SOURCES, *msp430.SOURCES[:1]),
    simavr.LIBRARIES,
    simavr.PACKAGES,
    (simavr.version, msp430.version),
    ("mc_simavr.c", "mc_msp430.c"),
)
CORTEX_M = Program(
    "mc-traces-cortex-m",
    (FOLDER, FOLDER / "cortex_m", *unicorn.SOURCES),
    unicorn.LIBRARIES,
    f"{unicorn.PACKAGE} libelf-dev",
    (unicorn.version,),
    ("mc_cortex_m.c",),
)
OF_IBEX = {
    mcu: Program(
        f"mc-traces-{mcu}",
        (FOLDER, FOLDER / "ibex", *ibex_open.AROUND.sources),
        ibex_open.LIBRARIES,
        "libelf-dev",
        (ibex.version,),
        (*ibex_open.AROUND.left_out, "mc_ibex_faults.c"),
        functools.partial(ibex.core, mcu, ibex_open.AROUND),
    )
    for mcu in ibex.BIT_MANIPULATION
}
PROGRAMS = {"avr": MOTES, "msp430": MOTES, "cortex-m": CORTEX_M, **OF_IBEX}  # by the name of a core
CORES = {"simavr": "avr", "msp430": "msp430", "qemu_system": "cortex-m", "ibex": "ibex"}  # by a board's simulator
NO_REGISTERS = "QEMU's plugins are not told the values of registers before version 9"
WHY_NOT = {"qemu": NO_REGISTERS, "qemu_riscv": NO_REGISTERS}


@functools.cache
def fingerprint(core: str) -> str:
    """Hash over everything that determines a trace besides the image and its input."""
    program = PROGRAMS[core]
    sources = (*program.sources, *((ROOT / "simulators/qemu",) if program is CORTEX_M else ()))
    more = (ibex_open.fingerprint(),) if program.object else ()
    return mote_simulator.fingerprint(program.version, sources, (*program.libraries, *more))


@functools.cache
def program(core: str) -> Path:
    """The program, compiled first if it is missing or older than its sources; raises as mote_simulator.built does."""
    wanted = PROGRAMS[core]
    first = (str(wanted.object()),) if wanted.object else ()
    return mote_simulator.built(
        BUILD / "tools" / wanted.name,
        wanted.version,
        fingerprint(core),
        wanted.sources,
        (*first, *wanted.libraries),
        wanted.packages,
        left_out=wanted.left_out,
        more_includes=(ROOT / "simulators",),
    )


def core(board: boards.Board) -> str:
    """The programs' name for a board's processor; MotecurveError for a board without traces."""
    if board.simulator in NETLISTS:
        return board.mcu
    if board.simulator in CORES:
        return CORES[board.simulator]
    known = ", ".join(b.name for b in map(boards.load, boards.names()) if b.simulator in CORES)
    why = WHY_NOT.get(board.simulator or "", "its simulator shows no registers")
    raise MotecurveError(f"no traces on {board.name}: {why}; boards with traces: {known}")


def run(elf: Path, machine: list[str], options: list[str], jobs: Iterable[Job]) -> None:
    """Runs the jobs; `machine` and `options` are words of the command line. ImageFailed with the cause if one fails."""
    command = [program(machine[machine.index("--core") + 1]), *machine, *options, elf]
    done = subprocess.run(command, input=b"".join(job.encoded() for job in jobs), capture_output=True)
    if done.returncode:
        lines = done.stderr.decode(errors="replace").strip().splitlines()
        raise failure(elf, lines[-1] if lines else f"the program of traces ended with {done.returncode}")
