"""The kernels for AVR of FourQ in the simulator: results from the definitions, in Python's integers; aliasing, calling
convention, stack, constant time, and the figures in their headers."""

import functools
import random
from collections.abc import Callable

import pytest

from codegen.avr.fourq import fourq_kernels
from tests.src.fourq.kernel_cases import APART, COEFFICIENT_BYTES, IS_A, IS_B, SHAPES, Element, P, Shape, operands
from tests.src.native.avr.checks import check_object_code
from tests.src.native.avr.kernels import (
    ARENA_BYTES,
    CALLEE_SAVED_COUNT,
    GUARD_BYTES,
    RETURN_ADDRESS_BYTES,
    Call,
    Caller,
    Outcome,
    link_caller,
)

KERNELS = {kernel.function: kernel for kernel in fourq_kernels()}
OF_FIELD = {  # on the first coefficients; the second one of a result does not count
    "mul_reduce_karatsuba_folded": Shape(1, (APART, IS_A, IS_B), lambda a, b: [(a[0] * b[0] % P, 0)]),
    "sqr_reduce_karatsuba_folded": Shape(1, (APART, IS_A), lambda a, _: [(a[0] * a[0] % P, 0)]),
    "add_modular": Shape(1, (APART, IS_A, IS_B), lambda a, b: [((a[0] + b[0]) % P, 0)]),
    "sub_modular": Shape(1, (APART, IS_A, IS_B), lambda a, b: [((a[0] - b[0]) % P, 0)]),
}
ELEMENT_BYTES = 2 * COEFFICIENT_BYTES
R, A, B = 40, 180, 330
STEP = 2  # of the cases, so that both the edges and the random ones are tried
CALLED = SHAPES | OF_FIELD
each_kernel = pytest.mark.parametrize("function", CALLED)


def octets(elements: list[Element]) -> bytes:
    return b"".join(c.to_bytes(COEFFICIENT_BYTES, "little") for element in elements for c in element)


def coefficients(data: bytes) -> list[int]:
    starts = range(0, len(data), COEFFICIENT_BYTES)
    return [int.from_bytes(data[i : i + COEFFICIENT_BYTES], "little") for i in starts]


@pytest.fixture(scope="module")
def caller(tmp_path_factory) -> Callable[[str], Caller]:
    folder = tmp_path_factory.mktemp("fourq")
    return functools.cache(lambda function: link_caller(KERNELS[function], folder))


def places(function: str, place: int) -> tuple[int, int, int]:
    """Of r, a and b; r[0] of two results may be b while r[1] is a."""
    if function == "fourq_difference_sum" and place != APART:
        return R, R + ELEMENT_BYTES, R
    return (R if place == APART else A if place == IS_A else B), A, B


def made(offsets: tuple[int, int, int], a: Element, b: Element, noise: random.Random, moves: bool) -> Call:
    arena = bytearray(noise.randbytes(ARENA_BYTES))
    for offset, element in zip(offsets[1:], (a, b), strict=True):
        arena[offset : offset + ELEMENT_BYTES] = octets([element])
    lower = noise.randrange(256) if moves else 0
    return Call(offsets, noise.randbytes(CALLEE_SAVED_COUNT), bytes(arena), lower)


def check(function: str, call: Call, outcome: Outcome, a: Element, b: Element) -> None:
    """A result is right modulo p, from 0 to p, and nothing else changes."""
    r, shape = call.offsets[0], CALLED[function]
    size = COEFFICIENT_BYTES if function in OF_FIELD else ELEMENT_BYTES * shape.results
    expected = coefficients(octets(shape.result(a, b))[:size])
    found = coefficients(outcome.arena[r : r + size])
    assert all(c <= P and (c - e) % P == 0 for c, e in zip(found, expected, strict=True)), (a, b)
    assert outcome.arena[:r] + outcome.arena[r + size :] == call.arena[:r] + call.arena[r + size :]
    assert outcome.registers == call.registers
    assert (outcome.zero_register, outcome.stack_pointer_change) == (0, 0)


@each_kernel
def test_results_and_the_rest(caller, function):
    kernel, shape, noise = KERNELS[function], CALLED[function], random.Random(1)
    ways = (APART, IS_A) if function == "fourq_difference_sum" else shape.places
    cases = [(ways[i % len(ways)], a, b) for i, (a, b) in enumerate(operands()[::STEP])]
    calls = [made(places(function, place), a, b, noise, moves=True) for place, a, b in cases]
    outcomes, runs = caller(function).execute(calls)
    for (_, a, b), call, outcome in zip(cases, calls, outcomes, strict=True):
        check(function, call, outcome, a, b)
        assert outcome.intact_guard_bytes >= GUARD_BYTES - kernel.stack_bytes - RETURN_ADDRESS_BYTES
    assert len({run.trace_hash for run in runs}) == 1
    cycles = {run.cycles for run in runs}
    assert len(cycles) == 1
    if kernel.calls:  # the linker may shorten calls
        assert kernel.asm.cycles - 3 <= max(cycles) <= kernel.asm.cycles
    else:
        assert cycles == {kernel.asm.cycles}
        assert {run.stack_bytes for run in runs} == {kernel.stack_bytes + RETURN_ADDRESS_BYTES}


@each_kernel
def test_same_addresses(caller, function):
    noise = random.Random(2)
    calls = [made((R, A, B), a, b, noise, moves=False) for a, b in operands()[:: 10 * STEP]]
    _, runs = caller(function).execute(calls)
    assert len({run.address_hash for run in runs}) == 1


@pytest.mark.parametrize("kernel", KERNELS.values(), ids=KERNELS)
def test_object_code(tmp_path, kernel):
    check_object_code(kernel, tmp_path)
