"""The assembly kernels for AVR of prime fields in the simulator: results against Python's integers, and all that
`avr/checks.py` asks of a kernel."""

import functools
import random
from collections.abc import Callable

import pytest

from codegen.avr.kernel import Kernel
from codegen.avr.prime_field import PrimeField
from codegen.avr.prime_kernels import NATIVE_FIELDS, prime_kernels
from codegen.avr.prime_multiplication import multiply
from codegen.avr.prime_reduction import word_matrix
from codegen.avr.prime_squaring import square
from codegen.avr.virtual import Program
from codegen.kernel_fields import UnsupportedField
from codegen.kernels import native_folder
from tests.avr.checks import check_aliasing, check_calling_convention, check_object_code, check_same_trace
from tests.avr.kernels import Caller, edge_inputs, family_of, input_limits, random_inputs
from tests.avr.prime_kernels import link_prime_caller
from tests.avr.programs import evaluate

MAX_STACK_BYTES = 130

KERNELS = {kernel.symbol: kernel for name in NATIVE_FIELDS for kernel in prime_kernels(PrimeField.of(name))}
each_kernel = pytest.mark.parametrize("kernel", KERNELS.values(), ids=KERNELS)


@pytest.fixture(scope="module")
def caller(tmp_path_factory) -> Callable[[Kernel], Caller]:
    folder = tmp_path_factory.mktemp("kernels")

    @functools.cache
    def link(symbol: str) -> Caller:
        return link_prime_caller(KERNELS[symbol], folder)

    return lambda kernel: link(kernel.symbol)


def carry_values(limit: int, prime: int) -> list[int]:
    """Numbers below the limit at which carries and the last subtraction turn: around multiples of p, powers of 256
    less or more a little, bytes all 0 and all 255 in turn."""
    size = (limit.bit_length() + 7) // 8
    found = {k * prime + d for k in (1, 2, 3) for d in range(-2, 3)}
    found |= {(1 << 8 * i) + d for i in range(size + 1) for d in (-1, 0, 1)}
    found |= {limit - (1 << 8 * i) for i in range(size)} | {limit - d for d in (1, 2, 19, 20, 38)}
    found |= {int.from_bytes(pattern * size, "little") % limit for pattern in (b"\0\xff", b"\xff\0", b"\x80", b"\x7f")}
    return sorted(value for value in found if 0 <= value < limit)


def carry_inputs(kernel: Kernel, count: int) -> list[tuple[int, ...]]:
    """Tuples of such numbers, `count` of them at random for two inputs."""
    values = [carry_values(limit, kernel.field.prime) for limit in input_limits(kernel)]
    if len(values) == 1:
        return [(value,) for value in values[0]]
    noise = random.Random(4)
    return [tuple(noise.choice(choices) for choices in values) for _ in range(count)]


def sums_near_the_prime(kernel: Kernel) -> list[tuple[int, int]]:
    """a, b with a + b or a - b around 0, p and 2 p."""
    p = kernel.field.prime
    noise = random.Random(5)
    pairs = []
    for delta in range(-2, 3):
        a = noise.randrange(3, p - 3)
        pairs += [(a, p - a + delta), (a, a + delta), (p - 1 - abs(delta), p - 1)]
    return pairs


@each_kernel
def test_results(caller, kernel):
    inputs = edge_inputs(kernel) + carry_inputs(kernel, 100) + random_inputs(kernel, 60, seed=3)
    if kernel.header["family"] in ("fp-add", "fp-sub"):
        inputs += sums_near_the_prime(kernel)
    caller(kernel).check_results(inputs)


@each_kernel
@pytest.mark.slow
def test_many_results(caller, kernel):
    caller(kernel).check_results(carry_inputs(kernel, 1000) + random_inputs(kernel, 1000, seed=4))


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
    """Multiplication and squaring before registers are given to it, in sizes that no field has, down to one byte."""
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
