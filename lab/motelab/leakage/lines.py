"""The source line of an instruction. Images carry none, so the image is made again with debug information; only if its
code is the same, byte for byte, do its lines count."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from elftools.elf.elffile import ELFFile

from codegen.sources import Source
from motelab import ROOT
from motelab.boards.image import INCLUDES, Builder, Image
from motelab.boards.selection import OURS, Selection
from motelab.common.errors import MotecurveError
from motelab.common.files import digest

TOOLS = ("llvm-addr2line", "addr2line")  # which read the lines of any processor
DEBUG = ("-g", "-gdwarf-2", "-gstrict-dwarf")
UNKNOWN = re.compile(r"^\?\?|:[?0]$")


class DebugBuilder(Builder):
    """Compiles from the files themselves, with debug information."""

    for_assembly = ("--gdwarf-2",)  # a compiler's assembler gets it from DEBUG

    def target(self, extra: tuple[str, ...]) -> Path:
        usual = super().target(extra)
        return usual.with_name(f"{digest(usual.name, *DEBUG, *self.for_assembly)}-lines.elf")

    def compile(self, source: Source, work: Path, extra: tuple[str, ...] = ()) -> Path:
        made = work / f"{digest(str(source), *extra)}.o"
        if made.exists():
            return made
        flags = [*self.flags, *DEBUG, f"-DMC_FIELD={source.field}", '-DMC_CONFIG_HEADER="image.h"']
        includes = (work, self.board.platform_folder, *((self.given,) if self.given else ()), *INCLUDES)
        flags += [f"-I{path}" for path in includes] + list(extra)
        flags += [f"-DMC_WINDOW={source.window}"] if source.window is not None else []
        self.assemble([self.board.compiler.command, *flags], source.path, made)
        return made


def code(path: Path) -> list[tuple[int, bytes]]:
    """What an image puts into memory."""
    with path.open("rb") as stream:
        return [(s["p_paddr"], s.data()) for s in ELFFile(stream).iter_segments() if s["p_type"] == "PT_LOAD"]


def with_lines(chosen: Selection, image: Image) -> Path | None:
    """An image of the same code that knows its lines; None if there is none."""
    if chosen.implementation != OURS or "-flto" in image.flags:
        return None
    try:
        path = DebugBuilder(chosen).link(())
    except MotecurveError:
        return None
    return path if code(path) == code(image.path) else None


def of(chosen: Selection, image: Image, addresses: list[int]) -> list[str | None]:
    """File and line of each address, or None."""
    path = with_lines(chosen, image) if addresses else None
    if path is None:
        return [None] * len(addresses)
    tool = next(filter(shutil.which, (chosen.board.compiler.command.removesuffix("gcc") + "addr2line", *TOOLS)), None)
    if tool is None:
        return [None] * len(addresses)
    asked = "".join(f"{address:#x}\n" for address in addresses)
    done = subprocess.run([tool, "-e", path], input=asked, capture_output=True, text=True)
    return [readable(line) for line in done.stdout.splitlines()] if done.returncode == 0 else [None] * len(addresses)


def readable(line: str) -> str | None:
    """A line of addr2line with the file's path in the project."""
    place = re.sub(r" \(discriminator \d+\)$", "", line)
    return None if UNKNOWN.search(place) else place.replace(f"{ROOT}{os.sep}", "")
