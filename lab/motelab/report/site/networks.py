"""The page of key establishment: the schemes side by side, where their energy goes, which links fall with captured
nodes."""

from typing import Any

from motelab.network import rivals
from motelab.network.emulation import image
from motelab.network.rivals import Row
from motelab.network.simulation import costs, run
from motelab.report.overview import Overview
from motelab.report.site import figures
from motelab.report.site.figures import Axis, Chart, Point

SIDE = 10  # nodes of a side of the map
MAPPED = ("global", "ecqv")  # a scheme that falls with one node, and one that does not
CAPTURED, SEED = 3, 1
DAYS = (1, 3, 10, 30, 100, 300, 1000)  # handshakes a day
PARTS = {"energy_cpu_mj": "processor", "energy_send_mj": "sending", "energy_receive_mj": "receiving"}
COMPARE = "./motecurve network compare"


def page(_: Overview) -> dict[str, Any] | None:
    """What the template shows; None without rows."""
    rows = [row for row in rivals.of_file() if rivals.fits(row)]
    if not rows:
        return None
    boards = [name for name in image.BOARD_NAMES if any(row["board"] == name for row in rows)]
    return {
        "boards": {name: [row for row in rows if row["board"] == name] for name in boards},
        "label": label,
        "unmet": [row for row in rivals.of_file() if not rivals.fits(row)],
        "energy_charts": [energy(name, [row for row in rows if row["board"] == name]) for name in boards],
        "battery_charts": [battery(name, [row for row in rows if row["board"] == name]) for name in boards],
        "maps": [network_map(name) for name in MAPPED],
    }


def label(row: Row) -> str:
    """The scheme and its curve, weak ones marked."""
    return f"{row['scheme']}, {row['curve']}{rivals.warning(row)}" if row["curve"] else row["scheme"]


def energy(board: str, rows: list[Row]) -> Chart:
    """Where the energy of a handshake goes, the cheapest first."""
    ordered = sorted(rows, key=rivals.handshake_mj)
    parts = {name: [row[field] for row in ordered] for field, name in PARTS.items()}
    note = "Of the mote that spends more, with a message each way. To listen is left out: its radio is always on."
    title = f"Energy of a handshake on {board}"
    return figures.stacked(title, [label(row) for row in ordered], parts, "mJ", f"{COMPARE} --board {board}", note)


def battery(board: str, rows: list[Row]) -> Chart:
    """Life of two AA cells by handshakes a day."""
    series = {
        label(row): [Point(days, rivals.battery_years(row, days), (f"{days} a day",)) for days in DAYS]
        for row in sorted(rows, key=rivals.handshake_mj, reverse=True)
    }
    note = (
        "Processor, sending and receiving; the radio is off otherwise. Cells lose their charge within some ten years."
    )
    axes = (Axis("handshakes a day", True), Axis("years"))
    return figures.points(f"Life of two AA cells on {board}", series, axes, f"{COMPARE} --board {board}", note, True)


def network_map(scheme: str) -> Chart:
    """A simulated grid in which some nodes are captured."""
    request = run.Request(nodes=SIDE * SIDE, scheme=scheme, captured=CAPTURED, seed=SEED)
    _, motes, _ = run.run(request)
    keyed, opened = run.keyed_links(motes), run.compromised(request, costs.scheme(scheme), motes)
    links = {"keyed": [link for link in keyed if link not in set(opened)], "open to the attacker": opened}
    places = [(node % SIDE, node // SIDE) for node in range(request.nodes)]
    captured = sorted(run.captured_nodes(request))
    title = f"{scheme}: {CAPTURED} of {request.nodes} nodes captured"
    return figures.network(title, places, links, ("captured", captured), run.command_for(request))
