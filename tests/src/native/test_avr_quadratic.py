"""The kernels for AVR of GLS254 in the simulator: results from the definitions, in Python's integers; aliasing, calling
convention, stack, constant time, and the figures in their headers."""

import functools
import random
from collections.abc import Callable

import pytest

from codegen import avr
from codegen.avr.field import BinaryField
from codegen.avr.gls.products import Part, quadratic_kernels
from codegen.avr.gls.sums import quadratic_sums
from codegen.avr.kernel import Kernel
from codegen.fields import POLYNOMIALS
from tests.src.gls.reference import A, Element, plus, times
from tests.src.native.avr.checks import check_object_code
from tests.src.native.avr.kernels import (
    ARENA_BYTES,
    CALLEE_SAVED_COUNT,
    GUARD_BYTES,
    RETURN_ADDRESS_BYTES,
    Call,
    Caller,
    link_caller,
)

FIELD = BinaryField(avr.QUADRATIC_FIELD, POLYNOMIALS[avr.QUADRATIC_FIELD])
KERNELS = {kernel.function: kernel for kernel in (*quadratic_kernels(FIELD), *quadratic_sums(FIELD))}
CALLED = {name: kernel for name, kernel in KERNELS.items() if not isinstance(kernel, Part)}
MULTIPLICATIONS = ("gls_mul", "gls_mul_two")
SIZE = 32
FIRST, SECOND, THIRD = 40, 180, 330  # room for 4 elements, 4, 1
SQRT_B, U_PLUS_1 = (1 | 1 << 27, 0), plus(A, (1, 0))
Arrays = tuple[list[Element], ...]
each_kernel = pytest.mark.parametrize("function", CALLED)

# The third argument of gls_turn is a place with both masks.
ENTRY = """
    .global kernel_entry
kernel_entry:
    movw r30, r20
    ld r20, Z
    ldd r18, Z+1
    jmp ENTERED
"""


def turned(q: list[Element], zeta: int, negative: int) -> list[Element]:
    """x and s of zeta(x, s) = (x^, s^ + (u + 1) x^), and of minus that, (x, s + x)."""
    x, s = q
    if zeta:
        x, s = (x[0] ^ x[1], x[1]), (s[0] ^ s[1], s[1])
        s = plus(s, times(U_PLUS_1, x))
    return [x, plus(s, x) if negative else s]


def expected(function: str, r: list[Element], a: list[Element], b: list[Element]) -> list[Element]:
    """What becomes of the first elements of r."""
    match function.removeprefix("gls_"):
        case "mul":
            return [times(a[0], b[0])]
        case "mul_two":
            return [times(a[0], b[0]), times(a[1], b[0])]
        case "sum":
            return [plus(a[0], b[0])]
        case "sqr":
            return [times(a[0], a[0])]
        case "sqr_sum":
            total = plus(r[0], r[1])
            return [times(total, total)]
        case "add_a":
            return [plus(r[0], times(A, a[0]))]
        case "add_a_plus_1":
            return [plus(r[0], times(U_PLUS_1, a[0]))]
        case "add_sqrt_b":
            return [plus(a[0], times(SQRT_B, a[3])), plus(a[1], times(SQRT_B, a[2]))]
        case "turn":
            return turned(a[:2], *(mask & 1 for mask in masks(b[0])))
    raise ValueError(function)


def masks(b: Element) -> tuple[int, int]:
    """Both masks that stand at the place of b."""
    return b[0] & 0xFF, b[0] >> 8 & 0xFF


def octets(elements: list[Element]) -> bytes:
    return b"".join(c.to_bytes(16, "little") for element in elements for c in element)


def cases(function: str, count: int) -> list[Arrays]:
    """Random elements; single bits, those near the top as often as the others; all greatest; all zero."""
    noise = random.Random(function)
    greatest = (1 << FIELD.degree) - 1
    draws: list[Callable[[], int]] = [lambda: noise.randrange(greatest + 1)] * count
    near_top = (0, 1 << 124, 1 << 125, 1 << 126)
    draws += [lambda: 1 << noise.randrange(FIELD.degree), lambda: noise.choice(near_top)] * count
    made = []
    for draw in (*draws, lambda: greatest, lambda: 0):
        r, a, b = ([(draw(), draw()) for _ in range(elements)] for elements in (4, 4, 1))
        if function == "gls_turn":
            b = [(noise.choice((0, 0xFF)) | noise.choice((0, 0xFF)) << 8, 0)]
        made.append((r, a, b))
    return made


@pytest.fixture(scope="module")
def caller(tmp_path_factory) -> Callable[[str], Caller]:
    folder = tmp_path_factory.mktemp("quadratic")
    entry = folder / "entry.S"
    entry.write_text(ENTRY)
    return functools.cache(
        lambda function: link_caller(CALLED[function], folder, entry if function == "gls_turn" else None)
    )


def call(arrays: Arrays, places: tuple[int, int, int], noise: random.Random, moves: bool = True) -> Call:
    arena = bytearray(noise.randbytes(ARENA_BYTES))
    for place, elements in reversed(list(zip(places, arrays, strict=True))):
        arena[place : place + SIZE * len(elements)] = octets(elements)
    return Call(places, noise.randbytes(CALLEE_SAVED_COUNT), bytes(arena), noise.randrange(256) if moves else 0)


def check(caller: Caller, found: list[Arrays], places: tuple[int, int, int] = (FIRST, SECOND, THIRD)):
    """Runs the kernel; the results are right, and nothing else changes."""
    noise, kernel = random.Random(1), caller.kernel
    made = [call(arrays, places, noise) for arrays in found]
    outcomes, runs = caller.execute(made)
    for one, outcome in zip(made, outcomes, strict=True):
        r, a, b = (read(one.arena, place, count) for place, count in zip(places, (4, 4, 1), strict=True))
        arena = bytearray(one.arena)
        results = octets(expected(kernel.function, r, a, b))
        arena[places[0] : places[0] + len(results)] = results
        assert outcome.arena == arena
        assert outcome.registers == one.registers
        assert (outcome.zero_register, outcome.stack_pointer_change) == (0, 0)
    return outcomes, runs


def read(arena: bytes, place: int, count: int) -> list[Element]:
    numbers = [int.from_bytes(arena[place + i : place + i + 16], "little") for i in range(0, SIZE * count, 16)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


@each_kernel
def test_results_and_the_rest(caller, function):
    kernel = CALLED[function]
    outcomes, runs = check(caller(function), cases(function, 12))
    for outcome in outcomes:
        assert outcome.intact_guard_bytes >= GUARD_BYTES - kernel.stack_bytes - RETURN_ADDRESS_BYTES
    if kernel.calls or function == "gls_turn":  # the linker may shorten calls, and the entry takes cycles
        assert len({run.cycles for run in runs}) == 1 and runs[0].cycles <= kernel.asm.cycles + 10
    else:
        assert {run.cycles for run in runs} == {kernel.asm.cycles}
        assert {run.stack_bytes for run in runs} == {kernel.stack_bytes + RETURN_ADDRESS_BYTES}
    assert len({run.trace_hash for run in runs}) == 1


@pytest.mark.parametrize("function", MULTIPLICATIONS)
def test_products_in_place(caller, function):
    """r over a, and one element before a, as gls.h allows."""
    for first in (SECOND, SECOND - SIZE):
        check(caller(function), cases(function, 6), (first, SECOND, THIRD))


@pytest.mark.parametrize("function", ["gls_sum", "gls_sqr", "gls_turn"])
def test_others_in_place(caller, function):
    check(caller(function), cases(function, 6), (SECOND, SECOND, THIRD))
    if function == "gls_sum":
        check(caller(function), cases(function, 6), (FIRST, SECOND, FIRST))


@pytest.mark.parametrize("function", ["gls_sum", "gls_add_a", "gls_add_a_plus_1", "gls_add_sqrt_b", "gls_turn"])
def test_same_addresses(caller, function):
    """Where the stack stays, no address depends on the input: there are no tables."""
    noise = random.Random(2)
    made = [call(arrays, (FIRST, SECOND, THIRD), noise, moves=False) for arrays in cases(function, 4)]
    _, runs = caller(function).execute(made)
    assert len({run.address_hash for run in runs}) == 1


@pytest.mark.parametrize("kernel", KERNELS.values(), ids=KERNELS)
def test_object_code(tmp_path, kernel: Kernel):
    check_object_code(kernel, tmp_path)


def test_cost():
    assert CALLED["gls_mul"].asm.cycles == 8_905 and CALLED["gls_mul_two"].asm.cycles == 14_884
