"""Chips and kits by the names that stand on them (boards/chips.toml): each has a board of its own, or follows the
figures of a board with the same core."""

import dataclasses
import functools
import re

from motelab import ROOT
from motelab.common.schema import Schema

FILE = Schema("motelab.boards.schemas", "ChipsFile")
PATH = ROOT / "boards/chips.toml"
SEPARATORS = re.compile(r"[-_ ]")


@dataclasses.dataclass(frozen=True)
class Chip:
    """One of: `board`, the board that has this very chip; `core`, a board whose cycles hold here; `similar`, a board
    whose cycles are an estimate here; `without`, why no figures hold. With a core or a similar one, its own facts."""

    names: list[str]
    board: str | None = None
    core: str | None = None
    similar: str | None = None
    without: str | None = None
    device: str | None = None
    clock_hz: int | None = None
    ram_bytes: int | None = None
    flash_bytes: int | None = None
    source: str | None = None

    @property
    def follows(self) -> str | None:
        """The board whose figures are given for it."""
        return self.core or self.similar


def plain(name: str) -> str:
    """A name in small letters, without hyphens, underscores and spaces."""
    return SEPARATORS.sub("", name.lower())


@functools.cache
def every() -> dict[str, Chip]:
    """Chips by each of their names."""
    return {name: chip for one in FILE.read(PATH)["chip"] for chip in [Chip(**one)] for name in chip.names}


def find(name: str) -> Chip | None:
    """The chip of that name, however it is written; None if it is not listed."""
    return every().get(plain(name))
