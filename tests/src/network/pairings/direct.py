"""The schemes with pairings without the engine: the messages of two nodes' exchange, written and read one by one."""

import ctypes
import enum
import functools
import hashlib
from pathlib import Path

from motecurve import ibe
from motelab.library import bindings
from motelab.library.host import Status
from motelab.library.pairing_build import build
from motelab.network.air.library import with_harness
from motelab.network.identities import Authority
from motelab.network.identities import identity as identity
from tests.src.ibe.ibe_library import CODES

PROVISION_AT = 8
NONCE_BYTES, SECRET_BYTES = 8, 16
BAD = 0xA5
INITIATOR, RESPONDER = 0, 1
OWN_CODES = {"NETWORK_ERROR_PEER": 60, "NETWORK_ERROR_NONCE": 61}
CODES_OF_IBE = {f"IBE_{name}": code for name, code in CODES.items()}
Result = enum.IntEnum("Result", {s.name: s.value for s in Status} | CODES_OF_IBE | OWN_CODES)

SEND = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)
NOW = ctypes.CFUNCTYPE(ctypes.c_uint32, ctypes.c_void_p)
RANDOM = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)
STORE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_uint16, ctypes.c_void_p, ctypes.c_size_t)
PLATFORM = (("send", SEND), ("now", NOW), ("random", RANDOM), ("read", STORE), ("write", STORE))


class Platform(ctypes.Structure):
    """mc_network_platform."""

    _fields_ = (
        ("context", ctypes.c_void_p),
        *PLATFORM,
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
        ("nonce_initiator", ctypes.c_uint8 * NONCE_BYTES),
        ("nonce_responder", ctypes.c_uint8 * NONCE_BYTES),
        ("secret", ctypes.c_uint8 * SECRET_BYTES),
        ("fresh", ctypes.c_uint8 * NONCE_BYTES),
    )


CALL = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Exchange), ctypes.c_uint8)


class Scheme(ctypes.Structure):
    """mc_network_scheme."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        *((name, ctypes.c_uint8) for name in ("number", "messages", "has_initiator_nonce")),
        *((name, ctypes.c_uint16) for name in ("exchange_bytes", "message_bytes_max", "answer_ms")),
        ("start", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)),
        ("write", CALL),
        ("read", CALL),
        ("poll", ctypes.c_void_p),
    )


class Failed(Exception):
    """A call gave another status than MC_OK, after which its outputs are as they must be."""

    def __init__(self, status: Result):
        super().__init__(status.name)
        self.status = status


@functools.cache
def library() -> Path:
    """The library with the schemes, the groups of these tests and the harness."""
    return with_harness(build("tate-256+bls12-381", 64, network=True).with_suffix(".a"))


@functools.cache
def opened() -> ctypes.CDLL:
    return ctypes.CDLL(str(library()))


@functools.cache
def authority(group: str, seed: bytes = b"base station") -> Authority:
    return Authority.of_seed(ibe.group(group, library=bindings.opened(library())), seed)


class Node:
    """A node of one scheme, with a store of its own."""

    def __init__(self, scheme: str, provision: bytes, own: int, seed: bytes = b""):
        self.own = own
        self.scheme = Scheme.in_dll(opened(), f"mc_network_{scheme}")
        self.store = bytearray(PROVISION_AT) + provision
        self.stream = hashlib.shake_256(b"node" + own.to_bytes(2) + seed).digest(1 << 16)
        self.taken, self.is_dry = 0, False
        self.calls = [SEND(lambda *_: None), NOW(lambda _: 0), RANDOM(self._random), STORE(self._read)]
        self.calls.append(STORE(lambda *_: Status.ERROR_UNSUPPORTED))
        self.platform = Platform(None, *self.calls, None, None)
        self.exchange, self.memory = Exchange(), b""

    def _random(self, _context, out, count) -> int:
        self.taken += count
        ctypes.memmove(out, self.stream[self.taken - count : self.taken], count)
        return int(self.is_dry)

    def _read(self, _context, at, out, count) -> int:
        octets = bytes(self.store[at : at + count])
        ctypes.memmove(out, octets.ljust(count, b"\xff"), count)
        return 0

    def begin(self, peer: int, nonces: tuple[bytes, bytes]) -> None:
        """An exchange with the peer and these nonces, of the initiator and the responder."""
        size = self.scheme.message_bytes_max
        self.state = ctypes.create_string_buffer(max(self.scheme.exchange_bytes, 1))
        self.memory = ctypes.create_string_buffer(size)
        role = INITIATOR if self.own < peer else RESPONDER
        made = Exchange(ctypes.pointer(self.platform), ctypes.addressof(self.state), ctypes.addressof(self.memory))
        made.size, made.own, made.peer, made.role = size, self.own, peer, role
        made.nonce_initiator[:], made.nonce_responder[:] = nonces
        self.exchange = made

    @property
    def secret(self) -> bytes:
        return bytes(self.exchange.secret)

    def write(self, number: int) -> bytes:
        status = Result(self.scheme.write(ctypes.byref(self.exchange), number))
        if status != Status.OK:
            assert not any(self.memory.raw), f"{status.name}: a message is left"
            assert not any(self.secret), f"{status.name}: a secret is left"
            raise Failed(status)
        return self.memory.raw[: self.exchange.bytes]

    def read(self, number: int, message: bytes) -> None:
        self.memory[: len(message)] = message[: len(self.memory)]
        self.exchange.bytes = len(message)
        status = Result(self.scheme.read(ctypes.byref(self.exchange), number))
        if status != Status.OK:
            assert not any(self.secret), f"{status.name}: a secret is left"
            raise Failed(status)


def nonces(number: int = 1) -> tuple[bytes, bytes]:
    drawn = hashlib.sha256(b"nonces%d" % number).digest()
    return drawn[:NONCE_BYTES], drawn[NONCE_BYTES : 2 * NONCE_BYTES]


def node(scheme: str, group: str, own: int, by: Authority | None = None, seed: bytes = b"") -> Node:
    """A node whose provision is of the base station, or of another authority."""
    return Node(scheme, getattr(by or authority(group), scheme)(own), own, seed)


def run(a: Node, b: Node, of: tuple[bytes, bytes] | None = None) -> list[bytes]:
    """The whole exchange of two nodes, a the initiator; its messages."""
    used, messages = of or nonces(), []
    a.begin(b.own, used)
    b.begin(a.own, used)
    for number in range(1, a.scheme.messages + 1):
        writer, reader = (a, b) if number % 2 else (b, a)
        messages.append(writer.write(number))
        reader.read(number, messages[-1])
    return messages
