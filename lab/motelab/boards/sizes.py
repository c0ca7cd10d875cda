"""Sizes and symbols of a linked image, from its ELF file."""

import dataclasses
import functools
import re
from collections.abc import Collection
from pathlib import Path

from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile

# Behind the name of a routine that a compiler has made for some of its callers, or taken apart.
VARIANT = re.compile(r"(?:\.(?:constprop|isra|part|cold|lto_priv|llvm)(?:\.\d+)*)+$")


@dataclasses.dataclass(frozen=True)
class Sizes:
    """Bytes in flash (code, constants, initial values of variables), how many of these are constant objects, and
    bytes of static RAM."""

    flash: int
    flash_const: int
    ram_static: int

    def __sub__(self, other: "Sizes") -> "Sizes":
        return Sizes(self.flash - other.flash, self.flash_const - other.flash_const, self.ram_static - other.ram_static)


def sizes(path: Path) -> Sizes:
    """Sizes of an image. A constant counts if its section is not writable."""
    flash = ram = constants = 0
    with path.open("rb") as stream:
        elf = ELFFile(stream)
        read_only = set()
        for index, section in enumerate(elf.iter_sections()):
            flags, size = section["sh_flags"], section["sh_size"]
            if not flags & SH_FLAGS.SHF_ALLOC:
                continue
            stored = section["sh_type"] != "SHT_NOBITS"
            writable = bool(flags & SH_FLAGS.SHF_WRITE)
            flash += size if stored else 0
            ram += size if writable else 0
            if not writable:
                read_only.add(index)
        for symbol in elf.get_section_by_name(".symtab").iter_symbols():
            if symbol["st_info"]["type"] == "STT_OBJECT" and symbol["st_shndx"] in read_only:
                constants += symbol["st_size"]
    return Sizes(flash, constants, ram)


def plain(name: str) -> str:
    """The name in the source."""
    return VARIANT.sub("", name)


def routine_at(path: Path, address: int) -> str:
    """Name of the routine of an image that holds the instruction at a byte address."""
    with path.open("rb") as stream:
        symbols = ELFFile(stream).get_section_by_name(".symtab").iter_symbols()
        # Bit 0 of a routine of Thumb is no part of its address; on AVR it is 0.
        starts = [(s["st_value"] & ~1, s.name) for s in symbols if s["st_info"]["type"] == "STT_FUNC"]
    return max((start for start in starts if start[0] <= address), default=(0, "start-up"))[1]


def address_of(path: Path, names: Collection[str]) -> int:
    """The address of the first of these names that an image has."""
    with path.open("rb") as stream:
        symbols = ELFFile(stream).get_section_by_name(".symtab").iter_symbols()
        found = {s.name: s["st_value"] for s in symbols if s["st_shndx"] != "SHN_UNDEF"}
    return next(found[name] for name in names if name in found)


def defined_symbols(path: Path) -> frozenset[str]:
    """Names that an object or image defines for others. Read once: the file at a path must not change."""
    return _global_symbols(path)[0]


def undefined_symbols(path: Path) -> frozenset[str]:
    """Names that an object takes from others. Read once, as `defined_symbols`."""
    return _global_symbols(path)[1]


@functools.cache
def _global_symbols(path: Path) -> tuple[frozenset[str], frozenset[str]]:
    """Names that are defined, and names that are not."""
    with path.open("rb") as stream:
        table = ELFFile(stream).get_section_by_name(".symtab")
        found = {
            s.name: s["st_shndx"] == "SHN_UNDEF" for s in table.iter_symbols() if s["st_info"]["bind"] == "STB_GLOBAL"
        }
    names = [name for name in found if name]
    return frozenset(n for n in names if not found[n]), frozenset(n for n in names if found[n])
