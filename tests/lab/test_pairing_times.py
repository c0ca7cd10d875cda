"""Times of pairings on this computer: results are checked, the other sides run, and what is missing is said."""

import dataclasses

import pytest

from codegen.fields import load_pairings
from motelab.common.errors import ImageFailed, MotecurveError
from motelab.compare import goals
from motelab.measure import pairing_times
from motelab.measure.pairing_times import BLST, Ours, PairingRequest, blst, compressed, measure
from motelab.report import tables
from motelab.subjects import known_answers


@pytest.fixture(autouse=True)
def few_blocks(monkeypatch):
    monkeypatch.setattr(pairing_times, "BLOCKS", 3)
    monkeypatch.setattr(pairing_times, "BLOCK_MICROSECONDS", 300)


def case_of_bls() -> known_answers.Case:
    return known_answers.load("bls12-381", "pairing-ate").random[0]


def test_times_stand_beside_ecdh():
    record = measure(PairingRequest("tate-1536"))
    assert record["verified"] and record["constant_time"] and "blst_multiple" not in record
    assert 1 < record["ecdh_multiple"] < 10_000 and record["microseconds"] > 100
    assert "ECDH on secp256r1 by OpenSSL" in record["note"]


def test_a_wrong_result_is_refused():
    case = known_answers.load("tate-256", "pairing-tate").random[0]
    assert Ours("tate-256", case).check()
    with pytest.raises(ImageFailed, match="wrong result"):
        Ours("tate-256", case | {"r0": case["r0"] ^ 1}).check()


def test_points_as_their_users_write_them():
    """The generator of G1, compressed (draft-irtf-cfrg-pairing-friendly-curves-11, 4.2.1), and its opposite."""
    record = load_pairings()["bls12-381"]
    p, x, y = (int(value, 16) for value in (record["field"]["p"], *record["g1"]["G"].values()))
    octets = compressed([x], [y], p).hex()
    assert octets.startswith("97f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac58") and len(octets) == 96
    assert compressed([x], [p - y], p).hex() == f"b7{octets[2:]}"


def test_without_blst_the_row_says_how_to_get_it(monkeypatch):
    monkeypatch.setattr(pairing_times, "BLST", "no_such_package")
    with pytest.raises(MotecurveError, match=r"not installed; install it with: .*pip install no_such_package"):
        blst(case_of_bls(), 7, b"")


def test_blst_has_the_same_value():
    pytest.importorskip(BLST)
    ours = Ours("bls12-381", case_of_bls())
    blst(case_of_bls(), ours.p, ours.check())
    with pytest.raises(ImageFailed, match="another value"):
        blst(case_of_bls(), ours.p, bytes(576))
    assert 0.1 < measure(PairingRequest("bls12-381", "blst"))["blst_multiple"] < 10


def test_goals_ask_for_these_times():
    wanted = {m.request for _, m in goals.paired(goals.PAIRINGS) if isinstance(m.request, PairingRequest)}
    assert wanted == {PairingRequest("tate-1536"), PairingRequest("bls12-381", "blst")}
    (pair,) = (pair for pair in goals.paired(goals.PAIRINGS) if pair[1].request == PairingRequest("tate-1536"))
    record = {"microseconds": 2_900.0, "constant_time": True, "note": "a note"}
    (row,) = tables.compare([pair], {pair[1].request: tables.Measured(record)})
    assert row["reached"] and row["note"] == "a note"
    slow = dataclasses.replace(tables.Measured(record | {"microseconds": 3_100.0}))
    assert not tables.compare([pair], {pair[1].request: slow})[0]["reached"]
