"""The radio channel and the access to it as discrete events of SimPy: unslotted CSMA-CA of IEEE 802.15.4 at 250 kbit/s,
collisions, losses, acknowledgements. Times are whole microseconds.

Each back-off, each beginning and each end of a frame or an acknowledgement is an event. Stations are no processes: an
event is a `Due`, which holds its one callback in the form that SimPy calls. That takes a quarter of the time."""

import random
from collections.abc import Mapping

import simpy
from simpy.events import NORMAL

OCTET_US = 32  # at 250 kbit/s
TURNAROUND_US = 192  # 12 symbols from receiving to sending
SENSE_US = 128  # 8 symbols of carrier sense
ACKNOWLEDGEMENT_WAIT_US = 864  # macAckWaitDuration, 54 symbols from the end of the frame
ALL = None  # the target of broadcasts


class Due:
    """An event of SimPy for one station that is used again and again, one time after the other. It has what
    Environment.step needs of an event, and no more."""

    __slots__ = ("callbacks", "station")
    _ok = True

    def __init__(self, station):
        self.callbacks, self.station = None, station


class Frame:
    """A frame: `octets` with its check sequence, without the radio's header; `kind` and `content` are the engine's. One
    that is dropped goes no more to the radio."""

    __slots__ = ("airtime", "content", "is_dropped", "kind", "octets", "sender", "target")

    def __init__(self, sender, target, octets: int, kind: int, content, header: int):
        self.sender, self.target, self.octets, self.kind, self.content = sender, target, octets, kind, content
        self.is_dropped = False
        self.airtime = (header + octets) * OCTET_US


class Station:
    """A node's radio. `air`: transmissions that it hears now; `heard`: the frame that it receives whole so far; `deaf`:
    it sends, or turns to sending; `engaged`: it does so with a frame, or waits for its acknowledgement; `quiet`: when
    the last transmission that it heard ended. Of media access that sleeps, `phase` is a time at which it wakes, and
    `listened_us` how long it has listened for frames, beyond what it does without any, and `waited_us` the same with a
    sleeping processor."""

    __slots__ = (
        "ack", "ack_due", "air", "backoffs", "deaf", "due", "engaged", "exponent", "frame", "heard", "index",
        "listened_us", "near", "phase", "quiet", "retries", "sent_us", "waited_us",
    )  # fmt: skip

    def __init__(self, index: int):
        self.index, self.near = index, ()
        self.air = self.sent_us = self.backoffs = self.exponent = self.retries = 0
        self.listened_us = self.waited_us = self.phase = 0
        self.heard = self.frame = None
        self.quiet = -SENSE_US
        self.deaf = self.engaged = False
        self.due, self.ack_due, self.ack = Due(self), Due(self), None


class Medium:
    """The channel. A subclass has `delivered(frame, station)` for what a station receives, and `finished(station,
    frame, is_sent)` for the end of a transmission with all its repetitions. `counts`: of each event, and of frames at
    the stations that they are for."""

    def __init__(self, environment: simpy.Environment, numbers: Mapping[str, int], loss: float, draw: random.Random):
        self.environment, self.loss, self.random = environment, loss, draw.random
        self.schedule = environment.schedule
        self.period = self.congestion_period = numbers["backoff_period_us"]
        self.first, self.last = numbers["backoff_exponent_min"], numbers["backoff_exponent_max"]
        self.backoffs_max, self.retries_max = numbers["backoffs_max"], numbers["frame_retries_max"]
        self.header = numbers["phy_header_bytes"]
        self.ack_octets = numbers["acknowledgement_bytes"]
        self.ack_airtime = (self.header + self.ack_octets) * OCTET_US
        self.on_sense, self.on_start, self.on_end = (self.sense,), (self.start,), (self.end,)
        self.on_ack, self.on_ack_end, self.on_missing = (self.ack_start,), (self.ack_end,), (self.missing,)
        self.backoff_events = self.frames = self.acks = self.octets = self.broadcasts = 0
        self.received = self.lost = self.collided = self.expected = 0
        self.ack_received = self.ack_lost = self.ack_collided = 0

    def send(self, station: Station, frame: Frame, delay: int = 0) -> None:
        """Sends a frame, the only one of the station, whose back-off begins after a delay."""
        station.frame, station.retries = frame, 0
        self.back_off(station, delay)

    def back_off(self, station: Station, delay: int = 0) -> None:
        """Begins the first back-off of a try."""
        station.backoffs, station.exponent = 0, self.first
        due = station.due
        due.callbacks = self.on_sense
        self.schedule(due, NORMAL, delay + int(self.random() * (1 << self.first)) * self.period)

    def sense(self, due: Due) -> None:
        """A back-off is over: the carrier is sensed once."""
        self.backoff_events += 1
        station = due.station
        if station.frame.is_dropped:
            self.done(station, False)
            return
        if station.air or station.engaged or station.deaf or self.environment._now < station.quiet + SENSE_US:
            station.backoffs += 1
            if station.backoffs > self.backoffs_max:
                self.done(station, False)
                return
            if station.exponent < self.last:
                station.exponent += 1
            due.callbacks = self.on_sense
            self.schedule(due, NORMAL, int(self.random() * (1 << station.exponent)) * self.congestion_period)
            return
        station.deaf = station.engaged = True
        station.heard = None
        due.callbacks = self.on_start
        self.schedule(due, NORMAL, TURNAROUND_US)

    def start(self, due: Due) -> None:
        """The first bit of a frame."""
        station = due.station
        frame = station.frame
        self.radiate(station, frame)
        station.sent_us += frame.airtime
        self.frames += 1
        self.octets += frame.octets
        if frame.target is ALL:
            self.broadcasts += 1
        due.callbacks = self.on_end
        self.schedule(due, NORMAL, frame.airtime)

    @staticmethod
    def radiate(station: Station, frame: Frame) -> None:
        """All that hear the station begin to receive, or are disturbed."""
        for other in station.near:
            if other.air or other.deaf:
                other.air += 1
                other.heard = None
            else:
                other.air = 1
                other.heard = frame

    def end(self, due: Due) -> None:
        """The last bit of a frame."""
        station = due.station
        frame, now = station.frame, self.environment._now
        station.deaf = False
        target = frame.target
        if target is ALL:
            self.broadcast_ends(station, frame, now)
            return
        is_received = target.heard is frame
        for other in station.near:
            other.air -= 1
            other.quiet = now
            if other.heard is frame:
                other.heard = None
        self.expected += 1
        if is_received and not (self.loss and self.random() < self.loss):
            self.received += 1
            target.deaf = True  # it acknowledges, whatever else it does
            target.ack = frame
            target.ack_due.callbacks = self.on_ack
            self.schedule(target.ack_due, NORMAL, TURNAROUND_US)
            self.delivered(frame, target)
            return
        if is_received:
            self.lost += 1
        else:
            self.collided += 1
        due.callbacks = self.on_missing
        self.schedule(due, NORMAL, ACKNOWLEDGEMENT_WAIT_US)

    def broadcast_ends(self, station: Station, frame: Frame, now: int) -> None:
        """The same of a broadcast, which nobody acknowledges."""
        station.engaged = False
        reached = []
        for other in station.near:
            other.air -= 1
            other.quiet = now
            self.expected += 1
            if other.heard is not frame:
                self.collided += 1
                continue
            other.heard = None
            if self.loss and self.random() < self.loss:
                self.lost += 1
            else:
                self.received += 1
                reached.append(other)
        for other in reached:
            self.delivered(frame, other)
        self.done(station, True)

    def ack_start(self, due: Due) -> None:
        """The first bit of an acknowledgement, which is sent without sensing the carrier."""
        station = due.station
        self.acks += 1
        self.octets += self.ack_octets
        station.sent_us += self.ack_airtime
        self.radiate(station, due)
        due.callbacks = self.on_ack_end
        self.schedule(due, NORMAL, self.ack_airtime)

    def ack_end(self, due: Due) -> None:
        """The last bit of an acknowledgement."""
        station, now = due.station, self.environment._now
        sender, station.ack = station.ack.sender, None
        station.deaf = False
        is_received = sender.heard is due
        for other in station.near:
            other.air -= 1
            other.quiet = now
            if other.heard is due:
                other.heard = None
        if is_received and not (self.loss and self.random() < self.loss):
            self.ack_received += 1
            sender.engaged = False
            self.done(sender, True)
            return
        if is_received:
            self.ack_lost += 1
        else:
            self.ack_collided += 1
        sender.due.callbacks = self.on_missing
        self.schedule(sender.due, NORMAL, ACKNOWLEDGEMENT_WAIT_US - TURNAROUND_US - self.ack_airtime)

    def missing(self, due: Due) -> None:
        """No acknowledgement came in time."""
        station = due.station
        station.engaged = False
        if station.retries == self.retries_max:
            self.done(station, False)
            return
        station.retries += 1
        self.back_off(station)

    def done(self, station: Station, is_sent: bool) -> None:
        """The transmission has ended."""
        frame, station.frame = station.frame, None
        self.finished(station, frame, is_sent)

    @property
    def events(self) -> int:
        """Events of the channel that have happened: back-offs, beginnings and ends of frames and acknowledgements."""
        return self.backoff_events + 2 * (self.frames + self.acks)
