"""Savings and ratios that papers print between their own figures (data/gains.toml), and the same between ours."""

import dataclasses
import functools
from collections.abc import Callable
from typing import Any

from motelab import DATA
from motelab.common.errors import MotecurveError
from motelab.common.schema import Schema
from motelab.compare import published
from motelab.compare.published import PublishedRow

FILE = Schema("motelab.compare.schemas", "GainsFile")
SAVED, TIMES = "% saved", "times"
VALUES: dict[str, Callable[[float, float], float]] = {
    SAVED: lambda of, over: 100 * (1 - of / over),
    TIMES: lambda of, over: of / over,
}
TELLING = ("subject", "operation", "algorithm", "language")  # fields that tell two rows apart in words


@dataclasses.dataclass(frozen=True)
class Gain:
    """A figure that a paper prints between two of its rows, in one of VALUES' units, in the table of `shown_at`."""

    of: PublishedRow
    over: PublishedRow
    shown_at: PublishedRow
    unit: str
    printed: float

    def value(self, of: float, over: float) -> float:
        """The same between two other figures, with two decimals."""
        return round(VALUES[self.unit](of, over), 2)

    @property
    def in_words(self) -> str:
        """The difference between the two rows, such as "proposed over conventional"."""
        names = [name for name in TELLING if getattr(self.of, name) != getattr(self.over, name)]
        of, over = (", ".join(filter(None, (getattr(row, name) for name in names))) for row in (self.of, self.over))
        return f"{of} over {over}"


@functools.cache
def load() -> tuple[Gain, ...]:
    """Every gain, in the order of the file."""
    groups = FILE.read(DATA / "gains.toml")["group"]
    return tuple(_gain(group, entry) for group in groups for entry in group["gains"])


def _gain(group: dict[str, Any], entry: dict[str, Any]) -> Gain:
    of, over = (
        _row(group["source"], group.get("common", {}) | group.get(side, {}) | entry.get(side, {}))
        for side in ("of", "over")
    )
    shown_at = of if of.table == group["table"] else over
    return Gain(of, over, shown_at, group["unit"], entry["printed"])


def _row(source: str, wanted: dict[str, str]) -> PublishedRow:
    """The only row that agrees with `wanted`; MotecurveError if there is none, or several."""
    found = [row for row in published.rows(source) if all(getattr(row, name) == v for name, v in wanted.items())]
    if len(found) != 1:
        raise MotecurveError(f"gains.toml names {len(found)} rows instead of one: {source} {wanted}")
    return found[0]


def at(row: PublishedRow) -> list[Gain]:
    """The gains that are printed beside a row."""
    return [gain for gain in load() if gain.shown_at == row]
