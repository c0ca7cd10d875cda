"""From measured states to pairs: ratio, interval, the exact sign-flip test, Holm's correction, and a verdict."""

import dataclasses
import functools
import math
import statistics
from collections.abc import Sequence

from motelab.study import hypotheses, names, store
from motelab.study.hypotheses import OPENSSL, Pair
from motelab.study.measuring import WNAF

EFFECT, NONE, UNDECIDED = "effect", "no effect", "undecided"


@dataclasses.dataclass(frozen=True)
class Decision:
    """A pair with its answer: `ratio` is the median over the scalars of the twin's cost by the curve's, `p` the
    corrected probability, `limit_percent` the change that an effect must exceed."""

    pair: Pair
    ratios: tuple[float, ...]
    interval: tuple[float, float]
    p: float
    limit_percent: float

    @property
    def ratio(self) -> float:
        return statistics.median(self.ratios)

    @property
    def verdict(self) -> str:
        """EFFECT, NONE or UNDECIDED, as hypotheses.toml defines them."""
        limit = self.limit_percent / 100
        if self.p < hypotheses.method()["alpha"] and abs(self.ratio - 1) > limit:
            return EFFECT
        return NONE if all(abs(end - 1) <= limit for end in self.interval) else UNDECIDED


def decided() -> list[Decision]:
    """Every planned pair whose states are measured, in the order of the plan."""
    known = store.states()
    pairs = [pair for pair in hypotheses.pairs() if pair.curve in known and pair.twin in known]
    all_ratios = [ratios(known[pair.curve]["costs"], known[pair.twin]["costs"]) for pair in pairs]
    # Tests that are not measured yet count as the largest, which is the stricter correction.
    corrected = holm([sign_flip(found) for found in all_ratios], len(hypotheses.pairs()))
    limits = functools.cache(limit_percent)
    return [
        Decision(pair, found, interval(found), p, limits(pair.curve.board, pair.curve.implementation))
        for pair, found, p in zip(pairs, all_ratios, corrected, strict=True)
    ]


def ratios(curve: Sequence[float], twin: Sequence[float]) -> tuple[float, ...]:
    """The twin's cost by the curve's, scalar by scalar."""
    return tuple(other / one for one, other in zip(curve, twin, strict=True))


def sign_flip(found: Sequence[float]) -> float:
    """Two-sided p of the mean logarithm of the ratios: the share of all choices of signs with a mean as far from 0."""
    logs = [math.log(ratio) for ratio in found]
    sums = [0.0]
    for value in logs:
        sums = [other for one in sums for other in (one + value, one - value)]
    slack = 1e-12 * sum(map(abs, logs))  # sums of the same numbers in another order are equal
    return sum(abs(one) >= abs(sum(logs)) - slack for one in sums) / len(sums)


def holm(found: Sequence[float], tests: int) -> list[float]:
    """The p of each test corrected for so many tests (Holm 1979), in the order given."""
    corrected, largest = [0.0] * len(found), 0.0
    for rank, place in enumerate(sorted(range(len(found)), key=found.__getitem__)):
        largest = max(largest, min(1.0, (tests - rank) * found[place]))
        corrected[place] = largest
    return corrected


def interval(found: Sequence[float]) -> tuple[float, float]:
    """The interval of the median by the order statistics that hypotheses.toml names."""
    low, high = hypotheses.method()["interval"]
    ordered = sorted(found)
    return ordered[low - 1], ordered[high - 1]


def noise_percent(board: str, implementation: str) -> float | None:
    """The largest difference between the medians of twin names; None if none are measured."""
    return largest_difference_percent(
        {
            line["name"]: line["median"]
            for line in store.rows()
            if (line["board"], line["implementation"]) == (board, implementation) and "median" in line
        }
    )


def printed_noise_percent() -> dict[str, float]:
    """The same of the paper's own times, on its two devices."""
    known = names.load()
    columns = {"pi": "pi_microseconds", "msp430": "msp430_microseconds"}
    found = {
        device: {one.name: getattr(one, column) for one in known if getattr(one, column) is not None}
        for device, column in columns.items()
    }
    return {device: largest_difference_percent(times) for device, times in found.items()}


def largest_difference_percent(costs: dict[str, float]) -> float | None:
    """The largest difference between twin names, of the smaller cost; None without a pair."""
    pairs = [
        (costs[one.name], costs[other.name]) for one, other in names.twins() if {one.name, other.name} <= costs.keys()
    ]
    return max((100 * abs(first - second) / min(first, second) for first, second in pairs), default=None)


def limit_percent(board: str, implementation: str) -> float:
    """The larger of the threshold and the noise floor: for this library the floor of the rows with w-NAF."""
    of_rows = OPENSSL if implementation == OPENSSL else WNAF
    return max(hypotheses.method()["threshold_percent"], noise_percent(board, of_rows) or 0.0)
