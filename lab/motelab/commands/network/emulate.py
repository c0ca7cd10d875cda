"""`./motecurve network emulate`: a few motes with the firmware that would be shipped, on simulated processors."""

import sys
from pathlib import Path

import click
from rich.table import Table

from motelab.network import strength
from motelab.network.emulation import emulation, image, rows, topology
from motelab.report.display import console, figure, for_programs, format_option

SHOWN = {
    "mote": "mote", "cycles": "cycles", "energy_cpu_mj": "CPU mJ", "energy_send_mj": "send mJ",
    "energy_receive_mj": "receive mJ", "energy_listen_mj": "listen mJ", "bytes_sent": "B sent",
    "bytes_received": "B received", "broadcasts": "bcasts", "neighbours_keyed": "keyed",
    "messages_authenticated": "msgs",
}  # fmt: skip


@click.command("emulate")
@click.option("--motes", type=int, required=True, help=f"2 to {topology.MOST}.")
@click.option("--scheme", required=True, metavar="SCHEME", help=f"One of {', '.join(image.SCHEMES)}.")
@click.option("--board", default="micaz", show_default=True, help=f"One of {', '.join(image.BOARD_NAMES)}.")
@click.option(
    "--topology",
    "form_of_network",
    default="line",
    show_default=True,
    metavar="NAME|FILE",
    help=f"One of {', '.join(topology.NAMED)}, or a file with a link in each line, such as: 1 2",
)
@click.option("--loss", type=float, default=0.0, show_default=True, help="Part of the frames that a listener misses.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of keys, random numbers and losses.")
@click.option("--capture", type=click.Path(path_type=Path), metavar="FILE.pcap", help="All frames, for Wireshark.")
@click.option("--kill", "kills", multiple=True, metavar="MOTE@SECONDS[:SECONDS]", help="Switch off; on again after.")
@click.option("--curve", default="", help="Of ecqv and ecdsa-ecdh.  [default: sect163k1]")
@click.option("--messages", type=int, default=1, show_default=True, help="That each mote gets of each neighbour.")
@click.option("--mac", default="always", show_default=True, help=f"One of {', '.join(emulation.MACS)}.")
@click.option("--wake-interval-ms", type=int, help=f"Of a radio that sleeps.  [default: {emulation.WAKE_INTERVAL_MS}]")
@click.option("--limit", type=float, default=600.0, show_default=True, help="Simulated seconds.")
@format_option
def command(
    motes, scheme, board, form_of_network, loss, seed, capture, kills, curve, messages, mac, wake_interval_ms, limit,
    form,
):  # fmt: skip
    """Runs a network of 2 to 8 simulated motes until every pair of neighbours shares a key.

    Each mote runs the firmware that would be shipped, instruction by instruction; frames collide and get lost. It ends
    when every neighbour has got its authenticated messages. If the limit comes first, it says who shares no key and
    exits with 1. One seed always gives the same. Energy is derived from times and data sheets: docs/network/emulate.md.

    \b
    Examples:
      ./motecurve network emulate --motes 3 --scheme leap
      ./motecurve network emulate --motes 4 --scheme ecqv --topology star --loss 0.1 --capture star.pcap
      ./motecurve network emulate --motes 2 --scheme global --board telosb --kill 2@3:5 --format csv
    """
    request = emulation.Request(
        motes,
        scheme,
        board,
        form_of_network,
        loss,
        seed,
        curve,
        messages,
        limit,
        capture=capture,
        mac=mac,
        wake_interval_ms=wake_interval_ms,
    )
    emulation.check(request)
    request = emulation.with_kills(request, kills)
    outcome = emulation.emulate(request)
    if line := strength.told(scheme, outcome.curve):
        click.echo(line, err=True)
    found = rows.of(outcome)
    if not for_programs(found, form):
        show(outcome, found)
    if not outcome.is_done:
        pairs = ", ".join(f"{a} and {b}" for a, b in outcome.missing) or "none, but a mote is still to be switched"
        click.echo(f"motecurve: after {limit:g} s these share no key or lack messages: {pairs}", err=True)
        sys.exit(1)


def show(outcome: emulation.Outcome, found: list[rows.Row]) -> None:
    """The motes for people, then what they have in common."""
    table = Table(box=None, padding=(0, 1, 0, 0))
    for name in SHOWN.values():
        table.add_column(name, justify="right")
    for row in found:
        values = {**row, "neighbours_keyed": f"{row['neighbours_keyed']}/{row['neighbours']}"}
        cells = (values[name] for name in SHOWN)
        table.add_row(*(f"{cell:.3f}" if isinstance(cell, float) else str(cell) for cell in cells))
    out = console()
    out.print(table)
    first, keyed = found[0], outcome.results["time_to_all_keyed_s"]
    when = "not every pair shares a key" if keyed is None else f"every pair shares a key after {keyed:.3f} s"
    ram = max(row["ram_bytes"] for row in found)
    out.print(f"{when}; {figure(first['flash_bytes'])} B of flash, {figure(ram)} B of RAM with the stack")
