"""`check`: one algorithm against its known answers, on boards, sizes of words and this computer."""

import dataclasses
import json

import pytest

from motelab.boards import board
from motelab.common import cache
from motelab.common.errors import MotecurveError
from motelab.library import host
from motelab.measure import checks
from motelab.subjects import known_answers, registry

BOARDS = "--board micaz --board micaz:16 --board micaz:32 --board host"
SPREAD = f"check --algorithm spread --curve sect163k1 --curve sect163r2 --format json {BOARDS}"


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "FOLDER", tmp_path / "cache")


def test_every_size_of_words(lab):
    host.require("fb163")
    status, out, _ = lab(SPREAD)
    rows = json.loads(out)
    assert status == 0 and {(row["operation"], row["field"], row["verified"]) for row in rows} == {
        ("fb-sqr", "F_2^163", True)
    }
    assert [(row["board"], row["word_bits"]) for row in rows] == list(zip(checks.BOARDS, (8, 16, 32, 64), strict=True))
    assert {row["known_answers"] for row in rows} == {28}


def test_a_wrong_result_is_told(lab, monkeypatch):
    """Each way of computing is compared: all notice an answer with one wrong bit."""
    host.require("fb163")
    right = known_answers.load("fb163", "fb-sqr")
    wrong = dataclasses.replace(right, random=[*right.random[:19], right.random[19] | {"c": right.random[19]["c"] ^ 1}])
    monkeypatch.setattr(known_answers, "load", lambda *_: wrong)
    status, out, _ = lab(SPREAD)
    rows = json.loads(out)
    assert status == 1 and [row["verified"] for row in rows] == [False] * 4
    assert all("gives a wrong result" in row["reason"] and "; known answer: a = 0x" in row["reason"] for row in rows)


def test_kernels_are_asked_for_on_their_boards():
    found = checks.requests("ld-registers", curve_names=["sect163k1"])
    of_kernels = {(r.board, r.backend) for r in found}
    assert {("micaz", "asm"), ("telosb", "asm"), ("micaz:32", "c"), ("host", "c")} <= of_kernels
    assert ("telosb", "c") not in of_kernels
    assert {r.backend for r in checks.requests("ld-registers", [board.load("telosb")], ["sect163k1"])} == {"c", "asm"}


def test_windows_and_curves():
    found = checks.requests("wnaf", [board.load("micaz")])
    assert {r.window for r in found} == {3, 4, 5, 6}
    assert {"sect163r2", "sect233k1", "secp256r1"} <= {r.curve for r in found}
    fields = [r.curve for r in checks.requests("spread", [board.load("micaz")], ["all"])]
    assert len(fields) > 10 and "sect163r2" not in fields  # another curve of the field stands for it


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("--algorithm spred", "no algorithm 'spred'; did you mean spread"),
        ("--algorithm spread --curve secp256r1", "spread computes no fb-sqr or fb-sqr-reduce on secp256r1"),
        ("--algorithm spread --curve sect163", "no curve 'sect163'"),
        ("--algorithm spread --board telosc", "no board 'telosc'"),
        ("", "Missing option '--algorithm'"),
    ],
)
def test_bad_input_is_one_line(lab, line, message):
    status, out, error = lab(f"check {line}")
    assert (status, out) == (2, b"") and message in error and "Traceback" not in error


def test_what_no_operation_computes_alone():
    name = next(a.name for a in registry.load() if a.family == "recoding-joint")
    with pytest.raises(MotecurveError, match=rf"{name} belongs to recoding-joint, .* pytest tests/src -k {name}"):
        checks.requests(name)
