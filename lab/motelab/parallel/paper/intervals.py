"""Printed figures are rounded: a figure stands for an interval, and a recomputed one is an interval too."""

import dataclasses
from collections.abc import Iterable


@dataclasses.dataclass(frozen=True)
class Interval:
    """All numbers from `low` to `high`. Operands and divisors are positive but for the subtraction's result."""

    low: float
    high: float

    @property
    def middle(self) -> float:
        """The number in the middle, which the figures in the middle of their intervals give nearly."""
        return (self.low + self.high) / 2

    def __add__(self, other: "Interval") -> "Interval":
        return Interval(self.low + other.low, self.high + other.high)

    def __sub__(self, other: "Interval") -> "Interval":
        return Interval(self.low - other.high, self.high - other.low)

    def __truediv__(self, other: "Interval") -> "Interval":
        return Interval(self.low / other.high, self.high / other.low)

    def times(self, factor: float) -> "Interval":
        """The product with a positive number that is known exactly."""
        return Interval(self.low * factor, self.high * factor)

    def meets(self, other: "Interval") -> bool:
        """Whether some number lies in both; the last bits of floating point do not count."""
        slack = 1e-9 * max(1.0, abs(self.middle))
        return self.low <= other.high + slack and other.low <= self.high + slack


def rounded(figure: float, half_unit: float) -> Interval:
    """The numbers that print as `figure`; half_unit is half of its last digit's worth."""
    return Interval(figure - half_unit, figure + half_unit)


def least(intervals: Iterable[Interval]) -> Interval:
    """The interval of the smallest of several numbers."""
    every = list(intervals)
    return Interval(min(one.low for one in every), min(one.high for one in every))
