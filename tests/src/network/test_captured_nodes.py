"""Captured nodes: the links that an attacker opens with their memory and everything that was sent are those that the
model of `./motecurve network simulate` counts. Nodes and their cryptography are the library's; so are the networks and
the captured nodes of the model, by the same seed."""

import functools

import pytest

from motelab.network.air.ether import Ether, Mote
from motelab.network.provision import provision
from motelab.network.simulation import run, topology
from motelab.network.simulation.run import Request
from tests.src.network import attacker
from tests.src.network.attacker import Recording
from tests.src.network.pairings import direct

SCHEMES = ("global", "leap", "ecqv", "ecdsa-ecdh", "edhoc")
LEAP_S = 60
PATIENCE_S = 3600  # whoever is busy with ibe lets others wait for minutes
SMALL = Request(nodes=16, scheme="global", captured=2, seed=5)


def network(library, request: Request) -> Ether:
    """The same nodes and links as the model's; the model's node 0 has the id 1. Keyed."""
    made = topology.make(request.topology, request.nodes, None, str(request.seed))
    links = [(one + 1, other + 1) for one in range(request.nodes) for other in made.wanted[one] if one < other]
    scheme = request.scheme.replace("-", "_")
    stores = provision(scheme, range(1, request.nodes + 1), b"captured nodes")
    nodes = Ether(library, scheme, stores, links, seed=request.seed).start()
    assert nodes.run_until_keyed(PATIENCE_S if request.scheme == "ibe" else LEAP_S - 10)
    nodes.run(1)  # the last confirmations
    return nodes


def image(mote: Mote) -> bytes:
    """RAM and the store, as the attacker reads them out."""
    return bytes(mote.memory.raw) + bytes(mote.store)


def opened(nodes: Ether, request: Request) -> dict[attacker.Link, str]:
    images = [image(nodes.motes[node + 1]) for node in run.captured_nodes(request)]
    return attacker.opened(Recording(heard.octets for heard in nodes.capture), images)


@functools.cache
def model(request: Request) -> set[attacker.Link]:
    """What the model says is open, in ids."""
    made, motes, _ = run.run(request)
    assert made.keyed == made.links
    return {(one + 1, other + 1) for one, other in run.compromised(request, run.scheme_of(request), motes)}


def agrees(library, request: Request) -> dict[attacker.Link, str]:
    nodes = network(library, request)
    if request.scheme == "leap" and request.captured_at is None:
        nodes.run(LEAP_S)
    found = opened(nodes, request)
    assert set(found) == model(request)
    return found


@pytest.mark.parametrize("scheme", SCHEMES)
def test_attacker_and_model_agree(library, scheme):
    found = agrees(library, Request(nodes=16, scheme=scheme, captured=2, seed=5))
    assert set(found.values()) == ({"session", "global"} if scheme == "global" else {"session"})


def test_leap_before_its_key_is_erased(library):
    """One image within the first minute opens every link; later, those of its node."""
    request = Request(nodes=16, scheme="leap", captured=1, seed=5, captured_at=20.0)
    found = agrees(library, request)
    assert "transitory" in found.values() and len(found) == run.run(request)[0].links


def test_leap_after_a_restart(library):
    """The sessions are gone, but keys in the store open the links of the node's own past, and no others."""
    request = Request(nodes=16, scheme="leap", captured=1, seed=5)
    nodes = network(library, request)
    nodes.run(LEAP_S)
    (captured,) = run.captured_nodes(request)
    recording = Recording(heard.octets for heard in nodes.capture)
    found = attacker.opened(recording, [bytes(nodes.motes[captured + 1].store)])
    assert set(found) == model(request) and set(found.values()) <= {"own", "pair"}


@pytest.mark.parametrize("scheme", ["ecdsa-ecdh", "edhoc"])
def test_forward_secrecy(library, scheme):
    """The node has restarted since: with its private key nothing opens that was recorded before."""
    request = Request(nodes=16, scheme=scheme, captured=1, seed=5)
    nodes = network(library, request)
    (captured,) = run.captured_nodes(request)
    recording = Recording([heard.octets for heard in nodes.capture])
    mote = nodes.motes[captured + 1]
    mote.kill()
    mote.start()
    assert nodes.run_until_keyed(600)
    assert attacker.opened(recording, [image(mote)]) == {}


def test_without_an_image_nothing_opens(library):
    nodes = network(library, SMALL)
    assert attacker.opened(Recording(heard.octets for heard in nodes.capture), [bytes(4096)]) == {}


def test_an_image_with_the_key_in_it_somewhere(library):
    """The attacker is told no place: the key stands at an odd one, in a memory full of other octets."""
    nodes = network(library, SMALL)
    key = provision("global", [1], b"captured nodes")[1][8:24]
    noise = bytes(range(1, 251)) * 3
    recording = Recording(heard.octets for heard in nodes.capture)
    assert len(attacker.opened(recording, [noise + key + noise])) == len(nodes.links)
    assert attacker.opened(recording, [noise + bytes([key[0] ^ 1]) + key[1:] + noise]) == {}


@pytest.mark.slow
@pytest.mark.parametrize("scheme", SCHEMES)
def test_two_hundred_nodes(library, scheme):
    agrees(library, Request(nodes=200, scheme=scheme, captured=3, seed=2))


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["sok", "ibe"])
def test_two_hundred_nodes_with_identities(scheme):
    agrees(direct.opened(), Request(nodes=200, scheme=scheme, captured=3, seed=2))
