"""`./motecurve parallel`: multiplications and scalar multiplications on several threads of this computer."""

import click

from motelab.commands.parallel import elsewhere, figure, modmul, predict, scalar_mult
from motelab.common.whole_help import WholeHelp


@click.group("parallel", cls=WholeHelp)
def command() -> None:
    """Measures modular and scalar multiplications on several threads of this computer (arruda2014).

    Example: ./motecurve parallel modmul --bits 1024 --engine pool
    """


command.add_command(modmul.command)
command.add_command(predict.command)
command.add_command(elsewhere.record)
command.add_command(elsewhere.take_in)
command.add_command(figure.command)
command.add_command(scalar_mult.command)
