"""Parts of the attacks, on samples that are made here."""

import numpy as np
import pytest

from motelab.leakage import statistics
from motelab.leakage.attacks import product


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
