"""`./motecurve footprint`: what takes the flash of an operation, routine by routine."""

import dataclasses
import itertools
import sys

import click
from rich import box
from rich.console import Console
from rich.table import Table

from motelab.boards import footprint
from motelab.boards.footprint import Part
from motelab.boards.implementations.image import builder_of
from motelab.commands.bench import blinded, of_implementation, once, one_selection
from motelab.common.errors import MotecurveError
from motelab.measure import bench, catalogue
from motelab.report.display import figure, for_programs, format_option


@click.command("footprint")
@once("--op", "operation", required=True, help="Operation, such as ecdh.")
@once("--algorithm", default="", help="Name of an algorithm. Without it, the board's own choice.")
@one_selection
@format_option
def command(
    operation, algorithm, device, curve, window, backend, profile, choices, blinding, implementation, source, form
):
    """Counts the flash and the static RAM of an operation by routine.

    The image is the one that `bench` measures; the rows are what it has beyond the same image with the operation
    compiled out, so their sum is its flash_bytes and ram_static_bytes. The stack is counted by `stack`.

    \b
    Examples:
      ./motecurve footprint --op ecdh --board cortex-m0plus --curve secp256r1 --profile small
      ./motecurve footprint --op ecdh --board cortex-m4 --curve Curve25519 --backend asm --format csv
    """
    if device.is_host:
        raise MotecurveError(f"{device.loaded_as} runs no images; name a simulated board")
    if implementation:
        requests = of_implementation(implementation, source, (device,), (operation,), (curve,))
    else:
        requests = catalogue.expand(device, (operation,), algorithm, window, backend or "", curve, profile, choices)
    requests = blinded(requests, blinding)
    if not requests:
        raise MotecurveError(f"nothing to count: {operation} {algorithm} has no such version")
    parts = footprint.parts(builder_of(bench.select(requests[0])))
    if not for_programs([dataclasses.asdict(part) for part in parts], form):
        show(parts)


def show(parts: list[Part]) -> None:
    """The parts for people: by folder, the largest first."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("part")
    table.add_column("flash B", justify="right")
    table.add_column("RAM B", justify="right")
    table.add_column("source")
    rooms = [(name, list(of)) for name, of in itertools.groupby(sorted(parts, key=footprint.room), key=footprint.room)]
    for name, of in sorted(rooms, key=lambda pair: -sum(part.flash_bytes for part in pair[1])):
        table.add_row(name, *totals(of), "", style="bold")
        for part in of:
            table.add_row(f"  {part.name}", figure(part.flash_bytes), figure(part.ram_bytes), part.source or "")
    table.add_row("all", *totals(parts), "", style="bold")
    Console(width=None if sys.stdout.isatty() else 132).print(table)


def totals(parts: list[Part]) -> tuple[str, str]:
    """Flash and RAM of parts, together."""
    return figure(sum(part.flash_bytes for part in parts)), figure(sum(part.ram_bytes for part in parts))
