"""The order of choices: those that meet every demand by one figure, the others by how little they miss."""

import dataclasses
from collections.abc import Callable, Iterable, Sequence

from motelab.advise.choices import Choice
from motelab.advise.demands import Demand, missed
from motelab.boards import profiles
from motelab.common import pareto

# Figures of the Pareto front, each the better the smaller. A key of RANKED_BY comes first in the order, the others
# break ties.
FRONT: dict[str, Callable[[Choice], float]] = {
    "time": lambda choice: choice.count,
    "flash": lambda choice: choice.flash_bytes,
    "ram": lambda choice: choice.ram_bytes,
    "security": lambda choice: -choice.security.bits,
}
RANKED_BY = tuple(FRONT)


@dataclasses.dataclass(frozen=True)
class Advice:
    """`ranked` meet every demand, the best first; `front` are those of them that no other equals or beats in every
    figure of FRONT. `excluded` have the demands that they miss, the nearest first."""

    ranked: list[Choice]
    front: set[Choice]
    excluded: list[tuple[Choice, list[Demand]]]


def advice(choices: Iterable[Choice], demands: Sequence[Demand], by: str | None = None) -> Advice:
    """The choices in order. `by` is one of RANKED_BY. Without it those of the usual profile come first, by time."""
    judged = [(choice, missed(demands, choice)) for choice in choices]
    ranked = sorted((choice for choice, lacking in judged if not lacking), key=lambda choice: _order(choice, by))
    excluded = sorted((pair for pair in judged if pair[1]), key=lambda pair: nearness(*pair))
    return Advice(ranked, front(ranked), excluded)


def front(choices: Iterable[Choice]) -> set[Choice]:
    """The choices to which no other is at least equal in every figure of FRONT and better in one."""
    return set(pareto.front(choices, figures))


def figures(choice: Choice) -> tuple[float, ...]:
    return tuple(value(choice) for value in FRONT.values())


def nearness(choice: Choice, lacking: Sequence[Demand]) -> tuple[int, float, tuple[float, ...]]:
    """The order of choices that miss demands: how many, by how much in all, then by time."""
    return len(lacking), sum(demand.distance(choice) for demand in lacking), figures(choice)


def _order(choice: Choice, by: str | None) -> tuple:
    """By one figure, or by the profile and the time, then by the others; equal choices in the order of their names."""
    names = [f"{record['algorithm']}/{record['window']}" for record in choice.records]
    first = (choice.profile != profiles.USUAL,) if by is None else (FRONT[by](choice),)
    return *first, figures(choice), choice.name, names
