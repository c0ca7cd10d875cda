"""A drop on other processors and beside other people's code: one sentence for a processor that lacks an instruction, an
example for the serial ports of AVRs, and no header that takes the place of a standard one."""

import subprocess
from pathlib import Path

import pytest

from motelab.boards import board as boards
from motelab.export import calls, layout, writing
from motelab.export.drop import Drop
from motelab.subjects import curves
from tests.lab.export import strict

ASKED = {
    "avr": "micaz Curve25519 size", "msp430": "telosb secp256r1 size", "thumb": "cortex-m0plus secp256r1 size",
    "armv7": "cortex-m4 secp256r1 speed", "linux": "rpi2 secp256r1 size", "riscv": "rv32 sect163k1 size",
}  # fmt: skip
# A compiler's command for each target, as a user has it.
COMPILERS = {
    "avr": "avr-gcc -mmcu=atmega128", "msp430": "clang-14 --target=msp430 -DMC_MSP430_MULTIPLIER=0x130",
    "thumb": "arm-none-eabi-gcc -mthumb -mcpu=cortex-m0", "armv7": "arm-none-eabi-gcc -mthumb -mcpu=cortex-m4",
    "linux": "arm-linux-gnueabihf-gcc", "riscv": "riscv64-unknown-elf-gcc -ffreestanding -march=rv32imac -mabi=ilp32",
}  # fmt: skip
LACK_C_LIBRARY = ("msp430", "riscv")


@pytest.fixture(scope="module")
def dropped(tmp_path_factory):
    """A function of a target: the folder of a drop for it, written once."""
    written: dict[str, Path] = {}

    def folder(target: str) -> Path:
        if target not in written:
            board, curve, prefer = ASKED[target].split()
            device = calls.board_of("riscv") if board == "rv32" else boards.load(board)
            written[target] = tmp_path_factory.mktemp(target) / "mote"
            writing.write(written[target], layout.files(Drop(device, curves.find(curve), ("ecdh",), prefer)))
        return written[target]

    return folder


def complaints(command: str, folder: Path, source: str) -> str:
    """What a compiler says of a source."""
    asked = [*command.split(), "-std=gnu11", *strict.FLAGS, "-fsyntax-only", source]
    return subprocess.run(asked, cwd=folder, capture_output=True, text=True).stderr


PROGRAM = """#include <string.h>
#include "motecurve.h"
size_t length(const char *a, const char *b);
size_t length(const char *a, const char *b)
{
    return strcmp(a, b) ? strlen(a) : sizeof(mc_status);
}
"""
# Some C library's, where the compiler has none.
STRING_H = """#include <stddef.h>
size_t strlen(const char *);
int strcmp(const char *, const char *);
void *memcpy(void *restrict, const void *restrict, size_t);
void *memset(void *, int, size_t);
"""


@pytest.mark.parametrize("target", ASKED)
def test_a_program_has_its_own_string_h(target, dropped, tmp_path):
    """So has the library, which compiles without one, too."""
    folder = dropped(target)
    assert [path.name for path in folder.glob("*.h")] == ["motecurve.h"]
    (tmp_path / "program.c").write_text(PROGRAM)
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    if target in LACK_C_LIBRARY:
        (theirs / "string.h").write_text(STRING_H)
    command = f"{COMPILERS[target]} -I{folder} -isystem {theirs}"
    assert not complaints(command, tmp_path, "program.c")
    assert not complaints(f"{command} -ffreestanding -include string.h -DMC_UNIT=1", folder, "motecurve.c")
    if target in LACK_C_LIBRARY:
        assert not complaints(f"{COMPILERS[target]} -ffreestanding -DMC_UNIT=1", folder, "motecurve.c")


@pytest.mark.parametrize(
    ("target", "command", "needed"),
    [
        ("avr", "avr-gcc -mmcu=attiny85", "an AVR with a multiplier"),
        ("msp430", "clang-14 --target=msp430", "an MSP430 with a multiplier at the address MC_MSP430_MULTIPLIER"),
        ("armv7", "arm-none-eabi-gcc -mthumb -mcpu=cortex-m0", "an ARM processor with UMAAL"),
        ("armv7", "arm-none-eabi-gcc -mthumb -mcpu=cortex-m3", "an ARM processor with UMAAL"),
        ("riscv", "riscv64-unknown-elf-gcc -ffreestanding -march=rv32i -mabi=ilp32", "RV32I with the extension M"),
        ("riscv", "riscv64-unknown-elf-gcc -ffreestanding -march=rv64imac -mabi=lp64", "RV32I with the extension M"),
    ],
)
def test_a_processor_without_an_instruction(target, command, needed, dropped):
    """In C and, where there is assembly, in its file."""
    folder = dropped(target)
    assert f'#error "these sources need {needed}' in complaints(f"{command} -DMC_UNIT=1", folder, "motecurve.c")
    for path in folder.glob("*.S"):
        asked = [*command.split(), "-E", path]
        assert needed in subprocess.run(asked, capture_output=True, text=True).stderr
        assert not subprocess.run([*COMPILERS[target].split(), "-E", path], capture_output=True, text=True).stderr


@pytest.mark.parametrize("mcu", ["atmega328p", "atmega32", "atmega32u4", "atxmega128a4u"])
def test_the_example_on_other_avrs(mcu, dropped):
    """Of each kind of serial port."""
    assert not complaints(f"avr-gcc -mmcu={mcu} -Os -DF_CPU=16000000UL", dropped("avr"), "example.c")


def test_an_atxmega_links(dropped):
    """The whole example, with the library."""
    made = ["make", "MACHINE=-mmcu=atxmega128a4u", "RAM_BYTES=8192", strict.MAKE, "BUILD=xmega"]
    assert subprocess.run(made, cwd=dropped("avr"), capture_output=True).returncode == 0
