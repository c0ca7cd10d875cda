"""The kernels of FourQ for MSP430 as subjects of kernels/carries.py, with results from the definitions, in Python's
integers."""

import dataclasses
import itertools
import random
from collections.abc import Iterator

from codegen.kernel_fields import PrimeField
from codegen.msp430 import FOURQ_FIELD
from codegen.msp430.fourq import fourq_kernels
from codegen.msp430.kernel import Kernel
from codegen.msp430.listing import WORD_BITS
from tests.src.fourq import kernel_cases
from tests.src.fourq.kernel_cases import (
    COEFFICIENT_BYTES,
    IS_A,
    IS_B,
    SHAPES,
    Element,
    P,
    Shape,
    difference,
    number,
    residue,
)
from tests.src.native.kernels import lanes
from tests.src.native.kernels.carries import Inputs, Subject
from tests.src.native.kernels.lanes import Place
from tests.src.native.msp430.straight_line import ADDRESSES, SP, STACK_POINTER, cell_of, code_of

ELEMENT_BYTES = 2 * COEFFICIENT_BYTES
BOTH = IS_B  # r[0] is b and r[1] is a, which lie in a row in this order
KERNELS = {kernel.function: kernel for kernel in fourq_kernels(PrimeField.of(FOURQ_FIELD, word_bits=WORD_BITS))}
Pair = tuple[Element, Element]


def product(a: Element, b: Element) -> list[Element]:
    """The real part is below p; the other is 0 only if the two products that are added are."""
    x, y = a[1] * residue(b[0] + b[1]), b[1] * difference(*a)
    return [((a[0] * b[0] - a[1] * b[1]) % P, residue(x + y))]


OWN = {
    "fourq_mul": Shape(1, (0, IS_A, IS_B), product),
    "fourq_difference_sum": dataclasses.replace(SHAPES["fourq_difference_sum"], places=(0, BOTH)),
}


def shape_of(kernel: Kernel) -> Shape:
    name = kernel.function.removesuffix("_mpy32")
    return OWN.get(name) or SHAPES[name]


def quotient(c: Element, a: Element) -> Element:
    norm = pow(a[0] * a[0] + a[1] * a[1], -1, P)
    return (c[0] * a[0] + c[1] * a[1]) * norm % P, (c[1] * a[0] - c[0] * a[1]) * norm % P


def of_long_carries(seed: int) -> Iterator[Pair]:
    """Operands of which a product, a square, a sum or a difference is a number whose lower words are 0, or about: the
    carry of the bit above 2^127 has run through them. Of kernels, and of the sums that products begin with."""
    draw, half = random.Random(seed), (P + 1) // 2

    def end() -> int:
        zeros = WORD_BITS * draw.choice((5, 6, 7))
        return ((draw.getrandbits(127) >> zeros << zeros) + draw.choice((0, 0, 1, -1))) % P

    def any_element() -> Element:
        return draw.randrange(1, P), draw.randrange(1, P)

    while True:
        a, b, x = any_element(), any_element(), draw.randrange(1, P)
        yield a, quotient((end(), end()), a)
        yield a, tuple((end() - c) % P for c in a)
        yield tuple((c + end()) % P for c in b), b
        yield tuple((c + end()) * half % P for c in b), b
        yield ((end() - x) % P, x), b
        yield (x, (x - end()) % P), b
        yield b, (x, (end() - x) % P)
        yield (x, end() * half * pow(x, -1, P) % P), b
        less = end() * pow(x, -1, P) % P
        yield ((x + less) * half % P, (x - less) * half % P), b


def operands(seed: int) -> Iterator[Inputs]:
    """Those of every target, others for carries, then numbers whose words are zeros, ones and at random."""
    draw = random.Random(seed)
    first = kernel_cases.operands() if seed == 1 else []
    for a, b in itertools.chain(first, itertools.islice(of_long_carries(seed), 360)):
        yield number([a]), number([b])

    def patterned() -> int:
        words = (draw.choice((0, 1, 0xFFFF, draw.getrandbits(WORD_BITS))) for _ in range(ELEMENT_BYTES // 2))
        return sum(word << WORD_BITS * i for i, word in enumerate(words)) & (P << 128 | P)

    while True:
        yield patterned(), patterned()


def elements(value: int) -> Element:
    return value % (1 << 128), value >> 128


def subject(kernel: Kernel) -> Subject:
    code, shape = code_of(kernel.path), shape_of(kernel)
    registers = dict(zip((12, 13, 14), ADDRESSES, strict=True)) | {SP: STACK_POINTER}
    places = [Place(cell_of(address), ELEMENT_BYTES) for address in ADDRESSES[1:]]
    result = Place(cell_of(ADDRESSES[0]), ELEMENT_BYTES * shape.results)
    return Subject(
        symbol=kernel.symbol,
        run=lambda inputs, faults=None: lanes.run(code, registers, places, result, inputs, faults),
        operands=operands,
        expected=lambda values: number(shape.result(*map(elements, values))),
    )
