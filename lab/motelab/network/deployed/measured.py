"""Measured figures of firmware that runs a protocol's side whole: committed rows, one a line, in the files of FOLDER,
each written by a command of its own. A row's key is its protocol, board and side; other fields are those of FIELDS.
Sizes are of the linked image, with all that the side needs; `ram_bytes` is `static_bytes` and `stack_bytes` together.
"""

import functools
from pathlib import Path
from typing import Any

from motelab import DATA
from motelab.compare import committed

Row = dict[str, Any]
FOLDER = DATA / "network/deployed"
SIDES = ("initiator", "responder")
KEY = ("protocol", "board", "side")
FIGURES = ("cycles", "flash_bytes", "static_bytes", "stack_bytes", "ram_bytes")
# code: whose code it is. why_none: why the figures are None, else None. command: measures the row again.
FIELDS = (*KEY, "code", *FIGURES, "why_none", "command")


def file(name: str) -> Path:
    """Where the rows are that one command writes."""
    return FOLDER / f"{name}.jsonl"


@functools.cache
def of_files() -> dict[tuple[str, str, str], Row]:
    """All committed rows by their key."""
    rows = [row for path in sorted(FOLDER.glob("*.jsonl")) for row in committed.read_lines(path)]
    return {tuple(row[name] for name in KEY): row for row in rows}


def whole(protocol: str, board: str, side: str, code: str, figures: Row | str, command: str) -> Row:
    """A row of FIGURES but `ram_bytes`, which is their sum, or of the reason why there are none."""
    found: Row = {"protocol": protocol, "board": board, "side": side, "code": code}
    if isinstance(figures, str):
        return found | dict.fromkeys(FIGURES) | {"why_none": figures, "command": command}
    figures = figures | {"ram_bytes": figures["static_bytes"] + figures["stack_bytes"]}
    return found | {name: figures[name] for name in FIGURES} | {"why_none": None, "command": command}


def columns(protocol: str, board: str) -> Row:
    """What a row of `compare --deployed` has of them: of either side the greater figure, whose code, the command, and
    why there are none. All None without committed rows."""
    found = [row for side in SIDES if (row := of_files().get((protocol, board, side)))]
    why = next((row["why_none"] for row in found if row["why_none"]), None)
    has_figures = len(found) == len(SIDES) and why is None

    def most(name: str) -> int | None:
        return max(row[name] for row in found) if has_figures else None

    return {
        "measured_cycles": most("cycles"), "flash_bytes": most("flash_bytes"), "ram_bytes": most("ram_bytes"),
        "measured_code": found[0]["code"] if found else None, "measured_why_none": why,
        "measured_command": found[0]["command"] if found else None,
    }  # fmt: skip


def shown(row: Row) -> dict[str, str]:
    """The columns as tables have them."""
    cycles, flash, ram = row["measured_cycles"], row["flash_bytes"], row["ram_bytes"]
    return {
        "measured Mcycles": "-" if cycles is None else f"{cycles / 1e6:,.2f}",
        "flash B": "-" if flash is None else f"{flash:,}",
        "RAM B": "-" if ram is None else f"{ram:,}",
    }
