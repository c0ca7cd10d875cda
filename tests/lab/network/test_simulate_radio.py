"""The channel of simulations, transmission by transmission: times, carrier sense, collisions, acknowledgements."""

import random

import pytest
import simpy

from motelab.network import parameters
from motelab.network.simulation.radio import ALL, Frame, Medium, Station

OCTETS = 20
AIRTIME = (6 + OCTETS) * 32
ACKNOWLEDGEMENT = (6 + 5) * 32


class Draws(random.Random):
    """Back-offs of no periods; losses as the given numbers say."""

    def __init__(self, *losses):
        super().__init__()
        self.losses = list(losses)

    def random(self):
        return self.losses.pop(0) if self.losses else 0.0


class Told(Medium):
    """A channel that notes what happens, with its time."""

    def __init__(self, links, draw=None, loss=0.0):
        super().__init__(simpy.Environment(), parameters.parameters(), loss, draw or Draws())
        self.stations = [Station(i) for i in range(1 + max(map(max, links)))]
        self.told = []
        for one, other in links:
            self.stations[one].near = (*self.stations[one].near, self.stations[other])
            self.stations[other].near = (*self.stations[other].near, self.stations[one])

    def delivered(self, frame, station):
        self.told.append((self.environment.now, "delivered", station.index))

    def finished(self, station, frame, is_sent):
        self.told.append((self.environment.now, "sent" if is_sent else "failed", station.index))

    def transmit(self, sender, target, delay=0):
        to = ALL if target is ALL else self.stations[target]
        station = self.stations[sender]
        self.send(station, Frame(station, to, OCTETS, 0, None, self.header), delay)


def test_times_of_a_unicast():
    """Turnaround, frame, turnaround, acknowledgement (IEEE 802.15.4-2006, 6.4.1 and 6.5.3)."""
    medium = Told([(0, 1), (1, 2)])
    medium.transmit(0, 1)
    medium.environment.run()
    end = 192 + AIRTIME
    assert medium.told == [(end, "delivered", 1), (end + 192 + ACKNOWLEDGEMENT, "sent", 0)]
    assert (medium.frames, medium.acks, medium.events) == (1, 1, 5)
    assert medium.octets == OCTETS + 5 and medium.stations[0].sent_us == AIRTIME
    assert medium.stations[1].sent_us == ACKNOWLEDGEMENT


def test_broadcast():
    medium = Told([(0, 1), (0, 2), (1, 3)])
    medium.transmit(0, ALL)
    medium.environment.run()
    end = 192 + AIRTIME
    assert medium.told == [(end, "delivered", 1), (end, "delivered", 2), (end, "sent", 0)]
    assert (medium.acks, medium.received, medium.broadcasts) == (0, 2, 1)


def test_hidden_stations_collide():
    """0 and 2 do not hear each other: both frames are lost at 1, and with them every repetition, as back-offs are
    equal."""
    medium = Told([(0, 1), (1, 2)])
    medium.transmit(0, 1)
    medium.transmit(2, 1, delay=AIRTIME - 1)  # the last bit overlaps
    medium.environment.run(until=192 + 3 * AIRTIME)
    assert (medium.received, medium.collided) == (0, 2)
    other = Told([(0, 1), (1, 2)])
    other.transmit(0, ALL)
    other.transmit(2, ALL, delay=AIRTIME)  # one begins as the other ends
    other.environment.run()
    assert (other.received, other.collided) == (2, 0)


def test_retries():
    """Without acknowledgements a frame is sent four times in all, each 864 us after the end of the last."""
    medium = Told([(0, 1)], Draws(*[0.0, 0.0] * 20), loss=0.5)  # back-off and loss by turns: every frame is lost
    medium.transmit(0, 1)
    medium.environment.run()
    assert medium.told == [(4 * (192 + AIRTIME + 864), "failed", 0)]
    assert (medium.frames, medium.lost, medium.acks) == (4, 4, 0)


def test_lost_acknowledgement():
    """The receiver has the frame twice; the sender learns it with the second acknowledgement."""
    medium = Told([(0, 1)], Draws(0.0, 0.9, 0.1, 0.0, 0.9, 0.9), loss=0.5)
    medium.transmit(0, 1)
    medium.environment.run()
    assert [(what, who) for _, what, who in medium.told] == [("delivered", 1), ("delivered", 1), ("sent", 0)]
    assert (medium.ack_lost, medium.ack_received) == (1, 1)


@pytest.mark.parametrize("at", [193, 192 + AIRTIME // 2, 192 + AIRTIME + 127])
def test_carrier_sense(at):
    """Whoever senses a frame, or its end within the last 128 us, backs off; after the fifth time it gives up."""
    medium = Told([(0, 1), (0, 2), (1, 2)])
    medium.transmit(0, ALL)
    medium.transmit(1, 2, delay=at)
    medium.environment.run(until=192 + AIRTIME + 128)
    assert (at, "failed", 1) in medium.told
    assert medium.frames == 1 and medium.backoff_events == 1 + 5


def test_turning_stations_hear_nothing():
    """1 turns to sending as the frame of 0 begins, and misses it."""
    medium = Told([(0, 1), (0, 2), (1, 3)])
    medium.transmit(0, 1)
    medium.transmit(1, 3, delay=100)  # 0 is still turning
    medium.environment.run(until=2 * AIRTIME)
    assert [who for _, what, who in medium.told if what == "delivered"] == [3]
    assert medium.collided == 1
