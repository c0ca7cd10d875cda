"""The kernels of FourQ for MSP430 in the simulator, on operands that notice every carry; aliasing, calling convention,
stack, the stated cycles, one trace."""

import pytest

from tests.src.fourq.kernel_cases import IS_A, IS_B
from tests.src.native.kernels import carries
from tests.src.native.msp430.fourq import ELEMENT_BYTES, KERNELS, shape_of, subject
from tests.src.native.test_msp430_kernels import CORES, GUARD, check, image

CASES = [
    (name, function)
    for function in KERNELS
    for name in CORES
    if name == "msp430f5438a" or not function.endswith("_mpy32")
]


@pytest.mark.parametrize(("name", "function"), CASES)
def test_kernel(name, function, tmp_path):
    kernel, shape = KERNELS[function], shape_of(KERNELS[function])
    length, tested = ELEMENT_BYTES * shape.results, subject(kernel)
    b_offset = length + len(GUARD)
    offsets = {0: 0, IS_A: b_offset + ELEMENT_BYTES, IS_B: b_offset}
    sizes = {"SIZE": offsets[IS_A] + ELEMENT_BYTES + len(GUARD), "A": offsets[IS_A], "B": b_offset}
    data, expected = b"", []
    for i, values in enumerate(carries.noticing_operands(tested)):
        a, b = (value.to_bytes(ELEMENT_BYTES, "little") for value in values)
        before, offset = b"\xee" * length + GUARD + b + a + GUARD, offsets[shape.places[i % len(shape.places)]]
        after = before[:offset] + tested.expected(values).to_bytes(length, "little") + before[offset + length :]
        data += bytes([1, offset]) + before
        expected.append((after + b"\1").hex())
    check(name, image(name, kernel, sizes, tmp_path), kernel, data, expected, sizes["SIZE"] + 1)
