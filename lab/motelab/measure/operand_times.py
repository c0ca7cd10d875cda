"""Instructions of an image whose time depends on their operands, which no trace shows: divisions, and multiplications
on processors that end them early. Each must stand in data/operand_times.toml with a reason; otherwise ctcheck calls
it a leak."""

import dataclasses
import functools
import re
import subprocess
from pathlib import Path

from motelab import DATA
from motelab.boards.board import Board
from motelab.boards.sizes import plain
from motelab.common.errors import MissingTool
from motelab.common.schema import Schema

ALLOWED = DATA / "operand_times.toml"
FILE = Schema("motelab.measure.schemas", "OperandTimesFile")
# Kinds of a board file's `operand_times`: mnemonics of ARM and RISC-V without conditions and sizes (ARM Architecture
# Reference Manual, ARMv7-A and ARMv7-R, A4.4; The RISC-V Instruction Set Manual, volume I, chapter 7).
KINDS = {
    "division": r"[su]div|vdiv|vsqrt|divu?w?|remu?w?|fdiv|fsqrt",
    "long multiplication": r"[su]mull|[su]mlal|umaal|smlal[bt][bt]|smlaldx?|smlsldx?",
    "multiplication": r"mul|mla|mls|smul[bt][bt]|smla[bt][bt]|smulw[bt]|smlaw[bt]|smm(ul|la|ls)r?|smu[as]dx?|"
    r"smla?sdx?|smladx?|mia|miaph|mia[bt][bt]|mulh|mulhs?u|mulw",
}
CONDITION = r"(s?(eq|ne|cs|hs|cc|lo|mi|pl|vs|vc|hi|ls|ge|lt|gt|le|al)?s?)(\.\w+)*"
ROUTINE = re.compile(r"^[0-9a-f]+ <([^>]+)>:$")
INSTRUCTION = re.compile(r"^ *([0-9a-f]+):\t[^\t]*\t(\S+)")
# Routines of the firmware outside the measured part: inputs, outputs, start-up.
FIRMWARE = re.compile(r"bench_\w+|main|_start|reset|Reset_Handler")


@dataclasses.dataclass(frozen=True)
class Place:
    """An instruction of a kind of KINDS in an image."""

    kind: str
    routine: str
    address: int
    instruction: str


@dataclasses.dataclass(frozen=True)
class Exception_:
    """An allowed place, on all boards or one: a kind of instruction in the routines of a pattern, by their names in the
    sources, and why it reveals no secret."""

    kind: str
    routines: str
    reason: str
    board: str = ""

    def covers(self, place: Place, board: Board) -> bool:
        """Whether it covers the place."""
        of_board = self.board in ("", board.name)
        return of_board and self.kind == place.kind and re.fullmatch(self.routines, plain(place.routine)) is not None


@functools.cache
def allowed() -> tuple[Exception_, ...]:
    """The list of allowed places."""
    return tuple(Exception_(**entry) for entry in FILE.read(ALLOWED)["allowed"])


def places(path: Path, board: Board) -> list[Place]:
    """Every instruction of an image, its firmware aside, whose time on the board depends on its operands."""
    kinds = {kind: re.compile(f"({KINDS[kind]}){CONDITION}") for kind in board.operand_times}
    found, routine = [], ""
    for line in _listing(path, board).splitlines() if kinds else ():
        if start := ROUTINE.match(line):
            routine = start.group(1)
        elif (taken := INSTRUCTION.match(line)) and not FIRMWARE.fullmatch(routine):
            address, mnemonic = taken.groups()
            kind = next((name for name, pattern in kinds.items() if pattern.fullmatch(mnemonic)), None)
            found += [Place(kind, routine, int(address, 16), mnemonic)] if kind else []
    return found


def not_allowed(path: Path, board: Board) -> list[Place]:
    """The places that the list does not allow."""
    return [place for place in places(path, board) if not any(entry.covers(place, board) for entry in allowed())]


def _listing(path: Path, board: Board) -> str:
    """The image's disassembly by the compiler's binutils; MissingTool without them."""
    tool = board.compiler.command.removesuffix("gcc") + "objdump"
    try:
        run = subprocess.run([tool, "-d", str(path)], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise MissingTool(tool, board.compiler.package) from error
    return run.stdout
