"""A year of a network: the request, and the row that answers it."""

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

from motelab.common.errors import MotecurveError
from motelab.network import radios, strength
from motelab.network.lifetime import history, rules, secrets
from motelab.network.lifetime.history import DAY_S, Events, Node, Session
from motelab.network.parameters import parameters
from motelab.network.simulation import battery, costs, run, topology
from motelab.network.simulation.mac.interface import Spent
from motelab.network.simulation.schemes import SESSION_BYTES, Scheme
from motelab.network.simulation.steady import Flow, Steady
from motelab.network.simulation.topology import Topology

Row = dict[str, Any]
SIGNATURE_BYTES, LIST_HEAD_BYTES, ID_BYTES = 64, 8, 2  # a list: its number, its time, ids; ECDSA on secp256r1
LIST_CURVE = "secp256r1"
UPDATES = {
    "hash-block": 3 * 5
}  # EDHOC_KeyUpdate (RFC 9528, H), and the exporter's two steps: an expansion of a block each
UPDATE_BYTES = 32  # PRK_out, which each link keeps for it
MOST_DAYS, MOST_MESSAGES = 3_650.0, 2**32 - 1
MOST_SESSIONS = 5_000_000
EVENTS = Events()


@dataclasses.dataclass(frozen=True)
class Request:
    """A network and its year. `rekey_after`: messages that a key carries at most. `update`: new keys of old links by
    EDHOC_KeyUpdate."""

    nodes: int = 100
    topology: str = "grid"
    scheme: str = "edhoc"
    board: str = "micaz"
    curve: str = ""
    mac: str = "lpl"
    radio: str = radios.USUAL
    reading: str = "hour"
    rekey: str = "week"
    rekey_after: int | None = None
    update: bool = False
    events: Events = EVENTS
    seed: int = 0

    @property
    def network(self) -> run.Request:
        """The same network, to simulate."""
        return run.Request(
            nodes=self.nodes, topology=self.topology, scheme=self.scheme, board=self.board, curve=self.curve,
            mac=self.mac, radio=self.radio, reading=self.reading, rekey=self.rekey, seed=self.seed,
        )  # fmt: skip


def command_for(request: Request) -> str:
    """The command that repeats the row."""
    words = ["./motecurve network lifetime"]
    for owner in (request, request.events):
        for field in dataclasses.fields(owner):
            value = getattr(owner, field.name)
            if field.name == "base_at" and value is None:
                words.append("--base-stays")
            elif field.name == "update":
                words += ["--update"] * value
            elif field.name != "events" and (
                value != field.default or field.name in ("nodes", "scheme", "board", "mac")
            ):
                words.append(f"--{field.name.replace('_', '-')} {value:g}" if isinstance(value, float)
                             else f"--{field.name.replace('_', '-')} {value}")  # fmt: skip
    return " ".join(words)


def check(request: Request) -> None:
    """MotecurveError for a request that cannot be met."""
    run.check(request.network)
    events = request.events
    if not 1 <= events.days <= MOST_DAYS:
        raise MotecurveError(f"--days is {events.days:g}; it must be from 1 to {MOST_DAYS:g}")
    for name in ("failures", "joins", "captures", "noticed_after", "replaced_after"):
        if not getattr(events, name) >= 0:
            raise MotecurveError(f"--{name.replace('_', '-')} is {getattr(events, name)}; it must be at least 0")
    lost = events.failures + events.joins + events.captures
    if lost > request.nodes - 1:
        raise MotecurveError(
            f"{lost} nodes fail, join or are captured; of {request.nodes} it can be {request.nodes - 1} at most"
        )
    if events.base_at is not None and not 0 < events.base_at < events.days:
        raise MotecurveError(f"--base-at is {events.base_at:g}; it must be above 0 and below --days, {events.days:g}")
    if request.update and request.scheme != "edhoc":
        raise MotecurveError(f"--update is of edhoc, whose standard has it; {request.scheme} has no update of keys")
    if request.rekey_after is not None and not 1 <= request.rekey_after <= MOST_MESSAGES:
        raise MotecurveError(f"--rekey-after is {request.rekey_after}; it must be from 1 to 2^32 - 1 messages")


@dataclasses.dataclass(frozen=True)
class Counts:
    """Of each place in the year: handshakes that its nodes begin and answer, and updates. `lists`: octets of each
    announcement."""

    begun: list[float]
    answered: list[float]
    updated: list[float]
    lists: list[int]


def announcements(scheme: Scheme, lives: Sequence[Node], days: float) -> list[int]:
    """Octets of each signed list: of a captured node when that is noticed, of a node that comes late if all others must
    know it."""
    own = rules.RULES[scheme.name]
    revoked = [node for node in lives if node.captured is not None and node.ends < DAY_S * days]
    head = LIST_HEAD_BYTES + SIGNATURE_BYTES
    found = [head + ID_BYTES * number for number, _ in enumerate(revoked, start=1) if own.can_revoke]
    return found + [head + own.announces for node in lives if node.is_late and own.announces]


def counts_of(scheme: Scheme, lives: Sequence[Node], sessions: Sequence[Session], places: int, days: float) -> Counts:
    """By place."""
    begun, answered, updated = ([0.0] * places for _ in range(3))
    for session in sessions:
        one, other = (updated, updated) if session.is_update else (begun, answered)
        one[lives[session.initiator].place] += 1
        other[lives[session.responder].place] += 1
    return Counts(begun, answered, updated, announcements(scheme, lives, days))


def rewritten(scheme: Scheme, lives: Sequence[Node], renewals: Sequence[float]) -> tuple[int, int]:
    """Stores that are written by hand after the start, and octets in them: new nodes are not among them."""
    stores = sum(node.born < at < node.ends for at in renewals for node in lives)
    return stores, stores * rules.store_bytes(scheme)


def list_spent(state: Steady, octets: int, hearers: int) -> Spent:
    """A node's radio for a list: it hears each neighbour send it once, and sends it once itself."""
    found = Spent()
    for frame in costs.fragments(octets):
        found += state.mac.broadcasts(frame, hearers) + state.mac.hears(frame) * float(hearers)
    return found


def energies(
    request: Request, made: Topology, state: Steady, counts: Counts
) -> tuple[list[float], list[float], list[float]]:
    """Of each node with a battery, in mJ: all of the year, handshakes, lists."""
    node, network = run.nodes_of(request.network)[0], request.network
    reading_s = battery.seconds("--reading", network.reading, battery.READINGS) or DAY_S
    usual = state.day(reading_s, None, lambda _: node.sealed_us)
    if not usual.energies:
        raise MotecurveError(f"{request.mac} cannot carry the frames of this network; give a longer --reading")
    spent = state.spent(state.handshake_flows(counts.begun, counts.answered))
    computed = state.computed(counts.begun, counts.answered)
    device = costs.board(request.board)
    verifies_s = costs.microseconds({"ecdsa-verify": 1}, costs.scheme("ecdsa-ecdh", LIST_CURVE), device) / 1e6
    batteries = [place for place, above in enumerate(state.tree.parent) if above >= 0]
    update_s = costs.microseconds(UPDATES, run.scheme_of(network), device) / 1e6
    handshakes = [
        node.power.mj(spent[place], computed[place] + update_s * counts.updated[place], 0.0) for place in batteries
    ]
    lists = []
    for place in batteries:
        total = Spent()
        for octets in counts.lists:
            total += list_spent(state, octets, len(made.near[place]))
        lists.append(node.power.mj(total, verifies_s * len(counts.lists), 0.0))
    whole = [a * request.events.days + b + c for a, b, c in zip(usual.energies, handshakes, lists, strict=True)]
    return whole, handshakes, lists


def octets_sent(state: Steady, counts: Counts, places: int) -> tuple[float, float]:
    """On the air, of handshakes and of lists, without repetitions."""
    flows: list[Flow] = state.handshake_flows(counts.begun, counts.answered)
    acknowledged = parameters()["acknowledgement_bytes"]
    of_handshakes = sum((flow.octets + acknowledged) * sum(flow.sent) for flow in flows)
    return of_handshakes, float(places * sum(sum(costs.fragments(octets)) for octets in counts.lists))


def simulate(request: Request) -> Row:
    """The row of a year. MotecurveError for a request that cannot be met."""
    check(request)
    scheme, events = run.scheme_of(request.network), request.events
    made = topology.make(request.topology, request.nodes, None, str(request.seed))
    node = run.nodes_of(request.network)[0]
    state = Steady(made, run.mac_of(request.network), 0.0, lambda _: node.power, lambda _: node.kind)
    lives = history.nodes(events, request.nodes, str(request.seed))
    renewals = rules.renewals(scheme, lives, events)
    sessions = history.sessions(made, lives, interval(request, state), renewals, request.update)
    counts = counts_of(scheme, lives, sessions, request.nodes, events.days)
    whole, handshakes, lists = energies(request, made, state, counts)
    stores, octets = rewritten(scheme, lives, renewals)
    opened, beyond = secrets.opened(scheme, lives, sessions, renewals)
    captured = {node.number for node in lives if node.captured is not None}
    others = sum(captured.isdisjoint((session.initiator, session.responder)) for session in opened)
    air = octets_sent(state, counts, request.nodes)
    mean, link_bytes = sum(whole) / len(whole), SESSION_BYTES + scheme.link_bytes + UPDATE_BYTES * request.update
    return {
        "nodes": request.nodes, "scheme": scheme.name, "board": request.board, "mac": request.mac,
        "days": events.days, "nodes_lived": len(lives), "late": sum(n.is_late for n in lives),
        "captured": len(captured), "handshakes": round(sum(counts.begun)), "updates": round(sum(counts.updated)) // 2,
        "stores_rewritten": stores, "octets_rewritten": octets, "lists": len(counts.lists),
        "handshake_octets": round(air[0]), "list_octets": round(air[1]),
        "energy_mean_j": round(mean / 1e3, 3),
        "handshake_share": round(sum(handshakes) / sum(whole), 6), "list_share": round(sum(lists) / sum(whole), 6),
        "battery_years": battery.years(mean / events.days),
        "sessions_opened": len(opened), "others_opened": others, "beyond_promise": len(beyond),
        "key_memory_bytes": round(scheme.key_bytes + 2 * made.links / request.nodes * link_bytes, 1),
        "curve": scheme.curve, "security_bits": strength.bits(scheme.curve), "seed": request.seed,
        "command": command_for(request),
    }  # fmt: skip


def interval(request: Request, state: Steady) -> Callable[[int, int], float]:
    """Seconds between new keys of two places: by age, and by the messages that go between them."""
    rekey_s = battery.seconds("--rekey", request.rekey, battery.REKEYS)
    reading_s = battery.seconds("--reading", request.reading, battery.READINGS) or DAY_S

    def found(one: int, other: int) -> float:
        parent, below = state.tree.parent, state.tree.below
        child = one if parent[one] == other else other if parent[other] == one else None
        sends = 0.0 if child is None else below[child] * DAY_S / reading_s
        seconds = history.interval_of(rekey_s, request.rekey_after, sends)
        if seconds * MOST_SESSIONS < request.events.days * DAY_S * state.made.links:
            raise MotecurveError(f"keys live {seconds:g} s; that makes more than {MOST_SESSIONS:,} sessions")
        return seconds

    return found
