"""`./motecurve run`: everything, from sources to tables and report."""

import time

import click

from motelab.commands.report import completed
from motelab.report import display, overview, side_by_side
from motelab.report.site import writing


@click.command("run")
@click.option("--fresh", is_flag=True, help="Measure again, whatever the cache holds.")
@click.pass_context
def command(context: click.Context, fresh: bool) -> None:
    """Measures everything on the simulated mote, prints the papers' tables, writes the report.

    It builds the host library of the board's fields and every image. Exits with 1 if a measurement failed.

    Example: ./motecurve run
    """
    start = time.monotonic()
    overview.build_host()
    everything = overview.collect(fresh)
    for rows in everything.tables.values():
        display.published_tables(rows, commands=False)
    display.on_boards(everything.on_boards)
    writing.write(completed(everything))
    display.failures([*everything.failures.values(), *side_by_side.stale_boards(everything.records.values())])
    count, seconds = len(everything.records), time.monotonic() - start
    click.echo(f"{count} verified measurements in {seconds:.0f} s; report: {writing.FOLDER / writing.FIRST_PAGE}")
    context.exit(0 if everything.all_verified else 1)
