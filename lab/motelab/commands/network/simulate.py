"""`./motecurve network simulate`: key establishment of thousands of motes, as discrete events."""

import dataclasses
import io
import itertools
import os
from contextlib import redirect_stdout
from pathlib import Path

import click

from motelab.common.errors import MotecurveError
from motelab.common.files import write_atomically
from motelab.common.progress import Progress
from motelab.network import parameters, radios, strength
from motelab.network.simulation import battery, run, spread, topology
from motelab.network.simulation.run import Request, Row
from motelab.network.simulation.schemes import CURVE, SCHEMES
from motelab.report.display import console, for_programs, format_option, table_of


@click.command("simulate")
@click.option("--nodes", multiple=True, type=int, help="How many; may be repeated.  [default: 100]")
@click.option(
    "--topology",
    "topologies",
    multiple=True,
    metavar="NAME|FILE",
    help=f"{', '.join(topology.NAMES)}, or a file of pairs of nodes; may be repeated.  [default: grid]",
)
@click.option("--scheme", "schemes", multiple=True, help=f"{', '.join(SCHEMES)}; may be repeated.  [default: ecqv]")
@click.option("--board", "boards", multiple=True, help="A board with a radio; may be repeated.  [default: micaz]")
@click.option("--curve", default="", help=f"Of ecqv and ecdsa-ecdh.  [default: {CURVE}]")
@click.option("--captured", type=int, default=0, show_default=True, help="Nodes that an attacker captures, drawn.")
@click.option("--captured-at", type=float, metavar="SECONDS", help="When; without it, after all are keyed.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of everything that is drawn.")
@click.option(
    "--replicas", type=click.IntRange(1), default=1, show_default=True, help="Networks, with seeds that count up."
)
@click.option("--heads", type=int, help="Heads of clusters, or nodes of --heads-board: the first ones.")
@click.option("--heads-board", default="", help="The board of heads, if it is another one.")
@click.option("--loss", type=float, default=0.0, show_default=True, help="Share of frames that are lost on their way.")
@click.option("--limit", type=float, default=run.LIMIT_S, show_default=True, help="Seconds of the network's time.")
@click.option(
    "--mac", "macs", multiple=True, help=f"{', '.join(battery.MACS)}; may be repeated.  [default: {Request.mac}]"
)
@click.option("--wake", type=float, metavar="SECONDS", help="Cycle of a MAC that sleeps.  [default: its usual one]")
@click.option(
    "--radio", default=radios.USUAL, show_default=True, help=f"Whose currents count: {', '.join(radios.known())}."
)
@click.option(
    "--reading",
    default=Request.reading,
    show_default=True,
    metavar="PERIOD",
    help=f"How often each node sends one: {', '.join(battery.READINGS)}, or seconds.",
)
@click.option(
    "--rekey",
    default=Request.rekey,
    show_default=True,
    metavar="PERIOD",
    help=f"How often links get new keys: {', '.join(battery.REKEYS)}, or seconds.",
)
@click.option("--scheduler", metavar="ADDRESS", help="Simulate on the Dask cluster of tcp://HOST:PORT.")
@click.option(
    "--jobs", type=click.IntRange(1), default=os.cpu_count() or 1, show_default=True, help="Networks at a time."
)
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write this file; what it knows is not simulated again.",
)
@click.option("--fresh", is_flag=True, help="Simulates again, whatever the journal beside --output holds.")
@format_option
def command(
    nodes, topologies, schemes, boards, curve, captured, captured_at, seed, replicas, heads, heads_board, loss, limit,
    macs, wake, radio, reading, rekey, scheduler, jobs, output, fresh, form,
):  # fmt: skip
    """Simulates networks of motes that agree on keys with their neighbours, and prints a row for each.

    Every frame, back-off and acknowledgement is an event. What a node computes takes the time that the committed
    records say. Beside it stand energy a day and battery life of the keyed network, under a MAC whose radio sleeps or
    does not: lpl samples the carrier, beacon waits for receivers, tsch has slots. docs/network/simulate.md has the
    model. Rows are the same for the same seed, whatever computes them.
    With --output a journal beside the file (.NAME.journal) keeps them: a run that was stopped goes on, and one of the
    same parameters and sources is not simulated again.

    \b
    Examples:
      ./motecurve network simulate --nodes 1000 --scheme ecqv --scheme edhoc --captured 10
      ./motecurve network simulate --nodes 500 --topology clustered --heads 20 --board micaz --heads-board telosb
      ./motecurve network simulate --nodes 100 --mac lpl --mac tsch --radio nrf52840 --reading minute --rekey week
      ./motecurve network simulate --nodes 100000 --scheme edhoc --replicas 5 --scheduler tcp://192.0.2.1:8786
      ./motecurve network simulate --nodes 400 --replicas 20 --output rows.csv --format csv
    """
    if output and form == "table":
        raise MotecurveError("--output takes --format json, csv or latex")
    given = (nodes or (100,), topologies or ("grid",), schemes or ("ecqv",), boards or ("micaz",), macs or ("always",))
    shared = Request(
        captured=captured, captured_at=captured_at, heads=heads, heads_board=heads_board, loss=loss, limit=limit,
        wake=wake, radio=radio, reading=reading, rekey=rekey,
    )  # fmt: skip
    requests = [
        dataclasses.replace(
            shared, nodes=n, topology=where, scheme=scheme, board=board, mac=access, seed=seed + replica, curve=curve
        )
        for n, where, scheme, board, access in itertools.product(*given)
        for replica in range(replicas)
    ]
    rows = simulated(requests, scheduler, jobs, output, fresh)
    warn(rows)
    if output:
        write(rows, form, output)
    elif not for_programs(rows, form):
        console().print(table_of(rows))


def simulated(requests: list[Request], scheduler: str | None, jobs: int, output: Path | None, fresh: bool) -> list[Row]:
    """The rows of the requests, with progress on stderr."""
    done = 0
    with Progress("simulating", len(requests)) as progress:

        def arrived(request: Request, row: Row) -> None:
            nonlocal done
            done += 1
            progress(done, len(requests), f"{request.scheme}: {row['links_keyed']:,} of {row['links']:,} links keyed")

        return spread.simulate(requests, scheduler, jobs, output, arrived, fresh, told)


def warn(rows: list[Row]) -> None:
    """Tells of weak curves, and of networks whose MAC cannot carry their frames."""
    lines = [strength.told(row["scheme"], row["curve"]) for row in rows]
    room = parameters.neighbours()
    for row in rows:
        if row["neighbours_max"] > room:
            lines.append(
                f"motecurve: a node of {row['topology']} with {row['nodes']:,} nodes has {row['neighbours_max']}"
                f" neighbours; the firmware has room for {room}, so these figures are of motes with more RAM"
            )
        if row["energy_day_mj"] is None:
            lines.append(
                f"motecurve: {row['mac']} cannot carry the frames of {row['nodes']:,} nodes of {row['scheme']}: it has"
                " no energy a day; give longer periods with --reading and --rekey, or another --wake"
            )
    for line in filter(None, dict.fromkeys(lines)):
        click.echo(line, err=True)


def told(line: str) -> None:
    """Tells what is not simulated again."""
    click.echo(f"motecurve: {line} of the same parameters and sources; --fresh simulates them again", err=True)


def write(rows: list[Row], form: str, output: Path) -> None:
    """Writes the file in one step; its journal stays, for further runs."""
    text = io.StringIO()
    with redirect_stdout(text):
        for_programs(rows, form)
    write_atomically(output, text.getvalue())
    spread.keep_current(output)
