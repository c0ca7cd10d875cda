"""`ecdsa-ecdh`: src/network/schemes/ecdsa_ecdh.c (agree, hash_certificate, hash_signed, prove, check)."""

from motelab.network.model.attacker import AUTHORITY
from motelab.network.model.exchange import INITIATOR, Exchange, Message, Scheme
from motelab.network.model.schemes.on_curve import own_scalar, public_key, transcript
from motelab.network.model.terms import Term, exp, hashed, log, public, raised, signed


def whole(x: Exchange) -> Term:
    return transcript(x, "G_X", "G_Y")


def agreed(x: Exchange) -> Term:
    """Z: the own ephemeral key and the peer's."""
    return raised(x["G_Y" if x.role == INITIATOR else "G_X"], x.fresh("scalar"))


def secret(x: Exchange) -> Term:
    return hashed("HKDF", agreed(x), whole(x))


def certificate(of: Term, key: Term) -> Term:
    """The authority's signature (hash_certificate)."""
    return signed(AUTHORITY, of, key)


def proof(role: str, key: Term, x: Exchange) -> Term:
    """The peer's (hash_signed)."""
    return signed(log(key), public(role), whole(x), key)


def holds(x: Exchange) -> dict[str, Term]:
    ephemeral, key = ("G_X", "Q_I") if x.role == INITIATOR else ("G_Y", "Q_R")
    return {ephemeral: exp(x.fresh("scalar")), key: public_key(x.own)}


def second(x: Exchange) -> tuple[Term, ...]:
    return x["G_Y"], x["Q_R"], certificate(x.responder, x["Q_R"]), proof("1", x["Q_R"], x)


def third(x: Exchange) -> tuple[Term, ...]:
    return x["Q_I"], certificate(x.initiator, x["Q_I"]), proof("0", x["Q_I"], x)


SCHEME = Scheme(
    name="ecdsa-ecdh",
    of="ecdsa_ecdh.c: agree, hash_certificate, hash_signed, prove, check",
    messages=(
        Message(lambda x: (x["G_X"],), {"G_X": "point"}),
        Message(second, {"G_Y": "point", "Q_R": "point"}),
        Message(third, {"Q_I": "point"}),
    ),
    holds=holds,
    secret=secret,
    store=lambda node, others: (own_scalar(node), certificate(node, public_key(node))),
    public=lambda node: (public_key(node), certificate(node, public_key(node))),
    authority=(AUTHORITY,),
)
