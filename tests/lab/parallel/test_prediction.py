"""Predicted times: the composition of hand-made parts; the program's parts are those of right multiplications."""

import json

import pytest

from motelab.parallel import prediction, programs
from motelab.parallel.prediction import Handovers, Parts
from tests.lab.parallel.conftest import COLUMNS_OF_PARTS
from tests.parallel.test_page import costs

FREE = Handovers((0, 0), (0, 0), (0, 0), (0, 0), 0)
# The caller gives orders for 1 and needs 2 for its return, the other hears of them after 5; 3 from one to the other.
PATHS = {"0": 2.0, "1": 8.0, "00": 3.0, "11": 9.5, "01": 8.0, "10": 11.0}


def late(path: str, work: float) -> list[list[float]]:
    """Phases in which one thread works and the other has nothing to do."""
    return [[work if int(who) == thread else 0.0 for thread in range(2)] for who in path]


@pytest.mark.parametrize("path", PATHS)
def test_a_path_takes_what_was_measured_of_it(path):
    """However long its late threads work, as long as the others wait."""
    handovers = Handovers.of_paths(PATHS)
    for work in (20.0, 500.0):
        assert prediction.composed(late(path, work), handovers) == pytest.approx(len(path) * work + PATHS[path])


def test_paths_with_the_phases_of_the_call_count_first():
    """Calls of one phase say something else."""
    known = Handovers((0, 4), (2, 4), (1, 1.5), (4, 5), 4.5)
    paths = ("000", "111", "010", "101", "011", "100")
    longer = {path: prediction.composed(late(path, 50.0), known) - 150 for path in paths}
    handovers = Handovers.of_paths({"0": 5.0, "1": 9.0} | longer)
    for path in paths:
        found = prediction.composed(late(path, 50.0), handovers)
        assert found == pytest.approx(150 + longer[path], abs=0.1)


def test_the_slowest_thread_of_each_phase_counts():
    assert prediction.composed([[3, 5], [4, 1], [2, 2]], FREE) == 5 + 4 + 2
    assert prediction.composed([[3, 5, 7], [1, 0, 0]], FREE) == 8


def test_a_hand_over_is_hidden_behind_a_longer_part():
    """The caller works for 10; the other has its order after 4, and its part is seen 4 later."""
    handovers = Handovers((0, 4), (1, 4), (0, 0), (0, 0), 0)
    assert prediction.composed([[10, 1]], handovers) == 11
    assert prediction.composed([[10, 2.5]], handovers) == 11
    assert prediction.composed([[10, 5]], handovers) == 13


def test_a_barrier_waits_for_a_thread_without_work():
    """The caller alone works in both phases, and sees the other's empty part before it begins the second."""
    handovers = Handovers((0, 6), (0, 6), (1, 1), (6, 6), 6)
    assert prediction.composed([[2, 0], [3, 0]], handovers) == 6 + 6 + 3
    assert prediction.composed([[20, 0], [3, 0]], handovers) == 20 + 6 + 6  # to the other, and its return
    assert prediction.composed([[20, 0], [30, 0]], handovers) == 20 + 1 + 30


def test_more_threads_cost_as_much_again():
    handovers = Handovers.of_paths(PATHS)
    assert handovers.grown(2) == handovers
    three = handovers.grown(3)
    assert three.begin[1] == 2 * handovers.begin[1] and three.others == 2 * handovers.others
    assert three.between(1, 2) == three.between(2, 1) == sum(handovers.cross)
    assert three.between(2, 2) == three.same[1] and three.between(0, 2) == three.cross[0]


@pytest.mark.parametrize(
    ("busy", "blocks", "message", "ends"),
    [
        ([5.0], 2, 0, (5,)),
        ([2.5, 2.5], 2, 0.5, (2.5, 5.5)),  # the second begins when the first has done both its steps
        ([4.5, 3.0, 3.0], 3, 0, (3.5, 6, 8.5)),  # task i + 1 follows two steps behind
    ],
)
def test_a_ring(busy, blocks, message, ends):
    """Of steps that take 1, and 1.5 for a task's first."""
    assert prediction.ring(busy, blocks, message) == pytest.approx(ends)


def line(what: str, time: float, phase: str = "", thread: int = 0, **more) -> dict[str, str]:
    values = ("bipartite", 2, "pool", 1024, 8, 200, what, phase, thread, time, time, 1)
    return dict(zip(COLUMNS_OF_PARTS, map(str, values), strict=True)) | more


def lines(**more) -> list[dict[str, str]]:
    late_lines = [line("late", 30 * len(path) + extra, path, **more) for path, extra in PATHS.items()]
    parts = {("0", 0): 40, ("0", 1): 45, ("1", 0): 7, ("1", 1): 0}
    paired = [line("paired", time, *place, **more) for place, time in parts.items()]
    alone = [line("alone", time - time // 10, *place, **more) for place, time in parts.items()]
    return [line("whole", 70, **more), *paired, line("serial", 2, **more), *alone, *late_lines,
            line("work", 30, **more)]  # fmt: skip


def test_lines_of_the_program():
    """45 in the second thread, its hand-over 8 in all or to the caller 11 - 2, then 7."""
    (found,) = prediction.of_lines(lines()).values()
    assert found.key == ("bipartite", 2, "pool", 1024, 8) and found.verified
    assert (found.paired, found.alone, found.measured) == (2 + 45 + 7, 2 + 41 + 7, 70)
    assert found.predicted == pytest.approx(2 + 45 + 7 + PATHS["10"])
    (wrong,) = prediction.of_lines(lines(verified="0")).values()
    assert not wrong.verified


@pytest.mark.parametrize("lost", ["paired", "serial", "alone", "late", "work"])
def test_a_lost_line_is_noticed(lost):
    with pytest.raises(KeyError):
        prediction.of_lines(one for one in lines() if one["what"] != lost)


def test_parts_that_wait_are_put_together_step_by_step():
    """Blocks of 4 limbs of 8, on three threads: two tasks of 2.5 steps each. A ring of two threads took 0.5 more, so
    this is a message."""
    parts = Parts(1.0, (None, (3.0, 0.0, 0.0)), ((2.5, 2.5, 0.0), (3.0, 0.0, 0.0)), ring=5.5)
    assert prediction.predicted(parts, FREE, 512, 4) == pytest.approx(1 + 5.5 + 3)
    assert prediction.message(5.5, (2.5, 2.5), 2) == pytest.approx(0.5)
    assert prediction.message(4.0, (2.5, 2.5), 2) == 0


def test_summary():
    known = [("a", 1024, 0.02), ("a", 2048, -0.12), ("b", 4096, 0.04), ("b", 512, 0.3), ("c", 512, None)]
    rows = [{"algorithm": name, "engine": "pool", "bits": bits, "prediction_error": off} for name, bits, off in known]
    long, short = prediction.summary(rows)
    assert long.startswith("predicted times from 1,024 bits on: 2 of 3 within 10% of the measured ones; median 4.0%")
    assert "worst -12.0% (a, pool, 2,048 bits)" in long and "0 of 1" in short
    assert prediction.summary(rows[-1:]) == []
    assert prediction.error(11, 10) == 0.1 and prediction.error(11, None) is prediction.error(None, 10) is None


@pytest.fixture(scope="module")
def offers() -> list[programs.Line]:
    return [one for one in programs.run("modmul_times", "--list") if one["engine"] in ("pool", "openmp")]


@pytest.mark.parametrize("engine", ["pool", "openmp"])
def test_parts_make_right_results(offers, engine):
    """Of every algorithm and number of threads: in pairs and alone, all phases of the page's barriers."""
    tests = [
        f"{one['algorithm']}:{threads}:{engine}"
        for one in offers if one["engine"] == engine and one["squares"] == "0" for threads in one["threads"].split()
    ]  # fmt: skip
    options = ("--bits", "64,521,1031", "--runs", 1)
    found = programs.run("phase_times", *options, *tests, environment={"OMP_WAIT_POLICY": "passive"})
    assert found and all(one["verified"] == "1" for one in found)
    predictions = prediction.of_lines(found)
    assert len(predictions) == 3 * len(tests) and None not in {one.predicted for one in predictions.values()}
    barriers = {(name, threads): int(count) for name, threads, count, _ in costs() if threads != "1"}
    for name, threads in barriers:
        phases = {
            one["phase"] for one in found if (one["algorithm"], one["threads"], one["what"]) == (name, threads, "alone")
        }
        assert len(phases) == barriers[name, threads]
        paths = {
            one["phase"] for one in found if (one["algorithm"], one["threads"], one["what"]) == (name, threads, "late")
        }
        assert {len(path) for path in paths} == {1, len(phases)} and len(paths) == {1: 2, 2: 6}.get(len(phases), 8)


def test_squares_have_parts():
    found = programs.run("phase_times", "--bits", "521", "--runs", 1, "--operation", "square", "bipartite:2:pool")
    assert all(one["verified"] == "1" for one in found) and len(prediction.of_lines(found)) == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--bits", "128", "bipartite"], "bipartite is not ALGORITHM:THREADS:ENGINE"),
        (["--bits", "128", "bipartit:2:pool"], "there is no such algorithm"),
        (["--bits", "128", "bipartite:3:pool"], "threads"),
        (["--bits", "128,x", "bipartite:2:pool"], "--bits is x"),
    ],
)
def test_bad_input_of_the_program(words, said):
    with pytest.raises(programs.ImageFailed, match=said):
        programs.run("phase_times", *words)


def test_command(lab, machine):
    status, out, error = lab("parallel predict --bits 128,1024 --engine pool")
    rows = json.loads(out)
    assert status == 0 and "predicted times from 1,024 bits on: " in error
    assert {(row["algorithm"], row["threads"], row["bits"]) for row in rows} == {
        (name, threads, bits)
        for name, threads in (("bipartite", 2), ("bipartite", 4), ("tripartite", 3), ("montgomery", 1))
        for bits in (128, 1024)
    }
    by_threads = {row["threads"]: row for row in rows if row["bits"] == 1024}
    assert by_threads[2]["predicted_microseconds"] == 111 and by_threads[2]["microseconds"] > 0
    assert by_threads[2]["prediction_error"] == round(111 / by_threads[2]["microseconds"] - 1, 4)
    assert by_threads[4]["microseconds"] is by_threads[4]["prediction_error"] is None
    assert by_threads[4]["predicted_microseconds"] > 111 and by_threads[1]["predicted_microseconds"] is None


def test_command_keeps_rows(lab, machine, tmp_path, monkeypatch):
    monkeypatch.setattr("motelab.parallel.store.FOLDER", tmp_path)
    status, out, _ = lab("parallel predict --bits 128 --engine pool --threads 2 --commit")
    assert status == 0 and len(json.loads(out)) == 2
    status, out, _ = lab("parallel predict --recorded --threads 2")
    (row,) = json.loads(out)
    assert row["command"] == "./motecurve parallel predict --bits 128 --engine pool --threads 2" and row["date"]


def test_an_interruption_keeps_what_was_measured(lab, machine, monkeypatch, tmp_path):
    calls, measure = [], machine.phase_times

    def phase_times(words, environment):
        if len(calls) == 3:
            raise KeyboardInterrupt
        calls.append(words)
        return measure(words, environment)

    monkeypatch.setattr(machine, "phase_times", phase_times, raising=False)
    line = "parallel predict --bits 128,256,512 --engine pool --threads 2"
    assert lab(line)[0] == 130
    calls.clear()
    status, out, error = lab(line)
    assert status == 0 and "continues: 3 processes ended before" in error and len(calls) == 3
    assert {row["bits"] for row in json.loads(out)} == {128, 256, 512}
    calls.clear()
    assert lab(f"{line} --fresh")[0] == 130  # all of it again


def test_a_wrong_result_is_told(lab, machine):
    machine.wrong = "bipartite"
    status, _, error = lab("parallel predict --bits 128 --engine pool --threads 2")
    assert status == 1 and "bipartite, threads 2, pool, 128 bits: a result is wrong" in error


def test_a_table_fits_100_columns(lab, machine):
    status, out, _ = lab("parallel predict --format table --bits 1024")
    assert status == 0 and max(map(len, out.decode().splitlines())) <= 100


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("--threads 1", "give threads from 2 to 4"),
        ("--engine simd", "'simd' is not one of"),
        ("--algorithm bipartit", "no algorithm 'bipartit'"),
        ("--recorded --commit", "--recorded measures nothing"),
    ],
)
def test_bad_input_of_the_command(lab, machine, line, said):
    status, out, error = lab(f"parallel predict {line}")
    assert (status, out) == (2, b"") and said in error


def test_one_processor(lab, machine):
    machine.processors = (0,)
    status, _, error = lab("parallel predict --bits 128")
    assert status == 2 and "two threads need two processors" in error
