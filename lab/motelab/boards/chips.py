"""Chips and kits by the names that stand on them (boards/chips.toml): each has a board of its own, or follows the
figures of a board with the same core."""

import dataclasses
import functools
import re

from motelab import ROOT
from motelab.common.schema import Schema

FILE = Schema("motelab.boards.schemas", "ChipsFile")
PATH = ROOT / "boards/chips.toml"
# By the kind of a processor that only sources in C are written for: the board whose choices in C they take. Its words
# have as many bits, and its products of two words take the same time for all operands.
LIKE_IN_C = {"xtensa": "ibex"}
SEPARATORS = re.compile(r"[-_ ]")


@dataclasses.dataclass(frozen=True)
class Chip:
    """One of: `board`, the board that has this very chip; `core`, a board whose cycles hold here; `similar`, a board
    whose cycles are an estimate here; `without`, why no figures hold. With a core or a similar one, its own facts. So
    has one without figures that `firmware` is written for, in C: that is the kind of its processor."""

    names: list[str]
    board: str | None = None
    core: str | None = None
    similar: str | None = None
    without: str | None = None
    firmware: str | None = None
    device: str | None = None
    clock_hz: int | None = None
    ram_bytes: int | None = None
    flash_bytes: int | None = None
    source: str | None = None

    @property
    def name(self) -> str:
        """That of its board, if it has one of its own, or its first."""
        return self.board or self.names[0]

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


def beginning_with(name: str) -> list[Chip]:
    """The chips whose name begins like this and that firmware can be written for."""
    found = {chip.name: chip for chip in every().values() if chip.name.startswith(name)}
    return [chip for chip in found.values() if not chip.without or chip.firmware]


def find(name: str) -> Chip | None:
    """The chip of that name, however it is written; None if it is not listed."""
    return every().get(plain(name))
