"""The kernels of MSP430 that apply a matrix of division steps, in the simulator: results against integers, the calling
convention, the stack, the stated cycles, one trace."""

import random

import pytest

from codegen.msp430.numbers.divsteps import divsteps_kernels
from motelab.boards import board, msp430
from motelab.measure import bench
from motelab.measure.bench import Request
from tests.src.native.test_msp430_kernels import CORES, image

PLAIN, MODULAR = divsteps_kernels()
BITS = 14  # of a digit


def number_of(digits: list[int]) -> int:
    return sum(digit << BITS * i for i, digit in enumerate(digits))


def digits_of(number: int, count: int) -> list[int]:
    """Digits, of which the last alone has a sign."""
    lower = [number >> BITS * i & (1 << BITS) - 1 for i in range(count - 1)]
    return [*lower, number >> BITS * (count - 1)]


def octets(values: list[int]) -> bytes:
    return b"".join((value & 0xFFFF).to_bytes(2, "little") for value in values)


def factors(source: random.Random) -> tuple[int, int]:
    """Of a sum, |a| + |b| <= 2^14, often at the border."""
    a = source.choice((0, 1, 1 << BITS, 1 << BITS - 1, source.randrange(1 << BITS)))
    b = source.choice((0, (1 << BITS) - a, source.randrange((1 << BITS) - a + 1)))
    return source.choice((a, -a)), source.choice((b, -b))


def cases(count: int, source: random.Random) -> list[tuple[list[int], ...]]:
    """x and y between -2 n and 2 n, the matrix and multiples, n: words of ones and zeros, and random ones."""
    ones, made = (1 << BITS) - 1, []
    for _ in range(60):
        n = [source.choice((0, ones, source.randrange(ones + 1))) for _ in range(count)]
        n[-1] |= 1
        x, y = (
            source.choice((1, -1)) * source.choice((0, 1, 2 * number_of(n) - 1, source.randrange(2 * number_of(n))))
            for _ in range(2)
        )
        (u, v), (q, r) = factors(source), factors(source)
        m, k = (source.choice((0, 1 - (1 << BITS), -source.randrange(1 << BITS))) for _ in range(2))
        n[-1] >>= 1  # so that a sum's last digit fits a word
        made.append((digits_of(x >> 2, count), digits_of(y >> 2, count), [u, v, q, r, m, k], n))
    return made


@pytest.mark.parametrize("kernel", [PLAIN, MODULAR], ids=lambda kernel: kernel.function)
@pytest.mark.parametrize("count", [2, 12, 19])
@pytest.mark.parametrize("name", CORES)
def test_kernel(name, count, kernel, tmp_path):
    matrix_offset = 6 * count  # behind x, y and n
    data, expected = b"", []
    for x, y, matrix, n in cases(count, random.Random(14)):
        rest = octets([*n, *matrix]) + bytes((count, 0))
        data += b"\1\0" + octets([*x, *y]) + rest
        u, v, q, r, mx, my = matrix
        modulus = number_of(n) if kernel is MODULAR else 0
        sums = [a * number_of(x) + b * number_of(y) + c * modulus for a, b, c in ((u, v, mx), (q, r, my))]
        expected.append((octets([d for s in sums for d in digits_of(s >> BITS, count)]) + rest + b"\1").hex())
    size = matrix_offset + 2 * len(matrix) + 2
    elf = image(name, kernel, {"A": matrix_offset, "B": 0, "SIZE": size}, tmp_path)
    execution = msp430.execute(elf, measure=kernel.symbol, data=data + b"\0", **board.load(name).machine)
    step = size + 1
    assert [execution.output[i : i + step].hex() for i in range(0, len(execution.output), step)] == expected
    assert {run.cycles for run in execution.runs} == {kernel.cycles(CORES[name], count)}
    assert len({run.trace_hash for run in execution.runs}) == 1
    assert {run.stack_bytes for run in execution.runs} == {kernel.stack_bytes + 2}


@pytest.mark.parametrize("backend", ["asm", "c"])
def test_inversion_on_a_board(backend):
    """With the kernels, and without."""
    (record,) = bench.measure([Request(board="telosb", operation="fp-inv", curve="secp256r1", backend=backend)])
    assert record["verified"] and record["choices"]["fp-inv"] == "safegcd"
