"""A keyed network in its steady state: the energy that each node spends in a day, for readings, new handshakes and what
the MAC itself sends. Readings go hop by hop to node 0, or to the first node of a part that does not hear it; these
roots have mains, so they are not among the nodes whose batteries count.

Each hop opens a reading and seals it again. A new handshake is one of the scheme, on every link, with the HELLO that
brings the nonce. Collisions cost nothing here: a network whose MAC cannot carry its frames has no figure."""

import dataclasses
from collections import deque
from collections.abc import Callable, Iterable, Sequence

from motelab.network.parameters import parameters
from motelab.network.simulation.engine import Kind
from motelab.network.simulation.mac.interface import DAY_S, Mac, Spent
from motelab.network.simulation.topology import Topology

READING_OCTETS = 8  # of data
SEALS = {"aes-key": 1, "aes-block": 5}  # CCM with a block of data
PARTS = range(4)  # of Spent
Nodes = list[float]


@dataclasses.dataclass(frozen=True)
class Power:
    """Volts, and amperes of a node: those of its radio, and what an awake processor takes more than a sleeping one."""

    volts: float
    send: float
    listen: float
    start: float
    awake: float
    asleep: float
    off: float

    def mj(self, spent: Spent, busy_s: float, whole_s: float) -> float:
        """Of a time with so many seconds of radio and, beside it, of computation."""
        radio_s = spent.send + spent.listen + spent.start
        charge = self.send * spent.send + self.listen * spent.listen + self.start * spent.start
        charge += self.awake * (spent.awake + busy_s) + self.asleep * whole_s + self.off * max(0.0, whole_s - radio_s)
        return 1e3 * self.volts * charge


@dataclasses.dataclass
class Flow:
    """Frames of one length in a day, to single nodes: how many each node sends, and how many are for it."""

    octets: int
    sent: Nodes
    received: Nodes


@dataclasses.dataclass(frozen=True)
class Tree:
    """`parent[i]` of node i, -1 for roots; `below[i]`: nodes whose readings it sends, its own among them."""

    parent: list[int]
    below: list[int]


@dataclasses.dataclass(frozen=True)
class Day:
    """Energy of each node that is no root, in mJ, and the part of it for handshakes. Empty if the MAC cannot carry the
    frames: `load` is what they take of its capacity, where that is scarcest."""

    energies: Nodes
    handshakes: Nodes
    load: float


def tree(wanted: Sequence[Sequence[int]]) -> Tree:
    """Of the fewest hops over links with keys."""
    count = len(wanted)
    parent, order = [-2] * count, []
    for root in range(count):
        if parent[root] != -2:
            continue
        parent[root], waiting = -1, deque([root])
        while waiting:
            node = waiting.popleft()
            order.append(node)
            for other in wanted[node]:
                if parent[other] == -2:
                    parent[other] = node
                    waiting.append(other)
    below = [0 if above == -1 else 1 for above in parent]
    for node in reversed(order):
        if parent[node] >= 0 and parent[parent[node]] >= 0:
            below[parent[node]] += below[node]
    return Tree(parent, below)


def attempts(loss: float, retries: int) -> float:
    """Transmissions of a frame, which is sent again until it is acknowledged, so often at most."""
    fails = 1 - (1 - loss) ** 2
    return sum(fails**tried for tried in range(retries + 1))


def flow_of(octets: int, hops: Iterable[tuple[int, int, float]], count: int) -> Flow:
    """Of frames from one node to another, so many in a day."""
    made = Flow(octets, [0.0] * count, [0.0] * count)
    for sender, target, rate in hops:
        made.sent[sender] += rate
        made.received[target] += rate
    return made


class Steady:
    """A network with its MAC. `power(i)` and `kind(i)` are of node i."""

    def __init__(
        self, made: Topology, mac: Mac, loss: float, power: Callable[[int], Power], kind: Callable[[int], Kind]
    ):
        self.made, self.mac, self.power, self.kind = made, mac, power, kind
        self.count = len(made.near)
        self.tree = tree(made.wanted)
        self.attempts = attempts(loss, parameters()["frame_retries_max"])

    def readings(self, period_s: float) -> Flow:
        """Of all nodes."""
        octets = parameters()["mac_header_bytes"] + parameters()["fcs_bytes"] + parameters()["traffic_header_bytes"]
        hops = (
            (node, above, self.tree.below[node] * DAY_S / period_s)
            for node, above in enumerate(self.tree.parent)
            if above >= 0
        )
        return flow_of(octets + READING_OCTETS + parameters()["tag_bytes"], hops, self.count)

    def keep_alives(self, readings: Flow) -> Flow:
        """Of the MAC."""
        octets = parameters()["mac_header_bytes"] + parameters()["fcs_bytes"]
        hops = (
            (node, above, self.mac.keep_alives(readings.sent[node]))
            for node, above in enumerate(self.tree.parent)
            if above >= 0
        )
        return flow_of(octets, hops, self.count)

    def handshakes(self, a_day: float) -> list[Flow]:
        """Of every link, so many a day."""
        return self.handshake_flows(*self.begun_and_answered(a_day))

    def begun_and_answered(self, a_day: float) -> tuple[Nodes, Nodes]:
        """Handshakes a day that each node begins and answers, of so many on every link."""
        begun = [a_day * sum(node < other for other in others) for node, others in enumerate(self.made.wanted)]
        whole = (a_day * len(others) for others in self.made.wanted)
        return begun, [all_ - own for all_, own in zip(whole, begun, strict=True)]

    def handshake_flows(self, begun: Nodes, answered: Nodes) -> list[Flow]:
        """Of handshakes that each node begins and answers: the nonce's HELLO, the messages, the confirmation."""
        around = parameters()["mac_header_bytes"] + parameters()["fcs_bytes"]
        lengths = [(around + parameters()["hello_bytes"], False)]
        fragments = self.kind(0).fragments[1:]
        lengths += [(octets, number % 2 == 0) for number, parts in enumerate(fragments) for octets in parts]
        lengths.append((around + parameters()["traffic_header_bytes"] + parameters()["tag_bytes"], False))
        return [Flow(octets, begun, answered) if own else Flow(octets, answered, begun) for octets, own in lengths]

    def spent(self, flows: Sequence[Flow]) -> list[Spent]:
        """What the flows add for each node's radio in a day."""
        own = [[0.0] * self.count for _ in PARTS]
        aside = [[0.0] * self.count for _ in PARTS]  # of each sender, for nodes that its frames are not for
        for flow in flows:
            overhears = self.mac.overhears(flow.octets) * self.attempts
            sends = self.mac.sends(flow.octets) * self.attempts
            receives = self.mac.receives(flow.octets) * self.attempts + overhears * -1.0
            for part in PARTS:
                at_sender, at_target, at_others = sends.parts[part], receives.parts[part], overhears.parts[part]
                own[part] = [
                    so_far + at_sender * sent + at_target * received
                    for so_far, sent, received in zip(own[part], flow.sent, flow.received, strict=True)
                ]
                if at_others:
                    aside[part] = [so_far + at_others * s for so_far, s in zip(aside[part], flow.sent, strict=True)]
        for part in PARTS:
            if any(aside[part]):
                heard, others = own[part], aside[part]
                own[part] = [o + sum([others[i] for i in near]) for o, near in zip(heard, self.made.near, strict=True)]
        return [Spent(*parts) for parts in zip(*own, strict=True)]

    def to_all(self) -> list[tuple[int, float]]:
        """Octets of frames that each node sends to all, and how many a day: the MAC's beacons, and HELLOs at their last
        interval."""
        numbers = parameters()
        octets = numbers["mac_header_bytes"] + numbers["fcs_bytes"] + numbers["hello_bytes"]
        return [self.mac.beacons(), (octets, 1e3 * DAY_S / numbers["hello_interval_last_ms"])]

    def broadcasts(self, count: int) -> Spent:
        """Of these frames, for a node that hears so many others."""
        found = Spent()
        for octets, a_day in self.to_all():
            found += (self.mac.broadcasts(octets, count) + self.mac.hears(octets) * count) * a_day if a_day else Spent()
        return found

    def load(self, flows: Sequence[Flow]) -> float:
        """The most that a node and those it hears take of the MAC's capacity, as a part of it."""
        own = [sum(a_day * self.mac.occupies(octets, True) for octets, a_day in self.to_all() if a_day)] * self.count
        for flow in flows:
            takes = self.mac.occupies(flow.octets, False) * self.attempts
            for node, sent in enumerate(flow.sent):
                own[node] += takes * sent
        most = max(takes + sum([own[i] for i in near]) for takes, near in zip(own, self.made.near, strict=True))
        return most / (self.mac.capacity * DAY_S)

    def computed(self, begun: Nodes, answered: Nodes) -> Nodes:
        """Seconds of each node's handshakes."""
        found = []
        for node, (own, others) in enumerate(zip(begun, answered, strict=True)):
            kind = self.kind(node)
            begins = sum(kind.computations[0::2]) + kind.open
            answers = sum(kind.computations[1::2]) + kind.seal
            found.append((own * begins + others * answers) / 1e6)
        return found

    def day(self, reading_s: float, rekey_s: float | None, sealed_us: Callable[[int], int]) -> Day:
        """The day of every node; `sealed_us(i)`: what node i takes to seal or open a reading."""
        readings = self.readings(reading_s)
        usual = [readings, self.keep_alives(readings)]
        a_day = DAY_S / rekey_s if rekey_s else 0.0
        handshakes = self.handshakes(a_day) if a_day else []
        load = self.load([*usual, *handshakes])
        if load > 1:
            return Day([], [], load)
        computed = self.computed(*self.begun_and_answered(a_day))
        idle = self.mac.idle()
        broadcasts = {count: self.broadcasts(count) for count in set(map(len, self.made.near))}
        of_usual, of_handshakes = self.spent(usual), self.spent(handshakes)
        energies, shares = [], []
        for node, above in enumerate(self.tree.parent):
            if above < 0:
                continue
            power = self.power(node)
            sealed_s = sealed_us(node) * (readings.sent[node] + readings.received[node]) / 1e6
            whole = idle + broadcasts[len(self.made.near[node])] + of_usual[node] + of_handshakes[node]
            if whole.send + whole.listen + whole.start > DAY_S * (1 + 1e-9):
                return Day([], [], load)
            energies.append(power.mj(whole, sealed_s + computed[node], DAY_S))
            shares.append(power.mj(of_handshakes[node], computed[node], 0.0))
        return Day(energies, shares, load)
