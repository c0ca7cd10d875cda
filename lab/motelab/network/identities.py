"""The authority of the schemes by identities, sok and ibe, and the part of a node's provision that each reads: the
group's number, then objects of motecurve/pairing/ibe.h (docs/network/wire-format.md).

Whoever holds the authority's master secret extracts every node's keys. `tate-256`, which fits a mote, is insecure: it
is for comparisons with dahab2006."""

import dataclasses
import hashlib
from collections.abc import Callable, Sequence
from typing import Self

from codegen.fields import load_pairings
from motecurve.ibe import Group, Identity, Use
from motelab.common.errors import MotecurveError
from motelab.ibe import groups

ID_MAX = 0xFFFD  # 0xfffe says that a node has no short address; 0xffff is the broadcast's
MASTER_SECRET_KIND, VERSION = 1, 1
SEED_BYTES = 64  # of a number below the order: within 2^-256 of uniform


def identity(node: int) -> Identity:
    """Of a node's id of 16 bits: its two octets, big-endian. MotecurveError for another number."""
    if not 0 <= node <= ID_MAX:
        raise MotecurveError(f"a node's id is {node}; it must be from 0 to {ID_MAX}")
    return Identity(node.to_bytes(2))


@dataclasses.dataclass(frozen=True)
class Authority:
    """A master secret and its public parameters."""

    group: Group
    master_secret: bytes = dataclasses.field(repr=False)
    parameters: bytes

    @classmethod
    def of_seed(cls, group: Group, seed: bytes) -> Self:
        """Always the same for a seed, which is as secret as the master secret."""
        order = int(load_pairings()[group.name]["r"], 16)
        drawn = hashlib.shake_256(b"motecurve network authority" + bytes([group.number]) + seed).digest(SEED_BYTES)
        body = (1 + int.from_bytes(drawn) % (order - 1)).to_bytes(-(-order.bit_length() // 8))
        master = bytes([VERSION, MASTER_SECRET_KIND, group.number]) + len(body).to_bytes(4) + body
        return cls(group, master, group.parameters(master))

    def sok(self, node: int) -> bytes:
        """The provision of Sakai, Ohgishi and Kasahara: the key for agreement."""
        return bytes([self.group.number]) + self._key(node, "agreement")

    def ibe(self, node: int) -> bytes:
        """The provision of dahab2006's steps: parameters, the key for signatures, that for encryption."""
        keys = self._key(node, "signatures") + self._key(node, "encryption")
        return bytes([self.group.number]) + self.parameters + keys

    def _key(self, node: int, use: Use) -> bytes:
        """A private key, checked as its owner cannot."""
        key = self.group.extract(self.master_secret, identity(node), use)
        self.group.check_private_key(key, identity(node), use, self.parameters)
        return key


SCHEMES: dict[str, Callable[[Authority, int], bytes]] = {"sok": Authority.sok, "ibe": Authority.ibe}
"""The provision of a node by the scheme's name."""
DEFAULT_GROUP = "tate-256"  # the one that fits a mote


def of_network(scheme: str, ids: Sequence[int], seed: bytes, group: str = DEFAULT_GROUP) -> dict[int, bytes]:
    """The scheme's own part of each node's provision, of one authority. The library of the group is built first if need
    be. MotecurveError for a group that there is not, and for an id that is none."""
    if group not in groups.NUMBERS:
        raise MotecurveError(f"no group is named {group!r}; the groups are {', '.join(groups.NUMBERS)}")
    authority = Authority.of_seed(groups.group(group), seed)
    return {node: SCHEMES[scheme](authority, node) for node in ids}
