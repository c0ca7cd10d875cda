"""Nodes of the engine among strangers who forge frames: an honest pair has its key within a stated time, and what a
stranger costs is bounded. `./motecurve network attack` does the same to all schemes, with times of computation."""

import ctypes
from collections import Counter

import pytest

from motelab.network.air.ether import BROADCAST, TICKS, Ether, Heard
from motelab.network.provision import PAN, provision

ONE, TWO = 100, 200
HELLO, EXCHANGE, BUSY, TRAFFIC = range(0x10, 0x14)
BUDGET = 12  # exchanges with strangers; one more in four times ANSWER_S
PLACES = 8  # of neighbours and strangers together
ANSWER_S = 0.4  # answer_ms of both schemes
SCHEMES = ("global", "leap")
KEYED_WITHIN_S = 60  # under each attack


def ether(engine, scheme: str = "global", ids: tuple[int, ...] = (ONE, TWO), **options) -> Ether:
    return Ether(engine, scheme, provision(scheme, list(ids), b"seed"), **options)


def forge(network: Ether, source: int, destination: int, payload: bytes) -> None:
    header = b"\x61\x88\0" + b"".join(number.to_bytes(2, "little") for number in (PAN, destination, source))
    network.inject(destination, header + payload)


def hello(network: Ether, source: int, destination: int, nonce: int = 0) -> None:
    number = 1 if network.scheme_name == "global" else 2
    forge(network, source, destination, bytes([HELLO, number]) + b"forged" + nonce.to_bytes(2))


def every(network: Ether, seconds: float, act) -> None:
    def again(count: int) -> None:
        act(count)
        network.at(seconds * TICKS, lambda: again(count + 1))

    again(0)


def sent(network: Ether) -> Counter:
    """Frames of nodes, by type."""
    return Counter(heard.octets[9] for heard in network.capture if heard.sender is not None)


def late_pair(network: Ether, first: int, alone_s: float = 120) -> bool:
    """Whether the pair is keyed in time, one of which has been alone with the attacker for a while."""
    assert network.motes[first].start() == 0
    network.run(alone_s)
    assert network.motes[ONE + TWO - first].start() == 0
    return network.run_until_keyed(KEYED_WITHIN_S)


@pytest.mark.parametrize("nonces", (1, 1000))
def test_a_forged_hello_costs_an_exchange_at_most(engine, nonces):
    """A node that does not exist, with one nonce or many: no exchange for each of them, and none again after a time."""
    network = ether(engine)
    network.motes[ONE].start()
    for count in range(nonces if nonces == 1 else 100):
        network.run(1)
        hello(network, TWO + 1, ONE, count % nonces)
    network.run(600)
    exchanges = {heard.octets[11:13] for heard in network.capture if heard.octets[9] == EXCHANGE}
    assert len(exchanges) <= (1 if nonces == 1 else BUDGET + 100 / (4 * ANSWER_S))
    frames = len(network.capture)
    network.run(600)
    assert sent(network)[EXCHANGE] == sum(heard.octets[9] == EXCHANGE for heard in network.capture[:frames])


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("first", (ONE, TWO))
@pytest.mark.parametrize("kind", ("hello", "traffic", "first message"))
def test_places_are_not_taken(engine, scheme, first, kind):
    """Strangers, ever others, three a second: to a node that waits for its neighbour."""
    network = ether(engine, scheme)

    def act(count: int) -> None:
        stranger = (TWO if first == ONE else 0) + 1 + count % 99
        if kind == "hello":
            hello(network, stranger, first)
        elif kind == "traffic":
            forge(network, stranger, first, bytes([TRAFFIC]) + count.to_bytes(4) + bytes(24))
        else:
            number = 0x11 if scheme == "global" else 0x21
            forge(network, stranger, first, bytes([EXCHANGE, number]) + count.to_bytes(2) + b"\0\0\0" + bytes(9))

    every(network, 0.3, act)
    assert late_pair(network, first)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("kind", ("busy", "fragment", "another first message"))
def test_what_anybody_can_say_cancels_nothing(engine, scheme, kind):
    """For every fragment of a message 1 that is heard, at once, in the name of one of both: they are keyed all the
    same, and in the same exchange."""
    network = ether(engine, scheme)

    def tap(heard: Heard) -> list[tuple[float, bytes]]:
        payload = heard.octets[9:]
        if payload[0] == EXCHANGE and payload[1] & 15 == 1:
            number = payload[1] & 0xF0
            if kind == "busy":
                network.at(1, lambda: forge(network, TWO, ONE, bytes([BUSY]) + payload[1:4]))
            elif kind == "fragment":
                forged = bytes([EXCHANGE, number | 2]) + payload[2:4] + b"\0" + bytes(8)
                network.at(1, lambda: forge(network, TWO, ONE, forged))
            else:
                for later in range(20, 400, 20):
                    other = payload[:2] + later.to_bytes(2) + payload[4:]
                    network.at(later, lambda other=other: forge(network, ONE, TWO, other))
        return [(0, heard.octets)]

    network.tap = tap
    network.start()
    assert network.run_until_keyed(20)
    tags = {heard.octets[11:13] for heard in network.capture if heard.sender and heard.octets[9] == EXCHANGE}
    assert len(tags) == 1


@pytest.mark.parametrize("scheme", SCHEMES)
def test_busy_and_strangers_together(engine, scheme):
    """Whoever is told that its peer is busy turns to others; strangers who come just then do not keep it from the
    peer."""
    network = ether(engine, scheme)

    def tap(heard: Heard) -> list[tuple[float, bytes]]:
        payload = heard.octets[9:]
        if payload[0] == EXCHANGE and payload[1] & 15 == 1 and heard.octets[5] == TWO:
            network.at(1, lambda: forge(network, TWO, ONE, bytes([BUSY]) + payload[1:4]))
            network.at(2, lambda: hello(network, TWO + 1 + len(network.capture) % 50, ONE))
        return [(0, heard.octets)]

    network.tap = tap
    network.start()
    assert network.run_until_keyed(KEYED_WITHIN_S)


def test_neighbours_that_proved_who_they_are_stay(engine):
    """However many strangers come, sessions go on; a stranger that proves who it is gets the place of one that does
    not."""
    network = ether(engine, ids=(ONE, TWO, TWO + 50), links=[(ONE, TWO), (ONE, TWO + 50)])
    for own in (ONE, TWO):
        network.motes[own].start()
    assert network.run(60, lambda: network.motes[ONE].is_keyed(TWO))
    for count in range(3 * PLACES):
        hello(network, TWO + 1 + count, ONE)
    network.motes[TWO + 50].start()
    assert network.run_until_keyed(KEYED_WITHIN_S)


def test_no_empty_frame_after_data(engine):
    """Whoever has read the last message and sends data at once has confirmed by them."""
    network = ether(engine)
    two = network.motes[TWO]
    two.on_keyed = lambda peer: network.call("send", two, peer, b"data", ctypes.c_size_t(4))
    assert network.start().run_until_keyed()
    network.run(2)
    assert network.motes[ONE].data == [(TWO, b"data")] and sent(network)[TRAFFIC] == 1


# Restarts with random octets that repeat


def repeating(network: Ether) -> Ether:
    """All nodes draw the same octets after each start."""
    for mote in network.motes.values():
        mote.random.seed("the same")
    return network


def restart(network: Ether, own: int) -> None:
    mote = network.motes[own]
    mote.kill()
    mote.random.seed("the same")
    assert mote.start() == 0


def nonces_of_traffic(network: Ether, since: int) -> list[tuple[bytes, bytes]]:
    """Sender, receiver and counter of all traffic: with the key, AES-CCM's nonce."""
    return [(heard.octets[5:9], heard.octets[10:14]) for heard in network.capture[since:] if heard.octets[9] == TRAFFIC]


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("who", ((ONE,), (TWO,), (ONE, TWO)), ids=str)
def test_no_key_comes_back(engine, scheme, who):
    """Keys of five lives differ, so no nonce of AES-CCM comes twice under one."""
    network = repeating(ether(engine, scheme)).start()
    keys = []
    for _ in range(5):
        assert network.run(120, lambda: network.is_keyed() and network.motes[ONE].session(TWO)[0] not in keys)
        keys.append(network.motes[ONE].session(TWO)[0])
        for own in who:
            restart(network, own)
    assert len(set(keys)) == 5


def test_what_was_heard_is_of_no_use_after_a_restart(engine):
    """The whole first life is replayed to the second one, which draws the same octets."""
    network = repeating(ether(engine)).start()
    assert network.run_until_keyed()
    first, heard = network.motes[ONE].session(TWO)[0], list(network.capture)
    network.tap, network.acknowledges = lambda _: [], lambda _: True  # the attacker's radio
    for own in (ONE, TWO):
        restart(network, own)
    for old in heard:
        for own in (ONE, TWO):
            if own != old.sender and int.from_bytes(old.octets[5:7], "little") in (own, BROADCAST):
                network.inject(own, old.octets)
                network.run(0.05)
    network.run(30)
    assert all(
        network.motes[own].session(peer) is None or network.motes[own].session(peer)[0] != first
        for own, peer in ((ONE, TWO), (TWO, ONE))
    )


BOOT = slice(-16, None)  # of the store of tests, whose addresses wrap


def boot(number: int) -> bytes:
    return number.to_bytes(4) + (number ^ 0xFFFFFFFF).to_bytes(4)


def number_of(store: bytearray) -> list[int]:
    """Both copies, those that are right."""
    parts = bytes(store[BOOT])
    return [
        int.from_bytes(parts[at : at + 4])
        for at in (0, 8)
        if boot(int.from_bytes(parts[at : at + 4])) == parts[at : at + 8]
    ]


def test_the_number_of_the_start_is_written_once(engine):
    """It counts up by one with each start, in turns; a copy that is torn does not count."""
    network = ether(engine, ids=(ONE,))
    mote, writes = network.motes[ONE], []
    write = mote.write_store
    mote.write_store = lambda at, octets: (writes.append(at), write(at, octets))
    for number in range(1, 6):
        mote.kill()
        assert mote.start() == 0
        network.run(100)
        assert len(writes) == number and max(number_of(mote.store)) == number
    assert {at % 16 for at in writes} == {0, 8}
    mote.store[-16 + 8 * (5 & 1)] ^= 1  # the power failed while 5 was written
    assert max(number_of(mote.store)) == 4
    mote.kill()
    assert mote.start() == 0 and max(number_of(mote.store)) == 5


@pytest.mark.parametrize("number", (0xFE, 0xFF, 0xFFFF, 0xFFFFFFFD, 0xFFFFFFFE))
def test_numbers_of_starts_at_their_ends(engine, number):
    """Carries; the last number is used, and after it the node does not begin: nothing would be fresh."""
    network = repeating(ether(engine))
    for mote in network.motes.values():
        mote.store[BOOT] = boot(number) + bytes(8)
    network.start()
    assert network.run_until_keyed()
    mote = network.motes[TWO]
    if number == 0xFFFFFFFE:
        key = network.motes[ONE].session(TWO)
        mote.kill()
        assert mote.start() != 0 and key
    else:
        key = network.motes[ONE].session(TWO)[0]
        restart(network, TWO)
        assert network.run(60, lambda: network.is_keyed() and network.motes[ONE].session(TWO)[0] != key)


def test_generations_past_255(engine):
    """After the last generation of a start comes another number of a start, with random octets that repeat, too."""
    network = repeating(ether(engine)).start()
    assert network.run_until_keyed()
    keys, two = {network.motes[ONE].session(TWO)[0]}, network.motes[TWO]
    two.ask("set_generation", ctypes.c_uint16(ONE), ctypes.c_uint8(254))
    for _ in range(4):
        two.random.seed("the same")
        restart(network, ONE)
        assert network.run(60, lambda: network.is_keyed() and network.motes[ONE].session(TWO)[0] not in keys)
        keys.add(network.motes[ONE].session(TWO)[0])
    assert len(keys) == 5 and max(number_of(two.store)) == 2
