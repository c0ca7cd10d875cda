"""The page of all records: of this run, and the committed ones of every board."""

from typing import Any

from motelab.boards import board
from motelab.compare import committed
from motelab.measure.bench import command_for
from motelab.measure.records import identity
from motelab.report.overview import Overview


def page(overview: Overview) -> dict[str, Any]:
    """What the template shows."""
    own = [{**record, "command": command_for(request)} for request, record in overview.records.items()]
    shown = {identity(record) for record in overview.records.values()}
    others = [
        {**record, "command": committed.REWRITE.format(name)}
        for name in board.simulated()
        for record in committed.of(name)
        if identity(record) not in shown
    ]
    return {"records": own + others}
