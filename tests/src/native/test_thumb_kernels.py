"""The generated kernels for Thumb-1: results against independent arithmetic in several fields, with operands that
make every carry; aliasing, calling convention, stack, the stated numbers of instructions, one trace for every input.
They run as part of a program for ARM Linux, on a processor that has their instructions in this mode; the boards give
cycles."""

import dataclasses
import itertools
import subprocess

import pytest

from codegen import thumb
from codegen.fields import POLYNOMIALS, PRIMES
from codegen.kernels import native_folder
from codegen.thumb import binary, karatsuba_halves
from motelab import ROOT
from tests.src.native.arm.doublings import check_doublings
from tests.src.native.arm.kernels import (
    Machine,
    binary_cases,
    check_in_thumb,
    compile_program,
    doubling_cases,
    integers,
    prime_cases,
    repeated_cases,
    text_of,
)
from tests.src.native.arm.structured import WORDS_COVERED, check_structured
from tests.src.native.kernels import borders

FIELDS = ("fb127", "fb163", "fb233", "fb271", "fb283")
OF_PRIMES = ("fp127", "fp160r1", "fp192r1", "fp224r1", "fp255", "fp256r1", "fp256t", "fp381", "fp512t")
IN_FIELDS = [(field, kernel) for field in FIELDS for kernel in thumb.kernels(field)]
CASES = [(field, kernel.function) for field, kernel in IN_FIELDS if kernel.header["family"] != "fb-sqr-times"]
LOOPS = [(field, kernel.function) for field, kernel in IN_FIELDS if kernel.header["family"] == "fb-sqr-times"]
PRIME_CASES = [
    (field, kernel.function)
    for field in OF_PRIMES
    for kernel in thumb.kernels(field)
    if kernel.header["family"] not in ("fp4-sqr", "ladder-step", "doubling")  # test_thumb_ladder_step.py
]
MACHINE = Machine("arm1176", ("-march=armv6",), (".arch armv6-m", ".arch armv6"))
CALLERS = [ROOT / "tests/src/native/arm" / name for name in ("structured_caller.c", "kernel_carries.S")]
SQUARES = native_folder("thumb") / "squares.S"


def kernel_of(field, function):
    return next(kernel for kernel in thumb.kernels(field) if kernel.function == function)


def machine_of(kernel):
    """With the files of what the kernel needs: the table of squares, the product whose sums a square shares."""
    sources = (SQUARES,) if binary.SQUARES in kernel.text() else ()
    if kernel.header.get("name") == karatsuba_halves.NAME and kernel.header["family"] == "fp-sqr-reduce":
        sources = (kernel_of(kernel.field.name, kernel.function.replace("sqr", "mul")).path,)
    return dataclasses.replace(MACHINE, sources=sources)


@pytest.mark.parametrize(("field", "function"), CASES)
def test_kernel(field, function, tmp_path):
    kernel = kernel_of(field, function)
    check_in_thumb(kernel, tmp_path, *binary_cases(kernel, POLYNOMIALS[field]), machine_of(kernel))


@pytest.mark.parametrize("count", [0, 1, 2, 9])
@pytest.mark.parametrize(("field", "function"), LOOPS)
def test_loop(field, function, count, tmp_path):
    kernel = kernel_of(field, function)
    made = repeated_cases(kernel, POLYNOMIALS[field], count)
    check_in_thumb(kernel, tmp_path, *made, MACHINE, instructions=kernel.instructions(count))


@pytest.mark.parametrize(("field", "function"), PRIME_CASES)
def test_kernel_of_prime_field(field, function, tmp_path):
    kernel = kernel_of(field, function)
    check_in_thumb(kernel, tmp_path, *prime_cases(kernel, PRIMES[field]), machine_of(kernel))


@pytest.mark.parametrize(
    ("seed", "count"), [(1, 20_000), pytest.param(2, 60_000, marks=(pytest.mark.slow, pytest.mark.turns(3)))]
)
@pytest.mark.parametrize(("field", "function"), PRIME_CASES)
def test_structured_operands(field, function, seed, count, tmp_path):
    kernel = kernel_of(field, function)
    count = count if kernel.field.words <= WORDS_COVERED else count // 10
    check_structured(kernel, tmp_path, PRIMES[field], count, machine_of(kernel), seed)


def test_doubling(tmp_path):
    kernel = kernel_of("fp256r1", "doubling_routines")
    check_in_thumb(kernel, tmp_path, *doubling_cases(kernel, PRIMES["fp256r1"]), MACHINE)


def test_carries_of_doubling(tmp_path):
    check_doublings(kernel_of("fp256r1", "doubling_routines"), tmp_path, 8_000, MACHINE)


# quartic(r, a): the kernel on the two halves of each.
QUARTIC = """
    .syntax unified
    .arch armv6
    .thumb
    .text
    .global quartic
    .thumb_func
    .type quartic, %function
quartic:
    push   {{r4, lr}}
    mov    r2, r1
    mov    r3, r1
    adds   r3, #{size}
    mov    r1, r0
    adds   r1, #{size}
    bl     {symbol}
    pop    {{r4, pc}}
    .section .note.GNU-stack,"",%progbits
"""


def quartic_square(a: list[int], p: int, radix: int) -> list[int]:
    """The coefficients of (a0 + a1 u + (a2 + a3 u) s)^2 / radix with u^2 = -1, s^2 = 1 + u."""
    square = [0] * 4
    for (i, x), (j, y) in itertools.product(enumerate(a), repeat=2):
        value, has_u = -x * y if i & j & 1 else x * y, (i ^ j) & 1
        if i & j & 2:  # s^2 = 1 + u, and u (1 + u) = -1 + u
            square[0] += -value if has_u else value
            square[1] += value
        else:
            square[has_u | (i | j) & 2] += value
    return [value * pow(radix, -1, p) % p for value in square]


@pytest.mark.parametrize("field", ["fp381"])
def test_square_in_quartic_extension(field, tmp_path):
    """Its products, sums and reductions are those of other kernels, whose tests make every carry."""
    kernel, p = kernel_of(field, "fp4_sqr_lazy"), PRIMES[field]
    words = kernel.field.words
    texts = {"kernel.S": text_of(kernel, tmp_path, MACHINE)}
    texts["quartic.S"] = QUARTIC.format(size=8 * words, symbol=kernel.symbol)
    sizes = {"WORDS": 4 * words, "SECOND_WORDS": 1, "RESULT_WORDS": 4 * words, "CARRIES": 1, "COUNTING": "quartic"}
    defines = ["-UKERNEL", "-DKERNEL=quartic", *(f"-D{name}={value}" for name, value in sizes.items())]
    elf = compile_program(kernel, tmp_path, texts, CALLERS, defines, MACHINE)
    numbers = [x for x in integers(words, p) if x < p]
    numbers += [x for pair in itertools.islice(borders.many("fp-mul-reduce", p, 32, p), 4000) for x in pair]
    elements = [[p - 1] * 4, [0, p - 1, 0, p - 1], [p - 1, 0, p - 1, 0], [p // 2, p - 1, p // 2, p - 1]]
    elements += [[0, 0, p // 2, p - 1], [0, 0, p - 1, 1], *(numbers[i : i + 4] for i in range(len(numbers) - 3))]
    data = b"".join(
        b"".join(x.to_bytes(4 * words, "little") for x in element).join((bytes(4), bytes(4))) for element in elements
    )
    done = subprocess.run(["qemu-arm", "-cpu", MACHINE.mcu, elf], input=data, capture_output=True, env={}, check=True)
    size = 4 * words
    for i, element in enumerate(elements):
        found = done.stdout[4 * size * i : 4 * size * (i + 1)]
        got = [int.from_bytes(found[size * k : size * (k + 1)], "little") for k in range(4)]
        assert got == quartic_square(element, p, 1 << 32 * words), [*map(hex, element)]
