"""Who lives where and when, and the sessions of neighbours that follow: a place of the topology holds one node after
the other, each with an id of its own. All is drawn by the seed; nothing here depends on the scheme."""

import dataclasses
import math
import random
from collections.abc import Callable, Sequence

from motelab.network.simulation.topology import Topology

DAY_S = 86_400.0


@dataclasses.dataclass(frozen=True)
class Events:
    """How many of what in a number of days. A capture is noticed, and a lost node replaced, so many days later. The
    base station is replaced on day `base_at`, or never."""

    days: float = 365.0
    failures: int = 5
    joins: int = 5
    captures: int = 3
    noticed_after: float = 1.0
    replaced_after: float = 7.0
    base_at: float | None = 180.0


@dataclasses.dataclass(frozen=True)
class Node:
    """A node at its place, from and until so many seconds after the start. `captured`: when the attacker took it; it
    then ends when that is noticed."""

    number: int
    place: int
    born: float
    ends: float
    captured: float | None = None

    @property
    def is_late(self) -> bool:
        return self.born > 0


@dataclasses.dataclass(frozen=True)
class Session:
    """A key of two neighbours, the one that began first: its time, and the generation of the stores that made it.
    `is_update`: it follows from the key before it, without a handshake, and whoever has that one has it."""

    initiator: int
    responder: int
    begins: float
    ends: float
    generation: int
    is_update: bool = False


def nodes(events: Events, places: int, seed: str) -> list[Node]:
    """Every node of the year. The first place, of the base station's neighbour, is never lost."""
    draw, end = random.Random(f"{seed} lives"), DAY_S * events.days
    chosen = draw.sample(range(1, places), events.joins + events.failures + events.captures)
    late, failed = set(chosen[: events.joins]), set(chosen[events.joins : events.joins + events.failures])
    captured = set(chosen[events.joins + events.failures :])
    found: list[Node] = []
    for place in range(places):
        at = end * draw.random()
        if place in late:
            found.append(Node(len(found), place, at, end))
        elif place in failed or place in captured:
            gone = min(end, at + DAY_S * events.noticed_after) if place in captured else at
            found.append(Node(len(found), place, 0.0, gone, at if place in captured else None))
            if (back := gone + DAY_S * events.replaced_after) < end:
                found.append(Node(len(found), place, back, end))
        else:
            found.append(Node(len(found), place, 0.0, end))
    return found


def sessions(
    made: Topology,
    lives: Sequence[Node],
    interval: Callable[[int, int], float],
    renewals: Sequence[float] = (),
    updates: bool = False,
) -> list[Session]:
    """Those of all neighbours that live at the same time: a new one after each `interval` of two places in seconds, and
    at each of the `renewals`, when every store has new keys. With `updates` the first key of a link alone, in each
    generation of stores, is made by a handshake."""
    at_place: dict[int, list[Node]] = {}
    for node in lives:
        at_place.setdefault(node.place, []).append(node)
    found = []
    for place, others in enumerate(made.wanted):
        for one in at_place[place]:
            for other in (node for near in others if near > place for node in at_place[near]):
                begins, ends = max(one.born, other.born), min(one.ends, other.ends)
                if begins < ends:
                    found += of_link(
                        one.number, other.number, begins, ends, interval(place, other.place), renewals, updates
                    )
    return found


def of_link(
    one: int,
    other: int,
    begins: float,
    ends: float,
    interval: float,
    renewals: Sequence[float],
    updates: bool = False,
) -> list[Session]:
    """The sessions of a link, one after the other."""
    found, at = [], begins
    while at < ends:
        until = min([ends, at + interval, *(renewal for renewal in renewals if renewal > at)])
        era = generation(at, renewals)
        found.append(Session(one, other, at, until, era, updates and bool(found) and found[-1].generation == era))
        at = until
    return found


def generation(at: float, renewals: Sequence[float]) -> int:
    """Of the keys in all stores at that time."""
    return sum(renewal <= at for renewal in renewals)


def interval_of(rekey_s: float | None, most: int | None, sends: float) -> float:
    """Seconds until a session is too old, or has carried its most messages, at so many a day."""
    by_count = DAY_S * most / sends if most and sends else math.inf
    return min(rekey_s or math.inf, by_count)
