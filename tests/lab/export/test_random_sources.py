"""The random sources of drops, run as machine code: healthy ones give keys, and faults end in an error."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from motelab.boards import board as boards
from motelab.export import calls, layout, templates, writing
from motelab.export.drop import Drop
from motelab.subjects import curves

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
    warnings = "WARNINGS=-Wall -Wextra -Werror -DMOTECURVE_RANDOM_IS_CHECKED"
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


@pytest.fixture(scope="module")
def generator(tmp_path_factory):
    """The source for STM32F4 over a model of its registers, as a program."""
    folder = tmp_path_factory.mktemp("thumb")
    kinds = {kind: kind == "thumb" for kind in ("avr", "esp_idf", "linux", "msp430", "thumb")}
    text = templates.filled(layout.TEMPLATES / "motecurve_random.c.in", kinds)
    text, count = re.subn(r"\*\(volatile uint32_t \*\)(0x\w+)", r"*register_at(\1)", text)
    assert count == 4
    (folder / "motecurve.h").write_text(
        "#include <stddef.h>\n#include <stdint.h>\n"
        "int motecurve_random(void *context, uint8_t *out, size_t bytes);\nuint32_t *register_at(uint32_t address);\n"
    )
    (folder / "motecurve_random.c").write_text(text)
    flags = ["-O2", "-Wall", "-Wextra", "-Werror", "-DMOTECURVE_RANDOM_IS_CHECKED", "-I."]
    sources = ["motecurve_random.c", HERE / "generator.c"]
    subprocess.run(["gcc", *flags, *sources, "-o", "generator"], cwd=folder, check=True)
    return folder / "generator"


@pytest.mark.parametrize("fault", ["none", "stuck", "silent", "seed", "clock"])
def test_generator_of_stm32f4(fault, generator):
    done = subprocess.run([generator, fault], capture_output=True, text=True, check=True, timeout=60)
    status, octets = done.stdout.split()
    assert (status == "0") == (fault == "none")
    if fault == "none":
        assert len(set(bytes.fromhex(octets))) > 4
