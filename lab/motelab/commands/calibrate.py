"""`./motecurve calibrate`: published cycles of other people's code beside ours of the same code."""

import sys
from pathlib import Path

import click
from rich import box
from rich.console import Console
from rich.table import Table

from motelab.boards.implementations import manifest as manifests
from motelab.boards.implementations import source
from motelab.common.errors import MotecurveError
from motelab.common.progress import Progress
from motelab.compare import calibration
from motelab.device import bench as on_device
from motelab.device import given, suite
from motelab.report import of_silicon
from motelab.report.display import for_programs, format_option

HEADINGS = ("code", "board", "operation", "published", "here", "difference %", "explanation")
RECORDED = "recorded"  # in the place of a port: the records that users gave
TEXTS = ("code", "board", "operation", "explanation")


@click.command("calibrate")
@click.option(
    "--source-root", "root", default="", metavar="DIR",
    help="Measure now; each code is in a folder of its name below DIR. Without it, the committed records are shown.",
)  # fmt: skip
@of_silicon.options
@click.option("--board", metavar="NAME", help="With --device: the board that is connected.")
@format_option
@click.pass_context
def command(
    context: click.Context,
    root: str,
    port: str | None,
    flash: bool,
    contribute: Path | None,
    contributor: str | None,
    board: str | None,
    form: str,
) -> None:
    """Compares our simulators with published cycles, most of them of chips, by running the same code.

    Each row has the published cycles, ours of the same source at a named commit, the difference in per cent, and where
    it comes from. Every result is checked against its known answer. Exits with 1 if a difference of 0.05 % or more has
    no explanation.

    With --device, nine calls run on a board itself, at a serial port, and stand beside its simulator. --device recorded
    shows the records from silicon that users have given.

    \b
    Examples:
      ./motecurve calibrate
      ./motecurve calibrate --source-root sources --format json
      ./motecurve calibrate --device recorded
      ./motecurve calibrate --device emulator --board uno
      ./motecurve calibrate --device /dev/ttyACM0 --board uno --flash --contribute uno.jsonl --contributor NAME
    """
    of_silicon.refuse(port, contribute, contributor)
    if bool(board) != (bool(port) and port != RECORDED) or (port and root):
        raise click.UsageError("--device PORT and --board NAME go together, and without --source-root")
    if port:
        beside_silicon(port, board, flash, contribute, contributor, form)
        return
    rows = measured(Path(root)) if root else calibration.committed_rows()
    if not for_programs(rows, form):
        Console(width=None if sys.stdout.isatty() else 200).print(table(rows))
    for line in calibration.complaints(rows):
        click.echo(f"motecurve: {line}", err=True)
    context.exit(1 if calibration.complaints(rows) else 0)


def beside_silicon(
    port: str, board: str | None, flash: bool, contribute: Path | None, contributor: str | None, form: str
) -> None:
    """Prints what a board itself counts beside its simulator: measured at a port, or as recorded."""
    if port != RECORDED:
        found = on_device.measured(suite.requests(board), port, flash)
    elif not (found := given.every()):
        raise MotecurveError(
            "no record from silicon has been given yet; docs/start/own-board.md tells how to give the first"
        )
    of_silicon.print_records(found, contribute, contributor, form)


def measured(root: Path) -> list[calibration.Row]:
    """All rows, measured now; MotecurveError with the commands that fetch what is not below `root`."""
    if absent := calibration.missing(root):
        fetching = "; ".join(source.fetching(manifests.find(name)) for name in absent)
        raise MotecurveError(f"{root} has no {', '.join(absent)}; fetch there with: {fetching}")
    figures, rows = calibration.published(), []
    with Progress("measuring", len(figures)) as progress:
        for done, figure in enumerate(figures, start=1):
            rows.append(calibration.measured(figure, root))
            progress(
                done, len(figures), f"{figure.implementation} on {figure.board}: {rows[-1]['ours_cycles']:,} cycles"
            )
    return rows


def table(rows: list[calibration.Row]) -> Table:
    """The rows for people."""
    result = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for heading in HEADINGS:
        result.add_column(heading, justify="left" if heading in TEXTS else "right")
    for row in rows:
        figures = (f"{row['published_cycles']:,}", f"{row['ours_cycles']:,}", f"{row['difference_percent']:+.2f}")
        waits = " (waits)" if row["waits"] else ""
        result.add_row(
            row["implementation"], row["board"], row["operation"], *figures, f"{row['explanation']}{waits}".strip()
        )
    return result
