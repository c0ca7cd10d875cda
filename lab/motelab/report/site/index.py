"""The first page: what people use on several boards, the figures beside papers, security, method."""

from typing import Any

from motelab.boards import board
from motelab.measure import identities
from motelab.measure.bench import command_for
from motelab.measure.records import Record
from motelab.report import headlines
from motelab.report.overview import BOARD, Overview
from motelab.report.site import figures, palette
from motelab.report.site.boards import devices
from motelab.report.site.figures import Axis, Chart
from motelab.report.site.places import Point
from motelab.report.site.subjects import choices_of_boards, lines, milliseconds, of_boards
from motelab.subjects import security

# What people use: curve, operation, and how the page names the two.
USUAL = (
    ("Curve25519", "ecdh", "X25519"),
    ("secp256r1", "ecdh", "secp256r1, ECDH"),
    ("secp256r1", "ecdsa-sign", "secp256r1, ECDSA signature"),
    ("secp256r1", "ecdsa-verify", "secp256r1, ECDSA verification"),
    ("Ed25519", "eddsa-sign", "Ed25519 signature"),
    ("Ed25519", "eddsa-verify", "Ed25519 verification"),
)


def page(overview: Overview) -> dict[str, Any]:
    """What the template shows."""
    found = usual(overview)
    timed = sorted({board for board, *_ in found}, key=palette.number_of_board)
    return {
        "choices": choices_of_boards(timed),
        "usual_chart": usual_chart(found, timed),
        "usual_names": [name for *_, name in USUAL],
        "usual_rows": [(name, [found.get((name, *call[:2])) for call in USUAL]) for name in timed],
        "device": board.load(BOARD),
        "devices": devices(overview),
        "facts": facts(overview),
        "headlines": headlines.headlines(overview),
        "security": security_of_curves(overview),
        "failures": {command_for(request): reason for request, reason in overview.failures.items()},
    }


def usual(overview: Overview) -> dict[tuple, Record]:
    """(board, curve, operation) -> the record of each call of USUAL on each board that has a time for it."""
    wanted = {call[:2] for call in USUAL}
    best = identities.best(of_boards(overview))
    timed = (r for r in best if (r["curve"], r["operation"]) in wanted and r["microseconds"] is not None)
    return identities.by(timed, "board", "curve", "operation")


def usual_chart(found: dict[tuple, Record], boards: list[str]) -> Chart:
    """Milliseconds of each call of USUAL, a symbol for each board, with its figure."""
    series = {
        name: [
            Point(r["microseconds"] / 1000, title, lines(r), label=milliseconds(r))
            for curve, operation, title in USUAL
            if (r := found.get((name, curve, operation)))
        ]
        for name in boards
    }  # fmt: skip
    axes = (Axis("milliseconds", True), Axis(""))
    command = "./motecurve bench --board BOARD --op OPERATION --curve CURVE"
    return figures.points("Time of a call, milliseconds", series, axes, command, of_boards=True)


def facts(overview: Overview) -> dict[str, Any]:
    """The facts that all records share: their number, compilers and simulators."""
    records = list(overview.records.values())
    return {
        "count": len(records),
        "compilers": sorted({record["compiler"] for record in records}),
        "simulators": sorted({record["simulator"] for record in records}),
    }


def security_of_curves(overview: Overview) -> list[dict[str, Any]]:
    """Bits of security of each measured curve, automorphisms counted, and the name of that level."""
    names = sorted({record["curve"] for record in overview.records.values() if record["curve"]})
    found = {name: security.of(name) for name in names}
    return [{"curve": name, "bits": known.bits, "level": known.level} for name, known in found.items()]
