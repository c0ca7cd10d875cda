"""The files of a drop's purpose, each with its text, in a folder of the purpose's name."""

from motelab.boards import qemu_system
from motelab.export import templates, texts
from motelab.export.drop import Drop


def of(drop: Drop) -> dict[str, str]:
    """Path in the drop -> text; empty without a purpose."""
    if drop.purpose is None:
        return {}
    values = {**texts.values(drop), **_values(drop)}
    folder = templates.FOLDER / drop.purpose.name
    return {f"{drop.purpose.name}/{path}": templates.filled(made, values) for path, made in templates.of(folder).items()}


def _values(drop: Drop) -> dict[str, str | bool]:
    machine, _ = qemu_system.MACHINES[drop.board.mcu]
    eddsa = drop.curve.has_eddsa
    return {
        "ecdsa": not eddsa, "eddsa": eddsa, "STACK_BYTES": str(drop.stack_bytes),
        "EMULATED": " ".join(machine).format(ram_bytes=drop.board.ram_bytes),
        "HASH": "-DMCUBOOT_SHA512" if eddsa else "",
    }  # fmt: skip
