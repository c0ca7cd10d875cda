"""montgomery-blocks-ifma: widths of blocks, and operands whose quotients are greatest, which need two subtractions."""

import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from motelab.library import parallel_build

ALGORITHM = "montgomery-blocks-ifma"
BLOCKS, DIGIT_BITS = 4, 52
# Bits: the longest of a width and one more; whole limbs and one more or less. Above 1,024 bits it is montgomery-ifma.
WIDTHS = [208 * width + more for width in range(1, 6) for more in (-2, -1)]
LIMBS = [64 * limbs + more for limbs in range(1, 18) for more in (-1, 0, 1)]


@pytest.fixture(scope="module")
def program() -> Path:
    return parallel_build.build(tests=True) / "test_modmul"


def run(program: Path, *arguments: object) -> None:
    command = [str(program), "--engine", "sequential", "--algorithm", ALGORITHM, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr[:3000]


def test_widths_and_limbs(program):
    run(program, *sorted({*WIDTHS, *LIMBS}))


@pytest.mark.parametrize("bits", [206, 414, 622, 830, 1024])
def test_greatest_quotients(program, bits):
    """M = 1 mod r makes F nearly M, and both last quotients are r - 1: the sum is then above 2 M. With 1,024 bits one
    subtraction leaves more than 16 limbs hold."""
    for modulus, a, b in greatest(bits, count=1 if bits == 1024 else 3):
        run(program, "--product", f"{modulus:x},{a:x},{b:x}")


def greatest(bits: int, count: int) -> Iterator[tuple[int, int, int]]:
    """Moduli of so many bits, and operands whose last two quotients are r - 1 and whose sum is above 2^bits + M."""
    size = (bits + 1) // (BLOCKS * DIGIT_BITS) * DIGIT_BITS + DIGIT_BITS  # of a block
    base, found, choice = 1 << size, 0, random.Random(bits)
    modulus = (1 << bits) - base + 1
    folding = (modulus * (base - 1) + 1) // base
    a = modulus - base * choice.randrange(1, 1 << 20)  # 1 mod r
    while found < count:
        total, blocks = 0, []
        for wanted in (None, None, base - 1):  # the quotient of each block of b
            block = choice.randrange(base) if wanted is None else (wanted - total) % base
            total += a * block
            total = total // base + total % base * folding
            blocks.append(block)
        blocks.append((1 - total) % base)
        b = sum(block << size * i for i, block in enumerate(blocks))
        last = (total + a * blocks[3] + (base - 1) * modulus) // base
        if b < modulus and last >= modulus + (1 << bits):
            found += 1
            yield modulus, a, b
