"""`./motecurve ctcheck`: does a secret show in the cycles or the instructions of the shipped image?"""

import sys

import click
from rich import box
from rich.console import Console
from rich.table import Table

from motelab.commands.bench import blinded, of_implementation, once, selection_options
from motelab.common.progress import Progress
from motelab.measure import catalogue, ctcheck, secret_values
from motelab.report.display import for_programs, format_option
from motelab.subjects import operations, security

BYTE = 256  # a branch for one value of a byte of the secret


@click.command("ctcheck")
@click.option("--op", "names", multiple=True, help="Operation with a secret, such as scalar-mult; may be repeated.")
@once("--algorithm", default="", help="Name of an algorithm, or all. Without it, the board's own choices.")
@click.option(
    "--secrets",
    "count",
    type=click.IntRange(secret_values.MIN_COUNT),
    metavar="N",
    help="So many secrets.  [default: as many as some seconds allow]",
)
@selection_options
@format_option
def command(
    names, algorithm, count, devices, curves, windows, backend, profile, choices, blinding, implementation, source, form
):
    """Checks that an image takes the same path for every secret.

    The image is the one that `bench` measures. The secrets are near 0, the order and its half, have digits that take
    every value, or are random. Cycles and the trace of executed instructions must not differ; on a board without a
    data cache, addresses may. An instruction whose time depends on its operands, such as a division, is a leak unless
    lab/motelab/data/operand_times.toml allows it. The last lines say how rare a branch may be that so many secrets
    show. Each leak names the routine and the address of the instruction
    after which two runs part. Exits with 1 if there is a leak. docs/measuring.md lists what this cannot see.

    \b
    Examples:
      ./motecurve ctcheck
      ./motecurve ctcheck --op scalar-mult --algorithm ladder --curve sect163r2
      ./motecurve ctcheck --op ecdh --curve secp256r1 --board cortex-m4 --secrets 1615
      ./motecurve ctcheck --op ecdh --curve sect163k1 --curve sect233k1 --board micaz --board telosb
    """
    if implementation:
        requests = of_implementation(implementation, source, devices, names, curves)
        requests = requests if names else [r for r in requests if ctcheck.is_checkable(r)]
    else:
        chosen = names or tuple(o.name for o in operations.OPERATIONS.values() if o.secret)
        constant_time = None if algorithm not in ("", "all") else True
        requests = catalogue.combined(
            devices, chosen, algorithm, windows, backend or "", curves, profile, choices, constant_time
        )
    requests = blinded(requests, blinding)
    rows = []
    with Progress("checking", len(requests)) as progress:
        for done, request in enumerate(requests, start=1):
            rows.append(ctcheck.check(request, count))
            progress(done, len(requests), f"{request.operation} {request.algorithm}")
    if not for_programs(rows, form):
        console = Console(width=None if sys.stdout.isatty() else 100)
        console.print(table(rows))
        for line in limits(rows):
            console.print(line, highlight=False)
    if any(ctcheck.leaked(row) for row in rows):
        sys.exit(1)


def table(rows: list[ctcheck.Row]) -> Table:
    """The rows for people."""
    result = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for heading in ("operation", "algorithm", "curve", "cycles", "trace", "addresses", "leaks"):
        result.add_column(heading)
    for row in rows:
        equal = ["equal" if row[f"equal_{what}"] else "differ" for what in ("cycles", "trace", "addresses")]
        leaks = ", ".join(f"{leak['routine']} at {leak['address']}" for leak in row["leaks"])
        name = f"{row['algorithm']}, {row['backend']}"
        result.add_row(row["operation"], name, security.marked(row["curve"] or "-"), *equal, leaks or "[green]none[/]")
    return result


def limits(rows: list[ctcheck.Row]) -> list[str]:
    """For each number of secrets, the rarest branch that they show, and how many show one value of a byte."""
    found: dict[tuple[int, int], list[str]] = {}
    for row in rows:
        found.setdefault((len(row["secrets"]), row["random_secrets"]), []).append(row["operation"])
    return [limit(*counts, names if len(found) > 1 else []) for counts, names in found.items()]


def limit(secrets: int, random: int, names: list[str]) -> str:
    """The line for so many secrets, of operations that it names."""
    one_in, percent = secret_values.rarest(random), secret_values.SEEN_PERCENT
    line = f"{', '.join(dict.fromkeys(names))}{': ' if names else ''}{secrets} secrets, {random} of them random, "
    seen = f"show a branch that one secret in {one_in} or more takes, with {percent} %"
    line += "are too few to show a branch for certain" if one_in is None else seen
    more = f"; --secrets {secret_values.needed(BYTE)} shows one in {BYTE}"
    return line + (more if one_in is None or one_in < BYTE else "")
