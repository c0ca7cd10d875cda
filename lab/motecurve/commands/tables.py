"""`./motecurve tables`: published tables with our figures beside them."""

import click

from motecurve import display, tables
from motecurve.progress import Progress


@click.command("tables")
@click.option("--source", required=True, help="Key of the paper: aranha2008, tinyecck2008.")
@click.option("--table", help="One table of the paper, as it numbers it; all without it.")
@click.option("--fresh", is_flag=True, help="Measure again, whatever the cache holds.")
@display.format_option
@click.pass_context
def command(context: click.Context, source: str, table: str | None, fresh: bool, form: str) -> None:
    """Every published row of a paper: its figure, ours, their ratio (ours / published), and the command that
    measures ours, or the reason why there is none. Exits with 1 if a paired row is not verified.

    Example: ./motecurve tables --source aranha2008 --table 4
    """
    paired = tables.source_rows(source, table)
    wanted = tables.requests(paired)
    with Progress("measuring", len(wanted)) as progress:
        rows = tables.compare(paired, tables.measure(wanted, fresh, progress))
    if form == "json":
        display.json_array(rows)
    else:
        display.published_tables(rows)
    context.exit(0 if tables.all_verified(rows) else 1)
