"""Second order over pairs of samples: Welch's t of the product of two samples, each less the mean of its class
(Schneider and Moradi, "Leakage Assessment Methodology", CHES 2015). It shows a secret in two shares, where two
instructions handle them."""

from collections.abc import Iterator

import numpy as np

from motelab.common.errors import MotecurveError
from motelab.leakage import matrix, results, statistics
from motelab.leakage.campaign import Campaign, Progress
from motelab.leakage.moments import Moments
from motelab.leakage.results import Answer, Question

MOST = 1 << 28  # samples of all traces, which are in memory


def t_test(campaign: Campaign, asked: Question, progress: Progress | None = None) -> Answer:
    """By the first instruction of a pair; `second` of a row is the other one of the strongest pair."""
    width = len(campaign.kept)
    if width * asked.traces > MOST:
        raise MotecurveError(
            f"--pairs takes at most {MOST // asked.traces:,} samples of {asked.traces:,} traces, and there are "
            f"{width:,}: take a window (--from, --to)"
        )
    traces = campaign.matrix(asked.traces, progress)
    samples = matrix.noisy(np.asarray(traces), asked.sigma, campaign.asked.seed)
    best, partner = strongest(samples[0::2], samples[1::2], asked.pairs)

    def limit_of(traces: int) -> float:
        return statistics.threshold(max(width * asked.pairs, 1), traces // 2)

    rows = results.rows_of(campaign, asked, best, limit_of(asked.traces))
    for row in rows:
        places = np.flatnonzero(campaign.kept == row["instruction"])
        place = places[np.argmax(best[places])]
        row["second"] = f"{int(campaign.kept[partner[place]]):#x}"
    return Answer(campaign, asked, best, limit_of, rows)


def strongest(first: np.ndarray, second: np.ndarray, apart: int) -> tuple[np.ndarray, np.ndarray]:
    """For each sample the largest t of its pairs with the next `apart` ones, and the other sample of that pair."""
    best, partner = np.zeros(first.shape[1]), np.arange(first.shape[1])
    for lag, values in of_distances(first, second, apart):
        better = np.flatnonzero(values > best[:-lag])
        best[better], partner[better] = values[better], better + lag
    return best, partner


def of_distances(first: np.ndarray, second: np.ndarray, apart: int) -> Iterator[tuple[int, np.ndarray]]:
    """The t of all pairs of samples at each distance."""
    classes = [part - part.mean(axis=0) for part in (first, second)]
    for lag in range(1, min(apart, first.shape[1] - 1) + 1):
        products = [part[:, :-lag] * part[:, lag:] for part in classes]
        moments = [
            Moments(np.full(part.shape[1], len(part)), part.mean(axis=0), part.var(axis=0, dtype=np.float64))
            for part in products
        ]
        yield lag, statistics.t_values(moments, 1)
