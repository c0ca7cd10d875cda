"""The authority of the schemes on ordinary curves, and the part of a node's provision that each reads: ecqv, ecdsa_ecdh
and edhoc (docs/network/wire-format.md).

All keys are drawn from the network's seed, so that a network can be made again: the seed is as secret as all of them.
An authority that keeps its private key alone can certify any id, but computes no node's private key."""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol

from motecurve import Curve, PrivateKey, ecdsa, ecqv
from motelab.common.errors import MotecurveError
from motelab.library import bindings
from motelab.subjects import curves as known_curves

Draw = Callable[[str, int], bytes]
"""So many octets that belong to a name, always the same."""
CURVE = "sect163k1"
CURVE_NAME_BYTES = 16
ECQV, ECDSA_ECDH = 5, 6  # numbers of the schemes, in what their certificates say
EXTRA_BYTES = 16  # drawn beyond a number's length: 2^-128 from uniform
METHODS = {0: "signatures", 3: "static keys"}
SUITES_MAX = 2
NODES_MAX = (0xFFF0 - 8 - 38) // 35  # src/network/schemes/edhoc.c


class Network(Protocol):
    """What is to be provisioned. options: `curve` of ecqv and ecdsa_ecdh, by any of its names; `method` and `suites` of
    edhoc."""

    @property
    def scheme(self) -> str: ...
    @property
    def ids(self) -> Sequence[int]: ...
    @property
    def pan(self) -> int: ...
    @property
    def options(self) -> Mapping[str, Any]: ...
    def draw(self, name: str, count: int) -> bytes: ...


def of_network(network: Network) -> dict[int, bytes]:
    """Each node's part. MotecurveError for options that the scheme does not take."""
    options = dict(network.options)
    if network.scheme == "edhoc":
        method, suites = options.pop("method", 3), tuple(options.pop("suites", (2,)))
        name = edhoc_curve(method, suites)
        made = edhoc_parts(network.ids, network.draw, own_curve(name), method, suites)
    else:
        make = ecqv_parts if network.scheme == "ecqv" else ecdsa_ecdh_parts
        made = make(network.ids, network.pan, network.draw, own_curve(options.pop("curve", CURVE)))
    if options:
        raise MotecurveError(f"the scheme {network.scheme} has no option {next(iter(options))}")
    return made


PARTS = MappingProxyType(dict.fromkeys(("ecqv", "ecdsa_ecdh", "edhoc"), of_network))
"""By the scheme's name."""


def own_curve(name: str) -> Curve:
    """The curve of any of its names, of a library that is built first if need be."""
    found = known_curves.find(name)
    return bindings.curve(found.name, 64, found.field)


def said(scheme: int, node: int, pan: int) -> bytes:
    """What a certificate says: the head of the node's provision."""
    return b"MN\1" + bytes([scheme]) + node.to_bytes(2) + pan.to_bytes(2)


def key(curve: Curve, draw: Draw, name: str) -> PrivateKey:
    """The key pair that belongs to a name."""
    if not curve.is_weierstrass:
        return PrivateKey(curve, draw(name, curve.scalar_bytes))
    drawn = int.from_bytes(draw(name, curve.scalar_bytes + EXTRA_BYTES))
    return PrivateKey(curve, 1 + drawn % (curve.order - 1))


def ecqv_parts(ids: Iterable[int], pan: int, draw: Draw, curve: Curve) -> dict[int, bytes]:
    """Each node's, with an implicit certificate of what `said` says and its point."""
    _require_signatures(curve)
    authority = key(curve, draw, "authority")
    parts = {}
    for node in ids:
        request = key(curve, draw, f"request {node}")
        information = said(ECQV, node, pan)
        certificate, contribution = _issue(authority, request, information, draw, f"issue {node}")
        own = ecqv.receive(certificate, contribution, request, authority.public_key)
        parts[node] = _part(curve, authority, own, certificate[len(information) :])
    return parts


def ecdsa_ecdh_parts(ids: Iterable[int], pan: int, draw: Draw, curve: Curve) -> dict[int, bytes]:
    """Each node's, with its public key and the authority's signature of what `said` says and that key."""
    _require_signatures(curve)
    authority = key(curve, draw, "authority")
    parts = {}
    for node in ids:
        own = key(curve, draw, f"node {node}")
        point = own.public_key.to_bytes("compressed")
        digest = hashlib.sha256(said(ECDSA_ECDH, node, pan) + point).digest()
        parts[node] = _part(curve, authority, own, point + ecdsa.sign_digest(authority, digest))
    return parts


def edhoc_parts(
    ids: Sequence[int], draw: Draw, curve: Curve, method: int = 3, suites: Sequence[int] = (2,)
) -> dict[int, bytes]:
    """Each node's, with the public keys of all. suites: the best first, 0 and 1, or 2 and 3. curve is that of
    the suites and the method (`edhoc_curve`)."""
    if len(ids) > NODES_MAX:
        raise MotecurveError(f"a network has {len(ids)} nodes; with edhoc it has at most {NODES_MAX}")
    keys = {node: key(curve, draw, f"node {node}") for node in sorted(ids)}
    head = bytes([method, len(suites)]) + bytes(suites).ljust(SUITES_MAX, b"\0") + len(keys).to_bytes(2)
    nodes = b"".join(node.to_bytes(2) + _public(own) for node, own in keys.items())
    return {node: head + own.to_bytes() + nodes for node, own in keys.items()}


def edhoc_curve(method: int, suites: Sequence[int]) -> str:
    """The curve of the nodes' keys. MotecurveError for a method or suites that the scheme does not take."""
    if method not in METHODS:
        raise MotecurveError(f"the method of edhoc is {method}; it must be 0 (signatures) or 3 (static keys)")
    of_curve = {suite // 2 for suite in suites}
    if len(of_curve) != 1 or not of_curve <= {0, 1} or len(set(suites)) != len(suites):
        raise MotecurveError(f"the suites of edhoc are {list(suites)}; they must be of 0 and 1, or of 2 and 3")
    return "secp256r1" if of_curve == {1} else "Curve25519" if method == 3 else "Ed25519"


def _require_signatures(curve: Curve) -> None:
    if not curve.is_weierstrass:
        raise MotecurveError(f"there are no certificates on {curve.name}; take a curve of SEC 1, such as {CURVE}")


def _public(own: PrivateKey) -> bytes:
    """33 octets of any curve."""
    if own.curve.is_weierstrass:
        return own.public_key.to_bytes("compressed")
    return b"\0" + own.public_key.to_bytes()


def _part(curve: Curve, authority: PrivateKey, own: PrivateKey, public: bytes) -> bytes:
    """As src/network/schemes/on_curve.h has it."""
    name = curve.name.encode()
    if len(name) > CURVE_NAME_BYTES:
        raise MotecurveError(f"the name {curve.name} is too long for a provision: at most {CURVE_NAME_BYTES} letters")
    return name.ljust(CURVE_NAME_BYTES, b"\0") + authority.public_key.to_bytes() + own.to_bytes() + public


def _issue(
    authority: PrivateKey, request: PrivateKey, information: bytes, draw: Draw, name: str
) -> tuple[bytes, bytes]:
    """Certificate and contribution. `ecqv.issue` draws from the system; this draws from the seed."""
    curve = authority.curve
    library = curve.library
    drawn = 0

    def fill(_context: Any, out: Any, count: int) -> int:
        nonlocal drawn
        drawn += 1
        library.ffi.memmove(out, draw(f"{name} {drawn}", count), count)
        return 0

    source = library.ffi.callback("int(void *, uint8_t *, size_t)", fill, error=1)
    certificate = library.buffer(len(information) + 1 + curve.field_bytes)
    contribution = library.buffer(curve.scalar_bytes)
    inputs = [authority.memory, request.public_key.to_bytes(), information]
    rest = (library.hash("SHA-256"), source, library.ffi.NULL, curve.pointer)
    library.call("ecqv_issue", [certificate, contribution], inputs, *rest)
    return library.bytes(certificate), library.bytes(contribution)
