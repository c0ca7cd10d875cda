"""Schemes with a pair's secret K: src/network/schemes/shared_secret.c (make_mac, make_secret, mc_shared_secret_write,
mc_shared_secret_read)."""

from collections.abc import Callable
from typing import Any

from motelab.network.model.exchange import INITIATOR, Exchange, Message, Scheme
from motelab.network.model.terms import Term, hashed, public

Pair = Callable[[Exchange], Term]
Mac = Callable[[Term, int, Exchange], Term]
HOW = "how"  # the kind of the octet of message 1
FIRST = public("0")  # the only way to K of most schemes


def make_mac(pair: Term, number: int, x: Exchange) -> Term:
    """MAC(number), without the scheme's number: the schemes' keys differ."""
    return hashed("HMAC", pair, public(str(number)), x["how"], x.initiator, x.responder, x["nonce_i"], x["nonce_r"])


def scheme(name: str, of: str, pair: Pair, how: Term = FIRST, mac: Mac = make_mac, **others: Any) -> Scheme:
    """The scheme with that pair's secret. `how`: what its initiator chooses."""
    return Scheme(
        name=name,
        of=f"shared_secret.c: make_mac, make_secret; {of}",
        messages=(
            Message(lambda x: (x["how"],), {"how": HOW}),
            Message(lambda x: (mac(pair(x), 2, x),)),
            Message(lambda x: (mac(pair(x), 3, x),)),
        ),
        holds=lambda x: {"how": how} if x.role == INITIATOR else {},
        secret=lambda x: mac(pair(x), 0, x),
        has_initiator_nonce=True,
        **{"accepts": lambda x: x["how"] is FIRST, **others},
    )
