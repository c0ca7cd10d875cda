"""`edhoc`, methods 3 and 0: src/network/schemes/edhoc.c (put_cred, find, export), src/network/edhoc/message_1.c (hash),
message_2.c (begin, compose, check), message_3.c (compose, check, conclude), prove.c (make_mac, set_to_sign), session.c
(mc_edhoc_mix_static).

Names are those of RFC 9528. ID_CRED stands in message 2 without the stream, since the attacker knows it, and whoever
knows it changes it: the attacker of the model has that much more."""

from motelab.network.model.exchange import INITIATOR, Exchange, Message, Scheme
from motelab.network.model.schemes.on_curve import own_scalar, public_key
from motelab.network.model.terms import Term, exp, hashed, padded, public, raised, sealed, signed


def g_xy(x: Exchange) -> Term:
    return raised(x["G_Y" if x.role == INITIATOR else "G_X"], x.fresh("scalar"))


def g_rx(x: Exchange) -> Term:
    """Of the responder's static key and the initiator's ephemeral one."""
    if x.role == INITIATOR:
        return raised(public_key(x.peer), x.fresh("scalar"))
    return raised(x["G_X"], own_scalar(x.own))


def g_iy(x: Exchange) -> Term:
    if x.role == INITIATOR:
        return raised(x["G_Y"], own_scalar(x.own))
    return raised(public_key(x.peer), x.fresh("scalar"))


def th_2(x: Exchange) -> Term:
    return hashed("TH_2", x["G_Y"], hashed("message_1", x["G_X"]))


def cred(of: Term, x: Exchange) -> Term:
    """CRED (put_cred): the id's public key, and the responder's nonce."""
    return hashed("CRED", public_key(of), x["nonce_r"])


def prk_2e(x: Exchange) -> Term:
    return hashed("PRK_2e", th_2(x), g_xy(x))


class Method:
    """A method for both sides: static keys or signatures."""

    def __init__(self, is_static: bool):
        self.is_static = is_static

    def prk_3e2m(self, x: Exchange) -> Term:
        if not self.is_static:
            return prk_2e(x)
        return hashed("PRK_3e2m", hashed("SALT_3e2m", prk_2e(x), th_2(x)), g_rx(x))

    def proof(self, of: Term, prk: Term, label: str, transcript: Term, x: Exchange) -> Term:
        """Signature_or_MAC."""
        said = of, transcript, cred(of, x)
        mac = hashed(label, prk, *said)
        return mac if self.is_static else signed(own_scalar(of), *said, mac)

    def proof_2(self, x: Exchange) -> Term:
        return self.proof(x.responder, self.prk_3e2m(x), "MAC_2", th_2(x), x)

    def th_3(self, x: Exchange) -> Term:
        return hashed("TH_3", th_2(x), x.responder, self.proof_2(x), cred(x.responder, x))

    def prk_4e3m(self, x: Exchange) -> Term:
        if not self.is_static:
            return self.prk_3e2m(x)
        return hashed("PRK_4e3m", hashed("SALT_4e3m", self.prk_3e2m(x), self.th_3(x)), g_iy(x))

    def proof_3(self, x: Exchange) -> Term:
        return self.proof(x.initiator, self.prk_4e3m(x), "MAC_3", self.th_3(x), x)

    def second(self, x: Exchange) -> tuple[Term, ...]:
        stream = hashed("KEYSTREAM_2", prk_2e(x), th_2(x))
        return x["G_Y"], x.responder, padded(stream, self.proof_2(x))

    def third(self, x: Exchange) -> tuple[Term, ...]:
        """The transcript is data of the AEAD, and in its key."""
        return (sealed(hashed("K_3", self.prk_3e2m(x), self.th_3(x)), x.initiator, self.proof_3(x)),)

    def secret(self, x: Exchange) -> Term:
        """EDHOC_Exporter(0x8000, both ids and the responder's nonce)."""
        th_4 = hashed("TH_4", self.th_3(x), x.initiator, self.proof_3(x), cred(x.initiator, x))
        exporter = hashed("PRK_exporter", hashed("PRK_out", self.prk_4e3m(x), th_4))
        return hashed("exporter", exporter, public("0x8000"), x.initiator, x.responder, x["nonce_r"])

    def scheme(self, name: str) -> Scheme:
        return Scheme(
            name=name,
            of="edhoc.c: put_cred, find, export; edhoc/message_1.c, message_2.c, message_3.c, prove.c, session.c",
            messages=(
                Message(lambda x: (x["G_X"],), {"G_X": "point"}),
                Message(self.second, {"G_Y": "point"}),
                Message(self.third),
            ),
            holds=lambda x: {"G_X" if x.role == INITIATOR else "G_Y": exp(x.fresh("scalar"))},
            secret=self.secret,
            store=lambda node, others: (own_scalar(node),),
            public=lambda node: (public_key(node),),
        )


SCHEME = Method(is_static=True).scheme("edhoc")
SIGNING = Method(is_static=False).scheme("edhoc-0")
