"""The generated kernels for MSP430 in the simulator: results against independent arithmetic, aliasing, calling
convention, stack, the cycles that they state, one trace for every input."""

import hashlib
import random
import struct
import subprocess
from pathlib import Path

import pytest

from codegen import msp430 as kernels_of
from codegen.fields import BINARY_FIELDS, FIELDS, multiply
from codegen.kernel_fields import BinaryField, PrimeField, UnsupportedField
from codegen.msp430.listing import RETURN_ADDRESS_BYTES, WORD_BITS, WORD_BYTES, Listing
from codegen.msp430.sha256 import sha256_compress
from codegen.sha256 import round_constants
from motecurve import ROOT, board, msp430
from tests.kernels import committed
from tests.msp430 import build

CORES = {"telosb": "cpu", "msp430f5438a": "cpux"}
OTHER_FIELDS = ("fb113", "fb193", "fb239k36")  # without committed kernels: what is generated from any field alone
FIELDS_TESTED = (*kernels_of.NATIVE_FIELDS, *OTHER_FIELDS)
KERNELS = {kernel.symbol: kernel for name in FIELDS_TESTED for kernel in kernels_of.kernels(name)}
CASES = [
    (name, symbol)
    for symbol, kernel in KERNELS.items()
    for name in CORES
    if name == "msp430f5438a" or "requires" not in kernel.header
]
GUARD = b"\xa5\x5a"
APART, IS_A, IS_B = range(3)
OPERATIONS = {  # of a and b modulo p, by the family of the kernel
    "fp-mul-reduce": lambda a, b, p: a * b % p,
    "fp-sqr-reduce": lambda a, b, p: a * a % p,
    "fp-mul-small": lambda a, b, p: a * b % p,
    "fp-add": lambda a, b, p: (a + b) % p,
    "fp-sub": lambda a, b, p: (a - b) % p,
    "fb-mul-reduce": multiply,
    "fb-sqr-reduce": lambda a, b, p: multiply(a, a, p),
}


def integers(p: int, count: int) -> list[int]:
    """Numbers below p: extremes, borders and patterns of words, random ones."""
    source, bits = random.Random(430), WORD_BITS * count
    found = [0, 1, 2, p - 1, p - 2, p // 2, 1 << (p.bit_length() - 1), (1 << (p.bit_length() - 1)) - 1]
    found += [(1 << WORD_BITS * i) - j for i in range(1, count) for j in (0, 1)]
    found += [p - 1 - (1 << WORD_BITS * i) for i in range(count)]
    found += [0xFFFF << WORD_BITS * i for i in range(count)]
    found += [sum(source.choice((0, 0xFFFF, 0x8000)) << WORD_BITS * i for i in range(count)) for _ in range(30)]
    found += [source.getrandbits(bits) % p for _ in range(30)]
    return [x for x in dict.fromkeys(found) if 0 <= x < p]


def sums_near_the_prime(p: int) -> list[tuple[int, int]]:
    """Pairs whose sums are about p and 2^bits, and whose differences are about 0."""
    source = random.Random(431)
    borders = [p + d for d in (-2, -1, 0, 1)] + [(1 << p.bit_length()) + d for d in (-1, 0, 1, 19, 20)]
    sums = [(border // 2 - i, border - border // 2 + i) for border in borders for i in range(3)]
    numbers = [source.randrange(2, p) for _ in range(3)]
    pairs = [(a, p - a) for a in numbers] + [(a, a) for a in numbers] + [(a - 1, a) for a in numbers]
    return [(a, b) for a, b in sums + pairs if 0 <= a < p and 0 <= b < p]


def near_zero(p: int, bits: int) -> list[int]:
    """Numbers about 0 modulo p, and what is so in Montgomery's form."""
    return [x * factor % p for x in (1, 4, -1, 1 << bits // 4, -1 << bits // 4) for factor in (1, 1 << bits)]


def products_near_zero(p: int, bits: int) -> list[tuple[int, int]]:
    """Pairs of large numbers whose products modulo p are about 0."""
    source = random.Random(433)
    numbers = [source.randrange(p // 2, p) for _ in range(2)]
    return [(a, x * pow(a, -1, p) % p) for a in numbers for x in near_zero(p, bits)]


def roots_of_small_squares(p: int) -> list[int]:
    """Large numbers whose squares modulo p are about 0, for p = 3 modulo 4."""
    roots = [pow(x, (p + 1) // 4, p) for x in range(2, 20)] if p % 4 == 3 else []
    return [p - root for root in roots if root * root % p < 20]


def montgomery_products(p: int, radix: int) -> list[tuple[int, int]]:
    """Pairs whose products, divided by the radix, are about 0 modulo p, and to whose products a multiple of p is added
    that is made of blocks of zeros and ones."""
    source = random.Random(434)
    numbers = [source.randrange(1, p, 2) for _ in range(3)]
    found = [(a, x * radix * pow(a, -1, p) % p) for a in numbers for x in (0, 1, 2, p - 2, p - 1)]
    while len(found) < 60:
        multiple = sum(source.choice((0, 1, 0xFFFFFFFE, 0xFFFFFFFF)) << i for i in range(0, p.bit_length(), 32))
        a = source.randrange(1, p, 2)
        found.append((a, -multiple * p * pow(a, -1, radix) % radix))
    return [(a, b) for a, b in found if b < p]


def of_halves(field) -> list[int]:
    """Numbers whose halves are the same or one apart, so that Karatsuba's differences are 0, 1 and -1, or extremes."""
    bits = WORD_BITS * field.words // 2
    middle, most = random.Random(435).getrandbits(bits) >> 2, (1 << bits) - 1
    halves = [
        (middle, middle),
        (middle, middle + 1),
        (middle + 1, middle),
        (most, 0),
        (0, most >> 1),
        (most, most >> 1),
    ]
    return [x for low, high in halves if (x := low | high << bits) < field.prime]


def inputs(kernel) -> list[tuple[int, int]]:
    """Operands of the kernel; of kernels of one operand only the first counts."""
    field, family = kernel.field, kernel.header["family"]
    if family.startswith("fb"):
        numbers = integers(1 << field.degree, field.words)
        numbers += [1 << e for e in range(0, field.degree, 5)]
    else:
        numbers = integers(field.prime, field.words) + roots_of_small_squares(field.prime) + of_halves(field)
        if kernel.header["domain"].endswith(f"2^{field.bits}"):
            numbers += [x for d in (1, 2, 18, 19, field.complement) if field.prime <= (x := (1 << field.bits) - d)]
    if family == "fp-mul-small":
        return [(a, c) for a in numbers for c in (0, 1, 121665, 0xFFFF, 0x1FFFF)]
    if "*b" not in kernel.parameters:
        return [(a, 0) for a in numbers]
    source = random.Random(432)
    pairs = [(a, source.choice(numbers)) for a in numbers] + [(source.choice(numbers), b) for b in numbers]
    pairs += [(a, a) for a in numbers[:8]]
    if "fp" in family:
        pairs += sums_near_the_prime(field.prime) + products_near_zero(field.prime, WORD_BITS * field.words)
    if kernel.header.get("form") == "montgomery":
        pairs += montgomery_products(field.prime, 1 << WORD_BITS * field.words)
    return pairs


def image(name: str, kernel, sizes: dict[str, int], folder):
    """A program for the board that calls the kernel."""
    compiler = board.load(name).compiler
    source = committed.source(kernel, folder)
    preprocess = [compiler.command, *compiler.flags, "-E", "-P", f"-I{ROOT / 'src'}", str(source)]
    text = subprocess.run(preprocess, check=True, capture_output=True, text=True).stdout
    values = {**sizes, "IS_SMALL": int(kernel.parameters.endswith("uint32_t c"))}
    definitions = "".join(f".equ {key}, {value}\n" for key, value in values.items()) + f".equ KERNEL, {kernel.symbol}\n"
    caller = (build.FOLDER / "kernel_caller.S").read_text()
    return build.image(name, definitions + caller + text, folder)


def compressed(state: list[int], block: bytes) -> list[int]:
    """FIPS 180-4, 6.2.2."""
    mask, w = 0xFFFFFFFF, list(struct.unpack(">16I", block))

    def turned(x: int, *bits: int) -> int:
        found = 0
        for n in bits:
            found ^= (x >> n | x << (32 - n)) & mask
        return found

    for t in range(16, 64):
        s0, s1 = turned(w[t - 15], 7, 18) ^ w[t - 15] >> 3, turned(w[t - 2], 17, 19) ^ w[t - 2] >> 10
        w.append((w[t - 16] + s0 + w[t - 7] + s1) & mask)
    a, b, c, d, e, f, g, h = state
    for constant, word in zip(round_constants(), w, strict=True):
        first = h + turned(e, 6, 11, 25) + (e & f ^ ~e & g) + constant + word
        second = turned(a, 2, 13, 22) + (a & b ^ a & c ^ b & c)
        a, b, c, d, e, f, g, h = (first + second) & mask, a, b, c, (d + first) & mask, e, f, g
    return [(x + y) & mask for x, y in zip(state, (a, b, c, d, e, f, g, h), strict=True)]


def test_the_model_of_sha256():
    start = list(
        struct.unpack(">8I", bytes.fromhex("6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19"))
    )
    block = b"abc\x80" + bytes(58) + b"\0\x18"
    assert struct.pack(">8I", *compressed(start, block)) == hashlib.sha256(b"abc").digest()


@pytest.mark.parametrize("name", CORES)
def test_sha256(name, tmp_path):
    """The context is at r; what lies at a and b is its block, beyond its length."""
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


def check(name: str, elf: Path, kernel, data: bytes, expected: list[str], step: int) -> None:
    """Compares the output of each call, of `step` bytes, and the cycles, the trace and the stack of all."""
    execution = msp430.execute(elf, measure=kernel.symbol, data=data + b"\0", **board.load(name).machine)
    assert [execution.output[i : i + step].hex() for i in range(0, len(execution.output), step)] == expected
    assert {run.cycles for run in execution.runs} == {kernel.asm.cycles[CORES[name]]}
    assert len({run.trace_hash for run in execution.runs}) == 1
    assert {run.stack_bytes for run in execution.runs} == {kernel.stack_bytes + RETURN_ADDRESS_BYTES}


@pytest.mark.parametrize(("name", "symbol"), CASES)
def test_kernel(name, symbol, tmp_path):
    kernel = KERNELS[symbol]
    family, modulus = kernel.header["family"], FIELDS[kernel.field.name]
    size = WORD_BYTES * -(-(modulus[0] if isinstance(modulus, tuple) else modulus.bit_length()) // WORD_BITS)
    a_offset, b_offset = size + len(GUARD), 2 * (size + len(GUARD))
    sizes = {"SIZE": 3 * (size + len(GUARD)), "A": a_offset, "B": b_offset}
    modes = (APART, IS_A, IS_B) if "*b" in kernel.parameters else (APART, IS_A)
    data, expected = b"", []
    for i, (a, b) in enumerate(inputs(kernel)):
        mode = modes[i % len(modes)]
        before = [b"\xee" * size, a.to_bytes(size, "little"), b.to_bytes(size, "little")]
        after = list(before)
        result = OPERATIONS[family](a, b, modulus)
        if kernel.header.get("form") == "montgomery":
            result = result * pow(1 << 8 * size, -1, modulus) % modulus
        after[mode] = result.to_bytes(size, "little")
        data += bytes([1, (0, a_offset, b_offset)[mode]]) + b"".join(part + GUARD for part in before)
        expected.append((b"".join(part + GUARD for part in after) + b"\1").hex())
    elf = image(name, kernel, sizes, tmp_path)
    check(name, elf, kernel, data, expected, sizes["SIZE"] + 1)


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
