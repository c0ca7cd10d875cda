"""Images of the boards with an Ibex from assembly."""

import subprocess
from pathlib import Path

from motelab import ROOT
from motelab.boards import board

FOLDER = Path(__file__).parent
START = ROOT / "boards/riscv/start.S"


def image(name: str, source: Path | str, folder: Path) -> Path:
    """The linked image of an assembly file, or of assembly text, for the board of that name, behind its start-up."""
    compiler = board.load(name).compiler
    if isinstance(source, str):
        path = folder / f"{name}.S"
        path.write_text(source)
        source = path
    made = folder / f"{source.stem}-{name}.elf"
    flags = [*compiler.flags, f"-I{FOLDER}"]
    objects = [folder / f"{source.stem}-{name}.o", folder / f"start-{name}.o"]
    for one, path in zip((source, START), objects, strict=True):
        subprocess.run([compiler.command, *flags, "-c", one, "-o", path], check=True, cwd=ROOT)
    link = [flag for flag in compiler.link_flags if flag not in ("-lgcc", "-Wl,--gc-sections")]
    subprocess.run([compiler.command, *flags, *objects, "-o", made, *link], check=True, cwd=ROOT)
    return made
