"""Stored traces: with noise, and correlated with known intermediates."""

import numpy as np

from motelab.leakage import results, statistics
from motelab.leakage.campaign import Campaign, Progress
from motelab.leakage.results import Answer, Question

COLUMNS = 1 << 16  # samples at a time


def noisy(samples: np.ndarray, sigma: float, seed: int, first: int = 0) -> np.ndarray:
    """Columns of traces with normal noise, which depends on the seed and the number of the first column."""
    draw = np.random.default_rng([seed, first])
    return samples + sigma * draw.standard_normal(samples.shape, np.float32) if sigma else samples.astype(np.float32)


def ones(value: int) -> int:
    return value.bit_count()


def secret_words(campaign: Campaign, traces: int) -> np.ndarray:
    """The set bits of each word of the secret, a row for each trace."""
    chosen = campaign.asked.chosen
    bits, limit = chosen.board.word_bits, chosen.curve.order.bit_length()
    secrets = [campaign.asked.case(number)[chosen.operation.secret] for number in range(traces)]
    places = range(0, limit, bits)
    return np.array([[ones(secret >> place & (1 << bits) - 1) for place in places] for secret in secrets], np.float64)


def correlation(campaign: Campaign, asked: Question, progress: Progress | None = None) -> Answer:
    """The strongest correlation of each sample with a word of the secret. t is that of the correlation; the threshold
    is corrected for samples and words."""
    traces = campaign.matrix(asked.traces, progress)
    words = secret_words(campaign, asked.traces)
    values = np.zeros(traces.shape[1])
    for begin in range(0, traces.shape[1], COLUMNS):
        part = noisy(traces[:, begin : begin + COLUMNS], asked.sigma, campaign.asked.seed, begin)
        r = np.abs(statistics.correlations(part, words)).max(axis=0)
        values[begin : begin + len(r)] = statistics.t_of_correlation(r, asked.traces)

    def limit_of(traces: int) -> float:
        return statistics.threshold(words.shape[1] * len(values), traces - 1)

    return Answer(campaign, asked, values, limit_of, results.rows_of(campaign, asked, values, limit_of(asked.traces)))
