"""The generated kernels for Thumb-1: results against independent arithmetic in several fields, with operands that
make every carry; aliasing, calling convention, stack, the stated numbers of instructions, one trace for every input.
They run as part of a program for ARM Linux, on a processor that has their instructions in this mode; the boards give
cycles."""

import dataclasses

import pytest

from codegen import thumb
from codegen.fields import BINARY_FIELDS, PRIME_FIELDS
from codegen.kernels import native_folder
from codegen.thumb import binary
from tests.src.native.arm.kernels import Machine, binary_cases, check_in_thumb, prime_cases
from tests.src.native.arm.structured import check_structured

FIELDS = ("fb163", "fb233", "fb283")
OF_PRIMES = ("fp255", "fp256r1")
CASES = [(field, kernel.function) for field in FIELDS for kernel in thumb.kernels(field)]
PRIME_CASES = [(field, kernel.function) for field in OF_PRIMES for kernel in thumb.kernels(field)]
MACHINE = Machine("arm1176", ("-march=armv6",), (".arch armv6-m", ".arch armv6"))
SQUARES = native_folder("thumb") / "squares.S"


def kernel_of(field, function):
    return next(kernel for kernel in thumb.kernels(field) if kernel.function == function)


def machine_of(kernel):
    return dataclasses.replace(MACHINE, sources=(SQUARES,) if binary.SQUARES in kernel.text() else ())


@pytest.mark.parametrize(("field", "function"), CASES)
def test_kernel(field, function, tmp_path):
    kernel = kernel_of(field, function)
    check_in_thumb(kernel, tmp_path, *binary_cases(kernel, BINARY_FIELDS[field]), machine_of(kernel))


@pytest.mark.parametrize(("field", "function"), PRIME_CASES)
def test_kernel_of_prime_field(field, function, tmp_path):
    kernel = kernel_of(field, function)
    check_in_thumb(kernel, tmp_path, *prime_cases(kernel, PRIME_FIELDS[field]), machine_of(kernel))


@pytest.mark.parametrize(
    ("seed", "count"), [(1, 20_000), pytest.param(2, 60_000, marks=(pytest.mark.slow, pytest.mark.turns(3)))]
)
@pytest.mark.parametrize(("field", "function"), PRIME_CASES)
def test_structured_operands(field, function, seed, count, tmp_path):
    check_structured(kernel_of(field, function), tmp_path, PRIME_FIELDS[field], count, MACHINE, seed)
