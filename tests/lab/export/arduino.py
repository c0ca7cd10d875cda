"""Compiles sketches as Arduino does, by the recipes of Debian's core for AVR, for an Uno."""

import functools
import re
import subprocess
import tempfile
from pathlib import Path

ARDUINO = Path("/usr/share/arduino/hardware/arduino/avr")


@functools.cache
def recipes() -> dict[str, str]:
    """The settings of Arduino's platform for an Uno; the warnings as an IDE sets them by default."""
    lines = [*(ARDUINO / "platform.txt").read_text().splitlines(), *(ARDUINO / "boards.txt").read_text().splitlines()]
    found = dict(line.split("=", 1) for line in lines if re.match(r"[\w.]+=", line))
    found |= {name.removeprefix("uno."): value for name, value in found.items() if name.startswith("uno.")}
    own = {"build.arch": "AVR", "runtime.ide.version": "10819", "compiler.path": "", "archive_file": "core.a"}
    own["compiler.cpp.extra_flags"] = "-DDECIMAL_DIG=9"  # missing in <float.h> of Debian's compiler in C++
    return found | own


def expanded(name: str, settings: dict[str, str], **values: str) -> str:
    """A command with each {name} replaced, also within the replacements."""
    text, settings = settings[name], settings | values
    while found := re.search(r"\{([\w.]+)\}", text):
        text = text.replace(found[0], settings[found[1]])
    return text


def objects_of(sources: list[Path], folder: Path, *includes: Path) -> list[str]:
    """The objects of some sources."""
    given = [ARDUINO / "cores/arduino", ARDUINO / "variants/standard", *includes]
    made = []
    for number, source in enumerate(sources):
        made.append(str(folder / f"{number}.o"))
        recipe = f"recipe.{source.suffix[1:]}.o.pattern"
        names = {
            "source_file": str(source),
            "object_file": made[-1],
            "includes": " ".join(f"-I{path}" for path in given),
        }
        subprocess.run(expanded(recipe, recipes(), **names), shell=True, check=True)
    return made


@functools.cache
def core() -> tempfile.TemporaryDirectory:
    """A folder with Arduino's core, core.a, for all tests of a process."""
    folder = tempfile.TemporaryDirectory()
    files = (ARDUINO / "cores/arduino").iterdir()
    sources = sorted(path for path in files if path.suffix in (".c", ".cpp", ".S"))
    for made in objects_of(sources, Path(folder.name)):
        names = {"archive_file_path": f"{folder.name}/core.a", "object_file": made}
        subprocess.run(expanded("recipe.ar.pattern", recipes(), **names), shell=True, check=True)
    return folder


def linked(library: Path, example: str, work: Path) -> tuple[Path, str]:
    """The image that Arduino makes of a library and one of its examples, and what the linker says."""
    program = work / "sketch.cpp"
    program.write_text(f"#include <Arduino.h>\n{(library / f'examples/{example}/{example}.ino').read_text()}")
    own = [program, *sorted(path for path in (library / "src").rglob("*") if path.suffix in (".c", ".S"))]
    made = objects_of(own, work, library / "src")
    names = {"build.path": str(work), "archive_file": "core.a", "object_files": " ".join(made)}
    (work / "core.a").symlink_to(f"{core().name}/core.a")
    command = expanded("recipe.c.combine.pattern", recipes(), **names, **{"build.project_name": "sketch"})
    return work / "sketch.elf", subprocess.run(command, shell=True, capture_output=True, text=True).stderr
