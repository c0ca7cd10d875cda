"""Options and steps that the commands on keys share."""

import sys

import click

from motecurve import PrivateKey
from motecurve.keys import POINT_FORMS
from motelab.common.errors import MotecurveError
from motelab.keys import files, streams
from motelab.keys.model import HASHES
from motelab.subjects import security

output = click.option("-o", "--output", default="-", metavar="FILE", help="Where to write; without it, or -: stdout.")
force = click.option("--force", is_flag=True, help="Replaces an existing file, even one that holds a private key.")
passphrase_file = click.option(
    "--passphrase-file", metavar="FILE", help="Its first line opens an encrypted key, without a question."
)
encrypt = click.option("--encrypt", is_flag=True, help="Asks on the terminal for a passphrase that encrypts the key.")
container = click.option(
    "--format", "container", type=click.Choice(["pem", "der"]), default="pem", show_default=True, help="PEM or DER."
)
sec1 = click.option("--sec1", is_flag=True, help="A private key as in SEC 1 (RFC 5915), instead of PKCS #8.")
explicit = click.option("--explicit", is_flag=True, help="All parameters of the curve, instead of its name.")
point_form = click.option(
    "--point",
    type=click.Choice(list(POINT_FORMS)),
    default="uncompressed",
    show_default=True,
    help="Form of public keys.",
)
hash_name = click.option(
    "--hash", "hash_name", type=click.Choice(HASHES), help="Digest of the file; of ECDSA.  [default: sha256]"
)
context = click.option("--context", metavar="TEXT", help="Purpose of the signature; of EdDSA (Ed25519ctx, Ed448).")
low_s = click.option("--low-s", is_flag=True, help="Writes the one of the two signatures with s < n/2; of ECDSA.")
ecdsa = click.option("--ecdsa", is_flag=True, help="ECDSA even on SM2, a curve of another scheme that is not here.")
strict = click.option("--strict", is_flag=True, help="Refuse s above n/2, as Bitcoin does; of ECDSA.")
prehash = click.option("--prehash", is_flag=True, help="Of the file's digest (Ed25519ph, Ed448ph).")
signature_format = click.option(
    "--format",
    "encoding",
    type=click.Choice(["der", "raw"]),
    help="DER, as OpenSSL writes it, or r and s at full length; of ECDSA.  [default: der]",
)


def layout(container: str, **values) -> files.Layout:
    """How to write a key, from the options."""
    return files.Layout(is_pem=container == "pem", **values)


def load(name: str, passphrase_file: str | None = None) -> files.KeyFile:
    """The key of a file, of either kind; the passphrase of an encrypted one is that of the file, or asked for."""
    what = "the key on stdin" if name == streams.STREAM else f"the key {name}"
    data, passphrase = streams.read(name, "the key"), streams.passphrase(passphrase_file)
    if passphrase is None and files.is_encrypted(data, what):
        passphrase = streams.asked_passphrase(what)
    return files.read(data, passphrase, what)


def load_private(name: str, passphrase_file: str | None) -> PrivateKey:
    """The private key of a file; MotecurveError if it has a public key."""
    found = load(name, passphrase_file)
    if not isinstance(found.key, PrivateKey):
        raise MotecurveError(f"the key {name} is a public key; a private key is needed")
    return found.key


def warn_if_weak(curve_name: str) -> None:
    """One line on stderr."""
    known = security.of(curve_name)
    if known.level == "weak":
        print(f"motecurve: {curve_name} is weak: {known.words}", file=sys.stderr)
