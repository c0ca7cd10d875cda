"""A year of a network: sessions by hand, what captures open against promises, rewriting, lists, energy."""

import dataclasses
import itertools

import pytest

from motelab.common.errors import MotecurveError
from motelab.network.lifetime import history, rules, secrets, year
from motelab.network.lifetime.history import DAY_S, Events, Node, Session
from motelab.network.lifetime.year import Request
from motelab.network.simulation import costs, run, topology
from motelab.network.simulation.schemes import SCHEMES

SMALL = Request(nodes=25, events=Events(failures=2, joins=2, captures=2))
DAY = DAY_S


def session(begins: float, ends: float, one: int = 0, other: int = 1, era: int = 0) -> Session:
    return Session(one, other, begins * DAY, ends * DAY, era)


def test_sessions_of_a_link_by_hand():
    """A key a week, and a new one on day 10 when all stores are new."""
    found = history.of_link(0, 1, 0.0, 30 * DAY, 7 * DAY, [10 * DAY])
    assert [(s.begins / DAY, s.ends / DAY, s.generation) for s in found] == [
        (0, 7, 0), (7, 10, 0), (10, 17, 1), (17, 24, 1), (24, 30, 1),
    ]  # fmt: skip


def test_updates_replace_all_handshakes_of_a_link_but_one():
    found = history.of_link(0, 1, 0.0, 30 * DAY, 7 * DAY, [10 * DAY], updates=True)
    assert [one.is_update for one in found] == [False, True, False, True, True]
    rows = [year.simulate(dataclasses.replace(SMALL, update=update)) for update in (False, True)]
    assert rows[0]["handshakes"] == rows[1]["handshakes"] + rows[1]["updates"] and rows[0]["updates"] == 0
    assert rows[1]["handshake_share"] < rows[0]["handshake_share"] / 10 and rows[1]["beyond_promise"] == 0
    assert rows[1]["key_memory_bytes"] > rows[0]["key_memory_bytes"]


def test_a_key_ends_by_age_or_by_what_it_carried():
    assert history.interval_of(7 * DAY, None, 24) == 7 * DAY
    assert history.interval_of(7 * DAY, 48, 24) == 2 * DAY
    assert history.interval_of(None, 48, 0) == float("inf")


@pytest.mark.parametrize("seed", range(5))
def test_every_place_holds_one_node_at_a_time(seed):
    events = Events(failures=4, joins=3, captures=5)
    lives = history.nodes(events, 30, str(seed))
    assert [node.number for node in lives] == list(range(len(lives)))
    assert sum(node.captured is not None for node in lives) == 5
    assert len({node.place for node in lives if node.is_late and node.born < 365 * DAY}) >= 3
    for place in range(30):
        own = sorted((node for node in lives if node.place == place), key=lambda node: node.born)
        assert own and all(a.ends + 7 * DAY <= b.born + 1e-6 for a, b in itertools.pairwise(own))


def test_sessions_tile_the_common_life_of_neighbours():
    lives = history.nodes(Events(), 36, "1")
    made = topology.make("grid", 36, None, "1")
    found = history.sessions(made, lives, lambda *_: 7 * DAY)
    by_pair: dict[tuple[int, int], float] = {}
    for one in found:
        pair = (one.initiator, one.responder)
        by_pair[pair] = by_pair.get(pair, 0.0) + one.ends - one.begins
    for (a, b), total in by_pair.items():
        assert total == pytest.approx(min(lives[a].ends, lives[b].ends) - max(lives[a].born, lives[b].born))
        assert lives[b].place in made.wanted[lives[a].place]


OPENED = {
    # By hand: the captured node's sessions before, at and after its capture on day 10; of its neighbours, both times.
    "global": (1, 1, 1, 1, 1), "leap": (1, 1, 1, 0, 0), "sok": (1, 1, 1, 0, 0), "ibe": (1, 1, 1, 0, 0),
    "ecqv": (1, 1, 1, 0, 0), "ecdsa-ecdh": (0, 1, 1, 0, 0), "edhoc": (0, 1, 1, 0, 0),
}  # fmt: skip


@pytest.mark.parametrize("name", SCHEMES)
def test_what_a_captured_node_opens(name):
    lives = [Node(0, 0, 0.0, 365 * DAY), Node(1, 1, 0.0, 12 * DAY, 10 * DAY), Node(2, 2, 0.0, 365 * DAY)]
    sessions = [session(0, 7), session(7, 11), session(11, 12), session(0, 7, 0, 2), session(14, 21, 0, 2)]
    opened, beyond = secrets.opened(SCHEMES[name], lives, sessions, [])
    assert tuple(int(one in opened) for one in sessions) == OPENED[name] and not beyond


def test_ibe_opens_what_was_encrypted_to_the_captured_node():
    lives = [Node(0, 0, 0.0, 12 * DAY, 10 * DAY), Node(1, 1, 0.0, 365 * DAY)]
    opened, beyond = secrets.opened(SCHEMES["ibe"], lives, [session(0, 7), session(7, 11)], [])
    assert [one.begins for one in opened] == [7 * DAY] and not beyond


@pytest.mark.parametrize(("at", "is_open"), [(59.0, True), (61.0, False)])
def test_leap_within_its_first_minute(at, is_open):
    lives = [Node(0, 0, 0.0, 365 * DAY), Node(1, 1, 0.0, DAY, at), Node(2, 2, 0.0, 365 * DAY)]
    opened, beyond = secrets.opened(SCHEMES["leap"], lives, [session(0, 7, 0, 2)], [])
    assert bool(opened) == is_open and not beyond


def test_new_keys_in_all_stores_close_what_the_old_ones_opened():
    lives = [Node(0, 0, 0.0, 365 * DAY), Node(1, 1, 0.0, 12 * DAY, 10 * DAY), Node(2, 2, 0.0, 365 * DAY)]
    sessions = [session(0, 7, 0, 2), session(12, 19, 0, 2, era=1)]
    opened, beyond = secrets.opened(SCHEMES["global"], lives, sessions, [12 * DAY])
    assert opened == sessions[:1] and not beyond


@pytest.mark.parametrize("name", SCHEMES)
def test_nothing_is_lost_that_a_scheme_promises_to_keep(name):
    row = year.simulate(dataclasses.replace(SMALL, scheme=name))
    assert row["beyond_promise"] == 0 and row["sessions_opened"] > 0
    assert (row["others_opened"] > 0) == (name == "global")


def test_a_secret_too_many_is_found(monkeypatch):
    """As if ecqv's nodes held each other's keys."""
    honest = secrets.held
    monkeypatch.setattr(secrets, "held", lambda *given: honest(*given) | {("node", number, 0) for number in range(30)})
    assert year.simulate(dataclasses.replace(SMALL, scheme="ecqv"))["beyond_promise"] > 0


def test_what_is_rewritten_and_announced():
    """Two captures, two nodes that come late, and those that replace the lost ones."""
    rows = {name: year.simulate(dataclasses.replace(SMALL, scheme=name)) for name in ("global", "ecqv", "edhoc")}
    assert rows["edhoc"]["stores_rewritten"] == 0 < rows["ecqv"]["stores_rewritten"] <= 25
    assert rows["global"]["stores_rewritten"] > 2 * rows["ecqv"]["stores_rewritten"]
    assert rows["ecqv"]["octets_rewritten"] == rows["ecqv"]["stores_rewritten"] * SCHEMES["ecqv"].key_bytes
    assert (rows["global"]["lists"], rows["ecqv"]["lists"]) == (0, 2)
    assert rows["edhoc"]["lists"] == 2 + rows["edhoc"]["late"]
    frames = [11 + 5 + 8 + 64 + 2, 11 + 5 + 8 + 64 + 4]
    assert rows["ecqv"]["list_octets"] == 25 * sum(frames)


def test_without_events_the_year_is_that_of_simulate():
    """Its steady state, and a first handshake of each link besides."""
    quiet = Events(days=364, failures=0, joins=0, captures=0, base_at=None)
    request = Request(nodes=36, scheme="ecqv", events=quiet, rekey="week")
    row, steady = year.simulate(request), run.simulate(request.network)
    assert row["handshakes"] == 52 * steady["links"]
    assert row["energy_mean_j"] == pytest.approx(364 * steady["energy_day_mj"] / 1e3, rel=1e-6)
    assert row["handshake_share"] == pytest.approx(steady["handshake_share"], rel=1e-3)


def test_rules_name_every_scheme():
    assert rules.RULES.keys() == SCHEMES.keys()
    assert all(rules.store_bytes(costs.scheme(name)) >= 16 for name in SCHEMES)


def test_requests_that_cannot_be_met():
    for wrong, said in (
        ({"events": Events(captures=200)}, "of 100 it can be 99"),
        ({"events": Events(base_at=400.0)}, "--base-at is 400"),
        ({"events": Events(days=0.5)}, "--days is 0.5"),
        ({"rekey_after": 0}, "--rekey-after is 0"),
        ({"rekey": "1"}, "keys live 1 s"),
        ({"scheme": "ecqv", "update": True}, "--update is of edhoc"),
    ):
        with pytest.raises(MotecurveError, match=said):
            year.simulate(Request(**wrong))


def test_command(lab):
    status, output, told = lab("network lifetime --nodes 25 --scheme edhoc --base-stays --format csv")
    assert status == 0 and output.count(b"\n") == 2 and b"--base-stays" in output
    status, output, told = lab("network lifetime --scheme nothing")
    assert status == 2 and not output and "nothing" in told and "Traceback" not in told
