"""`network simulate`: rows that follow from a seed, nothing lost that is not counted, bad input."""

import csv
import io
import json
import math
from collections import Counter
from pathlib import Path

import pytest
import simpy

from motelab.common.errors import MotecurveError
from motelab.network import parameters
from motelab.network.simulation import costs, run, spread, topology
from motelab.network.simulation.engine import Network
from motelab.network.simulation.run import Request
from motelab.network.simulation.schemes import SCHEMES

COLUMNS = [
    "nodes", "scheme", "board", "seed", "time_to_all_keyed_s", "energy_mean_mj", "energy_max_mj", "battery_share",
    "messages", "bytes", "broadcasts", "key_memory_bytes", "links", "neighbours_max", "links_keyed",
    "links_compromised", "topology", "loss", "captured", "curve", "security_bits", "mac", "energy_day_mj",
    "battery_years", "energy_day_worst_mj", "battery_years_worst", "handshake_share", "mac_load", "radio", "wake_s",
    "reading_s", "rekey_s", "command",
]  # fmt: skip
BUILT = costs.built()


@pytest.mark.parametrize("name", BUILT)
def test_pair(name):
    """Two nodes: no contention, so time and messages follow from the table."""
    row = run.simulate(Request(nodes=2, topology="line", scheme=name))
    scheme, kind = SCHEMES[name], costs.kind(SCHEMES[name], costs.board("micaz"))
    fragments = sum(map(len, kind.fragments))
    assert list(row) == COLUMNS
    assert (row["links"], row["links_keyed"], row["links_compromised"]) == (1, 1, 0)
    answers = row["messages"] - row["broadcasts"] - fragments - 1  # the last one is the confirmation
    is_slow = kind.computations[0] > 1000 * parameters.parameters()["answer_delay_ms"]  # the greater node doubts
    assert 0 <= answers <= is_slow * row["broadcasts"] / 2
    computed = (sum(kind.computations) + kind.seal + kind.open) / 1e6
    assert computed < row["time_to_all_keyed_s"] < computed + 1.3 + 0.2 * len(scheme.messages)
    listening = 1e3 * 3.0 * 0.0188 * row["time_to_all_keyed_s"]  # 3 V, 18.8 mA
    assert listening < row["energy_mean_mj"] < 1.7 * listening
    prefix = 2 + 8 * scheme.has_initiator_nonce
    assert sum(map(sum, kind.fragments)) == prefix + sum(scheme.messages) + 16 * fragments  # headers 9 + 5, FCS 2


def test_table_and_c():
    """What the C files say plainly of a scheme is so in the table."""
    assert len(BUILT) == len(SCHEMES)
    for name in BUILT:
        said, scheme = parameters.schemes()[SCHEMES[name].c_name], SCHEMES[name]
        assert said.get("messages", 3) == len(scheme.messages) == len(scheme.computations) - 1
        if "has_initiator_nonce" in said:
            assert said["has_initiator_nonce"] == scheme.has_initiator_nonce
        assert said["answer_ms"] > 0


@pytest.mark.parametrize("name", BUILT)
def test_seed(name):
    """The same row for the same seed, another for another."""
    request = Request(nodes=30, scheme=name, captured=3)
    one = run.simulate(request)
    assert run.simulate(request) == one
    other = run.simulate(Request(nodes=30, scheme=name, captured=3, seed=1))
    assert other | {"seed": 0} != one and other["seed"] == 1


class Counting(simpy.Environment):
    """Counts the events that SimPy processes, by the name of what is called."""

    def __init__(self):
        super().__init__()
        self.counts = Counter()

    def step(self):
        for callback in self._queue[0][3].callbacks:
            self.counts[getattr(callback, "__name__", "")] += 1
        super().step()


@pytest.mark.parametrize("loss", [0.0, 0.2])
@pytest.mark.parametrize("where", ["grid", "random", "clustered", "star"])
def test_conservation(where, loss, monkeypatch):
    """What is sent is received, lost or collided, at each station that it is for."""
    delivered, expected = Counter(), Counter()
    deliver, end = Network.delivered, Network.end

    def counted(network, frame, mote):
        delivered[frame.target is None] += 1
        deliver(network, frame, mote)

    def ended(network, due):
        is_broadcast = due.station.frame.target is None
        expected[is_broadcast] += len(due.station.near) if is_broadcast else 1
        end(network, due)

    monkeypatch.setattr(Network, "delivered", counted)
    monkeypatch.setattr(Network, "end", ended)
    network, motes, _ = run.run(Request(nodes=150, topology=where, scheme="global", loss=loss, limit=600))
    assert network.received == delivered.total() and delivered[True] and delivered[False]
    assert network.received + network.lost + network.collided == expected.total()
    on_air = sum(mote.deaf for mote in motes)  # when the simulation ends
    answered = network.ack_received + network.ack_lost + network.ack_collided
    assert 0 <= network.acks - answered <= on_air and 0 <= delivered[False] - network.acks <= on_air
    assert (network.lost > 0) == (network.ack_lost > 0) == (loss > 0)
    if loss:
        heard = network.received + network.lost
        assert abs(network.lost / heard - loss) < 5 * math.sqrt(loss / heard)


def test_every_frame_is_an_event():
    """Each back-off, and the beginning and the end of each frame and acknowledgement."""
    environment, request = Counting(), Request(nodes=200, scheme="ecqv")
    network, motes, _ = run.run(request, environment)
    row, counts, on_air = run.simulate(request), environment.counts, sum(mote.deaf for mote in motes)
    assert counts["start"] == network.frames == row["messages"] > 2 * row["links"]
    assert counts["sense"] == network.backoff_events >= network.frames
    assert counts["ack_start"] == network.acks and network.octets == row["bytes"]
    assert 0 <= 2 * counts["start"] - counts["start"] - counts["end"] <= on_air
    assert 0 <= counts["ack_start"] - counts["ack_end"] <= on_air
    assert abs(sum(counts[n] for n in ("sense", "start", "end", "ack_start", "ack_end")) - network.events) <= on_air
    assert counts["computed"] > 3 * row["links_keyed"]


@pytest.mark.parametrize(
    ("scheme", "captured_at", "is_open"),
    [("global", None, True), ("leap", 5.0, True), ("leap", 61.0, False), ("leap", None, False), ("ecqv", 1.0, False)],
)
def test_captured(scheme, captured_at, is_open):
    """Which links fall: of one captured node, or all."""
    request = Request(nodes=49, scheme=scheme, captured=1, captured_at=captured_at)
    row, none = run.simulate(request), run.simulate(Request(nodes=49, scheme=scheme))
    assert none["links_compromised"] == 0
    if is_open:
        assert row["links_compromised"] == row["links_keyed"] > 8
    else:
        assert 3 <= row["links_compromised"] <= 8  # of a corner, of the middle
    every = run.simulate(Request(nodes=49, scheme=scheme, captured=49))
    assert every["links_compromised"] == every["links_keyed"]


def test_captured_end():
    """A link falls with either of its ends."""
    for seed in range(6):
        row = run.simulate(Request(nodes=2, topology="line", scheme="ecqv", captured=1, seed=seed))
        assert row["links_compromised"] == 1


def test_leap_after_erasure():
    """Pairs that have not met before the transitory key is erased have no secret any more."""
    late = Request(nodes=25, scheme="leap", loss=0.9, limit=2000)
    network, _, _ = run.run(late)
    assert network.keyed < network.links and network.last_keyed < 70e6


def test_grid():
    near = topology.make("grid", 14, None, "").near  # 4 a row
    assert near[5] == [0, 1, 2, 4, 6, 8, 9, 10] and near[0] == [1, 4, 5] and near[13] == [8, 9, 10, 12]
    assert topology.parts(near) == 1


@pytest.mark.parametrize("where", topology.NAMES)
def test_topologies_are_symmetric(where):
    made = topology.make(where, 130, None, "7")
    for node, near in enumerate(made.near):
        assert near == sorted(set(near)) and node not in near
        assert all(node in made.near[other] for other in near)
        assert set(made.wanted[node]) <= set(near) and all(node in made.wanted[other] for other in made.wanted[node])
    assert made.links == sum(map(len, made.wanted)) // 2


def test_clusters():
    """Members share keys with their head alone, heads with the heads around them; a cluster hears itself."""
    made = topology.make("clustered", 100, 9, "")
    assert made.heads == 9 and made.wanted[4] == [0, 1, 2, 3, 5, 6, 7, 8, *range(9 + 4, 100, 9)]
    assert made.wanted[10] == [1] and made.near[10] == [1, *range(19, 100, 9)]


def test_heads_of_another_board():
    """Heads compute faster, so the network is keyed sooner; the members' energy is that of their board."""
    own, mixed = (
        run.simulate(Request(nodes=64, topology="clustered", scheme="ecqv", heads=4, heads_board=board))
        for board in ("", "telosb")
    )
    assert (own["board"], mixed["board"]) == ("micaz", "micaz+telosb")
    assert mixed["time_to_all_keyed_s"] < own["time_to_all_keyed_s"]


def test_file(tmp_path):
    path = tmp_path / "pairs"
    path.write_text("# a triangle and a tail\n1 2\n2 3\n3 1\n\n3 4 # here\n")
    assert topology.make(str(path), 4, None, "").near == [[1, 2], [0, 2], [0, 1, 3], [2]]
    assert run.simulate(Request(nodes=4, topology=str(path), scheme="global"))["links_keyed"] == 4


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("--nodes 0", "--nodes is 0; a network has 2 to 1,000,000 nodes"),
        ("--nodes 1000001", "--nodes is 1000001; a network has 2 to 1,000,000 nodes"),
        ("--captured 1 --captured-at -1", "--captured-at is -1.0; it must be at least 0 seconds"),
        ("--nodes -5", "--nodes is -5"),
        ("--scheme ecqvv", "scheme"),
        ("--board micazz", "board"),
        ("--board imx6", "imx6 has no radio in its board.toml; those with one: micaz, telosb"),
        ("--nodes 10 --captured 11", "--captured is 11; it must be from 0 to the number of nodes, 10"),
        ("--captured -1", "--captured is -1"),
        ("--topology ring", "there is no topology 'ring'; use grid, random"),
        ("--topology full --nodes 1000", "the topology full takes at most 500 nodes"),
        ("--topology clustered --heads 0", "--heads is 0"),
        ("--topology clustered --nodes 10 --heads 10", "a clustered network of 10 has 1 to 9 heads"),
        ("--topology clustered --nodes 5000 --heads 2", "give 25 or more"),
        ("--heads 3", "name it with --heads-board"),
        ("--heads-board telosb", "say how many with --heads"),
        ("--loss 1", "--loss is 1.0; it must be at least 0 and below 1"),
        ("--limit 0", "--limit is 0.0"),
        ("--output rows --format table", "--output takes --format json, csv or latex"),
    ],
)
def test_bad_input(lab, line, message):
    status, out, error = lab(f"network simulate {line}")
    assert (status, out) == (2, b"") and message in error and len(error.strip().splitlines()) == 1
    assert "Traceback" not in error


@pytest.mark.parametrize("text", ["1 2 3", "1 9", "0 1", "1 1", "a b", "1 2\n1 -2", "", "# none"])
def test_bad_file(lab, tmp_path, text):
    (tmp_path / "pairs").write_text(text)
    status, _, error = lab(f"network simulate --nodes 4 --topology {tmp_path / 'pairs'}")
    assert status == 2 and "pairs" in error and "Traceback" not in error


def test_missing_records(monkeypatch):
    """One line names the records that are missing, and the commands that make them."""
    known = {pair: 1000 for pair in costs.records.cycles("micaz") if pair[0] not in ("ecqv-public-key", "ecdh")}
    monkeypatch.setattr(costs.records, "cycles", lambda name: known)
    with pytest.raises(MotecurveError) as raised:
        run.simulate(Request(scheme="ecqv"))
    text = str(raised.value)
    assert "micaz lacks records of ecqv-public-key on secp256r1, ecdh on secp256r1; make them with: " in text
    assert "./motecurve records --network --board micaz" in text and "\n" not in text


def test_rows_in_csv_and_json(lab):
    line = "network simulate --nodes 20 --scheme global --scheme ecqv --replicas 2 --seed 4 --jobs 1"
    status, out, _ = lab(f"{line} --format csv")
    rows = list(csv.DictReader(io.StringIO(out.decode())))
    assert status == 0 and list(rows[0]) == COLUMNS
    assert [(row["scheme"], row["seed"]) for row in rows] == [(s, n) for s in ("global", "ecqv") for n in ("4", "5")]
    same = json.loads(lab(f"{line} --format json")[1])
    assert [str(row["messages"]) for row in same] == [row["messages"] for row in rows]


def test_weak_curves_say_so(lab):
    """Once for many rows; nothing for strong ones."""
    line = "network simulate --nodes 9 --jobs 1 --replicas 2 --format csv"
    _, out, error = lab(f"{line} --scheme ecqv --scheme global --scheme edhoc")
    assert ",secp256r1,128,always," in out.decode() and "bits" not in error
    _, out, error = lab(f"{line} --scheme ecqv --curve sect163k1 --scheme ecdsa-ecdh")
    assert ",sect163k1,77,always," in out.decode() and error.count("of 77 bits, weak: below 80 bits; never for") == 2
    _, _, error = lab(f"{line} --scheme sok")
    assert "motecurve: sok computes on tate-256, of 54 bits, weak" in error


@pytest.mark.parametrize("curve", ["sect163k1", "sect233k1", "secp256r1"])
@pytest.mark.parametrize("scheme", ["ecqv", "ecdsa-ecdh"])
def test_curves(scheme, curve):
    """A pair on another curve: octets of the points, time of the operations."""
    row = run.simulate(Request(nodes=2, topology="line", scheme=scheme, curve=curve))
    chosen, kind = costs.scheme(scheme, curve), costs.kind(costs.scheme(scheme, curve), costs.board("micaz"))
    point = {"sect163k1": 22, "sect233k1": 31, "secp256r1": 33}[curve]
    assert chosen.messages[0] == point and row["curve"] == curve and row["links_keyed"] == 1
    computed = (sum(kind.computations) + kind.seal + kind.open) / 1e6
    assert computed < row["time_to_all_keyed_s"] < computed + 2
    assert f"--curve {curve}" in row["command"]


def test_command_repeats_the_row(lab):
    """What a row names gives it again."""
    row = run.simulate(Request(nodes=9, scheme="ecqv", curve="sect163k1", mac="lpl", wake=0.25, rekey="week", loss=0.1))
    _, out, _ = lab(row["command"].removeprefix("./motecurve ") + " --format json")
    assert json.loads(out) == [row]


def test_another_file_of_links_is_another_network(tmp_path):
    """The journal knows a file by its content."""
    path, requests = tmp_path / "links", [Request(nodes=3, topology=str(tmp_path / "links"), scheme="global")]
    path.write_text("1 2\n2 3\n")
    assert spread.simulate(requests, output=tmp_path / "rows")[0]["links"] == 2
    path.write_text("1 2\n2 3\n1 3\n")
    assert spread.simulate(requests, output=tmp_path / "rows")[0]["links"] == 3


def test_interrupted(tmp_path, monkeypatch):
    """A run that breaks off goes on where it was: what the journal has is not simulated again."""
    requests = [Request(nodes=10, scheme="global", seed=seed) for seed in range(6)]
    whole = spread.simulate(requests)
    asked, simulate = [], run.simulate

    def breaks(request):
        asked.append(request.seed)
        if len(asked) == 4:
            raise KeyboardInterrupt
        return simulate(request)

    monkeypatch.setattr(run, "simulate", breaks)
    with pytest.raises(KeyboardInterrupt):
        spread.simulate(requests, output=tmp_path / "rows")
    assert spread.simulate(requests, output=tmp_path / "rows") == whole
    assert asked == [0, 1, 2, 3, 3, 4, 5]


def test_a_finished_sweep_is_not_simulated_again(lab, tmp_path, monkeypatch):
    """It was computed anew, however long it took. Another format, and more replicas, use its rows too."""
    asked, simulate = [], run.simulate
    monkeypatch.setattr(run, "simulate", lambda request: asked.append(request.seed) or simulate(request))
    line = "network simulate --nodes 9 --scheme global --jobs 1 --output rows --format {} --replicas {}"
    known = "motecurve: {} of {} networks are known from an earlier run of the same parameters and sources; --fresh sim"
    assert lab(line.format("csv", 2))[0] == 0 and asked == [0, 1]
    first = Path("rows").read_text()
    Path("rows").unlink()
    status, _, error = lab(line.format("csv", 2))
    assert (status, asked, Path("rows").read_text()) == (0, [0, 1], first) and known.format(2, 2) in error
    status, _, error = lab(line.format("json", 3))
    assert (status, asked) == (0, [0, 1, 2]) and known.format(2, 3) in error
    assert [row["seed"] for row in json.loads(Path("rows").read_text())] == [0, 1, 2]
    status, _, error = lab(line.format("csv", 2) + " --fresh")
    assert (status, asked[3:]) == (0, [0, 1]) and "are known" not in error
    monkeypatch.setattr(run, "sources", lambda: "0" * 64)
    assert lab(line.format("csv", 2))[0] == 0 and asked[5:] == [0, 1]
    journal = spread.journal_file(Path("rows")).read_text()
    assert journal.count("# " + "0" * 32) == journal.count("\n") == 2  # rows of other sources are no more


@pytest.mark.parametrize(("nodes", "is_told"), [(8, False), (9, True)])
def test_more_neighbours_than_a_mote_has_room_for(lab, nodes, is_told):
    """The firmware's number, not the model's: a star of 9 needs 8 places."""
    status, output, told = lab(f"network simulate --nodes {nodes} --topology star --scheme global --format json")
    (row,) = json.loads(output)
    assert status == 0 and row["neighbours_max"] == nodes - 1
    assert (f"room for {parameters.neighbours()}" in told) == is_told
