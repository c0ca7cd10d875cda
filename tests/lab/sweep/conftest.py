"""A sweep of made-up rows, without boards: what every test of the journal, the store and the cluster needs."""

import os
import signal
import time
from pathlib import Path

import pytest

from motelab.compare import committed
from motelab.measure import bench
from motelab.measure.bench import Request
from motelab.sweep import freshness
from motelab.sweep.journal import Answer

ROWS = 60
LISTING = "boards/firmware/main.c fb163\n"


def made_up_requests() -> list[Request]:
    """Requests of two boards; nothing measures them."""
    return [Request(("micaz", "telosb")[i % 2], "scalar-mult", "wnaf", i // 2, "asm", "sect163k1") for i in range(ROWS)]


def made_up(request: Request, sources: str = "") -> Answer:
    """An answer that follows from the request: a committed record with another window and other cycles; of every
    seventh, that it does not fit."""
    record = committed.of(request.board)[request.window % 20] | {"window": request.window, "cycles": 7 * request.window}
    unfit = {"reason": "too large", "lacking_bytes": request.window} if request.window % 7 == 3 else {}
    row = {**record, "command": bench.command_for(request), "requested_curve": request.curve}
    row |= made_up_sources()
    return {"row": {**row, "reason": None, "lacking_bytes": None, **unfit}, "seconds": 2.0}


def made_up_sources() -> dict[str, str]:
    """The columns of a row that say of which sources it is."""
    return {"sources": LISTING, "sources_digest": "made up", "run_digest": "made up"}


def noted(request: Request, sources: str, older: dict | None = None) -> Answer:
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
def requests(monkeypatch) -> list[Request]:
    """The rows of made-up requests are of the present sources; so are records that answer them."""
    monkeypatch.setattr(freshness, "present_digest", lambda command, listing: "made up")
    monkeypatch.setattr(freshness, "of_record", lambda row, request: row | made_up_sources())
    return made_up_requests()
