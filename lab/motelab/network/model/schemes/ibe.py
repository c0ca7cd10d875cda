"""`ibe`: src/network/schemes/ibe.c (write_message, check_text, ibe_network_verify)."""

from motelab.network.model.attacker import AUTHORITY
from motelab.network.model.exchange import INITIATOR, Exchange, Message, Scheme
from motelab.network.model.terms import Term, encrypted_to, extracted, signed


def text(x: Exchange) -> tuple[Term, ...]:
    """id_M, id_A, k, nonce_A: check_text compares all but k."""
    return x.initiator, x.responder, x["k"], x["nonce_r"]


def first(x: Exchange) -> tuple[Term]:
    signature = signed(extracted("signatures", x.initiator), *text(x))
    return (encrypted_to(x.responder, *text(x), signature),)


SCHEME = Scheme(
    name="ibe",
    of="ibe.c: write_message, check_text, ibe_network_verify",
    messages=(Message(first, {"k": "key"}),),
    holds=lambda x: {"k": x.fresh("key")} if x.role == INITIATOR else {},
    secret=lambda x: x["k"],
    store=lambda node, others: (extracted("signatures", node), extracted("encryption", node)),
    authority=(AUTHORITY,),
)
