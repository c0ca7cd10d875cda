"""Errors that papers print: data/errata.toml."""

import dataclasses
import functools

from motelab import DATA
from motelab.common.schema import Schema

FILE = Schema("motelab.compare.schemas", "ErrataFile")


@dataclasses.dataclass(frozen=True)
class Erratum:
    """One error of a paper: the place, the printed and the right text, the reason, and how to verify it; the tables
    that it affects, the curves that it concerns."""

    paper: str
    place: str
    printed: str
    right: str
    why: str
    verify: str
    tables: tuple[str, ...] = ()
    curves: tuple[str, ...] = ()

    @property
    def in_words(self) -> str:
        """One line for people."""
        return f"{self.place}: printed {self.printed}; right: {self.right} ({self.why})"


@functools.cache
def load() -> tuple[Erratum, ...]:
    """Every erratum, in the order of the file."""
    rules = FILE.read(DATA / "errata.toml")["erratum"]
    return tuple(
        Erratum(**{name: tuple(value) if isinstance(value, list) else value for name, value in rule.items()})
        for rule in rules
    )


def of(paper: str, table: str | None = None) -> list[Erratum]:
    """Errata of a paper; with `table`, those that affect it."""
    return [found for found in load() if found.paper == paper and (table is None or table in found.tables)]


def of_curve(name: str) -> list[Erratum]:
    """Errata about a curve."""
    return [found for found in load() if name in found.curves]
