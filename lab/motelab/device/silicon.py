"""Measurements on a board's own silicon: records beside the simulator's, which never mix with them."""

import datetime
import statistics
from collections.abc import Callable, Sequence
from typing import Any

from motelab.boards.selection import Selection
from motelab.common.errors import ImageFailed
from motelab.device.image import DeviceBuilder
from motelab.device.line import Line
from motelab.device.session import Run, Session
from motelab.measure import bench
from motelab.measure.records import Record
from motelab.subjects import layouts

SILICON, EMULATED = "silicon", "emulated"  # `origin` of a record
# Beside the fields of every record: where it is from, the day, the simulator's figure, the difference in per cent.
FIELDS = ("origin", "measured_on", "simulated", "difference_percent", "simulated_stack_bytes", "clock_part", "restarts")


def measured(
    selections: Sequence[Selection],
    port: str,
    is_emulated: bool,
    told: Callable[[int, int, str], None],
    prepared: Callable[[DeviceBuilder], None] = lambda builder: None,
) -> list[dict[str, Any]]:
    """The record of each selection on the board at a port, in their order. `prepared` is called before an image must be
    on the board; `told` with done, total, what. ImageFailed for a wrong result; MotecurveError for a line that
    fails."""
    found = []
    for done, chosen in enumerate(selections, start=1):
        simulated = bench.measure_one(chosen)
        builder = DeviceBuilder(chosen)
        builder.image()
        prepared(builder)
        line = Line(port)
        try:
            found.append(_on_line(chosen, simulated, Session(line, builder), is_emulated))
        finally:
            line.close()
        told(done, len(selections), f"{chosen.board.name} on {port}: {bench.named(chosen)} on {chosen.curve.name}")
    return found


def _on_line(chosen: Selection, simulated: Record, session: Session, is_emulated: bool) -> dict[str, Any]:
    """The record of a selection by a session with its image."""
    clock_part = None if is_emulated else round(session.require_clock(), 4)
    edge, random = bench.cases_of(chosen)
    seconds = simulated["max"] / chosen.board.clock_hz
    runs = [checked(chosen, case, session.run(layouts.encode(chosen.operation.inputs, case, chosen.sizes), seconds))
            for case in edge + random]  # fmt: skip
    timed = runs[-len(random) :]
    costs = sorted(run.cycles for run in timed)
    typical = statistics.median_low(costs)
    unknown = dict.fromkeys(("instructions", "loads", "stores", "xors"))
    record = simulated | unknown | {
        "cycles": typical, "min": costs[0], "median": typical, "max": costs[-1], "runs": len(costs), "verified": True,
        "stack_bytes": max(run.stack_bytes for run in runs), **bench.times(chosen.board, typical),
        **bench.constancy(chosen, costs[0], costs[-1], len(costs)),
        "simulator": None, "cycle_model": f"counted by the {chosen.board.device} itself",
    }  # fmt: skip
    return record | {
        "origin": EMULATED if is_emulated else SILICON,
        "measured_on": datetime.date.today().isoformat(),
        "simulated": simulated["median"],
        "difference_percent": round(100 * (typical / simulated["median"] - 1), 4),
        "simulated_stack_bytes": simulated["stack_bytes"],
        "clock_part": clock_part,
        "restarts": session.restarts,
    }


def checked(chosen: Selection, case: dict[str, int], run: Run) -> Run:
    """The run; ImageFailed if its output is not the known answer."""
    expected = layouts.encode(chosen.operation.outputs, case, chosen.sizes)
    if run.output != expected:
        known = ", ".join(f"{name} = {value:#x}" for name, value in case.items())
        raise ImageFailed(
            f"{bench.named(chosen)} on the board gives {run.output.hex() or 'nothing'} where {expected.hex()} is due;"
            f" known answer: {known}"
        )
    return run
