"""t-tests: quantiles against printed tables, moments with noise against noise that is added, thresholds."""

import itertools
import math

import numpy as np
import pytest

from motelab.leakage import information, statistics
from motelab.leakage.moments import Moments


def of(samples: np.ndarray) -> Moments:
    """The moments of traces in rows."""
    count = np.full(samples.shape[1], len(samples))
    centred = samples - samples.mean(axis=0)
    return Moments(count, samples.mean(axis=0), (centred**2).mean(axis=0), (centred**4).mean(axis=0))


@pytest.mark.parametrize(
    ("tail", "freedom", "printed"),
    [(0.025, 1, 12.706), (0.025, 10, 2.228), (0.005, 30, 2.750), (0.0005, 120, 3.373), (0.1, 5, 1.476)],
)
def test_quantiles_are_those_of_tables(tail, freedom, printed):
    """Student's t in NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2."""
    assert statistics.quantile(tail, freedom) == pytest.approx(printed, abs=1e-3)


@pytest.mark.parametrize(("samples", "printed"), [(1, 4.417), (1000, 5.73)])
def test_thresholds_of_many_traces_are_normal(samples, printed):
    """With ALPHA = 1e-5 in all: the normal quantile of half of ALPHA, and of half of a thousandth of it."""
    assert statistics.threshold(samples, 10**8) == pytest.approx(printed, abs=5e-3)
    tail = math.erfc(statistics.threshold(samples, 10**8) / math.sqrt(2))
    assert tail == pytest.approx(-math.expm1(math.log1p(-statistics.ALPHA) / samples), rel=1e-3)


def test_few_traces_need_a_higher_t():
    assert statistics.threshold(10**6, 10) > statistics.threshold(10**6, 100) > statistics.threshold(10**6, 10**4) > 6.8


def test_t_is_welchs():
    """Of two samples by the formula."""
    a, b = np.array([[1.0], [2.0], [4.0]]), np.array([[5.0], [7.0], [9.0], [6.0]])
    expected = abs(a.mean() - b.mean()) / math.sqrt(a.var(ddof=1) / 3 + b.var(ddof=1) / 4)
    assert statistics.t_values([of(a), of(b)], 1)[0] == pytest.approx(expected)


def test_a_difference_without_spread_is_infinite():
    a, b = np.zeros((3, 2)), np.array([[0.0, 1.0]] * 3)
    assert list(statistics.t_values([of(a), of(b)], 1)) == [0, math.inf]


def test_second_order_sees_variances_alone():
    draw = np.random.default_rng(1)
    a, b = draw.normal(0, 1, (4000, 1)), draw.normal(0, 2, (4000, 1))
    assert statistics.t_values([of(a), of(b)], 1)[0] < 4.5
    assert statistics.t_values([of(a), of(b)], 2)[0] > 30


def test_noise_on_moments_is_noise_on_samples():
    """Means and variances of many columns have the same distribution either way."""
    sigma, traces, columns = 2.0, 12, 20_000
    draw = np.random.default_rng(7)
    samples = np.repeat(draw.integers(0, 9, (traces, 1)), columns, axis=1).astype(float)
    added = of(samples + sigma * draw.standard_normal(samples.shape))
    drawn = of(samples).with_noise(sigma, draw)
    for one, other in ((added.mean, drawn.mean), (added.second, drawn.second)):
        assert one.mean() == pytest.approx(other.mean(), rel=0.02)
        assert one.std() == pytest.approx(other.std(), rel=0.03)
    assert added.fourth.mean() * traces / (traces - 1) == pytest.approx(drawn.fourth.mean(), rel=0.25)


def test_noise_alone_has_a_t_of_order_2():
    """A number for each of many samples, none of which exceeds the threshold."""
    draw, columns = np.random.default_rng(5), 100_000
    quiet = of(np.full((30, columns), 7.0))
    t = statistics.t_values([quiet.with_noise(1.0, draw) for _ in range(2)], 2)
    assert np.isfinite(t).all()
    assert 1 < t.max() < statistics.threshold(columns, 30)


def test_correlations_are_pearsons():
    draw = np.random.default_rng(3)
    samples, predicted = draw.normal(size=(50, 4)), draw.normal(size=(50, 2))
    expected = np.corrcoef(samples.T, predicted.T)[4:, :4]
    assert np.allclose(statistics.correlations(samples, predicted), expected, atol=1e-5)


def test_a_column_that_does_not_vary_has_no_correlation():
    assert statistics.correlations(np.ones((9, 1)), np.arange(9.0)[:, None])[0, 0] == 0


@pytest.mark.parametrize(("tail", "printed"), [(0.05, 15.507), (0.001, 26.124)])
def test_quantiles_of_information_are_those_of_tables(tail, printed):
    """Chi-squared with 8 degrees of freedom, NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4."""
    assert information.survival(printed) == pytest.approx(tail, rel=1e-3)


def test_information_is_that_of_the_distributions():
    """Two normal distributions with variances 1 and 9: by numerical integration over the same bins."""
    draw = np.random.default_rng(2)
    n = 20_000
    found = information.statistic(draw.normal(0, 1, (n, 1)), draw.normal(0, 3, (n, 1)))[0] / (4 * n)
    edges = [-math.inf, *(information.EDGES * math.sqrt(5)), math.inf]
    one, other = (
        [(math.erf(b / s / math.sqrt(2)) - math.erf(a / s / math.sqrt(2))) / 2 for a, b in itertools.pairwise(edges)]
        for s in (1, 3)
    )
    parts = [(p, (p + q) / 2) for pair in zip(one, other, strict=True) for p, q in (pair, pair[::-1])]
    assert found == pytest.approx(sum(p / 2 * math.log(p / mean) for p, mean in parts), rel=0.03)


def test_information_accuses_nothing_without_a_leak():
    """The largest of many columns stays below the threshold, and the mean is that of chi-squared."""
    draw = np.random.default_rng(4)
    values = information.statistic(draw.normal(size=(100, 20_000)), draw.normal(size=(100, 20_000)))
    assert values.mean() == pytest.approx(information.BINS - 1, rel=0.06)
    assert values.max() < information.threshold(20_000)


def test_constant_columns_have_no_information():
    assert information.statistic(np.ones((9, 1)), np.ones((9, 1)))[0] == 0
