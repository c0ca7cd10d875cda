"""A receiver-initiated MAC: RI-MAC (Sun, Gurewitz, Johnson, SenSys 2008). A node wakes at intervals drawn between half
a cycle and one and a half, and sends a beacon if the carrier is free; it sleeps again if nobody answers. A sender
listens until the beacon of its target comes, and sends at once. The receiver acknowledges with another beacon.

The sender's processor sleeps while it waits: the radio tells of a frame. DWELL is ours: a turnaround on both sides, and
the start of a frame."""

from simpy.events import NORMAL

from motelab.network.simulation.engine import Mote
from motelab.network.simulation.mac.interface import (
    DAY_S,
    SENSE_S,
    TURNAROUND_S,
    Mac,
    Spent,
    Waking,
    airtime,
    driven,
    microseconds,
)
from motelab.network.simulation.radio import ALL, Due

BEACON_OCTETS = 11  # MAC header and check sequence
DWELL_S = 2 * TURNAROUND_S + 160e-6
LEAST, MOST = 0.5, 1.5  # of the cycle
# From any moment to the next beacon: the mean of the squares of intervals by twice their mean.
MEAN_WAIT = (1 + (MOST - LEAST) ** 2 / 12) / 2


class Beacon(Mac):
    """The cycle is the mean interval between beacons."""

    name, usual_cycle_s = "beacon", 0.5
    source = "Y. Sun, O. Gurewitz, D. B. Johnson, RI-MAC: a receiver-initiated asynchronous duty cycle MAC, SenSys 2008"

    def idle(self) -> Spent:
        listens = TURNAROUND_S + SENSE_S + DWELL_S
        return driven(airtime(BEACON_OCTETS), listens, self.start_s) * (DAY_S / self.cycle_s)

    def sends(self, octets: int) -> Spent:
        waits = Spent(listen=MEAN_WAIT * self.cycle_s)
        hears = 2 * airtime(BEACON_OCTETS) + 2 * TURNAROUND_S  # the beacon, and the one that acknowledges
        return waits + driven(airtime(octets), hears, self.start_s)

    def receives(self, octets: int) -> Spent:
        return driven(airtime(BEACON_OCTETS), 2 * TURNAROUND_S + airtime(octets))  # and another dwell, for this one

    def overhears(self, octets: int) -> Spent:
        return Spent()

    def broadcasts(self, octets: int, listeners: float) -> Spent:
        """To each after its beacon, until the last has sent one."""
        waits = Spent(listen=MOST * self.cycle_s - listeners * airtime(octets))
        return waits + driven(listeners * airtime(octets), 0.0, self.start_s)

    def hears(self, octets: int) -> Spent:
        return driven(listen=TURNAROUND_S + airtime(octets))

    def occupies(self, octets: int, is_broadcast: bool) -> float:
        return airtime(octets) + 2 * airtime(BEACON_OCTETS) + 2 * TURNAROUND_S

    def network(self, *arguments) -> "RendezvousNetwork":
        return RendezvousNetwork(microseconds(self.cycle_s), *arguments)


class RendezvousNetwork(Waking):
    """A frame waits for its target's beacon. Senders that waited for the same one collide, and try again with back-offs
    while the receiver is awake. Beacons, and copies of frames to all, take no time of the channel from others."""

    def __init__(self, cycle_us: int, *arguments):
        super().__init__(cycle_us, *arguments)
        self.cycle, self.turn = cycle_us, microseconds(TURNAROUND_S)
        self.beacon_us = microseconds(airtime(BEACON_OCTETS))
        self.on_copies, self.on_copy_end, self.on_all = (self.copies,), (self.copy_ends,), (self.all_reached,)

    def begin(self, motes: list[Mote], links: int) -> None:
        for mote in motes:
            mote.phase = self.noise(self.cycle)
        super().begin(motes, links)

    def beacon_of(self, mote: Mote, at: int) -> int:
        """When its next beacon begins."""
        while mote.phase < at:
            mote.phase += int(self.cycle * (LEAST + (MOST - LEAST) * self.random()))
        return mote.phase

    def back_off(self, station: Mote, delay: int = 0) -> None:
        """The first try begins with a beacon; further ones are soon after it."""
        if station.retries:
            super().back_off(station, delay)
            return
        target, now = station.frame.target, self.environment._now
        station.backoffs, station.exponent = 0, self.first
        if target is ALL:
            station.due.callbacks = self.on_copies
            self.schedule(station.due, NORMAL, delay)
            return
        wait = self.beacon_of(target, now + delay) - now
        station.waited_us += wait - delay
        station.listened_us += 2 * (self.beacon_us + self.turn)
        station.due.callbacks = self.on_sense
        self.schedule(station.due, NORMAL, wait + self.beacon_us)

    def start(self, due: Due) -> None:
        frame = due.station.frame
        frame.target.listened_us += self.turn + frame.airtime
        super().start(due)

    def copies(self, due: Due) -> None:
        """A frame to all begins."""
        station, now = due.station, self.environment._now
        last = int(MOST * self.cycle)  # nobody knows the neighbours that are still to come
        frame = station.frame
        if frame.is_dropped:
            self.done(station, False)
            return
        for other in station.near:
            ends = self.beacon_of(other, now) - now + self.beacon_us + self.turn + frame.airtime
            copy = Due((other, station, frame))
            copy.callbacks = self.on_copy_end
            self.schedule(copy, NORMAL, ends)
            last = max(last, ends)  # of a frame that has begun
        station.waited_us += last
        self.broadcasts += 1
        due.callbacks = self.on_all
        self.schedule(due, NORMAL, last + 1)

    def copy_ends(self, due: Due) -> None:
        """The copy for one of them."""
        other, station, frame = due.station
        self.frames += 1
        self.octets += frame.octets
        station.sent_us += frame.airtime
        other.listened_us += self.turn + frame.airtime
        self.expected += 1
        if other.air or other.deaf or station.deaf:
            self.collided += 1
        elif self.loss and self.random() < self.loss:
            self.lost += 1
        else:
            self.received += 1
            self.delivered(frame, other)

    def all_reached(self, due: Due) -> None:
        self.done(due.station, True)
