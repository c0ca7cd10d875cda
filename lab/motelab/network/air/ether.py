"""Nodes of the library in one process, and the ether between them: who hears whom, loss, copies, delays, an attacker
who changes and adds frames, nodes that are killed and started again. Time is simulated, in ticks of 1/32768 s."""

import ctypes
import dataclasses
import heapq
import itertools
import random
from collections import defaultdict
from collections.abc import Callable, Iterable

from motelab.library.host import Status

TICKS = 32768
TICKS_PER_OCTET = TICKS * 32e-6  # at 250 kbit/s
AROUND_BYTES = 8  # preamble, start and length before a frame, its check sequence after it
ACKNOWLEDGED_TICKS = 18  # turnaround and acknowledgement, 544 us
SENSED_TICKS = 4
BROADCAST = 0xFFFF
SENT, CHANNEL_BUSY, NO_ACKNOWLEDGEMENT = range(3)
STORE_BYTES = 4096  # or twice, four times and so on where a provision needs it
BOOT_BYTES = 16  # that the engine keeps at the end of the store (motecurve/network/node.h)

SEND = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)
NOW = ctypes.CFUNCTYPE(ctypes.c_uint32, ctypes.c_void_p)
RANDOM = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)
STORE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_uint16, ctypes.c_void_p, ctypes.c_size_t)
KEYED = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_uint16)
RECEIVED = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_uint16, ctypes.c_void_p, ctypes.c_size_t)


class Platform(ctypes.Structure):
    """mc_network_platform."""

    _fields_ = (
        ("context", ctypes.c_void_p),
        ("send", SEND),
        ("now", NOW),
        ("random", RANDOM),
        ("store_read", STORE),
        ("store_write", STORE),
        ("keyed", KEYED),
        ("received", RECEIVED),
    )


def store_bytes(provision_bytes: int) -> int:
    """Octets of a store whose last ones, which answer for those of 64 KiB, lie behind the provision."""
    size = STORE_BYTES
    while size < provision_bytes + BOOT_BYTES:
        size *= 2
    return size


class Mote:
    """A node with its store and what it reported. `keyed_with` and `data` are those of all its lives."""

    def __init__(self, ether: "Ether", own: int, provision: bytes):
        self.ether, self.own = ether, own
        self.store = bytearray(provision.ljust(store_bytes(len(provision)), b"\xff"))
        self.keyed_with: list[int] = []
        self.data: list[tuple[int, bytes]] = []
        self.on_keyed: Callable[[int], object] = lambda peer: None
        self.lives = 0
        self.random = random.Random(f"{ether.seed} {own}")
        self.memory: ctypes.Array | None = None
        self.polls = 0
        self.busy_until = 0.0  # in ticks: it computes until then
        self.platform = Platform(
            None,
            SEND(lambda _c, octets, count: ether.send(self, ctypes.string_at(octets, count))),
            NOW(lambda _c: int(ether.ticks) & 0xFFFFFFFF),
            RANDOM(self._draw),
            STORE(self._read),
            STORE(self._write),
            KEYED(lambda _c, peer: self._keyed(peer)),
            RECEIVED(lambda _c, peer, octets, count: self.data.append((peer, ctypes.string_at(octets, count)))),
        )

    def _keyed(self, peer: int) -> None:
        self.keyed_with.append(peer)
        self.on_keyed(peer)

    def _draw(self, _context, out, count):
        ctypes.memmove(out, self.random.randbytes(count), count)
        return 0

    def _read(self, _context, at, out, count):
        at %= len(self.store)
        ctypes.memmove(out, bytes(self.store[at : at + count]), count)
        return 0

    def _write(self, _context, at, octets, count):
        self.write_store(at % len(self.store), ctypes.string_at(octets, count))
        return 0

    def write_store(self, at: int, octets: bytes) -> None:
        self.store[at : at + len(octets)] = octets

    @property
    def is_alive(self) -> bool:
        return self.memory is not None

    def start(self) -> Status:
        self.memory = ctypes.create_string_buffer(self.ether.library.test_node_bytes() + 16)
        self.lives += 1
        status = Status(self.ether.call("begin", self, self.ether.scheme, ctypes.byref(self.platform), None, 0))
        if status == Status.OK:
            self.ether.at(0, self.poll)
        return status

    def kill(self) -> None:
        """Without a warning: memory is lost, the store stays."""
        self.memory = None

    def poll(self) -> None:
        """Does what is due, and comes back when the node wants to."""
        if not self.is_alive:
            return
        self.polls += 1
        polls = self.polls
        if self.busy_until > self.ether.ticks:
            self.ether.when_free(self, lambda: polls == self.polls and self.poll())
            return
        ticks = self.ether.call("poll", self)
        if ticks < 0xFFFFFFFF:
            self.ether.at(ticks, lambda: polls == self.polls and self.poll())

    def send(self, peer: int, data: bytes) -> Status:
        status = Status(self.ether.call("send", self, peer, data, ctypes.c_size_t(len(data))))
        self.poll()
        return status

    def is_keyed(self, peer: int) -> bool:
        return self.is_alive and bool(self.ether.call("is_keyed", self, peer))

    def session(self, peer: int) -> tuple[bytes, int, int] | None:
        """Its key, the counters of what was sent and received."""
        key, sent, received = ctypes.create_string_buffer(16), ctypes.c_uint32(), ctypes.c_uint32()
        found = self.is_alive and self.ether.library.test_session(
            self.memory, ctypes.c_uint16(peer), key, ctypes.byref(sent), ctypes.byref(received)
        )
        return (key.raw, sent.value, received.value) if found else None

    def ask(self, name: str, *arguments) -> int:
        """Of harness.c."""
        return getattr(self.ether.library, f"test_{name}")(self.memory, *arguments)


@dataclasses.dataclass(frozen=True)
class Heard:
    """A frame on the air: when, and by whom it was sent in truth (null for an attacker's)."""

    ticks: float
    sender: int | None
    octets: bytes


class Ether:
    """links: pairs of nodes that hear each other; null for all. `tap` sees each frame before it arrives, and returns
    what arrives in its place: (seconds later, octets) each."""

    def __init__(
        self,
        library: ctypes.CDLL,
        scheme: str,
        provisions: dict[int, bytes],
        links: Iterable[tuple[int, int]] | None = None,
        loss: float = 0,
        seed: object = 0,
    ):
        self.library, self.scheme_name, self.seed, self.loss = library, scheme, seed, loss
        self.scheme = ctypes.byref(ctypes.c_char.in_dll(library, f"mc_network_{scheme}"))
        library.mc_network_poll.restype = ctypes.c_uint32
        library.mc_network_is_keyed.restype = ctypes.c_uint8
        library.test_node_bytes.restype = ctypes.c_size_t
        self.ticks = 0.0
        self.random = random.Random(f"ether {seed}")
        self.events: list[tuple[float, int, Callable]] = []
        self.order = itertools.count()
        self.motes = {own: Mote(self, own, provision) for own, provision in provisions.items()}
        self.neighbours: dict[int, set[int]] = defaultdict(set)
        for one, other in itertools.combinations(self.motes, 2) if links is None else links:
            self.neighbours[one].add(other)
            self.neighbours[other].add(one)
        self.on_air: dict[int, float] = {}  # sender -> until when
        self.capture: list[Heard] = []
        self.running: Mote | None = None  # whose engine is called
        self.acknowledges: Callable[[int], bool] = lambda destination: False  # the attacker's radio does, too
        self.tap: Callable[[Heard], list[tuple[float, bytes]]] = lambda heard: [(0, heard.octets)]

    @property
    def links(self) -> list[tuple[int, int]]:
        return [(one, other) for one in sorted(self.motes) for other in sorted(self.neighbours[one]) if one < other]

    def call(self, name: str, mote: Mote, *arguments):
        self.running = mote
        return getattr(self.library, f"mc_network_{name}")(mote.memory, *arguments)

    def at(self, ticks: float, event: Callable) -> None:
        heapq.heappush(self.events, (self.ticks + ticks, next(self.order), event))

    def when_free(self, mote: Mote, event: Callable) -> None:
        """The event, when the mote has computed, if it has not restarted meanwhile."""
        life = mote.memory
        self.at(mote.busy_until - self.ticks, lambda: mote.memory is life and event())

    def start(self) -> "Ether":
        for mote in self.motes.values():
            assert mote.start() == Status.OK
        return self

    def run(self, seconds: float, until: Callable[[], bool] = lambda: False) -> bool:
        """Whether `until` came true within the time."""
        end = self.ticks + seconds * TICKS
        while self.events and self.events[0][0] <= end:
            self.ticks, _, event = heapq.heappop(self.events)
            event()
            if until():
                return True
        self.ticks = end
        return until()

    def run_until_keyed(self, seconds: float = 120) -> bool:
        return self.run(seconds, self.is_keyed)

    def is_keyed(self) -> bool:
        """Whether all neighbours have a session, the same on both sides."""
        for one, other in self.links:
            mine, theirs = self.motes[one].session(other), self.motes[other].session(one)
            if not mine or not theirs or mine[0] != theirs[0]:
                return False
        return True

    def send(self, mote: Mote, octets: bytes) -> None:
        """The radio: one look at the carrier, the frame, its acknowledgement."""
        if mote.busy_until > self.ticks:
            self.when_free(mote, lambda: self.send(mote, octets))
            return
        near = (*self.neighbours[mote.own], mote.own)
        if any(self.on_air.get(other, 0) > self.ticks for other in near):
            self.at(SENSED_TICKS, lambda: self._report(mote, mote.memory, CHANNEL_BUSY))
            return
        airtime = (len(octets) + AROUND_BYTES) * TICKS_PER_OCTET
        destination = int.from_bytes(octets[5:7], "little")
        self.on_air[mote.own] = self.ticks + airtime
        self.at(airtime, lambda: self._arrive(mote, mote.memory, octets, destination))

    def _arrive(self, mote: Mote, life: object, octets: bytes, destination: int) -> None:
        heard = Heard(self.ticks, mote.own, octets)
        self.capture.append(heard)
        is_there = self.acknowledges(destination)
        for later, copy in self.tap(heard):
            reached = self._deliver_or_lose(mote.own, destination, copy, later)
            is_there |= reached
        if destination == BROADCAST:
            self._report(mote, life, SENT)
            return
        acknowledged = is_there and self.random.random() >= self.loss
        self.at(ACKNOWLEDGED_TICKS, lambda: self._report(mote, life, SENT if acknowledged else NO_ACKNOWLEDGEMENT))

    def _deliver_or_lose(self, sender: int, destination: int, octets: bytes, later: float) -> bool:
        is_there = False
        for own in sorted(self.neighbours[sender]):
            other = self.motes[own]
            if destination in (own, BROADCAST) and other.is_alive and self.random.random() >= self.loss:
                is_there = True
                self.at(later * TICKS, lambda other=other: self.deliver(other, octets))
        return is_there

    def _report(self, mote: Mote, life: object, outcome: int) -> None:
        if mote.busy_until > self.ticks:
            self.when_free(mote, lambda: self._report(mote, life, outcome))
        elif mote.is_alive and mote.memory is life:
            self.call("sent", mote, outcome)
            mote.poll()

    def deliver(self, mote: Mote, octets: bytes) -> None:
        """Hands over a frame, whoever made it."""
        if mote.busy_until > self.ticks:
            self.when_free(mote, lambda: self.deliver(mote, octets))
        elif mote.is_alive:
            self.call("receive", mote, octets, ctypes.c_size_t(len(octets)))
            mote.poll()

    def inject(self, own: int, octets: bytes) -> None:
        """An attacker's frame."""
        self.capture.append(Heard(self.ticks, None, octets))
        self.deliver(self.motes[own], octets)


def line(ids: list[int]) -> list[tuple[int, int]]:
    return list(itertools.pairwise(ids))


def star(ids: list[int]) -> list[tuple[int, int]]:
    return [(ids[0], other) for other in ids[1:]]
