"""Key-compromise impersonation: the attacker has the store of the lesser node, and tells it to be the greater one.

Where both sides compute one static secret, the attacker computes it, too, and answers as docs/network/wire-format.md
says; nothing of the engine helps it. In the other schemes it has nothing better than to run a node with the greater
one's name and public octets, and the captured private keys."""

import functools
import hmac
from collections.abc import Callable
from hashlib import sha256

from cryptography.hazmat.primitives.ciphers.aead import AESCCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from motecurve import PrivateKey, PublicKey, ecdh, ecqv
from motelab.ibe import groups
from motelab.network.air import library
from motelab.network.air.ether import TICKS, Heard
from motelab.network.air.world import (
    EXCHANGE,
    GREATER,
    LESSER,
    NONCE_BYTES,
    PREFIX_BYTES,
    TRAFFIC,
    VERSION,
    World,
    kind_of,
    payload_of,
    stores,
)
from motelab.network.certificates import own_curve
from motelab.network.identities import identity
from motelab.network.provision import HEAD_BYTES, LEAP_SECONDS

NONCE = b"as other"  # of the attacker's HELLOs
IDS = LESSER.to_bytes(2) + GREATER.to_bytes(2)
POINT_BYTES = 33
# Private keys in stores, on secp256r1 and tate-256 (docs/network/certificate-schemes.md, identities.md).
PRIVATE = {"ecqv": slice(89, 121), "ecdsa-ecdh": slice(89, 121), "edhoc": slice(14, 46), "ibe": slice(49, 131)}
LEAP_PAIRS, LEAP_PAIR_BYTES = HEAD_BYTES + 35, 19


def pair_secret(world: World, store: bytes) -> bytes:
    """K of global, leap and sok, of the captured store."""
    if world.scheme_name == "global":
        return store[HEAD_BYTES : HEAD_BYTES + 16]
    if world.scheme_name == "leap":
        pairs = (store[at : at + LEAP_PAIR_BYTES] for at in range(LEAP_PAIRS, 4000, LEAP_PAIR_BYTES))
        return next(pair[3:] for pair in pairs if pair[1:3] == GREATER.to_bytes(2))
    group = groups.group(library.GROUP)
    return group.agree(store[HEAD_BYTES + 1 : HEAD_BYTES + 42], identity(LESSER), identity(GREATER), 16)


class Shared:
    """The responder of a scheme with a pair's secret."""

    def __init__(self, world: World, store: bytes):
        self.key, self.number = pair_secret(world, store), bytes([world.number])

    def mac(self, number: int) -> bytes:
        text = b"motecurve pair" + self.number + bytes([number]) + self.how + IDS + self.nonce + NONCE
        return hmac.digest(self.key, text, "sha256")

    def second(self, first: bytes, nonce: bytes) -> bytes:
        """Message 2; `secret` is then the exchange's."""
        self.how, self.nonce = first, nonce
        self.secret = self.mac(0)[:16]
        return self.mac(2)[:8]


class Static:
    """The responder of ecqv: d_I Q_R is the coordinate that both sides share, and Q_R follows from what R sends."""

    def __init__(self, world: World, store: bytes):
        curve = own_curve(library.CURVE)
        self.head, self.own = store[:HEAD_BYTES], PrivateKey(curve, store[PRIVATE["ecqv"]])
        public = stores("ecqv")[GREATER]
        self.point = public[121 : 121 + POINT_BYTES]
        authority = PublicKey(curve, public[24:89])
        self.peer = ecqv.public_key(public[:HEAD_BYTES] + self.point, authority)

    def second(self, first: bytes, nonce: bytes) -> bytes:
        transcript = sha256(self.head + GREATER.to_bytes(2) + nonce + NONCE + first + self.point).digest()
        made = HKDF(SHA256(), 32, transcript, b"").derive(bytes(ecdh.agree(self.own, self.peer)))
        self.secret = made[:16]
        said = b"KC_2_V" + GREATER.to_bytes(2) + LESSER.to_bytes(2) + NONCE + nonce
        return self.point + hmac.digest(made[16:], said, "sha256")[:8]


def play(world: World, responder: Shared | Static) -> Callable[[], bool]:
    """The attacker answers message 1, confirms after message 3."""
    keys: dict[int, bytes] = {}
    world.kept_off.add(GREATER)
    world.acknowledges = lambda destination: destination == GREATER

    def answer(payload: bytes) -> None:
        text = payload[5 + PREFIX_BYTES :]
        nonce, first = text[:NONCE_BYTES], text[NONCE_BYTES:]
        second = responder.second(first, nonce)
        info = b"motecurve" + bytes([world.number]) + IDS + nonce + NONCE
        keys[0] = HKDF(SHA256(), 16, None, info).derive(responder.secret)
        head = bytes([VERSION | EXCHANGE, world.number << 4 | 2]) + payload[2:4] + b"\0"
        world.forge(GREATER, LESSER, head + second)

    def confirm() -> None:
        header = bytes([VERSION | TRAFFIC]) + bytes(4)
        ccm = GREATER.to_bytes(2) + LESSER.to_bytes(2) + bytes(9)
        world.forge(GREATER, LESSER, header + AESCCM(keys[0], tag_length=8).encrypt(ccm, b"", header))

    def tap(heard: Heard) -> list[tuple[float, bytes]]:
        payload = payload_of(heard.octets)
        if kind_of(heard.octets) == EXCHANGE and payload[1] & 15 == 1:
            world.at(TICKS / 100, lambda: answer(payload))
        elif kind_of(heard.octets) == EXCHANGE and payload[1] & 15 == 3 and keys:
            world.at(TICKS / 100, confirm)
        return []

    world.tap = tap
    world.every(1 + world.answer_s, lambda count: world.hello(GREATER, LESSER, NONCE))
    return lambda: bool(keys) and world.has_key(LESSER, GREATER) == keys[0]


def after_capture(world: World) -> Callable[[], bool]:
    """leap: its pair has been keyed, and the transitory key is erased, before the store is captured."""
    world.kept_off |= {LESSER, GREATER}
    for own in (LESSER, GREATER):
        world.motes[own].start()
    world.run(LEAP_SECONDS + 2)
    for own in (LESSER, GREATER):
        world.motes[own].kill()
    world.kept_off.discard(LESSER)
    return play(world, Shared(world, bytes(world.motes[LESSER].store)))


def key_compromise(world: World) -> Callable[[], bool]:
    """With the captured store of a node the attacker pretends to that node to be its neighbour."""
    scheme, captured = world.scheme_name.replace("_", "-"), bytes(world.motes[LESSER].store)
    if scheme == "leap":
        return after_capture(world)
    if scheme in ("global", "sok"):
        return play(world, Shared(world, captured))
    if scheme == "ecqv":
        return play(world, Static(world, captured))
    world.motes[GREATER].store[PRIVATE[scheme]] = captured[PRIVATE[scheme]]
    return functools.partial(_is_believed, world)


def _is_believed(world: World) -> bool:
    return world.has_key(LESSER, GREATER) is not None
