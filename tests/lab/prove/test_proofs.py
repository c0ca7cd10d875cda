"""Proofs of kernels, lies in contracts, planted faults, and the command."""

import dataclasses
import json
import random

import pytest
from click.testing import CliRunner

from motelab.commands import prove as module
from motelab.common.errors import MotecurveError
from motelab.prove import left_open, proof, targets
from motelab.prove.faults import faulty
from motelab.prove.kernel import certificates, contract, objects
from motelab.prove.kernel.verdicts import OPEN, PROVED, REFUTED, Verdict
from tests.conftest import share
from tools import proof_tables

AVR = targets.named("avr")
FEW = (
    "fb163_add_unrolled", "fb163_mul_reduce_ld_registers", "fb163_reduce_registers", "fb163_sqr_reduce_byte_table",
    "fb233_mul_reduce_karatsuba_ld_registers", "fp160r1_reduce_special", "fp160r1_sqr_karatsuba",
)  # fmt: skip
FAULTS = 30


@pytest.mark.parametrize("kernel", FEW)
def test_kernel_is_proved(kernel):
    found = proof.prove(AVR, kernel)
    assert (found.verdict, found.reason) == (PROVED, "")


@pytest.mark.parametrize(
    "kernel", ["fb409_mul_ld_registers_light", pytest.param("fb571_mul_ld_registers_light", marks=pytest.mark.slow)]
)
def test_nothing_behind_the_product_is_touched(kernel):
    """Both once read and wrote back the bytes behind their product, which tests on values cannot see."""
    assert proof.prove(AVR, kernel).verdict == PROVED


@pytest.mark.parametrize(
    ("kernel", "lie"),
    [
        ("fb163_sqr_nibble_table", {"stack_bytes": 1}),
        ("fb163_sqr_nibble_table", {"clobbers": frozenset({"r0", "r18", "r24", "r25", "r26", "r27"})}),
        ("fb163_sqr_nibble_table", {"constant_time": "same-trace-and-addresses", "text": ""}),
        ("fb163_add_unrolled", {"statement": "r = a b mod f"}),
        ("fb163_reduce_registers", {"modulus": (163, 7, 6, 4, 0)}),
    ],
)
def test_contract_that_lies_is_not_proved(kernel, lie, monkeypatch):
    false = dataclasses.replace(contract.read("avr", kernel), **lie)
    monkeypatch.setattr(contract, "read", lambda *_: false)
    assert proof.prove(AVR, kernel).verdict in (OPEN, REFUTED)


def test_certificates_are_of_these_bytes():
    """Every certificate, and nothing else in the file."""
    found = certificates.read("avr")
    assert len(found) > 50
    for kernel, one in found.items():
        assert (one["code_sha256"], one["contract_sha256"]) == certificates.identity(AVR, kernel), kernel


@pytest.mark.parametrize("kernel", ["fb163_reduce_registers"])
def test_planted_fault_is_refuted_and_the_simulator_confirms_it(kernel):
    found = proof.prove(AVR, kernel, faulty(AVR, kernel, random.Random(2), 1))
    assert (found.verdict, found.confirmed) == (REFUTED, True)
    assert found.counterexample


@pytest.mark.slow
@pytest.mark.parametrize(
    "kernel", ["fb163_mul_reduce_ld_registers", "fb163_sqr_reduce_byte_table", "fb233_reduce_registers"]
)
def test_no_planted_fault_is_proved_unless_it_changes_nothing(kernel):
    """Ten of the thirty each. A fault that is proved changes no result; one that is not proved breaks another promise:
    its reason is one of memory, of a register, of an instruction, or of an output that nobody wrote."""
    source = random.Random(kernel)
    for number in range(FAULTS // 3):
        found = proof.prove(AVR, kernel, faulty(AVR, kernel, source, number))
        assert found.verdict != REFUTED or found.confirmed, found
        if found.verdict == OPEN:
            assert any(word in found.reason for word in BROKEN), found.reason


BROKEN = (
    "no semantics", "not written", "nobody wrote", "neither", "is not kept", "the stack is deeper", "of the caller",
    "does not end", "is overwritten", "depends on an input", "no code at", "not linear", "unknown",
)  # fmt: skip


def run(*words: str):
    result = CliRunner().invoke(module.command, words)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def test_command_prints_rows():
    done = run("--target", "avr", "--kernel", "fb163_add_unrolled", "--format", "json")
    (row,) = json.loads(done.stdout)
    assert done.exit_code == 0
    names = "kernel target statement method solvers seconds proved reason code_sha256 checked"
    assert set(names.split()) <= set(row)
    assert row["proved"]
    assert row["checked"] == "by certificate"


def test_kernel_without_a_proof_ends_with_1(monkeypatch):
    monkeypatch.setattr(proof, "TABLES", ())
    assert run("--target", "avr", "--kernel", "fb163_add_unrolled", "--from-nothing").exit_code == 1


def test_kernel_left_open_is_tried_only_where_it_is_named(monkeypatch, tmp_path):
    """Its recorded reason stands for the attempt as long as bytes and contract are the same."""
    code, promised = certificates.identity(AVR, "fb163_add_unrolled")
    monkeypatch.setattr(certificates, "FOLDER", tmp_path)
    open_one = Verdict("fb163_add_unrolled", "avr", OPEN, reason="nobody tried")
    left_open.write("avr", {"fb163_add_unrolled": left_open.of(open_one, code, promised)})
    assert module.row(AVR, "fb163_add_unrolled", from_nothing=False, is_named=False)["reason"] == "nobody tried"
    for from_nothing, is_named in ((True, False), (False, True)):
        assert module.row(AVR, "fb163_add_unrolled", from_nothing, is_named)["proved"]
    left_open.write("avr", {"fb163_add_unrolled": left_open.of(open_one, "other bytes", promised)})
    module.written([module.row(AVR, "fb163_add_unrolled", from_nothing=False, is_named=False)])
    assert (set(certificates.read("avr")), left_open.read("avr")) == ({"fb163_add_unrolled"}, {})


def test_every_kernel_has_a_recorded_verdict():
    """A proof or a reason, of these bytes."""
    for name in targets.NAMES:
        target, certified, open_ones = targets.named(name), certificates.read(name), left_open.read(name)
        assert not set(certified) & set(open_ones), name
        assert set(certified) | set(open_ones) == set(objects.names(name)), name
        for kernel, one in open_ones.items():
            if one["contract_sha256"]:
                assert (one["code_sha256"], one["contract_sha256"]) == certificates.identity(target, kernel), kernel


def test_counts_in_pages_are_those_of_the_certificates():
    for page in proof_tables.PAGES:
        text = page.read_text()
        assert proof_tables.written(text) == text, page
        assert page == proof_tables.PAGE or proof_tables.sentence() in text


DRAWN_MAX_S = 10  # of a proof that is drawn
CERTIFIED = [
    (name, kernel)
    for name in targets.NAMES
    for kernel, one in certificates.read(name).items()
    if not one["solvers"] and one["seconds"] <= DRAWN_MAX_S
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "kernel"), share(CERTIFIED, 30))
def test_a_drawn_proof_from_nothing(name, kernel):
    assert proof.prove(targets.named(name), kernel).verdict == PROVED


def test_file_of_kernels_left_open_that_is_broken(monkeypatch, tmp_path):
    monkeypatch.setattr(certificates, "FOLDER", tmp_path)
    (tmp_path / "avr.left-open.jsonl").write_text('{"kernel": "fb163_add_unrolled"}\n')
    with pytest.raises(MotecurveError, match="line 1 is no kernel left open"):
        left_open.read("avr")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--target", "z80"), "no target with semantics 'z80'"),
        (("--kernel", "fb163_nothing"), "no kernel of avr or .* 'fb163_nothing'; did you mean"),
        (("--check", "--kernel", "fb163_add_unrolled"), "fb163_add_unrolled has no certificate"),
    ],
)
def test_bad_input_gives_one_line(words, message, monkeypatch):
    monkeypatch.setattr(certificates, "read", lambda _: {})
    with pytest.raises(MotecurveError, match=message):
        run(*words)
