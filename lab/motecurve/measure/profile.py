"""Cycles by routine of one measurement, from the simulator's call trace."""

import dataclasses
from typing import Any

from motecurve.boards.image import Builder
from motecurve.measure import bench
from motecurve.measure.bench import Request


def profile(request: Request) -> list[dict[str, Any]]:
    """One row a routine, most cycles of its own first, for the first timed case of the request. ImageFailed
    if the result is wrong."""
    chosen = bench.select(request)
    image = Builder(chosen).build()
    case = bench.cases_of(chosen)[1][:1]
    expected = bench.outputs(chosen, case)
    execution = bench.simulator_of(chosen.board).execute(
        image.path, measure=image.symbol, data=bench.inputs(chosen, case), profile=True, **chosen.board.machine
    )
    bench.check_output(execution, case, expected, image.symbol)
    return [dataclasses.asdict(routine) for routine in execution.profile]
