"""A linked image as the analysis of the stack sees it: routines, memory, and the effects of an instruction on the
control flow, the stack pointer and the few values that may become the stack pointer."""

import bisect
import dataclasses
import functools
import re
import shutil
import subprocess
from collections.abc import Sequence
from enum import Enum, auto
from pathlib import Path
from typing import Protocol

from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile

from motelab.common.errors import ImageFailed, MissingTool

# A register's value: a constant, or ("sp", n), n bytes below the stack pointer at the routine's entry. A decoder may
# have others of its own, such as halves of these.
Value = int | tuple[str, int]


class Unbounded(Exception):
    """The stack has no bound that this analysis can find; the message says where and why."""


class Flow(Enum):
    """Where control goes after an instruction."""

    NEXT = auto()
    JUMP = auto()
    BRANCH = auto()  # to the target or to the next
    CALL = auto()
    RETURN = auto()
    END = auto()  # of the program
    CALL_UNKNOWN = auto()  # to an address in a register or in memory
    JUMP_UNKNOWN = auto()
    BRANCH_UNKNOWN = auto()  # or to the next


@dataclasses.dataclass(frozen=True)
class Step:
    """The effect of an instruction on control; its `size` in bytes, `target` of a jump or call, `pushed` bytes of a
    call's return address."""

    size: int
    flow: Flow = Flow.NEXT
    target: int = 0
    pushed: int = 0


@dataclasses.dataclass
class State:
    """The knowledge before an instruction: bytes on the stack since the routine's entry, values of registers."""

    depth: int = 0
    values: dict[str, Value] = dataclasses.field(default_factory=dict)

    def copy(self) -> "State":
        return State(self.depth, dict(self.values))

    def forget(self, *registers: str) -> None:
        for register in registers:
            self.values.pop(register, None)

    def keep(self, registers: Sequence[str]) -> None:
        """Forgets all registers except these, which a call preserves."""
        self.values = {name: value for name, value in self.values.items() if name in registers}

    def set(self, register: str, value: Value | None) -> None:
        """The register's new value; None if it is not known."""
        if value is None:
            self.forget(register)
        else:
            self.values[register] = value


class Decoder(Protocol):
    """An instruction set."""

    program: "Program"
    return_bytes: int  # that the call of a routine pushes

    def entry(self) -> State:
        """The state at the beginning of a routine."""

    def step(self, address: int, state: State) -> Step:
        """The effect of the instruction at `address`; changes `state`. Unbounded if it sets the stack pointer to an
        unknown value, or is no instruction."""


@dataclasses.dataclass(frozen=True)
class Program:
    """An image: its machine, its stored memory as (address, bytes), its routines by address, other labels in code,
    and for routines that only their source file knows the name with that file, sha256.c/begin."""

    path: Path
    machine: str
    flags: int
    memory: tuple[tuple[int, bytes], ...]
    routines: dict[int, str]
    labels: dict[int, str]
    locals: dict[int, str]
    thumb: frozenset[int]  # where routines of Thumb begin

    @classmethod
    def read(cls, path: Path) -> "Program":
        """The program of an ELF file."""
        routines, labels, locals_, thumb = {}, {}, {}, set()
        file = ""
        with path.open("rb") as stream:
            elf = ELFFile(stream)
            stored = [
                s for s in elf.iter_sections() if s["sh_flags"] & SH_FLAGS.SHF_ALLOC and s["sh_type"] != "SHT_NOBITS"
            ]
            code = {i for i, s in enumerate(elf.iter_sections()) if s["sh_flags"] & SH_FLAGS.SHF_EXECINSTR}
            for symbol in elf.get_section_by_name(".symtab").iter_symbols():
                address, kind = symbol["st_value"] & ~1, symbol["st_info"]["type"]  # bit 0 says Thumb
                if kind == "STT_FILE":  # of the local symbols that follow
                    file = Path(symbol.name).name
                elif symbol["st_shndx"] in code and symbol.name:
                    (routines if kind == "STT_FUNC" else labels).setdefault(address, symbol.name)
                    if kind == "STT_FUNC" and symbol["st_value"] & 1:
                        thumb.add(address)
                    if kind == "STT_FUNC" and symbol["st_info"]["bind"] == "STB_LOCAL":
                        locals_[address] = f"{file}/{symbol.name}"
            memory = tuple((s["sh_addr"], s.data()) for s in stored)
            return cls(path, elf["e_machine"], elf["e_flags"], memory, routines, labels, locals_, frozenset(thumb))

    @functools.cached_property
    def starts(self) -> list[int]:
        """Where routines begin, ascending."""
        return sorted(self.routines)

    def address(self, routine: str) -> int:
        """Where a routine begins; ImageFailed if there is none of that name."""
        for address, name in self.routines.items():
            if name == routine:
                return address
        raise ImageFailed(f"{self.path.name} has no routine {routine}")

    def start_of(self, address: int) -> int | None:
        """The beginning of the routine that contains an address."""
        index = bisect.bisect_right(self.starts, address)
        return self.starts[index - 1] if index else None

    def routine_at(self, address: int) -> str:
        """Name of the routine that contains an address."""
        return self.routines.get(self.start_of(address), "start-up")

    def in_source(self, start: int) -> str:
        """Name of a routine in the source; a compiler may have made a special copy of it (name.constprop.0). The name
        of the file is in front if other files do not know it; where an image is optimised as a whole there is none."""
        file, slash, name = self.locals.get(start, self.routines.get(start, "")).rpartition("/")
        return (file + slash if file else "") + name.partition(".")[0]

    def name(self, address: int) -> str:
        """A name for the target of a call: a routine, or a label in one."""
        if address in self.routines:
            return self.routines[address]
        return f"{self.routine_at(address)}/{self.labels.get(address, hex(address))}"

    def word(self, address: int, size: int) -> int:
        """Memory at an address, little-endian; Unbounded if the image stores nothing there."""
        for begin, data in self.memory:
            if begin <= address <= begin + len(data) - size:
                return int.from_bytes(data[address - begin : address - begin + size], "little")
        raise Unbounded(f"{self.routine_at(address)}: nothing is stored at {address:#x}")

    def disassembled(self, objdumps: Sequence[tuple[str, str]]) -> dict[int, tuple[str, str, int]]:
        """Mnemonic, operands and size of each instruction, by the first of these objdumps (command, package) that is
        installed; MissingTool if none is."""
        command = next((name for name, _ in objdumps if shutil.which(name)), None)
        if command is None:
            raise MissingTool(*objdumps[0])
        run = subprocess.run([command, "-d", "-w", str(self.path)], capture_output=True, text=True, check=True)
        found = {}
        for line in run.stdout.splitlines():
            parts = line.split("\t", 3)
            if len(parts) >= 3 and parts[0].endswith(":"):
                size = len(parts[1].replace(" ", "")) // 2
                operands = parts[3] if len(parts) > 3 else ""
                found[int(parts[0][:-1], 16)] = (parts[2].strip(), operands, size)
        return found


def plain(operands: str) -> str:
    """Operands without objdump's comment."""
    return re.split(r"\s*[;@<]", operands, maxsplit=1)[0].strip()
