"""Published figures: the rows of data/published.csv, by paper and table; figures of other libraries, by library."""

import csv
import dataclasses
import functools
import math
from pathlib import Path

from motelab import DATA
from motelab.common.names import one_of


@dataclasses.dataclass(frozen=True)
class PublishedRow:
    """One figure as printed. `value` is a number in the unit that `metric` names, or a formula in n.

    `clock_mhz` is a number, a range in words, or None if the paper names none."""

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
    """The number in `text`, or `text` itself."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


PEERS = "peers"  # source of the rows of other libraries; their table is the library
TIMING = {"yes": "constant time", "claimed": "constant time claimed", "ladder": "ladder", "no": "not constant time"}
QUOTED = ("tinyecck2008", "6", ("TinyECCK scalar multiplication only, w=4", "TinyECCK with ECDSA"))
INITIALISATION = "initialisation"  # the operation of rows about the time for tables alone begins with this


def _read(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as stream:
        return list(csv.DictReader(stream))


def _paper_rows() -> list[PublishedRow]:
    """Every row of the papers, in the order of the file."""
    return [
        PublishedRow(
            **{
                **row,
                "clock_mhz": number(row["clock_mhz"]) if row["clock_mhz"] else None,
                "value": number(row["value"]),
            }
        )
        for row in _read(DATA / "published.csv")
    ]


def _peer_metrics(row: dict[str, str]) -> dict[str, int]:
    """The known figures of one measurement of another library, by metric; RAM with the stack if both are known."""
    known = {name: int(value) for name, value in row.items() if name.endswith(("cycles", "_bytes")) and value}
    if {"ram_static_bytes", "stack_bytes"} <= set(known):
        known["ram_bytes"] = known.pop("ram_static_bytes") + known.pop("stack_bytes")
    return {"rom_bytes" if name == "flash_bytes" else name: value for name, value in known.items()}


def peers_published() -> list[dict[str, str]]:
    """The rows of data/peers-published.csv: cycles that others published for code that was not found."""
    return _read(DATA / "peers-published.csv")


def _peer_rows(papers: list[PublishedRow]) -> list[PublishedRow]:
    """Every figure of data/peers-measured.csv, and printed figures of code that is not public or was not found: those
    of data/peers-published.csv, and TinyECCK's."""
    rows = [
        PublishedRow(
            PEERS, row["library"], row["device"], None, row["subject"], row["operation"],
            TIMING[row["constant_time"]], "", metric, value, "; ".join(filter(None, (row["build"], row["note"]))),
        )
        for row in _read(DATA / "peers-measured.csv")
        for metric, value in _peer_metrics(row).items()
    ]  # fmt: skip
    rows += [
        PublishedRow(
            PEERS, f"{row['source']}, as published", row["device"], None, row["curve"], row["work"],
            TIMING[row["constant_time"]], "", "cycles", int(row["cycles"]), "",
        )
        for row in peers_published()
    ]  # fmt: skip
    source, table, algorithms = QUOTED
    quoted = [r for r in papers if (r.source, r.table) == (source, table) and r.algorithm in algorithms]
    quoted = [r for r in quoted if not r.operation.startswith(INITIALISATION)]
    return rows + [dataclasses.replace(row, source=PEERS, table="TinyECCK, as published") for row in quoted]


@functools.cache
def all_rows() -> tuple[PublishedRow, ...]:
    """Every figure of others: from the papers, then from libraries measured here."""
    papers = _paper_rows()
    return (*papers, *_peer_rows(papers))


def tables(source: str) -> list[str]:
    """The tables of a paper, as it numbers them, in the order of the numbers; for peers, the libraries."""
    names = dict.fromkeys(row.table for row in all_rows() if row.source == source)
    return sorted(names, key=lambda name: (_place(name.split()[-1]), name))


def _place(number: str) -> tuple[float, str]:
    """The place of a table: after its number, if it has one, else after all numbers in the order of the alphabet."""
    try:
        return float(number), ""
    except ValueError:
        return math.inf, number


def rows(source: str, table: str | None = None) -> list[PublishedRow]:
    """Rows of one table of a paper, or of all; MotecurveError for an unknown table."""
    if table is not None:
        one_of(f"table of {source}", table, tables(source))
    found = [row for row in all_rows() if row.source == source and table in (None, row.table)]
    order = tables(source)
    return sorted(found, key=lambda row: order.index(row.table)) if table is None else found
