"""MCUboot's own sources with a drop behind them: bootutil_img_validate takes images that imgtool signed, and no others.

MC_MCUBOOT names a checkout of MCUboot with MCUBOOT_USE_CUSTOM_CRYPTO (its docs/custom_crypto.md, after 2.4.0).
Nothing of it is part of the project: without it the tests are skipped. The table of docs/start/verified-boot.md is
compared with what is measured here."""

import dataclasses
import functools
import os
import re
import subprocess
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519

from motelab import ROOT
from motelab.boards import board as boards
from motelab.boards import qemu_system, sizes
from motelab.boards.execution import Execution
from tests.lab.export import signed_images
from tests.lab.export.signed_images import KINDS

GLUE = Path(__file__).parent / "mcuboot"
PAGE = ROOT / "docs/start/verified-boot.md"
PAYLOAD = bytes(i * i % 251 for i in range(1024))
BOOTUTIL = (
    "image_validate", "bootutil_img_hash", "bootutil_find_key", "image_ecdsa", "image_ed25519", "tlv", "bootutil_misc",
    "bootutil_area", "fault_injection_hardening",
)  # fmt: skip
ASN1 = ("mbedtls-asn1/src/asn1parse.c", "mbedtls-asn1/src/platform_util.c", "tinycrypt/lib/source/utils.c")
# What MCUboot brings itself, with TinyCrypt for the hash.
OWN = {
    "secp256r1": (*(f"tinycrypt/lib/source/{name}.c" for name in ("ecc", "ecc_dsa", "sha256")), *ASN1),
    "Ed25519": ("fiat/src/curve25519.c", "tinycrypt-sha512/lib/source/sha512.c", *ASN1),
}
OWN_HEADERS = ("tinycrypt/lib/include", "tinycrypt-sha512/lib/include", "mbedtls-asn1/include", "fiat/include")
MACROS = {
    "secp256r1": ("-DMCUBOOT_SIGN_EC256", "-DKEY=ecdsa_pub_key", "-DKEY_LENGTH=ecdsa_pub_key_len"),
    "Ed25519": (
        "-DMCUBOOT_SIGN_ED25519", "-DMCUBOOT_SHA512", "-DKEY=ed25519_pub_key", "-DKEY_LENGTH=ed25519_pub_key_len",
    ),
}  # fmt: skip
FLAGS = (
    "-Os", "-std=gnu11", "-mthumb", "-masm-syntax-unified", "-ffunction-sections", "-fdata-sections", "-w",
    "-DMCUBOOT_FIH_PROFILE_MEDIUM",
)  # fmt: skip
SIGNED_AS = {"secp256r1": KINDS["p256"], "Ed25519": KINDS["ed25519-sha512"]}
P256, KNOWN = ec.SECP256R1(), int.from_bytes(bytes(range(32)), "big")
CRYPTO = ("small", "balanced", "MCUboot's own")


@dataclasses.dataclass(frozen=True)
class Program:
    """A program of MCUboot's sources: the board, the curve, and the profile of the drop or MCUboot's own code."""

    board: str
    curve: str
    crypto: str

    def built(self, folder: Path) -> Path:
        """The image, in a folder of its own."""
        kind = SIGNED_AS[self.curve]
        prefer = "small" if self.crypto == CRYPTO[-1] else self.crypto
        drop = signed_images.dropped(folder, self.board, self.curve, prefer)
        (folder / "key.pem").write_bytes(known_key(self.curve))
        signed_images.take_key(folder, kind)
        assert signed_images.made(folder, "all").returncode == 0
        platform, boot = drop.board.platform_folder, folder / "boot"
        if self.crypto == CRYPTO[-1]:
            ext = sources() / "ext"
            more, library = [ext / path for path in OWN[self.curve]], []
            macros = ["-DMCUBOOT_USE_TINYCRYPT", f"-DMBEDTLS_CONFIG_FILE=<{config()}>", *headers(ext)]
        else:
            more, library = [boot / "mcuboot/motecurve_mcuboot.c"], [boot / "build/libmotecurve.a"]
            macros = ["-DMCUBOOT_USE_CUSTOM_CRYPTO", f"-I{boot}", f"-I{boot}/mcuboot"]
        bootutil = sources() / "boot/bootutil"
        own = [bootutil / f"src/{name}.c" for name in BOOTUTIL]
        files = [*own, *more, GLUE / "validate.c", boot / "mcuboot/keys.c", platform / "start.c", platform / "memory.c"]
        flags = [f"-mcpu={drop.board.mcu}", *FLAGS, *macros, *MACROS[self.curve], f"-I{bootutil}/include"]
        flags += [f"-I{bootutil}/src", f"-I{GLUE}", f"-I{platform}", f"-I{ROOT}/boards/firmware"]
        objects = []
        for path in files:
            objects.append(folder / f"{path.stem}.o")
            subprocess.run(["arm-none-eabi-gcc", *flags, "-c", path, "-o", objects[-1]], check=True)
        image = folder / "mcuboot.elf"
        command = [*drop.builder.linker(), *objects, *library, *drop.board.compiler.link_flags, "-o", image]
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
        return image

    def run(self, folder: Path) -> tuple[Execution, list[bytes], int]:
        """The execution with slots of which the first alone is valid, the slots, and the image's bytes of flash."""
        image = self.built(folder)
        kind = SIGNED_AS[self.curve]
        valid = signed_images.signed(folder, kind, PAYLOAD)
        other = signed_images.signed(folder, kind, PAYLOAD, key="other.pem")
        places = (0, 9, 12, 70, 1000, 1100, 1140, 1180, len(valid) - 40, len(valid) - 1)
        slots = [valid, other, *(valid[:i] + bytes([valid[i] ^ 1]) + valid[i + 1 :] for i in places)]
        machine = boards.load(self.board).machine
        run = qemu_system.execute(image, measure="validate", data=signed_images.as_input(slots), **machine)
        return run, slots, sizes.sizes(image).flash


@functools.cache
def sources() -> Path:
    if "MC_MCUBOOT" not in os.environ:
        pytest.skip("MC_MCUBOOT names no checkout of MCUboot")
    return Path(os.environ["MC_MCUBOOT"])


def known_key(curve: str) -> bytes:
    """A private key that everybody knows, in PEM, so that signatures on Ed25519 are the same in each run."""
    is_eddsa = curve == "Ed25519"
    key = (
        ed25519.Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
        if is_eddsa
        else ec.derive_private_key(KNOWN, P256)
    )
    form = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return key.private_bytes(*form)


def config() -> Path:
    """The configuration of MCUboot's copy of a reader of ASN.1."""
    return sources() / "sim/mcuboot-sys/csupport/config-asn1.h"


def headers(ext: Path) -> list[str]:
    return [f"-I{ext / path}" for path in OWN_HEADERS]


def documented() -> dict[tuple[str, str, str], tuple[int, int, int]]:
    """Flash, stack and cycles by board, curve and code of the table of the page."""
    table = PAGE.read_text().partition("<!-- mcuboot -->")[2].partition("<!-- end -->")[0]
    rows = re.findall(r"^\| `(\S+)` \| (\S+) \| ([^|]+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|", table, re.M)
    return {tuple(row[:3]): tuple(int(figure.replace(",", "")) for figure in row[3:]) for row in rows}


PROGRAMS = [Program(b, c, k) for b in ("cortex-m0plus", "cortex-m4") for c in MACROS for k in CRYPTO]


@pytest.mark.slow
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: f"{p.board}-{p.curve}-{p.crypto}")
def test_images_by_mcuboot(program, tmp_path):
    """Its own code and the drops' agree, and take as much as the page says; ECDSA's nonce moves the cycles."""
    sources()
    run, slots, flash = program.run(tmp_path)
    assert list(run.output) == [1] + [0] * (len(slots) - 1)
    measured = (flash, run.runs[0].stack_bytes, run.runs[0].cycles)
    print(f"| `{program.board}` | {program.curve} | {program.crypto} | {' | '.join(f'{n:,}' for n in measured)} |")
    told = documented()[program.board, program.curve, program.crypto]
    assert told[:2] == measured[:2] and told[2] == pytest.approx(
        measured[2], rel=0.06 if program.curve == "secp256r1" else 0
    )


def test_the_table_has_all_programs():
    assert set(documented()) == {(p.board, p.curve, p.crypto) for p in PROGRAMS}
