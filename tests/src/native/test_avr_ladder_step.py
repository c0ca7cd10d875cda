"""The kernels of the ladder on Curve25519 for AVR in the simulator: a step against RFC 7748's formulas, on operands at
which sums carry and carries run through bytes; the calling convention, the stack, the bounds of the results, one trace.
The functions that it calls alone, on operands that notice every carry."""

import dataclasses
import random

import pytest

from codegen.avr.listing import RETURN_ADDRESS_BYTES
from codegen.avr.prime.field import PrimeField
from codegen.avr.prime.ladder_step import LADDER_FIELD, ladder_kernels
from motelab import ROOT
from motelab.measure import bench
from motelab.measure.bench import Request
from tests.kept import kept
from tests.src.native.arm.ladder_steps import P, Step, long_steps, steps
from tests.src.native.avr.checks import check_aliasing, check_calling_convention, check_object_code, check_same_trace
from tests.src.native.avr.kernels import (
    ARENA_BYTES,
    CALLEE_SAVED_COUNT,
    GUARD_BYTES,
    Call,
    edge_inputs,
    link_caller,
    random_inputs,
)
from tests.src.native.avr.prime_kernels import link_prime_caller
from tests.src.native.avr.weak_residues import BORDER, SIZE, products, subject
from tests.src.native.kernels import carries

KERNELS = kept("avr-ladder-kernels", lambda: {k.symbol: k for k in ladder_kernels(PrimeField.of(LADDER_FIELD))})
SHARED = {symbol: kernel for symbol, kernel in KERNELS.items() if not kernel.header}
STEP = KERNELS[f"mc_{LADDER_FIELD}_ladder_step_weak_avr"]
PRODUCT = KERNELS[f"mc_{LADDER_FIELD}_mul_reduce_weak_avr"]
POINTS, X, SMALL = 8, 216, 264  # places in the arena: six elements, one, and the numbers that are no elements
MAX_STACK_BYTES = 160


def operands() -> list[Step]:
    """Steps on coordinates below 2^255: those of every target's tests, differences close to -2^255, and a24 of three
    bytes and of fewer."""
    source = random.Random(255)
    ends = [BORDER - 1 - d for d in (0, 1, 8, 9, 10, 18, 19)] + [0, 1, 9, 18]
    made = [*(Step(a, b, b, a) for a in ends for b in ends), *steps(3, 20), *long_steps(4, 25)]
    for a24 in (0, 1, 2, 121666, 0xFFFE, 0xFFFF, 0x10000, 0x1FFFE, 0x1FFFF):
        made += [dataclasses.replace(case, a24=a24) for case in source.sample(made[:100], 3)]
    made = [step for step in made if max(step.x2, step.z2, step.x3, step.z3) < BORDER]
    return made + [step.swapped() for step in made]


def call_of(step: Step, noise: random.Random) -> Call:
    arena = bytearray(noise.randbytes(ARENA_BYTES))
    for place, value in enumerate((step.x2, step.z2, step.x3, step.z3)):
        arena[POINTS + SIZE * place : POINTS + SIZE * (place + 1)] = value.to_bytes(SIZE, "little")
    arena[X : X + SIZE] = step.x.to_bytes(SIZE, "little")
    arena[SMALL : SMALL + 5] = bytes((step.swap,)) + step.a24.to_bytes(4, "little")
    return Call((POINTS, X, SMALL), noise.randbytes(CALLEE_SAVED_COUNT), bytes(arena), noise.randrange(256))


def test_step(tmp_path):
    caller = link_caller(STEP, tmp_path, ROOT / "tests/src/native/avr/ladder_step_entry.S")
    cases, noise = operands(), random.Random(1)
    calls = [call_of(step, noise) for step in cases]
    outcomes, runs = caller.execute(calls)
    for step, call, outcome in zip(cases, calls, outcomes, strict=True):
        places = range(POINTS, POINTS + 4 * SIZE, SIZE)
        points = [int.from_bytes(outcome.arena[place : place + SIZE], "little") for place in places]
        assert [y % P for y in points] == step.result() and max(points) < BORDER, step
        behind = POINTS + 6 * SIZE
        assert outcome.arena[:POINTS] == call.arena[:POINTS] and outcome.arena[behind:] == call.arena[behind:]
        assert (outcome.registers, outcome.zero_register, outcome.stack_pointer_change) == (call.registers, 0, 0)
        entry_bytes = 2 + RETURN_ADDRESS_BYTES  # of kernel_entry
        assert outcome.intact_guard_bytes >= GUARD_BYTES - STEP.stack_bytes - RETURN_ADDRESS_BYTES - entry_bytes
    assert {run.cycles for run in runs} == {STEP.asm.cycles}
    assert {run.stack_bytes for run in runs} == {STEP.stack_bytes + RETURN_ADDRESS_BYTES}
    assert STEP.stack_bytes <= MAX_STACK_BYTES


def test_same_trace_and_addresses(tmp_path):
    """For one place of the stack."""
    caller = link_caller(STEP, tmp_path, ROOT / "tests/src/native/avr/ladder_step_entry.S")
    noise = random.Random(2)
    calls = [dataclasses.replace(call_of(step, noise), lower_stack_by=0) for step in operands()[::9]]
    _, runs = caller.execute(calls)
    assert len({(run.trace_hash, run.address_hash) for run in runs}) == 1


@pytest.mark.parametrize("kernel", SHARED.values(), ids=SHARED)
def test_function(kernel):
    carries.noticing_operands(subject(kernel))


@pytest.mark.parametrize("kernel", SHARED.values(), ids=SHARED)
@pytest.mark.slow
@pytest.mark.turns(2)
def test_many_results(kernel):
    function = subject(kernel)
    inputs = function.first(4_000, seed=90)
    carries.check_results(function, inputs, function.run(inputs, []))


def test_product(tmp_path):
    """The product around the step's, whose results are below p."""
    caller = link_prime_caller(PRODUCT, tmp_path)
    made = [pair for pair, _ in zip(products(5), range(400), strict=False) if max(pair) < P]
    caller.check_results(made[:150])
    check_aliasing(caller, 5)
    check_calling_convention(caller, MAX_STACK_BYTES)
    check_same_trace(caller, edge_inputs(PRODUCT) + random_inputs(PRODUCT, 10, seed=7))


@pytest.mark.parametrize("kernel", KERNELS.values(), ids=KERNELS)
def test_object_code(tmp_path, kernel):
    check_object_code(kernel, tmp_path)


def test_cycles_on_a_board():
    """The board's choice on Curve25519 is this kernel, and a step takes the cycles that its file states."""
    (record,) = bench.measure([Request(board="micaz", operation="ecdh", curve="Curve25519", backend="asm")])
    assert record["choices"]["ladder-step"] == "weak:asm" and record["verified"]
    shortened = len(STEP.calls) * 3  # a cycle for each call that the linker shortens
    assert 255 * (STEP.asm.cycles - shortened) < record["cycles"] < 256 * (STEP.asm.cycles + 2_000)


def test_on_a_board_whose_calls_push_three_bytes():
    (record,) = bench.measure([Request(board="mega", operation="ecdh", curve="Curve25519", backend="asm")])
    assert record["choices"]["ladder-step"] == "weak:asm" and record["verified"]
