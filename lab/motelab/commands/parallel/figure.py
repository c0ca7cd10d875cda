"""`./motecurve parallel figure`: figures of arruda2014, redrawn with ours beside."""

import click

from motelab.common import charts
from motelab.common.names import one_of
from motelab.keys.targets import Target
from motelab.parallel.paper import figures
from motelab.report import tables

SOURCE = "arruda2014"


@click.command("figure")
@click.argument("number")
@click.option("-o", "--output", required=True, metavar="FILE", help="A file whose name ends with .svg or .png.")
def command(number: str, output: str) -> None:
    """Draws a figure of arruda2014, as printed and from the committed records.

    NUMBER is 8 or 11 (the order of the tests), 9, 10, 12, 13 (modular multiplications), 18 or 19 (scalar
    multiplications). Rows that share processors are left out.

    \b
    Examples:
      ./motecurve parallel figure 9 -o figure-9.svg
      ./motecurve parallel figure 18 -o figure-18.png
    """
    one_of(f"figure of {SOURCE} with ours beside", number, figures.FIGURES)
    form = charts.form_of(output)
    target = Target(output)
    target.write(figures.drawn(number, form, tables.printed_in_parallel(SOURCE)))
