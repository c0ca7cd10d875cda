"""The kernels of a doubling on secp256r1 for MSP430: whole and routine by routine on operands that notice every carry;
in the simulator the calling convention, the stack, the stated cycles and one trace."""

import pytest

from codegen import msp430 as kernels_of
from motelab.measure import bench
from motelab.measure.bench import Request
from tests.src.native.arm.doublings import BYTES, Doubling, doublings
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
SUBJECTS = {subject.symbol: subject for kernel in KERNELS.values() for subject in routines_of(kernel)}
SIZE, AZ4, POWER = 5 * BYTES, 3 * BYTES, 4 * BYTES
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
