"""`faults`: the space, the classes, an interrupted run, bad input; and, slowly, that a verification with a verdict
survives each single skip of its comparisons, and the one without does not."""

import json
import random
import types

import pytest

from motelab.common.errors import MotecurveError
from motelab.faults import attacks, campaign, classes, space
from motelab.faults.classes import Outcome
from motelab.faults.journal import Journal
from motelab.faults.target import Target
from motelab.measure import bench

AVR = space.PROCESSORS["simavr"]
QUESTION = {"model": "skip", "moments": "all", "key": "1"}


# ---- The space


def test_every_fault_has_a_number():
    moments, ram = (range(3, 5), range(7, 8)), (range(256, 258), range(4000, 4001))
    counts = {"skip": 1, "skip-two": 1, "register": 33 * 8, "zero": 33, "memory": 24, "opcode": 16}
    assert counts.keys() == space.MODELS.keys()
    for model, each in counts.items():
        found = space.Space(model, moments, AVR, ram)
        assert found.size == 3 * each
        lines = [found.fault(number).line for number in range(found.size)]
        assert len(set(lines)) == found.size
        assert sorted({int(line.split()[0]) for line in lines}) == [3, 4, 7]
        assert [int(line.split()[0]) for line in lines] == sorted(int(line.split()[0]) for line in lines)
    assert {space.Space("memory", moments, AVR, ram).fault(n).place for n in range(24)} == {256, 257, 4000}


def test_billions_are_drawn_from_and_not_listed():
    vast = space.Space("register", (range(10**9),), AVR)
    drawn = vast.drawn(5, 7)
    assert vast.size == 264 * 10**9 and drawn == sorted(set(drawn)) == vast.drawn(5, 7) != vast.drawn(5, 8)
    with pytest.raises(MotecurveError, match=r"264,000,000,000 faults of the model register are too many for --all"):
        vast.all()
    few = space.Space("skip", (range(10),), AVR)
    assert list(few.all()) == few.drawn(99, 1) == list(range(10))


# ---- Classes


def target(name: str, right: bytes) -> Target:
    chosen = types.SimpleNamespace(operation=types.SimpleNamespace(name=name))
    return Target(chosen, None, {}, b"", right, None, 1)


def test_classes_of_a_signature():
    made, right = target("ecdsa-sign", b"\0\1\2"), b"\0\1\2"

    def attack(output: bytes) -> str | None:
        return "planted" if output == b"\7\7" else None

    found = {
        (0, right): "right", (0, b"\x0c\0\0"): "detected", (0, b"\0\1\3"): "wrong", (0, b"\0\7\7"): "key_revealing",
        (0, b"\x0c\7\7"): "key_revealing", (0, b"\0\1"): "crashed", (7, b""): "crashed", (9, b""): "endless",
        (10, b""): "crashed",
    }  # fmt: skip
    assert {case: classes.classified(made, attack, *case)[0] for case in found} == found
    assert classes.classified(made, attack, 0, b"\0\7\7") == ("key_revealing", "planted")
    # The code returned MC_OK, and the bench saw that it had written beside its result.
    assert classes.classified(made, attack, 0, b"\xee\1\3") == ("wrong", None)
    assert set(found.values()) | {"accepted"} == set(classes.CLASSES) == set(classes.WORST_FIRST)


def test_classes_of_a_verification():
    made = target("ecdsa-verify-verdict", b"\x0c")
    found = {b"\x0c": "right", b"\0": "accepted", b"\1": "detected", b"": "crashed"}
    assert {output: classes.classified(made, None, 0, output)[0] for output in found} == found
    assert attacks.attack_of(made_of("ecdsa-verify")) is None


def made_of(operation: str, curve: str = "secp256r1") -> Target:
    """A target with the known answer of an operation, without an image."""
    chosen = bench.select(bench.Request(board="telosb", operation=operation, curve=curve))
    case = bench.cases_of(chosen)[1][0]
    return Target(chosen, None, case, b"", bench.outputs(chosen, [case]), None, 1)


@pytest.mark.parametrize(
    ("operation", "curve"), [("ecdsa-sign", "secp256r1"), ("eddsa-sign", "Ed25519"), ("schnorr-sign", "secp256r1")]
)
def test_a_faulty_half_gives_the_key_of_known_answers(operation, curve):
    """A bit of R flips before the second half is made, or after it; only the first tells the key."""
    made = made_of(operation, curve)
    attack, n, right = attacks.attack_of(made), made.chosen.curve.order, made.right[1:]
    wrong = bytes([right[0] ^ 1]) + right[1:]
    assert attack(right) is None and attack(wrong) is None
    d = made.case["d"]
    if operation == "ecdsa-sign":
        r, s = attacks.numbers(made, right)
        r2 = attacks.numbers(made, wrong)[0]
        k = attacks.first_nonce(n, d, made.case["digest"])
        assert s * k % n == (made.case["digest"] + r * d) % n
        s2 = pow(k, -1, n) * (made.case["digest"] + r2 * d) % n
        assert attack(wrong[:32] + s2.to_bytes(32, "big")) == "another r with the same nonce"
    key = d.to_bytes(32, "little" if operation == "eddsa-sign" else "big")
    assert attack(right[:32] + key) in ("the key itself", "the scalar itself")


def test_a_drawn_nonce_is_of_one_signature():
    """The same two halves tell the key of the deterministic signature alone."""
    for operation, told in (("ecdsa-sign", "another r with the same nonce"), ("ecdsa-sign-digest-random", None)):
        made = made_of(operation)
        n, right, d, e = made.chosen.curve.order, made.right[1:], made.case["d"], made.case["digest"]
        k, wrong = attacks.first_nonce(n, d, e), bytes([right[0] ^ 1]) + right[1:32]
        s2 = pow(k, -1, n) * (e + int.from_bytes(wrong, "big") * d) % n
        assert attacks.attack_of(made)(wrong + s2.to_bytes(32, "big")) == told
        assert attacks.attack_of(made)(right[:32] + d.to_bytes(32, "big")) == "the key itself"


def test_the_key_in_a_shared_secret():
    made = made_of("ecdh")
    attack = attacks.attack_of(made)
    d = made.case["d"]
    assert attack(d.to_bytes(32, "big")) == "the key itself"
    assert attack(made.case["px"].to_bytes(32, "big")) == "a loop left out: 1 times the peer's point"
    assert attack(random.Random(3).randbytes(32)) is None


# ---- An interrupted run


def test_an_interrupted_run_continues(tmp_path):
    """Half a line at the end is answered again; so is a run whose part was not kept."""
    path, outcomes = tmp_path / "faults.jsonl", [(n, Outcome("right", 2 * n)) for n in range(4)]
    with Journal(path, QUESTION) as journal:
        journal.append(outcomes[:3])
    path.write_bytes(path.read_bytes()[:-5])
    answered = []

    class Planted(campaign.Campaign):
        def answered(self, part, attack, stop):
            answered.extend(part)
            return [outcomes[number] for number in part]

    made = Planted(made_of("ecdsa-verify"), space.Space("skip", (range(4),), AVR), range(4))
    with Journal(path, QUESTION) as journal:
        assert journal.outcomes.keys() == {0, 1}
        made.run(journal, 2, lambda done, total: None)
    assert answered == [2, 3] and Journal(path, QUESTION).outcomes == dict(outcomes)


def test_files_of_something_else_are_refused(tmp_path):
    path = tmp_path / "faults.jsonl"
    with Journal(path, QUESTION), pytest.raises(MotecurveError, match="another run writes"):
        Journal(path, QUESTION).__enter__()
    for other, why in (({"key": "2"}, "another image, input or simulator"), ({"model": "zero"}, "another model")):
        with pytest.raises(MotecurveError, match=why):
            Journal(path, QUESTION | other)
    path.write_text("no faults\n")
    with pytest.raises(MotecurveError, match="is no file of faults"):
        Journal(path, QUESTION)


# ---- The command

BAD = {
    "--op ecdsa-sign --board rpi2": "rpi2 has no injector of faults: its simulator, qemu",
    "--op ecdsa-sign --board host": "host runs no images; name a board of AVR, MSP430, Cortex-M or Ibex",
    "--op ecdsa-sign --model skp": "no model of faults 'skp'; did you mean skip",
    "--op fb-mul --curve sect163k1": "fb-mul has no status",
    "--op ecdsa-sgn": "did you mean ecdsa-sign",
    "--op ecdsa-sign --all --sample 3": "leave one out",
    "--op ecdsa-verify --board telosb --implementation micro-ecc": "holds no code of micro-ecc; fetch it with: git",
    "--op ecdsa-verify --profile small --implementation micro-ecc": "--profile is for this library's own algorithms",
}


@pytest.mark.parametrize("line", BAD)
def test_bad_input(lab, line):
    status, out, error = lab(f"faults {line}")
    assert status == 2 and not out and BAD[line] in error and "Traceback" not in error


VERIFY = "faults --board telosb --curve secp256r1 --all --format json --output faults.jsonl --op"


@pytest.mark.slow
def test_comparisons_of_a_verification_and_of_a_verdict(lab):
    """Each instruction of the comparisons is skipped once. The second run takes everything from its file."""
    line = f"{VERIFY} ecdsa-verify --routine mc_order256_mask_equal --routine mc_fp256r1_ecdsa_verification_point"
    status, out, _ = lab(line)
    (row,) = json.loads(out)
    assert status == 1 and row["accepted"] >= 3 and row["tried"] == row["space"] > 100 and not row["sampled"]
    status, places, error = lab(f"{line} --places")
    assert status == 1 and f"{row['tried']} of them are in faults.jsonl" in error
    assert sum(place["accepted"] for place in json.loads(places)) == row["accepted"]
    routines = "mc_order256_mask_equal *verification_point *verdict* differences"
    options = " ".join(f"--routine {name}" for name in routines.split())
    status, out, _ = lab(f"{VERIFY} ecdsa-verify-verdict {options}".replace("faults.jsonl", "verdict.jsonl"))
    (row,) = json.loads(out)
    assert status == 0 and row["accepted"] == 0 and row["right"] > 100


@pytest.mark.slow
def test_comparisons_on_ibex(lab):
    """The same of the RTL, whose code for them is another."""
    line = "faults --board ibex --curve secp256r1 --all --format json --op"
    status, out, _ = lab(f"{line} ecdsa-verify --routine mc_order256_mask_equal")
    (row,) = json.loads(out)
    assert status == 1 and row["accepted"] >= 1 and row["tried"] == row["space"] > 5
    status, out, _ = lab(f"{line} ecdsa-verify-verdict --routine mc_verdict_differs")
    (row,) = json.loads(out)
    assert status == 0 and row["accepted"] == 0 and row["right"] > 50


@pytest.mark.slow
def test_most_skips_of_a_signature_give_the_key_and_none_of_a_checked_one(lab):
    line = "faults --board telosb --curve secp256r1 --sample 60 --seed 3 --format json --op"
    (plain,) = json.loads(lab(f"{line} ecdsa-sign")[1])
    (checked,) = json.loads(lab(f"{line} ecdsa-sign-checked")[1])
    assert plain["key_revealing"] > 15 and plain["detected"] == 0
    assert checked["key_revealing"] == 0 and checked["detected"] > 30


@pytest.mark.slow
def test_a_secret_that_is_computed_twice_tells_nothing(lab):
    (row,) = json.loads(
        lab("faults --board cortex-m4 --curve Curve25519 --sample 60 --seed 3 --format json --op ecdh-checked")[1]
    )
    assert row["key_revealing"] == 0 and row["wrong"] == 0 and row["detected"] > 30


@pytest.mark.slow
@pytest.mark.parametrize("board", ["cortex-m4", "telosb"])
def test_comparisons_of_the_verdict_of_eddsa(board, lab):
    """Each instruction of the comparisons is skipped once. On a TelosB one of them leaves a pointer to the signature
    where the octets would be written."""
    routines = " ".join(f"--routine {name}" for name in ("*verdict*", "*differences"))
    line = f"faults --board {board} --curve Ed25519 --all --format json --op eddsa-verify-verdict {routines}"
    status, out, _ = lab(line)
    (row,) = json.loads(out)
    assert status == 0 and row["accepted"] == 0 and row["right"] > 50
