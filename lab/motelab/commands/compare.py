"""`./motecurve compare`: changes between two sets of records."""

import itertools

import click
from rich.table import Table
from rich.text import Text

from motelab.common import names
from motelab.compare import changes, record_files
from motelab.compare.changes import CHANGED, NEW, VANISHED, Row
from motelab.measure.records import Record
from motelab.report import display

HEADINGS = {"median": "%", "flash_bytes": "flash %", "ram_static_bytes": "RAM %", "stack_bytes": "stack %"}


@click.command("compare")
@click.argument("old")
@click.argument("new", required=False)
@click.option("--board", "chosen", multiple=True, help="Only records of this board; may be repeated.")
@click.option(
    "--threshold",
    type=click.FloatRange(0),
    default=0.0,
    metavar="PERCENT",
    help="Only rows with a figure that changed by at least so much.",
)
@display.format_option
def command(old: str, new: str | None, chosen: tuple[str, ...], threshold: float, form: str) -> None:
    """Reports which rows of two sets of records differ, and by how many per cent.

    OLD and NEW are files that bench --format json or records wrote, folders of such files, or git revisions, which
    stand for their committed records. Without NEW, the committed records of this checkout are compared. New and
    vanished rows are reported too. Static RAM and stack are compared separately.

    \b
    Examples:
      ./motecurve compare HEAD~1                                    changes of the last commit
      ./motecurve compare HEAD --board micaz --threshold 1          changes that `records` has just written
      ./motecurve bench --op ecdh --format json > before.json       (then change the code, and measure again)
      ./motecurve compare before.json after.json
    """
    before = record_files.read(old)
    after = record_files.read(new) if new else record_files.of_checkout()
    before, after = (of_boards(records, chosen, before + after) for records in (before, after))
    rows = changes.changes(before, after, threshold)
    if not display.for_programs(rows, form):
        show(rows, len(before), len(after))


def of_boards(records: list[Record], chosen: tuple[str, ...], known: list[Record]) -> list[Record]:
    """The records of the chosen boards, or all; MotecurveError for a board without records."""
    for name in chosen:
        names.one_of("board in these records", name, [record["board"] for record in known])
    return [record for record in records if not chosen or record["board"] in chosen]


def show(rows: list[Row], old_count: int, new_count: int) -> None:
    """The rows for people, a table a board."""
    out = display.console()
    if not rows:
        out.print(f"no change: {old_count} records before, {new_count} after")
    for board, group in itertools.groupby(sorted(rows, key=lambda row: row["board"]), key=lambda row: row["board"]):
        members = list(group)
        counts = ", ".join(f"{sum(r['change'] == kind for r in members)} {kind}" for kind in (CHANGED, NEW, VANISHED))
        out.print(Text(f"{board}: {counts}", "bold cyan"))
        table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
        table.add_column("operation, curve or field, algorithm", no_wrap=True)
        for heading in ("now", *HEADINGS.values()):
            table.add_column(heading, justify="right", no_wrap=True)
        for row in members:
            moves = (in_percent(row, name) for name in HEADINGS)
            table.add_row(named(row), display.figure(row["median_new"]), *moves)
        out.print(table)


def named(row: Row) -> str:
    """The subject of a row."""
    window = "" if row["window"] is None else f" w={row['window']}"
    return f"{row['operation']} {row['curve'] or row['field']} {row['algorithm']}{window} {row['backend']}"


def in_percent(row: Row, figure: str) -> Text:
    """How a figure of a row changed."""
    old, new, change = (row[f"{figure}_{part}"] for part in ("old", "new", "percent"))
    if row["change"] != CHANGED:
        return Text(row["change"] if figure == "median" else "", "yellow")
    if old == new:
        return Text("")
    if change is None:
        return Text(f"{display.figure(old) or 'none'} > {display.figure(new) or 'none'}", "yellow")
    return Text(f"{change:+.2f}", "green" if change < 0 else "red")
