"""`./motecurve records`: the committed records of the simulated boards, written or checked."""

import os
from pathlib import Path

import click

from motelab.boards import board as boards
from motelab.common import names
from motelab.common.errors import ImageFailed, MotecurveError
from motelab.common.options import is_given
from motelab.common.progress import Progress
from motelab.common.schema import shown
from motelab.compare import committed, committed_implementations, committed_pairings, committed_versus
from motelab.device import given
from motelab.network.simulation import records as committed_network


@click.command("records")
@click.option("--board", "chosen", multiple=True, help="A simulated board; may be repeated. Without it, all of them.")
@click.option("--check", is_flag=True, help="Measure a sample afresh and compare it with the files; write nothing.")
@click.option(
    "--share",
    "one_in",
    type=click.IntRange(1),
    metavar="N",
    help=f"With --check, measure one record in N, chosen by the commit.  [default: {committed.ONE_IN}]",
)
@click.option("--all", "every", is_flag=True, help="With --check, measure every record.")
@click.option("--pairings", is_flag=True, help="Only the records of pairings.")
@click.option("--network", is_flag=True, help="Only the records of key establishment in networks.")
@click.option("--implementation", "implementations", multiple=True, metavar="NAME", help="Only other people's code.")
@click.option("--source", default="", metavar="DIR", help="The folder with that code.")
@click.option(
    "--from-device", "given_file", type=click.Path(path_type=Path), metavar="FILE",
    help="Only records from silicon, those of a file that bench --contribute wrote.",
)  # fmt: skip
@click.option("--fresh", is_flag=True, help="Measure again, whatever the cache holds.")
@click.option("--missing", is_flag=True, help="Measure what has no record; the other records stay as they are.")
@click.option("--jobs", type=click.IntRange(1), default=os.cpu_count() or 1, show_default=True, help="Runs at a time.")
@click.pass_context
def command(
    context,
    chosen,
    check: bool,
    one_in: int | None,
    every: bool,
    pairings: bool,
    network: bool,
    implementations: tuple[str, ...],
    source: str,
    given_file: Path | None,
    fresh: bool,
    missing: bool,
    jobs: int,
):
    """Measures every simulated board and writes its committed records.

    Boards have the same curves and operations, unless their file names fewer. lab/motelab/data/records has a file for
    each board, and one for its pairings; the report and the tables read these files instead of measuring every board.
    After an interruption the command continues, and --missing adds what is new in the plan. For rpi2 it also counts
    OpenSSL if Debian's package is available.
    --check recomputes the fields of every record that follow from others. It also measures again a few records of each
    kind, and one in 36, chosen by the hash of the commit; every field must be the same. Exits with 1 if an image fails
    (its file then stays as it is), and with --check if a file is stale.
    --from-device checks a file of records from a board's own silicon: their form, that this checkout builds the same
    image and its simulator counts the same, and that the figures can be true. Then it adds them to the files of
    lab/motelab/data/silicon; with --check it writes nothing.

    \b
    Examples:
      ./motecurve records
      ./motecurve records --board micaz --missing
      ./motecurve records --board micaz --pairings
      ./motecurve records --board telosb --network --check
      ./motecurve records --board pxa270 --check
      ./motecurve records --board pxa270 --check --all
      ./motecurve records --implementation micro-ecc --source micro-ecc --check
      ./motecurve records --from-device uno.jsonl
    """
    if given_file:
        if is_given(context, *(set(context.params) - {"given_file", "check"})):
            raise click.UsageError("--from-device takes one file, and of the other options --check")
        from_device(given_file, check)
        return
    if (one_in or every) and (not check or (one_in and every)):
        raise click.UsageError("--share and --all say how much --check measures; give one of them with --check")
    if missing and (check or fresh or pairings or network or implementations):
        raise click.UsageError("--missing goes with --board and --jobs alone: it measures the plan of a board")
    if network and (pairings or one_in or every):
        raise click.UsageError("--network has few records; leave out --pairings, --share and --all")
    one_in = 1 if every else one_in or committed.ONE_IN
    if implementations:
        if len(implementations) > 1 or pairings or network or chosen:
            raise click.UsageError("--implementation takes one name, its --source, and of the other options --check")
        context.exit(0 if of_others(implementations[0], source, check, jobs) else 1)
    failed = False
    for name in chosen or boards.simulated():
        names.one_of("simulated board", name, boards.simulated())
        if network:
            failed |= not of_network(name, bool(chosen), check, fresh, jobs)
            continue
        if not missing:
            with Progress("measuring", len(committed_pairings.planned(name))) as progress:
                failed |= not of_pairings(name, one_in if check else None, fresh, progress, jobs)
        if pairings:
            continue
        with Progress("measuring", len(committed.planned(name)[0])) as progress:
            done = checked(name, progress, jobs, one_in) if check else written(name, fresh, missing, progress, jobs)
            failed |= not done
        for versus, requests in {} if missing else committed_versus.planned(name).items():
            with Progress("counting", len(requests)) as progress:
                failed |= not of_another(name, versus, one_in if check else None, fresh, progress)
    context.exit(1 if failed else 0)


def checked(name: str, progress: Progress, jobs: int, one_in: int) -> bool:
    """Whether the file of a board agrees with its sample and one record in so many, measured again; a line on stderr
    if not."""
    found = committed.stale(name, progress, jobs, one_in)
    if found:
        click.echo(f"motecurve: {found}", err=True)
    return not found


def written(name: str, fresh: bool, missing: bool, progress: Progress, jobs: int) -> bool:
    """Whether the board was measured, or of it what is missing; its file is written if that changes it. A line on
    stderr tells which."""
    try:
        records, unmet = committed.measured(name, fresh, progress, jobs, keep=missing)
    except ImageFailed as error:
        click.echo(f"motecurve: {error}", err=True)
        return False
    changed = committed.write(name, records, unmet)
    path = committed.records_file(name).name
    state = "written" if changed else "is as it was"
    click.echo(f"{path} {state}: {len(records)} records, {len(unmet)} left out", err=True)
    return True


def of_pairings(name: str, one_in: int | None, fresh: bool, progress: Progress, jobs: int) -> bool:
    """Checks the records of pairings on a board, one in so many; for one_in None writes them. Returns whether the file
    agrees or was written; a line on stderr tells which."""
    file = committed_pairings.file(name).name
    try:
        if one_in:
            found = committed_pairings.stale(name, progress, jobs, one_in)
            if found:
                click.echo(f"motecurve: {found}", err=True)
            return not found
        changed = committed_pairings.write(name, fresh, progress, jobs)
    except ImageFailed as error:
        click.echo(f"motecurve: {error}", err=True)
        return False
    click.echo(f"{file} {'written' if changed else 'is as it was'}", err=True)
    return True


def of_network(name: str, is_chosen: bool, check: bool, fresh: bool, jobs: int) -> bool:
    """Writes or checks the records of key establishment of a board; returns whether they were written, or agree. A
    board without a radio has none, and is passed over unless it was chosen. A line on stderr tells which."""
    if not is_chosen and name not in committed_network.boards_with_radio():
        return True
    try:
        with Progress("measuring", len(committed_network.planned(name))) as progress:
            if check:
                found = committed_network.stale(name, progress, jobs)
                if found:
                    click.echo(f"motecurve: {found}", err=True)
                return not found
            changed = committed_network.write(name, fresh, progress, jobs)
    except ImageFailed as error:
        click.echo(f"motecurve: {error}", err=True)
        return False
    click.echo(f"{committed_network.file(name).name} {'written' if changed else 'is as it was'}", err=True)
    return True


def of_others(name: str, source: str, check: bool, jobs: int) -> bool:
    """Writes or checks the records of an implementation, whose code is in the folder `source`; returns whether they
    were written, or agree. A line on stderr tells which."""
    requests = committed_implementations.planned(name, source)
    file = committed_implementations.file(name).name
    try:
        with Progress("measuring", len(requests)) as progress:
            if check:
                found = committed_implementations.stale(name, requests, progress, jobs)
                if found:
                    click.echo(f"motecurve: {found}", err=True)
                return not found
            records = committed_implementations.measured(requests, progress, jobs)
    except ImageFailed as error:
        click.echo(f"motecurve: {error}", err=True)
        return False
    changed = committed_implementations.write(name, records)
    click.echo(f"{file} {'written' if changed else 'is as it was'}: {len(records)} records", err=True)
    return True


def from_device(path: Path, check: bool) -> None:
    """Checks the records of a file from silicon and, unless `check`, adds them to those of their boards. FaultyFile if
    one of them cannot be true."""
    found = given.read(path)
    if check:
        click.echo(f"{path}: {len(found)} records can be true", err=True)
        return
    for written_file in given.keep(found):
        click.echo(f"{shown(written_file)} written", err=True)


def of_another(name: str, versus: str, one_in: int | None, fresh: bool, progress: Progress) -> bool:
    """Checks the counts of another library on a board, one in so many; for one_in None writes them. Returns whether
    the file agrees or was written; a line on stderr tells which. If the library is not available, the file stays
    unchanged."""
    file = committed_versus.file(name, versus).name
    try:
        if one_in:
            found = committed_versus.stale(name, versus, progress, one_in)
            if found:
                click.echo(f"motecurve: {found}", err=True)
            return not found
        changed = committed_versus.write(name, versus, fresh, progress)
        click.echo(f"{file} {'written' if changed else 'is as it was'}", err=True)
        return True
    except ImageFailed as error:
        click.echo(f"motecurve: {error}", err=True)
        return False
    except MotecurveError as error:
        click.echo(f"motecurve: {file} is not {'checked' if one_in else 'written'}: {error}", err=True)
        return True
