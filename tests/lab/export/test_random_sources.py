"""The random sources of drops, run as machine code: healthy ones give keys, and faults end in an error."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from motelab.boards import board as boards
from motelab.boards import chips
from motelab.export import calls, layout, random_sources, templates, writing
from motelab.export.drop import Drop
from motelab.subjects import curves
from tests.lab.export import strict

HERE = Path(__file__).parent
KEY_BYTES = 21
SAMPLES_A_BYTE = 8 * 64
TRIED_BYTES = 2 * 16  # which the library draws before a key, and compares
ZEROS, ERROR_RANDOM = "00" * KEY_BYTES, "0a"  # MC_ERROR_RANDOM


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    """A function of samples of noise that simulates an ATmega128, and returns two statuses, each with a key."""
    folder = tmp_path_factory.mktemp("avr")
    drop = Drop(boards.load("micaz"), curves.find("sect163k1"), calls.parsed("sign"), "speed")
    writing.write(folder / "mote", layout.files(drop))
    shutil.copy(HERE / "draws.c", folder / "mote/example.c")
    warnings = f"{strict.MAKE} -DMOTECURVE_RANDOM_IS_CHECKED"
    subprocess.run(["make", warnings], cwd=folder / "mote", check=True, capture_output=True)
    analogue = ["gcc", "-O2", "-Wall", "-Wextra", HERE / "analogue.c", "-o", folder / "analogue", "-lsimavr", "-lelf"]
    subprocess.run(analogue, check=True)

    def run(samples: int) -> list[list[str]]:
        command = [folder / "analogue", folder / "mote/build/example.elf", str(samples)]
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
        return [line.split() for line in done.stderr.splitlines()]

    return run


def test_noise_at_the_converter_of_an_avr(drawn):
    (first, key), (second, other) = drawn(500 * SAMPLES_A_BYTE)
    assert (first, second) == ("00", "00") and len(key) == 2 * KEY_BYTES
    ones = (int(key, 16) ^ int(other, 16)).bit_count()
    assert 40 < ones < 123  # of 163 bits


@pytest.mark.parametrize("octets", [0, 1, 10, TRIED_BYTES + 10])
def test_stuck_converter_of_an_avr(octets, drawn):
    """At once, before a key, and in the middle of one, where only the source can notice it."""
    assert drawn(octets * SAMPLES_A_BYTE) == [[ERROR_RANDOM, ZEROS]] * 2


def source_of(kind: str, device: str) -> str:
    """motecurve_random.c of a drop for a device."""
    return templates.filled(layout.TEMPLATES / "motecurve_random.c.in", random_sources.values(kind, device))


GENERATORS = {"stm32": ("STM32F405RG", 4), "nrf52": ("nRF52840", 5)}  # a chip of each, and the registers of its source
FAULTS = {"stm32": ("none", "stuck", "silent", "seed", "clock"), "nrf52": ("none", "stuck", "silent")}


@pytest.fixture(scope="module")
def generators(tmp_path_factory):
    """The source for a chip of each family over a model of its registers, as a program."""
    folder, made = tmp_path_factory.mktemp("generators"), {}
    for name, (device, registers) in GENERATORS.items():
        (folder / name).mkdir()
        pattern = r"\*\(volatile uint32_t \*\)(0x\w+)"
        text, count = re.subn(pattern, r"*register_at(\1)", source_of("thumb", device))
        assert count == registers
        (folder / name / "motecurve.h").write_text(
            "#include <stddef.h>\n#include <stdint.h>\n"
            "int motecurve_random(void *context, uint8_t *out, size_t bytes);\n"
            "uint32_t *register_at(uint32_t address);\n"
        )
        (folder / name / "motecurve_random.c").write_text(text)
        sources = ["motecurve_random.c", HERE / "generator.c", HERE / f"generator_{name}.c"]
        command = ["gcc", "-O2", *strict.FLAGS, "-DMOTECURVE_RANDOM_IS_CHECKED", "-I.", *sources, "-o", "generator"]
        subprocess.run(command, cwd=folder / name, check=True)
        made[name] = folder / name / "generator"
    return made


@pytest.mark.parametrize(("name", "fault"), [(name, fault) for name, faults in FAULTS.items() for fault in faults])
def test_generator(name, fault, generators):
    done = subprocess.run([generators[name], fault], capture_output=True, text=True, check=True, timeout=60)
    status, octets = done.stdout.split()
    assert (status == "0") == (fault == "none")
    if fault == "none":
        assert len(set(bytes.fromhex(octets))) > 8


# By the reference manuals and the product specification: the register of the clock, or the first of all, and its bit or
# that of the correction; RNG_CR, or VALUE.
ADDRESSES = {
    "STM32F407VG": (0x40023834, "1u << 6;", 0x50060800), "STM32L476RG": (0x4002104C, "1u << 18;", 0x50060800),
    "STM32L073RZ": (0x40021030, "1u << 20;", 0x40025000), "nRF52832": (0x4000D000, "CONFIG = 1;", 0x4000D508),
}  # fmt: skip


@pytest.mark.parametrize("device", ADDRESSES)
def test_each_chip_has_its_own_generator(device):
    clock, bit, control = ADDRESSES[device]
    text = source_of("thumb", device)
    assert {clock, control} <= {int(word, 16) for word in re.findall(r"0x\w{8}", text)} and bit in text
    assert device in text


@pytest.mark.parametrize("device", ["ATSAMD21J18A", "RP2040", "STM32F411RE", "STM32L011K4", "MSP430F1611", "RV32IMAC"])
def test_a_chip_without_a_generator_gets_no_other_s(device):
    """The text fails until it is filled in: by its status and, with the macro, in the compiler."""
    text = source_of("thumb", device)
    assert device in text and '#error "fill in motecurve_random"' in text and "0x" not in text


def test_every_chip_of_the_lab_has_a_source():
    """Of each board and chip: by its kind of device, and with no name left open."""
    devices = {boards.load(name).device for name in boards.simulated()}
    devices |= {chip.device for chip in chips.every().values() if chip.device}
    texts = [source_of("bare", device) for device in devices]
    assert len(texts) > 30 and not any(re.search(r"@\w+@", text) for text in texts)
    assert all(text.count("int motecurve_random(") in (1, 2) for text in texts)
