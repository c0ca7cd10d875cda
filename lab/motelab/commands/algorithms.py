"""`./motecurve algorithms`: the members that the library holds, from the headers of their files."""

import dataclasses

import click

from motelab.common.names import one_of
from motelab.report import display
from motelab.subjects import registry


@click.command("algorithms")
@click.option("--family", help="Only members of this family, such as fb-mul or scalar-mult.")
@display.format_option
def command(family: str | None, form: str) -> None:
    """Lists every algorithm: family, source, constant-time class, windows, tables.

    Example: ./motecurve algorithms --family fb-mul
    """
    found = registry.load()
    if family is not None:
        one_of("family", family, [algorithm.family for algorithm in found])
        found = tuple(algorithm for algorithm in found if algorithm.family == family)
    if not display.for_programs([dataclasses.asdict(algorithm) for algorithm in found], form):
        display.algorithms(found)
