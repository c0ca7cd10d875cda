"""The models by name, in the order of docs/network/schemes.md. `leap-early` is leap before its time t is over, `edhoc`
is method 3, `edhoc-0` method 0."""

from motelab.network.model.exchange import Scheme
from motelab.network.model.schemes import ecdsa_ecdh, ecqv, edhoc, global_key, ibe, leap, sok

IN_ORDER = (global_key.SCHEME, leap.EARLY, leap.SCHEME, sok.SCHEME, ibe.SCHEME, ecqv.SCHEME, ecdsa_ecdh.SCHEME,
            edhoc.SCHEME, edhoc.SIGNING)  # fmt: skip
SCHEMES: dict[str, Scheme] = {scheme.name: scheme for scheme in IN_ORDER}
