"""The kernel of MSP430 that divides by powers of tau, in the simulator: results against integers, the calling
convention, the stack, the stated cycles, one trace for each number of places."""

import random

import pytest

from codegen import tau
from codegen.msp430.numbers.tau_divide import WORDS, tau_divide
from motelab.boards import board, msp430
from tests.src.native.test_msp430_kernels import CORES, image

KERNEL = tau_divide()
BITS = 16 * WORDS


def octets(value: int, words: int = WORDS) -> bytes:
    return (value % (1 << 16 * words)).to_bytes(2 * words, "little")


def quotients(source: random.Random) -> list[tuple[int, int]]:
    """(c, d) as large as they can be for 8 places, words of ones and zeros, small ones."""
    largest = (1 << BITS - 1 - 5) - 1
    ends = [0, 1, -1, largest, -largest, 1 << 16, -(1 << 16), (1 << 80) - 1, -(1 << 80)]
    pairs = [(c, d) for c in ends for d in ends]
    for _ in range(60):
        words = [source.choice((0, 0xFFFF, source.getrandbits(16))) for _ in range(2 * WORDS)]
        c, d = (sum(word << 16 * i for i, word in enumerate(half)) for half in (words[:WORDS], words[WORDS:]))
        pairs.append(tuple((x >> source.choice((6, 40, 70))) * source.choice((1, -1)) for x in (c, d)))
    return pairs


@pytest.mark.parametrize("places", range(1, 9))
@pytest.mark.parametrize("name", CORES)
@pytest.mark.parametrize("mu", [1, -1])
def test_kernel(name, places, mu, tmp_path):
    """What is divided is a quotient times a power of tau, as c0 + c1 tau is (c, d) = (c0, -c1), less what is added. For
    mu = -1 the caller changes the sign of d, and afterwards that of what lies in its place."""
    source, (power,) = random.Random(places), tau.powers(places + 1, mu)[places:]
    data, expected = b"", []
    for c, d in quotients(source):
        product = tau.multiply((c, -d), power, mu)
        add_c, add_d = (source.choice((0, 1, -1, 127, -128, source.randrange(-128, 128))) for _ in range(2))
        by = octets(add_c, 1) + octets(add_d, 1) + octets(places, 1)
        data += b"\1\0" + octets(product[0] - add_c) + octets(-mu * product[1] - add_d) + by
        results = (d, mu * c) if places % 2 else (c, mu * d)
        expected.append((b"".join(map(octets, results)) + by + b"\1").hex())
    size = 4 * WORDS + 6
    elf = image(name, KERNEL, {"A": 2 * WORDS, "B": 4 * WORDS, "SIZE": size}, tmp_path)
    execution = msp430.execute(elf, measure=KERNEL.symbol, data=data + b"\0", **board.load(name).machine)
    step = size + 1
    assert [execution.output[i : i + step].hex() for i in range(0, len(execution.output), step)] == expected
    assert {run.cycles for run in execution.runs} == {KERNEL.cycles(CORES[name], places)}
    assert len({run.trace_hash for run in execution.runs}) == 1
    assert {run.stack_bytes for run in execution.runs} == {KERNEL.stack_bytes + 2}
