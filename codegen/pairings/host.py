"""Fields with pairings as the kernels of src/pairing/host take them, generated/pairing/host/<field>.h, and the kernels
in assembly."""

from pathlib import Path

from codegen.fields import PRIMES, load_pairings
from codegen.output import banner
from codegen.x86_64 import blocks

DIGIT_BITS = 52
DIGITS = 32  # 30 of 1,536 bits, in vectors of 8


def initialiser(value: int, word_bits: int, count: int) -> str:
    """`count` words of `word_bits` bits each, lowest first."""
    return "{" + ", ".join(f"{value >> word_bits * j & (1 << word_bits) - 1:#018x}" for j in range(count)) + "}"


def header(field: str) -> str:
    """Raises ValueError for a prime that is too near to 2^1536."""
    p, digit = PRIMES[field], 1 << DIGIT_BITS
    if p >> 64 * blocks.N - 28 == (1 << 28) - 1:
        raise ValueError(f"{field}: montgomery_24.h takes no modulus of 28 high bits that are all set")
    multiple = (p * (-pow(p, -1, digit) % digit) + 1) >> DIGIT_BITS
    parts = (
        (p, 64, blocks.N),
        (p, DIGIT_BITS, DIGITS),
        (multiple, DIGIT_BITS, DIGITS),
        (multiple << DIGIT_BITS, DIGIT_BITS, DIGITS),
    )
    modulus, digits, *multiples = (initialiser(*part) for part in parts)
    values = ", ".join((modulus, f"{-pow(p, -1, 1 << 64) % (1 << 64):#018x}", digits, *multiples))
    return banner("curves/pairings.json and codegen/pairings/host.py") + f"#define MODULUS_24 {{{values}}}\n"


def header_of_6_words(field: str) -> str:
    """The prime as src/pairing/host/fp2_6_ifma.h describes it. Raises ValueError for a prime of more than 381 bits."""
    p, digit = PRIMES[field], 1 << DIGIT_BITS
    if p >> 381:
        raise ValueError(f"{field}: fp2_6_ifma.h takes primes of at most 381 bits")
    multiple = [4 * p * p >> DIGIT_BITS * j & digit - 1 for j in range(14)] + [4 * p * p >> DIGIT_BITS * 14]
    for j in range(14):
        multiple[j] += 1 << 58
        multiple[j + 1] -= 1 << 6
    rows = (
        [p >> 64 * j & (1 << 64) - 1 for j in range(8)],
        [p >> DIGIT_BITS * j & digit - 1 for j in range(8)],
        multiple[:8],
        [0, *multiple[8:]],
    )
    values = ", ".join("{" + ", ".join(f"{value:#018x}" for value in row) + "}" for row in rows)
    text = banner("curves/pairings.json and codegen/pairings/host.py")
    return text + f"#define PRIME_6 {{{values}, {-pow(p, -1, digit) % digit:#018x}}}\n"


def outputs() -> dict[Path, str]:
    records = load_pairings().values()
    families = {record["field"]["name"]: record["family"] for record in records if record["field"]["type"] == "prime"}
    files = blocks.outputs()
    for field, family in sorted(families.items()):
        words = -(-PRIMES[field].bit_length() // 64)
        if words == blocks.N:
            files[blocks.FOLDER / f"{field}.h"] = header(field)
        elif family == "bls12" and words == 6:
            files[blocks.FOLDER / f"{field}.h"] = header_of_6_words(field)
    return files
