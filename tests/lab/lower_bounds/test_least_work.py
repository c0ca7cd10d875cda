"""The least work of small operations, worked out by hand, and of large ones beside the kernels."""

import re

import pytest

from motelab.boards import board
from motelab.compare import committed
from motelab.lower_bounds import processors
from motelab.lower_bounds.binary import BinaryField
from motelab.lower_bounds.prime import PrimeField
from motelab.lower_bounds.processors import AVR, CORTEX_M0PLUS, CORTEX_M4, MSP430, MSP430X
from motelab.lower_bounds.work import Work, least, total
from motelab.subjects import curves

# Operations that are at least `work`, by the end of the name of the bench's operation.
KERNELS = {"mul-reduce": "product", "sqr-reduce": "square", "add": "sum"}


def test_work_has_the_cycles_of_its_instructions():
    work = Work(operations=3, products=5, loads=7, stores=11, reads=13)
    assert work.cycles(AVR) == 3 + 5 * 2 + 7 * 2 + 11 * 2
    assert work.cycles(MSP430) == 3 + 5 * 7 + 7 + 11 * 3 + 13 * 3
    assert work.cycles(AVR.without_memory()) == 3 + 5 * 2
    assert total([work, work]) == work * 2 == Work(6, 10, 14, 22, 26)
    assert least([Work(operations=3), Work(loads=1)], AVR) == Work(loads=1)


@pytest.mark.parametrize(
    ("processor", "prime", "work"),
    [
        (AVR, 251, Work(operations=1, products=1, loads=2, stores=1)),
        # 4 products in 3 * 4 - 4 * 2 = 4 operations, 12 cycles; Karatsuba's 3 would take 11 operations, 17 cycles.
        (AVR, 65521, Work(operations=4 + 2, products=4, loads=4, stores=2)),
        # Schoolbook 2 * 16 + 3 * 16 - 4 * 4 = 64 cycles; three products of two words 3 * 12 and 2 * 11 are 58.
        (AVR, 4294967291, Work(operations=3 * 4 + 22 + 4, products=12, loads=8, stores=4)),
        (MSP430, 65521, Work(operations=1, products=1, loads=2, stores=1, reads=2)),
        (MSP430X, 4294967291, Work(operations=2, products=1, loads=4, stores=2, reads=4)),
        # 4 products of halves of a word, 4 - 2 additions.
        (CORTEX_M0PLUS, 4294967291, Work(operations=2 + 1, products=4, loads=2, stores=1)),
        (CORTEX_M4, 4294967291, Work(operations=1, products=1, loads=2, stores=1)),
    ],
)
def test_products_of_small_prime_fields(processor, prime, work):
    assert PrimeField(prime, processor).product() == work


def test_squares_of_small_prime_fields():
    """3 products in 3 * 3 - 4 * 2 = 1 operation, and 2 that double an operand."""
    assert PrimeField(65521, AVR).square() == Work(operations=1 + 2 + 2, products=3)
    long = PrimeField(2**521 - 1, AVR)
    assert (long.words, long.square().loads, long.square().stores) == (66, 66, 66)  # no 66 words fit into registers


def test_products_of_a_binary_field_of_one_word():
    """7 bits on AVR, cycles by width of the window: 42 for 1; for 2, four rows 4 * 3, choosing them 8, three moves
    of two words 12, two rows made 6, in all 38; 41 for 3; 56 for 4. Reduction, loads and store: 1, 4, 2."""
    field = BinaryField(7, AVR)
    assert field.product() == Work(operations=4 + 8 + 12 + 2 + 1, loads=4 + 2, stores=2 + 1)
    assert field.product().cycles(AVR) == 38 + 7


def test_products_that_share_a_table():
    """Two by one factor: 2 * 32 + 6 = 70 cycles with 2 bits, 2 * 23 + 18 = 64 with 3, 2 * 14 + 42 = 70 with 4. The
    factor is loaded once: 3 loads, 2 stores, 2 operations."""
    field = BinaryField(7, AVR)
    assert field.products(2, 1).cycles(AVR) == 64 + 3 * 2 + 2 * 2 + 2
    assert field.products(2, 0) == field.product() * 2


def test_squares_and_sums_of_a_binary_field():
    assert BinaryField(163, AVR).square() == Work(operations=3 * 21, loads=42)
    assert BinaryField(283, AVR).square() == Work(operations=3 * 36, loads=72 + 36, stores=36)
    assert BinaryField(163, AVR).sum() == Work(operations=21, loads=42, stores=21)


@pytest.mark.parametrize("processor", [AVR, MSP430, MSP430X, CORTEX_M0PLUS, CORTEX_M4])
def test_longer_fields_and_memory_take_more(processor):
    for longer, field in ((BinaryField(283, processor), BinaryField(163, processor)),
                          (PrimeField(2**521 - 1, processor), PrimeField(2**255 - 19, processor))):  # fmt: skip
        for name in ("product", "square", "sum", "small_product"):
            work = getattr(field, name)()
            assert 0 < work.cycles(processor.without_memory()) <= work.cycles(processor)
            assert work.cycles(processor) < getattr(longer, name)().cycles(processor)


@pytest.mark.parametrize("name", ["micaz", "telosb", "msp430f5438a", "cortex-m0plus", "cortex-m4"])
def test_no_kernel_is_faster_than_the_least_work(name):
    """Every committed record of a product, a square or a sum on the board."""
    processor, compared = processors.of(board.load(name)), 0
    by_field = {field_of(curve): curve for curve in curves.load().values()}
    for record in committed.of(name):
        kind = KERNELS.get(re.sub("^f[bp]-", "", record["operation"]))
        if kind and record["field"] in by_field:
            curve = by_field[record["field"]]
            field = PrimeField(curve.modulus, processor) if curve.is_prime else BinaryField(curve.bits, processor)
            assert getattr(field, kind)().cycles(processor) <= record["cycles"], record
            compared += 1
    assert compared >= 2


def field_of(curve: curves.Curve) -> str:
    """The field as records name it."""
    return f"F_2^{curve.bits}" if not curve.is_prime else f"F_p{curve.field.removeprefix('fp')}"
