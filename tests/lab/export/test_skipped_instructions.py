"""A fault that skips one instruction of a drop's boot loader does not start an image that is not signed. The skip is
the worse one that lasts: the instruction is a NOP in the image, in every pass of a loop."""

import re
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

from tests.lab.export import signed_images
from tests.lab.export.signed_images import HEADER_BYTES, KINDS

NOP = b"\xc0\x46"
ROUTINES = ("boot_start", "motecurve_image_check", "motecurve_verify", "compared")
FUNCTION = re.compile(r"^[0-9a-f]+ <(\S+)>:")
# Comparisons, conditional branches, calls and what is loaded, stored or moved before them.
INSTRUCTION = re.compile(r"^\s+([0-9a-f]+):\t([0-9a-f]{4})( [0-9a-f]{4})?\s+\t?(cmp|b\w\w|bl|str|movs)\b")
HANGS_S = 2


@pytest.fixture(scope="module")
def prepared(tmp_path_factory):
    """The folder of a drop with its boot loader for the emulator, and wrong images by what is wrong with them."""
    folder, kind = tmp_path_factory.mktemp("skips"), KINDS["p256"]
    signed_images.dropped(folder, "cortex-m0plus", kind.curve, "small")
    signed_images.take_key(folder, kind)
    program = signed_images.application(folder)
    image = signed_images.signed(folder, kind, program)
    assert "application: started" in signed_images.started(folder, image, kind)
    other = signed_images.signed(folder, kind, program, key="other.pem")
    end = HEADER_BYTES + len(program)
    own, strange = tlvs(image[end:]), tlvs(other[end:])
    area = b"".join(struct.pack("<HH", k, len(v)) + v for k, v in {**own, 0x22: strange[0x22]}.items())
    wrong = {
        "hash": image[:40] + b"\1" + image[41:],  # the program itself is whole, and would start
        "key": other,
        "signature": image[:end] + struct.pack("<HH", 0x6907, len(area) + 4) + area,
    }
    return folder, wrong


def tlvs(area: bytes) -> dict[int, bytes]:
    """The TLVs of an area, by type."""
    at, found = 4, {}
    while at < len(area):
        kind, count = struct.unpack_from("<HH", area, at)
        found[kind] = area[at + 4 : at + 4 + count]
        at += 4 + count
    return found


def without_each_instruction(elf: Path) -> Iterator[tuple[str, bytes]]:
    """Images of which one lacks each instruction of the routines, with its words."""
    whole, routine = elf.read_bytes(), ""
    with elf.open("rb") as opened:
        text = ELFFile(opened).get_section_by_name(".text")
        shift = text["sh_offset"] - text["sh_addr"]
    listed = subprocess.run(["arm-none-eabi-objdump", "-d", elf], capture_output=True, text=True, check=True).stdout
    for line in listed.splitlines():
        if found := FUNCTION.match(line):
            routine = found[1]
        elif (found := INSTRUCTION.match(line)) and routine.startswith(ROUTINES):
            at, count = int(found[1], 16) + shift, 2 if found[3] else 1
            yield f"{routine}: {line.strip()}", whole[:at] + NOP * count + whole[at + 2 * count :]


@pytest.mark.slow
@pytest.mark.turns(2)
@pytest.mark.parametrize("what", ["hash", "key", "signature"])
def test_one_skip_starts_nothing(what, prepared):
    folder, wrong = prepared
    (folder / "wrong.bin").write_bytes(wrong[what])
    emulator = re.search(r"^EMULATOR = (.*?) -display", (folder / "boot/mcuboot/Makefile").read_text(), re.M)[1].split()
    quiet = [
        "-display",
        "none",
        "-monitor",
        "none",
        "-serial",
        "none",
        "-semihosting-config",
        "enable=on,target=native",
    ]
    loaded = [f"loader,file={folder}/wrong.bin,addr={signed_images.SLOT},force-raw=on", "-kernel", f"{folder}/skip.elf"]
    tried = 0
    for words, image in without_each_instruction(folder / "boot/mcuboot/build/emulated.elf"):
        (folder / "skip.elf").write_bytes(image)
        try:
            done = subprocess.run([*emulator, *quiet, "-device", *loaded], capture_output=True, timeout=HANGS_S)
        except subprocess.TimeoutExpired:
            continue  # a loop without an end starts nothing
        assert b"application: started" not in done.stderr, words
        tried += 1
    assert tried > 100
