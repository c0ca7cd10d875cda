"""./motecurve firmware --package: an Arduino library as Debian's core compiles it, in a simulated Uno; the others by
the requirements of their systems (test_package_rules.py)."""

import functools
import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from motelab.boards import board as boards
from motelab.common.errors import MotecurveError
from motelab.export import calls, layout, packages, writing
from motelab.export.drop import Drop
from motelab.subjects import curves
from tests.lab.export import arduino

MCU, CLOCK_HZ = "atmega328p", 16_000_000


def packaged(board: str, curve: str, words: str, prefer: str, package: str) -> dict[str, str]:
    return packages.files(drop_of(board, curve, words, prefer), package)


@functools.cache
def drop_of(board: str, curve: str, words: str, prefer: str) -> Drop:
    return Drop(boards.load(board), curves.find(curve), calls.parsed(words), prefer)


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
    assert (manifest["name"], manifest["license"], manifest["platforms"]) == ("Motecurve", "MIT", ["atmelavr"])
    flags, unflags = (manifest["build"][name].split() for name in ("flags", "unflags"))
    assert {"-flto", "-Os"} <= set(unflags) and not set(flags) & set(unflags)


def test_cmsis():
    files = packaged("cortex-m4", "secp256r1", "ecdh", "size", "cmsis")
    root = ElementTree.fromstring(files["Motecurve.pdsc"].encode())
    named = {one.get("name") for one in root.iter("file")} - {"src/"}
    assert named <= set(files)
    assert {path for path in files if path.startswith("src/units/")} <= named


SLOW = {"contiki-ng", "tinyos", "riot", "esp-idf"}
TRIED = {"contiki-ng": "linked once", "riot": "Built in RIOT"}
ASKED = {"contiki-ng": "telosb speed", "tinyos": "telosb speed", "esp-idf": "ESP32-C3 fast"}


@pytest.mark.parametrize(
    "package",
    [pytest.param(n, marks=pytest.mark.slow) if n in SLOW else n for n in packages.PACKAGES if n != "arduino"],
)
def test_untried_says_so(package):
    board, prefer = ASKED.get(package, "cortex-m4 size").split()
    files = packaged(board, "sect233k1", "ecdh", prefer, package)
    assert TRIED.get(package, "Not tried") in " ".join(files["README.md"].split())
    assert not any(re.search(r"@[A-Z_]+@", text) for text in files.values())


def test_package_for_another_device():
    with pytest.raises(MotecurveError, match="arduino is not for MSP430F1611"):
        packaged("telosb", "sect233k1", "ecdh", "speed", "arduino")
    with pytest.raises(MotecurveError, match="esp-idf is not for STM32F405RG; it is for ESP32, "):
        packaged("cortex-m4", "sect233k1", "ecdh", "speed", "esp-idf")


# Its platforms, by the instructions of the drop: a core with UMAAL is no M0, and no platform of RISC-V has Zbc.
PLATFORMS = {
    "cortex-m0plus secp256r1 balanced": ({"raspberrypi", "nordicnrf51", "ststm32"}, {"atmelavr", "teensy"}),
    "cortex-m4 Curve25519 fast": ({"nordicnrf52", "ststm32"}, {"raspberrypi", "nordicnrf51"}),
    "ESP32-C3 Curve25519 fast": ({"espressif32", "gd32v"}, {"espressif8266", "ststm32"}),
}


@pytest.mark.parametrize("asked", PLATFORMS)
def test_platforms(asked):
    board, curve, prefer = asked.split()
    found = json.loads(packaged(board, curve, "ecdh", prefer, "platformio")["library.json"])["platforms"]
    has, has_not = PLATFORMS[asked]
    assert has <= set(found) and not has_not & set(found)


@pytest.mark.slow
def test_no_platform():
    with pytest.raises(MotecurveError, match="no platform of platformio has the instructions of Ibex RV32IMCB"):
        packaged("ibex-b", "sect233k1", "ecdh", "fast", "platformio")


def test_flags_of_one_compiler():
    """Clang for the same core refuses a flag of GCC: each system is told so in its own way."""
    parts = {"zephyr": "zephyr_library_cc_option({})", "riot": "ifneq (llvm,$(TOOLCHAIN))\n  CFLAGS += {}\nendif"}
    for package, way in parts.items():
        files = packaged("cortex-m0plus", "secp256r1", "ecdh", "balanced", package)
        text = files["CMakeLists.txt" if package == "zephyr" else "Makefile"]
        assert way.format("-masm-syntax-unified") in text
        assert text.count("-masm-syntax-unified") == 1
    alone = layout.files(drop_of("cortex-m0plus", "secp256r1", "ecdh", "balanced"))["CMakeLists.txt"]
    assert "$<$<C_COMPILER_ID:GNU>:-masm-syntax-unified>" in alone
