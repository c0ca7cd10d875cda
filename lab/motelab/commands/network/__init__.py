"""`./motecurve network`: key establishment in networks of motes."""

import importlib
import pkgutil

import click

from motelab.common.whole_help import WholeHelp


@click.group("network", cls=WholeHelp)
def command() -> None:
    """Key establishment in networks of motes: every pair of neighbours comes to share a key, by one of seven schemes.

    docs/network/ says how the schemes work and how each command computes its figures.

    \b
    Example:
      ./motecurve network emulate --motes 2 --scheme ecqv
    """


for module in pkgutil.iter_modules(__path__):
    command.add_command(importlib.import_module(f"{__name__}.{module.name}").command)
