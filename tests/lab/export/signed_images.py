"""Images of MCUboot, signed by imgtool, and drops that check them: on this computer under the sanitizers, and in the
emulator of a board. imgtool is MCUboot's own program, and shares no code with the project."""

import ctypes
import dataclasses
import struct
import subprocess
from collections.abc import Iterable
from pathlib import Path

from click.testing import CliRunner
from imgtool.main import imgtool

from motelab import ROOT
from motelab.boards import board as boards
from motelab.export import calls, layout, purposes, writing
from motelab.export.drop import Drop
from motelab.subjects import curves

HERE = Path(__file__).parent
HEADER_BYTES = 0x40
PAYLOAD = bytes(i * i % 251 for i in range(200))
VALID = 0x3A5C96E1
REFUSALS = ("NONE", "KIND", "SIZE", "TLV", "TLV_TYPE", "TLV_MISSING", "KEY", "HASH", "SIGNATURE")  # from 1 on
SANITIZERS = ("-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-Wall", "-Wextra", "-Werror")


@dataclasses.dataclass(frozen=True)
class Kind:
    """A way to sign: the curve, imgtool's type of key and options, and the options of the compiler that go with it."""

    curve: str
    key: str
    options: tuple[str, ...] = ()
    macros: tuple[str, ...] = ()


KINDS = {
    "p256": Kind("secp256r1", "ecdsa-p256"),
    "ed25519-sha256": Kind("Ed25519", "ed25519", ("--sha", "256")),
    "ed25519-sha512": Kind("Ed25519", "ed25519", ("--sha", "512"), ("-DMCUBOOT_SHA512",)),
    "ed25519-pure": Kind("Ed25519", "ed25519", ("--pure",), ("-DMCUBOOT_SHA512", "-DMCUBOOT_SIGN_PURE")),
}


def of_imgtool(*arguments: object) -> str:
    """The output of the program with these arguments."""
    done = CliRunner().invoke(imgtool, [str(one) for one in arguments])
    assert done.exit_code == 0, done.output
    return done.stdout


def key_file(folder: Path, kind: Kind, name: str = "key.pem") -> Path:
    if not (folder / name).exists():
        of_imgtool("keygen", "-k", folder / name, "-t", kind.key)
    return folder / name


def signed(folder: Path, kind: Kind, payload: bytes = PAYLOAD, *options: object, key: str = "key.pem") -> bytes:
    """The image of a payload."""
    (folder / "payload.bin").write_bytes(payload)
    asked = ("-k", key_file(folder, kind, key), "--header-size", HEADER_BYTES, "--pad-header", "--version", "1.2.3")
    asked += ("--slot-size", 0x20000, *kind.options, *options)
    of_imgtool("sign", *asked, folder / "payload.bin", folder / "signed.bin")
    return (folder / "signed.bin").read_bytes()


def dropped(folder: Path, board: str, curve: str, prefer: str) -> Drop:
    """Writes a drop for verified boot; its folder is `folder`/boot."""
    device, found, words = boards.load(board), curves.find(curve), calls.parsed("verify")
    drop = Drop(device, found, words, prefer, (), purposes.of("mcuboot", device, found, words))
    writing.write(folder / "boot", layout.files(drop))
    return drop


def take_key(folder: Path, kind: Kind) -> None:
    """The public key for the drop in `folder`/boot."""
    listed = of_imgtool("getpub", "-k", key_file(folder, kind), "--encoding", "lang-c")
    (folder / "boot/mcuboot/keys.c").write_text(listed)


def made(folder: Path, *arguments: str) -> subprocess.CompletedProcess:
    """`make` in the drop's folder for verified boot."""
    command = ["make", "-s", "-C", str(folder / "boot/mcuboot"), "WARNINGS=-Wall -Wextra -Werror", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def on_this_computer(folder: Path, kind: Kind) -> Path:
    """A program of the drop's sources that checks slots (boot_cases.c) under the sanitizers. The library itself, which
    has tests of its own, is compiled without them."""
    boot, program = folder / "boot", folder / f"cases{''.join(kind.macros)}"
    tools = ("CC=gcc", "AR=ar", "MACHINE=", "WHOLE=", "CFLAGS=-std=gnu11 -O1 -fPIC", "BUILD=../host")
    subprocess.run(["make", "-s", "-C", boot, *tools, "../host/libmotecurve.a"], check=True)
    name = "ed25519_pub_key" if kind.key == "ed25519" else "ecdsa_pub_key"
    command = ["gcc", *SANITIZERS, *kind.macros, f"-DKEY={name}", f"-DKEY_LENGTH={name}_len", f"-I{boot}"]
    sources = [boot / "mcuboot" / part for part in ("motecurve_mcuboot.c", "motecurve_image.c", "keys.c")]
    command += [f"-I{boot}/mcuboot", HERE / "boot_cases.c", *sources, folder / "host/libmotecurve.a", "-o", program]
    subprocess.run(command, check=True)
    return program


def functions(folder: Path) -> ctypes.CDLL:
    """The functions that MCUboot calls, behind the library of `on_this_computer`."""
    boot, library = folder / "boot", folder / "functions.so"
    command = ["gcc", "-std=gnu11", "-O1", "-fPIC", "-shared", f"-I{boot}", boot / "mcuboot/motecurve_mcuboot.c"]
    subprocess.run([*command, folder / "host/libmotecurve.a", "-o", library], check=True)
    return ctypes.CDLL(str(library))


def as_input(slots: Iterable[bytes]) -> bytes:
    """What boot_cases.c reads."""
    return b"".join(struct.pack("<I", len(slot)) + slot for slot in slots) + b"\xff" * 4


def results(output: bytes) -> list[str]:
    """The result of each slot that boot_cases.c checked, in words; it finds an image in valid ones alone."""
    found = []
    for result, start, length in struct.iter_unpack("<III", output):
        assert (start > 0 and length > 0) == (result == VALID)
        found.append("VALID" if result == VALID else REFUSALS[result - 1])
    return found


def checked(program: Path, slots: Iterable[bytes]) -> list[str]:
    """The results of a program of `on_this_computer`."""
    done = subprocess.run([program], input=as_input(slots), capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    return results(done.stdout)


APPLICATION = """#include <stdint.h>
static void ask(uint32_t operation, const void *argument)
{
    register uint32_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
}
static void start(void)
{
    ask(0x04, "application: started\\n");
    ask(0x18, (const void *)0x20026);
}
__attribute__((section(".vectors"), used)) static const void *const vectors[16] = {(void *)0x20002000, start};
"""
SCRIPT = "SECTIONS { . = %d; .text : { KEEP(*(.vectors)) *(.text* .rodata*) } }\n"
SLOT = 0x8000


def application(folder: Path) -> bytes:
    """A program for the slot that says that it has started, and ends the emulator."""
    (folder / "application.c").write_text(APPLICATION)
    (folder / "application.ld").write_text(SCRIPT % (SLOT + HEADER_BYTES))
    flags = ["-mthumb", "-mcpu=cortex-m0plus", "-Os", "-nostdlib", "-Wl,--build-id=none", "-T", "application.ld"]
    subprocess.run(["arm-none-eabi-gcc", *flags, "application.c", "-o", "application.elf"], cwd=folder, check=True)
    copied = ["arm-none-eabi-objcopy", "-O", "binary", "application.elf", "application.bin"]
    subprocess.run(copied, cwd=folder, check=True)
    return (folder / "application.bin").read_bytes()


def started(folder: Path, image: bytes, kind: Kind, *arguments: str) -> str:
    """What the boot loader and the application say in the emulator."""
    (folder / "image.bin").write_bytes(image)
    return made(folder, "run", f"IMAGE={folder}/image.bin", *_macros(kind), *arguments).stderr


def _macros(kind: Kind) -> tuple[str, str]:
    return f"HASH={' '.join(kind.macros[:1])}", f"SIGNED={' '.join(kind.macros[1:])}"


def case_image(folder: Path, kind: Kind, drop: Drop) -> Path:
    """An image of the lab's platform with the drop's objects that checks slots (boot_cases.c)."""
    done = made(folder, *_macros(kind), "all")
    assert done.returncode == 0, done.stderr
    name = "ed25519_pub_key" if kind.key == "ed25519" else "ecdsa_pub_key"
    boot, platform, image = folder / "boot", drop.board.platform_folder, folder / "cases.elf"
    command = [drop.board.compiler.command, *drop.builder.flags, *drop.builder.flags_of_firmware, *kind.macros]
    command += [f"-DKEY={name}", f"-DKEY_LENGTH={name}_len", f"-I{platform}", f"-I{ROOT}/boards/firmware"]
    command += [f"-I{boot}", f"-I{boot}/mcuboot"]
    parts = [boot / f"mcuboot/build/{part}.o" for part in ("motecurve_mcuboot", "motecurve_image", "keys")]
    sources = [HERE / "boot_cases.c", platform / "start.c", platform / "memory.c"]
    linked = [*sources, *parts, boot / "build/libmotecurve.a", *drop.board.compiler.link_flags, "-o", image]
    subprocess.run([*map(str, command), *map(str, linked)], cwd=ROOT, check=True)
    return image
