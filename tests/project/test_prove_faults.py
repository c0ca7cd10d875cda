"""tools/prove_faults.py: faults planted into proved kernels, and what the proof says of them."""

import json
import random
import sys

import pytest
from click.testing import CliRunner

from motelab import ROOT
from motelab.prove import faults, targets

sys.path.insert(0, str(ROOT / "tools"))

import prove_faults


def test_faults_are_drawn_by_their_number():
    """The same ones for the same seed, two of three by the rules of `make mutate`, and each changes bytes."""
    target = targets.named("riscvb")
    names = prove_faults.chosen(target, 1.0)
    drawn = [prove_faults.planted(target, names, 1, number) for number in range(3)]
    again = [prove_faults.planted(target, names, 1, number) for number in range(3)]
    assert [one[::2] for one in drawn] == [one[::2] for one in again]
    assert drawn[0][2].startswith("bit ")
    assert all(not one[2].startswith("bit ") for one in drawn[1:])
    assert all(faults.is_another(target, kernel, code) for kernel, code, _ in drawn)


def test_kernel_as_it_is_is_no_fault():
    riscvb = targets.named("riscvb")
    kernel = prove_faults.chosen(riscvb, 1.0)[0]
    text, _ = faults.source_of(riscvb, kernel)
    assert not faults.is_another(riscvb, kernel, prove_faults.objects.linked_text(riscvb, kernel, text))


def test_wrong_proof_is_told(monkeypatch):
    """A proof that proves everything: runs show the fault."""
    target, kernel = targets.named("riscvb"), "fb163_sqr_reduce_clmul"
    code, fault = faults.left_out(target, kernel, random.Random(1))
    proved = faults.proof.prove(target, kernel)
    monkeypatch.setattr(faults.proof, "prove", lambda *_: proved)
    assert faults.judged(target, kernel, code, fault).outcome == faults.WRONG


@pytest.mark.slow
@pytest.mark.parametrize("name", targets.NAMES)
def test_every_fault_is_told(name):
    """A run confirms it, or it breaks a promise, or it changes nothing; also where a proof would need solvers."""
    done = CliRunner().invoke(
        prove_faults.main, ["--target", name, "--faults", "4", "--seed", "7", "--seconds-max", "2", "--format", "json"]
    )
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.exit_code == 0
    assert len(rows) == 4
    assert all(one["outcome"] in (faults.CONFIRMED, faults.BREAKS, faults.EQUAL) for one in rows), rows
