"""Questions about the options of the command that runs."""

import click
from click.core import ParameterSource


def is_given(context: click.Context, *names: str) -> bool:
    """Whether one of these parameters, of those that the command has, is on the command line."""
    given = (context.get_parameter_source(name) for name in names if name in context.params)
    return any(source is not ParameterSource.DEFAULT for source in given)
