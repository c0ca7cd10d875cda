"""What the store of each node holds before it is started: the head that every scheme has, then the scheme's own part,
as docs/network/wire-format.md lays them out. The same seed gives the same octets.

A scheme's own part is a function of PARTS: it takes a Network and returns the octets of each node."""

import dataclasses
import hashlib
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from motelab.common.errors import MotecurveError
from motelab.network import certificates, identities

MAGIC, VERSION = b"MN", 1
HEAD_BYTES = 8
ID_MAX, PAN_MAX = 0xFFFD, 0xFFFE  # 0xfffe says that a node has no short address; 0xffff is the broadcast's
PAN = 0x4D4E
NUMBERS = MappingProxyType(
    {name: number for number, name in enumerate(("global", "leap", "sok", "ibe", "ecqv", "ecdsa_ecdh", "edhoc"), 1)}
)
SECONDS_MAX = 0xFFFF
LEAP_SECONDS = 60
LEAP_PAIR_BYTES = 19  # how, peer, key


@dataclasses.dataclass(frozen=True)
class Network:
    """Nodes that know each other by one scheme. options are the scheme's own, such as `seconds` of LEAP."""

    scheme: str
    ids: tuple[int, ...]
    seed: bytes = dataclasses.field(repr=False)
    pan: int = PAN
    options: Mapping[str, Any] = dataclasses.field(default_factory=dict)

    def draw(self, name: str, count: int) -> bytes:
        """Octets that belong to the seed and the name; as secret as the seed."""
        text = b"motecurve network\0" + self.scheme.encode() + b"\0" + name.encode() + b"\0"
        return hashlib.shake_256(text + len(self.seed).to_bytes(4) + self.seed).digest(count)


Part = Callable[[Network], Mapping[int, bytes]]


def _global(network: Network) -> dict[int, bytes]:
    key = network.draw("key", 16)
    return dict.fromkeys(network.ids, key)


def _leap(network: Network) -> dict[int, bytes]:
    """The transitory key lasts `seconds`; room for `neighbours` stored pairs."""
    seconds, neighbours = network.options.get("seconds", LEAP_SECONDS), network.options.get("neighbours", 8)
    if not 1 <= seconds <= SECONDS_MAX:
        raise MotecurveError(f"the transitory key of LEAP lasts {seconds} s; it must be from 1 to {SECONDS_MAX}")
    fresh = bytes([1]) + network.draw("transitory key", 16) + bytes(16)
    return dict.fromkeys(network.ids, seconds.to_bytes(2) + fresh + bytes(neighbours * LEAP_PAIR_BYTES))


def _by_identities(network: Network) -> dict[int, bytes]:
    """The authority's master secret is of the seed; `group` is the one with the pairing."""
    group = network.options.get("group", identities.DEFAULT_GROUP)
    return identities.of_network(network.scheme, network.ids, network.draw("authority", 32), group)


PARTS: dict[str, Part] = {
    "global": _global,
    "leap": _leap,
    "sok": _by_identities,
    "ibe": _by_identities,
    **certificates.PARTS,
}


def provision(
    scheme: str, ids: Sequence[int], seed: bytes, pan: int = PAN, options: Mapping[str, Any] | None = None
) -> dict[int, bytes]:
    """The octets of each node's store, from place 0. MotecurveError for a scheme that there is not, for ids that are no
    short addresses or not all different, and for options that the scheme does not take."""
    if scheme not in PARTS:
        raise MotecurveError(f"there is no scheme {scheme!r}; there are {', '.join(PARTS)}")
    if not 0 <= pan <= PAN_MAX:
        raise MotecurveError(f"the PAN is {pan}; it must be from 0 to {PAN_MAX}")
    for node in ids:
        if not 0 <= node <= ID_MAX:
            raise MotecurveError(f"a node's id is {node}; it must be from 0 to {ID_MAX}")
    if len(set(ids)) != len(ids):
        raise MotecurveError("two nodes have the same id; every node needs its own")
    own = PARTS[scheme](Network(scheme, tuple(ids), seed, pan, MappingProxyType(dict(options or {}))))
    head = MAGIC + bytes([VERSION, NUMBERS[scheme]])
    return {node: head + node.to_bytes(2) + pan.to_bytes(2) + own[node] for node in ids}
