"""What takes the flash and the static RAM of an operation, routine by routine: an image less its baseline."""

import dataclasses
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import Section, Symbol, SymbolTableSection

from motelab import ROOT
from motelab.boards.image import Builder
from motelab.boards.sizes import plain, sizes

CODE, CONSTANT, VARIABLE = "code", "constant", "variable"
LIBRARY = "the compiler's library"
REST = "(padding, initial values, start-up)"
Key = tuple[str, str]  # name of a symbol, kind


@dataclasses.dataclass(frozen=True)
class Part:
    """A routine, a constant or a variable of an operation's image. `source` is the file that it was compiled from, by
    its path from the root, or LIBRARY; REST has none."""

    name: str
    kind: str
    flash_bytes: int
    ram_bytes: int
    source: str | None


def parts(builder: Builder) -> list[Part]:
    """The parts of the operation, largest first; then REST, so that the sum is what `sizes` tells of the operation.
    Symbols of the baseline count by what they have grown. ImageFailed if the image does not build."""
    image = builder.build()
    grown = Counter(symbols(image.path))
    grown.subtract(Counter(symbols(image.baseline)))
    places = sources(builder)
    found = []
    for (name, kind), size in grown.items():
        in_flash, in_ram = (0, size) if kind == VARIABLE else (size, 0)
        if size:
            found.append(Part(name, kind, in_flash, in_ram, places.get(plain(name), LIBRARY)))
    found.sort(key=lambda part: (-part.flash_bytes - part.ram_bytes, part.name))
    whole = sizes(image.path) - sizes(image.baseline)
    flash = whole.flash - sum(part.flash_bytes for part in found)
    ram = whole.ram_static - sum(part.ram_bytes for part in found)
    return [*found, Part(REST, "", flash, ram, None)]


def room(part: Part) -> str:
    """The folder of a part's source below src/, generated/ and boards/; the source itself if it has none."""
    if part.source is None or part.source == LIBRARY:
        return part.source or REST
    first, second, *_ = [*Path(part.source.partition(", ")[0]).parts, ""]
    return f"{first}/{second}"


def symbols(path: Path) -> Counter[Key]:
    """Bytes of every routine, constant and variable of an image. Equal names of several files are added; of several
    names of one address the first counts."""
    with path.open("rb") as stream:
        elf = ELFFile(stream)
        kinds = {i: kind for i, section in enumerate(elf.iter_sections()) if (kind := kind_of(section))}
        table = symbol_table(elf).iter_symbols()
        listed = sorted((s for s in table if s["st_shndx"] in kinds and s["st_size"]), key=place)
    found: Counter[Key] = Counter()
    reached: dict[int, int] = {}
    for symbol in listed:
        section, start = place(symbol)
        if start >= reached.get(section, 0):
            is_constant = kinds[section] == CODE and symbol["st_info"]["type"] == "STT_OBJECT"
            found[symbol.name, CONSTANT if is_constant else kinds[section]] += symbol["st_size"]
            reached[section] = start + symbol["st_size"]
    return found


def symbol_table(elf: ELFFile) -> SymbolTableSection:
    """The table of an object or image, neither of which is stripped."""
    table = elf.get_section_by_name(".symtab")
    assert isinstance(table, SymbolTableSection)
    return table


def kind_of(section: Section) -> str | None:
    """Of the symbols of a section; None if it takes no memory of the device."""
    flags = section["sh_flags"]
    if not flags & SH_FLAGS.SHF_ALLOC:
        return None
    return VARIABLE if flags & SH_FLAGS.SHF_WRITE else CODE if flags & SH_FLAGS.SHF_EXECINSTR else CONSTANT


def place(symbol: Symbol) -> tuple[int, int]:
    """Section and address of a symbol. Bit 0 of a routine of Thumb is no part of its address; on AVR it is 0."""
    is_routine = symbol["st_info"]["type"] == "STT_FUNC"
    return symbol["st_shndx"], symbol["st_value"] & ~1 if is_routine else symbol["st_value"]


def sources(builder: Builder) -> dict[str, str]:
    """The file of each symbol that the image's objects define, local ones included; several, if they share a name."""
    found: dict[str, set[str]] = defaultdict(set)
    with tempfile.TemporaryDirectory(dir=builder.folder) as work:
        for compiled, source in builder.objects(Path(work), ()).items():
            path = source.path if source.path.is_absolute() else ROOT / source.path
            name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name
            for symbol in names(compiled):
                found[plain(symbol)].add(name)
    return {symbol: ", ".join(sorted(files)) for symbol, files in found.items()}


def names(compiled: Path) -> set[str]:
    """Names that an object defines, for itself or for others."""
    with compiled.open("rb") as stream:
        table = symbol_table(ELFFile(stream))
        return {s.name for s in table.iter_symbols() if s["st_shndx"] not in ("SHN_UNDEF", "SHN_ABS") and s.name}
