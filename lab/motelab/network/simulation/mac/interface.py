"""What a node pays for its access to the medium: the interface of one module a MAC.

A MAC says what a node without frames spends in a day, and what each frame adds at its sender, at its target and at
others that hear it. It has the network of the event simulation in which frames wait as long as the MAC makes them."""

import abc
import dataclasses
from collections.abc import Mapping
from typing import ClassVar

from simpy import Environment

from motelab.network.parameters import parameters
from motelab.network.simulation.engine import Network
from motelab.network.simulation.radio import OCTET_US, SENSE_US, TURNAROUND_US

DAY_S = 86_400.0
TURNAROUND_S, SENSE_S = TURNAROUND_US / 1e6, SENSE_US / 1e6
ADDRESS_OCTETS = 7  # of a frame until its target's address is read: FCF, sequence number, PAN, target


@dataclasses.dataclass(frozen=True)
class Spent:
    """Seconds in which the radio sends, listens or receives, and starts; and in which the processor is awake for it.
    Negative ones are saved."""

    send: float = 0.0
    listen: float = 0.0
    start: float = 0.0
    awake: float = 0.0

    def __add__(self, other: "Spent") -> "Spent":
        return Spent(*(a + b for a, b in zip(self.parts, other.parts, strict=True)))

    def __mul__(self, times: float) -> "Spent":
        return Spent(*(times * part for part in self.parts))

    @property
    def parts(self) -> tuple[float, float, float, float]:
        return self.send, self.listen, self.start, self.awake


def driven(send: float = 0.0, listen: float = 0.0, start: float = 0.0) -> Spent:
    """Seconds in which the processor is awake as long as the radio is on."""
    return Spent(send, listen, start, send + listen + start)


def airtime(octets: int) -> float:
    """Seconds of a frame with its check sequence, and the radio's header before it."""
    return (parameters()["phy_header_bytes"] + octets) * OCTET_US / 1e6


def acknowledgement() -> float:
    """Seconds of one."""
    return airtime(parameters()["acknowledgement_bytes"])


def address() -> float:
    """Seconds of a frame until whoever is not its target knows."""
    return airtime(ADDRESS_OCTETS)


class Mac(abc.ABC):
    """One MAC: `start_s` of the radio, and its `cycle_s`. `capacity`: most that `occupies` may add up to in a second,
    over a node and those that it hears; above, the network cannot carry its traffic. Of a channel it is a half, ours:
    those who do not hear each other collide more the longer it is taken."""

    name: ClassVar[str]
    source: ClassVar[str]
    usual_cycle_s: ClassVar[float | None] = None
    capacity: ClassVar[float] = 0.5

    def __init__(self, start_s: float, cycle_s: float | None = None):
        self.start_s, self.cycle_s = start_s, self.usual_cycle_s if cycle_s is None else cycle_s

    @abc.abstractmethod
    def idle(self) -> Spent:
        """In a day without frames."""

    @abc.abstractmethod
    def sends(self, octets: int) -> Spent:
        """A frame to one node, at its sender: with the acknowledgement."""

    @abc.abstractmethod
    def receives(self, octets: int) -> Spent:
        """The same at its target."""

    @abc.abstractmethod
    def overhears(self, octets: int) -> Spent:
        """The same at another node that hears the sender, on average."""

    @abc.abstractmethod
    def broadcasts(self, octets: int, listeners: float) -> Spent:
        """A frame to all, at its sender."""

    @abc.abstractmethod
    def hears(self, octets: int) -> Spent:
        """The same at each of them."""

    @abc.abstractmethod
    def occupies(self, octets: int, is_broadcast: bool) -> float:
        """Of the capacity: seconds of the channel, or what `capacity` counts."""

    def beacons(self) -> tuple[int, float]:
        """Octets of the MAC's own frames to all, and how many a day each node sends."""
        return 0, 0.0

    def keep_alives(self, to_parent: float) -> float:
        """Empty frames that a node sends to its parent in a day, in which it sends it so many others."""
        return 0.0

    @abc.abstractmethod
    def network(self, *arguments) -> Network:
        """The network of the event simulation; the arguments are those of Network."""


class Waking(Network):
    """A network in which frames wait for their targets. Timers are stretched by so many `delay_us`, some frames' time,
    as src/network/parameters.h says, so that what is late on the air does not count as lost."""

    def __init__(self, delay_us: int, environment: Environment, numbers: Mapping[str, int], *arguments):
        super().__init__(environment, numbers, *arguments)
        self.more_answer = numbers["answer_cycles"] * delay_us
        for timer in ("hello_window", "answer_delay", "answer_soon", "begin_window", "resend", "fragments"):
            setattr(self, timer, getattr(self, timer) + numbers[f"{timer}_cycles"] * delay_us)


def microseconds(seconds: float) -> int:
    return round(1e6 * seconds)
