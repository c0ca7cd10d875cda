"""The generated kernels for MSP430 in the simulator: results against independent arithmetic, for prime fields on
operands that notice every carry; aliasing, calling convention, stack, the stated cycles, one trace for every input."""

import functools
import hashlib
import random
import struct
import subprocess
from pathlib import Path

import pytest

from codegen import msp430 as kernels_of
from codegen.fields import BINARY_FIELDS, multiply
from codegen.kernel_fields import BinaryField, PrimeField, UnsupportedField
from codegen.msp430.listing import RETURN_ADDRESS_BYTES, WORD_BITS, Listing
from codegen.msp430.prime_extension import fp2_mul
from codegen.msp430.sha256 import sha256_compress
from motelab import INCLUDE_FLAGS, ROOT
from motelab.boards import board, msp430
from tests.simulators.msp430 import build
from tests.src.native.kernels import carries, committed
from tests.src.native.kernels.sha256 import compressed
from tests.src.native.msp430 import straight_line

CALLER = ROOT / "tests/src/native/msp430/kernel_caller.S"
CORES = {"telosb": "cpu", "msp430f5438a": "cpux"}
OTHER_FIELDS = ("fb113", "fb193", "fb239k36")  # fields without committed kernels, to test generation from any field
FIELDS_TESTED = (*kernels_of.NATIVE_FIELDS, *OTHER_FIELDS)
OF_POINTS = ("ladder-step", "doubling", "window-step")
KERNELS = {
    kernel.symbol: kernel
    for name in FIELDS_TESTED
    for kernel in kernels_of.kernels(name)
    if kernel.header["family"] not in OF_POINTS  # test_msp430_ladder_step.py, test_msp430_doubling.py
}
CASES = [
    (name, symbol)
    for symbol, kernel in KERNELS.items()
    for name in CORES
    if (name == "msp430f5438a" or "requires" not in kernel.header) and not kernel.cycles_each
]
COUNTED = [symbol for symbol, kernel in KERNELS.items() if kernel.cycles_each]
GUARD = b"\xa5\x5a"
APART, IS_A, IS_B = range(3)


def elements(degree: int, count: int) -> list[int]:
    """Binary polynomials below the degree: extremes, borders and patterns of words, single bits, random ones."""
    source, bits = random.Random(430), WORD_BITS * count
    found = [0, 1, 2, (1 << degree) - 1, (1 << degree) - 2, 1 << degree - 1, (1 << degree - 1) - 1]
    found += [(1 << WORD_BITS * i) - j for i in range(1, count) for j in (0, 1)]
    found += [0xFFFF << WORD_BITS * i for i in range(count)]
    found += [sum(source.choice((0, 0xFFFF, 0x8000)) << WORD_BITS * i for i in range(count)) for _ in range(30)]
    found += [source.getrandbits(bits) % (1 << degree) for _ in range(30)]
    found += [1 << e for e in range(0, degree, 5)]
    return [x for x in dict.fromkeys(found) if x < 1 << degree]


@functools.cache
def cases(symbol: str) -> list[tuple[int, int, int]]:
    """Operands of the kernel, and results; kernels of one operand use only the first. For prime fields, each carry is
    noticed by one of the operands."""
    kernel = KERNELS[symbol]
    field = kernel.field
    if kernel.header["family"].startswith("fp"):
        inputs = carries.noticing_operands(straight_line.subject(kernel))
        return [(values[0], values[-1], straight_line.result(kernel, values[0], values[-1])) for values in inputs]
    numbers, is_product = elements(field.degree, field.words), "*b" in kernel.parameters
    source = random.Random(432)
    pairs = [(a, source.choice(numbers) if is_product else a) for a in numbers]
    if is_product:
        pairs += [(source.choice(numbers), b) for b in numbers] + [(a, a) for a in numbers[:8]]
    return [(a, b, multiply(a, b, field.exponents)) for a, b in pairs]


def image(name: str, kernel, sizes: dict[str, int], folder):
    """A program for the board that calls the kernel."""
    compiler = board.load(name).compiler
    preprocess = [compiler.command, *compiler.flags, "-E", "-P", *INCLUDE_FLAGS]
    text = ""
    for part in (kernel, *kernel.calls):
        command = [*preprocess, str(committed.source(part, folder))]
        text += subprocess.run(command, check=True, capture_output=True, text=True).stdout
    values = {"COUNTED": 0, "COUNT": 0, **sizes, "IS_SMALL": int(kernel.parameters.endswith("uint32_t c"))}
    definitions = "".join(f".equ {key}, {value}\n" for key, value in values.items()) + f".equ KERNEL, {kernel.symbol}\n"
    caller = CALLER.read_text()
    return build.image(name, definitions + caller + text, folder)


def test_the_model_of_sha256():
    start = list(
        struct.unpack(">8I", bytes.fromhex("6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19"))
    )
    block = b"abc\x80" + bytes(58) + b"\0\x18"
    assert struct.pack(">8I", *compressed(start, block)) == hashlib.sha256(b"abc").digest()


@pytest.mark.parametrize("name", CORES)
def test_sha256(name, tmp_path):
    """The context is at r; a and b point to its block, beyond its length."""
    kernel, source = sha256_compress(), random.Random(256)
    contexts = [bytes(96), b"\xff" * 96, *(source.randbytes(96) for _ in range(10))]
    data, expected = b"", []
    for context in contexts:
        state, block = list(struct.unpack("<8I", context[:32])), context[32:]
        after = compressed(state, struct.pack(">16I", *struct.unpack("<16I", block)))
        data += b"\1\0" + context[:32] + b"\7\0\0\0" + block
        expected.append((struct.pack("<8I", *after) + b"\7\0\0\0" + block + b"\1").hex())
    elf = image(name, kernel, {"SIZE": 100, "A": 0, "B": 0}, tmp_path)
    check(name, elf, kernel, data, expected, 101)


def check(name: str, elf: Path, kernel, data: bytes, expected: list[str], step: int, more: int = 0) -> None:
    """Compares the output of each call, of `step` bytes, and the cycles, the trace and the stack of all. more: the
    results after the first that the count asks for."""
    execution = msp430.execute(elf, measure=kernel.symbol, data=data + b"\0", **board.load(name).machine)
    assert [execution.output[i : i + step].hex() for i in range(0, len(execution.output), step)] == expected
    cycles = kernel.asm.cycles[CORES[name]] + more * kernel.cycles_each.get(CORES[name], 0)
    assert {run.cycles for run in execution.runs} == {cycles}
    assert len({run.trace_hash for run in execution.runs}) == 1
    assert {run.stack_bytes for run in execution.runs} == {kernel.stack_bytes + RETURN_ADDRESS_BYTES}


@pytest.mark.parametrize(
    "symbol", [symbol for symbol, kernel in KERNELS.items() if kernel.header["family"].startswith("fp")]
)
@pytest.mark.slow
@pytest.mark.turns(2)
def test_many_results(symbol):
    subject = straight_line.subject(KERNELS[symbol])
    inputs = subject.first(4_000, seed=90)
    carries.check_results(subject, inputs, subject.run(inputs, []))


@pytest.mark.parametrize(("name", "symbol"), CASES)
def test_kernel(name, symbol, tmp_path):
    kernel = KERNELS[symbol]
    size = straight_line.size_of(kernel)
    a_offset, b_offset = size + len(GUARD), 2 * (size + len(GUARD))
    sizes = {"SIZE": 3 * (size + len(GUARD)), "A": a_offset, "B": b_offset}
    modes = (APART, IS_A, IS_B) if "*b" in kernel.parameters else (APART, IS_A)
    data, expected = b"", []
    for i, (a, b, result) in enumerate(cases(symbol)):
        mode = modes[i % len(modes)]
        before = [b"\xee" * size, a.to_bytes(size, "little"), b.to_bytes(size, "little")]
        after = list(before)
        after[mode] = result.to_bytes(size, "little")
        data += bytes([1, (0, a_offset, b_offset)[mode]]) + b"".join(part + GUARD for part in before)
        expected.append((b"".join(part + GUARD for part in after) + b"\1").hex())
    elf = image(name, kernel, sizes, tmp_path)
    check(name, elf, kernel, data, expected, sizes["SIZE"] + 1)


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize(("name", "symbol"), [(name, symbol) for name in CORES for symbol in COUNTED])
def test_kernel_with_a_count(name, symbol, count, tmp_path):
    """Products of as many elements by one, or squares in a row; r is apart or is a."""
    kernel = KERNELS[symbol]
    is_product, size = kernel.header["family"] == "fb-mul-each", 2 * kernel.field.words
    width = size * count if is_product else size
    a_offset, b_offset = width + len(GUARD), 2 * (width + len(GUARD))
    sizes = {"SIZE": b_offset + size + len(GUARD), "A": a_offset, "B": b_offset}
    sizes |= {"COUNTED": 4 if is_product else 3, "COUNT": count}
    numbers, source = elements(kernel.field.degree, kernel.field.words), random.Random(433)
    data, expected = b"", []
    for i, first in enumerate(numbers):
        elements_of_a = [first, *source.choices(numbers, k=width // size - 1)]
        b = source.choice(numbers)
        results = [product_or_power(kernel, x, b, count) for x in elements_of_a]
        joined = [b"".join(x.to_bytes(size, "little") for x in each) for each in (elements_of_a, results)]
        before = [b"\xee" * width, joined[0], b.to_bytes(size, "little")]
        after, mode = list(before), (APART, IS_A)[i % 2]
        after[mode] = joined[1]
        data += bytes([1, (0, a_offset)[mode]]) + b"".join(part + GUARD for part in before)
        expected.append((b"".join(part + GUARD for part in after) + b"\1").hex())
    check(name, image(name, kernel, sizes, tmp_path), kernel, data, expected, sizes["SIZE"] + 1, count - 1)


def product_or_power(kernel, a: int, b: int, count: int) -> int:
    """What the kernel makes of an element."""
    if kernel.header["family"] == "fb-mul-each":
        return multiply(a, b, kernel.field.exponents)
    for _ in range(count):
        a = multiply(a, a, kernel.field.exponents)
    return a


@pytest.mark.parametrize("name", CORES)
def test_no_squares(name, tmp_path):
    kernel, a = KERNELS["mc_fb163_sqr_times_byte_table_msp430"], (1 << 163) - 2
    parts = [number.to_bytes(22, "little") + GUARD for number in (0, a)]
    elf = image(name, kernel, {"SIZE": 48, "A": 24, "B": 0, "COUNTED": 3, "COUNT": 0}, tmp_path)
    execution = msp430.execute(
        elf, measure=kernel.symbol, data=b"\1\0" + b"".join(parts) + b"\0", **board.load(name).machine
    )
    assert execution.output == 2 * parts[1] + b"\1"


def test_listing_knows_what_the_assembler_makes():
    asm = Listing()
    for operands in (("mov", "0(r4)", "r5"), ("mov", "#-1", "r5"), ("add", "#16", "2(r5)"), ("mov", "@r4+", "&2")):
        asm(*operands)
    assert asm.cycles == {"cpu": 2 + 1 + 5 + 5, "cpux": 2 + 1 + 5 + 4}
    assert asm.code_bytes == 2 + 2 + 6 + 4
    with pytest.raises(ValueError, match="jnz 1b is not among"):
        asm("jnz", "1b")


def test_fields_without_a_kernel_say_why():
    with pytest.raises(UnsupportedField, match="elements of 11 words"):
        kernels_of.mul_reduce_ld_registers(BinaryField("fb233", BINARY_FIELDS["fb233"], WORD_BITS))
    with pytest.raises(UnsupportedField, match="the registers hold all of a row"):
        kernels_of.mul_reduce_ld_columns(BinaryField("fb113", BINARY_FIELDS["fb113"], WORD_BITS))
    with pytest.raises(UnsupportedField, match="the multiples of an element have more than 12 words"):
        kernels_of.mul_reduce_ld_columns(BinaryField("fb191", BINARY_FIELDS["fb191"], WORD_BITS))
    for name, reason in (("fb239", "too far apart for the registers"), ("fb304", "top word is not full")):
        with pytest.raises(UnsupportedField, match=reason):
            kernels_of.sqr_reduce_byte_table(BinaryField(name, BINARY_FIELDS[name], WORD_BITS))
    with pytest.raises(UnsupportedField, match="no reduction for this shape"):
        kernels_of.PRIME_GENERATORS[0](PrimeField.of("fp256k1", word_bits=16))
    with pytest.raises(UnsupportedField, match="one byte in the last word"):
        kernels_of.sqr_times_byte_table(BinaryField("fb283", BINARY_FIELDS["fb283"], WORD_BITS))
    for name in ("fp255", "fp256r1"):
        with pytest.raises(UnsupportedField, match="primes of 16 words, 3 modulo 4, in Montgomery form"):
            fp2_mul(PrimeField.of(name, word_bits=16), KERNELS["mc_fp256t_add_modular_msp430"])
