"""The options by which a command measures somebody else's code instead of ours."""

from collections.abc import Sequence

import click
from click.core import ParameterSource

from motelab.boards.board import Board
from motelab.implementations import requests
from motelab.measure.bench import Request

# Options that choose among members of ours: name of the parameter, option, value that chooses nothing.
OF_OURS = (
    ("algorithm", "--algorithm", ""), ("windows", "--window", ()), ("window", "--window", None),
    ("backend", "--backend", None), ("profile", "--profile", "fast"), ("choices", "--with", ()),
    ("blinding", "--blinding", None), ("constant_time", "--ct and --var", None), ("versus", "--versus", None),
)  # fmt: skip


def options(command):
    """--implementation and --source."""
    of_name = click.option(
        "--implementation", default="", metavar="NAME|FOLDER",
        help="Somebody else's code, by its manifest (docs/open-bench.md). Without boards, operations or curves: all of"
        " its own.",
    )  # fmt: skip
    return of_name(click.option("--source", default="", metavar="DIR", help="The folder with that code.")(command))


def requested(
    implementation: str, source: str, devices: Sequence[Board], operations: Sequence[str], curves: Sequence[str]
) -> list[Request]:
    """The measurements of an implementation that the options of the current command name. UsageError for an option
    that chooses among algorithms of ours; MotecurveError as requests.expand."""
    context = click.get_current_context()
    for parameter, option, neutral in OF_OURS:
        if context.params.get(parameter, neutral) != neutral:
            raise click.UsageError(f"{option} is for this library's own algorithms; leave it out with --implementation")
    boards = [board.loaded_as for board in devices] if is_given(context, "devices", "device") else []
    return requests.expand(implementation, source, boards, operations, [curve for curve in curves if curve])


def is_given(context: click.Context, *names: str) -> bool:
    """Whether one of these parameters, of those that the command has, is on the command line."""
    given = (context.get_parameter_source(name) for name in names if name in context.params)
    return any(source is not ParameterSource.DEFAULT for source in given)
