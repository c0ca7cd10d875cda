"""The page of key establishment: the schemes side by side, where their energy goes, which links fall with captured
nodes."""

import itertools
from collections.abc import Sequence
from typing import Any

from motelab.report.overview import NetworkMap, Overview
from motelab.report.site import figures
from motelab.report.site.figures import Axis, Chart
from motelab.report.site.places import Point

PARTS = {"energy_cpu_mj": "processor", "energy_send_mj": "sending", "energy_receive_mj": "receiving"}
COMPARE = "./motecurve network compare"
Rows = Sequence[dict[str, Any]]


def page(overview: Overview) -> dict[str, Any] | None:
    """What the template shows; None without rows."""
    if overview.networks is None:
        return None
    met = [row for row in overview.networks.rows if row["does_not_fit"] is None]
    boards = {name: list(rows) for name, rows in itertools.groupby(met, key=lambda row: row["board"])}
    return {
        "boards": boards,
        "unmet": [row for row in overview.networks.rows if row["does_not_fit"] is not None],
        "energy_charts": [energy(*one) for one in boards.items()],
        "battery_charts": [battery(*one) for one in boards.items()],
        "maps": [network_map(one) for one in overview.networks.maps],
    }


def energy(board: str, rows: Rows) -> Chart:
    """Where the energy of a handshake goes, the cheapest first."""
    ordered = sorted(rows, key=lambda row: row["handshake_mj"])
    parts = {name: [row[field] for row in ordered] for field, name in PARTS.items()}
    note = "Of the mote that spends more, with a message each way. To listen is left out: its radio is always on."
    title = f"Energy of a handshake on {board}"
    return figures.stacked(title, [row["label"] for row in ordered], parts, "mJ", f"{COMPARE} --board {board}", note)


def battery(board: str, rows: Rows) -> Chart:
    """Life of two AA cells by handshakes a day."""
    series = {
        row["label"]: [Point(count, years, (f"{count} a day",)) for count, years in row["battery_years"].items()]
        for row in sorted(rows, key=lambda row: -row["handshake_mj"])
    }
    note = (
        "Processor, sending and receiving; the radio is off otherwise. Cells lose their charge within some ten years."
    )
    axes = (Axis("handshakes a day", True), Axis("years"))
    return figures.points(f"Life of two AA cells on {board}", series, axes, f"{COMPARE} --board {board}", note, True)


def network_map(made: NetworkMap) -> Chart:
    """A simulated network in which some nodes are captured."""
    return figures.network(made.title, made.places, made.links, ("captured", made.captured), made.command)
