"""`./motecurve study`: papers whose experiments are repeated, and their claims settled."""

import os
import sys
from collections.abc import Sequence
from itertools import groupby

import click
from rich.table import Table
from rich.text import Text

from motelab.common import charts
from motelab.common.errors import MotecurveError
from motelab.common.names import one_of
from motelab.common.progress import Progress
from motelab.common.whole_help import WholeHelp
from motelab.keys.targets import Target
from motelab.report import display
from motelab.study import conclusion, figures, measuring, missing, tables
from motelab.study.tables import Row
from motelab.subjects import security

TEXTS = {"curve", "parameters", "twin", "board", "implementation", "hypothesis", "changed", "claim", "evidence",
         "verdict", "reduction", "printed", "algorithm", "reference", "work", "saving_percent", "lacking"}  # fmt: skip
HEADINGS = {
    "small_parameters": "No.",
    "delta_percent": "ours %",
    "published_microseconds": "printed us",
    "published_delta_percent": "printed %",
    "flash_bytes": "flash B",
    "ram_bytes": "RAM B",
    "p_corrected": "p",
    "saving_percent": "saving %",
}


@click.group("study", cls=WholeHelp)
def command() -> None:
    """Repeats the experiments of a paper and tests its claims.

    Example: ./motecurve study anomalous --table conclusion
    """


@command.command("anomalous")
@click.option("--table", "name", metavar="NAME", help=f"One of {', '.join(tables.TABLES)}.")
@click.option("--board", help="Only rows, claims and pairs of this board.")
@click.option("--missing", "is_missing", is_flag=True, help="Measure the missing lines first, and keep them.")
@click.option("--again", is_flag=True, help="Measure all lines of simulated boards first, and keep them.")
@click.option("--jobs", type=click.IntRange(1), default=os.cpu_count() or 1, show_default=True, help="Runs at a time.")
@click.option("--figure", metavar="NUMBER", help=f"Draw a figure of the paper with ours: {', '.join(figures.NAMES)}.")
@click.option("-o", "--output", metavar="FILE", help="Of the figure: a name that ends with .svg or .png.")
@display.format_option
@click.pass_context
def anomalous(
    context, name: str, board: str, is_missing: bool, again: bool, jobs: int, figure: str, output: str, form: str
):
    """Do short domain parameters make a curve faster, or smaller? (fujdiak2017)

    Rows are key generations on the paper's 50 existing names: by w-NAF and Montgomery's multiplication in C, as the
    paper's own library has it, by the board's own choice, and by OpenSSL. Claims are the paper's, tested on its
    printed times and on ours, two-sided as fixed beforehand; `fair` counts them one-sided, by the paper's own delta,
    on its platforms and elsewhere apart. Pairs are curves of one group with other parameters. All figures are read from
    committed measurements; --missing makes those that are not there yet, --again those of simulated boards after a
    change of the sources. Exits with 1 if some could not be made.

    \b
    Examples:
      ./motecurve study anomalous --table conclusion
      ./motecurve study anomalous --table pairs --board cortex-m0plus
      ./motecurve study anomalous --missing --board telosb
      ./motecurve study anomalous --figure 2 -o figure-2.svg
    """
    if name is not None:
        one_of("table of the study", name, tables.TABLES)
    if board is not None:
        one_of("board of the study", board, {one for named in measuring.BOARDS.values() for one in named})
    if figure is not None or output is not None:
        draw(figure, output)
        return
    reasons = measure(board, again, jobs) if is_missing or again else []
    if name == "conclusion":
        show_conclusion(form)
    else:
        rows = tables.table(name, board) if name else tables.all_lines(board)
        if not display.for_programs(rows, form):
            show(rows, name or "rows")
    tell_missing(board)
    display.failures(reasons)
    context.exit(1 if reasons else 0)


def measure(board: str | None, again: bool, jobs: int) -> list[str]:
    """Measures the missing lines, or all of simulated boards; the reasons of those that failed."""
    tasks = missing.tasks(board, again)
    with Progress("measuring", len(tasks)) as progress:
        return missing.measured(tasks, jobs, progress)


def tell_missing(board: str | None) -> None:
    """A line on stderr if something is missing, with the command that measures it."""
    for name, group in groupby(sorted(missing.tasks(board), key=lambda task: task.board), key=lambda task: task.board):
        lines = sum(task.lines for task in group)
        print(f"motecurve: {name}: {lines} lines are not measured yet: {tables.COMMAND.format(name)}", file=sys.stderr)


def draw(figure: str | None, output: str | None) -> None:
    """Writes a figure; MotecurveError for an unknown one, or a file whose name does not say its form."""
    if figure is None or output is None:
        raise MotecurveError("a figure needs both: --figure NUMBER and -o FILE")
    form = charts.form_of(output)
    number = one_of("figure of the paper", figure, figures.NAMES)
    Target(output).write(figures.drawn(number, form))


def show_conclusion(form: str) -> None:
    """The five sentences."""
    found = conclusion.sentences()
    if not display.for_programs([{"kind": "conclusion", "sentence": text} for text in found], form):
        for text in found:
            display.console().print(text)


def show(rows: Sequence[Row], name: str) -> None:
    """A table for people; rows of the paper's tables in one for each board and implementation."""
    if name in ("A-I", "A-II", "III", "algorithms"):
        display.console().print(as_table(rows, [field for field in rows[0] if field not in ("kind", "table")]))
    for (kind, board, library), group in groupby(
        rows, key=lambda r: (r["kind"], r.get("board"), r.get("implementation"))
    ):
        members = list(group)
        if kind == "row" and board:
            display.console().print(Text(f"key generation, {board}, {library}", "bold cyan"))
            display.console().print(as_table([shown(row, name) for row in members]))
        elif kind == "pair":
            display.console().print(
                Text(f"pairs, {board}, {library}: cost of the twin by cost of the curve", "bold cyan")
            )
            display.console().print(as_table([shown_pair(row) for row in members]))
    tested = [row for row in rows if row["kind"] in ("claim", "fair claim")]
    for claim, group in groupby(tested, key=lambda row: row["claim"]):
        members = list(group)
        display.console().print(Text(f"{claim}: {members[0]['quote']}", "bold cyan"))
        for row in members:
            verdict = row.get("verdict") or ("holds" if row["holds"] else "does not hold")
            where = f"{row['where']}, " if "where" in row else ""
            text = security.marked(f"  {where}{row['board']}, {row['implementation']}: {verdict}: {row['evidence']}")
            display.console().print(Text(text), soft_wrap=True)


def shown(row: Row, name: str) -> Row:
    """The columns of a row for people."""
    unit = next((unit for unit in ("cycles", "instructions", "microseconds") if row[unit] is not None), "cycles")
    lacking = row["reason"] if row["bytes_lacking"] is None else f"lacks {row['bytes_lacking']:,} B"
    first = {"curve": row["curve"], "field": row["field"], "small_parameters": row["small_parameters"]}
    if name == "memory":
        return first | {"flash_bytes": row["flash_bytes"], "ram_bytes": row["ram_bytes"], "lacking": lacking}
    printed = {field: row[field] for field in ("published_microseconds", "published_delta_percent")}
    own = {unit: row[unit], "delta_percent": row["delta_percent"]}
    return first | own | (printed if row["published_microseconds"] else {}) | {"lacking": lacking}


def shown_pair(row: Row) -> Row:
    """The columns of a pair for people."""
    low, high = row["interval"]
    same = {field: row[field] for field in ("hypothesis", "curve", "reduction", "ratio")}
    return same | {"from": low, "to": high, "p_corrected": row["p_corrected"], "verdict": row["verdict"]}


def as_table(rows: Sequence[Row], fields: Sequence[str] = ()) -> Table:
    """Rows under their headings; names of weak curves say so, empty columns are left out."""
    every = fields or list(dict.fromkeys(field for row in rows for field in row))
    kept = [field for field in every if any(row.get(field) not in (None, "") for row in rows)]
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    for field in kept:
        table.add_column(HEADINGS.get(field, field.replace("_", " ")), justify="left" if field in TEXTS else "right")
    for row in rows:
        cells = (security.marked(display.figure(row.get(field))) for field in kept)
        table.add_row(*map(Text, cells))
    return table
