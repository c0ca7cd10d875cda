"""Records of scalar multiplication over the library of curves: bases and ratios with a stand-in for the programs, bad
input; right results with the programs themselves."""

import pytest

from motelab.common.errors import MotecurveError
from motelab.parallel import binary, programs

KEYS = [
    "curve", "method", "input", "algorithm", "threads", "engine", "bits", "microseconds", "median", "spread",
    "sequential_algorithm", "sequential_microseconds", "speedup", "efficiency", "predicted_microseconds",
    "oversubscribed", "verified", "operation", "scenario", "runs", "split", "governor", "topology", "batch",
    "wait_milliseconds", "reference_algorithm", "reference_microseconds", "reference_speedup",
]  # fmt: skip


def line(method: str, threads: int, minimum: float, verified: str = "1") -> programs.Line:
    names = {"curve": "sect571k1", "method": method, "engine": "pool" if threads > 1 else "sequential"}
    numbers = {"threads": threads, "bits": 571, "runs": 30, "minimum": minimum, "median": minimum + 1, "spread": 0.5}
    return names | {key: str(value) for key, value in numbers.items()} | {"verified": verified}


LINES = [
    line("wtnaf-wide/5", 1, 30.0),
    line("wrong", 1, 3.0, verified="0"),
    line("tau-split-wide", 1, 40.0),
    line("tau-split-wide", 2, 16.0),
]


def test_a_record():
    """The base is the fastest on one thread whose results are right, the reference the method itself."""
    row = binary.record(LINES[3], LINES, False, "ondemand", "2 physical cores")
    assert list(row) == KEYS
    assert (row["sequential_algorithm"], row["sequential_microseconds"]) == ("wtnaf-wide/5", 30.0)
    assert (row["speedup"], row["efficiency"], row["reference_speedup"]) == (1.875, 0.9375, 2.5)
    assert (row["bits"], row["runs"], row["batch"], row["verified"]) == (571, 30, 1, True)


def test_times_of_a_batch(monkeypatch):
    """They are of one multiplication."""
    monkeypatch.setattr(programs, "run", lambda *_, **__: [line("batch", 1, 6400), line("openssl", 1, 3200)])
    (row,) = binary.measure("sect571k1", "batch", 1, "sequential")
    assert (row["microseconds"], row["median"], row["batch"]) == (100, pytest.approx(100.0156, 1e-5), 64)
    assert (row["sequential_algorithm"], row["sequential_microseconds"], row["speedup"]) == ("openssl", 50, 0.5)
    assert row["reference_speedup"] == 1.0


def test_no_ratios_where_threads_share_processors():
    row = binary.record(LINES[3], LINES, True, None, "1 processor")
    assert (row["speedup"], row["efficiency"], row["reference_speedup"]) == (None, None, None)


@pytest.mark.parametrize(
    ("request_of", "message"),
    [
        (("sect571r1", "tau-split"), "curve of tau-split"),
        (("sect571k1", "halve-double"), "curve of halve-double"),
        (("sect571k1", "tau-splat"), "method"),
        (("sect571k1", "tau-split", 5), "tau-split runs on 1 to 4 threads, not on 5"),
        (("sect571k1", "tau-split", 0), "tau-split runs on 1 to 4 threads, not on 0"),
        (("sect571k1", "tau-split", 2, "simd"), "engine"),
        (("secp256r1", "batch", 2, "sequential"), "its own base"),
    ],
)
def test_bad_input(request_of, message):
    with pytest.raises(MotecurveError, match=message):
        binary.measure(*request_of)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("curve", "method"), [("sect163k1", "tau-split"), ("sect163r2", "halve-double"), ("Curve25519", "batch")]
)
def test_right_results(monkeypatch, curve, method):
    monkeypatch.setattr(binary, "FIELDS", "fb163;fp255")
    rows = binary.measure(curve, method, runs=20)
    assert [row["threads"] for row in rows] == [1, 2] and all(row["verified"] for row in rows)
    assert all(row["microseconds"] <= row["median"] for row in rows)
    assert rows[0]["reference_speedup"] in (1.0, None)
