"""`./motecurve bounds`: goals beside lower bounds of their cycles."""

from typing import Any

import click
from rich import box
from rich.table import Table

from motelab.common.errors import MotecurveError
from motelab.common.progress import Progress
from motelab.compare import goals
from motelab.lower_bounds import derivation
from motelab.report import bounds, display, tables

COLUMNS = ("goal", "ours", "arithmetic", "bound", "gap")
WORK = ("operations", "products", "loads", "stores", "reads")


@click.command("bounds")
@click.option("--table", default=goals.RECORDS, show_default=True, help="A table of goals: records or a board.")
@click.option("--subject", default="", help="Only goals of subjects with these words, such as 'sect163k1 on micaz'.")
@click.option("--unreached", is_flag=True, help="Only goals that are not reached.")
@click.option("--fresh", is_flag=True, help="Measure ours instead of reading the committed records.")
@click.option("--explain", is_flag=True, help="The derivation of each bound, and our kernels beside it, measured.")
@display.format_option
def command(table: str, subject: str, unreached: bool, fresh: bool, explain: bool, form: str) -> None:
    """Sets each goal for cycles on a simulated board beside a lower bound.

    The bound is computed: the executed products, squares, sums and inversions of our multiplication of points, each at
    the least that the instructions of the processor allow, of arithmetic alone and with the loads and stores that it
    cannot do without. It holds for the algorithms of docs/lower-bounds.md; `gap` is our cycles divided by it. A goal
    below its bound is out of their reach; of one above it the bound says nothing.

    \b
    Examples:
      ./motecurve bounds --unreached
      ./motecurve bounds --subject 'sect163r2 on micaz' --explain
      ./motecurve bounds --table micaz --format csv
    """
    paired = bounds.paired(table, subject)
    if not paired:
        raise MotecurveError(f"the table {table} has no goal for cycles of {subject!r}")
    found = list(zip(paired, bounds.rows(paired, measured(paired, fresh)), strict=True))
    found = [(pair, row) for pair, row in found if not (unreached and row["reached"])]
    if explain:
        show_derivations([(match, row) for (_, match), row in found], form)
    elif not display.for_programs([row for _, row in found], form):
        show([row for _, row in found])


def measured(paired: tables.Paired, fresh: bool) -> dict:
    """Ours, from the committed records or measured."""
    wanted = tables.requests(paired)
    if not fresh:
        return tables.read(wanted)
    with Progress("measuring", len(wanted)) as progress:
        return tables.measure(wanted, fresh, progress)


def show(rows: list[dict[str, Any]]) -> None:
    """The rows for people, each attempt below its goal."""
    out = display.console()
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("goal of")
    for heading in COLUMNS:
        table.add_column(heading, justify="right")
    table.add_column("")
    for row in rows:
        named = f"{row['subject']}: {row['operation']}, {row['algorithm']}"
        table.add_row(named, *(display.figure(row[name]) for name in COLUMNS), bounds.verdict(row))
        for attempt in row["tried"]:
            table.add_row(f"  tried: {attempt['method']}", "", display.figure(attempt["cycles"]))
    out.print(table)


def show_derivations(found: list[tuple[bounds.Match, dict[str, Any]]], form: str) -> None:
    """The derivations of those goals that have a bound. An `operation` of a row is that of the part."""
    named = [
        {name: row[name] for name in bounds.DESCRIPTION} | {"goal_operation": row["operation"]} for _, row in found
    ]
    derived = [derivation.explanation(match.request) if row["bound"] else [] for match, row in found]
    flat = [goal | part for goal, parts in zip(named, derived, strict=True) for part in parts]
    if display.for_programs(flat, form):
        return
    for (_, row), parts in zip(found, derived, strict=True):
        click.echo(f"{row['subject']}: {row['operation']}, {row['algorithm']}: {bounds.verdict(row)}")
        for part in parts:
            click.echo("\n".join(in_words(part)))
        if row["bound"]:
            kernels = sum(part["by_kernel"] or 0 for part in parts)
            ours = f"these kernels alone take {kernels:,}"
            click.echo(f"  bound: {row['bound']:,} cycles; {ours}; the goal is {row['goal']:,}\n")


def in_words(part: dict[str, Any]) -> list[str]:
    """A part of a derivation, and below it our kernel."""
    work = ", ".join(f"{display.figure(part[kind])} {kind}" for kind in WORK if part[kind])
    lines = [f"  {part['operation']}: {part['many']:,} x {part['each']:,} = {part['bound']:,} cycles; each {work}"]
    if part["kernel"]:
        own = f"{part['our_cycles']:,} cycles, {part['our_loads']:,} loads, {part['our_stores']:,} stores"
        lines.append(f"    our {part['kernel']}: {own}; {part['many']:,} of them {part['by_kernel']:,}")
    return lines
