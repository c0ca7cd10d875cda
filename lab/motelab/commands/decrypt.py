"""`./motecurve decrypt`: messages that `encrypt` encrypted."""

import click

from motelab.keys import messages, options, streams
from motelab.keys.targets import Target


@click.command("decrypt")
@click.argument("key")
@click.argument("file", default="-")
@options.output
@options.passphrase_file
@click.pass_context
def command(context: click.Context, key: str, file: str, output: str, passphrase_file: str | None) -> None:
    """Decrypts a file, or stdin, that ./motecurve encrypt made for this private key. It writes
    nothing unless the file is whole and unchanged. Exits with 1 if the file was changed or is for another key, with 2
    if it is malformed.

    \b
    Examples:
      ./motecurve decrypt own.pem letter.enc -o letter.txt
      ./motecurve decrypt own.pem < folder.enc | tar x
    """
    streams.refuse_two_streams(key, file)
    target = Target(output, (key, file, passphrase_file))
    own = options.load_private(key, passphrase_file)
    what = "stdin" if file == streams.STREAM else file
    try:
        message = messages.decrypt(own, streams.Message(file), what)
    except messages.Forged as error:
        click.echo(f"motecurve: {error}", err=True)
        context.exit(1)
    target.write(message, is_secret=True)
