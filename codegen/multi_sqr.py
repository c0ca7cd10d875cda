"""Matrices of a -> a^(2^k) over bytes, which GFNI multiplies by blocks of 8 x 8 bits (multi_sqr_bytes.c)."""

from pathlib import Path

from codegen.curves import koblitz_mu, weierstrass
from codegen.fields import BINARY_FIELDS, COMMON_FIELDS, multiply, square
from codegen.output import GENERATED, banner

SMALLEST = 64  # below that, four streams are not built


def exponent(degree: int) -> int:
    """k: a quarter of the squarings of an inversion."""
    return (degree - 1) // 4


def images(poly: tuple[int, ...], k: int) -> list[int]:
    """z^e to the power 2^k for every e below m."""
    image = 2
    for _ in range(k):
        image = square(image, poly)
    found = [1]
    while len(found) < poly[0]:
        found.append(multiply(found[-1], image, poly))
    return found


def block(columns: list[int], row: int) -> int:
    """The block that computes byte `row` of sums of these images: bit b of byte 7 - t is bit 8 row + t of image b."""
    return sum((image >> (8 * row + t) & 1) << (8 * (7 - t) + b) for b, image in enumerate(columns) for t in range(8))


def header(field: str) -> str:
    poly = BINARY_FIELDS[field]
    degree, k = poly[0], exponent(poly[0])
    size, words, columns = -(-degree // 8), -(-degree // 64), images(poly, k)
    lines = []
    for i in range(size):
        blocks = [f"0x{block(columns[8 * i : 8 * i + 8], row):016x}" for row in range(8 * words)]
        lines += [f"    {{{', '.join(blocks)}}},"]
    return (
        banner("codegen/multi_sqr.py")
        + "/* Row i: for byte i of a, the blocks of each byte of the result. */\n"
        + f"static const uint64_t multi_sqr_bytes_matrix[{size}][{8 * words}] __attribute__((aligned(64))) = {{\n"
        + "\n".join(lines)
        + "\n};\n"
    )


def outputs() -> dict[Path, str]:
    fields = [f for f in COMMON_FIELDS if BINARY_FIELDS[f][0] >= SMALLEST and any(map(koblitz_mu, weierstrass(f)))]
    return {GENERATED / f"fb/data/multi_sqr_{field}.h": header(field) for field in fields}
