"""`./motecurve ecdh`: the secret that two key pairs share."""

import click

from motelab.keys import model, options, streams
from motelab.keys.targets import Target


@click.command("ecdh")
@click.argument("key")
@click.argument("peer")
@options.output
@options.passphrase_file
@click.option("--cofactor", is_flag=True, help="The shared point times the cofactor (SEC 1, 3.3.2).")
def command(key: str, peer: str, output: str, passphrase_file: str | None, cofactor: bool) -> None:
    """Computes the secret of a private key and the public key of a peer.

    The secret is the shared point's x, as openssl pkeyutl -derive gives it. It is no key: derive keys from it.

    \b
    Examples:
      ./motecurve ecdh own.pem peer-public.pem -o secret
      ./motecurve ecdh own.pem peer-public.pem | sha256sum
    """
    streams.refuse_two_streams(key, peer)
    target = Target(output, (key, peer, passphrase_file))
    own = options.load_private(key, passphrase_file)
    target.write(bytes(model.agree(own, options.load(peer).public, cofactor)), is_secret=True)
