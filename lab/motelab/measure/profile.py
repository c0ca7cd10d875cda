"""Cycles by routine of one measurement, from the simulator's call trace."""

import dataclasses
from typing import Any

from motelab.boards.implementations.image import builder_of
from motelab.common.names import one_of
from motelab.measure import bench, run_limits
from motelab.measure.bench import Request
from motelab.measure.records import Record


@dataclasses.dataclass(frozen=True)
class RoutineRequest(Request):
    """A measurement of one routine, by its name in the image: its cycles in all calls of one measurement, together
    with the routines that it calls."""

    routine: str = ""

    @property
    def command(self) -> str:
        """The command that repeats it."""
        return bench.command_for(self).replace(" bench ", " profile ", 1)


def routine_record(request: RoutineRequest) -> Record:
    """A verified record whose cycles are those of the routine; MotecurveError if the image has no such routine."""
    rows = {row["routine"]: row for row in profile(request)}
    cycles = rows[one_of("routine", request.routine, rows)]["cycles_total"]
    return bench.described(bench.select(request), verified=True) | {"cycles": cycles}


def profile(request: Request) -> list[dict[str, Any]]:
    """One row a routine, most cycles of its own first, for the first timed case of the request. ImageFailed if the
    result is wrong."""
    chosen = bench.select(request)
    image = builder_of(chosen).build()
    case = bench.cases_of(chosen)[1][:1]
    expected = bench.outputs(chosen, case)
    limit, data = run_limits.limit(chosen, 1), bench.inputs(chosen, case)
    execution = bench.simulator_of(chosen.board).execute(
        image.path, measure=image.symbol, data=data, profile=True, max_cycles=limit, **chosen.board.machine
    )
    bench.check_output(execution, case, expected, image.symbol)
    return [dataclasses.asdict(routine) for routine in execution.profile]
