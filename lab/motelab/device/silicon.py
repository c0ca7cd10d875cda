"""Measurements on a board's own silicon: records beside the simulator's, which never mix with them."""

import datetime
import statistics
from collections.abc import Callable, Sequence
from typing import Any

from motelab.boards.selection import Selection
from motelab.common.errors import ImageFailed
from motelab.device import emulator
from motelab.device.image import DeviceBuilder, builder_for
from motelab.device.line import Line
from motelab.device.session import Run, Session
from motelab.device.unfinished import Unfinished
from motelab.measure import bench
from motelab.measure.bench import Request
from motelab.measure.records import Record
from motelab.subjects import layouts

SILICON, EMULATED = "silicon", "emulated"  # `origin` of a record
# Beside the fields of every record: where it is from, the chip, the port, the day, the command that repeats it, the
# name of the build that answered on the line, the simulator's figures of the same call, the difference in per cent, the
# clock as a part of the one that is due, by the host's clock (None when emulated), resets in the middle, and who
# measured.
FIELDS = (
    "origin", "chip", "port", "date", "command", "build_id", "simulated", "simulated_instructions", "simulated_loads",
    "simulated_stores", "simulated_stack_bytes", "difference_percent", "clock_part", "restarts", "contributor",
)  # fmt: skip


def difference_percent(cycles: int, simulated: int) -> float:
    """By how much a board takes more cycles than its simulator."""
    return round(100 * (cycles / simulated - 1), 4)


def measured(
    requests: Sequence[Request],
    port: str,
    is_emulated: bool,
    told: Callable[[int, int, str], None],
    prepared: Callable[[DeviceBuilder], None] = lambda builder: None,
) -> list[dict[str, Any]]:
    """The record of each request on the board at a port, in their order. `prepared` is called before an image must be
    on the board; `told` with done, total, what. ImageFailed for a wrong result; MotecurveError for a line that
    fails."""
    found = []
    unfinished = Unfinished(port, [bench.command_for(request) for request in requests], is_emulated)
    for done, request in enumerate(requests, start=1):
        chosen, command = bench.select(request), bench.command_for(request)
        builder = builder_for(chosen)
        record = unfinished.of(command, builder.build_id.hex())
        if record is None:
            record = _measured_one(bench.measure_one(chosen), builder, port, is_emulated, prepared)
            unfinished.keep(record | {"command": command})
        found.append(record | {"command": command})
        told(done, len(requests), f"{chosen.board.name} on {port}: {bench.named(chosen)} on {chosen.curve.name}")
    unfinished.finish()
    return found


def _measured_one(
    simulated: Record, builder: DeviceBuilder, port: str, is_emulated: bool, prepared: Callable[[DeviceBuilder], None]
) -> Record:
    """The record of the builder's selection beside the simulator's."""
    builder.image()
    prepared(builder)
    slower = emulator.slower(builder.board) if is_emulated else 0
    line = Line(port)
    try:
        return _on_line(simulated, Session(line, builder, slower), is_emulated)
    finally:
        line.close()


def _on_line(simulated: Record, session: Session, is_emulated: bool) -> Record:
    """The record of the selection whose image the session has."""
    chosen = session.builder.selection
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
    of_silicon = {
        "origin": EMULATED if is_emulated else SILICON,
        "chip": chosen.board.device,
        "port": session.line.port,
        "date": datetime.date.today().isoformat(),
        "build_id": session.builder.build_id.hex(),
        "simulated": simulated["median"],
        "difference_percent": difference_percent(typical, simulated["median"]),
        **{f"simulated_{name}": simulated[name] for name in ("instructions", "loads", "stores", "stack_bytes")},
        "clock_part": clock_part,
        "restarts": session.restarts,
    }
    return record | dict.fromkeys(FIELDS) | of_silicon


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
