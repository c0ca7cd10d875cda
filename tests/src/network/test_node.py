"""Nodes of the engine over an ether: topologies, loss, copies, replays, altered frames, restarts, counters."""

import ctypes

import pytest

from motelab.library.host import Status
from motelab.network.air.ether import BROADCAST, TICKS, Ether, Heard, line, star
from motelab.network.provision import provision

SCHEMES = ("global", "leap")
IDS = [3, 1, 4, 2, 9]


def ether(engine, scheme="global", ids=(1, 2), links=None, **options) -> Ether:
    return Ether(engine, scheme, provision(scheme, list(ids), b"seed"), links, **options).start()


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("links", (line(IDS), star(IDS), None), ids=("line", "star", "full"))
@pytest.mark.parametrize("loss", (0, 0.1))
def test_every_pair_is_keyed(engine, scheme, links, loss):
    network = ether(engine, scheme, IDS, links, loss=loss)
    assert network.run_until_keyed()
    assert all(mote.ask("exchange_is_wiped") for mote in network.motes.values())
    broadcasts = sum(heard.octets[5:7] == b"\xff\xff" for heard in network.capture)
    assert loss or broadcasts <= len(IDS), "without loss one broadcast of each node suffices"


def test_traffic_and_its_replay(engine):
    network = ether(engine)
    assert network.run_until_keyed()
    one, two = network.motes[1], network.motes[2]
    assert one.send(2, b"21.5 degrees") == Status.OK
    network.run(1)
    assert two.data == [(1, b"21.5 degrees")]
    before = two.session(1)
    for heard in list(network.capture):
        network.inject(int.from_bytes(heard.octets[5:7], "little") % BROADCAST or 2, heard.octets)
        network.run(0.01)
    network.run(30)
    assert two.data == [(1, b"21.5 degrees")]
    assert (two.session(1)[0], two.session(1)[2]) == (before[0], before[2]), "a replay resets no counter"


def test_copies_and_late_copies(engine):
    network = ether(engine, ids=IDS)
    network.tap = lambda heard: [(0, heard.octets), (0, heard.octets), (0.05, heard.octets)]
    assert network.run_until_keyed()


@pytest.mark.parametrize("octet", range(9, 25))
def test_an_altered_octet_gives_nobody_another_key(engine, octet):
    network = ether(engine)

    def alter(heard: Heard):
        octets = bytearray(heard.octets)
        if len(octets) > octet:
            octets[octet] ^= 1
        return [(0, bytes(octets))]

    network.tap = alter
    assert not network.run_until_keyed(5)
    network.tap = lambda heard: [(0, heard.octets)]
    assert network.run_until_keyed(120)


def test_restarted_neighbour_is_keyed_anew(engine):
    network = ether(engine)
    assert network.run_until_keyed()
    keys = {network.motes[1].session(2)[0]}
    for own in (1, 2):
        network.motes[own].kill()
        network.motes[own].start()
        assert network.run(60, lambda: network.is_keyed() and network.motes[1].session(2)[0] not in keys)
        keys.add(network.motes[1].session(2)[0])


def test_counter_at_its_end_ends_the_session(engine):
    network = ether(engine)
    assert network.run_until_keyed()
    one, key = network.motes[1], network.motes[1].session(2)[0]
    one.ask("set_counters", ctypes.c_uint16(2), ctypes.c_uint32(0xFFFFFFFF), ctypes.c_uint32(1))
    assert one.send(2, b"once more") == Status.ERROR_ABANDONED
    assert network.run(60, network.is_keyed) and one.session(2)[0] != key


def test_leap_erases_its_transitory_key(engine):
    network = ether(engine, "leap")
    assert network.run_until_keyed()
    master = provision("leap", [1], b"seed")[1][11:27]
    assert all(master in mote.store for mote in network.motes.values())
    network.run(61)
    assert not any(master in mote.store for mote in network.motes.values())
    assert network.ticks > 60 * TICKS
