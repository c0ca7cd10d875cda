"""All runs of some exchanges between nodes whose frames the attacker carries, drops and makes: breadth first, so that
the first run that breaks a property is a shortest one.

An honest node has one exchange at a time, as in the engine: one that it begins ends the one before. What a node sends
follows from where its exchanges stand, so these, and which one runs, are the state. The attacker knows all that was
sent."""

import collections
import dataclasses
import itertools
from collections.abc import Callable, Iterator, Mapping

from motelab.common.errors import MotecurveError
from motelab.network.model.attacker import Knowledge
from motelab.network.model.exchange import INITIATOR, RESPONDER, Exchange, Scheme
from motelab.network.model.terms import Term, drawn, exp, public, subterms

A, E, B = map(public, "AEB")  # ids that rise: honest, the insider, honest
# Of the attacker, who draws like anybody.
OWN = tuple(drawn(kind, E, "0") for kind in ("nonce", "key", "scalar"))
STATES_MAX = 200_000  # beyond that a scenario is too large for a search


@dataclasses.dataclass(frozen=True)
class Side:
    """An exchange that an honest node may begin, or answer."""

    own: Term
    peer: Term
    role: str
    life: str = "1"


@dataclasses.dataclass(frozen=True)
class Scenario:
    """Sides in the order in which equal ones begin; nodes whose stores the attacker has from the beginning."""

    sides: tuple[Side, ...]
    captured: tuple[Term, ...] = ()


@dataclasses.dataclass(frozen=True)
class Step:
    """A side read a message, its first step is to begin; `took` from it, and `sent` one."""

    side: Side
    read: int
    took: tuple[tuple[str, Term], ...]
    fields: tuple[Term, ...]  # of what it read
    sent: tuple[Term, ...]
    number: int  # of what it sent


# How far a side is, in messages that it has read and sent, and what it knows; None: it has not begun.
Stand = tuple[int, Exchange] | None


class State:
    """Where all sides stand, and for each node the side that runs."""

    __slots__ = ("before", "key", "running", "stands", "step")

    def __init__(
        self,
        stands: tuple[Stand, ...],
        running: tuple[tuple[Term, int], ...],
        before: "State | None" = None,
        step: Step | None = None,
    ):
        self.stands, self.running, self.before, self.step = stands, running, before, step
        self.key = (stands, running)

    def trace(self) -> list[Step]:
        """The steps that led here."""
        steps, state = [], self
        while state.before and state.step:
            steps.append(state.step)
            state = state.before
        return steps[::-1]


def is_of_kind(one: Term, kind: str) -> bool:
    """The nonces of initiators and of HELLOs have 8 octets, both: each may be taken for the other."""
    if kind == "point":
        return one.head == "exp" and len(one.args) == 1
    return one.head in ("nonce", "hello") if kind == "nonce" else one.head == kind


Check = Callable[["Search", State], str | None]  # how a state is broken, None if it is not


@dataclasses.dataclass(frozen=True)
class Broken:
    """A state, why it is broken, and how many had been seen."""

    state: State
    why: str
    count: int


class Search:
    """The runs of a scheme in a scenario."""

    def __init__(self, scheme: Scheme, scenario: Scenario):
        self.scheme, self.scenario, self.sides = scheme, scenario, scenario.sides
        self.messages = [scheme.message(number) for number in range(1, scheme.last + 2)]
        self.first = Knowledge(self._at_first())
        self.made: dict[frozenset[Term], Knowledge] = {frozenset(): self.first}
        self.sent_in: dict[tuple[Stand, ...], frozenset[Term]] = {}
        self.fitting: dict[tuple[str, frozenset[Term]], list[Term]] = {}
        self.fields_of: dict[tuple[int, Exchange], tuple[Term, ...]] = {}
        self.keys: dict[Exchange, Term] = {}
        self.count = 0

    def _at_first(self) -> list[Term]:
        """What the attacker has: its own values, what is public of nodes, the responders' nonces, captured stores."""
        nodes = (A, E, B)
        found = [*OWN, exp(OWN[2]), *(one for node in nodes for one in self.scheme.public(node))]
        for side in self.sides:
            if side.role == RESPONDER:
                found += self._nonces(side)
        for node in self.scenario.captured:
            found += self.scheme.store(node, [other for other in nodes if other is not node])
        return found

    def _life(self, side: Side) -> str:
        return side.life if self.scheme.counts_starts else ""

    def _nonces(self, side: Side) -> list[Term]:
        """Of a node's HELLOs in a life, one for each generation that the scenario can come to."""
        responders = [one for one in self.sides if (one.own, one.life, one.role) == (side.own, side.life, RESPONDER)]
        return [drawn("hello", side.own, f"{self._life(side)}.{at}") for at in range(len(responders))]

    def fields(self, number: int, x: Exchange) -> tuple[Term, ...]:
        found = self.fields_of.get((number, x))
        if found is None:
            found = self.fields_of[number, x] = tuple(self.messages[number - 1].fields(x))
        return found

    def key(self, x: Exchange) -> Term:
        if x not in self.keys:
            self.keys[x] = self.scheme.key(x)
        return self.keys[x]

    def is_derived(self, stand: Stand) -> bool:
        """The side has the session's key."""
        return stand is not None and stand[0] >= self.scheme.last

    def is_installed(self, stand: Stand) -> bool:
        """It has read the last message, or the confirmation, and takes the session."""
        return stand is not None and stand[0] == self.scheme.last + 1

    def knowledge(self, state: State) -> Knowledge:
        """What the attacker knows in a state."""
        said = self.said(state)
        found = self.made.get(said)
        if found is None:
            found = self.made[said] = Knowledge(said, self.first)
        return found

    def said(self, state: State) -> frozenset[Term]:
        """All that was sent."""
        found = self.sent_in.get(state.stands)
        if found is None:
            fields = set()
            for progress, x in filter(None, state.stands):
                for number in range(1 if x.role == INITIATOR else 2, progress + 1, 2):
                    fields.update(self.fields(number, x))
            found = self.sent_in[state.stands] = frozenset(fields)
        return found

    def candidates(self, kind: str, state: State) -> list[Term]:
        """Values that the attacker may put where a kind of value is taken as it comes: all that were ever said, in the
        clear or within, and its own. Whether it can say so is another question."""
        if kind == "how":
            return [public("0"), public("1")]
        said = self.said(state)
        found = self.fitting.get((kind, said))
        if found is None:
            within = {one for term in (*self.first.known, *said) for one in subterms(term) if is_of_kind(one, kind)}
            found = self.fitting[kind, said] = sorted(within, key=lambda one: one.number)
        return found

    def may_begin(self, at: int, state: State) -> bool:
        """Equal sides begin in their order; no life begins before another is over."""
        side = self.sides[at]
        for other, stand in zip(self.sides, state.stands, strict=True):
            if other.own is side.own and other.life > side.life and stand:
                return False
        return not at or self.sides[at - 1] != side or state.stands[at - 1] is not None

    def nonces_for(self, at: int, state: State) -> list[Term]:
        """The own nonces that may serve a responder (may_serve, send_answer): later than the last that served a session
        with that peer, not later than there is."""
        side, served, last = self.sides[at], 0, -1
        nonces = self._nonces(side)
        for other, stand in zip(self.sides, state.stands, strict=True):
            if self.is_installed(stand) and (other.own, other.life, other.role) == (side.own, side.life, RESPONDER):
                served += 1
                if other.peer is side.peer:
                    last = max(last, nonces.index(stand[1]["nonce_r"]))
        return nonces[last + 1 : served + 1]

    def begun(self, at: int, state: State) -> Iterator[Exchange]:
        """A side as it begins, with each nonce of the responder that it may come to believe, or has."""
        side = self.sides[at]
        count = sum(other.own is side.own and other.life == side.life for other in self.sides[: at + 1])
        x = Exchange(side.own, side.peer, side.role, f"{self._life(side)}.{count}")
        is_initiator = side.role == INITIATOR
        nonces = self.candidates("nonce", state) if is_initiator else self.nonces_for(at, state)
        for nonce in nonces:
            if not is_initiator or self.knowledge(state).can(nonce):
                yield self.scheme.begun(x.with_values({"nonce_r": nonce}))

    def read(self, number: int, x: Exchange, state: State) -> Iterator[Exchange]:
        """The side after each message of that number that the attacker has for it."""
        takes = self.messages[number - 1].takes
        know = self.knowledge(state)
        for values in itertools.product(*(self.candidates(kind, state) for kind in takes.values())):
            after = x.with_values(dict(zip(takes, values, strict=True))) if takes else x
            if self.scheme.accepts(after) and all(map(know.can, self.fields(number, after))):
                yield after

    def moves(self, at: int, state: State) -> Iterator[tuple[int, int, Exchange]]:
        """Steps of a side: the message that is read, 0 for none, how far it is then, and what it knows."""
        stand, side = state.stands[at], self.sides[at]
        if stand is None:
            if self.may_begin(at, state):
                for x in self.begun(at, state):
                    if side.role == INITIATOR:
                        yield 0, 1, x
                    else:
                        yield from ((1, 2, after) for after in self.read(1, x, state))
        elif dict(state.running)[side.own] == at and stand[0] <= self.scheme.last:
            for after in self.read(stand[0] + 1, stand[1], state):
                yield stand[0] + 1, min(stand[0] + 2, self.scheme.last + 1), after

    def after(self, state: State) -> Iterator[State]:
        """The states one step further."""
        for at, side in enumerate(self.sides):
            for read, progress, x in self.moves(at, state):
                stands = (*state.stands[:at], (progress, x), *state.stands[at + 1 :])
                running = tuple(sorted({**dict(state.running), side.own: at}.items(), key=lambda one: one[1]))
                fields = self.fields(read, x) if read else ()
                took = x.key[4][len(state.stands[at][1].values) if state.stands[at] else 0 :]
                sent = self.fields(progress, x) if progress > read else ()
                yield State(stands, running, state, Step(side, read, took, fields, sent, progress))

    def run(self, checks: Mapping[str, Check]) -> dict[str, Broken]:
        """The first state that breaks a check, by its name; of those without one no state does, and `count` have been
        seen. Ends when all are broken."""
        found, left = {}, dict(checks)
        for state in self.states():
            for name, check in list(left.items()):
                if (why := check(self, state)) is not None:
                    found[name] = Broken(state, why, self.count)
                    del left[name]
            if not left:
                break
        return found

    def states(self) -> Iterator[State]:
        """All states, those of few steps first."""
        start = State((None,) * len(self.sides), ())
        seen, waiting = {start.key}, collections.deque([start])
        while waiting:
            for found in self.after(waiting.popleft()):
                if found.key not in seen:
                    seen.add(found.key)
                    self.count = len(seen)
                    if self.count > STATES_MAX:
                        raise MotecurveError(f"{self.scheme.name}: over {STATES_MAX:,} states; give fewer sides")
                    waiting.append(found)
                    yield found


def pairs(lesser: int, greater: int, **others: str) -> tuple[Side, ...]:
    """So many exchanges that A begins with B, and that B answers to A."""
    return (Side(A, B, INITIATOR, **others),) * lesser + (Side(B, A, RESPONDER, **others),) * greater
