"""The output of commands on stdout: one JSON array, or tables for a person that fit 100 columns."""

import csv
import json
import sys
import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

import click
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from motelab.boards.doctor import Finding
from motelab.common import plain
from motelab.common.plain import figure
from motelab.compare import errata
from motelab.report import columns, latex, tables
from motelab.report.side_by_side import Group, Row
from motelab.subjects import security
from motelab.subjects.registry import Algorithm

WIDTH = 100
UNITS = {
    "rom_bytes": "flash B",
    "ram_bytes": "RAM B",
    "ram_static_bytes": "statics",
    "stack_bytes": "stack B",
    "field operations": "ops",
    "ratio": "times",
    "speedup": "times",
    "percent": "%",
    "complexity": "cost",
    "synchronisations": "syncs",
    "hamming_weight": "ones",
    "point additions P+Q": "P + Q",
    "point additions P+infinity": "P + O",
    "integrated": "",
    "behaviour": "",
    "microseconds": "us",
    "standard_per_second": "per s",
}
PREDICTED_MARK = "p"  # follows a figure that is predicted, not measured
RECORDED_MARK = "r"  # follows the figure of a row that was read from a record
MARKS = {True: Text("✓", "green"), False: Text("✗", "bold red"), None: Text("")}
COLUMNS = {"what": 39, "language": 8, "unit": 7, "published": 17, "ours": 10, "ratio": 5, "": 2}
# For papers whose rows come in columns (motelab/report/columns.py).
SIDE_BY_SIDE = {
    "what": 24, "language": 10, "published": 9, "cycles": 10, "ours": 10, "our cycles": 10, "ratio": 6, "to 1st": 6,
    "ours to 1st": 6, "": 1,
}  # fmt: skip
# For papers whose rows stand beside counts of another library on our board.
WITH_ANOTHER = {
    "what": 30, "language": 8, "unit": 4, "published": 9, "ours": 12, "theirs": 12, "to ours": 7, "": 2,
}  # fmt: skip
# For times of several threads, and for figures that a paper computed from its others (motelab/parallel/paper).
OF_THREADS = {
    "what": 41, "unit": 4, "published": 9, "ours": 9, "ratio": 6, "speedup": 7, "our speedup": 7, "by pool": 7, "": 2,
}  # fmt: skip
RECOMPUTED = {
    "what": 42, "unit": 7, "published": 10, "recomputed": 10, "agrees": 6, "ours": 9, "ratio": 6, "": 2,
}  # fmt: skip
SPEEDUPS_COMPARE = "times are of other processors; compare the speedups over the fastest sequential one of the column"
# For the same curve on every board.
BOARD_COLUMNS = ("board", "ms", "mJ", "cycles", "instructions", "flash B", "RAM B", "cycles are", "from")
CLOCKS_WIDTH = 100  # characters, as wide as the tables
Layout = dict[str, int]
NUMBERS = {"published", "ours", "ratio", *SIDE_BY_SIDE, *WITH_ANOTHER, *OF_THREADS, *RECOMPUTED} - {
    "what", "language", "unit", "agrees", "",
}  # fmt: skip
NARROW = (SIDE_BY_SIDE, OF_THREADS, RECOMPUTED)  # one space between columns


COLUMNS_ASKED = f"{__name__}.columns"  # in the meta of a command's context


def _keep_columns(context: click.Context, _: click.Parameter, text: str | None) -> None:
    if text is not None:
        context.meta[COLUMNS_ASKED] = [name.strip() for name in text.split(",") if name.strip()]


def _refuse_columns_of_table(context: click.Context, _: click.Parameter, form: str) -> str:
    """The form; UsageError, before anything is measured, for a table with --columns."""
    if form == "table" and COLUMNS_ASKED in context.meta:
        raise click.UsageError("--columns is for --format json, csv or latex; a table has its own")
    return form


def format_option(command: Any) -> Any:
    """The options --format, which the command takes as `form`, and --columns, which `for_programs` reads."""
    names = click.option(
        "--columns",
        metavar="NAMES",
        expose_value=False,
        is_eager=True,
        callback=_keep_columns,
        help="Print these columns of JSON, CSV or LaTeX, in this order, such as board,cycles.",
    )
    form = click.option(
        "--format",
        "form",
        type=click.Choice(["table", "json", "csv", "latex"]),
        default=lambda: "table" if sys.stdout.isatty() else "json",
        show_default="a table on a terminal, else JSON",
        callback=_refuse_columns_of_table,
        help="What to print.",
    )
    return form(names(command))


def for_programs(rows: Iterable[dict[str, Any]], form: str) -> bool:
    """Prints rows as JSON, CSV or LaTeX, with the columns that --columns names or else all; of LaTeX those for which a
    page has room. Prints nothing and returns False if a table for people is requested. UsageError for columns that no
    row has."""
    if form == "table":
        return False
    context = click.get_current_context(silent=True)
    asked = context.meta.get(COLUMNS_ASKED) if context else None
    shown = list(rows) if asked is None else columns.only(list(rows), asked)
    if form == "json":
        json_array(shown)
    elif form == "csv":
        csv_lines(shown)
    else:
        sys.stdout.write(latex.tabular(shown, _cell, is_whole=asked is not None))
    return True


def json_array(rows: Iterable[dict[str, Any]]) -> None:
    """One JSON array on stdout, one object a line, without characters that control a terminal."""
    lines = ",\n ".join(json.dumps(row, ensure_ascii=False) for row in rows)
    sys.stdout.write(plain.json_text(f"[{lines}]\n"))


def csv_lines(rows: Sequence[dict[str, Any]]) -> None:
    """A heading with every field of the rows, and a line for each; lists and objects as JSON, empty for null."""
    fields = list(dict.fromkeys(name for row in rows for name in row))
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(fields)
    writer.writerows([_cell(row.get(name)) for name in fields] for row in rows)


def _cell(value: Any) -> str:
    """A value of JSON in one cell, without characters that control a terminal."""
    if value is None:
        return ""
    return plain.text(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def console() -> Console:
    """stdout, at most WIDTH columns wide, and exactly so if it is no terminal."""
    usual = Console()
    return Console(width=min(usual.width, WIDTH) if usual.is_terminal else WIDTH, highlight=False)


def plain_table(*headers: str) -> Table:
    """An empty table of text columns; the first, of names, is not broken into lines."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for header in headers:
        table.add_column(header, no_wrap=header == headers[0])
    return table


def table_of(rows: Sequence[dict[str, Any]]) -> Table:
    """Rows of any fields as a table, numbers to the right."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for name, value in (rows[0] if rows else {}).items():
        table.add_column(name, justify="left" if isinstance(value, str) else "right", no_wrap=True)
    for row in rows:
        table.add_row(*(figure(v) if type(v) in (int, float) else Text(_cell(v)) for v in row.values()))
    return table


def printed(value: float | str) -> str:
    """A published figure with every digit that was printed."""
    return value if isinstance(value, str) else f"{value:,}"


def published_tables(rows: Sequence[tables.Row], commands: bool = True) -> None:
    """Tables of papers, with ours beside them. With `commands`, each command, or the reason why there is none, stands
    under the rows that it measures; without, there is one line for each reason."""
    out = console()
    for (source, number), group in groupby(rows, key=lambda row: (row["source"], row["table"])):
        members = list(group)
        common, parts = tables.description(members)
        layout = _layout(members)
        title = f"{source} {'Table ' if number.isdigit() else ''}{number}"
        common += [members[0]["metric"]] if layout is SIDE_BY_SIDE else []
        out.print(Text(security.marked(" · ".join([title, *common])), "bold cyan"))
        if layout is OF_THREADS:
            out.print(Text(SPEEDUPS_COMPARE, "dim"))
        paired = [row for row in members if row["command"]]
        header = "to reach" if "bound" in members[0] else "published"
        if commands:
            out.print(_rows([], parts, layout, header))
            _with_commands(out, members, parts, layout)
        elif paired:
            out.print(_rows(paired, parts, layout, header))
        if not commands:
            reasons = Counter(row["reason"] for row in members if not row["command"])
            for reason, count in reasons.items():
                out.print(Text(f"{count} rows without ours: {reason}", "yellow"))
        if any(row["origin"] == tables.RECORDED for row in members):
            out.print(Text(f"{RECORDED_MARK}: {tables.RECORDED}, not {tables.NOW}; --fresh measures", "dim"))
        if any(row.get("predicted") is not None for row in members):
            out.print(Text(f"{PREDICTED_MARK}: predicted from parts that were measured, not measured", "dim"))
        if any(row.get("elsewhere") for row in members):
            out.print(_elsewhere(members, parts))
        if any("gains" in row for row in members):
            out.print(_gains(members))
        for line in _fronts(members):
            out.print(Text(line, "dim"))
        out.print()


def _fronts(rows: Sequence[tables.Row]) -> list[str]:
    """One line for each record of a peer: the command of ours that beats it in cycles, flash and RAM together, or the
    figures in which none does."""
    lines = {}
    for row in rows:
        if row.get("beaten") is not None:
            place = f"{row['operation']} on {row['subject']}, {row['platform']}, {row['algorithm']}"
            lines[place] = (
                f"less in every figure, {row['point']}: {row['beaten_by_command']}"
                if row["beaten"]
                else f"the nearest, {row['point']}, is above in {' and '.join(row['short_of'].split())}"
            )
    return [f"{place}: {text}" for place, text in lines.items()]


def _layout(rows: Sequence[tables.Row]) -> Layout:
    """The columns in which a table is shown."""
    if any("versus_ratio" in row for row in rows):
        return WITH_ANOTHER
    if any(row.get("recomputed") is not None for row in rows):
        return RECOMPUTED
    if any(row.get("published_speedup") for row in rows):
        return OF_THREADS
    return SIDE_BY_SIDE if rows[0].get("published_cycles") else COLUMNS


def _elsewhere(rows: Sequence[tables.Row], parts: Sequence[str]) -> Table:
    """The figures of other machines, a column each, beside the printed ones."""
    machines = list(dict.fromkeys(name for row in rows for name in row["elsewhere"] or ()))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for name in ("elsewhere", "published", *machines):
        table.add_column(name, justify="left" if name == "elsewhere" else "right")
    for row in (row for row in rows if row["elsewhere"]):
        what = ", ".join(row[name] for name in parts if row[name])
        table.add_row(what, printed(row["value"]), *(figure(row["elsewhere"].get(name)) for name in machines))
    return table


def _gains(rows: Sequence[tables.Row]) -> Table:
    """The gains that a table prints between its rows, computed from the printed figures, and ours."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("gain")
    for name in ("printed", "computed", "ours", ""):
        table.add_column(name, justify="right" if name else "left", no_wrap=True)
    for row in rows:
        for gain in row.get("gains", ()):
            figures = ("" if gain[name] is None else printed(gain[name]) for name in ("printed", "computed", "ours"))
            table.add_row(f"{row['operation']}: {gain['gain']}", *figures, gain["unit"])
    return table


def errata_of(source: str, table: str | None) -> None:
    """Errors that a paper prints, in all its tables or in one."""
    found = errata.of(source, table)
    if found:
        console().print(Text(f"errata of {source}", "bold cyan"))
    for erratum in found:
        console().print(Text(f"  {erratum.in_words}; to verify: {erratum.verify}", "dim"), soft_wrap=True)


def claims_of_papers(rows: Sequence[dict[str, Any]]) -> None:
    """Claims of a paper: the words, the verdict on its own figures and on ours, with the figures."""
    out = console()
    for row in rows:
        out.print(Text(f"{row['claim']}, {row['place']}: {row['quote']}", "bold cyan"), soft_wrap=True)
        for words, verdict in (("printed", "on_printed"), ("ours", "on_ours")):
            out.print(Text(f"  {words}: {row[verdict]}: {row[words]}"), soft_wrap=True)
        if row["note"]:
            out.print(Text(f"  {row['note']}", "dim"), soft_wrap=True)


def _rows(rows: Sequence[tables.Row], parts: Sequence[str], layout: Layout, header: str = "") -> Table:
    """Rows in columns of fixed width, so that several tables align; `parts` of the description, once for rows that
    share them. `header` names the figures of others; without it there are no headers."""
    padding = (0, 1 if layout in NARROW else 2, 0, 0)
    table = Table(box=None, pad_edge=False, padding=padding, header_style="bold", show_header=bool(header))
    for name, width in layout.items():
        table.add_column(
            header if name == "published" else name, width=width, justify="right" if name in NUMBERS else "left"
        )
    shown = ""
    for row in rows:
        what = security.marked(", ".join(row[name] for name in parts if row[name]))
        mark = MARKS[row.get("reached", row["verified"])] + (RECORDED_MARK if row["origin"] == tables.RECORDED else "")
        mark += PREDICTED_MARK if row.get("predicted") is not None else ""
        table.add_row("" if what == shown else what, *_cells(row, layout), mark)
        shown = what
    return table


def _cells(row: tables.Row, layout: Layout) -> tuple[str, ...]:
    """Cells of a layout but for the first and the last."""
    if layout is OF_THREADS:
        speedups = (times(row[name]) for name in ("published_speedup", "our_speedup", "pool_speedup"))
        return *_side(row), *speedups
    if layout is RECOMPUTED:
        unit, value, ours, ratio = _side(row)
        agrees = {True: "yes", False: "no", None: ""}[row["agrees"]]
        return unit, value, "" if row["recomputed"] is None else printed(row["recomputed"]), agrees, ours, ratio
    cells = _side_by_side(row) if layout is SIDE_BY_SIDE else _side(row)
    return row["language"], *((*cells[:-1], *_of_another(row)) if layout is WITH_ANOTHER else cells)


def _side(row: tables.Row) -> tuple[str, ...]:
    """Cells of COLUMNS from the unit to the ratio."""
    value = f"{row['bound']} {printed(row['value'])}" if "bound" in row else printed(row["value"])
    ours = row["ours"] if row.get("predicted") is None else row["predicted"]
    return UNITS.get(row["metric"], row["metric"]), value, figure(ours), times(row["ratio"])


def _of_another(row: tables.Row) -> tuple[str, str]:
    """Last cells of WITH_ANOTHER: the other library's count on our board, and its ratio to ours."""
    return figure(row.get("versus_instructions")), times(row.get("versus_ratio"))


def _side_by_side(row: tables.Row) -> tuple[str, ...]:
    """Cells of SIDE_BY_SIDE from the microseconds on."""
    ratios = (times(row[name]) for name in ("ratio", "published_to_first", "ours_to_first"))
    figures = (printed(row["value"]), *(figure(row[name]) for name in ("published_cycles", "ours", "our_cycles")))
    return *figures, *ratios


def times(ratio: float | None) -> str:
    """A ratio with two decimals."""
    return "" if ratio is None else f"{ratio:.2f}"


def _with_commands(out: Console, rows: Sequence[tables.Row], parts: Sequence[str], layout: Layout) -> None:
    """Rows; the command, reason and note of each run of equal ones stand below it."""
    for texts, group in groupby(rows, key=lambda row: (row["command"], row["reason"], row["note"])):
        out.print(_rows(list(group), parts, layout))
        for label, text, style in zip(("", "reason: ", "note: "), texts, ("dim", "yellow", "dim"), strict=True):
            if text:
                out.print(Text(f"  {label}{text}", style), soft_wrap=True)


def on_boards(groups: Sequence[Group]) -> None:
    """The same curve on every board, for each curve its first operation: a multiple of a point, X25519; then the clocks
    and wait states of these times."""
    out = console()
    for curve, members in groupby(groups, key=lambda group: group.curve):
        group = next(members)
        out.print(Text(f"{security.marked(curve)} · {group.title}", "bold cyan"))
        table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
        for name in BOARD_COLUMNS:
            table.add_column(name, justify="left" if name in ("board", "cycles are", "from") else "right", no_wrap=True)
        for row in (row for row in group.rows if row.record):
            r = row.record
            time = None if r["microseconds"] is None else f"{r['microseconds'] / 1000:,.2f}"
            energy = None if r["energy_mj"] is None else f"{r['energy_mj']:,.3f}"
            counts = (figure(r["cycles"]), figure(r["instructions"]), figure(r["flash_bytes"]), figure(row.ram_bytes))
            table.add_row(
                row.board, time or "-", energy or "-", *(count or "-" for count in counts), worth(row), row.origin
            )
        out.print(table)
        for row in group.rows:
            if row.reason:
                out.print(Text(f"{row.board}: {row.reason}", "yellow"), soft_wrap=True)
        out.print()
    clocks = sorted({f"{row.board} {row.clock}" for group in groups for row in group.rows if row.clock})
    for line in textwrap.wrap(f"Times are of {'; '.join(clocks)}.", CLOCKS_WIDTH):
        out.print(Text(line))


def worth(row: Row) -> str:
    """The worth of a board's cycles; for one that counts instructions, the remark that it counts nothing else."""
    return "none: instructions only" if row.worth == "instructions" else row.worth


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
    """The findings of doctor."""
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
        print(f"motecurve: {plain.text(reason)}", file=sys.stderr)
