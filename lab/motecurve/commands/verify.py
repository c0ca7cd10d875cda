"""`./motecurve verify`: whether an ECDSA signature is valid."""

import click

from motecurve.keys import model, options, streams


@click.command("verify")
@click.argument("key")
@click.argument("signature")
@click.argument("file")
@options.passphrase_file
@options.hash_name
@options.signature_format
@click.pass_context
def command(
    context: click.Context,
    key: str,
    signature: str,
    file: str,
    passphrase_file: str | None,
    hash_name: str,
    encoding: str,
) -> None:
    """Verifies the ECDSA signature of a file. Exits with 1 if it is not valid, with 2 if it is no signature at all.

    Example: ./motecurve verify own-public.pem letter.sig letter.txt
    """
    streams.refuse_two_streams(key, signature, file)
    public = options.load(key, passphrase_file).public
    octets, message = streams.read(signature, "the signature"), streams.read(file, "the file")
    if model.verify(public, octets, message, hash_name, encoding == "der"):
        click.echo("the signature is valid")
    else:
        click.echo("motecurve: the signature is not valid for this key, file and hash", err=True)
        context.exit(1)
