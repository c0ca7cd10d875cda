"""`./motecurve network model`: what holds in all small runs of the schemes' symbolic models, and the attacks found."""

import functools

import click
from rich.text import Text

from motelab import ROOT
from motelab.common import markdown
from motelab.common.errors import MotecurveError
from motelab.common.files import write_atomically
from motelab.common.names import one_of
from motelab.common.progress import Progress
from motelab.network.model.properties import HOLDS, PROPERTIES, Row, examined
from motelab.network.model.schemes import SCHEMES
from motelab.report.display import console, for_programs, format_option, table_of

PAGE = ROOT / "docs/network/model.md"
# Attacks that the page shows: one for each property that some scheme lacks.
SHOWN = (("identity", "global"), ("key-compromise", "ecqv"), ("forward-secrecy", "ibe"), ("authority", "sok"))


@click.command("model")
@click.option("--scheme", "schemes", multiple=True, help=f"{', '.join(SCHEMES)}; may be repeated.  [default: all]")
@click.option(
    "--property", "properties", multiple=True, help=f"{', '.join(PROPERTIES)}; may be repeated.  [default: all]"
)
@click.option("--write", is_flag=True, help="Write the tables of docs/network/model.md; takes no other option.")
@format_option
def command(schemes, properties, write, form):
    """Searches all small runs of each scheme with an attacker who owns the network, and prints what holds in them.

    A property holds in all states of the runs, or it fails, and the shortest run that breaks it is told: for a person
    where one scheme or one property is asked for. docs/network/model.md says what each property is, and what a model of
    messages leaves out.

    \b
    Examples:
      ./motecurve network model --scheme leap
      ./motecurve network model --scheme ecqv --property key-compromise
      ./motecurve network model --property agreement --format csv
    """
    if write and (schemes or properties):
        raise MotecurveError("--write writes the whole table; give it without --scheme and --property")
    chosen = [one_of("scheme", name, SCHEMES) for name in schemes] or list(SCHEMES)
    wanted = [one_of("property", name, PROPERTIES) for name in properties] or list(PROPERTIES)
    rows = searched(chosen, wanted)
    if write:
        write_page(rows)
    elif not for_programs(rows, form):
        for_people(rows, len(chosen) == 1 or len(wanted) == 1)


def searched(schemes: list[str], properties: list[str]) -> list[Row]:
    """The rows, with progress on stderr."""
    rows, wanted = [], [PROPERTIES[name] for name in properties]
    with Progress("searching", len(schemes)) as progress:
        for count, name in enumerate(schemes, 1):
            rows += examined(SCHEMES[name], wanted)
            progress(count, len(schemes), name)
    return rows


def for_people(rows: list[Row], has_traces: bool) -> None:
    out = console()
    out.print(table_of([{"scheme": row["scheme"], "property": row["property"], "": cell(row)} for row in rows]))
    if not has_traces:
        out.print("--scheme or --property tells the runs that break what fails.")
        return
    for row in rows:
        if row["trace"]:
            out.print(Text(f"\n{row['scheme']}, {row['property']}", "bold"))
            out.print(Text(numbered(row)))


def cell(row: Row) -> str:
    return f"holds ({row['states']:,} states)" if row["result"] == HOLDS else "fails"


def numbered(row: Row) -> str:
    return "\n".join(f"{number}. {line}" for number, line in enumerate(row["trace"], 1))


def write_page(rows: list[Row]) -> None:
    """All tables of the page, of all rows."""
    blocks = {name: functools.partial(made, rows) for name, made in TABLES.items()}
    write_atomically(PAGE, markdown.filled(PAGE.read_text(), blocks))


def what(rows: list[Row]) -> str:
    """What each property is, and the experiment beside it."""
    found = PROPERTIES.values()
    lines = [(f"`{one.name}`", one.says, f"`{one.experiment}`" if one.experiment else "") for one in found]
    return markdown.table(("property", "what it says", "experiment"), lines)


def table(rows: list[Row]) -> str:
    """A line for each property, a column for each scheme."""
    lines: dict[str, list[str]] = {}
    for row in rows:
        text = f"holds ({row['states']:,})" if row["result"] == HOLDS else "fails"
        lines.setdefault(row["property"], [f"`{row['property']}`"]).append(text)
    return markdown.table(("property", *(f"`{name}`" for name in SCHEMES)), lines.values())


def traces(rows: list[Row]) -> str:
    """The shortest attack on one scheme for each kind."""
    found = {(row["property"], row["scheme"]): row for row in rows}
    parts = [f"`{name}` of `{scheme}`:\n\n```\n{numbered(found[name, scheme])}\n```" for name, scheme in SHOWN]
    return "\n\n".join(parts)


def of(rows: list[Row]) -> str:
    """Which functions each model states."""
    lines = [(f"`{scheme.name}`", f"`{scheme.of}`") for scheme in SCHEMES.values()]
    return markdown.table(("model", "functions of `src/network/schemes`"), lines)


TABLES = {"model_properties": what, "model_results": table, "model_attacks": traces, "model_sources": of}
