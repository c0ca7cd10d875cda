"""The radio that is always on: unslotted CSMA-CA of IEEE 802.15.4, as the firmware has it. It listens when it does not
send; the processor sleeps meanwhile."""

from motelab.network.simulation.engine import Network
from motelab.network.simulation.mac.interface import DAY_S, Mac, Spent, acknowledgement, airtime


class Always(Mac):
    """No cycle; the radio starts once."""

    name, source = "always", "IEEE 802.15.4-2006, 7.5.1.4"

    def idle(self) -> Spent:
        return Spent(listen=DAY_S)

    def sends(self, octets: int) -> Spent:
        return Spent(send=airtime(octets), listen=-airtime(octets))

    def receives(self, octets: int) -> Spent:
        return Spent(send=acknowledgement(), listen=-acknowledgement())

    def overhears(self, octets: int) -> Spent:
        return Spent()

    def broadcasts(self, octets: int, listeners: float) -> Spent:
        return self.sends(octets)

    def hears(self, octets: int) -> Spent:
        return Spent()

    def occupies(self, octets: int, is_broadcast: bool) -> float:
        return airtime(octets) + (0.0 if is_broadcast else acknowledgement())

    def network(self, *arguments) -> Network:
        return Network(*arguments)
