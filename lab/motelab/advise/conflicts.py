"""Demands that no choice meets: which of them, alone or together, the choice that comes nearest, and curves that
nobody has measured."""

import dataclasses
import itertools
from collections.abc import Callable, Iterable, Sequence

from motelab.advise.choices import Call, Choice
from motelab.advise.demands import Demand
from motelab.advise.ranking import Advice
from motelab.subjects import curves
from motelab.subjects.operations import fits

OF_CURVES = ("weak", "security", "standard", "field", "curve", "peer")  # demands that a curve meets or misses by itself


@dataclasses.dataclass(frozen=True)
class Conflict:
    """The demands that cannot be met, and why in words, one line each; the last names the nearest choice."""

    demands: tuple[Demand, ...]
    lines: list[str]


def of(advice: Advice, demands: Sequence[Demand]) -> Conflict | None:
    """The demands that no choice meets or, if each is met by one, the fewest that no choice meets together. Weak
    curves count only where they are admitted. None if a choice meets all demands."""
    if advice.ranked:
        return None
    admitted = [choice for choice, lacking in advice.excluded if "weak" not in {demand.name for demand in lacking}]
    choices = admitted or [choice for choice, _ in advice.excluded]
    found = tuple(demand for demand in demands if not any(map(_met(demand), choices)))
    lines = [f"{demand.words} cannot be met: {_nearest(demand, choices)}" for demand in found]
    if not found:
        found = fewest_together(demands, choices)
        lines = [f"no choice meets these together: {'; '.join(demand.words for demand in found)}"]
    nearest, lacking = next(pair for pair in advice.excluded if pair[0] in choices)
    return Conflict(found, [*lines, f"nearest: {named(nearest)}, but {'; '.join(d.reason(nearest) for d in lacking)}"])


def fewest_together(demands: Sequence[Demand], choices: Sequence[Choice]) -> tuple[Demand, ...]:
    """The fewest demands that no choice meets together; the first of several in the order of the demands."""
    met = {demand: frozenset(i for i, choice in enumerate(choices) if _met(demand)(choice)) for demand in demands}
    sizes = range(1, len(demands) + 1)
    sets = (found for size in sizes for found in itertools.combinations(demands, size))
    return next(found for found in sets if not frozenset.intersection(*(met[demand] for demand in found)))


def unmeasured(
    conflict: Conflict, demands: Sequence[Demand], calls: Sequence[Call], choices: Iterable[Choice]
) -> list[str]:
    """Names of curves that have the calls and no choice, and that meet every demand on curves; none if the conflict
    holds no such demand."""
    if not any(demand.name in OF_CURVES for demand in conflict.demands):
        return []
    of_curves = [demand for demand in demands if demand.name in OF_CURVES]
    measured = {name for choice in choices for name in choice.names}
    able = {name: _calls_on(name, calls) for name in curves.built() if name not in measured}
    return [name for name, choice in able.items() if choice and all(_met(demand)(choice) for demand in of_curves)]


def _calls_on(curve: str, calls: Sequence[Call]) -> Choice | None:
    """The calls on a curve, without figures; None if it lacks one."""
    fitting = [next((name for name in call if fits(name, curves.find(curve))), None) for call in calls]
    return None if None in fitting else Choice(tuple({"curve": curve, "operation": name} for name in fitting))


def named(choice: Choice) -> str:
    """A choice in words: curve, algorithms, profile."""
    return f"{choice.name}, {algorithms(choice)}, {choice.profile}"


def algorithms(choice: Choice) -> str:
    """The algorithm of each call, with its window."""
    return " + ".join(
        record["algorithm"] + ("" if record["window"] is None else f" w={record['window']}")
        for record in choice.records
    )


def _met(demand: Demand) -> Callable[[Choice], bool]:
    return lambda choice: demand.distance(choice) == 0


def _nearest(demand: Demand, choices: Sequence[Choice]) -> str:
    """The nearest choice, and by how much it misses one demand."""
    nearest = min(choices, key=demand.distance)
    return f"{named(nearest)}: {demand.reason(nearest)}"
