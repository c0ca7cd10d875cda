"""`leap`: src/network/schemes/leap.c (choose, pair_secret, store_pair)."""

from collections.abc import Sequence

from motelab.network.model.exchange import INITIATOR, Exchange
from motelab.network.model.schemes import shared_secret
from motelab.network.model.terms import Term, hashed, public, secret

MASTER = secret("K_IN")
OF_RESPONDER, OF_INITIATOR = public("0"), public("1")  # whose K_v the pair's key comes from


def own_key(node: Term) -> Term:
    """K_v = PRF(K_IN, v)."""
    return hashed("PRF", MASTER, public("node"), node)


def pair_key(owner: Term, other: Term) -> Term:
    """K_vu = PRF(K_v, u)."""
    return hashed("PRF", own_key(owner), public("pair"), other)


def pair(x: Exchange) -> Term:
    if x["how"] is OF_RESPONDER:
        return pair_key(x.responder, x.initiator)
    return pair_key(x.initiator, x.responder)


def accepts(x: Exchange) -> bool:
    """After t: the pairs of the first minute are the initiator's copies of keys of the responder's; a responder that is
    asked for the other way has erased K_IN, and has no such pair."""
    return x["how"] is OF_RESPONDER or x.role == INITIATOR


def store(node: Term, others: Sequence[Term]) -> list[Term]:
    """After t: K_v, and copies of pairs with greater nodes. Nodes' ids rise with the terms' numbers."""
    return [own_key(node), *(pair_key(other, node) for other in others if node.number < other.number)]


SCHEME = shared_secret.scheme(
    "leap", "leap.c: choose, pair_secret", pair, accepts=accepts, store=store, authority=(MASTER,)
)
EARLY = shared_secret.scheme(
    "leap-early",
    "leap.c: choose, pair_secret, derive_of_other",
    pair,
    accepts=lambda x: True,
    store=lambda node, others: (MASTER,),
    authority=(MASTER,),
)
