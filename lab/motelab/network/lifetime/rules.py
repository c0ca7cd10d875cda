"""What each scheme does when nodes come and go: what is written into stores by hand, what is announced to all under the
authority's signature, what is new when the base station is. After docs/network/schemes.md and src/network/schemes."""

import dataclasses
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from motelab.network.lifetime.history import DAY_S, Events, Node
from motelab.network.simulation.schemes import Scheme

CREDENTIAL_BYTES = 35  # id and public key, as edhoc's store has it
KEY_BYTES = 16


@dataclasses.dataclass(frozen=True)
class Rules:
    """`announces`: octets on each late node that all others must learn. `can_revoke`: whether a list of lost ids keeps
    a captured node out; else every store is rewritten. `renews`: whether a new base station means new keys in every
    store. `why` tells that."""

    announces: int
    can_revoke: bool
    renews: bool
    why: str


RULES: Mapping[str, Rules] = MappingProxyType({
    "global": Rules(0, False, True, "the one key is in every node, and whoever has it is a node"),
    "leap": Rules(0, True, True, "late nodes bring the transitory key, which the base station keeps"),
    "sok": Rules(0, True, True, "private keys are of the authority's master secret"),
    "ibe": Rules(0, True, True, "private keys are of the authority's master secret"),
    "ecqv": Rules(0, True, True, "certificates are of the authority's key"),
    "ecdsa-ecdh": Rules(0, True, True, "certificates are of the authority's key"),
    "edhoc": Rules(CREDENTIAL_BYTES, True, False, "nodes have each other's public keys, the base station no secret"),
})  # fmt: skip


def store_bytes(scheme: Scheme) -> int:
    """What is rewritten in a node: its keys and certificates."""
    return max(KEY_BYTES, scheme.key_bytes)


def renewals(scheme: Scheme, lives: Sequence[Node], events: Events) -> list[float]:
    """When every store gets new keys by hand, in order: the base station is replaced, or a capture is noticed that no
    list can undo."""
    own, end = RULES[scheme.name], DAY_S * events.days
    found = [DAY_S * events.base_at] if own.renews and events.base_at is not None else []
    if not own.can_revoke:
        found += [node.ends for node in lives if node.captured is not None and node.ends < end]
    return sorted(found)
