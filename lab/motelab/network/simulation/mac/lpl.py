"""Low-power listening by preamble sampling, as a packet radio does it: ContikiMAC (Dunkels, SICS T2011:13, 2011)
without its phase lock. A node wakes in each cycle and senses the carrier twice. A sender repeats the frame until it is
acknowledged, or to all for a whole cycle.

Constraints of its section 2: an acknowledgement begins and is detected in the gap between copies (192 us + 160 us <
GAP); the gap is shorter than the pause between the two looks (GAP < PAUSE), and the shortest frame, which is padded,
is longer than that pause and both looks."""

import math

from simpy.events import NORMAL

from motelab.network.parameters import parameters
from motelab.network.simulation.engine import Mote
from motelab.network.simulation.mac.interface import (
    DAY_S,
    SENSE_S,
    TURNAROUND_S,
    Mac,
    Spent,
    Waking,
    acknowledgement,
    address,
    airtime,
    driven,
    microseconds,
)
from motelab.network.simulation.radio import ALL, Due, Frame

GAP_S, PAUSE_S = 400e-6, 500e-6
LOOK_S = TURNAROUND_S + SENSE_S  # the receiver settles, and senses
SHORTEST_OCTETS = 22  # 28 with the radio's header: 896 us > PAUSE + 2 * 192 us


def copy_s(octets: int) -> float:
    """Seconds of one copy of a frame."""
    return airtime(max(octets, SHORTEST_OCTETS))


def mean_copies(cycle: float, period: float) -> float:
    """Copies until one is received whole: the target wakes at a time in (0, cycle], and takes the next that begins."""
    whole = math.floor(cycle / period)
    return 1 + (period * whole * (whole + 1) / 2 + (whole + 1) * (cycle - whole * period)) / cycle


def most_copies(cycle: float, period: float) -> int:
    """Copies to all: each wakes once, and hears a whole one."""
    return math.ceil(cycle / period) + 1


class Lpl(Mac):
    """The cycle is the interval between wakings."""

    name, source, usual_cycle_s = "lpl", "A. Dunkels, The ContikiMAC radio duty cycling protocol, SICS T2011:13", 0.5

    def idle(self) -> Spent:
        return driven(listen=2 * LOOK_S, start=self.start_s + PAUSE_S) * (DAY_S / self.cycle_s)

    def train(self, copies: float, octets: int) -> Spent:
        return driven(send=copies * copy_s(octets), listen=(copies - 1) * GAP_S + LOOK_S, start=self.start_s)

    def sends(self, octets: int) -> Spent:
        copies = mean_copies(self.cycle_s, copy_s(octets) + GAP_S)
        return self.train(copies, octets) + driven(listen=TURNAROUND_S + acknowledgement())

    def receives(self, octets: int) -> Spent:
        heard = (copy_s(octets) + GAP_S) / 2 + copy_s(octets)  # from a time within a copy; then a whole one
        return driven(send=acknowledgement(), listen=heard + TURNAROUND_S)

    def overhears(self, octets: int) -> Spent:
        period = copy_s(octets) + GAP_S
        is_awake = min(1.0, (mean_copies(self.cycle_s, period) * period - GAP_S) / self.cycle_s)
        return driven(listen=period / 2 + address()) * is_awake

    def broadcasts(self, octets: int, listeners: float) -> Spent:
        return self.train(most_copies(self.cycle_s, copy_s(octets) + GAP_S), octets)

    def hears(self, octets: int) -> Spent:
        return driven(listen=(copy_s(octets) + GAP_S) / 2 + copy_s(octets))

    def occupies(self, octets: int, is_broadcast: bool) -> float:
        period = copy_s(octets) + GAP_S
        copies = most_copies(self.cycle_s, period) if is_broadcast else mean_copies(self.cycle_s, period)
        return copies * period

    def network(self, *arguments) -> "TrainNetwork":
        return TrainNetwork(microseconds(self.cycle_s), *arguments)


class TrainNetwork(Waking):
    """A transmission is a train of copies, which ends when the target is awake and has heard one. Whoever wakes in it
    listens to the next copy; its target is lost if another train is on the air then."""

    def __init__(self, cycle_us: int, *arguments):
        super().__init__(cycle_us, *arguments)
        self.cycle, self.gap = cycle_us, microseconds(GAP_S)
        self.congestion_period = cycle_us // parameters()["congestion_parts"]
        self.look, self.address = microseconds(LOOK_S), microseconds(address())
        self.on_copy, self.on_copy_end = (self.copy_begins,), (self.copy_ends,)

    def begin(self, motes: list[Mote], links: int) -> None:
        for mote in motes:
            mote.phase = self.noise(self.cycle)
        super().begin(motes, links)

    def start(self, due: Due) -> None:
        """The first bit of a train."""
        station, now = due.station, self.environment._now
        frame = station.frame
        octets = max(frame.octets, SHORTEST_OCTETS)
        frame.airtime = microseconds(airtime(octets))
        period = frame.airtime + self.gap
        wait = self.cycle if frame.target is ALL else (frame.target.phase - now) % self.cycle
        copies = -(-wait // period) + 1
        length = copies * period - self.gap
        for other in station.near:
            self.reach(other, frame, now, period, length)
        station.sent_us += copies * frame.airtime
        station.listened_us += (copies - 1) * self.gap + self.look
        self.frames += 1
        self.octets += copies * octets
        self.broadcasts += frame.target is ALL
        due.callbacks = self.on_end
        self.schedule(due, NORMAL, length + (frame.target is ALL))  # after the last copy has ended

    def reach(self, other: Mote, frame: Frame, now: int, period: int, length: int) -> None:
        """A train begins that the node hears when it wakes."""
        other.air += 1
        other.heard = None
        wakes = (other.phase - now) % self.cycle
        if wakes >= length:
            return
        is_for = frame.target is ALL or frame.target is other
        other.listened_us += -wakes % period + (frame.airtime if is_for else self.address)
        if is_for:
            due = Due((other, frame))
            due.callbacks = self.on_copy
            self.schedule(due, NORMAL, -(-wakes // period) * period)

    def copy_begins(self, due: Due) -> None:
        """The first copy since the node woke."""
        other, frame = due.station
        if other.air == 1 and not other.deaf:
            other.heard = frame
        if frame.target is ALL:
            due.callbacks = self.on_copy_end
            self.schedule(due, NORMAL, frame.airtime)

    def copy_ends(self, due: Due) -> None:
        """The copy to all has been heard, or not."""
        other, frame = due.station
        self.expected += 1
        if other.heard is not frame:
            self.collided += 1
            return
        other.heard = None
        if self.loss and self.random() < self.loss:
            self.lost += 1
            return
        self.received += 1
        self.delivered(frame, other)

    def broadcast_ends(self, station: Mote, frame: Frame, now: int) -> None:
        """The last copy is over; each node has had its own."""
        station.engaged = False
        for other in station.near:
            other.air -= 1
            other.quiet = now
        self.done(station, True)
