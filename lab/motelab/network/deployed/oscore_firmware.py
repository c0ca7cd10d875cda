"""Each side of `edhoc-coap-oscore` as firmware (src/network/firmware/edhoc_coap_oscore.c), whole: cycles, flash and RAM
on every board of the page. The datagrams that come are those of a committed exchange with aiocoap and lakers, and those
that go must be its, octet by octet."""

import functools
import json
from collections.abc import Iterator, Sequence
from typing import Any

from motelab import DATA
from motelab.boards import board as boards
from motelab.boards import selection
from motelab.boards.image import Builder, Image
from motelab.boards.selection import OURS
from motelab.boards.sizes import sizes
from motelab.common.errors import DoesNotFit
from motelab.compare import committed
from motelab.measure import bench
from motelab.measure.bench import Progress
from motelab.network.deployed import measured
from motelab.network.deployed.measured import Row
from motelab.subjects import curves
from motelab.subjects.known_answers import Case
from motelab.subjects.layouts import OBJECT, STATUS
from motelab.subjects.operations import Operation

PROTOCOL, CURVE, OK = "edhoc-coap-oscore", "secp256r1", 0
EXCHANGES = DATA / "network/deployed-exchanges.json"
FILE = measured.file("oscore")
BOARDS = ("micaz", "telosb", "msp430f5438a", "nrf52840")
STATIC_KEYS = (("MC_NETWORK_EDHOC_METHODS", "(1 << 3)"),)  # the method of the row, and no signatures
LEAN = (("window-step", "composed"),)  # steps of a window in C, as in the network's firmware


@functools.cache
def exchanges() -> dict[str, Any]:
    """The committed ones, by the side that was the library's C."""
    return json.loads(EXCHANGES.read_text())


def behind_length(octets: bytes) -> bytes:
    return bytes([len(octets)]) + octets


def case(side: str) -> Case:
    """What the firmware of a side is given, and what it must make of it."""
    found = exchanges()[side]
    own = side[0].upper()
    came, goes = (
        b"".join(behind_length(bytes.fromhex(text)) for who, text in found["datagrams"] if (who == own) == is_own)
        for is_own in (False, True)
    )
    reading = behind_length(bytes.fromhex(found["reading"])) if side == "responder" else b""
    given = bytes.fromhex(found["ephemeral"]) + came
    return {"given": int.from_bytes(given), "status": OK, "made": int.from_bytes(goes + reading)}


def operation(side: str) -> Operation:
    """A side, as the bench runs it."""
    return Operation(
        f"{PROTOCOL}-{side}", "scalar-mult", "edhoc_coap_oscore.c", (("given", OBJECT),),
        (("status", STATUS), ("made", OBJECT)), "an exchange with aiocoap and lakers", on_curve=True,
        symbols=("mc_bench_edhoc_coap_oscore",), uses=("scalar-mult-base",),
        defines=(("MC_BENCH_RESPONDER", str(int(side == "responder"))), *STATIC_KEYS),
    )  # fmt: skip


def builds(board: str, side: str) -> Iterator[tuple[Builder, str]]:
    """Ways to build a side, the fastest first, each with whose code it is in words."""
    device = boards.load(board)
    profiles = device.compiler.profiles
    for code, profile, choices, flags in (
        (OURS, "fast", (), "fast"),
        (f"{OURS}, fewer kernels", "fast", LEAN, "fast"),
        (f"{OURS}, C for size", "fast", LEAN, "small"),
        (f"{OURS}, balanced", "balanced", (), "balanced"),
    ):
        backend = device.best_backend(profile)
        picked = selection.select(
            operation(side), device, curves.find(CURVE), backend=backend, profile=profile, choices=choices
        )
        builder = Builder(picked)
        builder.flags = [*device.compiler.flags, *profiles[flags]]
        yield builder, code


def fitting(board: str, side: str) -> tuple[Builder, Image, str]:
    """The first of them whose image fits; DoesNotFit for the last if none does."""
    for builder, code in builds(board, side):
        try:
            return builder, builder.build(), code
        except DoesNotFit as error:
            last = error
    raise last


def row(board: str, side: str) -> Row:
    """Measures a side; a reason in place of figures where it does not fit. ImageFailed for a wrong octet."""
    command = "./motecurve network compare --deployed --write"
    try:
        builder, image, code = fitting(board, side)
        (run,) = bench.executed(builder.selection, image, [case(side)]).runs
    except DoesNotFit as error:
        return measured.whole(PROTOCOL, board, side, OURS, str(error), command)
    used = sizes(image.path) - sizes(image.baseline)
    figures = {
        "cycles": run.cycles, "flash_bytes": used.flash, "static_bytes": used.ram_static,
        "stack_bytes": run.stack_bytes,
    }  # fmt: skip
    return measured.whole(PROTOCOL, board, side, code, figures, command)


def rows(names: Sequence[str], progress: Progress) -> list[Row]:
    """Of both sides on these boards."""
    wanted, found = [(name, side) for name in names for side in measured.SIDES], []
    for done, (name, side) in enumerate(wanted, start=1):
        found.append(row(name, side))
        progress(done, len(wanted), f"{PROTOCOL}, {side} on {name}")
    return found


def write(progress: Progress) -> bool:
    """Measures all of them and writes the file; returns whether anything in it is new."""
    changed = committed.write_lines(FILE, rows(BOARDS, progress))
    measured.of_files.cache_clear()
    return changed


def stale(names: Sequence[str], progress: Progress) -> list[str]:
    """Measures those of these boards again; a line for each that differs from its committed row, or has none."""
    kept = measured.of_files()
    return [
        f"{FILE.name} is stale ({made['board']}, {made['side']}); rewrite it with {made['command']}"
        for made in rows(names, progress)
        if kept.get((made["protocol"], made["board"], made["side"])) != made
    ]
