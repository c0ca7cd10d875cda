"""`./motecurve sweep`: measures many combinations, keeps them in a store, and answers questions about it."""

import functools
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from motelab.boards import board as boards_on_disk
from motelab.common import plain
from motelab.common.progress import Progress
from motelab.compare import committed
from motelab.measure import bench
from motelab.measure.bench import Request
from motelab.measure.records import Record
from motelab.report.display import console, for_programs, format_option, table_of
from motelab.subjects import curves
from motelab.sweep import plan, store
from motelab.sweep.journal import Answer, Journal
from motelab.sweep.work import Work, journal_file, write


@click.command("sweep")
@click.option(
    "--board",
    "boards",
    multiple=True,
    help="A simulated board; may be repeated. Without it, all, unless a file says no.",
)
@click.option("--curve", "curve_names", multiple=True, help="A curve; may be repeated. Without it, those of records.")
@click.option("--operation", "operations", multiple=True, help="An operation; may be repeated. Without it, all.")
@click.option("--full", is_flag=True, help="Every curve, algorithm, backend and choice, not only those of the default.")
@click.option("--plan", "only_plan", is_flag=True, help="Print how many rows there are, and the time; measure nothing.")
@click.option("--commit", is_flag=True, help="Then write the committed store.")
@click.option(
    "--store", "folder", type=click.Path(file_okay=False, path_type=Path), help="Then write, or ask, this one."
)
@click.option("--query", metavar="SQL", help="Answer a query over the store's table, sweep; measure nothing.")
@click.option("--minutes", type=click.FloatRange(0), help="Stop after so many minutes; the next run continues.")
@click.option("--scheduler", metavar="ADDRESS", help="Measure on the Dask cluster of tcp://HOST:PORT.")
@click.option("--jobs", type=click.IntRange(1), default=os.cpu_count() or 1, show_default=True, help="Runs at a time.")
@format_option
@click.pass_context
def command(
    context, boards, curve_names, operations, full, only_plan, commit, folder, query, minutes, scheduler, jobs, form
):
    """Measures every board's own choices and scalar multiplications, and keeps the rows in a store.

    It takes up to three hours on two processors, says how many minutes are left, and continues after an interruption.
    A row is not measured again as long as the files on which it depends are the same, or its image and its run are.
    Neither are the records of ./motecurve records. Prints the state of each board: the rows of the plan, those that
    are stored, those that are only measured, and those that are missing. Exits with 1 if an image fails.

    \b
    Examples:
      ./motecurve sweep --plan
      ./motecurve sweep --board micaz --curve sect163k1 --operation scalar-mult
      ./motecurve sweep --full --board telosb --curve P-256 --operation ecdh --store build/telosb
      ./motecurve sweep --scheduler tcp://192.0.2.1:8786
      ./motecurve sweep --query "SELECT board, min(cycles) FROM sweep WHERE operation = 'ecdh' GROUP BY board"
      ./motecurve sweep --commit
    """
    refuse_contradictions(only_plan, query, commit, folder, full)
    if query is not None:
        show(store.query(query, folder or store.FOLDER), form)
        return
    names = curve_names or (curves.built() if full else committed.CURVES)
    subjects = plan.subjects(boards, names, operations)
    journal = Journal(journal_file())
    work = Work(plan.full(subjects) if full else plan.default(subjects), journal, recorded=recorded)
    failures = {} if only_plan else measured(work, scheduler, jobs, minutes)
    if commit:
        work = Work(plan.default(plan.subjects((), committed.CURVES, ())), journal, recorded=recorded)
    if target := store.FOLDER if commit else folder:
        write(work, target)
    show(work.state(jobs), form)
    for failed, reason in failures.items():
        click.echo(f"motecurve: {failed}: {plain.text(reason)}", err=True)
    context.exit(1 if failures else 0)


def recorded(request: Request) -> Record | None:
    """The committed record of `./motecurve records` that answers a request, without its mean of many random cases,
    which rows of the sweep do not have."""
    if (request.operation, request.algorithm) not in recorded_members(request.board):
        return None
    found = committed.find(request)
    return found and bench.without_mean(found, boards_on_disk.load(request.board))


@functools.cache
def recorded_members(board: str) -> frozenset[tuple[str, str]]:
    """Operation and algorithm of every committed record of a board; others need no search."""
    return frozenset((record["operation"], record["algorithm"]) for record in committed.of(board))


def refuse_contradictions(only_plan: bool, query: str | None, commit: bool, folder: Path | None, full: bool) -> None:
    """UsageError for options of which one would be ignored."""
    if commit and (full or folder):
        raise click.UsageError(
            "--commit writes the default plan into the committed store; leave out --full and --store"
        )
    if only_plan and (commit or folder or query is not None):
        raise click.UsageError("--plan only counts; leave out --commit, --store and --query")
    if query is not None and (commit or full):
        raise click.UsageError("--query only asks; leave out --commit and --full")


def measured(work: Work, scheduler: str | None, jobs: int, minutes: float | None) -> dict[str, str]:
    """Measures what is missing; returns the failures, command -> reason."""
    missing = work.missing()
    if not missing or minutes == 0:
        return {}
    from motelab.sweep import run  # Dask takes half a second to load, which --help and --query need not wait for

    done = 0

    def arrived(request: Request, answer: Answer) -> None:
        nonlocal done
        done += 1
        work.arrived(request)
        progress(done, len(missing), described(request, answer))

    with (
        work.journal as journal,
        run.cluster(scheduler, jobs) as client,
        Progress("sweeping", len(missing), work.seconds_left) as progress,
    ):
        if journal.damaged:
            click.echo(
                f"motecurve: {journal.damaged} damaged lines of the journal; their rows are measured again", err=True
            )
        work.start()
        answers = functools.partial(run.answers_of, client, run.measured, older=work.stale)
        return run.sweep(missing, journal, answers, arrived, minutes)


def described(request: Request, answer: Answer) -> str:
    """A request and its answer in words, for progress."""
    window = "" if request.window is None else f" w={request.window}"
    what = f"{request.board}: {request.operation} {request.algorithm}{window} on {request.curve}"
    if "failure" in answer:
        return f"{what}: failed"
    row = answer["row"]
    found = row["reason"] or f"{row['median']:,} {row['unit']}"
    return f"{what}: {found}{', the same image' if answer.get('renewed') else ''}"


def show(rows: Sequence[dict[str, Any]], form: str) -> None:
    """Prints rows, whatever their columns."""
    if not for_programs(rows, form):
        console().print(table_of(rows))
