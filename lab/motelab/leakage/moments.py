"""Sums of powers of samples, by class, as simulators/traces writes them; means and central moments from them, with
noise."""

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from motelab.common.errors import MotecurveError

MAGIC, CLASSES = b"MCSUMS1\0", 2
HEADER = np.dtype([
    ("magic", "S8"), ("width", "u8"), ("order", "u8"), ("traces", "u8", CLASSES), ("parted", "u8"),
    ("first_parting", "i8"),
])  # fmt: skip
CHUNK = 1 << 20  # samples at a time


@dataclasses.dataclass(frozen=True)
class Moments:
    """Of one class and some samples: the number of traces, the mean, and the mean of powers 2 and 4 of the differences
    from it (4 for order 2)."""

    count: np.ndarray
    mean: np.ndarray
    second: np.ndarray
    fourth: np.ndarray | None = None

    def with_noise(self, sigma: float, draw: np.random.Generator) -> "Moments":
        """As if normal noise of that deviation had been added to each sample of each trace. Mean and sum of squares of
        such sums are independent: normal, and noncentral chi-squared. The fourth moment has the
        expected kurtosis, which is at least 1; its expectation itself may lie below the square of a large second."""
        if sigma == 0:
            return self
        n = np.maximum(self.count, 2)
        mean = self.mean + sigma / np.sqrt(n) * draw.standard_normal(len(n))
        squares = sigma**2 * draw.noncentral_chisquare(n - 1, n * self.second / sigma**2)
        second = squares / n
        if self.fourth is None:
            return Moments(self.count, mean, second)
        expected = self.fourth + 6 * sigma**2 * self.second + 3 * sigma**4
        return Moments(self.count, mean, second, expected * (second / (self.second + sigma**2)) ** 2)


class Sums:
    """The file of sums, read in pieces."""

    def __init__(self, path: Path):
        self.path = path
        header = np.fromfile(path, HEADER, 1)
        if len(header) != 1 or header["magic"][0] != MAGIC.rstrip(b"\0"):
            raise MotecurveError(f"{path} holds no sums")
        self.width, self.order = int(header["width"][0]), int(header["order"][0])
        self.traces = [int(count) for count in header["traces"][0]]
        self.parted, self.first_parting = int(header["parted"][0]), int(header["first_parting"][0])

    @staticmethod
    def done(path: Path) -> int:
        """Traces of a file; none if it is missing."""
        return sum(Sums(path).traces) if path.exists() else 0

    @staticmethod
    def bytes_of(width: int, order: int) -> int:
        return HEADER.itemsize + CLASSES * width * (4 + 8 * 2 * order)

    def _of_class(self, number: int) -> tuple[np.ndarray, np.ndarray]:
        part = self.width * (4 + 8 * 2 * self.order)
        begin = HEADER.itemsize + number * part
        counts = np.memmap(self.path, np.uint32, "r", begin, (self.width,))
        return counts, np.memmap(self.path, np.float64, "r", begin + 4 * self.width, (2 * self.order, self.width))

    def pieces(self) -> Iterator[tuple[slice, list[Moments]]]:
        """The moments of both classes, some samples at a time."""
        files = [self._of_class(number) for number in range(CLASSES)]
        for begin in range(0, self.width, CHUNK):
            piece = slice(begin, min(begin + CHUNK, self.width))
            yield piece, [central(counts[piece], powers[:, piece]) for counts, powers in files]


def central(counts: np.ndarray, powers: np.ndarray) -> Moments:
    """Central moments from sums of powers."""
    n = np.maximum(counts, 1)
    raw = powers / n
    mean = raw[0]
    second = np.maximum(raw[1] - mean**2, 0)
    second[second < 1e-12 * np.maximum(1, raw[1])] = 0  # what rounding left of equal samples
    if len(powers) < 4:
        return Moments(counts, mean, second)
    fourth = raw[3] - 4 * mean * raw[2] + 6 * mean**2 * raw[1] - 3 * mean**4
    return Moments(counts, mean, second, np.maximum(fourth, second**2))
