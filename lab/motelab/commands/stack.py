"""`./motecurve stack`: the most stack that an operation can use, and the path of calls that uses it."""

import dataclasses
import sys
from typing import Any

import click

from motelab.boards import stack
from motelab.boards.implementations.image import builder_of
from motelab.commands.bench import blinded, of_implementation, once, selection_options
from motelab.common.errors import DoesNotFit, MotecurveError
from motelab.measure import bench, catalogue
from motelab.measure.bench import Request
from motelab.report.display import console, figure, for_programs, format_option
from motelab.subjects import security

Row = dict[str, Any]
INDENT = "    "


@click.command("stack")
@click.option("--op", "operations", multiple=True, required=True, help="Operation, such as ecdh; may be repeated.")
@once("--algorithm", default="", help="Name of an algorithm, or all. Without it, the board's own choices.")
@selection_options
@format_option
def command(
    operations, algorithm, devices, curves, windows, backend, profile, choices, blinding, implementation, source, form
):
    """Computes an upper bound of the stack from an image, without running it.

    The image is the one that `bench` measures. Below the bound stands the deepest path of calls, each routine with
    the bytes that it takes until it calls the next, the return address included. Exits with 1 if there is no bound,
    and names the routine that recurses, moves the stack pointer by an unknown amount, or calls through a pointer
    that may lead anywhere.

    \b
    Examples:
      ./motecurve stack --op ecdsa-sign --curve sect163k1
      ./motecurve stack --op ecdh --op ecdsa-verify --board telosb --format json
    """
    for device in devices:
        if device.is_host:
            raise MotecurveError(f"{device.loaded_as} runs no images; name a simulated board")
    if implementation:
        requests = of_implementation(implementation, source, devices, operations, curves)
    else:
        requests = catalogue.combined(devices, operations, algorithm, windows, backend or "", curves, profile, choices)
    requests = blinded(requests, blinding)
    rows = []
    for request in requests:
        try:
            rows.append(row_of(request))
        except DoesNotFit as reason:
            print(f"motecurve: left out: {reason}", file=sys.stderr)
    if not for_programs(rows, form):
        for row in rows:
            show(row)
    if any(row["stack_bound_bytes"] is None for row in rows):
        sys.exit(1)


def row_of(request: Request) -> Row:
    """The bound of one measurement, with its path; MotecurveError for an unknown processor."""
    chosen = bench.select(request)
    image = builder_of(chosen).build()
    bound = stack.kept_bound(image.path, image.sha256, image.symbol)
    if bound is None:
        raise MotecurveError(f"the instructions of {chosen.board.name} are not known; a bound of its stack needs them")
    return {
        "board": chosen.board.name, "curve": chosen.curve.name if chosen.operation.on_curve else None,
        "field": chosen.curve.field_notation, "operation": chosen.operation.name, "algorithm": chosen.algorithm,
        "window": chosen.window, "backend": chosen.backend, "profile": chosen.profile, "routine": image.symbol,
        "stack_bound_bytes": bound.bytes, "path": [dataclasses.asdict(link) for link in bound.path],
        "unbounded": bound.unbounded or None, "indirect_calls": {who: list(whom) for who, whom in bound.indirect},
        "elf_sha256": image.sha256,
    }  # fmt: skip


def show(row: Row) -> None:
    """A row for people."""
    out = console()
    subject = security.marked(row["curve"] or row["field"])
    window = "" if row["window"] is None else f" w={row['window']}"
    bound = "no bound" if row["unbounded"] else f"at most {figure(row['stack_bound_bytes'])} B"
    title = f"{row['operation']} on {subject}, {row['board']}, {row['algorithm']}{window}, {row['backend']}: {bound}"
    out.print(title, style="bold cyan", soft_wrap=True)
    if row["unbounded"]:
        out.print(f"{INDENT}{row['unbounded']}", style="yellow", soft_wrap=True)
    for link in row["path"]:
        out.print(f"{INDENT}{figure(link['bytes']):>6}  {link['routine']}", soft_wrap=True)
    for caller, targets in row["indirect_calls"].items():
        out.print(f"{INDENT}through a pointer: {caller} > {', '.join(targets) or 'none in the image'}", soft_wrap=True)
