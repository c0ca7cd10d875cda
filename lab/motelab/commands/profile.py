"""`./motecurve profile`: where the cycles of one measurement go."""

import sys
from typing import Any

import click
from rich import box
from rich.console import Console
from rich.table import Table

from motelab.commands.bench import blinded, of_implementation, once, one_selection
from motelab.common.errors import MotecurveError
from motelab.measure import catalogue
from motelab.measure.call_tree import SEPARATOR, call_tree
from motelab.measure.profile import profile as profile_of
from motelab.report.display import for_programs, format_option


@click.command("profile")
@once("--op", "operation", required=True, help="Operation, such as scalar-mult.")
@once("--algorithm", default="", help="Name of an algorithm. Without it, the board's own choice.")
@one_selection
@click.option("--tree", is_flag=True, help="A row for each path of calls, in the order of the tree of calls.")
@format_option
def command(
    operation, algorithm, device, curve, window, backend, profile, choices, blinding, implementation, source, tree, form
):
    """Counts calls and cycles by routine.

    Cycles are those of the routine alone, and with the routines that it calls. Boards without cycles count
    instructions. With --tree, a routine has a row for each path of calls that leads to it; its own cycles are divided
    among its paths in proportion to the instructions executed there.

    \b
    Examples:
      ./motecurve profile --op scalar-mult --algorithm wtnaf --window 4 --curve sect163k1 --backend asm
      ./motecurve profile --op ecdh --curve secp256r1 --backend asm --tree
    """
    if implementation:
        requests = of_implementation(implementation, source, (device,), (operation,), (curve,))
    else:
        requests = catalogue.expand(device, (operation,), algorithm, window, backend or "", curve, profile, choices)
    requests = blinded(requests, blinding)
    if not requests:
        raise MotecurveError(f"nothing to profile: {operation} {algorithm} has no such version")
    rows = call_tree(requests[0]) if tree else profile_of(requests[0])
    unit = device.unit
    if for_programs(rows, form):
        return
    total = sum(row["cycles_self"] for row in rows)
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("routine")
    for heading in ("calls", f"{unit}, self", "share %", f"{unit}, total"):
        table.add_column(heading, justify="right")
    for row in rows:
        share = f"{100 * row['cycles_self'] / total:.1f}"
        table.add_row(name_of(row), f"{row['calls']:,}", f"{row['cycles_self']:,}", share, f"{row['cycles_total']:,}")
    Console(width=None if sys.stdout.isatty() else 100).print(table)


def name_of(row: dict[str, Any]) -> str:
    """The routine of a row; of a tree, below those that lead to it."""
    path = row.get("path", row.get("routine", "")).split(SEPARATOR)
    return "  " * (len(path) - 1) + path[-1]
