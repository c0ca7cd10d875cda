"""What commands print on stdout: one JSON array, or tables for a person that fit 100 columns."""

import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

import click
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from motecurve import security, tables
from motecurve.doctor import Finding
from motecurve.registry import Algorithm

WIDTH = 100
UNITS = {
    "rom_bytes": "flash B",
    "ram_bytes": "RAM B",
    "ram_static_bytes": "statics",
    "stack_bytes": "stack B",
    "field operations": "ops",
}
MARKS = {True: Text("✓", "green"), False: Text("✗", "bold red"), None: Text("")}
COLUMNS = {"what": 39, "language": 8, "unit": 7, "published": 17, "ours": 10, "ratio": 5, "": 1}
NUMBERS = ("published", "ours", "ratio")


format_option = click.option(
    "--format",
    "form",
    type=click.Choice(["table", "json"]),
    default=lambda: "table" if sys.stdout.isatty() else "json",
    show_default="a table on a terminal, else JSON",
    help="What to print.",
)


def json_array(rows: Iterable[dict[str, Any]]) -> None:
    """One JSON array on stdout, one object a line."""
    lines = ",\n ".join(json.dumps(row, ensure_ascii=False) for row in rows)
    sys.stdout.write(f"[{lines}]\n")


def console() -> Console:
    """stdout, at most WIDTH columns wide and exactly so where it is no terminal."""
    plain = Console()
    return Console(width=min(plain.width, WIDTH) if plain.is_terminal else WIDTH, highlight=False)


def plain_table(*headers: str) -> Table:
    """An empty table of text columns; the first, of names, is not broken into lines."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for header in headers:
        table.add_column(header, no_wrap=header == headers[0])
    return table


def figure(value: float | str | None) -> str:
    """A number as people read it: thousands apart, no more digits than it needs."""
    if value is None or isinstance(value, str):
        return value or ""
    return f"{value:,.0f}" if value == int(value) and abs(value) >= 1 else f"{value:,.5g}"


def printed(value: float | str) -> str:
    """A published figure with every digit that was printed."""
    return value if isinstance(value, str) else f"{value:,}"


def published_tables(rows: Sequence[tables.Row], commands: bool = True) -> None:
    """Tables of papers, ours beside; with `commands`, under the rows that one command measures that command, or
    the reason why there is none; without, one line for each reason."""
    out = console()
    for (source, number), group in groupby(rows, key=lambda row: (row["source"], row["table"])):
        members = list(group)
        common, parts = tables.description(members)
        title = f"{source} {'Table ' if number.isdigit() else ''}{number}"
        out.print(Text(security.marked(" · ".join([title, *common])), "bold cyan"))
        paired = [row for row in members if row["command"]]
        header = "at most" if "reached" in members[0] else "published"
        if commands:
            out.print(_rows([], parts, header))
            _with_commands(out, members, parts)
        elif paired:
            out.print(_rows(paired, parts, header))
        if not commands:
            reasons = Counter(row["reason"] for row in members if not row["command"])
            for reason, count in reasons.items():
                out.print(Text(f"{count} rows without ours: {reason}", "yellow"))
        out.print()


def _rows(rows: Sequence[tables.Row], parts: Sequence[str], header: str = "") -> Table:
    """Rows in columns of fixed width, so that several tables align; `parts` of the description, once for rows that
    share them. `header` is what the figures of others are called; none, and there are no headers."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold", show_header=bool(header))
    for name, width in COLUMNS.items():
        table.add_column(
            header if name == "published" else name, width=width, justify="right" if name in NUMBERS else "left"
        )
    shown = ""
    for row in rows:
        what = security.marked(", ".join(row[name] for name in parts))
        ratio = "" if row["ratio"] is None else f"{row['ratio']:.2f}"
        cells = (row["language"], UNITS.get(row["metric"], row["metric"]), printed(row["value"]))
        mark = MARKS[row.get("reached", row["verified"])]
        table.add_row("" if what == shown else what, *cells, figure(row["ours"]), ratio, mark)
        shown = what
    return table


def _with_commands(out: Console, rows: Sequence[tables.Row], parts: Sequence[str]) -> None:
    """Rows, and below each run of rows with the same command, reason and note, these."""
    for texts, group in groupby(rows, key=lambda row: (row["command"], row["reason"], row["note"])):
        out.print(_rows(list(group), parts))
        for label, text, style in zip(("", "reason: ", "note: "), texts, ("dim", "yellow", "dim"), strict=True):
            if text:
                out.print(Text(f"  {label}{text}", style), soft_wrap=True)


def algorithms(found: Sequence[Algorithm]) -> None:
    """The registry, one family after the other."""
    out = console()
    for family, members in groupby(found, key=lambda algorithm: algorithm.family):
        table = plain_table("algorithm", "backend", "windows", "constant time", "source")
        for a in members:
            backend = f"{a.backend} ({a.target} {a.field})" if a.target else a.backend
            table.add_row(a.name, backend, " ".join(map(str, a.windows)), a.constant_time, a.source)
        out.print(Text(family, "bold cyan"))
        out.print(table)


def findings(found: Sequence[Finding]) -> None:
    """What doctor found."""
    table = plain_table("component", "version", "ok", "hint")
    for finding in found:
        missing = Text("missing", "yellow" if finding.optional else "bold red")
        table.add_row(
            finding.component, finding.version or "", Text("ok", "green") if finding.ok else missing, finding.hint
        )
    console().print(table)


def failures(reasons: Iterable[str]) -> None:
    """Why measurements failed, each reason once, on stderr."""
    for reason in dict.fromkeys(reasons):
        print(f"motecurve: {reason}", file=sys.stderr)
