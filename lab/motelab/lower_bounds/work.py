"""Numbers of instructions by kind, which add up and have cycles on a processor."""

import dataclasses
import functools
from collections.abc import Iterable

from motelab.lower_bounds.processors import Processor


@dataclasses.dataclass(frozen=True)
class Work:
    """Operations on registers; products; words loaded, stored, and read out of a multiplier."""

    operations: int = 0
    products: int = 0
    loads: int = 0
    stores: int = 0
    reads: int = 0

    def __add__(self, other: "Work") -> "Work":
        mine, others = dataclasses.astuple(self), dataclasses.astuple(other)
        return Work(*(a + b for a, b in zip(mine, others, strict=True)))

    def __mul__(self, times: int) -> "Work":
        return Work(*(times * number for number in dataclasses.astuple(self)))

    def cycles(self, processor: Processor) -> int:
        """Cycles on a processor, if nothing waits for anything."""
        return (
            self.operations * processor.operation
            + self.products * processor.product
            + self.loads * processor.load
            + self.stores * processor.store
            + self.reads * processor.read
        )


def least(ways: Iterable[Work], processor: Processor) -> Work:
    """The work of the fewest cycles."""
    return min(ways, key=lambda work: work.cycles(processor))


def total(works: Iterable[Work]) -> Work:
    """Their sum."""
    return functools.reduce(Work.__add__, works, Work())
