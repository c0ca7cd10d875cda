"""`./motecurve report`: the site of everything measured."""

import dataclasses
from pathlib import Path

import click

from motelab.network import captured_map, rivals
from motelab.report import overview
from motelab.report.overview import NetworkMap, Networks, Overview, Study
from motelab.report.site import writing
from motelab.study import conclusion, tables
from motelab.sweep import store


@click.command("report")
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    default=writing.FOLDER,
    show_default="build/report",
    help="Folder to write the pages to.",
)
@click.option("--fresh", is_flag=True, help="Measure again, whatever the cache holds.")
@click.option("--committed", is_flag=True, help="Measure nothing: show the committed records.")
@click.pass_context
def command(context: click.Context, output: Path, fresh: bool, committed: bool) -> None:
    """Writes a site of static pages: boards, curves, algorithms, advice, papers and libraries beside ours, records.

    The pages work from disk and refer to nothing outside their folder; begin at index.html. What was measured before
    is not measured again; --committed takes seconds on a fresh checkout. Exits with 1 if a measurement failed; the
    first page names it.

    \b
    Examples:
      ./motecurve report
      ./motecurve report --committed -o pages
    """
    if fresh and committed:
        raise click.UsageError("--fresh measures, --committed does not; give one of them")
    everything = overview.committed_only() if committed else overview.collect(fresh)
    written = writing.write(completed(everything), output)
    page = output / writing.FIRST_PAGE
    click.echo(f"{page} {'written' if written else 'shows these figures already'}", err=True)
    context.exit(0 if everything.all_verified else 1)


def completed(everything: Overview) -> Overview:
    """The overview with the records of the sweep, the results of the study and the schemes of networks."""
    study = Study(conclusion.sentences(), tables.all_lines(None))
    maps = [NetworkMap(**captured_map.grid(scheme)) for scheme in captured_map.SCHEMES]
    networks = Networks([rivals.derived(row) for row in rivals.of_file()], maps)
    return dataclasses.replace(everything, swept=store.records(), study=study, networks=networks)
