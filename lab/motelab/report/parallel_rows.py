"""Records of parallel multiplications as tables for a person, 100 columns wide."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from rich.table import Table
from rich.text import Text

from motelab.report.display import MARKS, console, figure

Row = dict[str, Any]
WIDTHS = {
    "algorithm": 21, "threads": 7, "engine": 10, "us": 9, "median": 9, "spread": 8, "speedup": 7, "/thread": 7,
    "predicted": 9,
}  # fmt: skip
PREDICTION_WIDTHS = {
    "algorithm": 21, "threads": 7, "engine": 10, "alone": 9, "in pairs": 9, "predicted": 9, "measured": 9, "error": 7,
}  # fmt: skip
PREDICTION_WORDS = {
    "alone, in pairs": "microseconds of the longest parts of all phases, without hand-overs",
    "error": "predicted / measured - 1, both of the fastest of the same runs",
}
CONDITIONS = ("operation", "scenario", "runs", "governor")
SHARED = "more threads than processors: checked for correctness, the times say nothing"
WORDS = {
    "us": "the least of all runs, for one multiplication; spread: between the quartiles",
    "speedup": "the fastest sequential time of the size, divided by us; /thread: divided by the threads",
    "predicted": "from measured parts of the threads, and the hand-overs",
}


def times(rows: Sequence[Row], crossovers: Sequence[Row]) -> None:
    """Rows by condition and size; then from which size each algorithm is faster than the fastest sequential one."""
    out = console()
    for title, of_title in groupby(rows, key=lambda row: SHARED if row["oversubscribed"] else conditions(row)):
        out.print(Text(title, "bold"))
        by_size = sorted(of_title, key=lambda row: row["bits"])
        for bits, members in groupby(by_size, key=lambda row: row["bits"]):
            of_size = list(members)
            out.print(Text(f"{bits:,} bits{_base(of_size[0])}", "bold cyan"))
            out.print(_of_size(of_size))
    for name, words in WORDS.items():
        out.print(Text(f"{name}: {words}", "dim"))
    if crossovers:
        out.print(Text("\nfrom which size it is faster than sequential ones", "bold"))
        out.print(_crossovers(crossovers))


def predictions(rows: Sequence[Row]) -> None:
    """Predicted times by size, with measured ones where there are such."""
    out = console()
    for bits, members in groupby(rows, key=lambda row: row["bits"]):
        table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
        for name, width in PREDICTION_WIDTHS.items():
            table.add_column(name, width=width, justify="left" if name in ("algorithm", "engine") else "right")
        table.add_column("", width=1)
        for row in sorted(members, key=lambda row: (row["threads"], row["engine"])):
            times = (short(row[f"{name}microseconds"]) for name in ("alone_", "parts_", "predicted_", ""))
            error = "" if row["prediction_error"] is None else f"{row['prediction_error']:+.1%}"
            table.add_row(row["algorithm"], str(row["threads"]), row["engine"], *times, error, MARKS[row["verified"]])
        out.print(Text(f"{bits:,} bits", "bold cyan"))
        out.print(table)
    for name, words in PREDICTION_WORDS.items():
        out.print(Text(f"{name}: {words}", "dim"))


def conditions(row: Row, names: Sequence[str] = CONDITIONS) -> str:
    """What a row was measured with, in one line."""
    return ", ".join(f"{name} {row[name]}" for name in names if row[name] is not None)


def _base(row: Row) -> str:
    """The sequential times that the rows of a size are compared with."""
    kinds = (("sequential", "sequential at best"), ("reference", "of GMP and OpenSSL"))
    known = ((row.get(f"{kind}_microseconds"), row.get(f"{kind}_algorithm"), words) for kind, words in kinds)
    said = ", ".join(f"{words} {figure(time)} us ({name})" for time, name, words in known if name)
    return f": {said}" if said else ""


def _of_size(rows: Sequence[Row]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    for name, width in WIDTHS.items():
        table.add_column(name, width=width, justify="left" if name in ("algorithm", "engine") else "right")
    table.add_column("", width=1)
    for row in sorted(rows, key=lambda row: (row["threads"], row["engine"])):
        batch = f" x{row['batch']}" if (row.get("batch") or 1) > 1 else ""
        times = (short(row[name]) for name in ("microseconds", "median", "spread"))
        ratios = ("" if row[name] is None else f"{row[name]:.2f}" for name in ("speedup", "efficiency"))
        cells = (*times, *ratios, short(row["predicted_microseconds"]), MARKS[row["verified"]])
        table.add_row(row["algorithm"] + batch, str(row["threads"]), row["engine"], *cells)
    return table


def _crossovers(rows: Sequence[Row]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    differing = [name for name in CONDITIONS if len({row[name] for row in rows}) > 1]
    for name in ("algorithm", "threads", "engine", "than all", "than GMP and OpenSSL", ""):
        table.add_column(name, justify="right" if name.startswith("th") else "left")
    for row in rows:
        never = f"never to {row['largest_bits']:,}"
        sizes = (never if bits is None else f"{bits:,} bits" for bits in (row["bits"], row["reference_bits"]))
        table.add_row(row["algorithm"], str(row["threads"]), row["engine"], *sizes, conditions(row, differing))
    return table


def short(value: float | None) -> str:
    """Four digits at most; nothing for None."""
    return "" if value is None else f"{value:,.0f}" if value >= 1000 else f"{value:.4g}"
