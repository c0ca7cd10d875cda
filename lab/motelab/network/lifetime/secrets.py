"""What opens a session, and what a captured node holds, as sets of named secrets; beside it, what the scheme promises.
The first is by what keys are made of (src/network/schemes), the second by the table of docs/network/schemes.md: if they
differ, something is lost that a scheme promises to keep."""

from collections.abc import Iterable, Sequence

from motelab.network.lifetime.history import Node, Session, generation
from motelab.network.provision import LEAP_SECONDS
from motelab.network.simulation.schemes import ALL, ALL_BEFORE_ERASURE, EPHEMERAL, Scheme

Secret = tuple
STATIC_OF_BOTH = ("sok", "ecqv")


def opening(name: str, session: Session) -> set[Secret]:
    """Each of these opens the session, with all that was sent."""
    a, b, era = session.initiator, session.responder, session.generation
    found: set[Secret] = {("session", session)}
    if name == "global":
        found.add(("network", era))
    elif name == "leap":
        found |= {("pair", a, b, era), ("transitory", era)}
    elif name in STATIC_OF_BOTH:
        found |= {("node", a, era), ("node", b, era)}
    elif name == "ibe":
        found.add(("node", b, era))  # the key goes encrypted to the responder's name
    return found


def held(name: str, node: Node, own: Iterable[Session], renewals: Sequence[float]) -> set[Secret]:
    """What the attacker finds in a node, and what it learns until the node is shut out."""
    at = node.captured
    assert at is not None
    era = generation(at, renewals)
    found: set[Secret] = {("session", session) for session in own if session.ends > at}
    if name == "global":
        found.add(("network", era))
    elif name == "leap":
        found |= {("pair", s.initiator, s.responder, s.generation) for s in own if s.generation == era}
        if at < written_at(node, at, renewals) + LEAP_SECONDS:
            found.add(("transitory", era))
    elif name in (*STATIC_OF_BOTH, "ibe"):
        found.add(("node", node.number, era))
    return found


def written_at(node: Node, at: float, renewals: Sequence[float]) -> float:
    """When the node's store was written, last before that time."""
    return max([node.born, *(renewal for renewal in renewals if renewal <= at)])


def promised(scheme: Scheme, node: Node, session: Session, renewals: Sequence[float]) -> bool:
    """Whether the scheme gives the session away with the node."""
    at = node.captured
    assert at is not None
    era = generation(at, renewals)
    if scheme.reveals == ALL:
        return session.generation == era or (
            node.number in (session.initiator, session.responder) and session.ends > at
        )
    if node.number not in (session.initiator, session.responder):
        is_early = at < written_at(node, at, renewals) + LEAP_SECONDS
        return scheme.reveals == ALL_BEFORE_ERASURE and is_early and session.generation == era
    return session.ends > at or (scheme.reason != EPHEMERAL and session.generation == era)


def opened(
    scheme: Scheme, lives: Sequence[Node], sessions: Sequence[Session], renewals: Sequence[float]
) -> tuple[list[Session], list[Session]]:
    """Sessions that the attacker opens, and those among them that no promise gives away."""
    captured = [node for node in lives if node.captured is not None]
    of_node: dict[int, list[Session]] = {node.number: [] for node in captured}
    for session in sessions:
        for number in {session.initiator, session.responder} & of_node.keys():
            of_node[number].append(session)
    known: set[Secret] = set()
    for node in captured:
        known |= held(scheme.name, node, of_node[node.number], renewals)
    found = [session for session in sessions if not known.isdisjoint(opening(scheme.name, session))]
    beyond = [s for s in found if not any(promised(scheme, node, s, renewals) for node in captured)]
    return found, beyond
