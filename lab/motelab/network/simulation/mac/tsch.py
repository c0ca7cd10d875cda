"""A TSCH slotframe of IEEE 802.15.4 with the schedule of RFC 8180: one cell a slotframe, which all share. The timeslot
is the standard's default template, of 10 ms. A node listens in every cell in which it does not send: half of
macTsRxWait before a frame should begin, half after it, which is the guard against drift. A clock that is off by
DRIFT_PPM, as its parent's may be the other way, uses the guard up in `resynchronisation_s`; by then a frame to the
parent, whose acknowledgement says the time, brings it back. An empty one goes where no other does.

Ours: the slots of a slotframe, which the RFC leaves to trade bandwidth against energy, so few that what nine neighbours
send to stay synchronised takes less than half of the cell's capacity; the interval of enhanced beacons; the drift of a
usual crystal. Nodes are synchronised from the start: how they join is left out."""

from simpy.events import NORMAL

from motelab.network.simulation.mac.interface import DAY_S, Mac, Spent, Waking, address, airtime, driven, microseconds
from motelab.network.simulation.radio import ALL, Due, Station

SLOT_S, TX_OFFSET_S, RX_WAIT_S = 10e-3, 2.12e-3, 2.2e-3
TX_ACK_DELAY_S, RX_ACK_DELAY_S = 1.0e-3, 0.8e-3
ACK_OCTETS = 13  # enhanced: FCF, sequence number, PAN, target, time correction (2 + 2), FCS
BEACON_OCTETS, BEACON_S = 39, 60.0  # with synchronisation, slotframe and link, timeslot, hopping
DRIFT_PPM = 20.0
BACKOFF_EXPONENT_MIN, BACKOFF_EXPONENT_MAX = 1, 7  # macMinBe, macMaxBe of TSCH
SHARED_CAPACITY = 0.368  # frames a cell, 1 / e: the most that slotted ALOHA carries


class Tsch(Mac):
    """The cycle is the slotframe."""

    name, source, usual_cycle_s = "tsch", "IEEE 802.15.4-2015, TSCH; RFC 8180", 31 * SLOT_S
    capacity = SHARED_CAPACITY

    def __init__(self, start_s: float, cycle_s: float | None = None, guard_s: float = RX_WAIT_S):
        super().__init__(start_s, cycle_s)
        assert self.cycle_s
        self.cycle_s = max(1, round(self.cycle_s / SLOT_S)) * SLOT_S
        self.guard_s, self.ack_s = guard_s, airtime(ACK_OCTETS)

    @property
    def resynchronisation_s(self) -> float:
        """The longest time between two looks at the parent's clock."""
        return self.guard_s / 2 / (2 * DRIFT_PPM * 1e-6)

    def idle(self) -> Spent:
        return driven(listen=self.guard_s, start=self.start_s) * (DAY_S / self.cycle_s)

    def instead(self, send: float, listen: float) -> Spent:
        """A cell of this, and not an idle one."""
        return driven(send, listen - self.guard_s)

    def sends(self, octets: int) -> Spent:
        return self.instead(airtime(octets), TX_ACK_DELAY_S - RX_ACK_DELAY_S + self.ack_s)

    def receives(self, octets: int) -> Spent:
        return self.instead(self.ack_s, self.guard_s / 2 + airtime(octets))

    def overhears(self, octets: int) -> Spent:
        return self.instead(0.0, self.guard_s / 2 + address())

    def broadcasts(self, octets: int, listeners: float) -> Spent:
        return self.instead(airtime(octets), 0.0)

    def hears(self, octets: int) -> Spent:
        return self.instead(0.0, self.guard_s / 2 + airtime(octets))

    def occupies(self, octets: int, is_broadcast: bool) -> float:
        return self.cycle_s  # a cell: frames in a cycle, once it is by the second

    def beacons(self) -> tuple[int, float]:
        return BEACON_OCTETS, DAY_S / BEACON_S

    def keep_alives(self, to_parent: float) -> float:
        return max(0.0, DAY_S / self.resynchronisation_s - to_parent)

    def network(self, *arguments) -> "CellNetwork":
        return CellNetwork(self, *arguments)


class CellNetwork(Waking):
    """Frames begin in cells. Those that begin in the same one collide where both are heard; a frame without an
    acknowledgement waits for a drawn number of cells."""

    def __init__(self, mac: Tsch, *arguments):
        self.cycle = microseconds(mac.cycle_s or 0.0)
        super().__init__(4 * self.cycle, *arguments)
        self.offset, self.guard = microseconds(TX_OFFSET_S), microseconds(mac.guard_s)
        self.acknowledged = microseconds(mac.sends(0).listen)
        self.address = microseconds(address())

    def back_off(self, station: Station, delay: int = 0) -> None:
        now = self.environment._now
        cell = (now + delay) // self.cycle + 1
        if station.retries:
            exponent = min(BACKOFF_EXPONENT_MIN + station.retries - 1, BACKOFF_EXPONENT_MAX)
            cell += int(self.random() * (1 << exponent))
        station.due.callbacks = self.on_sense
        self.schedule(station.due, NORMAL, cell * self.cycle - now)

    def sense(self, due: Due) -> None:
        """A cell begins. Nobody senses the carrier in it."""
        self.backoff_events += 1
        station = due.station
        if station.frame.is_dropped:
            self.done(station, False)
            return
        station.deaf = station.engaged = True
        station.heard = None
        due.callbacks = self.on_start
        self.schedule(due, NORMAL, self.offset)

    def start(self, due: Due) -> None:
        super().start(due)
        station = due.station
        frame = station.frame
        station.listened_us += -self.guard if frame.target is ALL else self.acknowledged
        for other in station.near:
            if other.heard is frame:
                is_for = frame.target is ALL or frame.target is other
                other.listened_us += (frame.airtime if is_for else self.address) - self.guard // 2
