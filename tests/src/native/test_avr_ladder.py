"""The ladder on Curve25519 of routines for AVR in the simulator: whole ladders against the steps of RFC 7748, first
steps on operands at which carries run through bytes, results at the borders of the last reduction; the calling
convention, the stack, one trace. And the product by its routines, on operands that notice each carry."""

import dataclasses
import random

import pytest

from codegen.avr.listing import RETURN_ADDRESS_BYTES
from codegen.avr.prime.field import PrimeField
from codegen.avr.prime.ladder import ladder_routines, mul_reduce_halves_folded
from motelab import ROOT
from tests.src.native.arm.ladder_steps import P, Step
from tests.src.native.arm.ladders import cases, ladder
from tests.src.native.avr import unrolled
from tests.src.native.avr.checks import check_aliasing, check_calling_convention, check_object_code, check_same_trace
from tests.src.native.avr.kernels import (
    ARENA_BYTES,
    CALLEE_SAVED_COUNT,
    GUARD_BYTES,
    Call,
    Caller,
    edge_inputs,
    link_caller,
    random_inputs,
)
from tests.src.native.avr.prime_kernels import link_prime_caller
from tests.src.native.kernels import carries

KERNEL = ladder_routines(PrimeField.of("fp255"))
PRODUCT = mul_reduce_halves_folded(PrimeField.of("fp255"))
SIZE = 32
POINTS, X, K = 8, 216, 264  # places in the arena: six elements, one, and k with a24
MAX_STACK_BYTES = 190
# Above a product there is one byte, and what is left below its bit 255 has two: the routine serves longer ones, too.
NEVER_CARRIES = {"178 rol r19", "179 rol r20", "189 adc r26, r1", "209 adc r0, r1"}


@pytest.fixture(scope="module")
def caller(tmp_path_factory) -> Caller:
    return link_caller(KERNEL, tmp_path_factory.mktemp("ladder"), ROOT / "tests/src/native/avr/ladder_entry.S")


def call_of(step: Step, k: int, noise: random.Random) -> Call:
    arena = bytearray(noise.randbytes(ARENA_BYTES))
    for place, value in enumerate((step.x2, step.z2, step.x3, step.z3)):
        arena[POINTS + SIZE * place : POINTS + SIZE * (place + 1)] = value.to_bytes(SIZE, "little")
    arena[X : X + SIZE] = step.x.to_bytes(SIZE, "little")
    arena[K : K + SIZE + 4] = k.to_bytes(SIZE, "little") + step.a24.to_bytes(4, "little")
    return Call((POINTS, X, K), noise.randbytes(CALLEE_SAVED_COUNT), bytes(arena), noise.randrange(256))


def within_bounds(made: list[tuple[Step, int]]) -> list[tuple[Step, int]]:
    """Those with coordinates below 2^255."""
    return [(step, k) for step, k in made if max(step.x2, step.z2, step.x3, step.z3) < 1 << 255]


def check(caller: Caller, made: list[tuple[Step, int]]) -> None:
    """Results, the calling convention, the stack and the cycles."""
    noise = random.Random(1)
    calls = [call_of(step, k, noise) for step, k in made]
    outcomes, runs = caller.execute(calls)
    for (step, k), call, outcome in zip(made, calls, outcomes, strict=True):
        assert int.from_bytes(outcome.arena[POINTS : POINTS + SIZE], "little") == ladder(step, k), (step, k)
        behind = POINTS + 6 * SIZE
        assert outcome.arena[:POINTS] == call.arena[:POINTS] and outcome.arena[behind:] == call.arena[behind:]
        assert (outcome.registers, outcome.zero_register, outcome.stack_pointer_change) == (call.registers, 0, 0)
        entry_bytes = 2 + RETURN_ADDRESS_BYTES  # of kernel_entry
        assert outcome.intact_guard_bytes >= GUARD_BYTES - KERNEL.stack_bytes - RETURN_ADDRESS_BYTES - entry_bytes
    assert {run.cycles for run in runs} == {KERNEL.asm.cycles}
    assert {run.stack_bytes for run in runs} == {KERNEL.stack_bytes + RETURN_ADDRESS_BYTES}
    assert KERNEL.stack_bytes <= MAX_STACK_BYTES


def with_factors() -> list[tuple[Step, int]]:
    """Ladders with other a24: of some 8,000 bytes that a step multiplies by it, some bring the greatest carries."""
    k = random.Random(4).getrandbits(255)
    return [(Step(1, 0, 9, 1, x=9, a24=a24), k) for a24 in (0, 0xFFFF, 0x10000, 0x1FFFF)]


def test_ladders(caller):
    check(caller, within_bounds(cases())[::8] + with_factors())


@pytest.mark.slow
def test_more_ladders(caller):
    check(caller, within_bounds(cases()))


def test_same_trace_and_addresses(caller):
    """For one place of the stack."""
    noise = random.Random(2)
    calls = [dataclasses.replace(call_of(*case, noise), lower_stack_by=0) for case in within_bounds(cases())[::40]]
    _, runs = caller.execute(calls)
    assert len(runs) > 2 and len({(run.trace_hash, run.address_hash) for run in runs}) == 1


@pytest.mark.parametrize("kernel", [KERNEL, PRODUCT], ids=lambda kernel: kernel.function)
def test_object_code(kernel, tmp_path):
    check_object_code(kernel, tmp_path)


def at_bit_255(count: int) -> list[tuple[int, int]]:
    """Products that are 2^255 and a little before that bit folds, with a carry out of the lowest byte then. That needs
    large ones: the rest is below 19 times what was above bit 255."""
    source, border, made = random.Random(3), 1 << 255, []
    while len(made) < count:
        factor, rest = source.randrange(1, P), 237 + source.randrange(19)
        other = (rest + 19) * pow(factor, -1, P) % P
        upper, lower = divmod(factor * other, 2 * border)
        above, value = divmod(lower + 38 * upper, border)
        if value + 19 * above == border + rest:
            made.append((factor, other))
    return made


def test_product(tmp_path):
    caller = link_prime_caller(PRODUCT, tmp_path)
    caller.check_results(unrolled.subject(PRODUCT, PRODUCT)[0].first(150) + at_bit_255(20))
    check_aliasing(caller, 5)
    check_calling_convention(caller, MAX_STACK_BYTES)
    check_same_trace(caller, edge_inputs(PRODUCT) + random_inputs(PRODUCT, 10, seed=7))


def test_operands_notice_each_carry():
    """Two faults for each instruction of the product that takes the carry, wherever loops and calls execute it."""
    subject, lines = unrolled.subject(PRODUCT, PRODUCT)
    inputs = subject.first(3 * carries.COUNT) + at_bit_255(40)
    report = subject.run(inputs)
    carries.check_results(subject, inputs, report)
    assert {fault.partition(" (")[0] for fault in unrolled.unnoticed(report, lines)} == NEVER_CARRIES
