"""The first page: the figures that count, security, what was measured and how."""

from typing import Any

from motelab.boards import board
from motelab.measure.bench import command_for
from motelab.report import headlines
from motelab.report.overview import BOARD, Overview
from motelab.report.site.boards import devices
from motelab.subjects import security


def page(overview: Overview) -> dict[str, Any]:
    """What the template shows."""
    return {
        "device": board.load(BOARD),
        "devices": devices(overview),
        "facts": facts(overview),
        "headlines": headlines.headlines(overview),
        "security": security_of_curves(overview),
        "failures": {command_for(request): reason for request, reason in overview.failures.items()},
    }


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
