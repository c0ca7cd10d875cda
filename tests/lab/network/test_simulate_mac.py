"""MACs of `network simulate`: their formulas beside an event simulation of their own (mac_oracle.py), and beside
published figures; the rows."""

import json
import random

import pytest

from motelab.network.simulation import battery, run, steady, topology
from motelab.network.simulation.mac import beacon, interface, lpl, tsch
from motelab.network.simulation.mac.interface import DAY_S, Spent
from motelab.network.simulation.run import Request
from tests.lab.network import mac_oracle

SLEEPING = ("lpl", "beacon", "tsch")


def agrees(radio: mac_oracle.Radio, spent: Spent, within: float = 0.02) -> None:
    """Seconds of sending and of listening, which together are what counts."""
    most = max(radio.send, radio.listen)
    assert abs(radio.send - spent.send) < within * most and abs(radio.listen - spent.listen) < within * most


@pytest.mark.parametrize("cycle", [0.125, 0.5, 2.0])
@pytest.mark.parametrize("octets", [16, 32, 127])
def test_preamble_sampling(cycle, octets):
    """From padded frames to the longest, and cycles of few copies and of many."""
    access, frames = lpl.Lpl(0.0, cycle), 400
    idle = access.idle() * (cycle / DAY_S) * frames
    played = mac_oracle.sampled(random.Random(1), cycle, octets, frames, False)
    agrees(played.sender, access.sends(octets) * frames)
    agrees(played.target, idle + access.receives(octets) * frames)
    agrees(played.other, idle + access.overhears(octets) * frames, 0.05)  # it wakes in half the trains
    played = mac_oracle.sampled(random.Random(2), cycle, octets, frames, True)
    agrees(played.sender, access.broadcasts(octets, 8) * frames)
    agrees(played.target, idle + access.hears(octets) * frames)


@pytest.mark.parametrize("cycle", [0.125, 0.5, 2.0])
def test_receivers_beacons(cycle):
    access, octets, frames = beacon.Beacon(0.0, cycle), 60, 2000
    played = mac_oracle.invited(random.Random(3), cycle, octets, frames)
    idle = access.idle() * (played.seconds / DAY_S)
    agrees(played.sender, access.sends(octets) * played.frames)
    agrees(played.target, idle + access.receives(octets) * played.frames)


def test_slots():
    access, octets, seconds = tsch.Tsch(0.0), 60, 40_000.0
    frames = int(seconds / 5)  # none longer apart than the guard allows, for that seed
    played = mac_oracle.slotted(random.Random(4), access.cycle_s, octets, frames, seconds, 0.0)
    idle = access.idle() * (played.seconds / DAY_S)
    agrees(played.sender, idle + access.sends(octets) * frames, 0.002)
    agrees(played.target, idle + access.receives(octets) * frames, 0.002)
    agrees(played.other, idle + access.overhears(octets) * frames, 0.002)


@pytest.mark.parametrize(("apart", "is_held"), [(0.99, True), (1.05, False)])
def test_guard_and_drift(apart, is_held):
    """Two clocks at their worst meet as long as the empty frames come: not later."""
    access = tsch.Tsch(0.0)
    late = apart * access.resynchronisation_s * 2 * tsch.DRIFT_PPM * 1e-6
    assert (late <= tsch.RX_WAIT_S / 2) == is_held
    assert access.keep_alives(0.0) == pytest.approx(DAY_S / 27.5)  # 1.1 ms by 40 ppm
    assert access.keep_alives(DAY_S / 27.5) == access.keep_alives(1e6) == 0.0


def test_published_charges_of_slots():
    """The 6TiSCH simulator's charges, in uC, after Vilajosana et al., A realistic energy consumption model for TSCH
    networks (IEEE Sensors Journal 14(2), 2014). They are those of an AT86RF231 (11.6 mA to send with 0 dBm, 12.3 mA to
    receive), frames of 127 octets, acknowledgements of 27, and a guard of 1 ms on both sides."""
    published = {"idle": 24.60, "sends": 64.82, "to all": 49.37, "receives": 76.90, "hears": 64.65}
    access = tsch.Tsch(0.0, guard_s=2e-3)
    access.ack_s = interface.airtime(27)
    cell = access.idle() * (access.cycle_s / DAY_S)
    spent = {
        "idle": cell,
        "sends": cell + access.sends(127),
        "to all": cell + access.broadcasts(127, 8),
        "receives": cell + access.receives(127),
        "hears": cell + access.hears(127),
    }
    for name, slot in spent.items():
        assert 1e3 * (11.6 * slot.send + 12.3 * slot.listen) == pytest.approx(published[name], rel=0.005), name


def test_published_duty_cycle():
    """ContikiMAC's authors: the radio is off between 99.2 % and 99.6 % of the time that nothing comes; Contiki wakes it
    8 times a second."""
    idle = lpl.Lpl(0.0, 0.125).idle()
    assert 0.992 <= 1 - idle.listen / DAY_S <= 0.996


def test_constraints_of_sampling():
    """Section 2 of the paper, with a shortest frame that is padded."""
    assert 192e-6 + 160e-6 < lpl.GAP_S < lpl.PAUSE_S < lpl.PAUSE_S + 2 * 192e-6 < lpl.copy_s(0)


def test_tree():
    """A line with a branch, and a part of its own."""
    found = steady.tree([[1], [0, 2, 3], [1], [1], [5], [4]])
    assert found.parent == [-1, 0, 1, 1, -1, 4] and found.below == [0, 3, 1, 1, 0, 1]


def test_a_day_by_hand():
    """Two nodes whose radios always listen: 18.8 mA and 15 uA at 3 V, with 24 readings and a handshake."""
    row = run.simulate(Request(nodes=2, topology="line", scheme="ecqv"))
    assert row["energy_day_mj"] == pytest.approx(3e3 * (18.8e-3 + 15e-6) * DAY_S, rel=1e-3)
    never = run.simulate(Request(nodes=2, topology="line", scheme="ecqv", rekey="never"))
    more = row["energy_day_mj"] - never["energy_day_mj"]
    seconds = 2.41257 + 16502406 / 7372800  # the peer's key, and the agreement
    assert more == pytest.approx(3e3 * (8e-3 - 15e-6) * seconds, rel=0.05)
    assert row["handshake_share"] == pytest.approx(more / row["energy_day_mj"], abs=1e-6)
    assert never["handshake_share"] == 0


@pytest.mark.parametrize("access", SLEEPING)
def test_networks_whose_radios_sleep(access):
    """All are keyed, later and with less energy a second than by radios that always listen; a row is the same again."""
    request = Request(nodes=16, scheme="ecqv", mac=access)
    row, always = run.simulate(request), run.simulate(Request(nodes=16, scheme="ecqv"))
    assert row == run.simulate(request) and row["mac"] == access and f"--mac {access}" in row["command"]
    assert row["links_keyed"] == row["links"] and row["time_to_all_keyed_s"] > always["time_to_all_keyed_s"]
    power, of_always = (one["energy_mean_mj"] / one["time_to_all_keyed_s"] for one in (row, always))
    assert power < of_always / 3
    assert row["battery_years"] > 30 * always["battery_years"] and row["battery_years_worst"] <= row["battery_years"]


@pytest.mark.parametrize("access", SLEEPING)
def test_frames_are_conserved(access):
    """With losses: what is sent is received, lost or collided."""
    network, _, _ = run.run(Request(nodes=16, scheme="global", mac=access, loss=0.1, limit=4000))
    assert network.received + network.lost + network.collided == network.expected and network.lost
    assert network.keyed == network.links


@pytest.mark.parametrize("access", battery.MACS)
def test_what_costs_more(access):
    """More readings, more handshakes and more losses cost more; the nRF52840 takes less than the CC2420."""
    made = topology.make("grid", 16, None, "")

    def day(loss: float = 0.0, radio: str = "cc2420", **asked: str) -> float:
        node = battery.node_of("edhoc", "", "micaz", radio)
        chosen = battery.mac_of(access, None, radio)
        asked = {"reading": "hour", "rekey": "never"} | asked
        return battery.day(made, chosen, loss, lambda _: node, radio, **asked)["energy_day_mj"]

    assert day(radio="nrf52840") < day()
    if access in ("lpl", "beacon"):  # in a slot, others stop to listen when they have read whose the frame is
        assert day() < day(loss=0.2) and day() < day(reading="minute")
    assert day() < day(rekey="week") < day(rekey="day") < day(rekey="3600")


def test_too_many_frames(lab):
    """A network that cannot carry them has no energy a day, and says so."""
    line = "network simulate --nodes 400 --scheme global --mac tsch --reading minute --limit 1"
    status, out, error = lab(f"{line} --format json")
    (row,) = json.loads(out)
    assert status == 0 and row["energy_day_mj"] is None and row["mac_load"] > 1
    assert "motecurve: tsch cannot carry the frames of 400 nodes of global: it has no energy a day; give" in error


def test_beacons_of_few_wait_less():
    """The sender's wait is the mean one of intervals between half a cycle and one and a half."""
    draw = random.Random(5)
    intervals = [draw.uniform(0.5, 1.5) for _ in range(100_000)]
    assert pytest.approx(sum(x * x for x in intervals) / 2 / sum(intervals), rel=0.01) == beacon.MEAN_WAIT


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("--mac lpll", "no MAC 'lpll'"),
        ("--radio cc2520", "no radio 'cc2520'"),
        ("--wake 1", "--wake is the cycle of a MAC that sleeps; --mac always has none"),
        ("--mac lpl --wake 0", "--wake is 0.0; it must be from 0.02 to 60 seconds"),
        ("--reading yearly", "--reading is 'yearly'; use minute, hour, day, or seconds from 1 to 1e+09"),
        ("--rekey 0.5", "--rekey is '0.5'; use day, week, never, or seconds from 1 to 1e+09"),
        ("--rekey nan", "--rekey is 'nan'"),
        ("--curve sect163k2", "no curve of micaz 'sect163k2'"),
        ("--curve Curve25519", "ecqv takes a curve whose points can be added, such as sect163k1"),
        ("--curve sect163k1 --scheme edhoc", "edhoc runs on secp256r1 alone, not on sect163k1"),
        ("--curve sect163r2", "lacks records of ecqv-public-key on sect163r2; make them with: ./motecurve"),
    ],
)
def test_bad_input(lab, line, message):
    status, out, error = lab(f"network simulate --nodes 9 {line}")
    assert (status, out) == (2, b"") and message in error and len(error.strip().splitlines()) == 1
