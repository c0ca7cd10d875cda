"""The kernels of a doubling and of a window's step on secp256r1 for MSP430: whole and routine by routine on operands
that notice every carry; in the simulator the calling convention, the stack, the stated cycles and one trace."""

import itertools

import pytest

from codegen import msp430 as kernels_of
from motelab.measure import bench
from motelab.measure.bench import Request
from tests.src.native.arm.doublings import BYTES, Doubling, P, doublings, product
from tests.src.native.kernels import carries
from tests.src.native.msp430.local_routines import routines_of
from tests.src.native.test_msp430_kernels import CORES, check, image

KERNELS = {kernel.symbol: kernel for kernel in kernels_of.kernels("fp256r1") if kernel.header["family"] == "doubling"}
CASES = [
    (name, symbol)
    for name in CORES
    for symbol, kernel in KERNELS.items()
    if name == "msp430f5438a" or "requires" not in kernel.header
]
SUBJECTS = {
    subject.symbol: subject
    for kernel in kernels_of.kernels("fp256r1")
    if kernel.header["family"] in ("doubling", "window-step")
    for subject in routines_of(kernel)
}
SIZE, AZ4, POWER = 5 * BYTES, 3 * BYTES, 4 * BYTES
STEPS = {kernel.symbol: kernel for kernel in kernels_of.kernels("fp256r1") if kernel.header["family"] == "window-step"}
INFINITY = [Doubling(5, 7, 0, 0), Doubling(0, 0, 0, 0)]


@pytest.mark.parametrize(("name", "symbol"), CASES)
def test_doubling(name, symbol, tmp_path):
    data, expected = b"", []
    for case in [*doublings(200, 9), *INFINITY]:
        data += b"\1\0" + case.data() + bytes(BYTES)
        result = case.result()
        expected.append((result[:AZ4] + case.data()[AZ4:] + result[AZ4:] + b"\1").hex())
    elf = image(name, KERNELS[symbol], {"SIZE": SIZE, "A": AZ4, "B": POWER}, tmp_path)
    check(name, elf, KERNELS[symbol], data, expected, SIZE + 1)


def sum_after(case: Doubling, entry: tuple[int, int], a: int, count: int) -> list[int]:
    """X, 2 Y, Z of 2^count times the point of a case plus an entry x, 2 y, by the formulas of hankerson2004 3.2.2."""
    x, y2, z = case.x, case.y2, case.z
    for _ in range(count):
        az4 = product(a, *[z] * 4)
        doubled = Doubling(x, y2, z, az4).result()
        x, y2, z = (int.from_bytes(doubled[BYTES * i : BYTES * (i + 1)], "little") for i in range(3))
    h, s = (product(entry[0], z, z) - x) % P, (product(entry[1], z, z, z) - y2) % P
    four = 4 * product(h, h) % P
    j, v = product(four, h), product(four, x)
    x3 = (product(s, s) - j - 2 * v) % P
    return [x3, 2 * (product(s, v - x3) - product(y2, j)) % P, 2 * product(h, z) % P]


@pytest.mark.parametrize("count", [1, 2, 5])
@pytest.mark.parametrize(
    ("name", "symbol"),
    [(n, s) for n in CORES for s, kernel in STEPS.items() if n == "msp430f5438a" or "requires" not in kernel.header],
)
def test_step_of_a_window(name, symbol, count, tmp_path):
    """r: the point; behind it x, 2 y of the entry and a."""
    data, expected = b"", []
    for case, other in itertools.pairwise(doublings(80, 10)):
        behind = other.data()[: 2 * BYTES] + case.data()[3 * BYTES :]
        data += b"\1\0" + case.data()[: 3 * BYTES] + behind
        result = sum_after(case, (other.x, other.y2), case.az4, count)
        expected.append((b"".join(value.to_bytes(BYTES, "little") for value in result) + behind + b"\1").hex())
    sizes = {"SIZE": 6 * BYTES, "A": 3 * BYTES, "B": 5 * BYTES, "COUNTED": 4, "COUNT": count}
    elf = image(name, STEPS[symbol], sizes, tmp_path)
    check(name, elf, STEPS[symbol], data, expected, 6 * BYTES + 1, count - 1)


@pytest.mark.parametrize("symbol", SUBJECTS)
def test_carries(symbol):
    carries.noticing_operands(SUBJECTS[symbol])


@pytest.mark.parametrize("symbol", SUBJECTS)
@pytest.mark.slow
@pytest.mark.turns(2)
def test_many_results(symbol):
    subject = SUBJECTS[symbol]
    inputs = subject.first(4_000, seed=90)
    carries.check_results(subject, inputs, subject.run(inputs, []))


@pytest.mark.parametrize(
    ("name", "kernel"), [("telosb", "doubling_routines_msp430"), ("msp430f5438a", "doubling_routines_mpy32_msp430")]
)
def test_choice_of_a_board(name, kernel):
    (record,) = bench.measure([Request(board=name, operation="ecdh", curve="secp256r1", backend="asm")])
    assert kernel in record["kernel"] and record["verified"]
