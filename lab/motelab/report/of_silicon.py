"""Options and tables of commands that measure on a board's own silicon."""

from collections.abc import Callable, Sequence
from pathlib import Path

import click
from rich import box
from rich.table import Table

from motelab.common.options import is_given
from motelab.device import bench as on_device
from motelab.measure.records import Record
from motelab.report.display import console, for_programs

ON_SIMULATORS_ALONE = ("versus", "front", "cases")
COLUMNS = ("subject", "algorithm", "cycles", "simulator", "%", "stack (simulator) B")
OF_OTHERS = "by"
FIGURES = COLUMNS[2:]


def options(command: Callable) -> Callable:
    """--device, --flash, --contribute and --contributor."""
    for option in (
        click.option("--contributor", metavar="NAME", help="With --contribute: who measured, a name or a handle."),
        click.option("--contribute", type=click.Path(path_type=Path), help="With --device: the file for its records."),
        click.option("--flash", is_flag=True, help="With --device: writes each image to the board first."),
        click.option(
            "--device", "port", metavar="PORT", help="On the board itself, at this serial port, or on its emulator."
        ),
    ):  # fmt: skip
        command = option(command)
    return command


def refuse(port: str | None, contribute: Path | None, contributor: str | None) -> None:
    """UsageError for options that need a board on a serial port, and for those that the bench has on simulators alone.
    MotecurveError for records of the emulator that are to be given away."""
    context = click.get_current_context()
    if not port:
        if is_given(context, "flash", "contribute", "contributor"):
            raise click.UsageError("--flash and --contribute go with --device: they concern a board on a serial port")
        return
    if is_given(context, *ON_SIMULATORS_ALONE):
        names = ", ".join(f"--{name}" for name in ON_SIMULATORS_ALONE)
        raise click.UsageError(f"--device takes known answers alone: leave out {names}")
    if bool(contribute) != bool(contributor):
        raise click.UsageError("--contribute FILE and --contributor NAME go together: records say who measured them")
    if contribute:
        on_device.refuse_emulator(port)


def print_records(records: Sequence[Record], contribute: Path | None, contributor: str | None, form: str) -> None:
    """Prints records from a board itself, and writes them to a file to give away, if one is named."""
    if contribute and contributor:
        on_device.contribute(records, contribute, contributor)
    if not for_programs(records, form):
        show(records)


def show(records: Sequence[Record]) -> None:
    """A table for people and each board: the board's cycles beside the simulator's. Every result was right."""
    for name in dict.fromkeys(record["board"] for record in records):
        rows = [record for record in records if record["board"] == name]
        console().print(table(rows))


def table(rows: Sequence[Record]) -> Table:
    """The table of one board's records; with a column more where they are of several people or days."""
    first, is_of_many = rows[0], any(row["contributor"] for row in rows)
    found = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for heading in (*COLUMNS, *([OF_OTHERS] if is_of_many else [])):
        is_figure = heading in FIGURES
        found.add_column(heading, justify="right" if is_figure else "left", no_wrap=is_figure)
    found.title = f"{first['device']} at {first['clock_hz'] / 1e6:g} MHz, {first['origin']}"
    found.title += "" if is_of_many else f", {first['date']}"
    for row in rows:
        by = [f"{row['contributor']}, {row['date']}"] if is_of_many else []
        found.add_row(
            f"{row['operation']} {row['curve'] or row['field']}", row["algorithm"], f"{row['cycles']:,}",
            f"{row['simulated']:,}", f"{row['difference_percent']:+.4f}",
            f"{row['stack_bytes']:,} ({row['simulated_stack_bytes']:,})", *by,
        )  # fmt: skip
    return found
