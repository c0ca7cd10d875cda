"""One simulated network: a request, and the row that answers it."""

import dataclasses
import functools
import gc
import heapq
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import simpy

from motelab import DATA
from motelab.common.errors import MotecurveError
from motelab.common.files import digest
from motelab.compare import committed
from motelab.network import parameters, radios, strength
from motelab.network.emulation import image
from motelab.network.emulation.rows import POWER_SAVE
from motelab.network.provision import LEAP_SECONDS
from motelab.network.simulation import battery, costs, records, topology
from motelab.network.simulation.battery import battery_mj
from motelab.network.simulation.engine import Link, Mote, Network
from motelab.network.simulation.mac.interface import Mac
from motelab.network.simulation.schemes import SESSION_BYTES, Scheme, is_whole_network_open
from motelab.network.simulation.topology import Topology

LIMIT_S = 7200.0
MOST_NODES = 1_000_000  # ten kilobytes each
Row = dict[str, Any]


@dataclasses.dataclass(frozen=True)
class Request:
    """A network to simulate. `captured` nodes fall into an attacker's hands `captured_at` seconds after the start, or
    after all; `heads` are the first nodes, of another board if `heads_board` names one; `limit` in seconds of the
    network ends what does not come to an end."""

    nodes: int = 100
    topology: str = "grid"
    scheme: str = "ecqv"
    board: str = "micaz"
    captured: int = 0
    captured_at: float | None = None
    seed: int = 0
    heads: int | None = None
    heads_board: str = ""
    loss: float = 0.0
    limit: float = LIMIT_S
    curve: str = ""
    mac: str = "always"
    wake: float | None = None
    radio: str = radios.USUAL
    reading: str = "hour"
    rekey: str = "day"


def command_for(request: Request) -> str:
    """The command that repeats a simulation."""
    words = ["./motecurve network simulate"]
    for field in dataclasses.fields(Request):
        value = getattr(request, field.name)
        if value != field.default or field.name in ("nodes", "topology", "scheme", "board", "seed"):
            words.append(f"--{field.name.replace('_', '-')} {value}")
    return " ".join(words)


def check(request: Request) -> None:
    """MotecurveError for a request that cannot be met; the topology itself is checked as it is made."""
    costs.scheme(request.scheme)
    for name in filter(None, (request.board, request.heads_board)):
        device = costs.board(name)
        image.curve_for(request.scheme, device, request.curve)
        costs.require(scheme_of(request), device)
    battery.check(request.mac, request.wake, request.radio, request.reading, request.rekey)
    if request.heads_board and request.heads is None and request.topology != "clustered":
        raise MotecurveError("--heads-board needs heads; say how many with --heads, or use --topology clustered")
    if request.heads is not None and request.topology != "clustered" and not request.heads_board:
        raise MotecurveError("--heads says how many nodes are of another board; name it with --heads-board")
    if not 2 <= request.nodes <= MOST_NODES:
        raise MotecurveError(f"--nodes is {request.nodes}; a network has 2 to {MOST_NODES:,} nodes")
    if not 0 <= request.captured <= request.nodes:
        raise MotecurveError(
            f"--captured is {request.captured}; it must be from 0 to the number of nodes, {request.nodes}"
        )
    if request.captured_at is not None and not request.captured_at >= 0:
        raise MotecurveError(f"--captured-at is {request.captured_at}; it must be at least 0 seconds")
    if not 0 <= request.loss < 1:
        raise MotecurveError(f"--loss is {request.loss}; it must be at least 0 and below 1")
    if not 0 < request.limit < 10**9:
        raise MotecurveError(f"--limit is {request.limit}; it must be above 0 and below 10^9 seconds")


def scheme_of(request: Request) -> Scheme:
    """The scheme on the curve of the request."""
    return costs.scheme(request.scheme, request.curve)


def mac_of(request: Request) -> Mac:
    """Its media access."""
    return battery.mac_of(request.mac, request.wake, request.radio)


@functools.cache
def sources() -> str:
    """Digest of everything that enters a row: the model, the engine's numbers, the records, boards' files."""
    folder = Path(__file__).parent
    files = [*sorted(folder.rglob("*.py")), radios.FILE, parameters.HEADER, *sorted(parameters.SCHEMES.rglob("*.c"))]
    for name in records.boards_with_radio():
        files += [committed.records_file(name), records.file(name), costs.boards.load(name).folder / "board.toml"]
        files += sorted(committed.FOLDER.glob(f"{name}.pairings.jsonl"))
    return digest(
        *(file.read_bytes() for file in files if file.exists()),
        (DATA / "batteries.toml").read_bytes(),
        POWER_SAVE.read_bytes(),
    )


def build(request: Request, made: Topology, network: Network) -> list[Mote]:
    """The motes of a network with their links, all of which are to be keyed."""
    scheme, more = scheme_of(request), network.more_answer
    kind = costs.kind(scheme, costs.board(request.board), more)
    of_heads = costs.kind(scheme, costs.board(request.heads_board or request.board), more)
    motes = [Mote(node, of_heads if node < made.heads else kind) for node in range(request.nodes)]
    for mote in motes:
        mote.near = [motes[other] for other in made.near[mote.index]]
        mote.links = {motes[other]: Link(motes[other], mote.index < other) for other in made.wanted[mote.index]}
    for mote in motes:
        for peer, link in mote.links.items():
            link.mate = peer.links[mote]
    network.begin(motes, made.links)
    return motes


def run(request: Request, environment: simpy.Environment | None = None) -> tuple[Network, list[Mote], Topology]:
    """The network at its end: all links are keyed, or the limit is reached. MotecurveError for a request that cannot be
    met."""
    check(request)
    made = topology.make(request.topology, request.nodes, request.heads, str(request.seed))
    scheme, environment = scheme_of(request), environment or simpy.Environment()
    draw = random.Random(f"{request.seed} events")
    network = mac_of(request).network(environment, parameters.parameters(), request.loss, draw, len(scheme.messages))
    if scheme.name == "leap":
        network.erased = 1_000_000 * LEAP_SECONDS
    was_enabled = gc.isenabled()
    gc.disable()  # there is no garbage but by reference counts, and millions of objects to look through
    try:
        motes = build(request, made, network)
        limit = environment.timeout(round(1e6 * request.limit))
        play(environment, network.done_event | limit)
    finally:
        if was_enabled:
            gc.enable()
    return network, motes, made


def play(environment: simpy.Environment, end: simpy.Event) -> None:
    """Runs until the event, as Environment.run does, in fewer calls for each of millions of events, none of which
    fails. An environment with steps of its own takes those."""
    if type(environment) is not simpy.Environment:
        environment.run(until=end)
        return
    queue, is_over = environment._queue, []
    end.callbacks.append(is_over.append)
    while not is_over:
        environment._now, _, _, event = heapq.heappop(queue)
        callbacks, event.callbacks = event.callbacks, None
        for callback in callbacks:
            callback(event)


def simulate(request: Request) -> Row:
    """The row of a network."""
    network, motes, made = run(request)
    scheme = scheme_of(request)
    energies = energies_mj(request, network, motes, made)
    mean = sum(energies) / len(energies)
    is_whole = network.keyed == network.links
    heads = f"+{request.heads_board}" if request.heads_board not in ("", request.board) else ""
    return {
        "nodes": request.nodes,
        "scheme": scheme.name,
        "board": request.board + heads,
        "seed": request.seed,
        "time_to_all_keyed_s": round(network.last_keyed / 1e6, 6) if is_whole else None,
        "energy_mean_mj": round(mean, 6),
        "energy_max_mj": round(max(energies), 6),
        "battery_share": round(mean / battery_mj(), 9),
        "messages": network.frames,
        "bytes": network.octets,
        "broadcasts": network.broadcasts,
        "key_memory_bytes": round(key_memory_bytes(scheme, motes), 1),
        "links": network.links,
        "neighbours_max": most_neighbours(made),
        "links_keyed": network.keyed,
        "links_compromised": len(compromised(request, scheme, motes)),
        "topology": request.topology,
        "loss": request.loss,
        "captured": request.captured,
        "curve": scheme.curve,
        "security_bits": strength.bits(scheme.curve),
        "mac": request.mac,
        **day_of(request, made),
        "command": command_for(request),
    }


def most_neighbours(made: Topology) -> int:
    """With how many nodes the busiest one shall share a key."""
    return max(map(len, made.wanted))


def nodes_of(request: Request) -> list[battery.Node]:
    """A node, and a head."""
    names = (request.board, request.heads_board or request.board)
    return [battery.node_of(request.scheme, request.curve, name, request.radio) for name in names]


def day_of(request: Request, made: Topology) -> Row:
    """The steady state of the network."""
    nodes = nodes_of(request)
    return battery.day(
        made,
        mac_of(request),
        request.loss,
        lambda node: nodes[node < made.heads],
        request.radio,
        request.reading,
        request.rekey,
    )


def energies_mj(request: Request, network: Network, motes: Sequence[Mote], made: Topology) -> list[float]:
    """What each node spends until the last link is keyed: radio, and processor, which sleeps when it does not compute
    and has nothing to do for the MAC."""
    whole, nodes, idle = network.last_keyed or round(1e6 * request.limit), nodes_of(request), mac_of(request).idle()
    return [battery.keyed_mj(nodes[mote.index < made.heads].power, idle, mote, whole) for mote in motes]


def key_memory_bytes(scheme: Scheme, motes: Sequence[Mote]) -> float:
    """Octets of keys and certificates that a node keeps, on average: of its provision and of its keyed links."""
    keyed = sum(mote.keyed for mote in motes) / len(motes)
    return scheme.key_bytes + keyed * (SESSION_BYTES + scheme.link_bytes)


def captured_nodes(request: Request) -> frozenset[int]:
    """The nodes that the attacker has, drawn by the seed."""
    return frozenset(random.Random(f"{request.seed} captured").sample(range(request.nodes), request.captured))


def keyed_links(motes: Sequence[Mote]) -> list[tuple[int, int]]:
    """Pairs that share a key, the lesser node first."""
    return [
        (mote.index, peer.index)
        for mote in motes
        for peer, link in mote.links.items()
        if link.is_lesser and link.keyed and link.mate.keyed
    ]


def compromised(request: Request, scheme: Scheme, motes: Sequence[Mote]) -> list[tuple[int, int]]:
    """Keyed links that the captured nodes open."""
    captured = captured_nodes(request)
    is_open = bool(captured) and is_whole_network_open(scheme, request.captured_at, LEAP_SECONDS)
    return [link for link in keyed_links(motes) if is_open or not captured.isdisjoint(link)]
