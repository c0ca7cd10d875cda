"""Mutual information of a sample and the class of its trace: differences of any kind between the two distributions, not
of means or variances alone.

Estimated from BINS classes of values, it is 1 / 2n of the G statistic, which is chi-squared with BINS - 1 degrees of
freedom if there is no leak. Information as a test: Gierlichs, Batina, Tuyls and Preneel, CHES 2008; of contingency
tables: Moradi, Richter, Schneider and Standaert, "Leakage Detection with the Chi-squared Test", CHES 2018."""

import math
from statistics import NormalDist

import numpy as np

from motelab.leakage import matrix, results, statistics
from motelab.leakage.campaign import Campaign, Progress
from motelab.leakage.results import Answer, Question

BINS = 9  # an odd number: survival() is for an even number of degrees of freedom
LEAST = 200  # traces: some ten of each class in a bin
EDGES = np.array([NormalDist().inv_cdf(i / BINS) for i in range(1, BINS)])
COLUMNS = 1 << 14  # samples at a time


def of_classes(campaign: Campaign, asked: Question, progress: Progress | None = None) -> Answer:
    """The statistic of each sample, in place of t."""
    traces = campaign.matrix(asked.traces, progress)
    values = np.zeros(traces.shape[1])
    for begin in range(0, traces.shape[1], COLUMNS):
        part = matrix.noisy(traces[:, begin : begin + COLUMNS], asked.sigma, campaign.asked.seed, begin)
        values[begin : begin + part.shape[1]] = statistic(part[0::2], part[1::2])
    limit = threshold(traces.shape[1])
    rows = results.rows_of(campaign, asked, values, limit)
    return Answer(campaign, asked, values, lambda _: limit, rows, growth=1, least=LEAST)


def statistic(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """2 n I of each column, with n traces in rows and I in nats; 0 where a column does not vary."""
    both = np.concatenate([first, second])
    spread = both.std(axis=0)
    edges = both.mean(axis=0) + EDGES[:, None] * np.where(spread > 1e-9, spread, np.inf)
    cells = np.stack([counts(part, edges) for part in (first, second)])
    expected = cells.sum(axis=0) * np.array([len(first), len(second)])[:, None, None] / len(both)
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = np.where(cells > 0, cells * np.log(cells / expected), 0.0)
    return np.where(spread > 1e-9, 2 * terms.sum(axis=(0, 1)), 0.0)


def counts(part: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """How many values of each column lie in each bin."""
    none, all_of_them = np.zeros(part.shape[1]), np.full(part.shape[1], len(part))
    below = np.array([none, *((part <= edge).sum(axis=0) for edge in edges), all_of_them])
    return np.diff(below, axis=0)


def survival(x: float) -> float:
    """The probability that chi-squared with BINS - 1 degrees of freedom exceeds x."""
    half = x / 2
    return math.exp(-half) * sum(half**i / math.factorial(i) for i in range((BINS - 1) // 2))


def threshold(samples: int) -> float:
    """The statistic that the largest of so many samples exceeds with probability statistics.ALPHA without a leak."""
    each = -math.expm1(math.log1p(-statistics.ALPHA) / max(samples, 1))
    low, high = 0.0, 1e4
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if survival(middle) > each else (low, middle)
    return high
