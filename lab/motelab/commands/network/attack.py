"""`./motecurve network attack`: what an attacker with a radio achieves against each scheme."""

import functools

import click

from motelab import ROOT
from motelab.common import markdown
from motelab.common.errors import MotecurveError
from motelab.common.files import write_atomically
from motelab.common.names import one_of
from motelab.common.progress import Progress
from motelab.network.air import run
from motelab.network.air.run import ATTACKS, summary
from motelab.network.simulation.schemes import SCHEMES
from motelab.report.display import console, for_programs, format_option, table_of

PAGE = ROOT / "docs/network/attacks.md"


@click.command("attack")
@click.option("--scheme", "schemes", multiple=True, help=f"{', '.join(SCHEMES)}; may be repeated.  [default: all]")
@click.option("--attack", "attacks", multiple=True, help=f"{', '.join(ATTACKS)}; may be repeated.  [default: all]")
@click.option("--seed", type=int, default=0, show_default=True, help="Of nodes, noise and the attacker.")
@click.option("--write", is_flag=True, help="Write the tables of docs/network/attacks.md; takes no other option.")
@format_option
def command(schemes, attacks, seed, write, form):
    """Attacks two nodes over a simulated air, and prints what each attack comes to against each scheme.

    The nodes are the engine of src/network itself; each computation takes as long as on a MICAz. An attack holds, costs
    (the honest pair has its key in time, but at more than twice the time or energy), or works. docs/network/attacks.md
    says what each attack does.

    \b
    Examples:
      ./motecurve network attack --scheme global --attack forged-hello
      ./motecurve network attack --scheme leap --format csv
      ./motecurve network attack
    """
    if write and (schemes or attacks or seed):
        raise MotecurveError("--write writes the whole table; give it without --scheme, --attack and --seed")
    chosen = [one_of("scheme", name, SCHEMES) for name in schemes] or list(SCHEMES)
    wanted = [one_of("attack", name, ATTACKS) for name in attacks] or list(ATTACKS)
    rows = attacked(chosen, wanted, seed)
    if write:
        write_page(rows)
    elif not for_programs(rows, form):
        console().print(table_of(pivot(rows)))


def attacked(schemes: list[str], attacks: list[str], seed: int) -> list[run.Row]:
    """The rows, with progress on stderr."""
    rows = []
    with Progress("attacking", len(schemes) * len(attacks)) as progress:
        for scheme in schemes:
            for attack in attacks:
                rows.append(run.run(scheme, attack, seed))
                progress(len(rows), len(schemes) * len(attacks), f"{attack} on {scheme}: {rows[-1]['result']}")
    return rows


def pivot(rows: list[run.Row]) -> list[dict[str, str]]:
    """A line for each attack, a column for each scheme."""
    lines: dict[str, dict[str, str]] = {}
    for row in rows:
        lines.setdefault(row["attack"], {"attack": row["attack"]})[row["scheme"]] = cell(row)
    return list(lines.values())


def cell(row: run.Row) -> str:
    """The result, with seconds until keyed and millijoules a minute."""
    if row["keyed_s"] is None:
        return row["result"]
    return f"{row['result']}: {row['keyed_s']:.0f} s, {row['mj_a_minute']:.1f} mJ"


def write_page(rows: list[run.Row]) -> None:
    """All tables of the page, of their schemes' rows."""
    blocks = {name: functools.partial(made, rows) for name, made in TABLES.items()}
    write_atomically(PAGE, markdown.filled(PAGE.read_text(), blocks))


def table(rows: list[run.Row]) -> str:
    lines = pivot(rows)
    columns = [f"`{name}`" for name in lines[0] if name != "attack"]
    return markdown.table(
        ("attack", *columns), [(f"`{line.pop('attack')}`", *line.values()) for line in lines], texts=1 + len(columns)
    )


def what(rows: list[run.Row]) -> str:
    """What each attack does."""
    return markdown.table(
        ("attack", "what the attacker does"), [(f"`{name}`", f"{summary(name)}.") for name in ATTACKS]
    )


def spent(rows: list[run.Row]) -> str:
    """What availability costs, a minute."""
    of = ("frames_a_minute", "processor_s_a_minute", "mj_a_minute", "peace_mj_a_minute", "forged_a_minute")
    found = [row for row in rows if row["peace_keyed_s"] is not None]
    lines = [
        (f"`{row['attack']}`", f"`{row['scheme']}`", until(row["peace_keyed_s"]), until(row["keyed_s"]),
         *(f"{row[name]:,.2f}" for name in of))
        for row in found
    ]  # fmt: skip
    headings = (
        "attack",
        "scheme",
        "keyed s in peace",
        "attacked",
        "frames",
        "processor s",
        "mJ",
        "mJ in peace",
        "forged",
    )
    return markdown.table(headings, lines, texts=2)


def until(seconds: float | None) -> str:
    return "never" if seconds is None else f"{seconds:,.1f}"


TABLES = {"attack_kinds": what, "attack_results": table, "attack_costs": spent}
