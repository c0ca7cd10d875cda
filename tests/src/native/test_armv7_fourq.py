"""The kernels of FourQ for ARM with UMAAL, as A32 and as Thumb-2: results from the definitions, in Python's integers;
aliasing, calling convention, stack, the stated numbers of instructions, one trace."""

import pytest

from codegen.armv7 import FOURQ_FIELD
from codegen.armv7.fourq import fourq_kernels
from codegen.kernel_fields import PrimeField
from tests.src.fourq.kernel_cases import HALVED, cases, powers
from tests.src.native.arm.kernels import check, check_in_thumb
from tests.src.native.test_armv7_kernels import MACHINES

KERNELS = {kernel.function: kernel for kernel in fourq_kernels(PrimeField.of(FOURQ_FIELD))}
WORDS = 8


LOOP = "fourq_sqr_times"
BOTH = pytest.mark.parametrize("machine", ["thumb2", pytest.param("a32", marks=pytest.mark.slow)])


@pytest.mark.parametrize("function", [function for function in KERNELS if function != LOOP])
@BOTH
def test_kernel(machine, function, tmp_path):
    run = check if machine == "a32" else check_in_thumb
    shape = HALVED[function]
    run(KERNELS[function], tmp_path, cases(shape), WORDS, WORDS * shape.results, MACHINES[machine])


@pytest.mark.parametrize("count", [0, 1, 2, 125])
@BOTH
def test_powers(machine, count, tmp_path):
    run, kernel = check if machine == "a32" else check_in_thumb, KERNELS[LOOP]
    run(kernel, tmp_path, powers(count), WORDS // 2, WORDS // 2, MACHINES[machine], kernel.instructions(count))
