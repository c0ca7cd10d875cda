"""`parallel scalar-mult` over prime fields: records, bases and statistics of a stand-in for the programs, bad input;
right results with the programs themselves."""

import json

import pytest

from motelab.commands.parallel import scalar_mult as command
from motelab.parallel import point_curves, programs, scalar_bases, scalar_mult, scalar_statistics, topology
from motelab.parallel.scalar_bases import Base
from motelab.parallel.scalar_mult import Request, Subject

KEYS = [
    "curve", "method", "input", "algorithm", "threads", "engine", "bits", "microseconds", "median", "spread",
    "sequential_algorithm", "sequential_microseconds", "speedup", "efficiency", "predicted_microseconds",
    "oversubscribed", "verified", "operation", "scenario", "runs", "split", "governor", "topology", "batch",
    "wait_milliseconds",
]  # fmt: skip
EXPECTED = (3, 5)
KEY = point_curves.Key(9, 4, 4)


@pytest.fixture
def no_library(monkeypatch):
    """Without the library of curves, whose build takes minutes."""
    monkeypatch.setattr(scalar_bases, "measure", lambda curve, input, key: [Base("other", 1e-3)])


def line(minimum: float, products: int, waits: int = 0, y: str = "5") -> programs.Line:
    numbers = {"minimum": minimum, "median": minimum + 1, "spread": 1, "products": products, "squares": products}
    numbers |= {"waits": waits, "additions": 1, "empty_additions": 2, "runs": 7}
    return {name: str(value) for name, value in numbers.items()} | {"x": "3", "y": y}


ALONE = Subject("table", 1, "sequential", "gmp")
PAIR = Subject("table", 2, "pool", "gmp")
WRONG = Subject("windows", 1, "sequential", "gmp")
LINES = {ALONE: line(100, 1000), PAIR: line(60, 500, waits=2), WRONG: line(1, 1, y="6")}


def record(one: Subject, others=(), processors=(0, 1)) -> dict:
    system = topology.System(allowed=processors)
    return scalar_mult.record(one, Request("secp256r1", "fixed"), KEY, LINES, list(others), EXPECTED, system)


def test_a_record(monkeypatch):
    monkeypatch.setattr(scalar_mult, "handover_microseconds", lambda engine: 1.5)
    row = record(PAIR)
    assert list(row)[: len(KEYS)] == KEYS
    assert row["verified"] and not row["oversubscribed"]
    assert (row["sequential_microseconds"], row["speedup"], row["efficiency"]) == (100, 1.6667, 0.83333)  # not WRONG's
    assert row["reference_speedup"] == 1.6667
    assert row["predicted_microseconds"] == 53  # 100 us / 2000 a multiplication, 1000 of them, 2 waits
    assert record(ALONE)["predicted_microseconds"] is None


def test_the_fastest_base(monkeypatch):
    monkeypatch.setattr(scalar_mult, "handover_microseconds", lambda engine: 1.5)
    row = record(PAIR, [Base("OpenSSL", 30)])
    assert (row["sequential_algorithm"], row["speedup"], row["reference_speedup"]) == ("OpenSSL", 0.5, 1.6667)


def test_more_threads_than_processors(monkeypatch):
    monkeypatch.setattr(scalar_mult, "handover_microseconds", lambda engine: 1.5)
    row = record(PAIR, processors=(0,))
    assert row["oversubscribed"] and row["speedup"] is None and row["efficiency"] is None
    assert row["reference_speedup"] is None and row["predicted_microseconds"] == 53


def test_a_wrong_result():
    assert not record(WRONG)["verified"]


def test_statistics():
    times = {"product_mean": "80", "product_median": "79", "product_variance": "64"}
    times |= {"square_mean": "20", "square_median": "20", "square_variance": "0"}
    row = scalar_statistics.row(Request("secp256r1", "fixed"), ALONE, LINES[ALONE] | times)
    assert (row["product_deviation"], row["product_variation_percent"]) == (8, 10)
    assert (row["estimate_microseconds"], row["microseconds"], row["below_percent"]) == (100, 100, 0)


def test_algorithms_of_the_paper(machine):
    machine.offers += [("montgomery-words", "sequential", "1", "0", "0"), ("barrett", "pool", "2 3 4", "0", "0")]
    found = {
        (one.algorithm, one.field_threads, one.engine)
        for one in scalar_mult.paper_subjects("Comba", ("pool", "openmp"), 2)
    }
    assert found == {
        ("gmp", 1, "sequential"), ("montgomery", 1, "sequential"), ("bipartite", 2, "pool"), ("bipartite", 4, "pool"),
        ("bipartite", 2, "openmp"), ("barrett", 2, "pool"), ("barrett", 3, "pool"), ("barrett", 4, "pool"),
    }  # fmt: skip


def test_right_results(lab, no_library):
    """By every method, on two threads and on one, of points that are known before and of others."""
    for options in ("", "--input fixed", "--input fixed --key paper --threads 2", "--method segments --threads 3"):
        status, out, error = lab(f"parallel scalar-mult --curve secp256r1 --runs 1 {options}")
        assert status == 0, error
        rows = json.loads(out)
        assert rows and all(row["verified"] for row in rows), options
    assert rows[0]["threads"] == 3


def test_statistics_of_a_run(lab):
    status, out, error = lab("parallel scalar-mult --curve secp256r1 --method left-to-right --runs 1 --statistics")
    assert status == 0, error
    (row,) = json.loads(out)
    assert row["products"] > row["squares"] > 500 and row["product_mean"] > 0


def test_levels_composed(lab, no_library):
    """Two threads for points, and two for each multiplication of each of them: right, and predicted."""
    options = "--input fixed --method comb --threads 2 --field-threads 2 --algorithm bipartite --runs 1"
    status, out, error = lab(f"parallel scalar-mult --curve secp256r1 {options}")
    assert status == 0, error
    (row,) = json.loads(out)
    assert (row["threads"], row["field_threads"], row["verified"]) == (4, 2, True)
    assert row["predicted_microseconds"] > 0


def test_a_wrong_result_is_told(lab, no_library, monkeypatch):
    monkeypatch.setattr(scalar_mult, "is_right", lambda line, expected: False)
    status, _, error = lab("parallel scalar-mult --curve secp256r1 --method table --threads 1 --runs 1")
    assert status == 1 and error.splitlines()[-1] == "motecurve: table on secp256r1: a result is wrong"


@pytest.mark.parametrize(
    ("options", "taken"),
    [
        ("--curve sect571k1", [("tau-split-wide", "sect571k1", 2), ("tau-split", "sect571k1", 2)]),
        ("--curve K-571 --threads 3", [("tau-split-wide", "sect571k1", 3), ("tau-split", "sect571k1", 3)]),
        ("--curve Curve25519 --curve B-163", [("batch", "Curve25519", 2), ("halve-double", "sect163r2", 2)]),
        ("--curve sect233k1 --method tau-split", [("tau-split", "sect233k1", 2)]),
    ],
)  # fmt: skip
def test_a_curve_without_a_method_takes_those_that_have_it(lab, monkeypatch, options, taken):
    """It answered "no curve"."""
    calls = []
    row = {"curve": "c", "method": "m", "verified": True}
    for name in command.OTHERS:
        monkeypatch.setitem(
            command.OTHERS, name, lambda curve, method, threads, *_: calls.append((method, curve, threads)) or [row]
        )
    status, out, error = lab(f"parallel scalar-mult {options} --format json")
    assert (status, calls, len(json.loads(out))) == (0, taken, len(taken))
    told = [line for line in error.splitlines() if line.endswith("; --method chooses")]
    assert len(told) == (0 if "--method" in options else len({curve for _, curve, _ in taken}))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--method pipelin", "no method 'pipelin'; did you mean"),
        ("--curve secp256k2", "no curve of a method 'secp256k2'; did you mean secp256k1"),
        (
            "--curve K-571 --method pipeline",
            "has no curve sect571k1; it is a curve of --method tau-split-wide or tau-s",
        ),
        ("--curve sect571k1 --window 3", "--window is for methods over prime fields; tau-split-wide takes none"),
        ("--curve sect571k1 --statistics", "--statistics is for methods over prime fields"),
        ("--curve sect571k1 --input fixed", "--input is for methods over prime fields"),
        ("--curve secp256r1 --method pipeline --threads 3", "no method has so many threads: pipeline runs on 1, 2"),
        ("--curve secp256r1 --method table --input random", "table is a method of fixed points; give --input fixed"),
        ("--curve secp256r1 --algorithm comba-square", "no algorithm 'comba-square'"),
        ("--curve secp256r1 --method pipeline --window 3", "the method takes no window of so many bits"),
        ("--curve secp256r1 --method pipeline --key full", "--key full is for fixed points"),
        ("--curve secp256r1 --method table --algorithm rns --squaring comba", "squares by columns need an algorithm"),
        ("--curve secp256r1 --method tau-split", "no curve of tau-split 'secp256r1'"),
        ("--method tau-split", "tau-split needs a curve"),
        ("--threads 9", "9 is not in the range"),
    ],
)
def test_bad_input(lab, options, message):
    status, out, error = lab(f"parallel scalar-mult {options} --runs 1")
    assert status == 2 and not out and "Traceback" not in error
    assert message in error
