"""`./motecurve leakage`: which instructions tell a secret to someone who measures power?"""

import sys

import click
from rich.text import Text

from motelab.commands.bench import blinded, of_implementation, once, one_selection
from motelab.common import charts
from motelab.common.errors import MotecurveError
from motelab.common.progress import Progress
from motelab.keys.targets import Target
from motelab.leakage import ask, plot
from motelab.leakage.models import MODELS
from motelab.leakage.results import Answer, title
from motelab.measure import bench, catalogue
from motelab.report.display import console, for_programs, format_option, plain_table

SHOWN = 25  # rows of the table


@click.command("leakage")
@once("--op", "operation", required=True, help="Operation with a secret, such as ecdh.")
@once("--algorithm", default="", help="Name of an algorithm. Without it, the board's own choice.")
@one_selection
@once("--traces", type=click.IntRange(1), required=True, help="So many traces, half of them in each class.")
@once("--model", type=click.Choice(list(MODELS)), required=True, help="Bits set, or changed; a voltage; flip-flops.")
@once("--test", type=click.Choice(list(ask.TESTS)), default="fixed-random", help="What is asked.")
@once("--order", type=click.IntRange(1, 2), default=1, help="Means, or variances.")
@once("--pairs", type=click.IntRange(0), default=0, help="Order 2 of two samples up to so many instructions apart.")
@once("--noise", type=click.FloatRange(0), help="Its standard deviation, in bits (1), or mV of elmo (0.3).")
@once("--seed", type=click.IntRange(0), default=1, help="Of inputs and noise.")
@once(
    "--public",
    type=click.Choice(["fixed", "drawn"]),
    default="fixed",
    help="Public inputs of all traces: those of one known answer, or others for each.",
)
@once("--from", "begin", default="", metavar="PLACE", help="The first sample: a number, or a routine's first entry.")
@once("--to", "end", default="", metavar="PLACE", help="The end of samples: a number, or a routine's last exit.")
@click.option("--calls", is_flag=True, help="A sample is the sum over a stay in a routine, not an instruction.")
@once("--by", type=click.Choice(["routine", "instruction", "module"]), default="routine", help="Of rows.")
@once("--output", type=click.Path(), help="Writes the traces, too: a name that ends in .npy, .trs, .zarr or .ets.")
@once("--plot", "chart", metavar="FILE", help="Draws what a test found; a name that ends with .svg or .png.")
@format_option
def command(
    operation, algorithm, device, curve, window, backend, profile, choices, blinding, implementation, source, traces,
    model, test, order, pairs, noise, seed, public, begin, end, calls, by, output, chart, form,
):  # fmt: skip
    """Tests simulated power traces for a secret.

    The image is the one that `bench` measures. A sample is the work of one instruction: the bits of the registers,
    memory cells and factors that it writes, by their number or by their changes; or, of a Cortex-M0+, the voltage that
    ELMO's coefficients of a Cortex-M0 give. Everything is a model; no chip was measured. A routine leaks if its t
    exceeds the threshold, which is corrected for the number of samples. docs/protection/leakage.md explains tests,
    attacks and limits. An interrupted command goes on when it is given again.

    --plot draws where in the run samples leak, how strongly, and in how many traces, by estimate.

    \b
    Examples:
      ./motecurve leakage --op ecdh --curve Curve25519 --board telosb --traces 100 --model weight
      ./motecurve leakage --op ecdsa-sign --curve secp256r1 --board telosb --traces 40 --model distance
      ./motecurve leakage --op ecdh --curve Curve25519 --board cortex-m4 --traces 50 --model weight --plot leakage.svg
      ./motecurve leakage --op ecdh --curve Curve25519 --board micaz --traces 4 --model weight --test horizontal
      ./motecurve leakage --op ecdh --curve Curve25519 --board cortex-m4 --traces 30 --model weight --test horizontal
      ./motecurve leakage --op ecdh --curve Curve25519 --board cortex-m4 --traces 50 --model weight --test profiled
      ./motecurve leakage --op ecdh --curve Curve25519 --board ibex --traces 40 --model toggles --to 9000 --by module
    """
    form_of_chart = chart and charts.form_of(chart)
    target = chart and Target(chart)
    if chart and test in ask.ATTACKS:
        raise MotecurveError(f"--plot is for tests, not attacks: leave it out, or --test {test}")
    if implementation:
        requests = of_implementation(implementation, source, (device,), (operation,), (curve,))
    else:
        requests = catalogue.expand(device, (operation,), algorithm, window, backend or "", curve, profile, choices)
    requests = blinded(requests, blinding)
    if not requests:
        raise MotecurveError(f"nothing to test: {operation} {algorithm} has no such version")
    is_drawn = public == "drawn"
    question = ask.Asked(model, traces, test, order, noise, seed, is_drawn, begin, end, calls, output, pairs, by)
    with Progress("traces", traces) as progress:
        found = ask.answer(bench.select(requests[0]), question, progress)
    rows = found.rows if isinstance(found, Answer) else found
    if not for_programs(rows, form):
        show(rows)
    if target:
        target.write(plot.drawn(found, form_of_chart))


def show(rows: list[dict]) -> None:
    """The strongest rows for people."""
    out = console()
    head = rows[0]
    out.print(Text(title(head), "bold cyan"))
    if "recovered" in head:
        out.print(Text(head["evidence"]))
        return
    has_modules = any(row["module"] for row in rows)
    columns = ["routine", "instruction", "source", "t", "threshold", "leaking samples"]
    table = plain_table(*(["module"] if has_modules else []), *columns)
    for row in rows[:SHOWN]:
        t = "infinite" if row["t_max"] is None else f"{row['t_max']:,.1f}"
        t = "traces part here" if row["parted"] else t
        style = "bold red" if row["leaks"] else None
        counts = f"{row['leaking']:,} of {row['samples']:,}"
        places = [*([row["module"]] if has_modules else []), row["routine"], row["instruction"], row["source"] or ""]
        table.add_row(*places, Text(t, style or ""), f"{row['threshold']}", counts)
    out.print(table)
    if len(rows) > SHOWN:
        print(f"{len(rows) - SHOWN} weaker rows: --format json", file=sys.stderr)
