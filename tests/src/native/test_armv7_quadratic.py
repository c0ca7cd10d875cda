"""The kernels of GLS254 for ARM with UMAAL, as A32 and as Thumb-2: results from the definitions, in Python's integers;
aliasing, calling convention, stack, the stated numbers of instructions, one trace."""

import dataclasses
import random
from collections.abc import Callable

import pytest

from codegen.armv7 import QUADRATIC_FIELD
from codegen.armv7.gls import quadratic_kernels
from codegen.fields import POLYNOMIALS
from codegen.kernel_fields import BinaryField
from tests.src.gls.reference import A, Element, plus, times
from tests.src.native.arm.kernels import APART, IS_A, IS_B, check, check_in_thumb
from tests.src.native.test_armv7_kernels import MACHINES

FIELD = BinaryField(QUADRATIC_FIELD, POLYNOMIALS[QUADRATIC_FIELD])
KERNELS = {kernel.function: kernel for kernel in quadratic_kernels(FIELD)}
HALF_BYTES, WORDS = 16, 8
SQRT_B, U_PLUS_1 = (1 | 1 << 27, 0), plus(A, (1, 0))
Elements = list[Element]


@dataclasses.dataclass(frozen=True)
class Shape:
    """Elements at a and of the result, places of r, and the result from the elements at a and the one at b."""

    of_a: int
    of_r: int
    places: tuple[int, ...]
    result: Callable[[Elements, Element], Elements]


def with_root(p: Elements, _: Element) -> Elements:
    return [plus(p[0], times(SQRT_B, p[3])), plus(p[1], times(SQRT_B, p[2]))]


SHAPES = {
    "gls_mul": Shape(1, 1, (APART, IS_A), lambda a, b: [times(a[0], b)]),
    "gls_mul_two": Shape(2, 2, (APART, IS_A), lambda a, b: [times(a[0], b), times(a[1], b)]),
    "gls_sqr": Shape(1, 1, (APART, IS_A), lambda a, b: [times(a[0], a[0])]),
    "gls_sqr_sum": Shape(2, 1, (IS_A,), lambda a, b: [times(plus(*a), plus(*a))]),
    "gls_sum": Shape(1, 1, (APART, IS_A, IS_B), lambda a, b: [plus(a[0], b)]),
    "gls_add_a": Shape(1, 1, (IS_B,), lambda a, b: [plus(b, times(A, a[0]))]),
    "gls_add_a_plus_1": Shape(1, 1, (IS_B,), lambda a, b: [plus(b, times(U_PLUS_1, a[0]))]),
    "gls_add_sqrt_b": Shape(4, 2, (APART,), with_root),
}


def number(elements: Elements) -> int:
    return int.from_bytes(b"".join(c.to_bytes(HALF_BYTES, "little") for pair in elements for c in pair), "little")


def operands(shape: Shape, count: int) -> list[tuple[Elements, Element]]:
    """Random ones; single bits, those near the borders of words and of the degree as often as the others; all ones,
    all zeros."""
    noise, top = random.Random(1), FIELD.degree
    borders = [1 << e for e in (0, 3, 4, 31, 32, 63, 64, 95, 96, 123, 124, 125, 126)]
    draws = [lambda: noise.getrandbits(top)] * count
    draws += [lambda: 1 << noise.randrange(top), lambda: noise.choice((0, *borders))] * count
    draws += [lambda: (1 << top) - 1, lambda: 0]
    return [([(draw(), draw()) for _ in range(shape.of_a)], (draw(), draw())) for draw in draws]


@pytest.mark.parametrize("function", KERNELS)
@pytest.mark.parametrize("machine", ["thumb2", pytest.param("a32", marks=pytest.mark.slow)])
def test_kernel(machine, function, tmp_path):
    shape = SHAPES[function]
    cases = [
        (shape.places[i % len(shape.places)], number(a), number([b]).to_bytes(4 * WORDS, "little"), number(r))
        for i, (a, b) in enumerate(operands(shape, 20))
        for r in [shape.result(a, b)]
    ]
    run = check if machine == "a32" else check_in_thumb
    run(KERNELS[function], tmp_path, cases, WORDS * shape.of_a, WORDS * shape.of_r, MACHINES[machine])
