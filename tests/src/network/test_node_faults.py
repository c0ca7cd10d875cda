"""Nodes of the engine where something goes wrong: fragments out of order, lost for good or forged; nodes killed at each
frame of an exchange; frames cut short; replays after a restart; nodes of LEAP that come late."""

import pytest

from motelab.library.host import Status
from motelab.network.air.ether import Ether, Heard
from motelab.network.provision import provision
from tests.src.network.test_certificate_schemes import CASES, ECQV, EDHOC, ONE_OF_EACH, SIGNED

LONG = next(case for case in CASES if str(case) == "ecdsa_ecdh-secp256r1")  # messages 2 and 3 take two fragments
EXCHANGE, PAYLOAD = 1, 9
ONE, TWO = 3, 258
RIGHTS = (provision("global", [ONE, TWO], b"seed"), provision("leap", [ONE, TWO], b"seed"))


def pair(library, case, **options) -> Ether:
    return Ether(library, case.scheme, case.stores(ids=(ONE, TWO)), **options).start()


def whole(heard: Heard) -> list[tuple[float, bytes]]:
    return [(0, heard.octets)]


def fragment(heard: Heard) -> tuple[int, int, int] | None:
    """Message, fragment, and the number of the last one; None for other frames."""
    payload = heard.octets[PAYLOAD:]
    return (payload[1] & 15, payload[4] >> 4, payload[4] & 15) if payload[0] & 15 == EXCHANGE else None


def tags(network: Ether) -> set[bytes]:
    """Of the exchanges that were heard."""
    return {heard.octets[PAYLOAD + 2 : PAYLOAD + 4] for heard in network.capture if fragment(heard)}


def survives(network: Ether) -> None:
    """While frames are forged, exchanges may fail, but no two nodes have different keys; then they come to agree."""
    for _ in range(20):
        network.run(1)
        one, two = network.motes[ONE].session(TWO), network.motes[TWO].session(ONE)
        assert not one or not two or one[0] == two[0]
    network.tap = whole
    assert network.run_until_keyed(600)
    assert all(mote.ask("exchange_is_wiped") for mote in network.motes.values())


def test_fragments_in_another_order(library):
    """The first fragment of each long message comes after the second."""
    network = pair(library, LONG)
    network.tap = lambda heard: [(0.05 * (fragment(heard) in ((2, 0, 1), (3, 0, 1))), heard.octets)]
    assert network.run_until_keyed()
    assert len(tags(network)) == 1


def test_every_fragment_twice(library):
    network = pair(library, LONG)
    network.tap = lambda heard: [(0, heard.octets), (0.01, heard.octets)]
    assert network.run_until_keyed()
    assert len(tags(network)) == 1


@pytest.mark.parametrize("lost", [(2, 0, 1), (2, 1, 1), (3, 0, 1), (3, 1, 1)])
def test_a_fragment_that_never_comes(library, lost):
    """Acknowledged, and lost behind the radio: the rest is forgotten after a time, and a new exchange succeeds."""
    network = pair(library, LONG)
    network.tap = lambda heard: [(1e6 if fragment(heard) == lost else 0, heard.octets)]
    assert not network.run_until_keyed(60)
    network.tap = whole
    assert network.run_until_keyed(600)
    assert all(mote.ask("exchange_is_wiped") for mote in network.motes.values())


def test_fragments_of_two_exchanges(library):
    """An old message's second fragment after the first one of a new message: the tag tells them apart."""
    old = pair(library, LONG, seed=1)
    assert old.run_until_keyed()
    stale = [heard.octets for heard in old.capture if fragment(heard) == (2, 1, 1)]
    network = pair(library, LONG, seed=2)
    network.tap = lambda heard: [
        (0, octets) for octets in ([*stale, heard.octets] if fragment(heard) else [heard.octets])
    ]
    assert network.run_until_keyed()
    assert network.motes[ONE].session(TWO)[0] != old.motes[ONE].session(TWO)[0]


@pytest.mark.parametrize("numbers", [0x10, 0x0F, 0xEE, 0xFF, 0x20, 0x12])
def test_forged_numbers_of_fragments(library, numbers):
    """Beyond the last one, of other messages, too many: nothing is written beyond the buffer."""
    network = pair(library, LONG)

    def add(heard: Heard):
        forged = bytearray(heard.octets)
        if fragment(heard):
            forged[PAYLOAD + 4] = numbers
            return [(0, bytes(forged)), (0, heard.octets)]
        return [(0, heard.octets)]

    network.tap = add
    survives(network)


@pytest.mark.parametrize("case", ONE_OF_EACH, ids=str)
@pytest.mark.parametrize("victim", [ONE, TWO])
def test_killed_at_each_frame(library, case, victim):
    """Whatever the frame at which a node loses its memory: it comes again, and both agree on a new key."""
    calm = pair(library, case)
    assert calm.run_until_keyed()
    for frame in range(len(calm.capture) + 1):
        assert comes_back(pair(library, case), frame, victim), frame


def comes_back(network: Ether, frame: int, victim: int) -> bool:
    """Whether all is well in the end if the node is killed at that frame."""
    network.tap = killing(network, frame, victim)
    return network.run(600, lambda: network.motes[victim].lives == 2 and network.is_keyed())


def killing(network: Ether, frame: int, victim: int):
    """A tap that kills a node when that frame is on the air, and starts it half a second later."""
    count = iter(range(1_000_000))

    def tap(heard: Heard):
        if next(count) == frame:
            network.motes[victim].kill()
            network.at(16384, network.motes[victim].start)
        return [(0, heard.octets)]

    return tap


@pytest.mark.parametrize("case", [ECQV, SIGNED, EDHOC], ids=str)
def test_frames_cut_short(library, case):
    """Every frame at every length, before the frame itself."""
    network = pair(library, case)
    network.tap = lambda heard: [(0, heard.octets[:length]) for length in range(len(heard.octets) + 1)]
    survives(network)


def test_frames_for_other_nodes(library):
    """A first message that names another destination, or another PAN, begins nothing; the true one does."""
    network = pair(library, ECQV)
    network.tap = lambda heard: [] if fragment(heard) else whole(heard)
    network.run(3)
    first = next(heard.octets for heard in network.capture if fragment(heard))
    responder = network.motes[TWO]
    for place in (3, 5):  # PAN, destination
        network.inject(TWO, first[:place] + b"\x21\x43" + first[place + 2 :])
        assert responder.ask("state") == 0
    second = first[: PAYLOAD + 4] + b"\x11" + first[PAYLOAD + 5 :]  # not the first fragment
    network.inject(TWO, second)
    assert responder.ask("state") == 0
    network.inject(TWO, first)
    assert responder.ask("state") != 0


def test_frames_that_are_too_long(library):
    network = pair(library, ECQV)
    network.tap = lambda heard: [(0, heard.octets + bytes(count)) for count in (1, 8, 90, 200, 0)]
    survives(network)


@pytest.mark.parametrize("case", ONE_OF_EACH, ids=str)
def test_replays_after_a_restart(library, case):
    """All that was ever heard comes again, to both, when one of them has lost its memory and the ether is dead."""
    network = pair(library, case)
    assert network.run_until_keyed()
    assert network.motes[ONE].send(TWO, b"21.5 degrees") == Status.OK
    network.run(1)
    heard, before = list(network.capture), network.motes[ONE].session(TWO)
    network.motes[TWO].kill()
    network.tap = lambda _: []
    network.motes[TWO].start()
    for old in heard:
        for own in (ONE, TWO):
            network.inject(own, old.octets)
            network.run(0.05)
    network.run(30)
    assert network.motes[TWO].session(ONE) is None and network.motes[TWO].data == [(ONE, b"21.5 degrees")]
    kept = network.motes[ONE].session(TWO)
    assert kept is None or (kept[0], kept[2]) == (before[0], before[2])


@pytest.mark.parametrize("stores", RIGHTS, ids=["global", "leap"])
@pytest.mark.parametrize("at", range(8))
def test_a_damaged_store_is_refused(library, stores, at):
    """Each octet of the head, but for the id and the PAN, in which any value is one."""
    scheme = "global" if stores is RIGHTS[0] else "leap"
    damaged = bytearray(stores[ONE])
    damaged[at] ^= 0x10
    network = Ether(library, scheme, {ONE: bytes(damaged), TWO: stores[TWO]})
    status = network.motes[ONE].start()
    assert status == (Status.ERROR_ENCODING if at < 4 else Status.OK)


def leap(library, nodes: list[int], seconds: int = 20) -> Ether:
    stores = provision("leap", nodes, b"seed", options={"seconds": seconds})
    return Ether(library, "leap", stores)


def test_leap_node_that_restarts_before_its_time(library):
    """It erases the transitory key at once, for it has lost count of the time; its pairs are in its store."""
    network = leap(library, [ONE, TWO]).start()
    assert network.run_until_keyed(10)
    network.motes[TWO].kill()
    network.motes[TWO].start()
    master = provision("leap", [ONE], b"seed")[ONE][11:27]
    assert master not in network.motes[TWO].store and master in network.motes[ONE].store
    assert network.run(300, lambda: network.motes[TWO].is_keyed(ONE) and network.is_keyed())


def test_leap_node_that_restarts_after_its_time(library):
    network = leap(library, [ONE, TWO]).start()
    assert network.run_until_keyed(10)
    network.run(30)
    network.motes[ONE].kill()
    network.motes[ONE].start()
    assert network.run(300, lambda: network.motes[ONE].is_keyed(TWO) and network.is_keyed())


@pytest.mark.parametrize("has_key", [True, False])
def test_leap_node_that_comes_late(library, has_key):
    """With the transitory key it is keyed with nodes that have erased theirs; without it, with nobody."""
    network = leap(library, [ONE, TWO, 4000])
    if not has_key:
        network.motes[4000].store[11:27] = bytes(range(16))
    assert network.motes[ONE].start() == network.motes[TWO].start() == Status.OK
    network.run(40)
    assert network.motes[4000].start() == Status.OK
    assert network.run(600, network.is_keyed) == has_key
    assert network.motes[4000].is_keyed(ONE) == network.motes[4000].is_keyed(TWO) == has_key
