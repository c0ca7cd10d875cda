"""`./motecurve tables`: published tables with our figures beside them."""

from collections.abc import Sequence
from typing import Any

import click
from rich.text import Text

from motelab.commands.parallel import modmul
from motelab.common.errors import MotecurveError
from motelab.common.progress import Progress
from motelab.compare import paper_claims
from motelab.compare.published import PEERS
from motelab.parallel.paper.beside import Paper
from motelab.report import display, summary, tables
from motelab.study import fair_claims
from motelab.study.names import SOURCE as STUDIED
from motelab.under_attack import lines, store
from motelab.under_attack import tables as attacks


@click.command("tables")
@click.option("--source", required=True, help="A paper, such as aranha2008 or dahab2006; peers; goals.")
@click.option("--table", help="One table of the paper, one library, one board; without it all but host and parallel.")
@click.option("--claims", "is_claims", is_flag=True, help="Test what the paper claims, on its own figures and on ours.")
@click.option("--fresh", is_flag=True, help="Measure again, whatever the cache holds.")
@display.format_option
@click.pass_context
def command(context: click.Context, source: str, table: str | None, is_claims: bool, fresh: bool, form: str) -> None:
    """Prints the published tables of a paper with our figures beside.

    Each row has the published figure, ours, their ratio (ours / published), and the command that measures ours,
    or the reason why there is none. Rows of dahab2006 stand beside this computer and the board pxa270, with the
    ratio of each column (MMX, SSE2, assembly) to the first, published and ours. Rows of fujdiak2017 for the
    Raspberry Pi stand beside committed instruction counts, ours and OpenSSL's, and the ratio of OpenSSL's to
    ours. Rows of arruda2014 stand beside committed records of `./motecurve parallel`, with printed speedups and
    ours; figures that the paper computed from others are computed again, and those that are known to be wrong
    say why. `peers` are other libraries, measured on simulated boards: `beaten` tells whether a record of
    ours takes no more cycles, flash and RAM than theirs, all three together, `beaten_by_command` which,
    `short_of` the figures in which our nearest takes more, and `point` the profile of ours. The tables `faults`
    and `leakage` of `peers` are their calls with skipped instructions, and their simulated traces, beside ours:
    the plain call, and the one with our protection (docs/open-bench.md). `goals` are the
    figures that this library must reach; the tables `host` and `parallel` are for this computer, on one core
    and on two. On simulated boards other than the MICAz they are read from the committed records, or measured
    with --fresh, as are arruda2014's modular multiplications. Savings that a paper prints stand under its
    tables with ours; its errors stand at the end. The last line counts a paper's rows: with ours, with a ratio,
    impossible here and why, undone and by which command. `--claims` prints what the paper concludes, with the
    verdicts on its own figures and on ours. Exits with 1 if a paired row is not verified or a goal is missed.

    \b
    Examples:
      ./motecurve tables --source aranha2008 --table 4
      ./motecurve tables --source dahab2006 --table "Pentium 4 HT 3.0 GHz"
      ./motecurve tables --source arruda2014 --table 6
      ./motecurve tables --source tinyecck2008 --claims
      ./motecurve tables --source peers --table faults
      ./motecurve tables --source goals
      ./motecurve tables --source goals --table host
      ./motecurve tables --source goals --table parallel
    """
    if source == PEERS and table in store.PLANS:
        show_attacks(table, fresh, form)
        return
    if is_claims and (source == STUDIED or not paper_claims.of(source)):
        show_claims(claims_without_rows(source), form)
        return
    paired = tables.claimed(source) if is_claims else tables.source_rows(source, table)
    kept = [] if fresh else tables.kept(paired)
    wanted = [request for request in tables.requests(paired) if request not in kept]
    with Progress("measuring", len(wanted)) as progress:
        measured = tables.measure(wanted, fresh, progress) | tables.read(kept)
    rows = tables.compare(paired, measured, measured_in_parallel(source, paired) if fresh else None)
    if is_claims:
        show_claims([paper_claims.tested(claim, rows) for claim in paper_claims.of(source)], form)
    elif not display.for_programs(rows, form):
        display.published_tables(rows)
        display.errata_of(source, table)
    if source in summary.PAPERS and not is_claims:
        click.echo(f"{source}: {summary.line(rows)}", err=form != "table")
    context.exit(0 if tables.all_verified(rows) and tables.all_reached(rows) else 1)


def show_attacks(table: str, fresh: bool, form: str) -> None:
    """Others' code under faults or under a probe, beside ours; UsageError if it is to be measured again."""
    if fresh:
        raise click.UsageError(f"--fresh measures no campaign; {store.REWRITE} {table} does, in an hour")
    rows = attacks.rows(table)
    if display.for_programs(rows, form):
        return
    out = display.console()
    for title in dict.fromkeys(lines.call(row) for row in rows):
        members = [row for row in rows if lines.call(row) == title]
        out.print(Text(title.replace("`", ""), "bold cyan"))
        for line in lines.plain(table, lines.lines(members)):
            out.print(Text(line), soft_wrap=True)
        for command in dict.fromkeys(side["command"] for row in members for _, side in attacks.sides(row)):
            out.print(Text(f"  {command}", "dim"), soft_wrap=True)


def measured_in_parallel(source: str, paired: tables.Paired) -> Paper | None:
    """The figures of a paper beside modular multiplications measured now; None if its rows need none."""
    wanted = tables.requests_in_parallel(paired)
    if not wanted:
        return None
    rows = [row | {"command": text} for one, text in wanted.items() for row in modmul.measured([one], (), fresh=True)]
    return tables.measured_in_parallel(source, rows)


def claims_without_rows(source: str) -> list[dict[str, Any]]:
    """The claims of the paper that the study repeats; MotecurveError for a source that claims nothing here."""
    if source != STUDIED:
        raise MotecurveError(f"{source} has no claims here; there are those of {', '.join(summary.PAPERS)}")
    return fair_claims.summaries()


def show_claims(rows: Sequence[dict[str, Any]], form: str) -> None:
    """Each claim with its verdicts and the evidence."""
    if not display.for_programs(rows, form):
        display.claims_of_papers(rows)
