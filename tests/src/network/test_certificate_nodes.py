"""The schemes with certificates in whole nodes: several in one ether, with losses and a stranger."""

import pytest

from motelab.library.host import Status
from motelab.network.air import ether
from tests.src.network.exchange import PAN
from tests.src.network.test_certificate_schemes import CASES, ECQV, EDHOC, ONE_OF_EACH, SIGNED

IDS = (3, 258, 259, 4000)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_pair_is_keyed(library, case):
    """And each sends the other what nobody else reads."""
    nodes = ether.Ether(library, case.scheme, case.stores(ids=IDS)).start()
    assert nodes.run_until_keyed()
    keys = {nodes.motes[one].session(other)[0] for one, other in nodes.links}
    assert len(keys) == len(nodes.links)
    for one, other in nodes.links[:2]:
        assert nodes.run(30, lambda one=one, other=other: nodes.motes[one].send(other, b"21.5") == Status.OK)
        assert nodes.run(30, lambda one=one, other=other: (one, b"21.5") in nodes.motes[other].data)
    assert not any(b"21.5" in heard.octets for heard in nodes.capture)


@pytest.mark.parametrize("case", ONE_OF_EACH, ids=str)
def test_losses(library, case):
    """Fragments of long messages, too, are sent again."""
    ids = IDS[:3]
    nodes = ether.Ether(library, case.scheme, case.stores(ids=ids), ether.line(list(ids)), loss=0.2).start()
    assert nodes.run_until_keyed(1200)


@pytest.mark.parametrize("case", (ECQV, SIGNED, EDHOC), ids=str)
def test_a_stranger_gets_no_session(library, case):
    """Node 259 has its provision from another authority, or private key from another network."""
    stores = dict(case.stores(ids=IDS))
    stores[259] = case.stores("another authority", PAN, IDS)[259]
    nodes = ether.Ether(library, case.scheme, stores).start()
    nodes.run(300)
    for own, mote in nodes.motes.items():
        for peer in IDS:
            if peer != own:
                assert mote.is_keyed(peer) == (259 not in (own, peer))


@pytest.mark.parametrize("case", ONE_OF_EACH, ids=str)
def test_a_replayed_exchange(library, case):
    """All frames of an exchange come again, to both sides: keys and counters stay."""
    nodes = ether.Ether(library, case.scheme, case.stores(ids=(3, 258))).start()
    assert nodes.run_until_keyed()
    assert nodes.run(30, lambda: nodes.motes[3].send(258, b"once") == Status.OK)
    nodes.run(5)
    before = [nodes.motes[own].session(peer) for own, peer in ((3, 258), (258, 3))]
    for heard in list(nodes.capture):
        nodes.inject(258 if heard.sender == 3 else 3, heard.octets)
        nodes.run(1)
    nodes.run(60)
    after = [nodes.motes[own].session(peer) for own, peer in ((3, 258), (258, 3))]
    for (key, sent, received), (key_later, sent_later, received_later) in zip(before, after, strict=True):
        assert key_later != key or (sent_later >= sent and received_later >= received)
    assert [data for _, data in nodes.motes[258].data].count(b"once") == 1
