"""The kernels for AVR of eta_T's products by interpolation, in the simulator: results from the definitions, in Python's
integers; calling convention, stack, constant time, and the figures in their headers."""

import functools
import random
from collections.abc import Callable

import pytest

from codegen import avr
from codegen.avr.field import BinaryField
from codegen.avr.interpolation import interpolation_kernels
from codegen.avr.kernel import Kernel
from codegen.fields import POLYNOMIALS, multiply
from tests.src.native.avr.checks import check_object_code
from tests.src.native.avr.kernels import (
    ARENA_BYTES,
    CALLEE_SAVED_COUNT,
    GUARD_BYTES,
    RETURN_ADDRESS_BYTES,
    Call,
    Caller,
    inverse,
    link_caller,
)

FIELD = BinaryField(avr.INTERPOLATION_FIELD, POLYNOMIALS[avr.INTERPOLATION_FIELD])
KERNELS = {kernel.function: kernel for kernel in interpolation_kernels(FIELD)}
N = FIELD.byte_count
PLACES = (4, 146, 286)  # of r, a, b: room for 4, 4 and 3 elements
W = 1 << 8
Rows = list[int]
each_kernel = pytest.mark.parametrize("kernel", KERNELS.values(), ids=KERNELS)


def times(*factors: int) -> int:
    return functools.reduce(lambda a, b: multiply(a, b, FIELD.exponents), factors, 1)


def divided(a: int, b: int) -> int:
    return times(a, inverse(FIELD, b))


W2 = times(W, W)
POINTS = (W, W ^ 1, W2, 1)


def value(coefficients: Rows, x: int) -> int:
    return functools.reduce(lambda sum_, c: times(sum_, x) ^ c, reversed(coefficients), 0)


def evaluated(coefficients: Rows) -> Rows:
    return [value(coefficients, x) for x in POINTS]


def quotient(r: int, b: int, c: int, k: int, over: int) -> int:
    return divided(divided(r ^ b, times(*[W] * k)) ^ c, times(*[W] * over) ^ 1)


def parts(h: Rows) -> tuple[int, int, int]:
    """h1 + ... + h5, A and B of sparse.c."""
    a, b = (h[2] ^ times(h[4], x, x) ^ times(h[4], x) ^ h[4] for x in (W, W2))
    return h[1] ^ h[2] ^ h[3] ^ h[4] ^ h[5], a, b


def remainders(h: Rows) -> tuple[Rows, Rows]:
    """(F_1, q, F_2) by their definitions, and (A, h3, A + B)."""
    s, a, b = parts(h)
    at_w, after, at_w2, _ = evaluated(h)
    q = divided(at_w ^ after ^ s, times(W, W ^ 1))
    return [quotient(at_w, h[0], s, 1, 1), q, quotient(at_w2, h[0], s, 2, 2)], [a, h[3], a ^ b]


def product(f: Rows, h: Rows) -> Rows:
    """h + f t^3 modulo t^4 + t + 1."""
    total = [*h, 0]
    for i, c in enumerate(f):
        total[i + 3] ^= c
    for i in (6, 5, 4):
        total[i - 4] ^= total[i]
        total[i - 3] ^= total[i]
    return total[:4]


def case(function: str, draw: Callable[[], int]) -> tuple[list[Rows], Rows]:
    """The arrays r, a, b before a call, and r afterwards; draw() is an element."""
    free = [draw() for _ in range(4)]
    f, h = [draw() for _ in range(4)], [draw() for _ in range(6)]
    s, a, _ = parts(h)
    match function.removeprefix("eta_").split("_"):
        case ["evaluate", "cubic"]:
            return [free, f, []], evaluated(f)
        case ["evaluate", "square"]:
            return [free, f[:3], []], evaluated(f[:3])
        case ["remainders"]:
            before, after = remainders(h)
            return [before, [h[0], h[5]], []], after
        case ["result"]:
            return [f, [a, h[3], h[4], s], [h[0], h[5], h[3] ^ f[0]]], product(f, h)
        case ["quotient", "sum", k, over]:
            return [free[:1], f[:1], f[1:2]], [quotient(free[0], f[0], f[1], int(k), int(over))]
        case ["quotient", k, over]:
            return [free[:1], f[:1], []], [quotient(free[0], f[0], 0, int(k), int(over))]
    raise ValueError(function)


def cases(function: str, count: int) -> list[tuple[list[Rows], Rows]]:
    """Random elements, single bits, all greatest and all zero."""
    noise = random.Random(function)
    greatest = (1 << FIELD.degree) - 1
    draws = [lambda: noise.randrange(greatest + 1)] * count
    draws += [lambda: 1 << noise.randrange(FIELD.degree), lambda: noise.choice((0, 1 << FIELD.degree - 1))] * count
    return [case(function, draw) for draw in (*draws, lambda: greatest, lambda: 0)]


@pytest.fixture(scope="module")
def caller(tmp_path_factory) -> Callable[[Kernel], Caller]:
    folder = tmp_path_factory.mktemp("interpolation")
    return functools.cache(lambda kernel: link_caller(KERNELS[kernel], folder))


def calls(before: list[list[Rows]]) -> list[Call]:
    noise = random.Random(1)
    made = []
    for arrays in before:
        arena = bytearray(noise.randbytes(ARENA_BYTES))
        for place, rows in zip(PLACES, arrays, strict=True):
            arena[place : place + N * len(rows)] = b"".join(row.to_bytes(N, "little") for row in rows)
        made.append(Call(PLACES, noise.randbytes(CALLEE_SAVED_COUNT), bytes(arena), noise.randrange(256)))
    return made


@each_kernel
def test_results_and_the_rest(caller, kernel):
    found = cases(kernel.function, 8)
    made = calls([before for before, _ in found])
    outcomes, runs = caller(kernel.function).execute(made)
    for call, outcome, (_, after) in zip(made, outcomes, found, strict=True):
        expected = bytearray(call.arena)
        expected[PLACES[0] : PLACES[0] + N * len(after)] = b"".join(row.to_bytes(N, "little") for row in after)
        assert outcome.arena == expected
        assert outcome.registers == call.registers
        assert (outcome.zero_register, outcome.stack_pointer_change) == (0, 0)
        assert outcome.intact_guard_bytes >= GUARD_BYTES - kernel.stack_bytes - RETURN_ADDRESS_BYTES
    assert {run.stack_bytes for run in runs} == {kernel.stack_bytes + RETURN_ADDRESS_BYTES}
    assert {run.cycles for run in runs} == {kernel.asm.cycles}
    assert len({run.trace_hash for run in runs}) == 1


@each_kernel
def test_same_addresses(caller, kernel):
    """Where the stack stays, no address depends on the input."""
    made = [Call(c.offsets, c.registers, c.arena) for c in calls([before for before, _ in cases(kernel.function, 4)])]
    _, runs = caller(kernel.function).execute(made)
    assert len({run.address_hash for run in runs}) == 1


@each_kernel
def test_object_code(tmp_path, kernel):
    check_object_code(kernel, tmp_path)
