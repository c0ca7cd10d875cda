"""What each scheme computes, sends and keeps, and what a captured node gives away: one table, after the C files of
src/network/schemes. Schemes with certificates are functions of a curve. Of an exchange, `computations[0]` writes
message 1, `computations[n]` reads message n and writes the next one, or ends with the last. Operations are those of
costs.py, each with how often it is computed.

Hash blocks: HMAC over a short text takes 4 blocks of SHA-256, HKDF of one output 8."""

import dataclasses
import functools
from collections.abc import Mapping

from motelab.subjects import curves
from motelab.subjects.curves import Curve

Operations = Mapping[str, float]
HMAC, HKDF = 4, 8
SESSION_BYTES = 24  # key and two counters
CONFIRMATION = {"aes-key": 1, "aes-block": 3}  # CCM without a message: first block, data, tag


@dataclasses.dataclass(frozen=True)
class Scheme:
    """`messages`: octets of each, without what the engine puts before the first; `key_bytes` of the provision's keys
    and certificates, and `link_bytes` of each link besides its session. `reveals` says, with its reason, which links
    fall with a captured node."""

    name: str
    curve: str | None
    messages: tuple[int, ...]
    computations: tuple[Operations, ...]
    has_initiator_nonce: bool
    key_bytes: int
    link_bytes: float
    reveals: str
    reason: str

    @property
    def c_name(self) -> str:
        """Its name in C."""
        return self.name.replace("-", "_")


@dataclasses.dataclass(frozen=True)
class Sizes:
    """Octets of what is sent of a curve."""

    curve: Curve

    @property
    def coordinate(self) -> int:
        return -(-self.curve.bits // 8)

    @property
    def point(self) -> int:
        """Compressed."""
        return 1 + self.coordinate

    @property
    def public_key(self) -> int:
        return 1 + 2 * self.coordinate

    @property
    def scalar(self) -> int:
        return -(-self.curve.order.bit_length() // 8)

    @property
    def signature(self) -> int:
        return 2 * self.scalar


OWN, ALL, ALL_BEFORE_ERASURE = "own", "all", "all before the erasure"  # links that fall with a node

STATIC = "links of captured nodes; pairs of others have secrets that are made of other private keys"
EPHEMERAL = "links of captured nodes, and no traffic of old sessions; pairs of others have ephemeral keys of their own"


def shared_secret(name: str, responder: Operations, initiator: Operations, **rest) -> Scheme:
    """A scheme over a static secret of a pair (shared_secret.c), which each side computes once."""
    return Scheme(
        name,
        messages=(1, 8, 8),
        computations=(
            {},
            plus(responder, {"hash-block": HMAC}),
            plus(initiator, {"hash-block": 3 * HMAC + HKDF}),
            {"hash-block": 2 * HMAC + HKDF},
        ),
        has_initiator_nonce=True,
        **rest,
    )


def plus(*parts: Operations) -> dict[str, float]:
    """The sum of operations."""
    names = dict.fromkeys(name for part in parts for name in part)
    return {name: sum(part.get(name, 0) for part in parts) for name in names}


GLOBAL = shared_secret(
    "global", {}, {}, curve=None, key_bytes=16, link_bytes=0, reveals=ALL,
    reason="every node has the one key, and recorded exchanges hold all else that the sessions' keys are made of",
)  # fmt: skip
LEAP = shared_secret(
    # K_RI is the responder's own key, applied; the initiator computes that key first.
    "leap", {"hash-block": HMAC}, {"hash-block": 2 * HMAC}, curve=None, key_bytes=16, link_bytes=19 / 2,
    reveals=ALL_BEFORE_ERASURE,
    reason="until a node has erased the transitory key, it can compute every pair's; afterwards it has its own alone",
)  # fmt: skip
SOK = shared_secret(
    "sok", {"ibe-agree": 1}, {"ibe-agree": 1}, curve="tate-256", key_bytes=40, link_bytes=0, reveals=OWN,
    reason=STATIC,
)  # fmt: skip

IBE_HEAD, IBE_POINT = 7, 33  # octets of objects over tate-256
IBE_TEXT = 28 + IBE_HEAD + 2 * IBE_POINT
IBE = Scheme(
    "ibe", "tate-256", (IBE_HEAD + IBE_POINT + 32 + IBE_TEXT,),
    (
        {"ibe-sign": 1, "ibe-encrypt": 1, "hash-block": HKDF},
        {"ibe-decrypt": 1, "ibe-verify": 1, "hash-block": HKDF},
    ),
    has_initiator_nonce=False, key_bytes=2 * (IBE_HEAD + IBE_POINT) + IBE_HEAD + IBE_POINT, link_bytes=0, reveals=OWN,
    reason="links of captured nodes; a key goes encrypted to one name, whose private key no other node has",
)  # fmt: skip

AGREES = {"ecqv-public-key": 1, "ecdh": 1, "hash-block": 2 + HKDF}


def ecqv(curve: Curve) -> Scheme:
    """The scheme on a curve."""
    size = Sizes(curve)
    return Scheme(
        "ecqv", curve.name, (size.point, size.point + 8, 8),
        (
            {},
            plus(AGREES, {"hash-block": HMAC}),
            plus(AGREES, {"hash-block": 2 * HMAC + HKDF}),
            {"hash-block": HMAC + HKDF},
        ),
        has_initiator_nonce=True, key_bytes=size.public_key + size.scalar + size.point, link_bytes=0, reveals=OWN,
        reason=STATIC,
    )  # fmt: skip


SIGNS = {"ecdsa-sign": 1, "hash-block": 2}


def ecdsa_ecdh(curve: Curve) -> Scheme:
    """The scheme on a curve. Over a binary field an inversion compresses a point, and another one decodes it; over a
    prime field compression costs nothing, and a square root decodes."""
    size, compresses, decodes = Sizes(curve), {"field-inv": 1}, {"field-inv": 1}
    if curve.is_prime:
        compresses, decodes = {}, {"square-root": 1}
    ephemeral = plus({"ecdsa-keygen": 1}, compresses)
    shares = plus(decodes, {"ecdh": 1, "hash-block": 2 + HKDF})
    checks = plus({"ecdsa-verify": 2}, decodes, {"hash-block": 3})
    certificate = size.point + size.signature
    return Scheme(
        "ecdsa-ecdh", curve.name,
        (size.point, size.point + certificate + size.signature, certificate + size.signature),
        (
            ephemeral,
            plus(decodes, ephemeral, shares, SIGNS),
            plus(shares, checks, SIGNS, {"hash-block": HKDF}),
            plus(checks, {"hash-block": HKDF}),
        ),
        has_initiator_nonce=False, key_bytes=size.public_key + size.scalar + certificate, link_bytes=0, reveals=OWN,
        reason=EPHEMERAL,
    )  # fmt: skip


# EDHOC, suite 2, method 3: two agreements of each side, with keys whose x-coordinates alone are sent.
BY_X = {"square-root": 1, "ecdh": 1}
OPENS = {"hash-block": HKDF, "aes-key": 1, "aes-block": 7}  # key and nonce of message 3, AES-CCM
EDHOC = Scheme(
    "edhoc", "secp256r1", (37, 47, 21),
    (
        {"ecdsa-keygen": 1, "hash-block": 1},
        plus({"ecdsa-keygen": 1}, BY_X, BY_X, {"hash-block": 26}),
        # The peer's credential is compressed in the provision: a square root, and an agreement with it.
        plus(BY_X, BY_X, BY_X, OPENS, {"hash-block": 25 + 13 + 6 + 8 + HKDF}),
        plus(BY_X, OPENS, {"hash-block": 13 + 6 + 8 + HKDF}),
    ),
    has_initiator_nonce=False, key_bytes=32 + 35, link_bytes=35, reveals=OWN,
    reason=EPHEMERAL,
)  # fmt: skip

CURVE = "secp256r1"  # unless --curve names another one: what edhoc takes, too
ON_CURVES = {"ecqv": ecqv, "ecdsa-ecdh": ecdsa_ecdh}
IN_ORDER = (GLOBAL, LEAP, SOK, IBE, *(make(curves.find(CURVE)) for make in ON_CURVES.values()), EDHOC)
SCHEMES = {scheme.name: scheme for scheme in IN_ORDER}


@functools.cache
def on(name: str, curve: str) -> Scheme:
    """The scheme on a curve; one that computes on none, or on one alone, is the same for each."""
    return ON_CURVES[name](curves.find(curve)) if curve and name in ON_CURVES else SCHEMES[name]


def is_whole_network_open(scheme: Scheme, captured_at: float | None, erased_at: float) -> bool:
    """Whether one node, captured at that time in seconds, or after all, opens every link."""
    if scheme.reveals == ALL_BEFORE_ERASURE:
        return captured_at is not None and captured_at < erased_at
    return scheme.reveals == ALL
