"""The kernels of FourQ for MSP430 in the simulator: results from the definitions, in Python's integers; aliasing,
calling convention, stack, the stated cycles, one trace."""

import dataclasses

import pytest

from codegen.kernel_fields import PrimeField
from codegen.msp430 import FOURQ_FIELD
from codegen.msp430.fourq import fourq_kernels
from codegen.msp430.listing import WORD_BITS
from tests.src.fourq.kernel_cases import COEFFICIENT_BYTES, IS_A, IS_B, SHAPES, Element, P, cases, difference, residue
from tests.src.native.test_msp430_kernels import CORES, GUARD, check, image

KERNELS = {kernel.function: kernel for kernel in fourq_kernels(PrimeField.of(FOURQ_FIELD, word_bits=WORD_BITS))}
CASES = [
    (name, function)
    for function in KERNELS
    for name in CORES
    if name == "msp430f5438a" or not function.endswith("_mpy32")
]
SIZE = 2 * COEFFICIENT_BYTES
BOTH = IS_B  # r[0] is b and r[1] is a: b and a lie in a row


def product(a: Element, b: Element) -> list[Element]:
    """The real part is below p; the other is 0 only if the two products that are added are."""
    x, y = a[1] * residue(b[0] + b[1]), b[1] * difference(*a)
    return [((a[0] * b[0] - a[1] * b[1]) % P, residue(x + y))]


SHAPES_HERE = SHAPES | {
    "fourq_mul": dataclasses.replace(SHAPES["fourq_mul"], result=product),
    "fourq_difference_sum": dataclasses.replace(SHAPES["fourq_difference_sum"], places=(0, BOTH)),
}


@pytest.mark.parametrize(("name", "function"), CASES)
def test_kernel(name, function, tmp_path):
    kernel, shape = KERNELS[function], SHAPES_HERE[function.removesuffix("_mpy32")]
    length = SIZE * shape.results
    b_offset = length + len(GUARD)
    offsets = {0: 0, IS_A: b_offset + SIZE, IS_B: b_offset}
    sizes = {"SIZE": b_offset + 2 * SIZE + len(GUARD), "A": offsets[IS_A], "B": b_offset}
    data, expected = b"", []
    for place, a, b, r in cases(shape):
        before = b"\xee" * length + GUARD + b + a.to_bytes(SIZE, "little") + GUARD
        offset = offsets[place]
        data += bytes([1, offset]) + before
        expected.append((before[:offset] + r.to_bytes(length, "little") + before[offset + length :] + b"\1").hex())
    check(name, image(name, kernel, sizes, tmp_path), kernel, data, expected, sizes["SIZE"] + 1)
