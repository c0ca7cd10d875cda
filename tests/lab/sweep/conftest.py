"""A sweep of made-up rows, without boards: what every test of the journal, the store and the cluster needs."""

import os
import signal
import time
from pathlib import Path

import pytest

from motelab.compare import committed
from motelab.measure import bench
from motelab.measure.bench import Request
from motelab.sweep.journal import Answer

ROWS = 60


def made_up_requests() -> list[Request]:
    """Requests of two boards; nothing measures them."""
    return [Request(("micaz", "telosb")[i % 2], "scalar-mult", "wnaf", i // 2, "asm", "sect163k1") for i in range(ROWS)]


def made_up(request: Request, sources: str = "") -> Answer:
    """An answer that follows from the request: a committed record with another window and other cycles; of every
    seventh, that it does not fit."""
    record = committed.of(request.board)[request.window % 20] | {"window": request.window, "cycles": 7 * request.window}
    unfit = {"reason": "too large", "lacking_bytes": request.window} if request.window % 7 == 3 else {}
    row = {**record, "command": bench.command_for(request), "requested_curve": request.curve}
    return {"row": {**row, "reason": None, "lacking_bytes": None, **unfit}, "seconds": 2.0}


def noted(request: Request, sources: str) -> Answer:
    """The same after a twentieth of a second, noting in a file of the folder NOTED that it was asked; the first time
    that FATAL, board and window, is asked, its process dies."""
    note = Path(os.environ["NOTED"]) / f"{request.board}-{request.window}"
    asked_before = note.exists()
    with note.open("a") as stream:
        stream.write("x")
    if not asked_before and note.name == os.environ.get("FATAL"):
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.05)
    return made_up(request, sources)


@pytest.fixture
def requests() -> list[Request]:
    return made_up_requests()
