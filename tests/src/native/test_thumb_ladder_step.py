"""The kernel of the ladder on Curve25519 for Thumb-1: a step against RFC 7748's formulas, on operands at which sums
carry and carries run through words; the calling convention, the bounds of the results, one trace."""

import dataclasses

import pytest

from codegen import thumb
from motelab.boards import qemu
from motelab.measure import bench
from motelab.measure.bench import Request
from tests.src.native.arm.ladder_steps import check_steps, runs_in_upper_quarter, runs_of_residues
from tests.src.native.arm.structured import counting
from tests.src.native.test_thumb_kernels import MACHINE

KERNELS = {kernel.function: kernel for kernel in thumb.kernels("fp255")}
KERNEL, OF_HALVES = KERNELS["ladder_step_weak"], KERNELS["ladder_step_weak_halves"]
LAUNCH = qemu.Launch("qemu-arm", ("-cpu", MACHINE.mcu), plugin_arguments=("code=mixed",))


def test_step(tmp_path):
    check_steps(KERNEL, MACHINE, 40, tmp_path, counting, LAUNCH, longer=150, further=runs_in_upper_quarter(1, 20))


def test_step_of_halves(tmp_path):
    """Its product and its square are other kernels', whose carries test_thumb_kernels.py counts."""
    sources = tuple(KERNELS[f"{name}_reduce_karatsuba_halves"].path for name in ("mul", "sqr"))
    machine = dataclasses.replace(MACHINE, sources=sources)
    further = runs_of_residues(1, 40)
    check_steps(OF_HALVES, machine, 40, tmp_path, counting, LAUNCH, longer=150, further=further, top=2**255)


@pytest.mark.parametrize(("profile", "kernel"), [("fast", KERNEL), ("balanced", OF_HALVES)])
def test_cycles_on_a_cortex_m0plus(profile, kernel):
    """The board's choice on Curve25519 is this kernel, and a step takes the cycles that its file states. The inversion
    takes no more than 30 of them."""
    request = Request(board="cortex-m0plus", operation="ecdh", curve="Curve25519", backend="asm", profile=profile)
    (record,) = bench.measure([request])
    assert record["choices"]["ladder-step"] == f"{kernel.header['name']}:asm" and record["verified"]
    assert 255 * kernel.asm.cycles < record["cycles"] < 256 * kernel.asm.cycles + 30 * kernel.asm.cycles
