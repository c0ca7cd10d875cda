"""A program that leaves too little stack is refused when it is linked, compiled or started, on every kind of device."""

import re
import subprocess
from pathlib import Path

import pytest

from motelab import ROOT
from motelab.boards import binutils
from motelab.boards import board as boards
from motelab.export import calls, fits, layout, packages, room, templates, texts, writing
from motelab.export.drop import Drop
from motelab.subjects import curves
from tests.lab.export import arduino, strict

HERE = Path(__file__).parent


def drop_of(board: str, curve: str, words: str, prefer: str = "speed") -> Drop:
    return Drop(boards.load(board), curves.find(curve), calls.parsed(words), prefer)


@pytest.fixture(scope="module")
def large() -> Drop:
    """Its verification takes 2 KB of stack on an AVR."""
    return drop_of("micaz", "secp256r1", "ecdh,sign,verify")


def test_its_own_example_is_refused_on_an_uno(large, tmp_path):
    files = packages.files(large, "arduino")
    writing.write(tmp_path / "Motecurve", files)
    _, refused = arduino.linked(tmp_path / "Motecurve", "Ecdh", tmp_path)
    assert f"`.room_for_{large.stack_bytes}_bytes_of_stack_in_motecurve' will not fit in region `data'" in refused
    for word in ("Ecdh", "Sign"):
        said = files[f"examples/{word}/{word}.ino"].partition("#include")[0]
        assert "It fits an Arduino Mega 2560, but does not fit an Arduino Uno (2,048 B of RAM" in said


def linked_for(folder: Path, mcu: str, variables: int, stack_bytes: int, *flags: str) -> str:
    """What the linker says of a program with so many bytes of variables and the part that looks."""
    (folder / "motecurve.h").write_text(
        f"#define MOTECURVE_STACK_BYTES {stack_bytes}\nlong motecurve_free_stack(void);\n"
        "void motecurve_too_little_stack(long free_bytes);\n"
    )
    text = templates.filled(layout.STACK_PART, texts.kinds("avr") | fits.values("avr", stack_bytes))
    (folder / "fits.c").write_text(f'#include "motecurve.h"\n{text}')
    (folder / "main.c").write_text(
        f"volatile char variables[{variables}];\nint main(void) {{ return variables[1]; }}\n"
    )
    command = ["avr-gcc", f"-mmcu={mcu}", "-Os", "-fdata-sections", "-Wl,--gc-sections", *flags, "main.c", "fits.c"]
    return subprocess.run([*command, "-o", "a.elf"], cwd=folder, capture_output=True, text=True).stderr


@pytest.mark.parametrize("flags", [(), ("-flto",)])
@pytest.mark.parametrize(
    ("mcu", "ram", "returns"), [("atmega328p", 2048, 0), ("atmega2560", 8192, 32), ("atxmega128a4u", 8192, 32)]
)
def test_an_avr_s_ram_to_the_byte(mcu, ram, returns, flags, tmp_path):
    """The chip's own RAM, whatever a Makefile says; a program counter of 22 bits takes more stack."""
    free = ram - 1000 - fits.OWN_STACK_BYTES - returns
    assert not linked_for(tmp_path, mcu, 1000, free, *flags)
    refused = linked_for(tmp_path, mcu, 1000, free + 1, *flags)
    assert f"`.room_for_{free + 1}_bytes_of_stack_in_motecurve' will not fit" in refused
    assert not linked_for(tmp_path, mcu, 1000, free + 1, *flags, "-DMOTECURVE_IN_OTHER_THREADS")


def test_the_example_says_which_boards_it_fits(large):
    """By the records: signatures on secp256r1 take more flash than an Uno has, too."""
    small = drop_of("micaz", "Curve25519", "ecdh")
    assert "It fits an Arduino Uno and an Arduino Mega 2560." in room.of_example(small, "ecdh")
    assert not room.of_example(small, "sign")
    needed = [room.needed(*pair) for pair in ((small, "ecdh"), (large, "sign"))]
    fitting = [[room.fits(boards.load(name), *both) for name in room.BOARDS] for both in needed]
    assert fitting == [[True, True], [False, True]] and needed[1][0] > boards.load("uno").usable_flash_bytes


SCRIPT = """ENTRY(_start)
MEMORY { flash (rx) : ORIGIN = 0, LENGTH = 512K
         ram (rw) : ORIGIN = 0x20000000, LENGTH = %d }
SECTIONS {
    .text : { KEEP(*(.vectors)) *(.text*) *(.rodata*) } > flash
    .init_array : { __init_array_start = .; KEEP(*(.init_array*)) __init_array_end = .; } > flash
    .data : { *(.data*) } > ram
    .bss : { *(.bss*) *(COMMON) _end = .; } > ram
    _estack = ORIGIN(ram) + LENGTH(ram);
}
"""


@pytest.fixture(scope="module")
def cortex_m(tmp_path_factory):
    """A built drop for Cortex-M4 with a start-up code, and its need of stack."""
    folder = tmp_path_factory.mktemp("cortex-m") / "mote"
    drop = drop_of("cortex-m4", "secp256r1", "ecdh", "size")
    writing.write(folder, layout.files(drop))
    subprocess.run(["make", strict.MAKE], cwd=folder, check=True, capture_output=True)
    compiled = ["arm-none-eabi-gcc", "-mthumb", "-mcpu=cortex-m4", "-Os", "-c", HERE / "starts.c", "-o", "starts.o"]
    subprocess.run(compiled, cwd=folder, check=True)
    return folder, drop.stack_bytes


def linked(folder: Path, ram: int, *scripts: str) -> str:
    (folder / "device.ld").write_text(SCRIPT % ram)
    objects = ["starts.o", "build/example.o", "build/motecurve_random.o", "build/libmotecurve.a"]
    command = ["arm-none-eabi-gcc", "-mthumb", "-mcpu=cortex-m4", "-nostartfiles", "-Wl,--gc-sections", *objects]
    command += ["-Wl,--no-warn-rwx-segments", "-Wl,--no-warn-execstack", "-Tdevice.ld", *scripts, "-o", "a.elf"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True).stderr


def test_a_cortex_m_is_refused_when_it_is_linked(cortex_m):
    folder, stack_bytes = cortex_m
    assert not linked(folder, stack_bytes + 1024, "-Tmotecurve_fits.ld")
    needed = stack_bytes + fits.OWN_STACK_BYTES
    refused = linked(folder, stack_bytes + 128, "-Tmotecurve_fits.ld")
    assert f"too little RAM: motecurve needs {needed} bytes of stack beside the variables" in refused


@pytest.mark.parametrize(("more", "status"), [(1024, "0"), (128, "-2")], ids=["enough", "too little"])
def test_a_cortex_m_is_refused_when_it_starts(more, status, cortex_m):
    """Without the script of the drop: in place of main its handler runs, which the example has."""
    folder, stack_bytes = cortex_m
    assert not linked(folder, stack_bytes + more)
    command = ["qemu-system-arm", "-M", "mps2-an386", "-nographic", "-semihosting-config", "enable=on,target=native"]
    done = subprocess.run([*command, "-kernel", "a.elf"], cwd=folder, capture_output=True, text=True, timeout=60)
    assert done.stderr.split() == ["result", status]


@pytest.fixture(scope="module")
def msp430(tmp_path_factory):
    """A built drop for MSP430, with no C library and none of a compiler's routines at hand."""
    folder = tmp_path_factory.mktemp("msp430") / "mote"
    drop = drop_of("telosb", "secp256r1", "ecdh", "size")
    writing.write(folder, layout.files(drop))
    tools = binutils.folder("msp430-elf")
    command = ["make", f"BINUTILS={tools}/", strict.MAKE]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    (folder / "start.s").write_text(
        ' .section .text.start,"ax",@progbits\n .global _start\n_start: mov #__stack, r1\n br #main\n'
    )
    subprocess.run([tools / "as", "-mcpu=msp430", "-mn", "start.s", "-o", "start.o"], cwd=folder, check=True)
    return folder, drop


def of_msp430(folder: Path, ram: int, *objects: str) -> str:
    """What the linker says of the drop's example with other objects."""
    script = (ROOT / "boards/telosb/link.ld").read_text()
    (folder / "device.ld").write_text(re.sub(r"LENGTH = 10240", f"LENGTH = {ram}", script))
    names = ["start.o", "build/example.o", "build/motecurve.o", "build/motecurve_random.o", *objects]
    flags = ["--gc-sections", "--nmagic", f"-L{ROOT}/boards/msp430", "-Tdevice.ld", "-o", "a.elf"]
    command = [binutils.tool("msp430-elf", "ld"), *names, *flags]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True).stderr


def test_an_msp430_is_refused_when_it_is_linked(msp430):
    folder, drop = msp430
    assert not of_msp430(folder, 10240)
    refused = of_msp430(folder, drop.stack_bytes + 100)
    assert f"`.room_for_{drop.stack_bytes}_bytes_of_stack_in_motecurve' will not fit in region `ram'" in refused


def symbols(path: Path) -> dict[str, str]:
    """Kinds of the symbols of an object by name."""
    listed = subprocess.run(["nm", path], capture_output=True, text=True, check=True).stdout
    return {line.split()[-1]: line.split()[-2] for line in listed.splitlines()}


def test_the_routines_of_an_msp430_are_the_measured_ones(msp430):
    """The library takes none of the toolchain's, with or without them beside it, and does not clash with them."""
    folder, drop = msp430
    assert {"__mspabi_mpyi", "__mspabi_mpyl", "memset"} <= set(drop.closure.renames)
    found = symbols(folder / "build/motecurve.o")
    assert {name for name, kind in found.items() if kind == "U"} == set()
    assert all(found[own] == "T" for own in drop.closure.renames.values())
    assert not set(drop.closure.renames) & set(found)
    others = "".join(f" .global {name}\n{name}: ret\n" for name in drop.closure.renames)
    (folder / "others.s").write_text(f" .text\n{others}")
    subprocess.run(
        [binutils.tool("msp430-elf", "as"), "-mcpu=msp430", "-mn", "others.s", "-o", "others.o"], cwd=folder, check=True
    )
    assert not of_msp430(folder, 10240, "others.o")
    assert {"motecurve_mpyi", "motecurve_memset"} <= set(symbols(folder / "a.elf"))


MAIN_STACKS = {
    "zephyr": (
        "CONFIG_MAIN_STACK_SIZE",
        "struct { struct { unsigned long start; } stack_info; } *k_current_get(void);",
    ),
    "riot": ("THREAD_STACKSIZE_MAIN", "struct { char *stack_start; } *thread_get_active(void);"),
}
HEADERS = ("zephyr/kernel.h", "thread.h")


@pytest.fixture(scope="module")
def threads() -> Drop:
    return drop_of("cortex-m4", "secp256r1", "ecdh", "size")


@pytest.mark.parametrize("package", MAIN_STACKS)
def test_a_system_with_threads_is_refused_when_it_is_compiled(package, threads, tmp_path):
    """By the size of the main thread's stack, over stand-ins for the headers of the systems. ESP-IDF's is in
    test_esp_chips.py."""
    writing.write(tmp_path / "mote", packages.files(threads, package))
    size, declared = MAIN_STACKS[package]
    for name in HEADERS:
        (tmp_path / "headers" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "headers" / name).write_text(f"#pragma once\n{declared if name == HEADERS[0] else ''}\n")
    command = ["arm-none-eabi-gcc", "-mthumb", "-mcpu=cortex-m4", *strict.FLAGS, "-I../headers"]
    command += ["-include", "zephyr/kernel.h", "-DDEVELHELP", "-DCONFIG_THREAD_STACK_INFO", "-c"]
    command += ["src/motecurve.c", "-o", "fits.o"]
    needed = threads.stack_bytes + fits.OWN_STACK_BYTES

    def said(*flags: str) -> str:
        return subprocess.run([*command, *flags], cwd=tmp_path / "mote", capture_output=True, text=True).stderr

    assert not said(f"-D{size}={needed}")
    assert "too little stack: " in said(f"-D{size}={needed - 1}") and str(needed) in said(f"-D{size}={needed - 1}")
    other = "CONFIG_MOTECURVE_IN_OTHER_THREADS" if package == "zephyr" else "MOTECURVE_IN_OTHER_THREADS"
    assert not said(f"-D{size}=512", f"-D{other}")


def test_every_way_has_words():
    kinds = ("avr", "msp430", "thumb", "riscv", "xtensa", "linux", "bare")
    ways = {fits.way_of(kind, package) for kind in kinds for package in ("", *packages.PACKAGES)}
    assert ways == set(fits.WAYS)
