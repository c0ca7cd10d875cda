"""A choice confirmed: its images built and run now, and compared with the records that the advice is from."""

import dataclasses
from collections.abc import Callable

from motelab.advise import configuration
from motelab.advise.choices import Choice
from motelab.boards.board import Board
from motelab.measure import bench
from motelab.measure.records import Record

# The figures that must be equal.
FIGURES = (
    "cycles", "instructions", "flash_bytes", "ram_static_bytes", "stack_bytes", "stack_bound_bytes", "verified",
    "choices",
)  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Difference:
    """A figure of a call that is not as recorded."""

    operation: str
    figure: str
    recorded: object
    measured: object

    @property
    def words(self) -> str:
        return f"{self.operation}: {self.figure} is {self.measured}, recorded {self.recorded}"


def differences(
    choice: Choice, board: Board, told: Callable[[int, int, str], None], measured: Callable = bench.measure_one
) -> list[Difference]:
    """Builds and runs every call of the choice, whatever the cache holds, on as many inputs as its record is the mean
    of, and returns the figures that are not as recorded. `told` is called with done, total, what after each."""
    found: list[Difference] = []
    asked = configuration.requests(choice, board)
    for i, (request, recorded) in enumerate(zip(asked, choice.images, strict=True), start=1):
        request = bench.repeated(request, recorded)
        new = measured(bench.select(request), True)
        found += compared(recorded, new)
        told(i, len(asked), bench.command_for(request))
    return found


def compared(recorded: Record, measured: Record) -> list[Difference]:
    """The figures in which two records of a call differ."""
    return [
        Difference(recorded["operation"], figure, recorded[figure], measured[figure])
        for figure in FIGURES
        if recorded[figure] != measured[figure]
    ]
