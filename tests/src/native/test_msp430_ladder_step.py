"""The kernels of the ladder on Curve25519 for MSP430 in the simulator: a step against RFC 7748's formulas, on operands
at which sums carry and carries run through words; the calling convention, the stack, the bounds of the results, one
trace. The routines within them alone, on operands that notice every carry."""

import dataclasses
import random
import subprocess
from collections.abc import Iterator

import pytest

from codegen import msp430 as kernels_of
from codegen.msp430.listing import RETURN_ADDRESS_BYTES
from motelab import INCLUDE_FLAGS, ROOT
from motelab.boards import board, msp430
from motelab.measure import bench
from motelab.measure.bench import Request
from tests.simulators.msp430 import build
from tests.src.native.arm.ladder_steps import P, Step, long_steps, steps
from tests.src.native.kernels import carries
from tests.src.native.msp430.local_routines import BORDER, routines_of

CALLER = ROOT / "tests/src/native/msp430/ladder_step_caller.S"
KERNELS = {kernel.symbol: kernel for kernel in kernels_of.kernels("fp255") if kernel.header["family"] == "ladder-step"}
CORES = {"telosb": "cpu", "msp430f5438a": "cpux"}
CASES = [
    (name, symbol)
    for name in CORES
    for symbol, kernel in KERNELS.items()
    if name == "msp430f5438a" or "requires" not in kernel.header
]
SUBJECTS = {subject.symbol: subject for kernel in KERNELS.values() for subject in routines_of(kernel)}
RESULTS = 4 * 32  # bytes of the points


def operands() -> list[Step]:
    """Steps on coordinates below 2^255: those of every target's tests, sums that are close to 2^256 and differences
    close to -2^255, whose residues take a second correction; a24 of either parity."""
    source = random.Random(255)
    ends = [BORDER - 1 - d for d in (0, 1, 8, 9, 10, 18, 19)] + [0, 1, 9, 18]
    made = [*(Step(a, b, b, a) for a in ends for b in ends), *steps(3, 20), *long_steps(4, 25)]
    for a24 in (0, 1, 2, 121666, 0xFFFE, 0xFFFF, 0x10000, 0x1FFFC, 0x1FFFD):
        made += [dataclasses.replace(case, a24=a24) for case in source.sample(made[:100], 3)]
    made = [step for step in made if max(step.x2, step.z2, step.x3, step.z3) < BORDER]
    return made + [step.swapped() for step in made]


def data_of(step: Step) -> bytes:
    """A step of the caller: the numbers, swap in a word, a24 in two."""
    numbers = (step.x2, step.z2, step.x3, step.z3, step.x)
    return (
        b"\1"
        + b"".join(number.to_bytes(32, "little") for number in numbers)
        + step.swap.to_bytes(2, "little")
        + step.a24.to_bytes(4, "little")
    )


def results(output: bytes) -> Iterator[list[int]]:
    """The coordinates after each step, and 1 if the registers of the caller and x are as they were."""
    for start in range(0, len(output), RESULTS + 1):
        part = output[start : start + RESULTS]
        yield [*(int.from_bytes(part[i : i + 32], "little") for i in range(0, RESULTS, 32)), output[start + RESULTS]]


@pytest.mark.parametrize(("name", "symbol"), CASES)
def test_step(name, symbol, tmp_path):
    kernel, cases = KERNELS[symbol], operands()
    compiler = board.load(name).compiler
    command = [compiler.command, *compiler.flags, "-E", "-P", *INCLUDE_FLAGS, str(kernel.path)]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    elf = build.image(name, f".equ KERNEL, {kernel.symbol}\n" + CALLER.read_text() + text, tmp_path)
    data = b"".join(map(data_of, cases)) + b"\0"
    execution = msp430.execute(elf, measure=kernel.symbol, data=data, **board.load(name).machine)
    found = list(results(execution.output))
    assert len(found) == len(cases)
    for step, (*points, is_kept) in zip(cases, found, strict=True):
        assert [y % P for y in points] == step.result() and max(points) < BORDER and is_kept == 1, step
    assert {run.cycles for run in execution.runs} == {kernel.asm.cycles[CORES[name]]}
    assert len({run.trace_hash for run in execution.runs}) == 1
    assert {run.stack_bytes for run in execution.runs} == {kernel.stack_bytes + RETURN_ADDRESS_BYTES}


@pytest.mark.parametrize("symbol", SUBJECTS)
def test_routine(symbol):
    carries.noticing_operands(SUBJECTS[symbol])


@pytest.mark.parametrize("symbol", SUBJECTS)
@pytest.mark.slow
@pytest.mark.turns(2)
def test_many_results(symbol):
    subject = SUBJECTS[symbol]
    inputs = subject.first(4_000, seed=90)
    carries.check_results(subject, inputs, subject.run(inputs, []))


@pytest.mark.parametrize(("name", "symbol", "choice"), [(*CASES[0], "weak:asm"), (*CASES[-1], "weak-mpy32:asm")])
def test_cycles_on_a_board(name, symbol, choice):
    """The board's choice on Curve25519 is this kernel, and a step takes the cycles that its file states."""
    (record,) = bench.measure([Request(board=name, operation="ecdh", curve="Curve25519", backend="asm")])
    cycles = KERNELS[symbol].asm.cycles[CORES[name]]
    assert record["choices"]["ladder-step"] == choice and record["verified"]
    assert 255 * cycles < record["cycles"] < 256 * (cycles + 1_500)
