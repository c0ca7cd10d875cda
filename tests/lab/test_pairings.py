"""Pairings in the lab: groups as curves, known answers, images of motes, ctcheck, records, goals, the page of costs."""

import json
import random

import pytest

from codegen.fields import load_pairings
from codegen.known_answers import FOLDER, file_text, identity_based, pairings
from motelab.boards import board, selection
from motelab.common.errors import ImageFailed, MotecurveError
from motelab.compare import committed_pairings, goals
from motelab.measure import bench, catalogue, contradictions, ctcheck
from motelab.measure.bench import Request
from motelab.report import pairings as report
from motelab.subjects import curves, groups, known_answers, operations, pairing_points, security
from tests.src.ibe import ibe_reference
from tests.src.pairing import bls12_reference, tate_reference
from tools import pairing_costs

PAIRINGS = {"tate": "pairing-tate", "eta": "pairing-eta", "bls12": "pairing-ate"}
NAMES = list(load_pairings())
SLOW = {"eta-271"}  # its answers take gp several seconds
TATE = Request("cortex-m4", "pairing-tate", curve="tate-256")


def answers_of(name: str) -> known_answers.Cases:
    return known_answers.load(name, PAIRINGS[groups.find(name).family])


@pytest.mark.parametrize("name", [pytest.param(n, marks=[pytest.mark.slow] if n in SLOW else []) for n in NAMES])
def test_answers_are_those_of_pari(name):
    assert (FOLDER / f"{name}.json").read_text() == file_text(pairings.answers(load_pairings()[name]))


@pytest.mark.parametrize("name", NAMES)
def test_answers_are_bilinear_and_not_degenerate(name):
    """e(k P, m Q) is followed by e(k m P, Q), other points of the same value; opposite points have another value."""
    found = answers_of(name)
    values = [[case[key] for key in sorted(case) if key.startswith("r")] for case in found.random]
    points = [[case[key] for key in sorted(case) if not key.startswith("r")] for case in found.random]
    for i in range(0, len(values), 2):
        assert values[i] == values[i + 1] and points[i] != points[i + 1]
    assert len({tuple(value) for value in values}) == len(values) // 2


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("tate") and name != "tate-1536"])
def test_tate_by_its_definition(name):
    group, case = tate_reference.Group.of(name), answers_of(name).random[0]
    assert group.pairing((case["px"], case["py"]), (case["qx"], case["qy"])) == (case["r0"], case["r1"])


def test_ate_by_its_definition():
    case = answers_of("bls12-381").random[0]
    q = (case["qx0"], case["qx1"]), (case["qy0"], case["qy1"])
    found = bls12_reference.pairing((case["px"], case["py"]), q)
    assert list(found.tower()) == [case[f"r{i}"] for i in range(12)]


@pytest.mark.parametrize(
    "request_",
    [TATE, Request("cortex-m4", "pairing-eta", curve="eta-271"),
     pytest.param(Request("micaz", "pairing-tate", curve="tate-256-short"), marks=pytest.mark.slow),
     pytest.param(Request("cortex-m4", "pairing-ate", curve="bls12-381"), marks=pytest.mark.slow)],
    ids=lambda request: f"{request.board}-{request.curve}",
)  # fmt: skip
def test_pairings_in_motes_are_bilinear(request_):
    """Random points, and their multiples of the same value (test_answers_are_bilinear_and_not_degenerate)."""
    chosen = bench.select(request_)
    edge, random_cases = bench.cases_of(chosen)
    record = bench.measure_one(chosen)
    assert record["verified"] and record["constant_time"] and len(edge) == 3 and len(random_cases) == 2
    assert record["min"] == record["max"]


def test_wrong_values_are_refused(monkeypatch):
    found = answers_of("tate-256")
    wrong = [case | {"r1": case["r1"] ^ 1} for case in found.random]
    monkeypatch.setattr(known_answers, "load", lambda *_: known_answers.Cases(found.edge, wrong))
    with pytest.raises(ImageFailed, match="mc_fp256t_tate_pairing gives a wrong result"):
        bench.measure_one(bench.select(TATE))


@pytest.mark.slow
@pytest.mark.parametrize("operation", ["bls-sign", "bls-verify"])
def test_signatures_in_motes(operation):
    """Published ones; keys out of range, points of the wrong group, infinity and other messages are errors."""
    chosen = bench.select(Request("cortex-m4", operation, curve="bls12-381"))
    assert bench.measure_one(chosen)["verified"]


def test_refused_inputs_of_signatures():
    wrong = {operation: known_answers.load("bls12-381", operation).edge for operation in ("bls-sign", "bls-verify")}
    assert [case["status"] for case in wrong["bls-sign"]] == [7, 8]  # zero, out of range
    assert [case["status"] for case in wrong["bls-verify"]] == [12, 6, 4, 12]  # signature, subgroup, infinity


@pytest.mark.slow
@pytest.mark.turns(2)
@pytest.mark.parametrize("curve", ["tate-256", "bls12-381"])
@pytest.mark.parametrize("operation", operations.OF_IDENTITIES)
def test_identities_in_motes(operation, curve):
    """Objects of the reference, byte for byte; refused inputs (identity_based.refused) have their own status."""
    chosen = bench.select(Request("cortex-m4", operation, curve=curve))
    assert bench.measure_one(chosen)["verified"]
    assert all(case["status"] for case in bench.cases_of(chosen)[0])


def test_secrets_of_identities():
    """Master secret and private key of the secret k, behind the heads that they had."""
    schemes, group = ibe_reference.Schemes(ibe_reference.TypeOne("tate-256")), groups.find("tate-256")
    case = known_answers.load("tate-256", "ibe-extract").random[0]
    changed = pairing_points.with_master_secret(case | {"k": 7}, group)
    assert changed["master"] == int.from_bytes(schemes.master_secret(7))
    pairing, key = schemes.pairing, known_answers.load("tate-256", "ibe-sign").random[0]
    changed = pairing_points.with_private_key(key | {"k": 7}, group)["key"].to_bytes(41)
    assert changed[:8] == key["key"].to_bytes(41)[:8]
    assert changed[8:] == pairing.encode(pairing.multiply(7, pairing.generator(0), 0), 0)


def test_secrets_of_identities_of_type_3():
    """Points in G2 to decrypt, in G1 to sign, in both to agree, of the secret k, with the flags that they had."""
    schemes = ibe_reference.Schemes(ibe_reference.TypeThree(identity_based.hashed))
    pairing, group = schemes.pairing, groups.find("bls12-381")
    for operation, sides in (("ibe-decrypt", [1]), ("ibe-sign", [0]), ("ibe-agree", [0, 1])):
        case = known_answers.load("bls12-381", operation).random[0]
        before = case["key"].to_bytes((case["key"].bit_length() + 7) // 8)
        after = pairing_points.with_private_key(case | {"k": 7}, group)["key"].to_bytes(len(before))
        assert after[:8] == before[:8]
        place = 8
        for side in sides:
            octets = pairing.encode(pairing.multiply(7, pairing.generator(side), side), side)
            assert after[place] & 0xE0 == before[place] & 0xE0 and after[place] & 0x1F == octets[0] & 0x1F
            assert after[place + 1 : place + len(octets)] == octets[1:]
            place += len(octets)
        assert place == len(before)
    with pytest.raises(ValueError, match="of bls12-381 for the use 1 has 56 bytes"):
        signs = known_answers.load("bls12-381", "ibe-sign").random[0]["key"]
        pairing_points.with_private_key({"key": signs - (1 << 8 * 48), "k": 7}, group)


SECRETS_OF_TYPE_1 = [
    pytest.param(Request(place, operation, curve="tate-256"), id=f"{place}-{operation}")
    for place in ("micaz", "telosb", "msp430f5438a", "cortex-m0plus", "cortex-m4")
    for operation in ("ibe-extract", "ibe-decrypt", "ibe-sign")
]
SECRETS_OF_BLS = [
    pytest.param(Request(place, operation, curve="bls12-381"), id=f"{place}-{operation}-bls12-381")
    for place in ("cortex-m0plus", "cortex-m4")
    for operation in ("bls-sign", "ibe-extract", "ibe-decrypt", "ibe-sign")
]


@pytest.mark.parametrize("request_", [TATE, Request("cortex-m4", "pairing-eta", curve="eta-271")], ids=["tate", "eta"])
def test_no_secret_shows(request_):
    row = ctcheck.check(request_)
    assert not ctcheck.leaked(row) and len(row["secrets"]) >= 8


@pytest.mark.slow
@pytest.mark.turns(23)
@pytest.mark.parametrize("request_", [*SECRETS_OF_TYPE_1, *SECRETS_OF_BLS])
def test_no_secret_of_schemes_shows(request_):
    """Of another authority's keys, too: decryption then fails, after the same time."""
    row = ctcheck.check(request_)
    assert not ctcheck.leaked(row) and len(row["secrets"]) >= 8


@pytest.mark.parametrize("name", NAMES)
def test_points_of_secrets(name):
    """On the curve, and the multiples that they must be: of the generator for 1, those of the known answers for 2."""
    group = groups.find(name)
    first = pairing_points.of_secret({"k": 1}, group)
    assert (first["px"], first["py"]) == group.generator
    opposite = pairing_points.of_secret({"k": group.order - 1}, group)
    assert (opposite["px"], opposite["py"]) == pairing_points.of_group(group).negate(group.generator)
    if group.family == "bls12":
        q = (first["qx0"], first["qx1"]), (first["qy0"], first["qy1"])
        assert q == bls12_reference.E2.multiply(2, bls12_reference.G2)
    else:
        two = answers_of(name).edge[-1]
        assert (first["qx"], first["qy"]) == (two["px"], two["py"])


def test_groups_have_their_own_operations():
    assert operations.fits("pairing-tate", groups.find("TATE-256")) and operations.fits(
        "fp-mul", groups.find("tate-512")
    )
    for name, other in (
        ("pairing-ate", "tate-256"),
        ("ecdh", "tate-256"),
        ("fb-mul", "tate-256"),
        ("fp-mul", "eta-271"),
    ):
        assert not operations.fits(name, groups.find(other))
        with pytest.raises(MotecurveError, match=f"{name} is no operation of {other}"):
            bench.select(Request("micaz", name, curve=other))
    assert not any(operations.fits(name, curves.find("secp256r1")) for name in (*PAIRINGS.values(), "fp2-mul"))
    with pytest.raises(MotecurveError, match=r"no curve 'tate-265'; did you mean tate-256"):
        groups.find("tate-265")
    assert groups.find("secp256r1") is curves.find("secp256r1")


def test_without_a_curve_all_groups_are_measured():
    found = catalogue.expand(board.load("cortex-m4"), ("pairing-tate",))
    assert [request.curve for request in found] == [name for name in NAMES if name.startswith("tate")]


def test_kernels_are_taken_without_a_table(monkeypatch):
    """The first kernel in constant time for the group's field, where the board's tables name none."""
    device, group = board.load("micaz"), groups.find("tate-256")
    kept = selection.usable
    sample = next(a for a in kept("fp-add", device, curves.find("secp256r1")) if a.backend == "asm")
    monkeypatch.setattr(
        selection, "usable", lambda family, *rest: (*kept(family, *rest), *([sample] if family == "fp-add" else []))
    )
    own = selection.own_members(device, "asm", group, "fast")
    assert own["fp-add"] == f"{sample.name}:asm"
    assert selection.own_members(device, "c", group, "fast")["fp-add"] == "modular"


def test_both_numbers_of_security_stand_beside_a_name():
    assert security.marked("pairing-tate on tate-256, micaz") == (
        "pairing-tate on tate-256 (insecure: curve 79 bits, extension field 54 bits), micaz"
    )
    assert security.marked("eta-271").startswith("eta-271 (insecure since 2013: curve 121 bits, extension field below")
    assert security.marked("bls12-381") == "bls12-381 (curve 126 bits, extension field 126 bits)"
    assert security.of_groups()["tate-512"].words == "weak: curve 79 bits, extension field at most 80 bits"


def test_records_are_complete_and_agree_with_themselves():
    assert report.missing() == []
    for name in committed_pairings.boards():
        planned = committed_pairings.planned(name)
        assert len(planned) == len(committed_pairings.of(name))
        assert not [request for request in planned if contradictions.found(request, committed_pairings.find(request))]


def test_records_are_measured_and_checked_alone(monkeypatch, tmp_path):
    """One board: written, then found fresh, then stale after a changed digit."""
    kept = [row for row in committed_pairings.of("cortex-m4") if row["curve"] == "tate-256"]
    monkeypatch.setattr(committed_pairings.committed, "FOLDER", tmp_path)
    monkeypatch.setattr(committed_pairings, "GROUPS", ("tate-256",))
    committed_pairings._by_identity.cache_clear()
    assert committed_pairings.write("cortex-m4", False, lambda *_: None, 1)
    assert [row["cycles"] for row in committed_pairings.of("cortex-m4")] == [row["cycles"] for row in kept]
    assert committed_pairings.stale("cortex-m4", lambda *_: None, 1, 1) is None
    path = committed_pairings.file("cortex-m4")
    first, *others = path.read_text().splitlines()
    path.write_text("\n".join([json.dumps(json.loads(first) | {"cycles": 1}), *others]) + "\n")
    committed_pairings._by_identity.cache_clear()
    complaint = committed_pairings.stale("cortex-m4", lambda *_: None, 1, 1)
    assert "cycles differ" in complaint and "./motecurve records --pairings --board cortex-m4" in complaint
    committed_pairings._by_identity.cache_clear()


def test_goals_of_pairings_have_a_table_of_their_own():
    rows = [(row, match) for row, match in goals.paired(goals.PAIRINGS) if "verification" not in row.operation]
    limits = {(row.subject, row.metric): row.value for row, _ in rows}
    assert limits["tate-256 on micaz", "cycles"] == 29_000_000 and limits["eta-271 on micaz", "cycles"] == 11_800_000
    assert limits["tate-256 on micaz", "ram_bytes"] == 1_800 and limits["tate-256 on micaz", "rom_bytes"] == 20_000
    assert limits["bls12-381 on cortex-m0plus", "cycles"] == 110_000_000
    assert limits["bls12-381 on cortex-m4", "cycles"] == 22_000_000
    assert all(match.constant_time for _, match in rows)
    assert not any(row.subject.startswith("tate") for row, _ in goals.paired("micaz"))


def test_page_of_costs():
    """The page has the figures of the records, and a wrong digit is noticed."""
    text = pairing_costs.PAGE.read_text()
    assert pairing_costs.written(text) == text
    shown = [record for record in committed_pairings.of("micaz") if record["curve"] not in ("GLS254", "FourQ")]
    figure = f"{random.choice(shown)['cycles']:,}"
    wrong = text.replace(figure, figure[:-1] + str((int(figure[-1]) + 1) % 10))
    assert wrong != text and pairing_costs.written(wrong) == text
    assert text.count("insecure since 2013") >= 1 and "extension field 54 bits" in text
