"""Whether an example of the Arduino package fits a board: by the bound of the stack, the records, and what Arduino's
core takes besides."""

from motelab.boards import board as boards
from motelab.boards.board import Board
from motelab.export.drop import Drop
from motelab.export.fits import OWN_STACK_BYTES
from motelab.subjects.curves import Curve

# Those of the core with Serial, in an image of an Uno (tests/lab/export/test_packages.py).
CORE_FLASH_BYTES, CORE_RAM_BYTES = 2200, 220
BOARDS = {"uno": "an Arduino Uno", "mega": "an Arduino Mega 2560"}


def of_example(drop: Drop, word: str) -> str:
    """A sentence on the boards that the example of an operation fits; empty if the drop has no such operation."""
    if word not in drop.words:
        return ""
    flash, ram = needed(drop, word)
    fitting = [name for name in BOARDS if fits(boards.load(name), flash, ram)]
    others = [described(name) for name in BOARDS if name not in fitting]
    fits_words = f"It fits {' and '.join(BOARDS[name] for name in fitting)}" if fitting else ""
    small = f"{'It' if not fitting else ', but'} does not fit {' or '.join(others)}" if others else ""
    return (
        f"By the records it takes about {ram:,} B of RAM, stack included, and {flash:,} B of flash."
        f"\n// {fits_words}{small}."
    )


def described(name: str) -> str:
    board = boards.load(name)
    return f"{BOARDS[name]} ({board.ram_bytes:,} B of RAM, {board.usable_flash_bytes:,} B of flash)"


def fits(board: Board, flash: int, ram: int) -> bool:
    return flash <= board.usable_flash_bytes and ram <= board.ram_bytes


def needed(drop: Drop, word: str) -> tuple[int, int]:
    """Bytes of flash and of RAM that the example of an operation takes."""
    record = next(r for w, r in zip((w for w in drop.words if w != "stepwise"), drop.records, strict=True) if w == word)
    stack = drop.stack_bytes + OWN_STACK_BYTES
    return record["flash_bytes"] + CORE_FLASH_BYTES, stack + variables(drop.curve, word) + CORE_RAM_BYTES


def variables(curve: Curve, word: str) -> int:
    """Bytes of the keys and results of an example."""
    keys = curve.private_key_bytes + curve.public_key_bytes
    return 2 * (keys + curve.field_bytes) if word == "ecdh" else keys + curve.signature_bytes
