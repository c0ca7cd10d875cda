"""Parts of the attacks, on samples that are made here."""

import random

import numpy as np
import pytest

from motelab.leakage import statistics
from motelab.leakage.attacks import horizontal, ladder, product
from motelab.subjects import curves


@pytest.mark.parametrize("bits", [8, 16, 32])
def test_a_word_is_guessed_from_the_lower_half_of_its_products(bits):
    """With a carry that is known, and noise. A word of 32 bits is guessed in parts."""
    draw = np.random.default_rng(5)
    word = int(draw.integers(1 << bits))
    known, carry = draw.integers(1 << bits, size=(2, 80), dtype=np.uint64)
    stored = [(int(k) * word + int(c)) % (1 << bits) for k, c in zip(known, carry, strict=True)]
    samples = np.array([half.bit_count() for half in stored]) + draw.standard_normal(80)
    column = statistics.standardised(samples.astype(np.float32)[:, None])[:, 0]
    found, strength = product.best(column, known, carry, bits)
    assert found == word
    assert strength > 0.8


@pytest.mark.parametrize("name", ["Curve25519", "Curve448"])
def test_a_blinded_ladder_that_shows_both_shares_is_read(name):
    """By the sum of two ways of sorting; one share alone gives nothing."""
    curve, draw = curves.find(name), random.Random(7)
    scalar, steps = ladder.clamped(draw.getrandbits(curve.bits), curve.bits), ladder.BLINDED_BITS[curve.bits]
    blinded = scalar + draw.getrandbits(curve.bits // 2) * curve.order * curve.cofactor
    mask = draw.getrandbits(steps + 1)
    shares = [(number ^ number >> 1) & ((1 << steps) - 1) for number in (blinded ^ mask, mask)]
    assert blinded >> steps == 0
    rows = np.random.default_rng(3).standard_normal((steps, 12)) / 8
    judge = ladder.serving(curve, scalar)
    for told, right in ((shares[:1], 0), (shares, steps)):
        seen = rows.copy()
        for place, share in enumerate(told):
            seen[:, 4 * place] += [share >> i & 1 for i in reversed(range(steps))]
        starts = np.arange(steps) * 12
        assert horizontal.right_bits(seen.ravel(), starts, 12, judge, has_shares=True) == right
