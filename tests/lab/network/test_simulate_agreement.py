"""The model beside the firmware itself, on simulated processors: `simulate` and `emulate` on three topologies.

Both draw; so means over seeds are compared, within 10 % and three standard errors of the emulated mean. Where HELLOs of
nodes that do not hear each other collide, links can stay without a key, in the firmware as in the model: networks in
which some did are left out of the means on both sides, and must be few."""

import math
import statistics

import pytest

from motelab.network.emulation import emulation
from motelab.network.emulation import rows as emulated_rows
from motelab.network.simulation import costs, run
from motelab.network.simulation.run import Request

pytestmark = pytest.mark.slow
EMULATED, SIMULATED = 8, 200  # seeds
TOLERANCE = 0.10
TAIL = "1 2\n2 3\n3 1\n3 4\n"  # a triangle, and a node behind it
ENERGIES = ("energy_cpu_mj", "energy_send_mj", "energy_receive_mj", "energy_listen_mj")


def emulated(scheme: str, topology: str, nodes: int, seed: int) -> tuple[float | None, float | None]:
    """Seconds until all are keyed, and the mean energy until then: without the listening from then to the end, in which
    messages are exchanged."""
    rows = emulated_rows.of(emulation.emulate(emulation.Request(nodes, scheme, topology=topology, seed=seed, limit=60)))
    keyed, end = rows[0]["time_to_all_keyed_s"], rows[0]["end_s"]
    if keyed is None:
        return None, None
    power, save_a = costs.board("micaz").power, emulated_rows.power_save_a("micaz")
    idle_mw = 1e3 * power["voltage_v"] * (power["radio_receive_a"] + save_a)
    energy = statistics.fmean(sum(row[name] for name in ENERGIES) for row in rows)
    return keyed, energy - idle_mw * (end - keyed)


def simulated(scheme: str, topology: str, nodes: int, seed: int) -> tuple[float | None, float]:
    row = run.simulate(Request(nodes=nodes, scheme=scheme, topology=topology, seed=seed))
    return row["time_to_all_keyed_s"], row["energy_mean_mj"]


def differences(scheme: str, topology: str, nodes: int) -> list[tuple[float, float, float, float]]:
    """For time and energy: both means, the relative error of the model, and the standard error of the emulated mean."""
    firmware = [emulated(scheme, topology, nodes, seed) for seed in range(1, EMULATED + 1)]
    model = [simulated(scheme, topology, nodes, seed) for seed in range(SIMULATED)]
    assert sum(None in pair for pair in (*firmware, *model)) <= 0.05 * (EMULATED + SIMULATED)
    firmware, model = ([pair for pair in pairs if None not in pair] for pairs in (firmware, model))
    found = []
    for theirs, ours in zip(zip(*firmware, strict=True), zip(*model, strict=True), strict=True):
        mean = statistics.fmean(theirs)
        error = statistics.stdev(theirs) / math.sqrt(len(theirs)) / mean
        found.append((mean, statistics.fmean(ours), statistics.fmean(ours) / mean - 1, error))
    return found


@pytest.mark.parametrize("scheme", ["global", "leap", "ecqv"])
@pytest.mark.parametrize(("topology", "nodes"), [("line", 3), ("star", 4), ("file", 4)])
def test_agreement(scheme, topology, nodes, tmp_path):
    if topology == "file":
        (tmp_path / "links").write_text(TAIL)
        topology = str(tmp_path / "links")
    for name, (theirs, ours, error, spread) in zip(("s", "mJ"), differences(scheme, topology, nodes), strict=True):
        assert abs(error) < TOLERANCE + 3 * spread, f"emulated {theirs:.3f} {name}, simulated {ours:.3f} {name}"
