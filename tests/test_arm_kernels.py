"""The generated kernels for ARM: results against independent arithmetic in several fields, aliasing, calling
convention, stack, the numbers of instructions that they state, one trace for every input."""

import random
import subprocess

import pytest

from codegen import arm
from codegen.arm.field import BinaryField, UnsupportedField
from codegen.arm.prime_field import prime_field
from codegen.fields import BINARY_FIELDS, PRIME_FIELDS, multiply
from motecurve import ROOT, board, qemu

FIELDS = ("fb163", "fb163k8", "fb176")
OF_PRIMES = ("fp192r1", "fp224r1", "fp256r1")
CASES = [(field, kernel.function) for field in FIELDS for kernel in arm.kernels(field)]
PRIME_CASES = [(field, kernel.function) for field in OF_PRIMES for kernel in arm.kernels(field)]
ROWS = 256
APART, IS_A, IS_B = range(3)


def operands(degree: int) -> list[tuple[int, int]]:
    """Pairs of elements: extremes, single bits about the borders of words, random ones."""
    source = random.Random(163)
    ones = (1 << degree) - 1
    bits = [1 << e for e in (0, 3, 4, 7, 8, 31, 32, 63, 64, 95, 96, 127, 128, 159, 160, degree - 1)]
    found = [
        (0, 0),
        (0, ones),
        (ones, 0),
        (1, ones),
        (ones, ones),
        *((x, ones) for x in bits),
        *((ones, x) for x in bits),
    ]
    found += [(x, y) for x in bits[::3] for y in bits[1::4]]
    return found + [(source.getrandbits(degree), source.getrandbits(degree)) for _ in range(20)]


def image(kernel, folder, words, result_words):
    """A program that calls the kernel."""
    device, platform = board.load("pxa270"), ROOT / "boards/linux_arm"
    source, elf = folder / "kernel.S", folder / "kernel.elf"
    source.write_text(kernel.text())
    callers = [ROOT / "tests/arm/kernel_caller.c", ROOT / "tests/arm/kernel_shim.S", *sorted(platform.glob("*.[cS]"))]
    defines = [f"-DKERNEL={kernel.symbol}", f"-DWORDS={words}", f"-DRESULT_WORDS={result_words}", f"-I{platform}"]
    compiler = device.compiler
    command = [compiler.command, *compiler.flags, "-O2", *defines, source, *callers, "-o", elf, *compiler.link_flags]
    subprocess.run(command, check=True)
    return elf


def check(kernel, folder, cases, words, result_words):
    """Runs the kernel on (where r is, a, b, r) and compares r, the registers and words of the caller, the number of
    instructions, the trace and the stack."""
    size, result_size = 4 * words, 4 * result_words
    data = len(cases[0][2]).to_bytes(4, "little")
    for mode, a, b, _ in cases:
        data += bytes([1, mode]) + a.to_bytes(size, "little") + b
    execution = qemu.execute(image(kernel, folder, words, result_words), measure=kernel.symbol, data=data + b"\0")
    step = result_size + 2
    got = [execution.output[i : i + step].hex() for i in range(0, len(execution.output), step)]
    assert got == [(r.to_bytes(result_size, "little") + b"\1\1").hex() for *_, r in cases]
    assert {run.instructions for run in execution.runs} == {kernel.asm.instructions}
    assert len({run.trace_hash for run in execution.runs}) == 1
    # The caller's mark is above the frame of the function that calls the kernel.
    assert {run.stack_bytes for run in execution.runs} == {kernel.stack_bytes + 10 * 4 + 32}


def second_argument(kernel, b: int) -> bytes:
    """b, or for a multiplication by a constant the table of its multiples."""
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


def integers(count: int, p: int) -> list[int]:
    """Numbers of `count` words: extremes, all ones in some words, neighbours of multiples of p, random ones."""
    source, top = random.Random(192), 1 << 32 * count
    words = [0xFFFFFFFF << 32 * i for i in range(count)]
    found = [0, 1, p - 1, p, p + 1, p // 2, top - 1, top - p, top >> 1, (top >> 1) - 1, *words]
    found += [top - 1 - word for word in words] + [1 << 32 * i for i in range(count)]
    found += [(top // p - i) * p + j for i in range(3) for j in (-1, 0, 1)]
    found += [i * (1 << 32 * (count // 2)) + j for i in (1, 2, p - 1) for j in (0, 1, p - 1)]
    found += [source.getrandbits(32 * count) for _ in range(20)]
    found += [sum(source.choice((0, 0xFFFFFFFF)) << 32 * i for i in range(count)) for _ in range(20)]
    return [x for x in dict.fromkeys(found) if 0 <= x < top]


OPERATIONS = {  # of a and b, by the family of the kernel
    "fp-mul": lambda a, b, p: a * b,
    "fp-sqr": lambda a, b, p: a * a,
    "fp-reduce": lambda a, b, p: a % p,
    "fp-mul-reduce": lambda a, b, p: a * b % p,
    "fp-sqr-reduce": lambda a, b, p: a * a % p,
    "fp-add": lambda a, b, p: (a + b) % p,
    "fp-sub": lambda a, b, p: (a - b) % p,
}


@pytest.mark.parametrize(("field", "function"), PRIME_CASES)
def test_kernel_of_prime_field(field, function, tmp_path):
    kernel = next(kernel for kernel in arm.kernels(field) if kernel.function == function)
    family, p, n = kernel.header["family"], PRIME_FIELDS[field], kernel.field.words
    words = 2 * n if family == "fp-reduce" else n
    is_unreduced = family in ("fp-mul", "fp-sqr")
    numbers = [x for x in integers(words, p) if x < p or is_unreduced or family == "fp-reduce"]
    modes = (APART,) if is_unreduced else (APART, IS_A, IS_B) if "*b" in kernel.parameters else (APART, IS_A)
    step = 7 if "*b" in kernel.parameters else len(numbers)
    pairs = [(a, b) for i, a in enumerate(numbers) for b in numbers[i % step :: step]]
    pairs += [(a, b) for a in numbers[:8] for b in numbers[:8]] + [(a, a) for a in numbers]
    cases = [
        (modes[i % len(modes)], a, b.to_bytes(4 * words, "little"), OPERATIONS[family](a, b, p))
        for i, (a, b) in enumerate(pairs)
    ]
    check(kernel, tmp_path, cases, words, 2 * n if is_unreduced else n)


def test_fields_without_a_kernel_say_why():
    with pytest.raises(UnsupportedField, match="the kernel needs an even number of words"):
        arm.mul_reduce_ld_registers(BinaryField("fb233", BINARY_FIELDS["fb233"]))
    with pytest.raises(UnsupportedField, match="too close to reduce"):
        BinaryField("fb191n", BINARY_FIELDS["fb191n"])
    assert arm.kernels("fb571") == []
    with pytest.raises(UnsupportedField, match="no sum of few powers"):
        prime_field("fp256k1")
    with pytest.raises(UnsupportedField, match="the kernels have 8"):
        prime_field("fp384r1")
