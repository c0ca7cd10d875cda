"""The kernel of the ladder on Curve25519 for Thumb-1: a step against RFC 7748's formulas, on operands at which sums
carry and carries run through words; the calling convention, the bounds of the results, one trace."""

from codegen import thumb
from motelab.boards import qemu
from motelab.measure import bench
from motelab.measure.bench import Request
from tests.src.native.arm.ladder_steps import check_steps, runs_in_upper_quarter
from tests.src.native.arm.structured import counting
from tests.src.native.test_thumb_kernels import MACHINE

KERNEL = next(kernel for kernel in thumb.kernels("fp255") if kernel.header["family"] == "ladder-step")


def test_step(tmp_path):
    launch = qemu.Launch("qemu-arm", ("-cpu", MACHINE.mcu), plugin_arguments=("code=mixed",))
    check_steps(KERNEL, MACHINE, 40, tmp_path, counting, launch, longer=150, further=runs_in_upper_quarter(1, 20))


def test_cycles_on_a_cortex_m0plus():
    """The board's choice on Curve25519 is this kernel, and a step takes the cycles that its file states."""
    (record,) = bench.measure([Request(board="cortex-m0plus", operation="ecdh", curve="Curve25519", backend="asm")])
    assert record["choices"]["ladder-step"] == "weak:asm" and record["verified"]
    assert 255 * KERNEL.asm.cycles < record["cycles"] < 256 * (KERNEL.asm.cycles + 500)
