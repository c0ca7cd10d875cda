"""The model beside the firmware itself: `simulate` and `emulate` of the same networks. Both draw, so means over seeds
are compared."""

import dataclasses
import math
import statistics
from collections.abc import Sequence

from motelab.network.emulation import emulation, image, rows
from motelab.network.simulation import battery, costs, run

LIMIT_S = 600  # after which a network counts as one that does not come to an end
ENERGIES = ("energy_cpu_mj", "energy_send_mj", "energy_receive_mj", "energy_listen_mj")


class Unkeyed(Exception):
    """A network that came to its limit with links without a key: its time is not known."""


@dataclasses.dataclass(frozen=True)
class Case:
    """A network: a topology of `emulate`, or a file of links, with so many motes."""

    scheme: str
    topology: str
    motes: int
    board: str = "micaz"
    mac: str = "always"


@dataclasses.dataclass(frozen=True)
class Difference:
    """Of time in seconds, or of mean energy in mJ: both means, and the standard error of the firmware's."""

    unit: str
    firmware: float
    model: float
    standard_error: float

    @property
    def error(self) -> float:
        """Of the model, as a part of the firmware's mean."""
        return self.model / self.firmware - 1

    @property
    def spread(self) -> float:
        """The standard error as a part of the firmware's mean."""
        return self.standard_error / self.firmware


def emulated(case: Case, seed: int) -> tuple[float, float]:
    """Seconds until all links are keyed, and the mean energy of a mote until then: without the listening from then to
    the end, in which messages are exchanged. Of a radio that sleeps, the radio's alone. Unkeyed if some links stay
    without a key."""
    request = emulation.Request(
        case.motes, case.scheme, case.board, topology=case.topology, seed=seed, limit=LIMIT_S, mac=case.mac,
        messages=int(case.mac == "always"),
    )  # fmt: skip
    found = rows.of(emulation.emulate(request))
    keyed, end = found[0]["time_to_all_keyed_s"], found[0]["end_s"]
    if keyed is None:
        raise Unkeyed(f"{case}, seed {seed}: links without a key after {LIMIT_S} s")
    if case.mac != "always":
        return keyed, statistics.fmean(row["energy_radio_keyed_mj"] for row in found)
    power = costs.board(case.board).power
    idle_mw = 1e3 * power["voltage_v"] * (power["radio_receive_a"] + rows.power_save_a(case.board))
    energy_mj = statistics.fmean(sum(row[name] for name in ENERGIES) for row in found)
    return keyed, energy_mj - idle_mw * (end - keyed)


def simulated(case: Case, seed: int) -> tuple[float, float]:
    """The same by the model; raises as `emulated` does."""
    request = run.Request(
        nodes=case.motes, scheme=case.scheme, board=case.board, topology=case.topology, seed=seed, limit=LIMIT_S,
        curve=image.SCHEMES[case.scheme].curve or "", mac=case.mac,
    )  # fmt: skip
    if case.mac != "always":
        return simulated_radio(request)
    row = run.simulate(request)
    if row["time_to_all_keyed_s"] is None:
        raise Unkeyed(f"{case}, seed {seed}: links without a key in the model")
    return row["time_to_all_keyed_s"], row["energy_mean_mj"]


def simulated_radio(request: run.Request) -> tuple[float, float]:
    """Seconds, and the mean energy of a radio; raises as `emulated` does."""
    network, motes, _ = run.run(request)
    if network.keyed < network.links:
        raise Unkeyed(f"{run.command_for(request)}: links without a key")
    whole_us, idle = network.last_keyed, run.mac_of(request).idle()
    node = battery.node_of(request.scheme, request.curve, request.board, request.radio)
    power = dataclasses.replace(node.power, awake=0.0, asleep=0.0)
    spent = (battery.keyed_spent(idle, mote, whole_us) for mote in motes)
    return whole_us / 1e6, statistics.fmean(power.mj(one, 0.0, whole_us / 1e6) for one in spent)


def differences(case: Case, firmware_seeds: Sequence[int], model_seeds: Sequence[int]) -> list[Difference]:
    """That of time and that of energy. Raises as emulation.emulate and run.simulate, and Unkeyed."""
    firmware = zip(*(emulated(case, seed) for seed in firmware_seeds), strict=True)
    model = zip(*(simulated(case, seed) for seed in model_seeds), strict=True)
    return [
        Difference(unit, statistics.fmean(theirs), statistics.fmean(ours),
                   statistics.stdev(theirs) / math.sqrt(len(theirs)))
        for unit, theirs, ours in zip(("s", "mJ"), firmware, model, strict=True)
    ]  # fmt: skip
