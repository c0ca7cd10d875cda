"""The reference of ./motecurve, from the help texts of its commands."""

import importlib
import pkgutil

import click

from motelab import commands

WIDTH = 100


def page() -> str:
    """The page in Markdown: a heading for each command and for each command of a group."""
    found = {name: importlib.import_module(f"{commands.__name__}.{name}").command for name in names()}
    parts = ["# Commands", "Each is called as `./motecurve COMMAND`, and prints this with `--help`."]
    rows = [f"| [`{name}`](#{name}) | {command.get_short_help_str(limit=200)} |" for name, command in found.items()]
    parts.append("\n".join(["| command | does |", "|---|---|", *rows]))
    for name, command in found.items():
        parts += sections(command, click.Context(click.Group("./motecurve"), info_name="./motecurve"), name)
    return "\n\n".join(parts) + "\n"


def names() -> list[str]:
    """Names of the commands."""
    return sorted(module.name for module in pkgutil.iter_modules(commands.__path__))


def sections(command: click.Command, parent: click.Context, called: str) -> list[str]:
    """A command's heading and help, and those of its subcommands."""
    context = click.Context(command, info_name=called.split()[-1], parent=parent, max_content_width=WIDTH)
    parts = [f"## {called} {{ #{called.replace(' ', '-')} }}", f"```text\n{command.get_help(context)}\n```"]
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            parts += sections(command.get_command(context, name), context, f"{called} {name}")
    return parts
