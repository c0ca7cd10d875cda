"""The call that faults strike: its image, its inputs, and its run without a fault."""

import dataclasses
import importlib
from pathlib import Path
from types import ModuleType

from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile

from motelab.boards.board import Board
from motelab.boards.execution import Run
from motelab.boards.image import Image
from motelab.boards.implementations.image import builder_of
from motelab.boards.selection import Selection
from motelab.common.errors import MotecurveError
from motelab.common.files import digest
from motelab.faults.space import PROCESSORS, Processor
from motelab.measure import bench
from motelab.subjects import layouts
from motelab.subjects.known_answers import Case

VERIFICATION = "verify"  # ends, or is part of, the names of operations that say yes or no
# Signed data, by name, that a bad signature is not of.
SIGNED = ("digest", "message")
LIMIT_FACTOR = 2  # a run of more than so many times the cycles without a fault is endless
LIMIT_MORE = 1_000_000  # cycles more, for short runs: an erased memory takes so many to wipe
# The module of motelab.boards that injects faults, by the simulator of a board's figures.
INJECTORS = {"simavr": "simavr", "msp430": "msp430", "qemu_system": "unicorn", "ibex": "ibex_open"}
STACK_ENDS = ("__stack", "bench_stack_top")  # symbols of the linker scripts
AVR_DATA = range(0x800000, 0x810000)  # where the linker puts data addresses
CALLER_BYTES = 16  # of the stack that the callers of the measured routine use


@dataclasses.dataclass(frozen=True)
class Target:
    """`right` is the output without a fault: of a verification, whose signature is bad, a refusal."""

    chosen: Selection
    image: Image
    case: Case
    data: bytes
    right: bytes
    run: Run
    cycles: int

    @property
    def is_verification(self) -> bool:
        return is_verification(self.chosen)

    @property
    def simulator(self) -> ModuleType:
        return injector_of(self.chosen.board)

    @property
    def processor(self) -> Processor:
        return PROCESSORS[INJECTORS[self.chosen.board.simulator]]

    @property
    def limit(self) -> int:
        """Cycles after which a run is endless; instructions where the injector counts these."""
        return LIMIT_FACTOR * self.cycles + LIMIT_MORE

    @property
    def key(self) -> str:
        """Identity of everything that determines what a fault does."""
        return digest(self.image.sha256, self.data, self.simulator.fingerprint(), str(self.limit))


def injector_of(board: Board) -> ModuleType:
    return importlib.import_module(f"motelab.boards.{INJECTORS[board.simulator]}")


def is_verification(chosen: Selection) -> bool:
    return VERIFICATION in chosen.operation.name.split("-")


def require_injector(chosen: Selection) -> None:
    """MotecurveError for a board whose simulator injects no faults, or an operation without a status."""
    board = chosen.board
    if board.simulator not in INJECTORS:
        raise MotecurveError(
            f"{board.name} has no injector of faults: its simulator, {board.simulator}, cannot change the state of a "
            "run; boards with one are those of AVR, MSP430, Cortex-M and Ibex, such as micaz, telosb and cortex-m0plus"
        )
    if not chosen.operation.outputs or chosen.operation.outputs[0][1] != layouts.STATUS:
        raise MotecurveError(
            f"{chosen.operation.name} has no status by which a fault could be detected; name an operation of a "
            "protocol, such as ecdsa-sign, ecdsa-verify, eddsa-sign or ecdh"
        )


def prepared(chosen: Selection) -> Target:
    """Builds the image that `bench` measures, and runs it without a fault; MotecurveError as require_injector, and if
    that run does not give the known answer."""
    require_injector(chosen)
    image = builder_of(chosen).build()
    case = bench.cases_of(chosen)[1][0]
    if is_verification(chosen):
        (signed,) = (name for name, _ in chosen.operation.inputs if name in SIGNED)
        case = case | {signed: case[signed] ^ 1}
    data = bench.inputs(chosen, [case])
    execution = injector_of(chosen.board).execute(image.path, measure=image.symbol, data=data, **chosen.board.machine)
    right = execution.output
    refused = is_verification(chosen) and right[:1] != b"\0"
    if not refused and (is_verification(chosen) or right != bench.outputs(chosen, [case])):
        raise MotecurveError(f"{image.symbol} is wrong without a fault; see ./motecurve bench")
    return Target(chosen, image, case, data, right, execution.runs[0], execution.cycles_total)


def used_ram(target: Target) -> tuple[range, ...]:
    """Addresses of the variables, and of the stack as deep as the call uses it."""
    with target.image.path.open("rb") as stream:
        elf = ELFFile(stream)
        writable = SH_FLAGS.SHF_ALLOC | SH_FLAGS.SHF_WRITE
        parts = [s for s in elf.iter_sections() if s["sh_flags"] & writable == writable and s["sh_size"]]
        ends = [s["st_value"] for s in elf.get_section_by_name(".symtab").iter_symbols() if s.name in STACK_ENDS]
    variables = tuple(range(plain(s["sh_addr"]), plain(s["sh_addr"]) + s["sh_size"]) for s in parts)
    top = plain(ends[0]) if ends else 0
    top += top & 1  # of AVR it is the last byte
    return (*variables, *([range(top - target.run.stack_bytes - CALLER_BYTES, top)] if ends else []))


def plain(address: int) -> int:
    return address - AVR_DATA.start if address in AVR_DATA else address


def listed_symbols(path: Path) -> list[tuple[int, str]]:
    """Begin and name of every routine of an image, ascending."""
    with path.open("rb") as stream:
        symbols = ELFFile(stream).get_section_by_name(".symtab").iter_symbols()
        return sorted((s["st_value"] & ~1, s.name) for s in symbols if s["st_info"]["type"] == "STT_FUNC")
