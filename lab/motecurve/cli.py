"""The command line: a click group that loads every module of motecurve.commands, each with one `command`."""

import importlib
import pkgutil
import sys

import click

from motecurve import commands
from motecurve.errors import MotecurveError


class Lab(click.Group):
    """Finds `motecurve.commands.<name>.command`; a new command is a new file there."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(module.name for module in pkgutil.iter_modules(commands.__path__))

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in self.list_commands(ctx):
            return None
        return importlib.import_module(f"motecurve.commands.{name}").command


@click.group(cls=Lab, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
def lab() -> None:
    """What every algorithm of Motecurve costs on a device, each figure from a verified run.

    Example: ./motecurve bench --op fb-mul --algorithm all
    """


def main() -> None:
    """Runs the command line; a user's error is one line on stderr and exit status 2."""
    try:
        # What a command ends with by Context.exit comes back as a value; commands themselves return None.
        sys.exit(lab.main(prog_name="motecurve", standalone_mode=False) or 0)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except MotecurveError as error:
        click.echo(f"motecurve: {error}", err=True)
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        click.echo("motecurve: stopped", err=True)
        sys.exit(130)
