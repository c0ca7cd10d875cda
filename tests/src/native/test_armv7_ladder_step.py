"""The kernel of the ladder on Curve25519 for ARM with UMAAL: a step against RFC 7748's formulas, on operands at which
sums carry and carries run through words; the calling convention, the bounds of the results, one trace."""

import pytest

from codegen import armv7
from codegen.armv7 import cortex_m4
from motelab import ROOT
from motelab.boards import qemu
from motelab.measure import bench
from motelab.measure.bench import Request
from tests.src.native.arm import ladder_steps
from tests.src.native.arm.kernels import compile_program, text_of
from tests.src.native.arm.ladder_steps import WORDS, P, weak_residue
from tests.src.native.arm.structured import counting
from tests.src.native.test_armv7_kernels import MACHINES

RESULT_BYTES = 4 * 4 * WORDS
KERNEL = next(kernel for kernel in armv7.kernels("fp255") if kernel.header["family"] == "ladder-step")


@pytest.mark.parametrize(
    ("machine", "count"), [("thumb2", 40), pytest.param("a32", 400, marks=(pytest.mark.slow, pytest.mark.turns(2)))]
)
def test_step(machine, count, tmp_path):
    cases = [*ladder_steps.steps(1, count)]
    cases += [case.swapped() for case in cases]
    output, runs, sites = _run(MACHINES[machine], cases, tmp_path)
    size = 2 * RESULT_BYTES + 1
    for case, start in zip(cases, range(0, size * len(cases), size), strict=True):
        points, twin = output[start : start + RESULT_BYTES], output[start + RESULT_BYTES : start + 2 * RESULT_BYTES]
        assert points == twin and output[start + size - 1] == 1, case
        found = [int.from_bytes(points[i : i + 4 * WORDS], "little") for i in range(0, RESULT_BYTES, 4 * WORDS)]
        assert [y % P for y in found] == case.result() and max(found) < 2 * P, case
    counts = output[size * len(cases) :]
    one_way = [site for i, site in enumerate(sites) if 0 in counts[2 * i : 2 * i + 2]]
    assert len(counts) == 2 * len(sites) and not one_way, f"carries always, or never, set: {one_way}"
    assert {run.instructions for run in runs} == {KERNEL.asm.instructions}
    assert len({run.trace_hash for run in runs}) == 1


def _run(machine, cases, folder):
    """The output of the kernel and of the copy that counts; the runs of the kernel; the instructions that take
    carries."""
    twin = f"{KERNEL.symbol}_counting"
    texts = {"kernel.S": text_of(KERNEL, folder, machine)}
    texts["counting.S"], sites = counting(texts["kernel.S"].replace(KERNEL.symbol, twin))
    names = ("ladder_step_caller.c", "kernel_shim.S", "kernel_carries.S")
    callers = [ROOT / "tests/src/native/arm" / name for name in names]
    defines = [f"-DWORDS={WORDS}", f"-DCARRIES={len(sites)}", f"-DCOUNTING={twin}"]
    elf = compile_program(KERNEL, folder, texts, callers, defines, machine)
    launch = qemu.Launch("qemu-arm", ("-cpu", machine.mcu), plugin_arguments=("code=mixed",))
    data = b"".join(case.data() for case in cases) + b"\0"
    execution = qemu.execute(elf, measure=KERNEL.symbol, data=data, launch=launch)
    return execution.output, execution.runs, sites


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
