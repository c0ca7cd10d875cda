"""The assembly kernels for AVR of prime fields in the simulator: results against Python's integers, on operands that
notice every carry, and all checks of `avr/checks.py`."""

import functools
import random
import re
from collections.abc import Callable

import pytest

from codegen.avr.kernel import Kernel
from codegen.avr.prime.field import PrimeField
from codegen.avr.prime.kernels import NATIVE_FIELDS, prime_kernels
from codegen.avr.prime.multiplication import multiply
from codegen.avr.prime.reduction import word_matrix
from codegen.avr.prime.squaring import square
from codegen.avr.virtual import Program
from codegen.kernel_fields import UnsupportedField
from codegen.kernels import native_folder
from tests.kept import kept
from tests.src.native.avr import straight_line
from tests.src.native.avr.checks import check_aliasing, check_calling_convention, check_object_code, check_same_trace
from tests.src.native.avr.kernels import Caller, edge_inputs, family_of, random_inputs
from tests.src.native.avr.prime_kernels import link_prime_caller
from tests.src.native.avr.programs import evaluate
from tests.src.native.kernels import carries, lanes

MAX_STACK_BYTES = 130


def generated() -> dict[str, Kernel]:
    """The kernels of prime fields in generated/native/avr/."""
    return {kernel.symbol: kernel for name in NATIVE_FIELDS for kernel in prime_kernels(PrimeField.of(name))}


KERNELS = kept("avr-prime-kernels", generated)
each_kernel = pytest.mark.parametrize("kernel", KERNELS.values(), ids=KERNELS)


@pytest.fixture(scope="module")
def caller(tmp_path_factory) -> Callable[[Kernel], Caller]:
    folder = tmp_path_factory.mktemp("kernels")

    @functools.cache
    def link(symbol: str) -> Caller:
        return link_prime_caller(KERNELS[symbol], folder)

    return lambda kernel: link(kernel.symbol)


@each_kernel
def test_results(caller, kernel):
    """Operands such that each carry is noticed by one of them."""
    caller(kernel).check_results(carries.noticing_operands(straight_line.subject(kernel)))


@each_kernel
@pytest.mark.slow
@pytest.mark.turns(2)
def test_many_results(caller, kernel):
    subject = straight_line.subject(kernel)
    inputs = subject.first(4_000, seed=90)
    carries.check_results(subject, inputs, subject.run(inputs, []))
    caller(kernel).check_results(inputs[::10])


@pytest.mark.parametrize("symbol", ["mc_fp224r1_sqr_reduce_karatsuba_special_avr", "mc_fp160bp_reduce_montgomery_avr"])
def test_a_planted_fault_is_noticed(tmp_path, symbol):
    """The operand that notices a fault in lanes also notices it in the simulator."""
    kernel = KERNELS[symbol]
    subject = straight_line.subject(kernel)
    inputs = subject.first(carries.ALWAYS)
    noticed = {item: inputs[k] for item, k in subject.run(inputs).killers.items() if k >= 0}
    lines = kernel.path.read_text().splitlines()
    places = [k for k, line in enumerate(lines) if re.match(r"    [a-z](?!li)", line)]
    for instruction, fault in random.Random(11).sample(sorted(noticed, key=lambda item: item[0].number), 3):
        place = places[instruction.number]
        assert lines[place].split()[0] == instruction.text.split()[0]
        without = lines[place].replace("adc", "add").replace("sbc", "sub").replace("rol", "lsl").replace("ror", "lsr")
        planted = [*lines[:place], without if fault == lanes.FAULTS[0] else "", *lines[place + 1 :]]
        path = tmp_path / f"{instruction.number}.S"
        path.write_text("\n".join([*planted, ""]))
        faulty = link_prime_caller(kernel, tmp_path, path)
        with pytest.raises(AssertionError, match=symbol):
            faulty.check_results([noticed[instruction, fault]])


@pytest.mark.parametrize("kernel", [k for k in KERNELS.values() if family_of(k).may_alias], ids=lambda k: k.symbol)
def test_aliasing(caller, kernel):
    check_aliasing(caller(kernel), 5)


@each_kernel
def test_calling_convention(caller, kernel):
    check_calling_convention(caller(kernel), MAX_STACK_BYTES)


@each_kernel
def test_same_trace_for_every_input(caller, kernel):
    assert kernel.header["constant_time"] == "same-trace-and-addresses"
    check_same_trace(caller(kernel), edge_inputs(kernel) + random_inputs(kernel, 10, seed=7))


@each_kernel
def test_object_code(tmp_path, kernel):
    check_object_code(kernel, tmp_path)


def test_committed_files_are_there():
    meta = (native_folder("avr") / "meta.h").read_text()
    assert all(f"#define {kernel.flag} 1\n" in meta for kernel in KERNELS.values())


@pytest.mark.parametrize(("size", "leaf"), [(1, 1), (2, 1), (3, 3), (4, 1), (6, 3), (8, 8), (12, 3), (14, 7)])
def test_products_of_any_shape(size, leaf):
    """Multiplication and squaring before they get registers, in sizes that no field has, down to one byte."""
    noise = random.Random(size)
    product, squared = Program(), Program()
    numbers = [product.argument(name, size) for name in "ab"]
    products = multiply(product, *numbers, leaf)
    squares = square(squared, squared.argument("a", size), leaf)
    for _ in range(200):
        a, b = (noise.choice((noise.getrandbits(8 * size), 256**size - 1, 0, 256 ** (size // 2))) for _ in range(2))
        assert evaluate(product, {"a": a, "b": b}, products) == a * b
        assert evaluate(squared, {"a": a}, squares) == a * a


def test_word_matrix():
    """Its rows are powers of the word modulo p."""
    for name in ("fp224r1", "fp256r1"):
        field = PrimeField.of(name)
        word, rows = word_matrix(field)
        for k, row in enumerate(rows):
            power = 1 << 8 * (field.byte_count + word * k)
            assert sum(c << 8 * word * j for j, c in enumerate(row)) % field.prime == power % field.prime


def test_fields_beyond_the_generator():
    with pytest.raises(UnsupportedField, match="7 bits of the top byte"):
        PrimeField("fp521", 2**521 - 1, ((1, 521), (-1, 0)))
    with pytest.raises(ValueError, match="another prime"):
        PrimeField("fp127", 2**127 - 1, ((1, 127), (-1, 1)))
