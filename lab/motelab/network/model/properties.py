"""What must hold in all runs, each with the scenario in which the attacker tries."""

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from motelab.network.model.attacker import Knowledge
from motelab.network.model.exchange import INITIATOR, RESPONDER, Exchange, Scheme
from motelab.network.model.search import A, B, Broken, Check, E, Scenario, Search, Side, State, pairs
from motelab.network.model.terms import Term, shown

Row = dict[str, Any]
HOLDS, FAILS = "holds", "fails"


def stands(search: Search, state: State, is_there: Callable[[Any], bool]) -> Iterator[tuple[Side, Exchange]]:
    """Sides with honest peers that stand there."""
    for side, stand in zip(search.sides, state.stands, strict=True):
        if side.peer in (A, B) and is_there(stand):
            yield side, stand[1]


def partners(search: Search, state: State, side: Side, key: Term | None) -> int:
    """Exchanges of the peer with this node, in the other role, that came to a key; to this one, if it is given."""
    return sum(
        other.own is side.peer and other.peer is side.own and other.role != side.role and key in (None, search.key(x))
        for other, x in stands(search, state, search.is_derived)
    )


def disagreement(search: Search, state: State, is_same_key: bool) -> str | None:
    """A node has taken more sessions than its peer has exchanges. Where the attacker has a node's store, that node's
    sessions alone count: it can be that node to others."""
    captured = [node for node in search.scenario.captured if node is not E]
    taken = [(side, search.key(x)) for side, x in stands(search, state, search.is_installed)]
    for side, key in taken:
        if captured and side.own not in captured:
            continue
        wanted = key if is_same_key else None
        own = [its for other, its in taken if other.own is side.own and other.role == side.role]
        sessions = sum(wanted in (None, its) for its in own)
        if sessions > (found := partners(search, state, side, wanted)):
            of_key = " of that key" if is_same_key else ""
            who = f"{side.own}, as {side.role}, has taken {sessions} of {side.peer}"
            return f"sessions{of_key}: {who}; exchanges of {side.peer} with {side.own}: {found}"
    return None


def disagrees(search: Search, state: State) -> str | None:
    """A node takes a session of which its peer has no exchange of the same key, or two of which it has one."""
    return disagreement(search, state, is_same_key=True)


def is_deceived(search: Search, state: State) -> str | None:
    """A node takes more sessions with a peer than that peer has exchanges with it."""
    return disagreement(search, state, is_same_key=False)


def is_known(search: Search, state: State, know: Knowledge, is_there: Callable[[Any], bool]) -> str | None:
    for side, x in stands(search, state, is_there):
        if know.can(search.key(x)):
            leaves = ", ".join(shown(one) for one in know.leaves(search.key(x)) if one.head != "public")
            return f"the attacker computes the key of {side.own} with {side.peer}, of: {leaves}"
    return None


def key_is_known(search: Search, state: State) -> str | None:
    """The attacker computes a session's key of two honest nodes."""
    return is_known(search, state, search.knowledge(state), search.is_derived)


def known_with(more: Callable[[Scheme], Sequence[Term]]) -> Check:
    """The attacker computes a key that was taken, after it has got more."""

    def check(search: Search, state: State) -> str | None:
        if not any(map(search.is_installed, state.stands)):
            return None
        know = Knowledge(more(search.scheme), search.knowledge(state))
        return is_known(search, state, know, search.is_installed)

    return check


def stores_of_both(scheme: Scheme) -> list[Term]:
    return [*scheme.store(A, (E, B)), *scheme.store(B, (A, E))]


def key_is_shared_by_others(search: Search, state: State) -> str | None:
    """Two sides share a key, and do not mean each other in these roles."""
    found = [
        (side, search.key(stand[1]))
        for side, stand in zip(search.sides, state.stands, strict=True)
        if stand and search.is_derived(stand)
    ]
    for at, (one, key) in enumerate(found):
        for other, same in found[:at]:
            means = one.own is other.peer and one.peer is other.own and one.role != other.role
            again = one.own is other.own and one.peer is other.peer and one.role == other.role
            if same is key and not means and not again:
                said = f"{other.own}, {other.role}, with {other.peer}; {one.own}, {one.role}, with {one.peer}"
                return f"one key for two: {said}"
    return None


def key_returns(search: Search, state: State) -> str | None:
    """A node takes the same key twice: its counters, and the nonces of AES-CCM, begin again."""
    keys: dict[tuple[Term, Term], Side] = {}
    for side, x in stands(search, state, search.is_installed):
        before = keys.setdefault((side.own, search.key(x)), side)
        if before is not side:
            return f"{side.own} takes the same key in its lives {before.life} and {side.life}"
    return None


TO_E, FROM_E = Side(A, E, INITIATOR), Side(B, E, RESPONDER)
INSIDER = tuple(Scenario(sides, (E,)) for sides in ((*pairs(1, 1), TO_E), (*pairs(1, 1), FROM_E), (TO_E, FROM_E)))
CAPTURED = tuple(Scenario(pairs(1, 1), (node,)) for node in (A, B))
ALONE = (
    Scenario((*pairs(2, 0), Side(A, B, RESPONDER))),
    Scenario((*pairs(0, 2), Side(B, A, INITIATOR))),
)
TWO_LIVES = (*pairs(1, 1), *pairs(1, 1, life="2"))


@dataclasses.dataclass(frozen=True)
class Property:
    """It holds if no run of any scenario is broken. `says`: in a sentence; `experiment`: the attack of `./motecurve
    network attack` that tries the same on the engine."""

    name: str
    says: str
    is_broken: Check
    scenarios: tuple[Scenario, ...]
    experiment: str | None = None


def later(name: str, says: str, more: Callable[[Scheme], Sequence[Term]]) -> Property:
    return Property(name, says, known_with(more), (Scenario(pairs(1, 1)),))


IN_ORDER = (
    Property(
        "secrecy", "The attacker never computes the key of two honest nodes.", key_is_known, (Scenario(pairs(2, 2)),)
    ),
    Property(
        "agreement",
        "For each session that a node takes its peer has one exchange: with it, in the other role, of the same key.",
        disagrees,
        (Scenario(pairs(2, 2)),),
        "other-nonce",
    ),
    Property(
        "identity",
        "No node takes more sessions with a peer than that one has exchanges with it, though a third node is captured.",
        is_deceived,
        INSIDER,
        "identity-swap",
    ),
    Property(
        "unknown-key-share",
        "Two nodes that share a key mean each other, though a third node is captured.",
        key_is_shared_by_others,
        INSIDER,
        "unknown-key-share",
    ),
    Property(
        "key-compromise",
        "As `identity`, for a node that is captured itself.",
        is_deceived,
        CAPTURED,
        "key-compromise",
    ),
    Property(
        "reflection",
        "A node that is alone takes no session with its peer. Here it both begins and answers.",
        is_deceived,
        ALONE,
        "reflection",
    ),
    later("forward-secrecy", "Who gets both stores later computes no key of a session that was taken.", stores_of_both),
    later("authority", "Nor does who gets the base station's secrets later.", lambda scheme: scheme.authority),
    Property(
        "old-key",
        "No node takes one key twice, though after a restart its random octets are the same again.",
        key_returns,
        (Scenario(TWO_LIVES),),
        "replay-after-restart",
    ),
)
PROPERTIES = {one.name: one for one in IN_ORDER}


def told(broken: Broken) -> list[str]:
    """The run in lines: what each side reads, who made it, what the side takes from it, what it sends."""
    lines, sent = [], set()
    for step in broken.state.trace():
        side = step.side
        line = f"{side.own}{f' in life {side.life}' if side.life != '1' else ''}"
        took = ", ".join(f"{name} = {shown(value)}" for name, value in step.took)
        if step.read:
            whose = "on its way" if sent.issuperset(step.fields) else "the attacker's"
            line += f" reads message {step.read} as {side.peer}'s, {whose}: {', '.join(map(shown, step.fields))}"
        else:
            line += f" begins with {side.peer}"
        line += f" [{took}]" if took else ""
        if step.sent:
            line += f"; sends message {step.number}: {', '.join(map(shown, step.sent))}"
        sent.update(step.sent)
        lines.append(line)
    return [*lines, broken.why]


def examined(scheme: Scheme, wanted: Sequence[Property]) -> list[Row]:
    """A row for each property: whether it holds, in how many states, else how it is broken. Properties of one scenario
    are tried on the same runs."""
    broken: dict[str, Broken] = {}
    traces: dict[str, list[str]] = {}
    counts = dict.fromkeys((one.name for one in wanted), 0)
    for scenario in dict.fromkeys(scenario for one in wanted for scenario in one.scenarios):
        checks = {one.name: one.is_broken for one in wanted if scenario in one.scenarios and one.name not in broken}
        search = Search(scheme, scenario)
        found = search.run(checks) if checks else {}
        for name in checks:
            counts[name] += found[name].count if name in found else search.count
        for name, one in found.items():
            traces[name] = [f"the attacker has the store of {node}" for node in scenario.captured] + told(one)
        broken |= found
    return [row(scheme, one.name, counts[one.name], traces.get(one.name)) for one in wanted]


def row(scheme: Scheme, name: str, states: int, trace: list[str] | None) -> Row:
    return {
        "scheme": scheme.name,
        "property": name,
        "result": FAILS if trace else HOLDS,
        "states": states,
        "trace": trace or [],
        "command": f"./motecurve network model --scheme {scheme.name} --property {name}",
    }
