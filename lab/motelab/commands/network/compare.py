"""`./motecurve network compare`: the schemes of key establishment side by side."""

import itertools
import sys

import click

from motelab.common.names import one_of
from motelab.common.progress import Progress
from motelab.network import rivals
from motelab.network.deployed import measured, more_records, oscore_firmware
from motelab.network.deployed import rows as deployed_rows
from motelab.network.emulation import image
from motelab.report.display import console, for_programs, format_option, table_of

MEASURED = (more_records, oscore_firmware)  # what --deployed measures


@click.command("compare")
@click.option(
    "--board",
    default="",
    help=f"One of {', '.join(image.BOARD_NAMES)}; with --deployed {', '.join(deployed_rows.BOARDS)}.  [default: all]",
)
@click.option("--deployed", is_flag=True, help="What is deployed: CoAP with EDHOC and OSCORE, DTLS, a hybrid.")
@click.option("--check", is_flag=True, help="Measure everything again; say what differs, and exit with 1 if any does.")
@click.option("--write", is_flag=True, help="Measure everything again, and write the committed rows.")
@format_option
def command(board, deployed, check, write, form):
    """Prints what each scheme of key establishment costs on two motes.

    Rows are committed ones, of `network emulate`; each ends with the command that gives its figures again. Energy is
    of the mote that spends more, for a handshake and a message each way; to listen is apart. A battery is two AA
    cells. What to choose: docs/network/choose.md.

    With --deployed, rows of EDHOC over CoAP with OSCORE, of DTLS 1.2 and 1.3 with raw public keys, and of a hybrid with
    ML-KEM-512. Octets are by the RFCs, computations by committed records; some rows of ours are computed in the same
    way. docs/network/deployed.md tells how.

    \b
    Examples:
      ./motecurve network compare --board micaz
      ./motecurve network compare --format csv
      ./motecurve network compare --deployed --board telosb
      ./motecurve network compare --check
    """
    if deployed:
        if check or write:
            measure_deployed(check, write)
        show_deployed(board, form)
        return
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


def measure_deployed(check: bool, write: bool) -> None:
    """Writes the records that its rows take beyond others, and the figures of firmware, or says which are stale."""
    with Progress("measuring", 1) as progress:
        changed = [(part.FILE.name, part.write(progress)) for part in MEASURED if write]
        found = [line for part in MEASURED if check for line in part.stale(part.BOARDS, progress)]
    for name, is_new in changed:
        click.echo(f"{name} {'written' if is_new else 'is as it was'}", err=True)
    if check:
        click.echo("\n".join(found) or "the records are as measured now", err=True)
        sys.exit(bool(found))


def show_deployed(board: str, form: str) -> None:
    """Rows of what is deployed, a table for each board."""
    if board:
        one_of("board", board, deployed_rows.BOARDS)
    rows = deployed_rows.rows(board)
    if for_programs(rows, form):
        return
    out = console()
    for name, found in itertools.groupby(rows, key=lambda row: row["board"]):
        of_board = list(found)
        out.print(f"on {name}, with {of_board[0]['radio']}", style="bold")
        out.print(table_of([shown_deployed(row) for row in of_board]))
        for row in of_board:
            for why in filter(None, (row["why_none"], row["measured_why_none"])):
                out.print(f"{row['protocol']}: {why}")
        out.print(of_board[0]["command"], style="dim")


def shown_deployed(row: deployed_rows.Row) -> deployed_rows.Row:
    """The row as people read it."""
    figures = dict.fromkeys(("s", "mJ", "mJ, lpl", "Mcycles"), "-")
    if row["why_none"] is None:
        values = (row["time_s"], row["handshake_mj"], row["lpl_mj"], row["cycles"] / 1e6)
        figures = dict(zip(figures, (f"{value:,.2f}" for value in values), strict=True))
    figures |= zip(("measured", "flash", "RAM"), measured.shown(row).values(), strict=True)
    return {"protocol": row["protocol"], "frames": row["frames"], **figures}


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
