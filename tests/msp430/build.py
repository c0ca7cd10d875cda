"""Images of the boards with an MSP430 from assembly."""

import subprocess
from pathlib import Path

from motecurve import ROOT, binutils, board

FOLDER = Path(__file__).parent


def image(name: str, source: Path | str, folder: Path) -> Path:
    """The linked image of an assembly file, or of assembly text, for the board of that name."""
    compiler = board.load(name).compiler
    if isinstance(source, str):
        path = folder / f"{name}.s"
        path.write_text(source)
        source = path
    made = folder / f"{source.stem}-{name}"
    tools = {tool: binutils.tool(compiler.binutils, tool) for tool in ("as", "ld")}
    assemble = [tools["as"], *compiler.assembler_flags, f"-I{FOLDER}", source, "-o", made.with_suffix(".o")]
    subprocess.run(assemble, check=True, cwd=ROOT)
    link = [tools["ld"], made.with_suffix(".o"), "-o", made.with_suffix(".elf"), *compiler.link_flags]
    subprocess.run(link, check=True, cwd=ROOT)
    return made.with_suffix(".elf")
