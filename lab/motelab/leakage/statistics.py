"""t-tests and correlations of many samples, and their thresholds.

Welch's t-test of means, or of variances (order 2: means of squared differences from the mean): Schneider and Moradi,
"Leakage Assessment Methodology", CHES 2015. The threshold holds for all samples together: Ding, Zhang, Durvaux,
Standaert and Fei, "Towards Sound and Optimal Leakage Detection Procedure", CARDIS 2017. ISO/IEC 17825's 4.5 is for few
samples."""

import functools
import math

import numpy as np

from motelab.leakage.moments import Moments

ALPHA = 1e-5  # the probability that a test of all samples accuses code without a leak
ITERATIONS, TINY = 300, 1e-300


def t_values(classes: list[Moments], order: int) -> np.ndarray:
    """Welch's t of each sample, without sign; infinite where classes differ without any spread, 0 where too few traces
    have the sample."""
    values, spreads = zip(*(_estimate(moments, order) for moments in classes), strict=True)
    difference, spread = np.abs(values[0] - values[1]), np.sqrt(spreads[0] + spreads[1])
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where(difference > 0, difference / spread, 0.0)
    return np.where(np.minimum(classes[0].count, classes[1].count) >= 2, t, 0.0)


def _estimate(moments: Moments, order: int) -> tuple[np.ndarray, np.ndarray]:
    """What is compared, and the variance of its estimate."""
    n = np.maximum(moments.count, 2)
    if order == 1:
        return moments.mean, moments.second / (n - 1)
    assert moments.fourth is not None
    return moments.second, (moments.fourth - moments.second**2) / n


def threshold(samples: int, traces: int) -> float:
    """The t that the largest of so many samples exceeds with probability ALPHA if there is no leak, by Sidak's
    correction; `traces` is the smaller class, whose number less one bounds Welch's degrees of freedom from below."""
    each = -math.expm1(math.log1p(-ALPHA) / max(samples, 1))
    return quantile(each / 2, max(traces - 1, 1))


@functools.cache
def quantile(tail: float, freedom: int) -> float:
    """The t of Student's distribution that is exceeded with probability `tail`."""
    low, high = 0.0, 1.0
    while survival(high, freedom) > tail:
        high *= 2
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if survival(middle, freedom) > tail else (low, middle)
    return high


def survival(t: float, freedom: int) -> float:
    """The probability that Student's t exceeds t >= 0."""
    return incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t)) / 2


def incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function, by its continued fraction (NIST Digital Library of Mathematical
    Functions, 8.17.22), with Lentz's method."""
    if x >= 1:
        return 1.0
    if x > (a + 1) / (a + b + 2):
        return 1 - incomplete_beta(b, a, 1 - x)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)) / a
    c, d, fraction = 1.0, 0.0, 1.0
    for i in range(ITERATIONS):
        m = i // 2
        if i == 0:
            term = 1.0
        elif i % 2 == 0:
            term = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        else:
            term = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d = 1 + term * d
        d = 1 / (d if abs(d) > TINY else TINY)
        c = 1 + term / (c if abs(c) > TINY else TINY)
        fraction *= c * d
        if i and abs(1 - c * d) < 1e-15:
            break
    return front * (fraction - 1)


def correlations(samples: np.ndarray, predicted: np.ndarray) -> np.ndarray:
    """Pearson's correlation of each column of predicted with each of samples (traces are rows): [prediction, sample];
    0 where one does not vary."""
    x, y = (standardised(part) for part in (samples, predicted))
    return y.T @ x


def standardised(columns: np.ndarray) -> np.ndarray:
    """Columns with mean 0 and length 1, whose products are correlations; 0 where a column does not vary."""
    centred = columns - columns.mean(axis=0, dtype=np.float64)
    length = np.sqrt((centred**2).sum(axis=0))
    return (centred / np.where(length > 1e-9, length, np.inf)).astype(np.float32)


def t_of_correlation(r: np.ndarray, traces: int) -> np.ndarray:
    """The t of a correlation over so many traces, with traces - 2 degrees of freedom."""
    r = np.abs(r).astype(np.float64)
    with np.errstate(divide="ignore"):
        return r * np.sqrt((traces - 2) / np.maximum(1 - r**2, 0))
