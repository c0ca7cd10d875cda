"""Two nodes of one scheme, without the engine: each writes and reads messages by the scheme's functions themselves."""

import ctypes
import hashlib
from collections.abc import Callable, Mapping

from motelab.library.host import Status
from motelab.network import certificates

RANDOM = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)
STORE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_uint16, ctypes.c_void_p, ctypes.c_size_t)
PAN = 0x4D4E
INITIATOR, RESPONDER = 0, 1


class Platform(ctypes.Structure):
    """mc_network_platform; what schemes do not call is null."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("context", "send", "now")),
        ("random", RANDOM),
        ("store_read", STORE),
        ("store_write", STORE),
        *((name, ctypes.c_void_p) for name in ("keyed", "received")),
    )


class Exchange(ctypes.Structure):
    """mc_network_exchange."""

    _fields_ = (
        ("platform", ctypes.POINTER(Platform)),
        ("state", ctypes.c_void_p),
        ("message", ctypes.c_void_p),
        *((name, ctypes.c_uint16) for name in ("bytes", "size", "own", "peer")),
        ("role", ctypes.c_uint8),
        ("nonce_initiator", ctypes.c_uint8 * 8),
        ("nonce_responder", ctypes.c_uint8 * 8),
        ("secret", ctypes.c_uint8 * 16),
        ("fresh", ctypes.c_uint8 * 8),
    )


class Node(ctypes.Structure):
    """The first members of mc_network_node."""

    _fields_ = (("scheme", ctypes.c_void_p), ("platform", ctypes.POINTER(Platform)))


CALL = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Exchange), ctypes.c_uint8)


class Scheme(ctypes.Structure):
    """mc_network_scheme."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        *((name, ctypes.c_uint8) for name in ("number", "messages", "has_initiator_nonce")),
        *((name, ctypes.c_uint16) for name in ("exchange_bytes", "message_bytes_max", "answer_ms")),
        ("start", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Node))),
        ("write", CALL),
        ("read", CALL),
    )


def draw(seed: str) -> certificates.Draw:
    """A network's, of a seed."""
    return lambda name, count: hashlib.shake_256(f"{seed} {name}".encode()).digest(count)


class Failed(Exception):
    """A call that gave another status than MC_OK."""

    def __init__(self, status: Status):
        super().__init__(status.name)
        self.status = status


class Side:
    """A node in an exchange with a peer."""

    def __init__(self, library: ctypes.CDLL, scheme: str, store: bytes, own: int, peer: int, nonces=(b"", b"")):
        self.scheme = Scheme.in_dll(library, f"mc_network_{scheme}")
        self.store, self.drawn = bytearray(store), 0
        self.state = ctypes.create_string_buffer(self.scheme.exchange_bytes + 8)
        self.message = ctypes.create_string_buffer(self.scheme.message_bytes_max)
        self.platform = Platform(
            random=RANDOM(self._random), store_read=STORE(self._read), store_write=STORE(self._write)
        )
        self.exchange = Exchange(
            ctypes.pointer(self.platform), self._aligned(), ctypes.addressof(self.message), own=own, peer=peer
        )
        self.exchange.size = self.scheme.message_bytes_max
        self.exchange.role = RESPONDER if own > peer else INITIATOR
        names = ("nonce_initiator", "nonce_responder")
        for name, nonce, default in zip(names, nonces, (b"initiate", b"responds"), strict=True):
            setattr(self.exchange, name, (ctypes.c_uint8 * 8)(*(nonce or default)))
        self.seed = f"{own} {peer}"

    def _aligned(self) -> int:
        return (ctypes.addressof(self.state) + 7) & ~7

    def _random(self, _context, out, count):
        self.drawn += 1
        ctypes.memmove(out, draw(self.seed)(str(self.drawn), count), count)
        return 0

    def _read(self, _context, at, out, count):
        ctypes.memmove(out, bytes(self.store[at : at + count]), count)
        return 0

    def _write(self, _context, at, octets, count):
        self.store[at : at + count] = ctypes.string_at(octets, count)
        return 0

    def start(self) -> Status:
        node = Node(None, ctypes.pointer(self.platform))
        return Status(self.scheme.start(ctypes.byref(node)))

    def write(self, number: int) -> bytes:
        self._call("write", number)
        assert self.exchange.bytes <= self.scheme.message_bytes_max
        return self.message.raw[: self.exchange.bytes]

    def read(self, number: int, message: bytes) -> None:
        assert len(message) <= self.scheme.message_bytes_max
        ctypes.memmove(self.message, message, len(message))
        self.exchange.bytes = len(message)
        self._call("read", number)

    def _call(self, name: str, number: int) -> None:
        status = Status(getattr(self.scheme, name)(ctypes.byref(self.exchange), number))
        if status != Status.OK:
            raise Failed(status)

    @property
    def secret(self) -> bytes:
        return bytes(self.exchange.secret)


def stores(number: int, parts: Mapping[int, bytes]) -> dict[int, bytes]:
    """With the head of each node."""
    return {node: certificates.said(number, node, PAN) + part for node, part in parts.items()}


Alter = Callable[[int, bytes], bytes]


def run(initiator: Side, responder: Side, alter: Alter = lambda number, message: message) -> list[bytes]:
    """The messages of an exchange, each as it was written; `alter` may change it on the way."""
    sides, messages = (initiator, responder), []
    for number in range(1, initiator.scheme.messages + 1):
        writer, reader = sides[(number - 1) % 2], sides[number % 2]
        messages.append(writer.write(number))
        reader.read(number, alter(number, messages[-1]))
    return messages
