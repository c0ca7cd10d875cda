"""Images of the boards with an MSP430 from assembly."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

from motelab import ROOT
from motelab.boards import binutils, board

FOLDER = Path(__file__).parent


def image(name: str, source: Path | str, folder: Path, others: Sequence[Path] = ()) -> Path:
    """The linked image of an assembly file, or of assembly text, for the board of that name, with the objects
    `others`."""
    compiler = board.load(name).compiler
    if isinstance(source, str):
        path = folder / f"{name}.s"
        path.write_text(source)
        source = path
    made = folder / f"{source.stem}-{name}"
    tools = {tool: binutils.tool(compiler.binutils, tool) for tool in ("as", "ld")}
    assemble = [tools["as"], *compiler.assembler_flags, f"-I{FOLDER}", source, "-o", made.with_suffix(".o")]
    subprocess.run(assemble, check=True, cwd=ROOT)
    link = [tools["ld"], made.with_suffix(".o"), *others, "-o", made.with_suffix(".elf"), *compiler.link_flags]
    subprocess.run(link, check=True, cwd=ROOT)
    return made.with_suffix(".elf")


def helpers(name: str, folder: Path) -> list[Path]:
    """Objects of the compiler's helper functions on the board of that name: boards/msp430, without the start-up."""
    device = board.load(name)
    compiler, made = device.compiler, []
    for source in sorted(device.platform_folder.glob("*.[cS]")):
        if source.name != "start.S":
            listing, path = folder / f"{source.stem}.s", folder / f"{source.stem}.o"
            to_assembly = "-S" if source.suffix == ".c" else "-E"
            command = [compiler.command, *compiler.flags, "-O2", to_assembly, source, "-o", listing]
            subprocess.run(command, check=True, cwd=ROOT)
            assemble = [binutils.tool(compiler.binutils, "as"), *compiler.assembler_flags, listing, "-o", path]
            subprocess.run(assemble, check=True)
            made.append(path)
    return made
