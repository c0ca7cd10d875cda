"""Groups of commands whose help shows the whole first sentence of each command."""

import click

NO_LIMIT = 10_000  # characters


class WholeHelp(click.Group):
    """Breaks the description of a command into lines, where click's own groups cut it off."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        found = ((name, self.get_command(ctx, name)) for name in self.list_commands(ctx))
        with formatter.section("Commands"):
            formatter.write_dl([(name, command.get_short_help_str(NO_LIMIT)) for name, command in found])
