"""An attacker who heard all frames of a network and has memory images of captured nodes, without names or places of
keys: the links that it opens. From docs/network/wire-format.md alone; nothing is of the engine.

It slides a window over an image and takes each for a key: of a session, of the network, of LEAP. A link counts as
opened when a session's key that follows from the window opens a datagram of its traffic, so that no claim rests on
names: the tag of AES-CCM has 64 bits."""

import dataclasses
import hmac
from collections.abc import Iterable, Iterator
from functools import cached_property

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESCCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

HELLO, EXCHANGE, _, TRAFFIC = range(4)
BROADCAST = 0xFFFF
MAC_HEADER_BYTES, PREFIX_BYTES, NONCE_BYTES, TAG_BYTES, KEY_BYTES = 9, 2, 8, 8, 16
GLOBAL, LEAP = 1, 2
WITH_NONCE = (1, 2, 3, 5)  # schemes whose initiator sends a nonce
OF_NODE, OF_PAIR = 1, 2
VALUES_LEAST = 8  # different octets of a window that may be a key: 16 drawn ones have fewer once in 10^8

Link = tuple[int, int]  # initiator, responder: the lesser id first


@dataclasses.dataclass(frozen=True)
class Exchange:
    """One of which all messages were heard; `nonces` are those of the responder that message 1 may name."""

    scheme: int
    link: Link
    messages: dict[int, bytes]
    initiator_nonce: bytes
    nonces: tuple[bytes, ...]

    def mac(self, key: bytes, number: int, responder_nonce: bytes) -> bytes:
        """Of schemes with a pair's secret; for number 0 the session's secret comes of it."""
        ids = b"".join(node.to_bytes(2) for node in self.link)
        text = b"motecurve pair" + bytes([self.scheme, number]) + self.messages[1] + ids
        return hmac.digest(key, text + self.initiator_nonce + responder_nonce, "sha256")

    def session_key(self, secret: bytes, responder_nonce: bytes) -> bytes:
        ids = b"".join(node.to_bytes(2) for node in self.link)
        info = b"motecurve" + bytes([self.scheme]) + ids + self.initiator_nonce + responder_nonce
        return HKDF(SHA256(), KEY_BYTES, None, info).derive(secret)


class Recording:
    """What was on the air."""

    def __init__(self, capture: Iterable[bytes]):
        self.frames = [
            (int.from_bytes(octets[7:9], "little"), int.from_bytes(octets[5:7], "little"), octets[MAC_HEADER_BYTES:])
            for octets in capture
        ]

    @cached_property
    def traffic(self) -> dict[Link, tuple[bytes, bytes, bytes]]:
        """Of each link the nonce, header and ciphertext of the last datagram."""
        found = {}
        for source, destination, payload in self.frames:
            if payload[0] & 15 == TRAFFIC:
                nonce = source.to_bytes(2) + destination.to_bytes(2) + payload[1:5] + bytes(5)
                found[min(source, destination), max(source, destination)] = nonce, payload[:5], payload[5:]
        return found

    @cached_property
    def nonces(self) -> dict[int, list[bytes]]:
        """Of each node, those that its HELLOs said."""
        found: dict[int, list[bytes]] = {}
        for source, _, payload in self.frames:
            if payload[0] & 15 == HELLO:
                found.setdefault(source, []).append(payload[2:])
        return found

    @cached_property
    def exchanges(self) -> list[Exchange]:
        """Those whose first messages were heard whole."""
        parts: dict[tuple[Link, bytes], dict[int, dict[int, bytes]]] = {}
        schemes = {}
        for source, destination, payload in self.frames:
            if payload[0] & 15 == EXCHANGE:
                link = min(source, destination), max(source, destination)
                schemes[link] = payload[1] >> 4
                messages = parts.setdefault((link, payload[2:4]), {})
                messages.setdefault(payload[1] & 15, {})[payload[4] >> 4] = payload[5:]
        return [self._exchange(schemes[link], link, messages) for (link, _), messages in parts.items() if 1 in messages]

    def _exchange(self, scheme: int, link: Link, parts: dict[int, dict[int, bytes]]) -> Exchange:
        messages = {number: b"".join(found[i] for i in sorted(found)) for number, found in parts.items()}
        prefix, text = messages[1][:PREFIX_BYTES], messages[1][PREFIX_BYTES:]
        own = text[:NONCE_BYTES] if scheme in WITH_NONCE else b""
        nonces = tuple(nonce for nonce in self.nonces.get(link[1], ()) if nonce[-PREFIX_BYTES:] == prefix)
        made = messages | {1: text[len(own) :]}
        return Exchange(scheme, link, made, own or bytes(NONCE_BYTES), tuple(dict.fromkeys(nonces)))

    def opens(self, key: bytes, link: Link) -> bool:
        """Whether a session's key opens the link's traffic."""
        return link in self.traffic and _opens(AESCCM(key, tag_length=TAG_BYTES), self.traffic[link])


def _opens(cipher: AESCCM, datagram: tuple[bytes, bytes, bytes]) -> bool:
    nonce, header, ciphertext = datagram
    try:
        cipher.decrypt(nonce, ciphertext, header)
    except InvalidTag:
        return False
    return True


def windows(image: bytes) -> Iterator[bytes]:
    """What may be a key, each once."""
    seen = set()
    for at in range(len(image) - KEY_BYTES + 1):
        window = image[at : at + KEY_BYTES]
        if window not in seen and len(set(window)) >= VALUES_LEAST:
            seen.add(window)
            yield window


def opened(recording: Recording, images: Iterable[bytes]) -> dict[Link, str]:
    """The links that the images open, and how."""
    keys = [window for image in images for window in windows(image)]
    found = {link: "session" for link in by_session_keys(recording, keys)}
    for how, pair_keys in (("global", _global), ("transitory", _transitory), ("own", _own), ("pair", _pair)):
        for link in by_pair_keys(recording, keys, pair_keys):
            found.setdefault(link, how)
    return found


def by_session_keys(recording: Recording, keys: Iterable[bytes]) -> set[Link]:
    """Links whose session is in a memory."""
    found = set()
    for key in keys:
        cipher = AESCCM(key, tag_length=TAG_BYTES)
        found |= {link for link, datagram in recording.traffic.items() if _opens(cipher, datagram)}
    return found


def by_pair_keys(recording: Recording, keys: Iterable[bytes], pair_keys) -> set[Link]:
    """Links for which a window leads to the pair's key: message 2 shows that it does, and the traffic proves it."""
    found = set()
    for exchange in recording.exchanges:
        if exchange.scheme not in (GLOBAL, LEAP) or 2 not in exchange.messages:
            continue
        for key in keys:
            for pair_key in pair_keys(key, exchange):
                found |= {exchange.link for nonce in exchange.nonces if _proves(recording, exchange, pair_key, nonce)}
    return found


def _proves(recording: Recording, exchange: Exchange, pair_key: bytes, nonce: bytes) -> bool:
    if exchange.mac(pair_key, 2, nonce)[:TAG_BYTES] != exchange.messages[2]:
        return False
    secret = exchange.mac(pair_key, 0, nonce)[:KEY_BYTES]
    return recording.opens(exchange.session_key(secret, nonce), exchange.link)


def derived(key: bytes, of: int, node: int) -> bytes:
    """LEAP's PRF(K, id)."""
    return hmac.digest(key, b"leap" + bytes([of]) + node.to_bytes(2), "sha256")[:KEY_BYTES]


def _global(key: bytes, exchange: Exchange) -> list[bytes]:
    return [key] if exchange.scheme == GLOBAL else []


def _owner(exchange: Exchange) -> tuple[int, int]:
    """The node whose own key the pair's comes from, and the other one."""
    initiator, responder = exchange.link
    return (initiator, responder) if exchange.messages[1] == b"\1" else (responder, initiator)


def _transitory(key: bytes, exchange: Exchange) -> list[bytes]:
    owner, other = _owner(exchange)
    return [derived(derived(key, OF_NODE, owner), OF_PAIR, other)] if exchange.scheme == LEAP else []


def _own(key: bytes, exchange: Exchange) -> list[bytes]:
    return [derived(key, OF_PAIR, _owner(exchange)[1])] if exchange.scheme == LEAP else []


def _pair(key: bytes, exchange: Exchange) -> list[bytes]:
    return [key] if exchange.scheme == LEAP else []
