"""`./motecurve network compare`: the schemes of key establishment side by side."""

import itertools
import sys

import click

from motelab.common.names import one_of
from motelab.common.progress import Progress
from motelab.network import rivals
from motelab.network.emulation import image
from motelab.report.display import console, for_programs, format_option, table_of


@click.command("compare")
@click.option("--board", default="", help=f"One of {', '.join(image.BOARD_NAMES)}.  [default: all]")
@click.option("--check", is_flag=True, help="Measure everything again; say what differs, and exit with 1 if any does.")
@click.option("--write", is_flag=True, help="Measure everything again, and write the committed rows.")
@format_option
def command(board, check, write, form):
    """Prints what each scheme of key establishment costs on two motes.

    Rows are committed ones, of `network emulate`; each ends with the command that gives its figures again. Energy is
    of the mote that spends more, for a handshake and a message each way; to listen is apart. A battery is two AA
    cells. What to choose: docs/network/choose.md.

    \b
    Examples:
      ./motecurve network compare --board micaz
      ./motecurve network compare --format csv
      ./motecurve network compare --check
    """
    if board:
        one_of("board", board, image.BOARD_NAMES)
    requests = [request for request in rivals.planned() if board in ("", request.board)]
    if write:
        with Progress("measuring", len(rivals.planned())) as progress:
            changed = rivals.write(progress)
        click.echo(f"{rivals.FILE.name} {'written' if changed else 'is as it was'}", err=True)
    if check:
        found = rivals.stale(requests)
        click.echo("\n".join(found) or f"{len(requests)} rows are as measured now", err=True)
        sys.exit(bool(found))
    rows = [row for row in rivals.of_file() if board in ("", row["board"])]
    if not for_programs(rows, form):
        show(rows)


def show(rows: list[rivals.Row]) -> None:
    """A table of costs for each board, then the firmware that does not fit, then the commands."""
    out = console()
    for board, found in itertools.groupby(rows, key=lambda row: row["board"]):
        out.print(f"on {board}", style="bold")
        out.print(table_of([shown(row) for row in found if rivals.fits(row)]))
    for row in rows:
        if not rivals.fits(row):
            out.print(f"{row['board']}, {row['scheme']} on {row['curve']}: {row['does_not_fit']}")
    for row in rows:
        out.print(row["command"], style="dim")


def shown(row: rivals.Row) -> rivals.Row:
    """The row as people read it."""
    bits = f"{row['security_bits']}{rivals.warning(row)}"
    return {
        "scheme": row["scheme"], "curve": row["curve"] or "", "bits": bits,
        "s": f"{row['time_to_all_keyed_s']:.2f}", "mJ": f"{rivals.handshake_mj(row):,.2f}", "B": row["bytes"],
        "flash": row["flash_bytes"], "RAM": row["ram_bytes"], "/battery": rivals.handshakes_of_battery(row),
    }  # fmt: skip
