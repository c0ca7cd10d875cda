"""Operands and results of the kernels of FourQ, for every target, from the definitions.

A coefficient is a number from 0 to p = 2^127 - 1, and p means 0, too. Which of both a kernel gives is fixed, so that
results can be compared: 0 if all that is added is 0, else p."""

import dataclasses
import itertools
import random
from collections.abc import Callable

P = 2**127 - 1
COEFFICIENT_BYTES = 16
APART, IS_A, IS_B = range(3)  # the places of r
Element = tuple[int, int]


def residue(total: int) -> int:
    """Of a sum of products: 0, or from 1 to p."""
    return total and (total - 1) % P + 1


def difference(a: int, b: int) -> int:
    return a - b if a >= b else a - b + P


def product(a: Element, b: Element) -> list[Element]:
    return [(residue(a[0] * b[0] + a[1] * (P - b[1])), residue(a[0] * b[1] + a[1] * b[0]))]


def square(a: Element, _: Element) -> list[Element]:
    return [(residue(residue(a[0] + a[1]) * difference(*a)), residue(a[0] * a[1] * 2))]


def total(a: Element, b: Element) -> list[Element]:
    return [(residue(a[0] + b[0]), residue(a[1] + b[1]))]


def less(a: Element, b: Element) -> list[Element]:
    return [(difference(a[0], b[0]), difference(a[1], b[1]))]


def twice_less(a: Element, b: Element) -> list[Element]:
    return less((residue(2 * a[0]), residue(2 * a[1])), b)


def half(elements: list[Element]) -> list[Element]:
    """Of elements whose coefficients are 0, or from 1 to p."""
    c0, c1 = ((c + P * (c % 2)) // 2 for c in elements[0])
    return [(c0, c1)]


@dataclasses.dataclass(frozen=True)
class Shape:
    """Elements of the result, places of r, the result."""

    results: int
    places: tuple[int, ...]
    result: Callable[[Element, Element], list[Element]]


SHAPES = {
    "fourq_mul": Shape(1, (APART, IS_A, IS_B), product),
    "fourq_sqr": Shape(1, (APART, IS_A), square),
    "fourq_add": Shape(1, (APART, IS_A, IS_B), total),
    "fourq_sub": Shape(1, (APART, IS_A, IS_B), less),
    "fourq_twice_less": Shape(1, (APART, IS_A, IS_B), twice_less),
    "fourq_difference_sum": Shape(2, (APART,), lambda a, b: less(a, b) + total(a, b)),
}


HALVED = SHAPES | {
    "fourq_mul": Shape(1, (APART, IS_A, IS_B), lambda a, b: half(product(a, b))),
    "fourq_sqr": Shape(1, (APART, IS_A), lambda a, b: half(square(a, b))),
}


def operands() -> list[tuple[Element, Element]]:
    """The ends of the range; numbers whose words are zeros, ones or at a carry; random ones. A carry out of a word of
    ones happens once in 2^32 otherwise."""
    draw = random.Random(4)
    edges = (0, 1, 2, P - 1, P, P >> 1, (P >> 1) + 1, 1 << 126)

    def patterned() -> int:
        words = (draw.choice((0, 1, 2**16 - 1, draw.getrandbits(16))) for _ in range(8))
        return sum(word << 16 * i for i, word in enumerate(words)) & P

    found = [((a, b), (b, a)) for a, b in itertools.product(edges, edges)]
    found += [((a, c), (c, a ^ P)) for a, c in itertools.product(edges, edges)]
    for make in (patterned, lambda: draw.randrange(P + 1), lambda: draw.choice(edges)):
        found += [((make(), make()), (make(), make())) for _ in range(40)]
    return found


def powers(count: int) -> list[tuple[int, int, bytes, int]]:
    """The same for r = a^(2^count) in F_p."""
    return [
        (i % 2, a[0], count.to_bytes(4, "little"), residue(pow(a[0], 2**count, P) or P * (a[0] > 0)))
        for i, (a, _) in enumerate(operands())
    ]


def number(elements: list[Element]) -> int:
    return sum(c << 8 * COEFFICIENT_BYTES * i for i, c in enumerate(c for element in elements for c in element))


def cases(shape: Shape) -> list[tuple[int, int, bytes, int]]:
    """For `check` of each target: place of r, a, b, r."""
    return [
        (
            shape.places[i % len(shape.places)],
            number([a]),
            number([b]).to_bytes(2 * COEFFICIENT_BYTES, "little"),
            number(shape.result(a, b)),
        )
        for i, (a, b) in enumerate(operands())
    ]
