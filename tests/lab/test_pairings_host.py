"""Pairings, and schemes with them, on the board `host`: times of results that are compared with known answers."""

import json
import subprocess
import sys

import pytest

from codegen.fields import load_pairings
from motelab.boards import board
from motelab.common.errors import MotecurveError
from motelab.library import native_build, pairing_build
from motelab.measure import bench, catalogue, native, records, run_facts
from motelab.measure.bench import Request
from motelab.subjects import groups, known_answers
from motelab.subjects.operations import OF_GROUPS

pytestmark = pytest.mark.drawn_together  # the first test builds a library with every pairing

NAMES = list(load_pairings())
TATE = Request(board="host", operation="pairing-tate", curve="tate-256")


@pytest.fixture(autouse=True)
def own_outputs(tmp_path, monkeypatch):
    """Records and run facts stay out of the build folder; a few short blocks suffice here."""
    monkeypatch.setattr(records, "RECORDS_FILE", tmp_path / "records.jsonl")
    monkeypatch.setattr(run_facts, "RUN_FILE", tmp_path / "run.json")
    monkeypatch.setattr(native, "BLOCKS", 3)
    monkeypatch.setattr(native, "BLOCK_MICROSECONDS", 300)


@pytest.mark.parametrize("name", NAMES)
def test_every_operation_of_a_group(name):
    """Published signatures, objects of the reference, values of PARI/GP; refused inputs have their own status."""
    expected = [operation for operation in OF_GROUPS[groups.find(name).family] if is_answered(name, operation)]
    requests = catalogue.expand(board.load("host"), tuple(expected), curve=name)
    measured = bench.measure(requests)
    assert [record["operation"] for record in measured] == expected
    assert all(record["verified"] for record in measured), run_facts.failures()


def is_answered(name: str, operation: str) -> bool:
    try:
        return bool(known_answers.load(name, operation))
    except MotecurveError:
        return False


def test_record_is_complete():
    (record,) = bench.measure([TATE])
    assert tuple(record) == records.FIELDS and record["verified"] and record["constant_time"]
    assert 1 < record["min"] <= record["median"] == record["microseconds"] <= record["max"] < 100_000
    assert record["runs"] == 3 and record["unit"] == "microseconds" and record["cycles"] > 10_000
    assert record["elf_sha256"] and record["compiler"] and "-O3" in record["flags"]


@pytest.mark.parametrize(
    "name, operation, output",
    [
        ("tate-256", "pairing-tate", "r1"),
        ("eta-271", "pairing-eta", "r3"),
        ("bls12-381", "pairing-ate", "r11"),
        ("bls12-381", "bls-sign", "x0"),
        ("bls12-381", "bls-verify", "status"),
        ("tate-256", "ibe-extract", "key"),
        ("tate-256", "ibe-encrypt", "ciphertext"),
        ("tate-256", "ibe-agree", "shared"),
    ],
)
@pytest.mark.parametrize("group", ["edge", "random"])
def test_another_answer_has_no_figure(name, operation, output, group, monkeypatch):
    cases_of = bench.cases_of

    def tampered(chosen):
        cases = dict(zip(("edge", "random"), cases_of(chosen), strict=True))
        last = cases[group][-1]
        cases[group] = [*cases[group][:-1], last | {output: last[output] ^ 1}]
        return cases["edge"], cases["random"]

    monkeypatch.setattr(bench, "cases_of", tampered)
    (record,) = bench.measure([Request(board="host", operation=operation, curve=name)])
    assert not record["verified"] and record["microseconds"] is None
    assert "wrong result" in next(iter(run_facts.failures().values()))


def test_yardstick_in_the_same_run(capsys):
    """OpenSSL has no pairings; its ECDH on secp256r1 takes turns with ours."""
    (record,) = bench.measure([Request(board="host", operation="bls-sign", curve="bls12-381", versus="openssl")])
    assert record["verified"] and record["versus"] is None and record["ratio"] is None
    assert record["yardstick"].startswith("ECDH on secp256r1, OpenSSL ")
    assert record["yardstick_ratio"] == pytest.approx(record["yardstick_microseconds"] / record["median"], rel=0.01)
    assert "bls-sign on bls12-381: no comparison with openssl" in capsys.readouterr().err


def test_other_members_are_refused_in_one_line():
    with pytest.raises(MotecurveError, match="the host library binds montgomery-native"):
        catalogue.expand(board.load("host"), ("pairing-tate",), algorithm="montgomery-cios", curve="tate-256")
    with pytest.raises(MotecurveError, match="no operation of tate-256"):
        catalogue.expand(board.load("host"), ("pairing-ate",), curve="tate-256")


def test_table_has_both_numbers_of_security():
    words = ("bench", "--board", "host", "--curve", "tate-256", "--op", "pairing-tate", "--format", "table")
    run = subprocess.run([sys.executable, "-m", "motelab", *words], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert "pairing-tate on tate-256 (insecure: curve 79 bits, extension field 54 bits), host" in run.stdout
    assert "…" not in run.stdout


def test_runner_refuses_numbers_that_are_missing():
    """A case without a coordinate, and an object that is too long for the runner."""
    options = {
        "--library": str(pairing_build.build("tate-256", 64)), "--field": "fp256t", "--curve": "tate-256",
        "--element-bytes": "32", "--scalar-bytes": "24",
    }  # fmt: skip
    for operation, case, text in (
        ("pairing-tate", "time px=1 py=1 qx=1", "lacks the numbers of pairing-tate"),
        ("ibe-extract", "time master=1", "lacks the numbers of ibe-extract"),
        ("ibe-extract", f"time identity=1 master={'1' * 801}", "malformed numbers"),
    ):
        words = [word for pair in (options | {"--operation": operation}).items() for word in pair]
        run = subprocess.run([native_build.runner(), *words], input=f"{case}\n", capture_output=True, text=True)
        assert run.returncode == 2 and run.stderr.startswith("mc-native: ") and text in run.stderr
        assert run.stderr.count("\n") == 1


def test_records_for_programs():
    run = subprocess.run(
        [sys.executable, "-m", "motelab", "bench", "--board", "host", "--curve", "eta-271", "--op", "pairing-eta",
         "--format", "json"], capture_output=True, text=True,
    )  # fmt: skip
    (record,) = json.loads(run.stdout)
    assert record["verified"] and record["curve"] == "eta-271" and record["median"] > 1
