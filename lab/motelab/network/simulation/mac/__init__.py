"""Media access of sensor nodes: one module a MAC, with its formulas and their source, and how frames wait in it.

interface: what each has. Start there."""

from motelab.common import names
from motelab.network.simulation.mac.always import Always
from motelab.network.simulation.mac.beacon import Beacon
from motelab.network.simulation.mac.interface import Mac
from motelab.network.simulation.mac.lpl import Lpl
from motelab.network.simulation.mac.tsch import Tsch

MACS: dict[str, type[Mac]] = {mac.name: mac for mac in (Always, Lpl, Beacon, Tsch)}


def of(name: str) -> type[Mac]:
    """MotecurveError with similar names if there is none."""
    return MACS[names.one_of("MAC", name, MACS)]
