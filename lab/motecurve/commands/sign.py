"""`./motecurve sign`: the ECDSA signature of a file."""

import click

from motecurve.keys import model, options, streams


@click.command("sign")
@click.argument("key")
@click.argument("file")
@options.output
@options.passphrase_file
@options.hash_name
@options.signature_format
def command(key: str, file: str, output: str, passphrase_file: str | None, hash_name: str, encoding: str) -> None:
    """Signs a file with ECDSA. The nonce is made from key and digest (RFC 6979, by HMAC with the hash of the file; with
    SHA-256 where that is a SHA-3), so that the same inputs give the same signature, here and elsewhere.

    \b
    Examples:
      ./motecurve sign own.pem letter.txt -o letter.sig
      ./motecurve sign own.pem - --hash sha512 --format raw < letter.txt | xxd
    """
    streams.refuse_two_streams(key, file)
    own = options.load_private(key, passphrase_file)
    signature = model.sign(own, streams.read(file, "the file"), hash_name, encoding == "der")
    streams.write(output, signature)
