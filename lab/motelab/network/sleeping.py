"""Networks whose radios sleep, for docs/network/choose.md: energy a day and battery life by MAC, scheme, radio and
periods. The rows are committed, each with the command that computes it again."""

import dataclasses
import functools
from collections.abc import Sequence

from motelab import DATA
from motelab.compare import committed
from motelab.network.simulation import run
from motelab.network.simulation.run import Request, Row
from motelab.network.simulation.schemes import SCHEMES

FILE = DATA / "network/sleeping.jsonl"
USUAL = Request(nodes=100, reading="hour", rekey="day")  # a grid on MICAz with CC2420
MACS = ("lpl", "beacon", "tsch")
PLATFORMS = (("micaz", "cc2420"), ("micaz", "nrf52840"), ("telosb", "cc2420"), ("telosb", "nrf52840"))
SOME = ("global", "ecqv", "edhoc")
READINGS, REKEYS = ("minute", "hour", "day"), ("day", "week", "never")
REWRITE = ".venv/bin/python tools/network_costs.py --measure"


def planned() -> list[Request]:
    """Every scheme under every MAC; some with other processors and radios, and with other periods."""
    change = dataclasses.replace
    found = [change(USUAL, scheme=scheme, mac=mac) for mac in ("always", *MACS) for scheme in SCHEMES]
    found += [
        change(USUAL, scheme=scheme, mac=mac, board=board, radio=radio)
        for board, radio in PLATFORMS
        for mac in MACS
        for scheme in SOME
    ]
    found += [
        change(USUAL, scheme=scheme, mac=mac, reading=reading, rekey=rekey)
        for mac in MACS
        for reading in READINGS
        for rekey in REKEYS
        for scheme in SOME
    ]
    return list(dict.fromkeys(found))


@functools.cache
def of_file() -> dict[str, Row]:
    """The committed rows by their commands."""
    return {row["command"]: row for row in committed.read_lines(FILE)}


def row(**asked: str) -> Row:
    """The committed row of the usual network with these options."""
    return of_file()[run.command_for(dataclasses.replace(USUAL, **asked))]


def write() -> bool:
    """Computes every row and writes the file; returns whether anything in it is new."""
    changed = committed.write_lines(FILE, [run.simulate(request) for request in planned()])
    of_file.cache_clear()
    return changed


def stale(requests: Sequence[Request]) -> list[str]:
    """Computes these again; a line for each that differs from its committed row, or has none."""
    return [
        f"{FILE.name} is stale ({run.command_for(request)}); rewrite it with {REWRITE}"
        for request in requests
        if of_file().get(run.command_for(request)) != run.simulate(request)
    ]
