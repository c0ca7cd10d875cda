"""The assembly kernels for AVR of the fields of pairings, and the compact ones of curves, in the simulator: results
against Python's integers, all checks of `avr/checks.py`; and that operands notice each carry of the functions that they
share."""

import functools
import itertools
import random
from collections.abc import Callable

import pytest

from codegen.avr.kernel import Kernel
from codegen.avr.prime.cofactor import cofactor
from codegen.avr.prime.composed import COMPACT_FIELDS, FIELDS, compact_kernels, pairing_kernels
from codegen.avr.prime.field import PrimeField
from codegen.kernel_fields import UnsupportedField
from tests.kept import kept
from tests.src.native.avr import cofactor_operands, unrolled
from tests.src.native.avr.checks import check_aliasing, check_calling_convention, check_object_code, check_same_trace
from tests.src.native.avr.kernels import Caller, family_of, input_limits, random_inputs
from tests.src.native.avr.prime_kernels import link_prime_caller
from tests.src.native.kernels import carries
from tests.src.native.kernels.operands import in_window, operands

MAX_STACK_BYTES = 300
COUNT = 100  # operands in the simulator
MADE = 600  # operands of the reduction that are made for its carries
# The carry out of the low bytes of w = mu (h - 1) + mu comes as far as byte 16 for one mu, and never further.
NEVER_CARRIES = {f"{number} adc r{number - 443}, r13" for number in range(463, 467)}


def generated() -> dict[str, Kernel]:
    """The kernels in generated/native/avr/."""
    made = {name: pairing_kernels for name in FIELDS} | {name: compact_kernels for name in COMPACT_FIELDS}
    return {kernel.symbol: kernel for name, kernels in made.items() for kernel in kernels(PrimeField.of(name))}


ALL = kept("avr-pairing-kernels", generated)
KERNELS = {symbol: kernel for symbol, kernel in ALL.items() if kernel.header}
SHARED = {symbol: kernel for symbol, kernel in ALL.items() if symbol.replace("_bare", "") in {*KERNELS} - {symbol}}
each_kernel = pytest.mark.parametrize("kernel", KERNELS.values(), ids=KERNELS)


@pytest.fixture(scope="module")
def caller(tmp_path_factory) -> Callable[[Kernel], Caller]:
    folder = tmp_path_factory.mktemp("kernels")

    @functools.cache
    def link(symbol: str) -> Caller:
        return link_prime_caller(KERNELS[symbol], folder)

    return lambda kernel: link(kernel.symbol)


def elements(kernel: Kernel, count: int, seed: int) -> list[tuple[int, ...]]:
    """Structured operands of the kernel's family; for F_p(u) pairs of those of sums and differences, in one number."""
    field, family = kernel.field, kernel.header["family"]
    size = 8 * field.byte_count
    if not family.startswith("fp2-"):
        made = operands(family, field.prime, 8, input_limits(kernel)[0], 1 << size, seed=seed)
        return list(itertools.islice(made, count))
    names = ("fp-add", "fp-sub")[: len(family_of(kernel).inputs)]
    made = [operands(name, field.prime, 8, field.prime, 1 << size, seed=seed) for name in names]
    pairs = itertools.islice(zip(*made, strict=True), count)
    return [tuple(low | high << size for low, high in numbers) for numbers in pairs]


@each_kernel
def test_results(caller, kernel):
    caller(kernel).check_results(elements(kernel, COUNT, 1))


@pytest.mark.parametrize(
    "kernel", [k for k in KERNELS.values() if k.function == "reduce_cofactor"], ids=lambda k: k.symbol
)
def test_results_of_rare_carries(caller, kernel):
    caller(kernel).check_results(list(itertools.islice(cofactor_operands.operands(kernel.field, 2), COUNT)))


@pytest.mark.parametrize("kernel", SHARED.values(), ids=SHARED)
def test_operands_notice_each_carry(kernel):
    """Two faults for each instruction that takes the carry, in all places where loops and calls execute it."""
    public = KERNELS[kernel.symbol.replace("_bare", "")]
    subject, lines = unrolled.subject(kernel, public)
    inputs = subject.first(3 * carries.COUNT)
    is_reduction = public.header["family"] == "fp-reduce"
    if is_reduction:
        inputs += itertools.islice(cofactor_operands.operands(kernel.field, 1), MADE)
    report = subject.run(inputs)
    carries.check_results(subject, inputs, report)
    left = {fault.partition(" (")[0] for fault in unrolled.unnoticed(report, lines)}
    assert left == (NEVER_CARRIES if is_reduction else set())


def test_the_listed_carries_never_occur():
    """They need bytes 8 to 16 of w to be 0."""
    limit = cofactor_operands.LIMIT
    found = in_window(cofactor(PrimeField.of("fp256t")), 1, limit << 72, 0, limit)
    assert found is None or found >= limit


@pytest.mark.parametrize("kernel", [k for k in KERNELS.values() if family_of(k).may_alias], ids=lambda k: k.symbol)
def test_aliasing(caller, kernel):
    check_aliasing(caller(kernel), 0, elements(kernel, 10, 3))


@each_kernel
def test_calling_convention(caller, kernel):
    check_calling_convention(caller(kernel), MAX_STACK_BYTES)


@each_kernel
def test_same_trace_for_every_input(caller, kernel):
    check_same_trace(caller(kernel), elements(kernel, 10, 5) + random_inputs(kernel, 10, seed=7))


@each_kernel
def test_object_code(tmp_path, kernel):
    check_object_code(kernel, tmp_path)


def test_a_prime_of_another_form():
    with pytest.raises(UnsupportedField, match=r"no product of 2\^159"):
        cofactor(PrimeField("fp256", random.Random(1).getrandbits(254) | 1 << 255 | 1))
