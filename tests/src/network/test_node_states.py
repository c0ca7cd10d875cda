"""Nodes in states that a simulated network would take years to reach: the last generation of a nonce, the last counter
of a session; ways to a pair's key that a scheme has not."""

import ctypes

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESCCM

from motelab.library.host import Status
from motelab.network.air.ether import TICKS, Ether
from motelab.network.provision import provision
from tests.src.network.exchange import Failed, Side

ONE, TWO = 1, 2
LAST_GENERATION, LAST_COUNTER = 0xFF, 0xFFFFFFFF


@pytest.fixture
def network(engine) -> Ether:
    """Two nodes with a session."""
    made = Ether(engine, "global", provision("global", [ONE, TWO], b"seed")).start()
    assert made.run_until_keyed()
    made.run(1.5)  # the last confirmation, and first HELLOs that were still to come
    return made


def nonce(network: Ether, own: int) -> bytes:
    out = ctypes.create_string_buffer(8)
    network.motes[own].ask("nonce", out)
    return out.raw


def restart(network: Ether, own: int) -> None:
    network.motes[own].kill()
    network.motes[own].start()


@pytest.mark.parametrize("generation", (0, 1, LAST_GENERATION - 1, LAST_GENERATION))
def test_each_session_has_a_nonce_of_its_own(network, generation):
    """The next one of the same start, and after the last a new one, with which a peer is not refused."""
    two = network.motes[TWO]
    two.ask("set_generation", ctypes.c_uint16(ONE), ctypes.c_uint8(generation))
    before = nonce(network, TWO)
    restart(network, ONE)
    assert network.run(60, network.is_keyed)
    after = nonce(network, TWO)
    if generation < LAST_GENERATION:
        assert after == before[:7] + bytes([generation + 1])
    else:
        assert after[:7] != before[:7] and after[7] == 0
    for _ in range(2):
        restart(network, ONE)
        assert network.run(60, network.is_keyed)


def test_all_sessions_of_a_nonce_that_is_drawn_anew(engine):
    """Those with other peers were made with the old one: they restart, and are not refused either."""
    network = Ether(engine, "global", provision("global", [1, 2, 3], b"seed"), [(1, 3), (2, 3)]).start()
    assert network.run_until_keyed()
    three = network.motes[3]
    for peer in (1, 2):
        three.ask("set_generation", ctypes.c_uint16(peer), ctypes.c_uint8(LAST_GENERATION))
    for peer in (1, 2):
        restart(network, peer)
        assert network.run(60, network.is_keyed), peer


def traffic(network: Ether, sender: int, receiver: int, counter: int, data: bytes) -> bytes:
    """A genuine frame, by `cryptography` and docs/network/wire-format.md."""
    key, _, _ = network.motes[sender].session(receiver)
    header = b"\x13" + counter.to_bytes(4)
    ccm = sender.to_bytes(2) + receiver.to_bytes(2) + counter.to_bytes(4) + bytes(5)
    pan = next(heard.octets for heard in network.capture)[3:5]
    addresses = pan + receiver.to_bytes(2, "little") + sender.to_bytes(2, "little")
    return b"\x61\x88\x09" + addresses + header + AESCCM(key, tag_length=8).encrypt(ccm, data, header)


def received(network: Ether, counter: int, data: bytes = b"1") -> bool:
    """Whether node 2 takes node 1's traffic with that counter."""
    count = len(network.motes[TWO].data)
    network.inject(TWO, traffic(network, ONE, TWO, counter, data))
    return network.motes[TWO].data[count:] == [(ONE, data)]


def test_counters_rise(network):
    """Each is taken once, and none below one that has been taken."""
    first = network.motes[TWO].session(ONE)[2]
    assert received(network, first) and not received(network, first)
    assert received(network, first + 1) and received(network, first + 7)
    assert not any(received(network, counter) for counter in range(first + 8))
    assert received(network, first + 8) and received(network, 0x80000000)
    assert not received(network, 0x7FFFFFFF)


def test_the_last_counter_is_refused(network):
    """Behind it the next one would be 0, and all that was ever heard be new."""
    network.motes[TWO].ask("set_counters", ctypes.c_uint16(ONE), ctypes.c_uint32(1), ctypes.c_uint32(LAST_COUNTER - 2))
    assert not received(network, LAST_COUNTER)
    assert received(network, LAST_COUNTER - 1)
    assert network.motes[TWO].session(ONE)[2] == LAST_COUNTER
    assert not any(received(network, counter) for counter in (LAST_COUNTER, LAST_COUNTER - 1, 0, 1))


@pytest.mark.parametrize("sent", (LAST_COUNTER - 1, LAST_COUNTER))
def test_the_last_counter_is_not_sent(network, sent):
    one = network.motes[ONE]
    one.ask("set_counters", ctypes.c_uint16(TWO), ctypes.c_uint32(sent), ctypes.c_uint32(1))
    assert one.send(TWO, b"last") == (Status.OK if sent < LAST_COUNTER else Status.ERROR_ABANDONED)
    network.run(1)
    assert network.motes[TWO].data == ([(ONE, b"last")] if sent < LAST_COUNTER else [])


@pytest.mark.parametrize("count", (0, 1, 103, 104, 255, 256 + 1))
def test_lengths_of_data(network, count):
    """1 to 103 octets, as they are; beyond these nothing is sent."""
    data, captured = bytes(i & 0xFF for i in range(count)), len(network.capture)
    is_one = 1 <= count <= 103
    assert network.motes[ONE].send(TWO, data) == (Status.OK if is_one else Status.ERROR_MESSAGE_LENGTH)
    network.run(1)
    assert network.motes[TWO].data == ([(ONE, data)] if is_one else [])
    assert is_one or len(network.capture) == captured


def test_every_octet_of_traffic_counts(network):
    """Of the header, the ciphertext and its tag each bit; a length, too."""
    counter = network.motes[TWO].session(ONE)[2]
    whole = traffic(network, ONE, TWO, counter, b"12")
    for bit in range(8 * 9, 8 * len(whole)):
        changed = bytearray(whole)
        changed[bit // 8] ^= 1 << bit % 8
        network.inject(TWO, bytes(changed))
    for changed in (whole[:-1], whole + b"\0"):
        network.inject(TWO, changed)
    assert network.motes[TWO].data == []
    network.inject(TWO, whole)
    assert network.motes[TWO].data == [(ONE, b"12")]


@pytest.mark.parametrize(("scheme", "ways"), (("global", 1), ("leap", 2)))
@pytest.mark.parametrize("how", (0, 1, 2, 3, 0x7F, 0x80, 0xFF))
def test_ways_to_a_pair_that_there_are_not(engine, scheme, ways, how):
    """Of message 1: the scheme's own ways alone."""
    store = provision(scheme, [3, 258], b"seed")[258]
    side = Side(engine, scheme, store, 258, 3)
    if how < ways:
        side.read(1, bytes([how]))
        return
    with pytest.raises(Failed) as found:
        side.read(1, bytes([how]))
    assert found.value.status == Status.ERROR_UNSUPPORTED


@pytest.mark.parametrize("scheme", ("global", "leap"))
def test_every_octet_of_a_mac_counts(engine, scheme):
    """Of messages 2 and 3; eight octets, neither seven nor nine."""
    nodes = Ether(engine, scheme, provision(scheme, [3, 258], b"seed")).start().motes
    stores = {own: bytes(mote.store) for own, mote in nodes.items()}  # with what LEAP writes at the first start

    def refused(number: int, change) -> Status:
        sides = (Side(engine, scheme, stores[3], 3, 258), Side(engine, scheme, stores[258], 258, 3))
        sides[1].read(1, sides[0].write(1))
        second = sides[1].write(2)
        if number == 3:
            sides[0].read(2, second)
        message = change(second if number == 2 else sides[0].write(3))
        with pytest.raises(Failed) as found:
            sides[number - 2].read(number, message)
        return found.value.status

    for number in (2, 3):
        for bit in range(64):
            flipped = lambda m, bit=bit: (int.from_bytes(m) ^ 1 << bit).to_bytes(8)  # noqa: E731
            assert refused(number, flipped) == Status.ERROR_MAC
        for count in (0, 1, 7):
            assert refused(number, lambda m, count=count: m[:count]) == Status.ERROR_MESSAGE_LENGTH


def test_time_passes_its_end(engine):
    """The ticks wrap after 36 hours: nodes that begin just before are keyed all the same."""
    network = Ether(engine, "leap", provision("leap", [ONE, TWO], b"seed"))
    network.ticks = 2.0**32 - TICKS / 8
    network.start()
    assert network.run_until_keyed(60)
    assert network.motes[ONE].send(TWO, b"after") == Status.OK
    network.run(1)
    assert network.motes[TWO].data == [(ONE, b"after")]


@pytest.mark.parametrize("number", (2, 3))
def test_a_message_that_was_lost_is_sent_again(engine, number):
    """Acknowledged, and lost behind the radio: the message before it comes again, and the exchange goes on."""
    network, lost, tags = Ether(engine, "global", provision("global", [ONE, TWO], b"seed")), [], set()

    def lose(heard):
        payload = heard.octets[9:]
        if payload[0] & 15 != 1:
            return [(0, heard.octets)]
        tags.add(payload[2:4])
        is_lost = payload[1] & 15 == number and not lost
        lost.extend([payload] * is_lost)
        return [(1e6 if is_lost else 0, heard.octets)]

    network.tap = lose
    assert network.start().run_until_keyed(60) and lost
    assert len(tags) == 1, "another exchange began"
