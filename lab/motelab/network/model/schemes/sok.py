"""`sok`: src/network/schemes/sok.c."""

from motelab.network.model.attacker import AUTHORITY
from motelab.network.model.schemes import shared_secret
from motelab.network.model.terms import extracted, hashed, paired

SCHEME = shared_secret.scheme(
    "sok",
    "sok.c: pair_secret",
    lambda x: hashed("KDF", paired(x.own, x.peer)),
    store=lambda node, others: (extracted("agreement", node),),
    authority=(AUTHORITY,),
)
