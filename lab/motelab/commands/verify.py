"""`./motecurve verify`: whether an ECDSA or EdDSA signature is valid."""

import click

from motelab.keys import options, signatures, streams
from motelab.keys.signatures import Form


@click.command("verify")
@click.argument("key")
@click.argument("signature")
@click.argument("file")
@options.passphrase_file
@options.hash_name
@options.signature_format
@options.context
@options.prehash
@options.strict
@options.ecdsa
@click.pass_context
def command(
    click_context: click.Context,
    key: str,
    signature: str,
    file: str,
    passphrase_file: str | None,
    hash_name: str | None,
    encoding: str | None,
    context: str | None,
    prehash: bool,
    strict: bool,
    ecdsa: bool,
) -> None:
    """Verifies the signature of a file, by EdDSA or ECDSA as the key says.

    Exits with 1 if the signature is not valid, with 2 if it is malformed.

    A certificate is taken for its public key; neither its issuer nor its dates are checked.

    \b
    Examples:
      ./motecurve verify own-public.pem letter.sig letter.txt
      ./motecurve verify certificate.pem letter.sig letter.txt
    """
    streams.refuse_two_streams(key, signature, file)
    public = options.load(key, passphrase_file).public
    octets = streams.read(signature, "the signature")
    form = Form(hash_name, encoding, context, prehash, strict, ecdsa)
    if signatures.verify(public, octets, streams.Message(file), form):
        click.echo("the signature is valid")
    else:
        what = "context" if public.curve.form == "eddsa" else "hash"
        click.echo(f"motecurve: the signature is not valid for this key, file and {what}", err=True)
        click_context.exit(1)
