"""`./motecurve network lifetime`: a year of a network, with what its keys must outlive."""

import itertools

import click

from motelab.common.progress import Progress
from motelab.network import radios, strength
from motelab.network.lifetime import year
from motelab.network.lifetime.history import Events
from motelab.network.lifetime.year import Request
from motelab.network.simulation import battery
from motelab.network.simulation.schemes import CURVE, SCHEMES
from motelab.report.display import console, for_programs, format_option, table_of

SHOWN = {
    "scheme": "scheme", "handshakes": "handshakes", "stores_rewritten": "stores", "octets_rewritten": "B in them",
    "lists": "lists", "energy_mean_j": "J", "handshake_share": "for keys", "battery_years": "years",
    "sessions_opened": "opened", "others_opened": "of others", "beyond_promise": "beyond",
}  # fmt: skip


@click.command("lifetime")
@click.option("--nodes", type=int, default=Request.nodes, show_default=True, help="How many places.")
@click.option("--topology", default=Request.topology, show_default=True, help="As of network simulate.")
@click.option("--scheme", "schemes", multiple=True, help=f"{', '.join(SCHEMES)}; may be repeated.  [default: all]")
@click.option("--board", default=Request.board, show_default=True, help="A board with a radio.")
@click.option("--curve", default="", help=f"Of ecqv and ecdsa-ecdh.  [default: {CURVE}]")
@click.option(
    "--mac", "macs", multiple=True, help=f"{', '.join(battery.MACS)}; may be repeated.  [default: {Request.mac}]"
)
@click.option("--radio", default=radios.USUAL, show_default=True, help=f"{', '.join(radios.known())}.")
@click.option("--reading", default=Request.reading, show_default=True, metavar="PERIOD", help="Of each node.")
@click.option("--rekey", default=Request.rekey, show_default=True, metavar="PERIOD", help="Age of a key at most.")
@click.option("--rekey-after", type=int, metavar="MESSAGES", help="That a key carries at most.")
@click.option("--update", is_flag=True, help="New keys of old links without a handshake (edhoc).")
@click.option("--days", type=float, default=Events.days, show_default=True, help="How long.")
@click.option("--failures", type=int, default=Events.failures, show_default=True, help="Nodes that fail.")
@click.option("--joins", type=int, default=Events.joins, show_default=True, help="Nodes that come late.")
@click.option("--captures", type=int, default=Events.captures, show_default=True, help="Nodes that are captured.")
@click.option(
    "--noticed-after",
    type=float,
    default=Events.noticed_after,
    show_default=True,
    metavar="DAYS",
    help="From a capture to the list that tells of it.",
)
@click.option(
    "--replaced-after",
    type=float,
    default=Events.replaced_after,
    show_default=True,
    metavar="DAYS",
    help="From a loss to another node in its place.",
)
@click.option(
    "--base-at",
    type=float,
    default=Events.base_at,
    show_default=True,
    metavar="DAY",
    help="When another base station takes over, and the old one is trusted no more.",
)
@click.option("--base-stays", is_flag=True, help="The base station is never replaced.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of everything that is drawn.")
@format_option
def command(
    nodes, topology, schemes, board, curve, macs, radio, reading, rekey, rekey_after, update, days, failures, joins,
    captures, noticed_after, replaced_after, base_at, base_stays, seed, form,
):  # fmt: skip
    """Lets a keyed network live for a year: keys age, nodes fail, come late and are captured, the base station is
    replaced.

    A row says for each scheme what is written into stores by hand, what signed lists and new keys send, what all of it
    takes of the batteries, and which sessions the captured nodes open: beyond_promise counts those that the scheme does
    not give away by its description, and must be 0. docs/network/lifetime.md has the model.

    \b
    Examples:
      ./motecurve network lifetime
      ./motecurve network lifetime --scheme edhoc --scheme ecqv --captures 10 --rekey day --format csv
      ./motecurve network lifetime --scheme edhoc --update
      ./motecurve network lifetime --scheme leap --mac tsch --radio nrf52840 --base-stays --rekey-after 1000
    """
    events = Events(days, failures, joins, captures, noticed_after, replaced_after, None if base_stays else base_at)
    requests = [
        Request(nodes, topology, scheme, board, curve, access, radio, reading, rekey, rekey_after, update, events, seed)
        for scheme, access in itertools.product(schemes or SCHEMES, macs or (Request.mac,))
    ]
    for request in requests:
        year.check(request)
    rows = []
    with Progress("living", len(requests)) as progress:
        for request in requests:
            rows.append(year.simulate(request))
            progress(len(rows), len(requests), request.scheme)
    for line in filter(None, dict.fromkeys(strength.told(row["scheme"], row["curve"]) for row in rows)):
        click.echo(line, err=True)
    if not for_programs(rows, form):
        console().print(table_of([{title: row[name] for name, title in SHOWN.items()} for row in rows]))
