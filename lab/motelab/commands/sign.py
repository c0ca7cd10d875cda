"""`./motecurve sign`: the ECDSA or EdDSA signature of a file."""

import click

from motelab.keys import options, signatures, streams
from motelab.keys.signatures import Form
from motelab.keys.targets import Target


@click.command("sign")
@click.argument("key")
@click.argument("file")
@options.output
@options.passphrase_file
@options.hash_name
@options.signature_format
@options.context
@options.prehash
@options.low_s
@options.ecdsa
def command(
    key: str,
    file: str,
    output: str,
    passphrase_file: str | None,
    hash_name: str | None,
    encoding: str | None,
    context: str | None,
    prehash: bool,
    low_s: bool,
    ecdsa: bool,
) -> None:
    """Signs a file: with EdDSA by a key on Ed25519 or Ed448, else with ECDSA.

    The nonce of ECDSA is made from key and digest (RFC 6979, by HMAC with the hash of the file, or with SHA-256 if
    that hash is a SHA-3). The same inputs give the same signature, here and elsewhere.

    \b
    Examples:
      ./motecurve sign own.pem letter.txt -o letter.sig
      ./motecurve sign ed25519.pem letter.txt --context "node 17" -o letter.sig
      ./motecurve sign own.pem - --hash sha512 --format raw < letter.txt | od -An -tx1
    """
    streams.refuse_two_streams(key, file)
    target = Target(output, (key, file, passphrase_file))
    own = options.load_private(key, passphrase_file)
    form = Form(hash_name, encoding, context, prehash, low_s, ecdsa)
    target.write(signatures.sign(own, streams.Message(file), form))
