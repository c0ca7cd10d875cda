"""`./motecurve batch`: rates of verification of many signatures on this computer."""

import sys

import click
from rich import box
from rich.console import Console
from rich.table import Table

from motelab.library import native_build
from motelab.measure import batch_rates
from motelab.report.display import for_programs, format_option
from motelab.subjects import curves, security

DEFAULT_CURVES = ("sect163k1", "sect283k1", "sect283r1", "secp256r1", "Ed25519")


@click.command("batch")
@click.option("--curve", "names", multiple=True, help="Curve by name or alias; may be repeated.")
@click.option("--signatures", default=64, show_default=True, help="Signatures in a batch.")
@click.option("--signers", type=int, multiple=True, help="Keys that made them; may be repeated.  [default: 1, and all]")
@click.option(
    "--versus", type=click.Choice(sorted(native_build.OTHERS)), help="Another library to compare with, singly."
)
@format_option
def command(names, signatures, signers, versus, form):
    """Measures how many signatures are verified in a second.

    They are verified one by one; as a batch of standard signatures of ECDSA (a); as a batch of extended ones (b), a
    format of this library; as a batch of signatures of EdDSA (c). Each way has first named a bad signature.

    \b
    Examples:
      ./motecurve batch
      ./motecurve batch --curve secp256r1 --signatures 64 --signers 64 --format json
      ./motecurve batch --curve sect283k1 --signatures 1024 --versus openssl
    """
    chosen = [curves.find(name, curves.built()) for name in names or DEFAULT_CURVES]
    records = [
        batch_rates.measure(curve, signatures, count)
        for curve in chosen
        for count in (signers or dict.fromkeys((1, signatures)))
    ]
    if versus:
        records = [record | batch_rates.beside(record, curves.find(record["curve"]), versus) for record in records]
    if not for_programs(records, form):
        Console(width=None if sys.stdout.isatty() else 100).print(table(records))


WAYS = {"standard": "(a)", "extended": "(b)", "eddsa": "(c)"}
TITLE = "signatures verified in a second: (a) standard, (b) extended, (c) EdDSA"


def table(records: list[batch_rates.Record]) -> Table:
    """The records for people."""
    result = Table(title=TITLE, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    ways = {way: name for way, name in WAYS.items() if any(f"{way}_ratio" in r for r in records)}
    headings = ["curve", "signatures", "signers", "singly"]
    headings += [heading for name in ways.values() for heading in (name, f"{name} ratio")]
    if any("versus" in r for r in records):
        headings += [next((r["versus"] for r in records if r["versus"]), "the other library"), "to it"]
    for heading in headings:
        result.add_column(heading, justify="left" if heading == "curve" else "right")
    for r in records:
        cells = [r["signatures"], r["signers"], r["single_per_second"]]
        cells += [cell for way in ways for cell in (r.get(f"{way}_per_second"), r.get(f"{way}_ratio"))]
        cells += [r["versus_per_second"], r["versus_ratio"]] if "versus" in r else []
        result.add_row(security.marked(r["curve"]), *map(shown, cells))
    return result


def shown(cell: float | None) -> str:
    """A figure, or what stands for one that does not exist."""
    return "-" if cell is None else f"{cell:.2f}" if isinstance(cell, float) else f"{cell:,}"
