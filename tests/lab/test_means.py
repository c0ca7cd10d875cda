"""Means over many inputs of operations whose time varies: drawn cases, the fields of records, the check of records."""

import dataclasses
import json

import pytest
from click.testing import CliRunner

from motelab.boards import board
from motelab.boards.image import Builder
from motelab.commands.bench import command
from motelab.common import cache
from motelab.common.errors import ImageFailed
from motelab.compare import committed
from motelab.measure import bench, contradictions, drawn_cases, records, run_facts
from motelab.measure.bench import Request
from motelab.measure.records import MEANS
from motelab.subjects import curves, known_answers

INVERSION = Request("micaz", "fb-inv", "euclid", backend="asm", curve="sect163k1")
WITH_MEAN = dataclasses.replace(INVERSION, cases=25)


@pytest.fixture(autouse=True)
def own_outputs(tmp_path, monkeypatch):
    """Records, run facts and cache of these tests stay out of the build folder."""
    monkeypatch.setattr(records, "RECORDS_FILE", tmp_path / "records.jsonl")
    monkeypatch.setattr(run_facts, "RUN_FILE", tmp_path / "run.json")
    monkeypatch.setattr(cache, "FOLDER", tmp_path / "cache")


def one(request: Request) -> records.Record:
    return bench.measure_one(bench.select(request))


def test_a_mean_and_its_deviation_are_of_all_drawn_inputs():
    with_mean, alone = one(WITH_MEAN), one(INVERSION)
    assert tuple(with_mean) == (*records.FIELDS, *MEANS) and tuple(alone) == records.FIELDS
    chosen = bench.select(WITH_MEAN)
    cases = drawn_cases.drawn("fb-inv", chosen.curve, 25)
    costs = [run.cost for run in bench.executed(chosen, Builder(chosen).build(), cases).runs]
    mean = sum(costs) / 25
    assert with_mean["cases"] == 25 and with_mean["mean"] == round(mean, 1)
    assert with_mean["deviation"] == round((sum((cost - mean) ** 2 for cost in costs) / 24) ** 0.5, 1) > 0
    assert with_mean["cycles"] == records.cost(with_mean) == round(mean) != alone["cycles"]
    assert with_mean["microseconds"] == board.load("micaz").microseconds(round(mean))
    # All else is of the known answers, as without a mean.
    following = (*MEANS, "cycles", "microseconds", "energy_mj")
    assert {name: with_mean[name] for name in alone if name not in following} == {
        name: alone[name] for name in alone if name not in following
    }
    assert bench.request_of(bench.command_for(WITH_MEAN)) == WITH_MEAN


def test_constant_time_has_no_mean():
    assert tuple(one(Request("micaz", "fb-inv", "itoh-tsujii", curve="sect163k1", cases=25))) == records.FIELDS


def test_a_wrong_result_among_the_drawn_is_no_figure(monkeypatch):
    right = drawn_cases.drawn("fb-inv", curves.find("sect163k1"), 25)
    wrong = [*right[:23], right[23] | {"r": right[23]["r"] ^ 1}, right[24]]
    monkeypatch.setattr(drawn_cases, "drawn", lambda *_: wrong)
    with pytest.raises(ImageFailed, match="gives a wrong result"):
        one(WITH_MEAN)


def test_records_with_a_mean_contradict_themselves_where_it_is_not_that_of_the_cycles():
    record = one(WITH_MEAN)
    assert contradictions.found(WITH_MEAN, record) is None
    of_median = {"cycles": record["median"]} | bench.times(board.load("micaz"), record["median"])
    assert "cycles is" in contradictions.found(WITH_MEAN, record | of_median)
    assert "cycles is" in contradictions.found(WITH_MEAN, record | {"mean": record["mean"] + 1})


@pytest.mark.parametrize("curve", ["sect163k1", "secp256r1"])
def test_python_draws_the_multiples_that_pari_gives(curve):
    found = curves.find(curve)
    for case in known_answers.load(curve, "scalar-mult-base").random[:3]:
        assert drawn_cases.multiple(found, case["k"]) == (case["rx"], case["ry"])
    drawn = {name: drawn_cases.drawn(name, found, 3) for name in ("scalar-mult", "ecdsa-verify")}
    assert drawn == {name: drawn_cases.drawn(name, found, 3) for name in drawn}
    for name, cases in drawn.items():
        assert set(cases[0]) == set(known_answers.load(curve, name).random[0])


@pytest.mark.parametrize("operation", ["ecdsa-verify", "scalar-mult-double"])
def test_images_accept_what_is_drawn(operation):
    record = one(Request("micaz", operation, backend="asm", curve="sect163k1", cases=2))
    assert record["cases"] == 2 and record["mean"] > 1e6


@pytest.mark.parametrize("words", [("--op", "fb-mul", "--cases", "100"), ("--op", "fb-inv", "--cases", "1")])
def test_cases_of_nothing_that_varies_are_refused(words):
    answer = CliRunner().invoke(command, words)
    assert answer.exit_code == 2 and "--cases" in answer.output


def planned(**values) -> Request:
    """The planned request of the records of micaz with these values."""
    (found, *_) = (
        request
        for request in committed.planned("micaz")[0]
        if all(getattr(request, name) == value for name, value in values.items())
    )
    return found


def test_records_have_means_where_time_varies():
    assert planned(operation="ecdsa-verify", curve="secp256r1", profile="fast").cases == committed.MEAN_CASES >= 100
    assert planned(operation="ecdsa-verify", curve="secp256r1", profile="small").cases == 0
    assert planned(operation="ecdh", curve="secp256r1", profile="fast").cases == 0


def test_a_dear_mean_is_not_taken_again_but_kept(monkeypatch):
    kept = one(WITH_MEAN)
    monkeypatch.setattr(committed, "find", lambda _: kept)
    assert committed.cheaper(WITH_MEAN) == WITH_MEAN
    assert committed.difference_of(INVERSION, one(INVERSION)) is None
    other = one(INVERSION) | {"median": 1}
    assert committed.difference_of(INVERSION, other) == "median differ"
    monkeypatch.setattr(committed, "CHECKED_COST", 25 * kept["mean"] - 1)
    assert committed.cheaper(WITH_MEAN) == INVERSION
    assert json.loads(json.dumps(kept)) == kept


def test_a_record_without_its_mean_is_stale(monkeypatch):
    monkeypatch.setattr(committed, "planned", lambda _: ([WITH_MEAN], []))
    alone = one(INVERSION)
    monkeypatch.setattr(committed, "of", lambda _: [alone])
    monkeypatch.setattr(committed, "find", lambda _: alone)
    assert "1 lack a mean, first ./motecurve bench" in committed.stale("micaz", lambda *_: None, 1)
