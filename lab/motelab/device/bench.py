"""`./motecurve bench --device`: the bench on a board's own silicon."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from motelab.common.errors import MotecurveError
from motelab.common.files import write_atomically
from motelab.common.progress import Progress
from motelab.device import emulator, flashing, silicon
from motelab.device.image import builder_for
from motelab.measure import bench as simulated_bench
from motelab.measure.bench import Request
from motelab.measure.records import Record

EMULATOR = "emulator"  # in the place of a port: the lab's own emulation of the board


def measured(requests: Sequence[Request], port: str, flash: bool) -> list[Record]:
    """Records of the requests from the board at a port, or from EMULATOR; raises as silicon.measured does."""
    if len({request.board for request in requests}) != 1:
        raise MotecurveError("a port has one board; name it with --board")
    with Progress("measuring", len(requests)) as progress:
        if port != EMULATOR:
            prepared = (lambda builder: flashing.flash(builder, port)) if flash else (lambda builder: None)
            return silicon.measured(requests, port, False, progress, prepared)
        found = []
        for done, request in enumerate(requests, start=1):
            chosen = simulated_bench.select(request)
            with emulator.running(chosen.board, builder_for(chosen).image()) as board:
                found += silicon.measured([request], board.port, True, lambda *_: None)
            progress(done, len(requests), f"emulated {chosen.board.name}: {simulated_bench.named(chosen)}")
        return found


def refuse_emulator(port: str) -> None:
    """MotecurveError if its records would be given away as those of a board."""
    if port == EMULATOR:
        raise MotecurveError("--contribute takes records from silicon, and the emulator's are none")


def contribute(records: Sequence[Record], path: Path, contributor: str) -> None:
    """Writes records from silicon to a file, one a line, with the name of who measured them."""
    named = (record | {"contributor": contributor} for record in records)
    write_atomically(path, "".join(f"{json.dumps(record)}\n" for record in named))
    print(f"motecurve: {path}: {len(records)} records; docs/start/own-board.md says where they go", file=sys.stderr)
