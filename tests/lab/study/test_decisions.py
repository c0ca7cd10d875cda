"""How pairs are decided: by small examples that are computed by hand, and by all signs."""

import itertools
import math
from types import SimpleNamespace

import pytest

from motelab.study import decisions, hypotheses
from motelab.study.decisions import EFFECT, NONE, UNDECIDED, Decision


def test_sign_flip_counts_every_choice_of_signs():
    ratios = (1.01, 1.03, 0.99, 1.02)
    logs = [math.log(ratio) for ratio in ratios]
    means = [
        abs(sum(s * x for s, x in zip(signs, logs, strict=True))) for signs in itertools.product((1, -1), repeat=4)
    ]
    assert decisions.sign_flip(ratios) == sum(mean > abs(sum(logs)) - 1e-15 for mean in means) / 16
    assert decisions.sign_flip([1.0] * 12) == 1
    assert decisions.sign_flip([1.1] * 12) == decisions.sign_flip([1 / 1.1] * 12) == 2 / 2**12


def test_holm():
    """The example of three tests: 3 p1, then the larger of that and 2 p2, and so on; never above 1."""
    assert decisions.holm([0.04, 0.01, 0.03], 3) == pytest.approx([0.06, 0.03, 0.06])
    assert decisions.holm([0.04, 0.01], 10) == pytest.approx([0.36, 0.1])
    assert decisions.holm([0.5, 0.6], 2) == [1.0, 1.0]


def test_interval_is_of_order_statistics():
    """The third and tenth of twelve: the median lies between with the probability of 3 to 9 heads of 12."""
    assert decisions.interval([12, 1, 11, 2, 10, 3, 9, 4, 8, 5, 7, 6]) == (3, 10)
    assert sum(math.comb(12, heads) for heads in range(3, 10)) / 2**12 == pytest.approx(0.961, abs=5e-4)
    assert hypotheses.method()["interval"] == [3, 10] and hypotheses.method()["scalars"] == 12


@pytest.mark.parametrize(
    ("ratio", "interval", "p", "verdict"),
    [
        (1.05, (1.04, 1.06), 0.01, EFFECT),
        (0.95, (0.94, 0.96), 0.01, EFFECT),
        (1.015, (1.012, 1.018), 0.01, NONE),  # beyond 0, but within the noise
        (1.05, (0.9, 1.2), 0.2, UNDECIDED),
        (1.05, (1.04, 1.06), 0.06, UNDECIDED),
        (1.0, (0.99, 1.01), 1.0, NONE),
    ],
)
def test_verdicts(ratio, interval, p, verdict):
    assert Decision(None, (ratio,), interval, p, limit_percent=2.0).verdict == verdict


def test_noise_is_the_largest_difference_of_twin_names(monkeypatch):
    """The threshold counts where the noise is smaller; without twins there is no noise floor."""
    lines = [
        {"board": "b", "implementation": "wnaf-montgomery", "name": name, "median": median}
        for name, median in (("wtls6", 100), ("secp112r1", 104), ("wtls12", 50), ("secp224r1", 51), ("wtls8", 1))
    ]
    monkeypatch.setattr(decisions.store, "rows", lambda: lines)
    assert decisions.noise_percent("b", "wnaf-montgomery") == pytest.approx(4)
    assert decisions.limit_percent("b", "ours") == pytest.approx(4)
    assert decisions.noise_percent("c", "wnaf-montgomery") is None and decisions.limit_percent("c", "ours") == 1


def test_printed_noise():
    """The paper's own twins: 0.58 % on the Raspberry Pi (wtls6), 8.68 % on the MSP430, as it prints them."""
    noise = decisions.printed_noise_percent()
    assert noise["pi"] == pytest.approx(100 * (2570 / 2555 - 1)) and noise["msp430"] == pytest.approx(
        100 * (10696 / 9842 - 1)
    )


def test_pairs_are_decided_from_their_states(monkeypatch):
    """A pair whose states are not both measured is left out, and still counts among the tests."""
    pair = hypotheses.pairs()[0]
    states = {pair.curve: {"costs": [100] * 12}, pair.twin: {"costs": [110] * 12}}
    monkeypatch.setattr(decisions.store, "states", lambda: states)
    monkeypatch.setattr(decisions.store, "rows", lambda: [])
    (found,) = decisions.decided()
    assert found.pair == pair and found.ratio == pytest.approx(1.1) and found.verdict == EFFECT
    assert found.p == pytest.approx(len(hypotheses.pairs()) * 2 / 2**12)
    monkeypatch.setattr(decisions.store, "states", lambda: {pair.curve: SimpleNamespace()})
    assert decisions.decided() == []
