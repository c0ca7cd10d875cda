"""The generated kernels for RV32, by MUL and MULHU and by CLMUL: results against independent arithmetic in several
fields, with operands that make every carry; aliasing, calling convention, stack, the stated numbers of instructions,
one trace for every input. They run as part of a program for Linux; the boards give cycles."""

import pytest

from codegen import riscv
from codegen.fields import POLYNOMIALS, PRIMES
from codegen.riscv.loops import LoopKernel
from tests.src.native.arm.kernels import binary_cases, check, doubling_cases, prime_cases, repeated_cases
from tests.src.native.arm.ladder_steps import check_steps
from tests.src.native.arm.structured import check_structured
from tests.src.native.riscv.kernels import RV32, RV32_ZBC, counting, unset_carries

QUICK = {"fb163", "fb233", "fp255", "fp256r1", "fp256bp"}
QUICK_STRUCTURED = {"fp255", "fp256r1"}
MACHINES = {"riscv": RV32, "riscvb": RV32_ZBC}
KERNELS = {kernel.symbol: kernel for field in riscv.NATIVE_FIELDS for kernel in riscv.kernels(field)}
KERNELS |= {kernel.symbol: kernel for field in riscv.CARRYLESS_FIELDS for kernel in riscv.carryless_kernels(field)}
STEP = KERNELS.pop("mc_fp255_ladder_step_weak_riscv")
DOUBLINGS = {symbol: KERNELS.pop(symbol) for symbol in list(KERNELS) if "_doubling_" in symbol}
LOOPS = {symbol: kernel for symbol, kernel in KERNELS.items() if isinstance(kernel, LoopKernel)}
STRAIGHT = {symbol: kernel for symbol, kernel in KERNELS.items() if symbol not in LOOPS}
OF_PRIMES = [symbol for symbol, kernel in KERNELS.items() if kernel.field.name in PRIMES]


def cases(symbols, quick):
    """Those of other fields are slow tests."""
    slow = [pytest.mark.slow, pytest.mark.turns(2)]
    return [pytest.param(symbol, marks=[] if KERNELS[symbol].field.name in quick else slow) for symbol in symbols]


@pytest.mark.parametrize("symbol", cases(STRAIGHT, QUICK))
def test_kernel(symbol, tmp_path):
    kernel = KERNELS[symbol]
    name = kernel.field.name
    made = prime_cases(kernel, PRIMES[name]) if name in PRIMES else binary_cases(kernel, POLYNOMIALS[name])
    check(kernel, tmp_path, *made, MACHINES[kernel.target])


@pytest.mark.parametrize("count", [0, 1, 2, 9])
@pytest.mark.parametrize("symbol", cases(LOOPS, {"fb233", "fb283"}))
def test_loop(symbol, count, tmp_path):
    kernel = LOOPS[symbol]
    made = repeated_cases(kernel, POLYNOMIALS[kernel.field.name], count)
    check(kernel, tmp_path, *made, MACHINES[kernel.target], instructions=kernel.instructions(count))


def test_ladder_step(tmp_path):
    check_steps(STEP, RV32, 40, tmp_path, counting, unset=tuple(unset_carries(STEP.symbol)), longer=150)


@pytest.mark.parametrize("name", ["fp192r1", "fp224r1", "fp256r1"])
def test_doubling(name, tmp_path):
    kernel = DOUBLINGS[f"mc_{name}_doubling_straight_riscv"]
    check(kernel, tmp_path, *doubling_cases(kernel, PRIMES[name]), RV32)


@pytest.mark.parametrize(
    ("seed", "count"), [(1, 20_000), pytest.param(2, 60_000, marks=(pytest.mark.slow, pytest.mark.turns(3)))]
)
@pytest.mark.parametrize("symbol", cases(OF_PRIMES, QUICK_STRUCTURED))
def test_structured_operands(symbol, seed, count, tmp_path):
    kernel = KERNELS[symbol]
    check_structured(kernel, tmp_path, PRIMES[kernel.field.name], count, RV32, seed, counting, unset_carries(symbol))
