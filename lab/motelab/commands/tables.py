"""`./motecurve tables`: published tables with our figures beside them."""

import click

from motelab.common.progress import Progress
from motelab.report import display, tables


@click.command("tables")
@click.option("--source", required=True, help="A paper, such as aranha2008 or dahab2006; peers; goals.")
@click.option("--table", help="One table of the paper, one library, one board; without it all but host.")
@click.option("--fresh", is_flag=True, help="Measure again, whatever the cache holds.")
@display.format_option
@click.pass_context
def command(context: click.Context, source: str, table: str | None, fresh: bool, form: str) -> None:
    """Prints the published tables of a paper with our figures beside.

    Each row has the published figure, ours, their ratio (ours / published), and the command that measures ours, or
    the reason why there is none. Rows of dahab2006 stand beside this computer and the board pxa270, with the ratio of
    each column (MMX, SSE2, assembly) to the first, published and ours. Rows of fujdiak2017 for the Raspberry Pi stand
    beside committed instruction counts, ours and OpenSSL's, and the ratio of OpenSSL's to ours. `peers` are other
    libraries, measured on the simulated mote. `goals` are the figures that this library must reach; the table `host`
    is for this computer. On simulated boards other than the MICAz they are read from the committed records, or
    measured with --fresh. Savings that a paper prints stand under its tables with ours; its errors stand at the end.
    Exits with 1 if a paired row is not verified or a goal is missed.

    \b
    Examples:
      ./motecurve tables --source aranha2008 --table 4
      ./motecurve tables --source dahab2006 --table "Pentium 4 HT 3.0 GHz"
      ./motecurve tables --source goals
      ./motecurve tables --source goals --table host
    """
    paired = tables.source_rows(source, table)
    kept = [] if fresh else tables.kept(paired)
    wanted = [request for request in tables.requests(paired) if request not in kept]
    with Progress("measuring", len(wanted)) as progress:
        rows = tables.compare(paired, tables.measure(wanted, fresh, progress) | tables.read(kept))
    if not display.for_programs(rows, form):
        display.published_tables(rows)
        display.errata_of(source, table)
    context.exit(0 if tables.all_verified(rows) and tables.all_reached(rows) else 1)
