"""`./motecurve report`: the HTML page of everything measured."""

from pathlib import Path

import click

from motelab.report import overview, report


@click.command("report")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=report.REPORT_FILE,
    show_default="build/report/index.html",
    help="Where to write the page.",
)
@click.option("--fresh", is_flag=True, help="Measure again, whatever the cache holds.")
@click.pass_context
def command(context: click.Context, output: Path, fresh: bool) -> None:
    """Writes one HTML page: the papers' tables beside ours, charts, every record.

    The page refers to no other file. Exits with 1 if a measurement failed; the page names it.

    Example: ./motecurve report --output /tmp/motecurve.html
    """
    everything = overview.collect(fresh)
    written = report.write(everything, output)
    click.echo(f"{output} {'written' if written else 'shows these figures already'}", err=True)
    context.exit(0 if everything.all_verified else 1)
