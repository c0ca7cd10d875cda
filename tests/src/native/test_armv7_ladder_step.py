"""The kernel of the ladder on Curve25519 for ARM with UMAAL: a step against RFC 7748's formulas, on operands at which
sums carry and carries run through words; the calling convention, the bounds of the results, one trace."""

import pytest

from codegen import armv7
from codegen.armv7 import cortex_m4
from motelab.boards import qemu
from motelab.measure import bench
from motelab.measure.bench import Request
from tests.src.native.arm import ladder_steps
from tests.src.native.arm.ladder_steps import check_steps, weak_residue
from tests.src.native.arm.structured import counting
from tests.src.native.test_armv7_kernels import MACHINES

KERNEL = next(kernel for kernel in armv7.kernels("fp255") if kernel.header["family"] == "ladder-step")


@pytest.mark.parametrize(
    ("machine", "count"), [("thumb2", 40), pytest.param("a32", 400, marks=(pytest.mark.slow, pytest.mark.turns(2)))]
)
def test_step(machine, count, tmp_path):
    machine = MACHINES[machine]
    launch = qemu.Launch("qemu-arm", ("-cpu", machine.mcu), plugin_arguments=("code=mixed",))
    check_steps(KERNEL, machine, count, tmp_path, counting, launch)


def test_operands_reach_the_borders():
    """The solved operands have the weak residues that they were solved for: sums of two carry."""
    sums = []
    for step in ladder_steps.steps(1, 40):
        if step.z3 == 0 and step.x2 >= step.z2:
            sums.append(weak_residue(step.x3 * (step.x2 + step.z2)) + weak_residue(step.x3 * (step.x2 - step.z2)))
    assert max(sums) >= 2**256


def test_cycles_on_a_cortex_m4():
    """The board's choice on Curve25519 is this kernel, and a step takes the cycles that its file states."""
    (record,) = bench.measure([Request(board="cortex-m4", operation="ecdh", curve="Curve25519", backend="asm")])
    assert record["choices"]["ladder-step"] == "umaal:asm" and record["verified"]
    assert 255 * cortex_m4.cycles(KERNEL.asm) < record["cycles"] < 256 * (cortex_m4.cycles(KERNEL.asm) + 200)
