"""The goals' table `parallel`: which figures it has, and how they come from the lines of the programs."""

import pytest

from motelab.common.errors import MotecurveError
from motelab.measure.parallel_request import ParallelRequest
from motelab.parallel import binary, goals, modmul, programs, scalar_mult
from motelab.parallel.modmul import Offer
from motelab.parallel.topology import Processor
from motelab.report import tables

OFFERS = (
    Offer("gmp", "sequential", (1,), False, False),
    Offer("montgomery", "sequential", (1,), False, False),
    Offer("montgomery-words", "sequential", (1,), False, False),
    Offer("comba-square", "sequential", (1,), True, False),
    Offer("openssl", "sequential", (1,), False, False),
    Offer("bipartite", "pool", (2, 4), False, True),
    Offer("tripartite", "pool", (3,), False, False),
    Offer("square", "pool", (2,), True, False),
    Offer("bipartite", "openmp", (2, 4), False, True),
    Offer("lanes-ifma", "simd", (1,), False, False),
    Offer("rns-ifma", "simd", (1,), False, False),
)
TIMES = {
    "gmp:1:sequential": 9.0,
    "montgomery:1:sequential": 8.0,
    "montgomery-words:1:sequential": 2.0,
    "openssl:1:sequential": 10.0,
    "bipartite:2:pool": 5.0,
    "lanes-ifma:1:simd": 1.5,
    "rns-ifma:1:simd": 4.0,
}


@pytest.fixture
def two_cores(monkeypatch):
    """As if this process might use two cores, whatever the machine has."""
    places = (Processor(0, "0", "0"), Processor(1, "0", "1"))
    monkeypatch.setattr(goals, "two_processors", lambda: places)
    monkeypatch.setattr("os.sched_setaffinity", lambda *_: None)


@pytest.fixture
def offered(monkeypatch, two_cores):
    """Two processors, these algorithms, and these times; the list of all arguments of the program."""
    asked = []

    def run(name, *arguments, **_):
        asked.append(arguments)
        if name == "handover":
            times = {"pool": 100 + len(asked), "openmp": 500 - len(asked)}
            return [{"engine": key, "minimum_nanoseconds": str(value)} for key, value in times.items()]
        return [line_of(test, arguments[1]) for test in arguments[4:]]

    def line_of(test, bits, verified="1"):
        algorithm, threads, engine = test.split(":")
        known = {"algorithm": algorithm, "threads": threads, "engine": engine, "bits": str(bits)}
        return known | {"minimum": str(TIMES[test]), "median": "11", "spread": "0.25", "verified": verified}

    monkeypatch.setattr(programs, "run", run)
    monkeypatch.setattr(modmul, "offers", lambda: OFFERS)
    return asked


def test_two_threads_beside_the_best_of_the_others(offered):
    """Our own sequential algorithms without GMP's products do not count here, squarings and other engines neither."""
    found = goals.record(ParallelRequest("two-threads", 8192))
    assert found["speedup"] == 1.6 and found["verified"]
    assert found["note"] == "bipartite 5 us (11, 0.25); montgomery 8 us (11, 0.25); 2 physical cores"
    (arguments,) = offered
    assert arguments[:2] == ("--bits", 8192) and set(arguments[4:]) == set(TIMES) - {
        "montgomery-words:1:sequential",
        "lanes-ifma:1:simd",
        "rns-ifma:1:simd",
    }


def test_sequential_beside_openssl(offered):
    assert goals.record(ParallelRequest("sequential", 521))["speedup"] == 5.0


def test_residues_beside_openssl(offered):
    assert goals.record(ParallelRequest("residues", 1024))["speedup"] == 2.5


def test_lanes_beside_gmp(offered):
    assert goals.record(ParallelRequest("lanes", 1024))["speedup"] == 6.0


def test_hand_over_takes_the_least_of_all_runs(offered):
    found = goals.record(ParallelRequest("hand-over"))
    assert len(offered) == goals.HANDOVER_RUNS
    assert found["handover_ratio"] == round(101 / (500 - goals.HANDOVER_RUNS), 3)


POINTS = {
    "threads": 2, "verified": True, "topology": "2 physical cores", "median": 21.0, "spread": 1.0,
    "sequential_algorithm": "openssl", "sequential_microseconds": 30.0, "reference_microseconds": 38.0,
}  # fmt: skip


@pytest.fixture
def measured(monkeypatch, two_cores):
    """Multiplications of points: a split that takes 20 microseconds, another with 25, a batch with 20."""

    def measure(curve, method):
        row = POINTS | {"method": method, "reference_algorithm": method}
        alone = row | {"threads": 1, "microseconds": 38.0}
        return [alone, row | {"microseconds": 25.0 if method == "tau-split" else 20.0}]

    monkeypatch.setattr(binary, "measure", measure)
    monkeypatch.setattr(scalar_mult, "measure", lambda wanted: measure(wanted.curve, wanted.methods or "pipeline"))


def test_points_over_prime_fields_beside_the_same_on_one_thread(measured):
    assert goals.record(ParallelRequest("fixed-point", curve="secp521r1"))["speedup"] == 1.9
    assert goals.record(ParallelRequest("random-point", curve="secp521r1"))["speedup"] == 1.9


def test_a_split_beside_the_fastest_and_a_batch_beside_itself(measured):
    split = goals.record(ParallelRequest("tau-adic-split", curve="sect571k1"))
    assert split["speedup"] == 1.5
    assert split["note"].startswith(
        "tau-split-wide 20 us (21, 1); on one thread: openssl 30 us; tau-split-wide 38 us; "
    )
    assert goals.record(ParallelRequest("independent-points", curve="sect571k1"))["speedup"] == 1.9


def test_a_wrong_point_is_no_figure(measured, monkeypatch):
    right = binary.measure
    monkeypatch.setattr(binary, "measure", lambda *a: [row | {"verified": False} for row in right(*a)])
    with pytest.raises(MotecurveError, match="tau-split-wide gave a wrong result on sect571k1"):
        goals.record(ParallelRequest("tau-adic-split", curve="sect571k1"))


def test_a_wrong_result_is_no_figure(offered, monkeypatch):
    right = programs.run
    monkeypatch.setattr(programs, "run", lambda *a, **k: [line | {"verified": "0"} for line in right(*a, **k)])
    with pytest.raises(MotecurveError, match="gave a wrong result with 521 bits"):
        goals.record(ParallelRequest("sequential", 521))


@pytest.mark.parametrize(("figure", "missing"), [("lanes", "lanes-ifma"), ("sequential", "openssl")])
def test_a_build_or_a_processor_without(offered, monkeypatch, figure, missing):
    monkeypatch.setattr(modmul, "offers", lambda: [one for one in OFFERS if one.algorithm != missing])
    with pytest.raises(MotecurveError, match="IFMA" if figure == "lanes" else "OpenSSL"):
        goals.record(ParallelRequest(figure, 1024))


def test_one_processor_has_no_figure_of_two_threads(monkeypatch):
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {0})
    with pytest.raises(MotecurveError, match="two threads need two processors"):
        goals.record(ParallelRequest("two-threads", 8192))


def test_an_unknown_figure():
    with pytest.raises(MotecurveError, match="figure"):
        goals.record(ParallelRequest("three-threads"))


def test_every_row_has_a_figure_and_is_measured_only_on_request():
    rows = tables.source_rows("goals", "parallel")
    assert {match.request.figure for _, match in rows} == set(goals.FIGURES)
    assert {row.subject for row, match in rows if match.request.figure == "two-threads"} == {
        "8,192 bits",
        "16,384 bits",
    }
    assert not any(isinstance(match.request, ParallelRequest) for _, match in tables.source_rows("goals"))


def test_a_row_tells_where_its_threads_ran():
    paired = [pair for pair in tables.source_rows("goals", "parallel") if pair[1].request.figure == "lanes"]
    record = {"verified": True, "speedup": 2.4, "note": "times; 1 physical core", "topology": "1 physical core"}
    (row,) = tables.compare(paired, {paired[0][1].request: tables.Measured(record)})
    assert (row["ours"], row["reached"], row["topology"]) == (2.4, False, "1 physical core")
    assert row["note"] == record["note"]
