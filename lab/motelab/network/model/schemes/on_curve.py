"""What the schemes with certificates share: src/network/schemes/on_curve.c (mc_network_certified,
mc_network_transcript)."""

from motelab.network.model.exchange import Exchange, nonce_of_initiator
from motelab.network.model.terms import Term, exp, hashed, secret


def own_scalar(node: Term) -> Term:
    """A node's private key."""
    return secret("private", node)


def public_key(node: Term) -> Term:
    return exp(own_scalar(node))


def transcript(x: Exchange, of_initiator: str, of_responder: str) -> Term:
    """T. The scheme's number and the network are constants of a model."""
    points = x[of_initiator], x[of_responder]
    return hashed("SHA-256", x.initiator, x.responder, nonce_of_initiator(x), x["nonce_r"], *points)
