"""The authority of a network's identities, and what it writes into nodes' stores."""

import pytest

from motelab.common.errors import MotecurveError
from motelab.ibe import groups
from motelab.network import identities
from motelab.network.identities import identity, of_network
from motelab.network.provision import provision
from tests.src.network.pairings import direct

IDS = [1, 2, 0xFFFD]
ORDERS = {"tate-256": 20, "bls12-381": 32}  # bytes of numbers below the order


@pytest.fixture(autouse=True)
def tested_library(monkeypatch):
    """The groups of the tests' library, which is built anyway."""
    monkeypatch.setattr(groups, "group", lambda name: direct.authority(name).group)


@pytest.mark.parametrize("scheme", ["sok", "ibe"])
def test_a_seed_gives_the_same_octets(scheme):
    made = of_network(scheme, IDS, b"seed")
    assert made == of_network(scheme, IDS, b"seed")
    assert made.keys() == set(IDS) and len(set(made.values())) == len(IDS)
    assert not set(made.values()) & set(of_network(scheme, IDS, b"another seed").values())
    assert not set(made.values()) & set(of_network(scheme, IDS, b"seed", "bls12-381").values())


@pytest.mark.parametrize("scheme", ["sok", "ibe"])
def test_the_whole_provision_has_it_after_the_head(scheme):
    whole = provision(scheme, IDS, b"seed")
    assert {octets[:4] for octets in whole.values()} == {b"MN" + bytes([1, {"sok": 3, "ibe": 4}[scheme]])}
    assert {octets[8] for octets in whole.values()} == {1}
    other = provision(scheme, IDS, b"seed", options={"group": "bls12-381"})
    assert {octets[8] for octets in other.values()} == {5}


@pytest.mark.parametrize("group, scheme, count", [
    ("tate-256", "sok", 1 + 41), ("tate-256", "ibe", 1 + 40 + 2 * 41), ("bls12-381", "sok", 1 + 152),
    ("bls12-381", "ibe", 1 + 151 + 56 + 104),
])  # fmt: skip
def test_lengths_are_those_of_the_pages(group, scheme, count):
    assert {len(octets) for octets in of_network(scheme, IDS, b"seed", group).values()} == {count}


@pytest.mark.parametrize("group", ORDERS)
def test_the_master_secret_is_a_number_below_the_order(group):
    made = [direct.authority(group, bytes([i])) for i in range(3)]
    for authority in made:
        authority.group.validate(authority.master_secret, identities.MASTER_SECRET_KIND)
        assert authority.parameters == authority.group.parameters(authority.master_secret)
    assert len({authority.master_secret for authority in made}) == 3
    assert {len(authority.master_secret) for authority in made} == {7 + ORDERS[group]}


def test_wrong_ids_and_groups_are_refused():
    for node in (-1, 0x10000, 0xFFFF):
        with pytest.raises(MotecurveError, match="a node's id"):
            identity(node)
    with pytest.raises(MotecurveError, match="no group is named 'tate'"):
        of_network("sok", IDS, b"seed", "tate")
