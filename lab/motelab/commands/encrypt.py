"""`./motecurve encrypt`: a file for the owner of a public key."""

import click

from motelab.keys import messages, options, streams
from motelab.keys.targets import Target


@click.command("encrypt")
@click.argument("key")
@click.argument("file", default="-")
@options.output
@click.option("--cipher", type=click.Choice(messages.CIPHERS), default="aes256", show_default=True, help="In CTR mode.")
@click.option(
    "--kdf", type=click.Choice(messages.KDFS), default="x963", show_default=True, help="How keys are derived."
)
@click.option(
    "--hash",
    "hash_name",
    type=click.Choice(messages.HASHES),
    default="sha256",
    show_default=True,
    help="Of the key derivation and of the HMAC that authenticates.",
)
@options.passphrase_file
def command(
    key: str, file: str, output: str, cipher: str, kdf: str, hash_name: str, passphrase_file: str | None
) -> None:
    """Encrypts a file, or stdin, with ECIES (SEC 1, 5.1) for the owner of a public key or of a certificate; the
    certificate itself is not checked. Each run gives another result. docs/encryption.md describes the file.

    \b
    Examples:
      ./motecurve encrypt peer-public.pem letter.txt -o letter.enc
      tar c folder | ./motecurve encrypt peer-public.pem --hash sha512 > folder.enc
    """
    streams.refuse_two_streams(key, file)
    target = Target(output, (key, file, passphrase_file))
    public = options.load(key, passphrase_file).public
    options.warn_if_weak(public.curve.name)
    suite = messages.Suite(cipher, kdf, hash_name)
    target.write(messages.encrypt(public, streams.Message(file), suite))
