"""The assembly kernels for AVR in the simulator: results, aliasing, the calling convention, stack, constant time, and
the figures in their headers."""

import functools
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from codegen import avr
from codegen.avr.field import BinaryField
from codegen.avr.kernel import Kernel
from codegen.fields import FIELDS, POLYNOMIALS
from codegen.kernel_fields import UnsupportedField
from codegen.kernels import native_folder
from tests.kept import kept
from tests.src.native.avr.checks import check_aliasing, check_calling_convention, check_object_code, check_same_trace
from tests.src.native.avr.kernels import APART, Caller, edge_inputs, family_of, input_bits, link_caller, random_inputs

# Products by PARI/GP, an oracle that shares no code with these tests: field, a, b, a b.
PARI_PRODUCTS = Path(__file__).parent / "avr/pari_products.txt"
EUCLID_MEAN_CYCLES = {"fb163": 46_300, "fb233": 83_200}  # over random elements
# The cost of a field's fastest kernels: product and square, both reduced.
CYCLES = {
    "mc_fb163_add_unrolled_avr": 162,
    "mc_fb163_mul_each_ld_registers_avr": 4_757,
    "mc_fb163_mul_reduce_ld_registers_avr": 4_744,
    "mc_fb163_sqr_times_registers_avr": 516,
    "mc_fb163_sqr_reduce_byte_table_avr": 423,
    "mc_fb163_inv_itoh_tsujii_table_avr": 74_771,
    "mc_fb233_mul_each_karatsuba_avr": 8_597,
    "mc_fb233_mul_reduce_ld_registers_halves_avr": 8_814,
    "mc_fb233_sqr_reduce_interleave_table_avr": 700,
    "mc_fb233_sqr_times_interleave_avr": 562,
    "mc_fb233_inv_itoh_tsujii_table_avr": 158_964,
    "mc_fb271_mul_reduce_karatsuba_ld_registers_avr": 11_717,
    "mc_fb271_sqr_reduce_whole_bytes_avr": 525,
    "mc_fb271_sqrt_whole_bytes_avr": 521,
    "mc_fb283_mul_each_karatsuba_avr": 11_896,
    "mc_fb283_mul_reduce_karatsuba_ld_registers_avr": 12_990,
    "mc_fb283_sqr_reduce_byte_table_avr": 721,
    "mc_fb283_sqr_times_byte_table_avr": 733,
    "mc_fb409_mul_reduce_karatsuba_ld_registers_avr": 22_478,
    "mc_fb409_sqr_reduce_interleave_table_avr": 1_227,
    "mc_fb571_mul_reduce_karatsuba_ld_registers_avr": 39_163,
    "mc_fb571_sqr_reduce_byte_table_avr": 1_403,
}
MAX_STACK_BYTES = 1_500  # of a mote's 4096 bytes of RAM

# Fields of standards without kernels in generated/native/avr/: the generator must work for any field. The slow ones
# have a degree that fills the bytes, middle terms far apart, an even number of bytes, or an uneven part in a level.
OTHER_FIELDS = ("fb113", "fb131", "fb193", "fb239")
SLOW_FIELDS = ("fb155", "fb163k8", "fb176", "fb185", "fb191", "fb208", "fb239k36", "fb272", "fb304", "fb359", "fb368")
SLOW_FIELDS += ("fb431",)


def generated() -> tuple[dict[str, Kernel], dict[str, Kernel]]:
    """The kernels of generated/native/avr/ and those of other fields."""
    native = (kernel for name in avr.NATIVE_FIELDS for kernel in avr.native_kernels(name))
    others = (k for name in (*OTHER_FIELDS, *SLOW_FIELDS) for k in avr.kernels(BinaryField(name, FIELDS[name])))
    return {kernel.symbol: kernel for kernel in native}, {kernel.symbol: kernel for kernel in others}


KERNELS, OTHER_KERNELS = kept("avr-kernels", generated)
# Kernels with a table at a multiple of 256, one with the longest rows.
ALIGNED_TABLE = ("mc_fb233_mul_reduce_ld_registers_halves_avr", "mc_fb239_mul_ld_registers_halves_avr")
ALIGNED_TABLE += ("mc_fb233_mul_each_karatsuba_avr", "mc_fb283_mul_each_karatsuba_avr")
ALIGNED_TABLE += ("mc_fb409_mul_karatsuba_ld_registers_avr",)
LARGE_DEGREE = 250  # from here on, quick tests try only a few inputs

each_kernel = pytest.mark.parametrize("kernel", KERNELS.values(), ids=KERNELS)
each_constant_time_kernel = pytest.mark.parametrize(
    "kernel", [k for k in KERNELS.values() if k.constant_time], ids=lambda k: k.symbol
)


def is_large(kernel: Kernel) -> bool:
    return kernel.field.degree > LARGE_DEGREE


def slow_if(kernels: dict[str, Kernel], is_slow: Callable[[Kernel], bool]) -> list:
    """The kernels as parameters of a test; those that `is_slow` picks are marked slow."""
    return [
        pytest.param(k, id=k.symbol, marks=[pytest.mark.slow, pytest.mark.turns(2)] if is_slow(k) else [])
        for k in kernels.values()
    ]


@pytest.fixture(scope="module")
def caller(tmp_path_factory) -> Callable[[Kernel], Caller]:
    folder = tmp_path_factory.mktemp("kernels")

    @functools.cache
    def link(symbol: str) -> Caller:
        return link_caller({**KERNELS, **OTHER_KERNELS}[symbol], folder)

    return lambda kernel: link(kernel.symbol)


def basis_inputs(kernel: Kernel) -> list[tuple[int, ...]]:
    """Every basis vector of a single input. For two inputs, every vector of one with the same, a distant and the top
    one of the other, and random pairs."""
    bits = input_bits(kernel)
    if len(bits) == 1:
        return [(1 << i,) for i in range(bits[0])]
    noise = random.Random(2)
    first, second = bits
    pairs = {(noise.randrange(first), noise.randrange(second)) for _ in range(500)}
    for i in range(first):
        pairs |= {(i, i % second), (i, (3 * i + 1) % second), (i, second - 1), (first - 1, i % second)}
    return [family_of(kernel).valid(kernel.field, (1 << i, 1 << j)) for i, j in sorted(pairs)]


@each_kernel
def test_results(caller, kernel):
    count = 20 if is_large(kernel) else 100
    caller(kernel).check_results(edge_inputs(kernel) + random_inputs(kernel, count, seed=3))


@pytest.mark.parametrize("kernel", slow_if(KERNELS, is_large))
def test_results_on_single_bits(caller, kernel):
    caller(kernel).check_results(basis_inputs(kernel))


@pytest.mark.parametrize("kernel", slow_if(OTHER_KERNELS, lambda kernel: kernel.field.name in SLOW_FIELDS))
def test_results_in_other_fields(caller, kernel):
    first, *others = input_bits(kernel)
    single_bits = [(1 << i, *(1 << (i - 1) % bits for bits in others)) for i in range(first)]
    valid = [family_of(kernel).valid(kernel.field, values) for values in single_bits]
    caller(kernel).check_results(edge_inputs(kernel) + random_inputs(kernel, 20, seed=4) + valid)


@pytest.mark.parametrize("name", avr.NATIVE_FIELDS)
def test_pari_products(caller, name):
    lines = [line.split() for line in PARI_PRODUCTS.read_text().splitlines() if line.startswith(f"{name} ")]
    products = [tuple(int(number, 16) for number in numbers) for _, *numbers in lines]
    assert products
    kernels = [k for k in KERNELS.values() if k.field.name == name and k.header["family"] == "fb-mul-reduce"]
    for kernel in kernels:
        assert [family_of(kernel).compute(kernel.field, a, b) for a, b, _ in products] == [c for *_, c in products]
        caller(kernel).check_results([(a, b) for a, b, _ in products])


@pytest.mark.parametrize("kernel", [k for k in KERNELS.values() if family_of(k).may_alias], ids=lambda k: k.symbol)
def test_aliasing(caller, kernel):
    check_aliasing(caller(kernel), 5 if is_large(kernel) else 20)


@each_kernel
def test_calling_convention(caller, kernel):
    check_calling_convention(caller(kernel), MAX_STACK_BYTES)


@pytest.mark.parametrize("symbol", ALIGNED_TABLE)
def test_table_wherever_the_stack_is(caller, symbol):
    """A table at a multiple of 256 is inside the frame for every position of the stack."""
    target = caller({**KERNELS, **OTHER_KERNELS}[symbol])
    noise = random.Random(9)
    inputs = random_inputs(target.kernel, 256, seed=9)
    calls = [target.call(values, APART, noise, lower_by) for lower_by, values in enumerate(inputs)]
    outcomes, _ = target.execute(calls)
    assert all(outcome.registers == call.registers for call, outcome in zip(calls, outcomes, strict=True))


@each_constant_time_kernel
def test_same_trace_for_every_input(caller, kernel):
    check_same_trace(caller(kernel), edge_inputs(kernel) + random_inputs(kernel, 20, seed=7))


def test_cycles():
    assert {symbol: KERNELS[symbol].asm.cycles for symbol in CYCLES} == CYCLES


@pytest.mark.parametrize("name", EUCLID_MEAN_CYCLES)
def test_cycles_of_inversion_by_euclid(caller, name):
    """Their mean over random inputs; the trace depends on the input, as the header says."""
    kernel = KERNELS[f"mc_{name}_inv_euclid_var_avr"]
    runs = [run for _, _, run in caller(kernel).run(random_inputs(kernel, 400, seed=8))]
    assert sum(run.cycles for run in runs) / len(runs) == pytest.approx(EUCLID_MEAN_CYCLES[name], rel=0.01)
    assert len({run.trace_hash for run in runs}) == len(runs)
    assert kernel.header["constant_time"] == "no"


@each_kernel
def test_object_code(tmp_path, kernel):
    check_object_code(kernel, tmp_path)


def test_committed_files_are_fresh():
    for path, text in avr.outputs().items():
        assert path.read_text() == text, f"{path.name} is stale: run python3 -m codegen"
    meta = (native_folder("avr") / "meta.h").read_text()
    assert all(f"#define {kernel.flag} 1\n" in meta for kernel in KERNELS.values())


@pytest.mark.parametrize(
    ("exponents", "message"),
    [((233, 74, 0), "registers for the accumulator"), ((163, 150, 0), "too close to reduce")],
)
def test_fields_beyond_the_generator(exponents, message):
    with pytest.raises(UnsupportedField, match=message):
        avr.mul_reduce_ld_registers(BinaryField("fb", exponents))


def test_every_field_has_every_family():
    """All except an inversion of one trace, which combines others, if elements are too long for registers."""
    for name in (*avr.NATIVE_FIELDS, *OTHER_FIELDS, *SLOW_FIELDS):
        found = {kernel.header["family"] for kernel in avr.kernels(BinaryField(name, POLYNOMIALS[name]))}
        found -= {"fb-sqrt", "fb-half-trace", "fb-add", "fb-mul-each", "fb-sqr-times"}
        assert found == {"fb-mul", "fb-sqr", "fb-reduce", "fb-mul-reduce", "fb-sqr-reduce", "fb-inv"}, name
