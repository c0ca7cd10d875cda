"""Networks whose base station is the authority of the identities: whoever has its master secret opens everything and
can be anybody; a fake one with another master secret opens nothing, and its nodes stay outside."""

import ctypes
import functools

import pytest

from motelab.network.air.ether import Ether, line
from motelab.network.identities import Authority, identity
from tests.src.network.pairings import eavesdropper
from tests.src.network.pairings.direct import Result, authority, opened

IDS = [9, 4, 0x1207, 7]
PAIRS = {(min(link), max(link)) for link in line(IDS)}  # initiator, responder
GROUP = "tate-256"
NUMBERS = {"sok": 3, "ibe": 4}
PAN = 0x4D4E


def fake() -> Authority:
    return authority(GROUP, b"a fake base station")


def store(scheme: str, node: int, by: Authority, says: int | None = None) -> bytes:
    """The provision of a node, which may say that it is another one."""
    head = b"MN" + bytes([1, NUMBERS[scheme]]) + (says or node).to_bytes(2) + PAN.to_bytes(2)
    return head + getattr(by, scheme)(node)


def ether(scheme: str, stores: dict[int, bytes] | None = None, links=None, **options) -> Ether:
    made = stores or {node: store(scheme, node, authority(GROUP)) for node in IDS}
    return Ether(opened(), scheme, made, links, **options).start()


def exchange_data(network: Ether) -> None:
    """Each node tells each neighbour who it is."""
    for one, other in [*network.links, *((b, a) for a, b in network.links)]:
        network.run(1)
        assert network.motes[one].send(other, b"I am %d" % one) == 0
    network.run(1)


@functools.cache
def recorded() -> list[bytes]:
    """All frames of a line of nodes that agree on keys by ibe and exchange data."""
    network = ether("ibe", links=line(IDS))
    assert network.run_until_keyed(600)
    exchange_data(network)
    return [heard.octets for heard in network.capture]


@pytest.mark.parametrize("scheme", ["sok", "ibe"])
@pytest.mark.parametrize("loss", [0, 0.2])
def test_a_network_is_keyed(scheme, loss):
    network = ether(scheme, loss=loss, seed=scheme)
    assert network.run_until_keyed(6000)
    if not loss:
        exchange_data(network)
        for own, mote in network.motes.items():
            others = set(IDS) - {own}
            assert {(peer, octets) for peer, octets in mote.data} == {(peer, b"I am %d" % peer) for peer in others}


@pytest.mark.parametrize("scheme", ["sok", "ibe"])
@pytest.mark.parametrize("stranger", [4, 9, 0x1207])
def test_a_node_of_a_fake_base_station_stays_outside(scheme, stranger):
    """As initiator, as responder, and as both."""
    stores = {node: store(scheme, node, fake() if node == stranger else authority(GROUP)) for node in IDS}
    network = ether(scheme, stores)
    others = [node for node in IDS if node != stranger]
    rest = [(one, other) for one in others for other in others if one != other]
    assert network.run(6000, lambda: all(network.motes[one].is_keyed(other) for one, other in rest))
    network.run(600)
    for other in others:
        assert not network.motes[other].is_keyed(stranger) and not network.motes[stranger].is_keyed(other)
    pair = (stranger, max(others) if stranger < max(others) else min(others))
    finder = max(pair) if scheme == "ibe" else min(pair)  # who reads the first message that a key made
    assert network.motes[finder].ask("error") == Result.ERROR_MAC


@pytest.mark.parametrize("scheme", ["sok", "ibe"])
def test_a_node_with_the_keys_of_another_name_stays_outside(scheme):
    stores = {4: store(scheme, 7, authority(GROUP), says=4), 9: store(scheme, 9, authority(GROUP))}
    network = ether(scheme, stores)
    assert not network.run_until_keyed(1200)
    expected = {"sok": (4, Result.ERROR_MAC), "ibe": (9, Result.ERROR_SIGNATURE)}[scheme]
    assert network.motes[expected[0]].ask("error") == expected[1]


@pytest.mark.parametrize("scheme", ["sok", "ibe"])
def test_whoever_has_the_master_secret_is_anybody(scheme):
    """The base station is open to impersonation: its master secret makes a right node of any name."""
    stolen = Authority(authority(GROUP).group, authority(GROUP).master_secret, authority(GROUP).parameters)
    network = ether(scheme, {4: store(scheme, 4, authority(GROUP)), 0x7777: store(scheme, 0x7777, stolen)})
    assert network.run_until_keyed(600)


def test_the_master_secret_opens_everything():
    opened_data = eavesdropper.open_all(recorded(), eavesdropper.keys_of(authority(GROUP)), authority(GROUP).group)
    said = {pair: {b"I am %d" % node for node in pair} for pair in PAIRS}
    assert {pair: set(found) for pair, found in opened_data.items()} == said


def test_a_fake_master_secret_opens_nothing():
    assert {(heard.initiator, heard.responder) for heard in eavesdropper.messages(recorded())} == PAIRS
    assert eavesdropper.open_all(recorded(), eavesdropper.keys_of(fake()), authority(GROUP).group) == {}


def test_a_captured_node_opens_what_was_sent_to_it():
    """No forward secrecy: its store opens recorded traffic of the links whose message it received, and of no other."""
    captured = store("ibe", 9, authority(GROUP))
    key_bytes = len(eavesdropper.keys_of(authority(GROUP))(9))
    group, held = authority(GROUP).group, {9: captured[-key_bytes:]}
    found = eavesdropper.open_all(recorded(), held.get, group)
    assert {pair: set(octets) for pair, octets in found.items()} == {(4, 9): {b"I am 4", b"I am 9"}}
    anybody = eavesdropper.open_all(recorded(), lambda _: captured[-key_bytes:], group)
    assert set(anybody) == {(4, 9)}, "its key opens a message to another"


def test_a_replayed_exchange_is_refused_after_a_restart():
    """Message 1 again to a restarted node, whose nonce is new, though its random octets repeat."""
    network = ether("ibe", {4: store("ibe", 4, authority(GROUP)), 9: store("ibe", 9, authority(GROUP))})
    assert network.run_until_keyed(600)
    before = network.motes[9].session(4)[0]
    old = [h.octets for h in network.capture if h.octets[9] & 15 == eavesdropper.EXCHANGE and h.sender == 4]
    for is_repeating in (False, True):
        network.motes[4].kill()
        network.motes[9].kill()
        network.run(1)
        if is_repeating:
            network.motes[9].random.seed(f"{network.seed} 9")
        assert network.motes[9].start() == 0
        network.run(3)
        for octets in old:
            network.inject(9, octets)
            network.run(0.01)
        session = network.motes[9].session(4)
        assert session is None or session[0] != before


def test_identities_are_those_of_the_library():
    assert authority(GROUP).group.encode_identity(identity(0x1207)) == bytes([1, 2, 0x12, 0x07])


GROUP_AT, OBJECTS_AT, PARAMETERS_BYTES, KEY_BYTES = 8, 9, 40, 41
SIGNING_AT = OBJECTS_AT + PARAMETERS_BYTES


@pytest.mark.parametrize("scheme, at, octets, status", [
    ("sok", GROUP_AT, b"\0", "ERROR_UNSUPPORTED"),
    ("ibe", GROUP_AT, b"\4", "ERROR_UNSUPPORTED"),
    ("ibe", GROUP_AT, b"\5", "ERROR_TRAILING"),
    ("sok", OBJECTS_AT, b"\2", "IBE_ERROR_VERSION"),
    ("sok", OBJECTS_AT + 1, b"\7", "IBE_ERROR_KIND"),
    ("sok", OBJECTS_AT + 2, b"\2", "IBE_ERROR_GROUP"),
    ("sok", OBJECTS_AT + 7, b"\2", "IBE_ERROR_USE"),
    ("ibe", SIGNING_AT + 7, b"\1", "IBE_ERROR_USE"),
    ("ibe", SIGNING_AT + KEY_BYTES + 7, b"\2", "IBE_ERROR_USE"),
    ("ibe", OBJECTS_AT + 6, b"\x20", "ERROR_TRAILING"),
])  # fmt: skip
def test_a_wrong_provision_is_refused_at_the_beginning(scheme, at, octets, status):
    """tate-1536, group 4, is not of this build; group 5 has longer objects."""
    whole = store(scheme, 4, authority(GROUP))
    network = Ether(opened(), scheme, {4: whole[:at] + octets + whole[at + len(octets) :]})
    mote = network.motes[4]
    mote.memory = ctypes.create_string_buffer(opened().test_node_bytes())
    found = network.call("begin", mote, network.scheme, ctypes.byref(mote.platform), None, ctypes.c_size_t(0))
    assert Result(found).name == status
    assert not any(mote.memory.raw), "a node that did not begin is not wiped"
