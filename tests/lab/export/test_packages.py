"""./motecurve firmware --package: an Arduino library as Debian's core compiles it, in a simulated Uno; the others by
the requirements of their systems (test_package_rules.py)."""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from motelab.boards import board as boards
from motelab.common.errors import MotecurveError
from motelab.export import calls, packages, writing
from motelab.export.drop import Drop
from motelab.subjects import curves

ARDUINO = Path("/usr/share/arduino/hardware/arduino/avr")
MCU, CLOCK_HZ = "atmega328p", 16_000_000


def packaged(board: str, curve: str, words: str, prefer: str, package: str) -> dict[str, str]:
    return packages.files(Drop(boards.load(board), curves.find(curve), calls.parsed(words), prefer), package)


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


def compiled(library: Path, sketch: Path, work: Path) -> Path:
    """The image that Arduino makes of a sketch and a library."""
    settings = recipes()
    program = work / "sketch.cpp"
    program.write_text(f"#include <Arduino.h>\n{sketch.read_text()}")
    core = sorted(path for path in (ARDUINO / "cores/arduino").iterdir() if path.suffix in (".c", ".cpp", ".S"))
    own = [program, *sorted(path for path in (library / "src").rglob("*") if path.suffix in (".c", ".S"))]
    includes = f"-I{ARDUINO}/cores/arduino -I{ARDUINO}/variants/standard -I{library}/src"
    objects: dict[Path, list[str]] = {work / "core.a": [], work: []}
    for number, source in enumerate([*core, *own]):
        made = work / f"{number}.o"
        recipe = f"recipe.{source.suffix[1:]}.o.pattern"
        names = {"source_file": str(source), "object_file": str(made), "includes": includes}
        subprocess.run(expanded(recipe, settings, **names), shell=True, check=True)
        objects[work / "core.a" if source in core else work].append(str(made))
    for made in objects[work / "core.a"]:
        names = {"archive_file_path": str(work / "core.a"), "object_file": made}
        subprocess.run(expanded("recipe.ar.pattern", settings, **names), shell=True, check=True)
    names = {"build.path": str(work), "build.project_name": "sketch", "object_files": " ".join(objects[work])}
    subprocess.run(expanded("recipe.c.combine.pattern", settings, **names), shell=True, check=True)
    return work / "sketch.elf"


def said(image: Path) -> Iterator[str]:
    """Lines that the sketch prints; it runs until the caller asks for no more."""
    command = ["simavr", "-m", MCU, "-f", str(CLOCK_HZ), str(image)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as running:
        try:
            yield from running.stderr
        finally:
            running.kill()


@pytest.mark.parametrize(
    ("curve", "words", "prefer", "sketch"),
    [
        ("Curve25519", "ecdh", "speed", "Ecdh"),
        pytest.param("sect233k1", "sign,verify", "size", "Sign", marks=pytest.mark.slow),
    ],
)
def test_arduino(curve, words, prefer, sketch, tmp_path):
    library, work = tmp_path / "Motecurve", tmp_path / "work"
    work.mkdir()
    files = packaged("micaz", curve, words, prefer, "arduino")
    writing.write(library, files)
    image = compiled(library, library / f"examples/{sketch}/{sketch}.ino", work)
    assert "motecurve: ok" in next(line for line in said(image) if "motecurve: " in line)
    properties = dict(line.split("=", 1) for line in files["library.properties"].splitlines())
    needed = {"name", "version", "author", "maintainer", "sentence", "paragraph", "category", "url", "architectures"}
    assert needed <= set(properties)


def test_a_chip_that_is_too_small_is_refused(tmp_path):
    files = packaged("micaz", "secp256r1", "verify", "speed", "arduino")
    (tmp_path / "fits.c").write_text(files["src/motecurve_fits.c"])
    command = ["avr-gcc", "-mmcu=atmega328p", "-c", "fits.c", "-o", "fits.o"]
    assert "too little RAM" in subprocess.run(command, cwd=tmp_path, capture_output=True, text=True).stderr
    command[1] = "-mmcu=atmega128"
    assert subprocess.run(command, cwd=tmp_path).returncode == 0


def test_platformio():
    manifest = json.loads(packaged("micaz", "Curve25519", "ecdh", "speed", "platformio")["library.json"])
    assert (manifest["name"], manifest["license"], manifest["platforms"]) == ("Motecurve", "MIT", "atmelavr")
    assert "-flto" in manifest["build"]["unflags"]


def test_cmsis():
    files = packaged("cortex-m4", "secp256r1", "ecdh", "size", "cmsis")
    root = ElementTree.fromstring(files["Motecurve.pdsc"].encode())
    named = {one.get("name") for one in root.iter("file")} - {"src/"}
    assert named <= set(files)
    assert {path for path in files if path.startswith("src/units/")} <= named


SLOW = {"contiki-ng", "tinyos", "riot", "esp-idf"}
LINKED_ONCE = {"contiki-ng", "riot"}


@pytest.mark.parametrize(
    "package",
    [pytest.param(n, marks=pytest.mark.slow) if n in SLOW else n for n in packages.PACKAGES if n != "arduino"],
)
def test_untried_says_so(package):
    board, prefer = ("telosb", "speed") if package in ("contiki-ng", "tinyos") else ("cortex-m4", "size")
    files = packaged(board, "sect233k1", "ecdh", prefer, package)
    assert ("Not tried" if package not in LINKED_ONCE else "linked once") in " ".join(files["README.md"].split())
    assert not any(re.search(r"@[A-Z_]+@", text) for text in files.values())


def test_package_for_another_device():
    with pytest.raises(MotecurveError, match="arduino is not for MSP430F1611"):
        packaged("telosb", "sect233k1", "ecdh", "speed", "arduino")
    with pytest.raises(MotecurveError, match="add --prefer size"):
        packaged("cortex-m4", "sect233k1", "ecdh", "speed", "esp-idf")
