"""Pareto fronts: what no other equals or beats in every figure, each figure the better the smaller."""

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")
Figures = tuple[float, ...]


def front(items: Iterable[T], figures: Callable[[T], Figures]) -> list[T]:
    """The items to which no other is at least equal in every figure and better in one, the best by the first figure
    first. Items with equal figures are all there."""
    found: list[T] = []
    for item in sorted(items, key=figures):  # none is beaten by a later one
        if not any(beats(figures(other), figures(item)) for other in found):
            found.append(item)
    return found


def beats(one: Figures, other: Figures) -> bool:
    """Whether `one` is nowhere worse and somewhere better."""
    return one != other and all(a <= b for a, b in zip(one, other, strict=True))
