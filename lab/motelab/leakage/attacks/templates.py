"""Gaussian templates of a bit: the mean and the covariance of chosen samples for each of its values.

Chari, Rao and Rohatgi, "Template Attacks", CHES 2002. Here the covariance tells most: a word that a swap moves keeps
its weight, so that samples before and after the swap vary together for one value of the bit, and not for the other.

Rows are repetitions of one code; columns are its samples, less their means."""

import dataclasses

import numpy as np

SINGLE = 20  # columns that tell the bit best by their means
PAIRED = 180  # columns that tell it best by their product with another one
BEST_PAIRS = 2000
SHRINKAGE = 0.1  # the part of the covariance that both values share
LEAST_SPREAD = 1e-3  # of a column, a limit for its weight

Pairs = tuple[
    np.ndarray, np.ndarray
]  # columns: each of the first ones is paired with each of the second ones behind it


def single(rows: np.ndarray, signs: np.ndarray, count: int) -> np.ndarray:
    """The columns whose means differ most between the signs, best first."""
    return np.argsort(-np.abs(signs @ scaled(rows)), kind="stable")[:count]


def paired(rows: np.ndarray, signs: np.ndarray, pairs: Pairs, count: int) -> np.ndarray:
    """The columns whose products with another one have means that differ most between the signs, best first."""
    firsts, seconds = pairs
    strength = np.abs((scaled(rows[:, firsts]) * signs[:, None]).T @ scaled(rows[:, seconds]))
    strength[firsts[:, None] >= seconds] = 0
    most = min(BEST_PAIRS, strength.size - 1)
    top = np.argpartition(-strength.ravel(), most)[:most]
    top = top[np.argsort(-strength.ravel()[top], kind="stable")]
    first, second = np.unravel_index(top, strength.shape)
    columns = np.stack([firsts[first], seconds[second]], axis=1).ravel()
    return np.array(list(dict.fromkeys(columns.tolist()))[:count], np.intp)


def scaled(rows: np.ndarray) -> np.ndarray:
    return rows / np.maximum(rows.std(axis=0), LEAST_SPREAD)


def of_interest(rows: np.ndarray, bits: np.ndarray, pairs: Pairs) -> np.ndarray:
    """The columns that tell the bit of each row, by themselves or in pairs."""
    signs = 2 * bits.astype(np.float32) - 1
    signs -= signs.mean()
    return np.union1d(single(rows, signs, SINGLE), paired(rows, signs, pairs, PAIRED))


@dataclasses.dataclass(frozen=True)
class Normal:
    """A normal distribution of rows."""

    mean: np.ndarray  # [column]
    root: np.ndarray  # root root^T is the inverse of the covariance

    @classmethod
    def of(cls, rows: np.ndarray, shared: np.ndarray) -> "Normal":
        """Of rows, with a part of a covariance that is shared."""
        covariance = (1 - SHRINKAGE) * np.cov(rows.T, bias=True) + SHRINKAGE * shared
        covariance += LEAST_SPREAD * np.eye(len(covariance))
        return cls(rows.mean(axis=0), np.linalg.cholesky(np.linalg.inv(covariance)))

    def scores(self, rows: np.ndarray) -> np.ndarray:
        """The logarithm of the density of each row, but for a constant."""
        return np.log(np.diag(self.root)).sum() - (((rows - self.mean) @ self.root) ** 2).sum(axis=1) / 2


@dataclasses.dataclass(frozen=True)
class Templates:
    """The distributions for a bit of 0 and of 1."""

    zero: Normal
    one: Normal

    @classmethod
    def of(cls, rows: np.ndarray, bits: np.ndarray) -> "Templates":
        """Of profiled rows and their bits."""
        parts = [rows[bits == value].astype(np.float64) for value in (0, 1)]
        shared = sum(np.cov(part.T, bias=True) for part in parts) / 2
        return cls(*(Normal.of(part, shared) for part in parts))

    def scores(self, rows: np.ndarray) -> np.ndarray:
        """How much likelier 1 is than 0, for each row: a logarithm."""
        return self.one.scores(rows) - self.zero.scores(rows)
