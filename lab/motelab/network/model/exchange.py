"""How the engine carries a scheme: src/network/exchange.c, gather.c, boot.c, session.c, traffic.c.

A scheme is stated once for both sides. A message names what its reader takes as it comes, and computes its fields of
what a side knows: so the writer's fields are what it sends, and the reader's what it compares with."""

import dataclasses
from collections.abc import Callable, Mapping, Sequence

from motelab.network.model.terms import Term, drawn, hashed, public, sealed

INITIATOR, RESPONDER = "initiator", "responder"
NONE = public("0")  # zeros where a scheme has no nonce of the initiator


class Exchange:
    """What a side knows of an exchange (mc_network_exchange): whose it is, and values by name. `count` is the number of
    the start and that of the exchange in it. Never changed."""

    __slots__ = ("count", "key", "number", "own", "peer", "role", "values")

    def __init__(self, own: Term, peer: Term, role: str, count: str, values: tuple[tuple[str, Term], ...] = ()):
        self.own, self.peer, self.role, self.count, self.values = own, peer, role, count, dict(values)
        self.key = (own, peer, role, count, values)
        self.number = hash(self.key)

    @property
    def initiator(self) -> Term:
        return self.own if self.role == INITIATOR else self.peer

    @property
    def responder(self) -> Term:
        return self.peer if self.role == INITIATOR else self.own

    def __getitem__(self, name: str) -> Term:
        return self.values[name]

    def __hash__(self) -> int:
        return self.number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Exchange) and self.key == other.key

    def with_values(self, values: Mapping[str, Term]) -> "Exchange":
        return Exchange(*self.key[:4], self.key[4] + tuple(values.items()))

    def fresh(self, kind: str) -> Term:
        """What this side draws (mc_network_freshen, mc_network_random): it has the number of the start in it."""
        return drawn(kind, self.own, self.count)


@dataclasses.dataclass(frozen=True)
class Message:
    """`takes`: names and kinds of what the reader takes from it. `fields` of either side's exchange."""

    fields: Callable[[Exchange], Sequence[Term]]
    takes: Mapping[str, str] = dataclasses.field(default_factory=dict)


def engine_key(scheme: str, secret: Term, x: Exchange) -> Term:
    """mc_session_derive."""
    return hashed("HKDF", secret, public(scheme), x.initiator, x.responder, nonce_of_initiator(x), x["nonce_r"])


def nonce_of_initiator(x: Exchange) -> Term:
    return x.values.get("nonce_i", NONE)


@dataclasses.dataclass(frozen=True)
class Scheme:
    """A scheme. `holds`: what a side has or draws when it begins, by the names of its messages' fields; `secret` of the
    last message; `store`: what a captured node gives away; `authority`: what the base station knows. `accepts`: whether
    a side goes on with what it took. `counts_starts`: the engine puts the number of the start into what it draws."""

    name: str
    of: str  # the C functions whose messages these are
    messages: tuple[Message, ...]
    holds: Callable[[Exchange], Mapping[str, Term]]
    secret: Callable[[Exchange], Term]
    store: Callable[[Term, Sequence[Term]], Sequence[Term]]
    public: Callable[[Term], Sequence[Term]] = lambda node: ()
    authority: Sequence[Term] = ()
    has_initiator_nonce: bool = False
    accepts: Callable[[Exchange], bool] = lambda x: True
    session_key: Callable[[str, Term, Exchange], Term] = engine_key
    counts_starts: bool = True

    @property
    def last(self) -> int:
        """The number of the last message. The next one is traffic, which confirms the key."""
        return len(self.messages)

    def key(self, x: Exchange) -> Term:
        return self.session_key(self.name, self.secret(x), x)

    def message(self, number: int) -> Message:
        """A message with what the engine puts before it (write_prefix), or the confirmation (mc_traffic_send): the
        nonce of CCM has sender and receiver."""
        if number > self.last:
            return Message(lambda x: (sealed(self.key(x), x.responder, x.initiator, NONE),))
        message = self.messages[number - 1]
        if number > 1 or not self.has_initiator_nonce:
            return message
        return Message(lambda x: (x["nonce_i"], *message.fields(x)), {"nonce_i": "nonce", **message.takes})

    def begun(self, x: Exchange) -> Exchange:
        """With what a side holds."""
        own = {"nonce_i": x.fresh("nonce")} if self.has_initiator_nonce and x.role == INITIATOR else {}
        return x.with_values({**own, **self.holds(x)})
