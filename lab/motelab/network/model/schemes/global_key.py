"""`global`: src/network/schemes/global.c."""

from motelab.network.model.schemes import shared_secret
from motelab.network.model.terms import secret

KEY = secret("the network's key")

SCHEME = shared_secret.scheme(
    "global", "global.c: read_key", lambda x: KEY, store=lambda node, others: (KEY,), authority=(KEY,)
)
