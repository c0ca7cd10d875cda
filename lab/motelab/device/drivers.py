"""Boards with a driver for their own serial port and counter: boards/device/boards.toml."""

import dataclasses
import functools
from pathlib import Path
from typing import Any

from motelab import ROOT
from motelab.boards.board import Board
from motelab.common.errors import MotecurveError
from motelab.common.schema import Schema

DEVICE = ROOT / "boards/device"
TABLE = DEVICE / "boards.toml"
SCHEMA = Schema("motelab.device.schemas", "DriversFile")


@dataclasses.dataclass(frozen=True)
class Driver:
    """A table of boards.toml, which says the fields' meaning."""

    drivers: tuple[str, ...]
    format: str
    write: str
    package: str
    clock: str
    fetch_bytes: int = 1
    flags: tuple[str, ...] = ()

    @property
    def folders(self) -> tuple[Path, ...]:
        return tuple(DEVICE / name for name in self.drivers)


@functools.cache
def known() -> dict[str, Driver]:
    """Board -> its driver."""
    tables = SCHEMA.read(TABLE)
    return {name: Driver(**{key: _hashable(value) for key, value in table.items()}) for name, table in tables.items()}


def _hashable(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def driver(board: Board) -> Driver:
    """The board's driver; MotecurveError if there is none."""
    if board.name not in known():
        raise MotecurveError(
            f"{board.name} has no driver for its serial port and its counter yet; these have: {', '.join(known())}"
        )
    return known()[board.name]
