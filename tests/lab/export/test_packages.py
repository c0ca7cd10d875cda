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
from tests.lab.export import arduino

MCU, CLOCK_HZ = "atmega328p", 16_000_000


def packaged(board: str, curve: str, words: str, prefer: str, package: str) -> dict[str, str]:
    return packages.files(Drop(boards.load(board), curves.find(curve), calls.parsed(words), prefer), package)


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
    image, complaints = arduino.linked(library, sketch, work)
    assert not complaints
    assert "motecurve: ok" in next(line for line in said(image) if "motecurve: " in line)
    properties = dict(line.split("=", 1) for line in files["library.properties"].splitlines())
    needed = {"name", "version", "author", "maintainer", "sentence", "paragraph", "category", "url", "architectures"}
    assert needed <= set(properties)


def test_platformio():
    manifest = json.loads(packaged("micaz", "Curve25519", "ecdh", "speed", "platformio")["library.json"])
    assert (manifest["name"], manifest["license"], manifest["platforms"]) == ("Motecurve", "MIT", "atmelavr")
    flags, unflags = (manifest["build"][name].split() for name in ("flags", "unflags"))
    assert {"-flto", "-Os"} <= set(unflags) and not set(flags) & set(unflags)


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
    with pytest.raises(MotecurveError, match="add --prefer small"):
        packaged("cortex-m4", "sect233k1", "ecdh", "speed", "esp-idf")
