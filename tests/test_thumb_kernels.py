"""The generated kernels for Thumb-1: results against independent arithmetic in several fields, aliasing, calling
convention, stack, the numbers of instructions that they state, one trace for every input. They run as part of a program
for ARM Linux, on a processor that has their instructions in this mode; cycles are those of the boards."""

import dataclasses
import subprocess

import pytest
from arm_kernels import APART, IS_A, IS_B, OPERATIONS, Machine, compare, image, integers, operands, requests

from codegen import thumb
from codegen.fields import BINARY_FIELDS, PRIME_FIELDS, multiply
from codegen.kernels import native_folder
from codegen.thumb import binary

FIELDS = ("fb163", "fb233", "fb283")
OF_PRIMES = ("fp255", "fp256r1")
CASES = [(field, kernel.function) for field in FIELDS for kernel in thumb.kernels(field)]
PRIME_CASES = [(field, kernel.function) for field in OF_PRIMES for kernel in thumb.kernels(field)]
MACHINE = Machine("arm1176", ("-march=armv6",), (".arch armv6-m", ".arch armv6"))
SQUARES = native_folder("thumb") / "squares.S"


def kernel_of(field, function):
    return next(kernel for kernel in thumb.kernels(field) if kernel.function == function)


def check(kernel, folder, cases, words, result_words):
    """Runs the kernel on (where r is, a, b, r) and compares r, the registers and words of the caller."""
    machine = dataclasses.replace(MACHINE, sources=(SQUARES,) if binary.SQUARES in kernel.text() else ())
    elf = image(kernel, folder, words, result_words, machine)
    command = ["qemu-arm", "-cpu", machine.mcu, elf]
    output = subprocess.run(command, input=requests(cases, words), capture_output=True, check=True).stdout
    compare(output, cases, result_words)


@pytest.mark.parametrize(("field", "function"), CASES)
def test_kernel(field, function, tmp_path):
    kernel = kernel_of(field, function)
    poly, words = BINARY_FIELDS[field], kernel.field.words
    is_square = kernel.header["family"] == "fb-sqr-reduce"
    modes = (APART, IS_A) if is_square else (APART, IS_A, IS_B)
    cases = [
        (modes[i % len(modes)], a, b.to_bytes(4 * words, "little"), multiply(a, a if is_square else b, poly))
        for i, (a, b) in enumerate(operands(poly[0]))
    ]
    check(kernel, tmp_path, cases, words, words)


@pytest.mark.parametrize(("field", "function"), PRIME_CASES)
def test_kernel_of_prime_field(field, function, tmp_path):
    kernel = kernel_of(field, function)
    family, p, n = kernel.header["family"], PRIME_FIELDS[field], kernel.field.words
    words = 2 * n if family == "fp-reduce" else n
    is_unreduced = family in ("fp-mul", "fp-sqr")
    bits = 2 * p.bit_length() if family == "fp-reduce" else 32 * words
    numbers = [x for x in integers(words, p) if x < p or (x >> bits == 0 and (is_unreduced or family == "fp-reduce"))]
    modes = (APART,) if is_unreduced else (APART, IS_A, IS_B) if "*b" in kernel.parameters else (APART, IS_A)
    step = 7 if "*b" in kernel.parameters else len(numbers)
    pairs = [(a, b) for i, a in enumerate(numbers) for b in numbers[i % step :: step]]
    pairs += [(a, b) for a in numbers[:8] for b in numbers[:8]] + [(a, a) for a in numbers]
    if family == "fp-mul-small":
        modes, small = (APART, IS_A), (0, 1, 2, 0xFFFF, 0x10000, 0x1FFFF, 121665, (1 << 18) - 1)
        pairs = [(a, c) for a in numbers for c in small]
    cases = [
        (modes[i % len(modes)], a, b.to_bytes(4 * words, "little"), OPERATIONS[family](a, b, p))
        for i, (a, b) in enumerate(pairs)
    ]
    check(kernel, tmp_path, cases, words, 2 * n if is_unreduced else n)
