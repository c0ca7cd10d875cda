"""The routines of an image, by address."""

import functools
from pathlib import Path

import numpy as np
from elftools.elf.elffile import ELFFile

from motelab.boards.sizes import plain

START_UP = "start-up"  # code before any routine


class Routines:
    """Names and first addresses."""

    def __init__(self, starts: list[tuple[int, str]]):
        self.starts = np.array([start for start, _ in starts], np.int64)
        self.names = [name for _, name in starts]

    def numbers(self, addresses: np.ndarray) -> np.ndarray:
        """The number of the routine of each address."""
        return np.searchsorted(self.starts, addresses.astype(np.int64), "right") - 1

    def name(self, address: int) -> str:
        return self.names[int(self.numbers(np.array([address]))[0])]

    def holds(self, name: str, addresses: np.ndarray) -> np.ndarray:
        """Which of the addresses lie in a routine, which may be named without its field (mc_fp256r1_)."""
        wanted = [i for i, known in enumerate(self.names) if name in (known, plain(known))]
        wanted = wanted or [i for i, known in enumerate(self.names) if plain(known).endswith(f"_{name}")]
        return np.isin(self.numbers(addresses), wanted)

    def run(self, addresses: np.ndarray) -> list[str]:
        """The names of those that ran."""
        return sorted({self.names[i] for i in np.unique(self.numbers(addresses))})


@functools.cache
def of(elf: Path) -> Routines:
    """The routines of an image: its functions, and global labels of its code that lie in none."""
    with elf.open("rb") as stream:
        file = ELFFile(stream)
        code = {i for i, section in enumerate(file.iter_sections()) if section["sh_flags"] & 4}
        symbols = [s for s in file.get_section_by_name(".symtab").iter_symbols() if s["st_shndx"] in code and s.name]
    thumb = 1 if file["e_machine"] == "EM_ARM" else 0  # the bit by which a function's address says its state
    functions = [(s["st_value"] & ~thumb, s["st_size"], s.name) for s in symbols if s["st_info"]["type"] == "STT_FUNC"]
    ends = {start: start + size for start, size, _ in functions}
    found = dict(sorted((start, name) for start, _, name in functions))
    for s in symbols:
        is_label = s["st_info"]["type"] == "STT_NOTYPE" and s["st_info"]["bind"] == "STB_GLOBAL"
        if is_label and not any(start <= s["st_value"] < end for start, end in ends.items()):
            found.setdefault(s["st_value"], s.name)
    found.setdefault(0, START_UP)
    return Routines(sorted(found.items()))
