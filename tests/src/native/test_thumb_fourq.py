"""The kernels of FourQ for Thumb-1: results from the definitions, in Python's integers; aliasing, calling convention, the
stated numbers of instructions, one trace."""

import pytest

from codegen.kernel_fields import PrimeField
from codegen.thumb import FOURQ_FIELD
from codegen.thumb.fourq import fourq_kernels
from tests.src.fourq.kernel_cases import SHAPES, cases, settled
from tests.src.native.arm.kernels import check_in_thumb
from tests.src.native.test_thumb_kernels import MACHINE

KERNELS = {kernel.function: kernel for kernel in fourq_kernels(PrimeField.of(FOURQ_FIELD))}
WORDS = 8


@pytest.mark.parametrize("function", KERNELS)
def test_kernel(function, tmp_path):
    shape = SHAPES[function]
    check_in_thumb(KERNELS[function], tmp_path, cases(shape), WORDS, WORDS * shape.results, MACHINE, settled=settled)
