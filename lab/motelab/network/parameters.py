"""The numbers of the network's engine, as its C headers have them: sizes on the air, timers, tries."""

import functools
import re
from collections.abc import Mapping
from types import MappingProxyType

from motelab import ROOT
from motelab.common.errors import MotecurveError

HEADER = ROOT / "src/network/parameters.h"
SCHEMES = ROOT / "src/network/schemes"
TICKS = 32768  # in a second, of the engine's clock
NODE = ROOT / "include/motecurve/network/node.h"
_ROOM = re.compile(r"^#define MC_NETWORK_NEIGHBOURS (\d+)$", re.MULTILINE)
_LINE = re.compile(r"^#define MC_NETWORK_(\w+) +(\d+)\b", re.MULTILINE)
_MEMBER = re.compile(r"\.(number|messages|has_initiator_nonce|answer_ms) = (\w+)")
_SCHEME = re.compile(r"^const mc_network_scheme mc_network_(\w+) = \{(.*?)^\};", re.MULTILINE | re.DOTALL)


@functools.cache
def parameters() -> Mapping[str, int]:
    """By name in small letters without "mc_network_", such as `hello_window_ms`. Times are in the unit of the name,
    sizes in octets."""
    return MappingProxyType({name.lower(): int(value) for name, value in _LINE.findall(HEADER.read_text())})


@functools.cache
def schemes() -> Mapping[str, Mapping[str, int]]:
    """Of each scheme, by its name in C, the plain members: `messages`, `has_initiator_nonce` and `answer_ms`."""
    found = {}
    for path in sorted(SCHEMES.rglob("*.c")):
        for name, members in _SCHEME.findall(path.read_text()):
            values = {member: int(value) for member, value in _MEMBER.findall(members) if value.isdecimal()}
            found[name] = MappingProxyType(values)
    return MappingProxyType(found)


def scheme(name: str) -> Mapping[str, int]:
    """The plain members of the scheme of that name. MotecurveError if there is none."""
    if name not in schemes():
        raise MotecurveError(f"there is no scheme {name}; there are {', '.join(schemes())}")
    return schemes()[name]


@functools.cache
def neighbours() -> int:
    """How many neighbours a node has room for, in firmware and model: what the RAM of a MICAz holds beside the largest
    scheme."""
    of_images, _ = _ROOM.findall(NODE.read_text())
    return int(of_images)


def ticks(milliseconds: int) -> int:
    """As the engine rounds: down."""
    return milliseconds * TICKS // 1000
