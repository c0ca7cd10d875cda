"""`./motecurve plot`: a chart of records, as SVG or PNG."""

import click

from motelab.common import charts, names
from motelab.compare import record_files
from motelab.keys.targets import Target
from motelab.measure.records import Record
from motelab.report import record_plot


@click.command("plot")
@click.argument("records", nargs=-1)
@click.option("--x", type=click.Choice(list(record_plot.AXES)), default=record_plot.FIELD_BITS, show_default=True)
@click.option("--y", type=click.Choice(list(record_plot.AXES)), default="cycles", show_default=True)
@click.option("--by", type=click.Choice(record_plot.GROUPS), default="board", show_default=True, help="A line each.")
@click.option("--board", multiple=True, help="Only records of this board; may be repeated.")
@click.option("--op", "operation", multiple=True, help="Only of this operation; may be repeated.")
@click.option("--curve", multiple=True, help="Only of this curve; may be repeated.")
@click.option("--algorithm", multiple=True, help="Only of this algorithm; may be repeated.")
@click.option("-o", "--output", required=True, metavar="FILE", help="A file whose name ends with .svg or .png.")
def command(
    records: tuple[str, ...],
    x: str,
    y: str,
    by: str,
    board: tuple[str, ...],
    operation: tuple[str, ...],
    curve: tuple[str, ...],
    algorithm: tuple[str, ...],
    output: str,
) -> None:
    """Draws figures of records against each other, as SVG or PNG.

    RECORDS are files that bench --format json or records wrote, folders of such files, or git revisions; without any,
    the committed records of this checkout. An axis is logarithmic where its values lie far apart.

    \\b
    Examples:
      ./motecurve plot --op ecdh --board micaz --board telosb -o ecdh.svg            cycles against size of field
      ./motecurve bench --op scalar-mult --algorithm all --curve sect163k1 --format json > mult.json
      ./motecurve plot mult.json --x flash_bytes --by algorithm -o mult.png
    """
    form = charts.form_of(output)
    target = Target(output, records)
    found = [r for name in records for r in record_files.read(name)] if records else record_files.of_checkout()
    for name, values in {"board": board, "operation": operation, "curve": curve, "algorithm": algorithm}.items():
        found = only(found, name, values)
    target.write(record_plot.drawn(found, x, y, by, form))


def only(records: list[Record], name: str, values: tuple[str, ...]) -> list[Record]:
    """The records with one of the values, or all; MotecurveError for a value that no record has."""
    for value in values:
        names.one_of(f"{name} in these records", value, {record[name] for record in records} - {None})
    return [record for record in records if not values or record[name] in values]
