"""The kernels of FourQ for Thumb-1: results from the definitions, in Python's integers; aliasing, calling convention,
the stated numbers of instructions, one trace."""

import pytest

from codegen.kernel_fields import PrimeField
from codegen.thumb import FOURQ_FIELD
from codegen.thumb.fourq import fourq_kernels
from tests.src.fourq.kernel_cases import SHAPES, cases, powers, settled
from tests.src.native.arm.kernels import check_in_thumb
from tests.src.native.test_thumb_kernels import MACHINE

KERNELS = {kernel.function: kernel for kernel in fourq_kernels(PrimeField.of(FOURQ_FIELD))}
WORDS = 8
LOOP = "fourq_sqr_times"


@pytest.mark.parametrize("function", SHAPES)
def test_kernel(function, tmp_path):
    shape = SHAPES[function]
    check_in_thumb(KERNELS[function], tmp_path, cases(shape), WORDS, WORDS * shape.results, MACHINE, settled=settled)


@pytest.mark.parametrize("count", [0, 1, 2, 125])
def test_powers(count, tmp_path):
    kernel, words = KERNELS[LOOP], WORDS // 2
    check_in_thumb(kernel, tmp_path, powers(count), words, words, MACHINE, kernel.instructions(count), settled)
