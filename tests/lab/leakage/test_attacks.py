"""Parts of the attacks, on samples that are made here."""

import random

import numpy as np
import pytest

from motelab.leakage import statistics
from motelab.leakage.attacks import horizontal, ladder, product, swaps, templates
from motelab.measure import bench
from motelab.measure.bench import Request
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


def toy(bits: np.ndarray, draw: np.random.Generator) -> np.ndarray:
    """Rows of noise, in which each of eight words of 32 bits comes from one of two, by the bit: no mean tells it."""
    rows = draw.standard_normal((len(bits), 28))
    for word in range(8):
        zero, one = draw.binomial(32, 0.5, (2, len(bits))) - 16
        rows[:, word] += zero
        rows[:, 8 + word] += one
        rows[:, 16 + word] += np.where(bits, one, zero)
    return rows.astype(np.float32)


def share_of_wrong_bits(bits: np.ndarray, profiled: np.ndarray, rows: np.ndarray, told: np.ndarray) -> float:
    every = np.arange(profiled.shape[1])
    columns = templates.of_interest(profiled, bits, (every, every))
    made = templates.Templates.of(profiled[:, columns], bits)
    return float(((made.scores(rows[:, columns]) > 0) != told).mean())


def test_templates_see_a_word_that_moves():
    """They read bits that no mean tells; shuffled labels, and noise alone, give a coin's share."""
    draw = np.random.default_rng(2)
    bits, told = draw.integers(2, size=4000), draw.integers(2, size=400)
    profiled, rows = toy(bits, draw), toy(told, draw)
    assert np.abs(profiled[bits == 1].mean(axis=0) - profiled[bits == 0].mean(axis=0)).max() < 0.4
    assert share_of_wrong_bits(bits, profiled, rows, told) < 0.02
    assert 0.4 < share_of_wrong_bits(draw.permutation(bits), profiled, rows, told) < 0.6
    noise = draw.standard_normal((4400, 28)).astype(np.float32)
    assert 0.4 < share_of_wrong_bits(bits, noise[:4000], noise[4000:], told) < 0.6


@pytest.mark.parametrize("board", ["micaz", "telosb", "cortex-m4"])
@pytest.mark.parametrize("name", ["Curve25519", "Curve448"])
def test_shares_of_a_blinded_ladder_follow_from_its_random_source(board, name):
    """Their sum is a number that serves as the scalar, and is not the scalar."""
    chosen = bench.select(Request(board=board, operation="ecdh", curve=name, backend="asm", blinding="both"))
    curve, draw = curves.find(name), random.Random(3)
    scalar = ladder.clamped(draw.getrandbits(curve.bits), curve.bits)
    orders = set()
    for x in range(2, 12):
        shares = swaps.blinded(scalar, x, 0xACE1, chosen)
        number = ladder.number_of(ladder.bits_of(shares.sum(axis=1) % 2))
        assert shares.shape == (ladder.BLINDED_BITS[curve.bits], 2)
        assert ladder.serves(number, scalar, curve) and number != scalar
        orders.add(swaps.points(curve, x))
    assert orders == set(ladder.orders(curve))


def test_the_least_certain_swaps_are_tried_both_ways():
    steps, scalar = 255, ladder.clamped(random.Random(1).getrandbits(255), 255)
    right = swaps.plain(scalar, steps)[:, 0] * 2.0 - 1
    scores = right * np.linspace(1, 2, steps)
    assert swaps.search(scores, scalar.__eq__, 0) == scalar
    scores[[1, 4]] *= -1
    assert swaps.search(scores, scalar.__eq__, 5) == scalar
    assert swaps.search(scores, scalar.__eq__, 4) is None


def test_a_swap_in_shares_is_as_certain_as_its_least_certain_share():
    assert swaps.joined(np.array([[3.0, -2.0], [-1.0, -4.0], [5.0, 6.0]])).tolist() == [2, -1, -5]
