"""Kernels that multiply and reduce: words of the product are cut; faults before and behind the cut are not proved."""

import random

import pytest

from motelab.prove import proof, targets
from motelab.prove.kernel import contract, refutation
from motelab.prove.kernel.contract import NoContract
from motelab.prove.kernel.execution import Broken
from motelab.prove.kernel.machine import Stuck
from motelab.prove.kernel.verdicts import PROVED, Undecided
from motelab.prove.meanings.reduced import reduced
from motelab.prove.methods import reductions
from tests.lab.prove import faults


@pytest.mark.parametrize(
    ("target", "kernel"),
    [
        ("armv7", "fp192r1_sqr_reduce_operand_scanning_special"),
        pytest.param("thumb", "fp192r1_mul_reduce_karatsuba_special", marks=pytest.mark.slow),
        pytest.param("avr", "fp160r1_mul_reduce_karatsuba_special", marks=pytest.mark.slow),
    ],
)
def test_kernel_is_proved(target, kernel):
    assert proof.prove(targets.named(target), kernel).verdict == PROVED


@pytest.mark.parametrize(
    ("target", "kernel", "count"),
    [
        ("armv7", "fp192r1_mul_reduce_operand_scanning_special", 6),
        pytest.param("armv7", "fp192r1_sqr_reduce_operand_scanning_special", 20, marks=pytest.mark.slow),
        pytest.param("thumb", "fp160r1_sqr_reduce_karatsuba_special", 6, marks=pytest.mark.slow),
    ],
)
def test_fault_is_not_proved_unless_it_changes_nothing(target, kernel, count):
    named, promised = targets.named(target), contract.read(target, kernel)
    source, meaning, proved = random.Random(kernel), reduced(promised), 0
    limits = meaning.limits(named, promised)
    for number in range(count):
        code = faults.faulty(named, kernel, source, number)
        try:
            reductions.prove(named, promised, code, meaning)
        except (Undecided, Stuck, Broken, NoContract):
            continue
        proved += 1
        for turn in range(20):
            inputs = {n: limit - 1 - turn if turn < 4 else source.randrange(limit) for n, limit in limits.items()}
            assert not refutation.differs(named, promised, code, meaning, inputs)
    assert proved <= count // 4
