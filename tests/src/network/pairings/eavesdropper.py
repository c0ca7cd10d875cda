"""Who heard all frames of a network, and holds some keys of the schemes by identities: the secrets, session keys and
data that they open. From docs/network/wire-format.md alone; nothing is of the engine."""

import dataclasses
from collections.abc import Callable, Iterator

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESCCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

import motecurve
from motecurve.ibe import Group
from motelab.network.identities import Authority, identity

EXCHANGE, TRAFFIC = 1, 3
IBE_NUMBER = 4
MAC_HEADER_BYTES, PREFIX_BYTES, NONCE_BYTES, TAG_BYTES = 9, 2, 8, 8
HELLO = 0


@dataclasses.dataclass(frozen=True)
class Message:
    """Message 1 of an exchange of ibe."""

    initiator: int
    responder: int
    ciphertext: bytes


def _frames(capture: list[bytes]) -> Iterator[tuple[int, int, bytes]]:
    """Source, destination and payload."""
    for octets in capture:
        yield int.from_bytes(octets[7:9], "little"), int.from_bytes(octets[5:7], "little"), octets[MAC_HEADER_BYTES:]


def messages(capture: list[bytes]) -> list[Message]:
    """Those of which all fragments were heard."""
    parts: dict[tuple, dict[int, bytes]] = {}
    for source, destination, payload in _frames(capture):
        if payload[0] & 15 == EXCHANGE and payload[1] == IBE_NUMBER << 4 | 1:
            fragments = parts.setdefault((source, destination, payload[2:4], payload[4] & 15), {})
            fragments[payload[4] >> 4] = payload[5:]
    return [
        Message(source, destination, b"".join(found[i] for i in sorted(found))[PREFIX_BYTES:])
        for (source, destination, _, others), found in parts.items()
        if len(found) == others + 1
    ]


def data(capture: list[bytes], key: bytes, one: int, other: int) -> list[bytes]:
    """What a session key opens of the two nodes' traffic, but for confirmations, which have no data."""
    found, cipher = [], AESCCM(key, tag_length=TAG_BYTES)
    for source, destination, payload in _frames(capture):
        if payload[0] & 15 == TRAFFIC and {source, destination} == {one, other}:
            nonce = source.to_bytes(2) + destination.to_bytes(2) + payload[1:5] + bytes(5)
            try:
                found.append(cipher.decrypt(nonce, payload[5:], payload[:5]))
            except InvalidTag:
                continue
    return [octets for octets in found if octets]


def session_key(secret: bytes, message: Message, responder_nonce: bytes) -> bytes:
    ids = message.initiator.to_bytes(2) + message.responder.to_bytes(2)
    info = b"motecurve" + bytes([IBE_NUMBER]) + ids + bytes(NONCE_BYTES) + responder_nonce
    return HKDF(SHA256(), 16, None, info).derive(secret)


def open_all(capture: list[bytes], key_of: Callable[[int], bytes | None], group: Group) -> dict[tuple, list[bytes]]:
    """The data of each pair (initiator, responder) whose message 1 the responder's private key for encryption opens;
    key_of gives those that are held. Pairs whose message none opens are left out."""
    found: dict[tuple, list[bytes]] = {}
    for message in messages(capture):
        key = key_of(message.responder)
        if key is None:
            continue
        try:
            text = group.decrypt(key, message.ciphertext)
        except motecurve.MacError:
            continue
        made = session_key(text[4:20], message, text[20:28])
        pair = message.initiator, message.responder
        found.setdefault(pair, []).extend(data(capture, made, *pair))
    return found


def keys_of(by: Authority) -> Callable[[int], bytes]:
    """An authority extracts the key of anybody."""
    return lambda node: by.group.extract(by.master_secret, identity(node), "encryption")
