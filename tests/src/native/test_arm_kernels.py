"""The generated kernels for ARM: results against independent arithmetic in several fields, with operands that make
every carry; aliasing, calling convention, stack, the stated numbers of instructions, one trace for every input."""

import pytest

from codegen import arm
from codegen.arm.prime_field import PrimeField
from codegen.fields import BINARY_FIELDS, PRIME_FIELDS, multiply
from codegen.kernel_fields import BinaryField, UnsupportedField
from tests.src.native.arm.kernels import APART, IS_A, IS_B, check, operands, prime_cases
from tests.src.native.arm.structured import check_structured

FIELDS = ("fb163", "fb163k8", "fb176")
OF_PRIMES = ("fp192r1", "fp224r1", "fp256r1")
CASES = [(field, kernel.function) for field in FIELDS for kernel in arm.kernels(field)]
PRIME_CASES = [(field, kernel.function) for field in OF_PRIMES for kernel in arm.kernels(field)]
STRUCTURED = [(name, k.function) for name in arm.NATIVE_FIELDS if name in PRIME_FIELDS for k in arm.kernels(name)]
ROWS = 256


def second_argument(kernel, b: int) -> bytes:
    """b; for a multiplication by a constant, the table of its multiples."""
    size, poly = 4 * kernel.field.words, kernel.field.exponents
    if "table" not in kernel.parameters:
        return b.to_bytes(size, "little")
    return b"".join(multiply(u, b, poly).to_bytes(size, "little") for u in range(ROWS))


@pytest.mark.parametrize(("field", "function"), CASES)
def test_kernel(field, function, tmp_path):
    kernel = next(kernel for kernel in arm.kernels(field) if kernel.function == function)
    poly, words = BINARY_FIELDS[field], kernel.field.words
    is_table = "table" in kernel.parameters
    modes = (APART, IS_A) if is_table else (APART, IS_A, IS_B)
    pairs = operands(poly[0])[:: 4 if is_table else 1]
    cases = [
        (modes[i % len(modes)], a, second_argument(kernel, b), multiply(a, b, poly)) for i, (a, b) in enumerate(pairs)
    ]
    check(kernel, tmp_path, cases, words, words)


@pytest.mark.parametrize(("field", "function"), PRIME_CASES)
def test_kernel_of_prime_field(field, function, tmp_path):
    kernel = next(kernel for kernel in arm.kernels(field) if kernel.function == function)
    check(kernel, tmp_path, *prime_cases(kernel, PRIME_FIELDS[field]))


@pytest.mark.parametrize(
    ("seed", "count"), [(1, 20_000), pytest.param(2, 60_000, marks=(pytest.mark.slow, pytest.mark.turns(3)))]
)
@pytest.mark.parametrize(("field", "function"), STRUCTURED)
def test_structured_operands(field, function, seed, count, tmp_path):
    kernel = next(kernel for kernel in arm.kernels(field) if kernel.function == function)
    check_structured(kernel, tmp_path, PRIME_FIELDS[field], count, seed=seed)


def test_fields_without_a_kernel_say_why():
    with pytest.raises(UnsupportedField, match="the kernel needs an even number of words"):
        arm.mul_reduce_ld_registers(BinaryField("fb233", BINARY_FIELDS["fb233"]))
    with pytest.raises(UnsupportedField, match="too close to reduce"):
        BinaryField("fb191n", BINARY_FIELDS["fb191n"])
    assert arm.kernels("fb571") == []
    with pytest.raises(UnsupportedField, match="no sum of few powers"):
        PrimeField.of("fp256k1")
    with pytest.raises(UnsupportedField, match="the kernels have 8"):
        PrimeField.of("fp384r1")
