"""`./motecurve bench --device`: the bench on a board's own silicon."""

import contextlib
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from motelab.boards.selection import Selection
from motelab.common.errors import MotecurveError
from motelab.common.files import write_atomically
from motelab.common.progress import Progress
from motelab.device import emulator, flashing, silicon
from motelab.device.image import DeviceBuilder
from motelab.measure import bench as simulated_bench
from motelab.measure.bench import Request

EMULATOR = "emulator"  # in the place of a port: the lab's own emulation of the board


def measured(requests: Sequence[Request], port: str, flash: bool) -> list[dict[str, Any]]:
    """Records of the requests from the board at a port, or from EMULATOR; raises as silicon.measured does."""
    selections = [simulated_bench.select(request) for request in requests]
    if len({chosen.board.name for chosen in selections}) != 1:
        raise MotecurveError("a port has one board; name it with --board")
    with Progress("measuring", len(selections)) as progress:
        if port != EMULATOR:
            prepared = (lambda builder: flashing.flash(builder, port)) if flash else (lambda builder: None)
            return silicon.measured(selections, port, False, progress, prepared)
        found = []
        for done, chosen in enumerate(selections, start=1):
            with emulated(chosen) as at:
                found += silicon.measured([chosen], at, True, lambda *_: None)
            progress(done, len(selections), f"emulated {chosen.board.name}: {simulated_bench.named(chosen)}")
        return found


@contextlib.contextmanager
def emulated(chosen: Selection) -> Iterator[str]:
    """The port of an emulated board with the image of a selection."""
    with emulator.running(chosen.board, DeviceBuilder(chosen).image()) as board:
        yield board.port


def refuse_emulator(port: str) -> None:
    """MotecurveError if its records would be given away as those of a board."""
    if port == EMULATOR:
        raise MotecurveError("--contribute takes records from silicon, and the emulator's are none")


def contribute(records: Sequence[dict[str, Any]], path: Path) -> None:
    """Writes records from silicon to a file, one a line."""
    write_atomically(path, "".join(f"{json.dumps(record)}\n" for record in records))
    print(f"motecurve: {path}: {len(records)} records; docs/start/own-board.md says where they go", file=sys.stderr)
