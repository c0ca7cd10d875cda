"""The batteries of nodes whose radio sleeps: options that say so, a node's currents, the fields of a row."""

import dataclasses
import functools
import math
from collections.abc import Callable
from typing import Any

from motelab.advise import quantities
from motelab.common import names
from motelab.common.errors import MotecurveError
from motelab.network import radios
from motelab.network.emulation.rows import power_save_a
from motelab.network.simulation import costs, steady
from motelab.network.simulation.engine import Kind, Mote
from motelab.network.simulation.mac.always import Always
from motelab.network.simulation.mac.beacon import Beacon
from motelab.network.simulation.mac.interface import DAY_S, Mac, Spent
from motelab.network.simulation.mac.lpl import Lpl
from motelab.network.simulation.mac.tsch import Tsch
from motelab.network.simulation.topology import Topology

MACS: dict[str, type[Mac]] = {mac.name: mac for mac in (Always, Lpl, Beacon, Tsch)}
BATTERY = "2xAA"
READINGS = {"minute": 60.0, "hour": 3600.0, "day": DAY_S}
REKEYS = {"day": DAY_S, "week": 7 * DAY_S, "never": None}
LEAST_S, MOST_S = 1.0, 1e9  # of a period
WAKE_LEAST_S, WAKE_MOST_S = 0.02, 60.0
DAYS_OF_A_YEAR = 365.25


@dataclasses.dataclass(frozen=True)
class Node:
    """Currents, costs of the scheme, and microseconds to seal or open a reading."""

    power: steady.Power
    kind: Kind
    sealed_us: int


def battery_mj() -> float:
    """Energy of the cells of a mote."""
    cells = quantities.battery(BATTERY)
    return 3600.0 * cells.mah * cells.volts


def seconds(option: str, text: str, named: dict[str, float | None]) -> float | None:
    """Of a period by its name, or in seconds."""
    if text in named:
        return named[text]
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not LEAST_S <= value <= MOST_S:
        known = ", ".join(named)
        raise MotecurveError(f"{option} is {text!r}; use {known}, or seconds from {LEAST_S:g} to {MOST_S:g}")
    return value


def check(mac_name: str, wake: float | None, radio_name: str, reading: str, rekey: str) -> None:
    """MotecurveError for what there is not."""
    chosen = MACS[names.one_of("MAC", mac_name, MACS)]
    radios.find(radio_name)
    seconds("--reading", reading, READINGS)
    seconds("--rekey", rekey, REKEYS)
    if wake is None:
        return
    if chosen.usual_cycle_s is None:
        raise MotecurveError(f"--wake is the cycle of a MAC that sleeps; --mac {mac_name} has none")
    if not WAKE_LEAST_S <= wake <= WAKE_MOST_S:
        raise MotecurveError(f"--wake is {wake}; it must be from {WAKE_LEAST_S:g} to {WAKE_MOST_S:g} seconds")


def mac_of(name: str, wake: float | None, radio_name: str) -> Mac:
    """The MAC with its cycle, on that radio."""
    return MACS[name](radios.find(radio_name)["start_s"], wake)


@functools.cache
def node_of(scheme: str, curve: str, board: str, radio_name: str) -> Node:
    """A node of a board in a scheme on a curve."""
    device, of_radio, asleep_a = costs.board(board), radios.find(radio_name), power_save_a(board)
    chosen = costs.scheme(scheme, curve)
    power = steady.Power(
        device.power["voltage_v"], of_radio["send_a"], of_radio["receive_a"], of_radio["start_a"],
        device.power["active_a"] - asleep_a, asleep_a, of_radio["off_a"],
    )  # fmt: skip
    return Node(power, costs.kind(chosen, device), costs.microseconds(steady.SEALS, chosen, device))


def keyed_spent(idle: Spent, mote: Mote, whole_us: int) -> Spent:
    """Of a node's radio in that time, in which it sent and listened so long beyond the MAC's `idle` day."""
    days, sent = whole_us / 1e6 / DAY_S, mote.sent_us / 1e6
    if idle.listen == DAY_S:  # it listens whenever it does not send
        return idle * days + Spent(send=sent, listen=-min(sent, whole_us / 1e6))
    listened = mote.listened_us / 1e6
    return idle * days + Spent(sent, listened + mote.waited_us / 1e6, 0.0, sent + listened)


def keyed_mj(power: steady.Power, idle: Spent, mote: Mote, whole_us: int) -> float:
    """Energy of a node in that time, with its computations."""
    return power.mj(keyed_spent(idle, mote, whole_us), mote.work_us / 1e6, whole_us / 1e6)


def day(
    made: Topology, chosen: Mac, loss: float, node: Callable[[int], Node], radio_name: str, reading: str, rekey: str
) -> dict[str, Any]:
    """The fields of a row that tell of the steady state; without figures if the MAC cannot carry the frames."""
    reading_s, rekey_s = seconds("--reading", reading, READINGS), seconds("--rekey", rekey, REKEYS)
    state = steady.Steady(made, chosen, loss, lambda i: node(i).power, lambda i: node(i).kind)
    found = state.day(reading_s or DAY_S, rekey_s, lambda i: node(i).sealed_us)
    row: dict[str, Any] = {"energy_day_mj": None, "battery_years": None, "energy_day_worst_mj": None,
                           "battery_years_worst": None, "handshake_share": None}  # fmt: skip
    if found.energies:
        mean, worst = sum(found.energies) / len(found.energies), max(found.energies)
        row = {
            "energy_day_mj": round(mean, 6),
            "battery_years": years(mean),
            "energy_day_worst_mj": round(worst, 6),
            "battery_years_worst": years(worst),
            "handshake_share": round(sum(found.handshakes) / sum(found.energies), 6),
        }
    asked = {"radio": radio_name, "wake_s": chosen.cycle_s, "reading_s": reading_s, "rekey_s": rekey_s}
    return row | {"mac_load": round(found.load, 6), **asked}


def years(day_mj: float) -> float:
    """Life of the cells, which keep their charge meanwhile."""
    return round(battery_mj() / day_mj / DAYS_OF_A_YEAR, 4)
