"""What a drop is for, beyond its calls: more functions of the library, and a folder of files that use them."""

import dataclasses

from motelab.boards import qemu_system
from motelab.boards.board import Board
from motelab.common.errors import MotecurveError
from motelab.common.names import one_of
from motelab.subjects.curves import Curve

SLOT = 0x8000  # the start of the slot, behind the boot loader


@dataclasses.dataclass(frozen=True)
class Purpose:
    """The name, which is that of the folder of templates in packages/ and of the folder in the drop; the words of
    --ops that it has to have; the functions that its files call beside those of the words, by curve; and what the
    drop's README says of the folder."""

    name: str
    words: tuple[str, ...]
    functions: dict[str, tuple[str, ...]]
    words_of_folder: str


def _hash(name: str) -> tuple[str, ...]:
    return tuple(f"mc_{name}_{step}" for step in ("begin", "feed", "finish"))


PURPOSES = {
    "mcuboot": Purpose(
        "mcuboot",
        ("verify",),
        {
            "secp256r1": ("mc_ecdsa_signature_from_der", *_hash("sha256")),
            "Ed25519": (*_hash("sha512"), *_hash("sha256")),
        },
        "verified boot, alone or in MCUboot: `mcuboot/use.md`",
    )
}


def of(name: str, board: Board, curve: Curve, words: tuple[str, ...]) -> Purpose:
    """The purpose of that name; MotecurveError if there is none, or not for the device, the curve or the words of
    --ops."""
    purpose = PURPOSES[one_of("purpose", name, PURPOSES)]
    if board.mcu not in qemu_system.MACHINES:
        raise MotecurveError(f"--for {name} is for {' and '.join(qemu_system.MACHINES)}, not for {board.device}")
    if curve.name not in purpose.functions:
        raise MotecurveError(f"{name} verifies on {' or '.join(purpose.functions)}, not on {curve.name}")
    if words != purpose.words:
        raise MotecurveError(f"{name} needs --ops {','.join(purpose.words)} and no other")
    return purpose


def refuse_package(purpose: Purpose | None, package: str) -> None:
    """MotecurveError for a purpose in a package, whose files lie elsewhere."""
    if purpose:
        raise MotecurveError(f"--for {purpose.name} and --package {package} do not go together; leave one out")


def values(board: Board, curve: Curve) -> dict[str, str | bool]:
    """The values for the names in the templates of a purpose, beside those of every drop."""
    machine, _ = qemu_system.MACHINES[board.mcu]
    eddsa = curve.has_eddsa
    return {
        "ecdsa": not eddsa, "eddsa": eddsa, "EMULATED": " ".join(machine).format(ram_bytes=board.ram_bytes),
        "HASH": "-DMCUBOOT_SHA512" if eddsa else "", "KEY_TYPE": "ed25519" if eddsa else "ecdsa-p256",
        "SIGN_OPTIONS": " --sha 512" if eddsa else "", "SLOT_BYTES": hex(board.usable_flash_bytes - SLOT),
        "SIGN_MACRO": f"MCUBOOT_SIGN_{'ED25519' if eddsa else 'EC256'}", "SLOT": hex(SLOT),
        "BOOT_RAM_BYTES": str(board.usable_ram_bytes),
    }  # fmt: skip
