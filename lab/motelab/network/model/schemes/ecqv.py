"""`ecqv`: src/network/schemes/ecqv.c (hash, share, agree, make_tag, check)."""

from collections.abc import Callable

from motelab.network.model.attacker import AUTHORITY
from motelab.network.model.exchange import INITIATOR, Exchange, Message, Scheme
from motelab.network.model.schemes.on_curve import transcript
from motelab.network.model.terms import Term, certified, exp, hashed, public, raised, secret

Hash = Callable[[Exchange], Term]


def certificate_point(node: Term) -> Term:
    """P of a node's certificate. Its logarithm is one half the node's and one half the authority's."""
    return exp(secret("halves of", node))


def private_key(node: Term) -> Term:
    return certified(node, certificate_point(node))


def peer_key(x: Exchange) -> Term:
    """mc_ecqv_public_key of the certificate for the peer's id (mc_network_certified) and the point that came."""
    return exp(certified(x.peer, x["P_R" if x.role == INITIATOR else "P_I"]))


def whole(x: Exchange) -> Term:
    return transcript(x, "P_I", "P_R")


def derived(name: str, x: Exchange, salt: Hash = whole) -> Term:
    """HKDF(Z; salt = T): `secret` or `mac_key`."""
    return hashed("HKDF", raised(peer_key(x), private_key(x.own)), salt(x), public(name))


def tag_of_responder(x: Exchange) -> Term:
    said = public("KC_2_V"), x.responder, x.initiator, x["nonce_r"], x["nonce_i"]
    return hashed("HMAC", derived("mac_key", x), *said)


def tag_of_initiator(x: Exchange) -> Term:
    said = public("KC_2_U"), x.initiator, x.responder, x["nonce_i"], x["nonce_r"]
    return hashed("HMAC", derived("mac_key", x), *said)


SCHEME = Scheme(
    name="ecqv",
    of="ecqv.c: hash, share, agree, make_tag, check",
    messages=(
        Message(lambda x: (x["P_I"],), {"P_I": "point"}),
        Message(lambda x: (x["P_R"], tag_of_responder(x)), {"P_R": "point"}),
        Message(lambda x: (tag_of_initiator(x),)),
    ),
    holds=lambda x: {"P_I" if x.role == INITIATOR else "P_R": certificate_point(x.own)},
    secret=lambda x: derived("secret", x),
    store=lambda node, others: (private_key(node), certificate_point(node)),
    public=lambda node: (certificate_point(node),),
    authority=(AUTHORITY,),
    has_initiator_nonce=True,
)
