"""`./motecurve ibe`: identity-based encryption, signatures and agreements on files."""

import click

from motelab.commands.ibe import authority, look, owner
from motelab.common.whole_help import WholeHelp


@click.group("ibe", cls=WholeHelp)
def command() -> None:
    """Identity-based cryptography on files: a name is a public key, and an authority gives its owner the private key.

    The authority can decrypt and sign for everybody; `split` shares that power among several.
    docs/pairings/identity-based.md has the schemes, docs/pairings/safe-for.md says what each group is safe for.

    \b
    Examples:
      ./motecurve ibe setup -o master.pem --parameters parameters.pem
      ./motecurve ibe encrypt parameters.pem "node 17" letter.txt -o letter.ibe
      ./motecurve ibe extract master.pem "node 17" -o node-17.pem
      ./motecurve ibe decrypt node-17.pem letter.ibe
    """


for one in (*authority.COMMANDS, *owner.COMMANDS, *look.COMMANDS):
    command.add_command(one)
