"""Object code: kernels assembled as their board's images are, linked with the kernels that they call, and read."""

import dataclasses
import functools
import hashlib
import re
import shutil
import subprocess
from pathlib import Path

from elftools.elf.elffile import ELFFile
from elftools.elf.relocation import RelocationSection

from motelab import BUILD, INCLUDE_FLAGS, ROOT
from motelab.boards import binutils, board
from motelab.common.errors import ImageFailed, MissingTool
from motelab.common.files import digest
from motelab.prove.kernel.kernels import names, source, stem_of, symbol_of
from motelab.prove.targets import SEVERAL, Target, Undecoded
from motelab.prove.targets.ir import Instruction

__all__ = [
    "Code",
    "Section",
    "assembled",
    "code_digest",
    "linked",
    "names",
    "needed",
    "sections",
    "source",
    "symbol_of",
]

# Compilers of targets that no board has.
COMPILERS = {
    "aarch64": board.Compiler("aarch64-linux-gnu-gcc", "gcc-aarch64-linux-gnu", "aarch64", [], [], {}),
}
# For a linker whose own script knows the memories of one chip.
SCRIPT = "SECTIONS { . = START; .text : { *(.text .text.*) } .rodata : { *(.rodata .rodata.*) } }\n"


@functools.cache
def toolchain(name: str) -> board.Compiler:
    """The compiler of a board, or of that name; MissingTool if it is not installed."""
    compiler = COMPILERS[name] if name in COMPILERS else board.load(name).compiler
    if shutil.which(compiler.command) is None:
        raise MissingTool(compiler.command, compiler.package)
    return compiler


def run(command: list[str]) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise ImageFailed((done.stderr.strip().splitlines() or [f"{command[0]} failed"])[0].replace(f"{ROOT}/", ""))


@functools.cache
def assembled(target: Target, kernel: str) -> Path:
    """The object of a kernel."""
    return assembled_text(target, kernel, source(target.name, kernel).read_text())


def assembled_text(target: Target, kernel: str, text: str) -> Path:
    """The object of a kernel with this text; ImageFailed if the assembler refuses it."""
    compiler = toolchain(target.board)
    texts = [text]
    texts += [(ROOT / "generated" / name).read_text() for name in re.findall(r'#include "(native/[^"]+)"', texts[0])]
    key = digest(*texts, compiler.command, *compiler.flags, *compiler.assembler_flags)
    made = BUILD / "prove" / target.name / f"{kernel}-{key[:16]}.o"
    if made.exists():
        return made
    made.parent.mkdir(parents=True, exist_ok=True)
    path, part = made.with_suffix(".S"), made.with_suffix(".part.o")
    path.write_text(text)
    command = [compiler.command, *compiler.flags, *INCLUDE_FLAGS]
    if compiler.binutils:
        listing = made.with_suffix(".s")
        run([*command, "-E", str(path), "-o", str(listing)])
        run([binutils.tool(compiler.binutils, "as"), *compiler.assembler_flags, str(listing), "-o", str(part)])
    else:
        run([*command, "-x", "assembler-with-cpp", "-c", str(path), "-o", str(part)])
    part.replace(made)
    return made


@dataclasses.dataclass(frozen=True)
class Section:
    """A section with content; `holes` are the places that a linker fills in: offset, type, symbol plus addend."""

    name: str
    data: bytes
    is_code: bool
    holes: tuple[tuple[int, int, str], ...]
    symbols: tuple[str, ...]


@functools.cache
def sections(path: Path) -> tuple[Section, ...]:
    """The sections of an object that take part in a program."""
    with path.open("rb") as file:
        elf = ELFFile(file)
        table = elf.get_section_by_name(".symtab")
        symbols = list(table.iter_symbols())
        found = []
        relocations = {s["sh_info"]: s for s in elf.iter_sections() if isinstance(s, RelocationSection)}
        for index, section in enumerate(elf.iter_sections()):
            if not section["sh_flags"] & 2 or not section["sh_size"]:
                continue
            holes = []
            for one in relocations[index].iter_relocations() if index in relocations else ():
                symbol = symbols[one["r_info_sym"]]
                name = symbol.name
                if not name and one["r_info_sym"]:
                    name = elf.get_section(symbol["st_shndx"]).name
                holes.append((one["r_offset"], one["r_info_type"], f"{name}+{one.entry.get('r_addend', 0)}"))
            own = tuple(s.name for s in symbols if s["st_shndx"] == index and s.name)
            is_code = bool(section["sh_flags"] & 4)
            found.append(Section(section.name, section.data(), is_code, tuple(holes), own))
    return tuple(found)


def own_sections(target: Target, kernel: str) -> list[Section]:
    """The sections of a kernel in its object: all, or its own and what these refer to where a file has several."""
    every = sections(assembled(target, kernel))
    if target.name not in SEVERAL:
        return list(every)
    found, open_ones = [], [f".text.{symbol_of(target.name, kernel)}"]
    while open_ones:
        name = open_ones.pop()
        for one in (one for one in every if one.name == name or name in one.symbols):
            if one not in found:
                found.append(one)
                open_ones += [symbol.rpartition("+")[0] for _, _, symbol in one.holes]
    return found


def undefined(target: Target, kernel: str) -> list[str]:
    """Symbols of other kernels that a kernel refers to."""
    if target.name in SEVERAL:
        own = own_sections(target, kernel)
        named = [symbol.rpartition("+")[0] for one in own for _, _, symbol in one.holes]
        return [name for name in named if not any(name == one.name or name in one.symbols for one in own)]
    with assembled(target, kernel).open("rb") as file:
        symbols = ELFFile(file).get_section_by_name(".symtab").iter_symbols()
        return [s.name for s in symbols if s["st_shndx"] == "SHN_UNDEF" and s.name]


def needed(target: Target, kernel: str) -> list[str]:
    """A kernel and those that it refers to, itself first. A name of a kernel starts the names of its tables."""
    found, open_ones = [kernel], [kernel]
    while open_ones:
        for name in undefined(target, open_ones.pop()):
            stem = stem_of(target.name, name)
            if stem is None:
                raise ImageFailed(f"{kernel} of {target.name} refers to {name}, which is no kernel's")
            if stem not in found:
                found.append(stem)
                open_ones.append(stem)
    return found


def code_digest(target: Target, kernel: str) -> str:
    """SHA-256 of the bytes of a kernel and of all that it refers to, before linking, with what the linker fills in."""
    sha = hashlib.sha256()
    for name in needed(target, kernel):
        for section in own_sections(target, name):
            sha.update(repr((section.name, section.data, section.holes)).encode())
    return sha.hexdigest()


class Code:
    """A linked kernel: instructions and constants by address."""

    def __init__(self, target: Target, path: Path):
        self.target, self.cache = target, {}
        self.executable: list[tuple[int, bytes]] = []
        self.constants: list[tuple[int, bytes]] = []
        with path.open("rb") as file:
            elf = ELFFile(file)
            for section in elf.iter_sections():
                if section["sh_flags"] & 2 and section["sh_size"] and section["sh_type"] == "SHT_PROGBITS":
                    kept = self.executable if section["sh_flags"] & 4 else self.constants
                    kept.append((section["sh_addr"], section.data()))
                    # A linker may put tables into the section of code.
                    if section["sh_flags"] & 4:
                        self.constants.append((section["sh_addr"], section.data()))
            symbols = [s for s in elf.get_section_by_name(".symtab").iter_symbols() if s.name]
            self.symbols = {s.name: s["st_value"] & target.symbol_mask for s in symbols}
            self.ends = {s.name: self.symbols[s.name] + s["st_size"] for s in symbols}
        self.routines = sorted((at, name) for name, at in self.symbols.items() if name.startswith("mc_"))

    def instruction(self, address: int) -> Instruction:
        """The instruction at an address; Undecoded if there is none."""
        if address not in self.cache:
            self.cache[address] = self.target.decode(self.bytes_at(address), address)
        return self.cache[address]

    def bytes_at(self, address: int) -> bytes:
        for start, data in self.executable:
            if start <= address < start + len(data):
                return data[address - start : address - start + self.target.longest]
        raise Undecoded(f"no code at {address:#x}")

    def constant(self, address: int) -> int | None:
        for start, data in self.constants:
            if start <= address < start + len(data):
                return data[address - start]
        return None

    def place(self, address: int) -> str:
        """An address as people find it: in its routine."""
        before = [(at, name) for at, name in self.routines if at <= address]
        return f"{before[-1][1]}+{address - before[-1][0]:#x}" if before else f"{address:#x}"

    def patched(self, changes: dict[int, int]) -> None:
        """Other bytes at addresses of code and tables: for planted faults."""
        self.cache = {}
        for kept in (self.executable, self.constants):
            for index, (start, data) in enumerate(kept):
                own = {at: byte for at, byte in changes.items() if start <= at < start + len(data)}
                changed = bytearray(data)
                for at, byte in own.items():
                    changed[at - start] = byte
                kept[index] = (start, bytes(changed))


@functools.cache
def linked_file(target: Target, kernel: str) -> Path:
    objects = list(dict.fromkeys(assembled(target, name) for name in needed(target, kernel)))
    key = f"{code_digest(target, kernel)[:16]}-{target.text_start:x}"
    return linked_objects(target, kernel, objects, BUILD / "prove" / target.name / f"{kernel}-{key}.elf")


def linked_objects(target: Target, kernel: str, objects: list[Path], made: Path) -> Path:
    """Objects linked into a file, if it is not there."""
    if made.exists():
        return made
    compiler = toolchain(target.board)
    part = made.with_suffix(".part.elf")
    entry = symbol_of(target.name, kernel)
    inputs = [*map(str, objects), "-o", str(part)]
    if compiler.binutils:
        tool = binutils.tool(compiler.binutils, "ld")
        script = made.with_suffix(".ld")
        script.write_text(SCRIPT.replace("START", f"{target.text_start:#x}"))
        run([tool, f"--entry={entry}", f"-T{script}", *inputs])
    else:
        machine = [flag for flag in compiler.flags if flag.startswith("-m") and flag != "-mrelax"]
        start = [f"-Wl,--entry={entry}", f"-Wl,-Ttext={target.text_start:#x}"]
        start += ["-Wl,--build-id=none", *(["-Wl,--gc-sections"] if target.name in SEVERAL else [])]
        run([compiler.command, *machine, "-nostdlib", "-static", *start, *inputs])
    part.replace(made)
    return made


def linked_text(target: Target, kernel: str, text: str) -> "Code":
    """A kernel with another text, for planted faults, linked as its own."""
    own = assembled_text(target, kernel, text)
    others = [assembled(target, name) for name in needed(target, kernel)[1:]]
    return Code(target, linked_objects(target, kernel, [own, *others], own.with_suffix(".elf")))


def linked(target: Target, kernel: str) -> Code:
    """A kernel with all that it needs, at addresses of a program."""
    return Code(target, linked_file(target, kernel))
