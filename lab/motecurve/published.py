"""Published figures: the rows of data/published.csv, by paper and table."""

import csv
import dataclasses
import functools
from pathlib import Path

from motecurve.names import one_of

DATA = Path(__file__).parent / "data"


@dataclasses.dataclass(frozen=True)
class PublishedRow:
    """One figure as printed. `value` is a number in the unit that `metric` names, or a formula in n.

    `clock_mhz` is a number, a range in words, or None where the paper names none."""

    source: str
    table: str
    platform: str
    clock_mhz: float | str | None
    subject: str
    operation: str
    algorithm: str
    language: str
    metric: str
    value: float | str
    note: str


FIELDS = tuple(field.name for field in dataclasses.fields(PublishedRow))


def number(text: str) -> float | int | str:
    """The number that `text` is, or `text` itself."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


@functools.cache
def all_rows(path: Path = DATA / "published.csv") -> tuple[PublishedRow, ...]:
    """Every published figure, in the order of the file."""
    with path.open(newline="") as stream:
        return tuple(
            PublishedRow(
                **{
                    **row,
                    "clock_mhz": number(row["clock_mhz"]) if row["clock_mhz"] else None,
                    "value": number(row["value"]),
                }
            )
            for row in csv.DictReader(stream)
        )


def tables(source: str) -> list[str]:
    """The tables of a paper, as it numbers them."""
    names = dict.fromkeys(row.table for row in all_rows() if row.source == source)
    return sorted(names, key=lambda name: (name.split()[-1], name))


def rows(source: str, table: str | None = None) -> list[PublishedRow]:
    """Rows of one table of a paper, or of all; MotecurveError for an unknown table."""
    if table is not None:
        one_of(f"table of {source}", table, tables(source))
    found = [row for row in all_rows() if row.source == source and table in (None, row.table)]
    return sorted(found, key=lambda row: tables(source).index(row.table)) if table is None else found
