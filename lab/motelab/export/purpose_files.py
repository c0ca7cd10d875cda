"""The files of a drop's purpose, each with its text, in a folder of the purpose's name."""

from motelab.boards import qemu_system
from motelab.export import templates, texts
from motelab.export.drop import Drop

SLOT = 0x8000  # the begin of the slot, behind the boot loader


def of(drop: Drop) -> dict[str, str]:
    """Path in the drop -> text; empty without a purpose."""
    if drop.purpose is None:
        return {}
    values = {**texts.values(drop), **_values(drop)}
    folder = templates.FOLDER / drop.purpose.name
    return {
        f"{drop.purpose.name}/{path}": templates.filled(made, values) for path, made in templates.of(folder).items()
    }


def _values(drop: Drop) -> dict[str, str | bool]:
    machine, _ = qemu_system.MACHINES[drop.board.mcu]
    eddsa = drop.curve.has_eddsa
    return {
        "ecdsa": not eddsa, "eddsa": eddsa, "STACK_BYTES": str(drop.stack_bytes),
        "EMULATED": " ".join(machine).format(ram_bytes=drop.board.ram_bytes),
        "HASH": "-DMCUBOOT_SHA512" if eddsa else "", "KEY_TYPE": "ed25519" if eddsa else "ecdsa-p256",
        "SIGN_OPTIONS": " --sha 512" if eddsa else "", "SLOT_BYTES": hex(drop.board.usable_flash_bytes - SLOT),
        "SIGN_MACRO": f"MCUBOOT_SIGN_{'ED25519' if eddsa else 'EC256'}", "SLOT": hex(SLOT),
    }  # fmt: skip
