"""Two honest nodes of a scheme, an attacker within their reach, and what all of it costs the nodes: the engine itself
over the ether, with the time that a MICAz takes for each message of the scheme (docs/network/simulate.md)."""

import ctypes
import functools
import hashlib
from collections.abc import Callable

from motelab.network.air import library
from motelab.network.air.ether import AROUND_BYTES, BROADCAST, TICKS, Ether
from motelab.network.provision import NUMBERS, PAN, provision
from motelab.network.simulation import costs

LESSER, INSIDER, GREATER = 100, 150, 200  # honest nodes, the lesser one begins; one that the attacker has
BOARD = "micaz"
ON_CURVE = ("ecqv", "ecdsa-ecdh")
HELLO, EXCHANGE, BUSY, TRAFFIC = range(4)
VERSION = 0x10
NONCE_BYTES = 8
PREFIX_BYTES = 2  # before message 1

CALL = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_uint8)


class SchemeInC(ctypes.Structure):
    """mc_network_scheme."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        *((name, ctypes.c_uint8) for name in ("number", "messages", "has_initiator_nonce")),
        *((name, ctypes.c_uint16) for name in ("exchange_bytes", "message_bytes_max", "answer_ms")),
        ("start", ctypes.c_void_p),
        ("write", CALL),
        ("read", CALL),
        ("poll", ctypes.c_void_p),
    )


@functools.cache
def stores(scheme: str) -> dict[int, bytes]:
    options = {"curve": library.CURVE} if scheme in ON_CURVE else {}
    return provision(scheme.replace("-", "_"), [LESSER, INSIDER, GREATER], b"attacked network", options=options)


class World(Ether):
    """`work` is the seconds that each node computes; nodes that are `kept_off` do not start with the others."""

    def __init__(self, scheme: str, seed: int):
        name, given = scheme.replace("-", "_"), stores(scheme)
        super().__init__(library.opened(), name, given, [(LESSER, GREATER)], seed=f"attack {scheme} {seed}")
        self.kept_off = {INSIDER}
        chosen = costs.scheme(scheme)
        self.lengths = chosen.messages
        self.number, self.kind = NUMBERS[name], costs.kind(chosen, costs.board(BOARD))
        self.power = costs.board(BOARD).power
        self.work = dict.fromkeys(self.motes, 0.0)
        self.true = SchemeInC.in_dll(self.library, f"mc_network_{name}")
        self.answer_s = self.true.answer_ms / 1000
        self.calls = CALL(self._write), CALL(self._read)
        self.timed = SchemeInC.from_buffer_copy(self.true)
        self.timed.write, self.timed.read = self.calls
        self.scheme = ctypes.byref(self.timed)
        self.forged = 0  # frames of the attacker

    def _write(self, exchange, number: int) -> int:
        if number == 1:
            self.compute(0)
        return self.true.write(exchange, number)

    def _read(self, exchange, number: int) -> int:
        self.compute(number)
        return self.true.read(exchange, number)

    def compute(self, after: int) -> None:
        """The running node answers message `after`, or begins."""
        mote, seconds = self.running, self.kind.computations[after] / 1e6
        self.work[mote.own] += seconds
        mote.busy_until = max(mote.busy_until, self.ticks) + seconds * TICKS

    # The attacker

    def forge(self, source: int, destination: int, payload: bytes) -> None:
        """A frame from whomever the attacker likes to be, to one node or to all."""
        self.forged += 1
        control = b"\x41\x88" if destination == BROADCAST else b"\x61\x88"
        header = control + b"\0" + b"".join(number.to_bytes(2, "little") for number in (PAN, destination, source))
        for own in [destination] if destination in self.motes else [LESSER, GREATER]:
            if own != source and (destination in (own, BROADCAST)):
                self.inject(own, header + payload)

    def hello(self, source: int, destination: int = BROADCAST, nonce: bytes = b"", is_keyless: bool = False) -> None:
        nonce = nonce or self.drawn(NONCE_BYTES)
        self.forge(source, destination, bytes([VERSION | HELLO, is_keyless << 7 | self.number]) + nonce)

    def drawn(self, count: int) -> bytes:
        """The attacker's random octets."""
        return hashlib.shake_256(f"{self.seed} {self.forged} {self.ticks}".encode()).digest(count)

    def every(self, seconds: float, act: Callable[[int], None]) -> None:
        """The attacker acts now, and again after so many seconds each; the function gets the number of the time."""

        def again(count: int) -> None:
            act(count)
            self.at(seconds * TICKS, lambda: again(count + 1))

        again(0)

    # What it comes to

    def seconds(self) -> float:
        return self.ticks / TICKS

    def frames(self, since: float = 0.0) -> int:
        """Sent by honest nodes."""
        return sum(heard.sender is not None and heard.ticks >= since for heard in self.capture)

    def mj(self) -> float:
        """Of the honest nodes, for computing and sending."""
        octets = sum(len(heard.octets) + AROUND_BYTES for heard in self.capture if heard.sender is not None)
        charge = sum(self.work.values()) * self.power["active_a"] + octets * 32e-6 * self.power["radio_send_a"]
        return 1e3 * self.power["voltage_v"] * charge

    def has_key(self, own: int, peer: int) -> bytes | None:
        session = self.motes[own].session(peer)
        return session[0] if session else None


def payload_of(octets: bytes) -> bytes:
    return octets[9:]


def kind_of(octets: bytes) -> int:
    return octets[9] & 15
