"""The ladder on Curve25519 of routines for ARM with UMAAL: whole ladders against the steps of RFC 7748, first steps on
operands at which carries run through words, results at the borders of the last reduction; the calling convention, one
trace; the table of powers that the inversion reads."""

import subprocess

import pytest

from codegen.addition_chains import QUOTIENT, X2, Z2, T
from codegen.armv7.ladder import ladder_routines
from codegen.kernel_fields import PrimeField
from motelab import ROOT
from motelab.boards import qemu
from tests.src.native.arm.kernels import compile_program, text_of
from tests.src.native.arm.ladder_steps import WORDS, P, Step
from tests.src.native.arm.ladders import cases, ladder
from tests.src.native.arm.structured import counting
from tests.src.native.test_armv7_kernels import MACHINES

KERNEL = ladder_routines(PrimeField.of("fp255"))
TWIN = f"{KERNEL.symbol}_counting"
RESULT_BYTES = 4 * WORDS


def request(step: Step, k: int) -> bytes:
    data = step.data()  # which ends with swap and a24
    return data[:-8] + k.to_bytes(4 * WORDS, "little") + data[-4:]


def program(machine, folder):
    """The kernel with the copy that counts, and the instructions that take carries."""
    texts = {"kernel.S": text_of(KERNEL, folder, machine)}
    texts["counting.S"], sites = counting(texts["kernel.S"].replace(KERNEL.symbol, TWIN))
    target = machine.target()
    callers = [ROOT / "tests/src/native/arm/ladder_caller.c", target.shim, target.carries]
    defines = [f"-DWORDS={WORDS}", f"-DCARRIES={len(sites)}", f"-DCOUNTING={TWIN}"]
    return compile_program(KERNEL, folder, texts, callers, defines, machine), sites


def check_results(output: bytes, made: list[tuple[Step, int]]) -> None:
    size = 2 * RESULT_BYTES + 1
    for (step, k), start in zip(made, range(0, size * len(made), size), strict=True):
        found, twin = output[start : start + RESULT_BYTES], output[start + RESULT_BYTES : start + 2 * RESULT_BYTES]
        assert found == twin and output[start + size - 1] == 1, (step, k)
        assert int.from_bytes(found, "little") == ladder(step, k), (step, k)


@pytest.mark.parametrize("machine", ["thumb2", pytest.param("a32", marks=pytest.mark.slow)])
def test_ladders(machine, tmp_path):
    """Results; every carry has been 0 and 1."""
    machine, made = MACHINES[machine], cases()
    elf, sites = program(machine, tmp_path)
    data = b"".join(b"\1" + request(*case)[1:] for case in made) + b"\0"
    done = subprocess.run(
        [machine.target().emulator, "-cpu", machine.mcu, elf], input=data, capture_output=True, env={}
    )
    assert done.returncode == 0, done.stderr
    counts = done.stdout[(2 * RESULT_BYTES + 1) * len(made) :]
    check_results(done.stdout[: -len(counts)], made)
    one_way = [site for i, site in enumerate(sites) if 0 in counts[2 * i : 2 * i + 2]]
    assert len(counts) == 2 * len(sites) and not one_way, f"carries always, or never, set: {one_way}"


@pytest.mark.parametrize("machine", MACHINES)
def test_trace(machine, tmp_path):
    """Secrets change neither the instructions nor the addresses, and the stated number of instructions is executed."""
    machine, made = MACHINES[machine], cases()[::150]
    elf, _ = program(machine, tmp_path)
    data = b"".join(b"\1" + request(*case)[1:] for case in made) + b"\0"
    launch = qemu.Launch("qemu-arm", ("-cpu", machine.mcu), plugin_arguments=("code=mixed",))
    execution = qemu.execute(elf, measure=KERNEL.symbol, data=data, mcu=machine.mcu, launch=launch)
    assert {run.instructions for run in execution.runs} == {KERNEL.asm.instructions}
    assert len(execution.runs) == len(made) and len({run.trace_hash for run in execution.runs}) == 1


def test_quotient():
    """The powers of the list multiply to Z2^(p - 2) X2, and read only what others wrote, or the point."""
    exponents = {Z2: 1}
    for squarings, r, a, b in QUOTIENT[:-1]:
        exponents[r] = (exponents[a] << squarings) + exponents[b]
    assert QUOTIENT[-1] == (0, X2, T, X2) and exponents[T] == P - 2
