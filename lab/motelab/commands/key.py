"""`./motecurve key`: key pairs, made, shown and converted."""

import hashlib
from typing import Any

import click
from rich.table import Table
from rich.text import Text

from motecurve import PrivateKey
from motelab.commands.curves import STYLES
from motelab.common.errors import MotecurveError
from motelab.common.whole_help import WholeHelp
from motelab.keys import files, model, options, streams
from motelab.keys.targets import Target
from motelab.report import display
from motelab.subjects import curves, security


@click.group("key", cls=WholeHelp)
def command() -> None:
    """Makes, shows and converts keys, as OpenSSL and others write them.

    Keys are PEM or DER, public or private, encrypted or not. A certificate stands for its public key; neither its
    issuer nor its dates are checked. A passphrase is asked for on the terminal, or read from a file.

    \b
    Examples:
      ./motecurve key generate --curve P-256 -o own.pem
      ./motecurve key public own.pem -o own-public.pem
      ./motecurve key show own.pem
      ./motecurve key convert own.pem --sec1 -o own-sec1.pem
    """


@command.command("generate")
@click.option("--curve", required=True, help="Name, alias or object identifier; ./motecurve curves list.")
@options.output
@options.force
@options.encrypt
@click.option("--passphrase-file", metavar="FILE", help="Encrypt the key with the first line of this file.")
@options.container
@options.sec1
@options.explicit
@options.point_form
def generate_command(
    curve: str,
    output: str,
    force: bool,
    encrypt: bool,
    passphrase_file: str | None,
    container: str,
    sec1: bool,
    explicit: bool,
    point: str,
) -> None:
    """Makes a private key, with its public key, from the operating system's random bytes.

    The file is readable by its owner alone. An existing file is replaced only with --force.

    \b
    Examples:
      ./motecurve key generate --curve P-256 -o own.pem
      ./motecurve key generate --curve P-256 --encrypt -o own.pem
      ./motecurve key generate --curve Curve25519 --passphrase-file passphrase -o own.pem
    """
    target = Target(output, (passphrase_file,), must_be_new=True, is_forced=force)
    passphrase = streams.new_passphrase(passphrase_file, encrypt, "--passphrase-file")
    layout = options.layout(container, is_sec1=sec1, passphrase=passphrase, is_explicit=explicit, form=point)
    found = curves.find(curve)
    options.warn_if_weak(found.name)
    target.write(files.write(model.generate(found), layout), is_secret=True)


@command.command("public")
@click.argument("key")
@options.output
@options.force
@options.passphrase_file
@options.container
@options.explicit
@options.point_form
def public_command(
    key: str, output: str, force: bool, passphrase_file: str | None, container: str, explicit: bool, point: str
) -> None:
    """Writes the public key of a key or of a certificate, for others.

    \b
    Examples:
      ./motecurve key public own.pem -o own-public.pem
      ./motecurve key public certificate.pem -o peer-public.pem
      ./motecurve key public own.pem --point compressed --format der | od -An -tx1
    """
    target = Target(output, (key, passphrase_file), must_be_new=True, is_forced=force)
    layout = options.layout(container, is_explicit=explicit, form=point)
    target.write(files.write(options.load(key, passphrase_file).public, layout))


@command.command("convert")
@click.argument("key")
@options.output
@options.force
@options.passphrase_file
@options.encrypt
@click.option("--new-passphrase-file", metavar="FILE", help="Encrypt the result with the first line of this file.")
@options.container
@options.sec1
@options.explicit
@options.point_form
def convert_command(
    key: str,
    output: str,
    force: bool,
    passphrase_file: str | None,
    encrypt: bool,
    new_passphrase_file: str | None,
    container: str,
    sec1: bool,
    explicit: bool,
    point: str,
) -> None:
    """Writes the same key in another form; a private key stays private.

    It is written without encryption unless there is a new passphrase.

    \b
    Examples:
      ./motecurve key convert own.pem --format der -o own.der
      ./motecurve key convert own.pem --new-passphrase-file passphrase -o locked.pem
    """
    target = Target(output, (key, passphrase_file, new_passphrase_file), must_be_new=True, is_forced=force)
    found = options.load(key, passphrase_file)
    is_secret = isinstance(found.key, PrivateKey)
    if not is_secret and (sec1 or encrypt or new_passphrase_file):
        raise MotecurveError(
            f"the key {key} is a public key; --sec1, --encrypt and --new-passphrase-file are for private keys"
        )
    layout = options.layout(
        container,
        is_sec1=sec1,
        passphrase=streams.new_passphrase(new_passphrase_file, encrypt, "--new-passphrase-file"),
        is_explicit=explicit,
        form=point,
    )
    target.write(files.write(found.key, layout), is_secret)


@command.command("show")
@click.argument("key")
@options.passphrase_file
@display.format_option
def show_command(key: str, passphrase_file: str | None, form: str) -> None:
    """Shows a key file: its curve and the curve's security, the public key, the form of the file.

    Nothing secret of a private key is shown.

    Example: ./motecurve key show own.pem
    """
    row = details(options.load(key, passphrase_file))
    if display.for_programs([row], form):
        return
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in row.items():
        text = security.marked(str(value)) if name == "curve" else "-" if value is None else str(value)
        table.add_row(name.replace("_", " "), Text(text, STYLES[row["security"]] * (name == "security")))
    display.console().print(table)


def details(found: files.KeyFile) -> dict[str, Any]:
    """Everything about a key that is not secret."""
    public, known = found.public, security.of(found.public.curve.name)
    information = files.public_info(public, files.Layout())
    has_forms = public.curve.is_weierstrass
    return {
        "kind": "private" if isinstance(found.key, PrivateKey) else "public",
        "curve": public.curve.name,
        "security": known.level,
        "security_in_words": known.words,
        "security_bits": known.bits,
        "field": curves.find(public.curve.name).field_notation,
        "container": files.CONTAINERS[found.label],
        "format": "PEM" if found.is_pem else "DER",
        "beside_it": ", ".join(found.others) or None,
        "public_key": public.to_bytes().hex(),
        "compressed": public.to_bytes("compressed").hex() if has_forms else None,
        "sha256_of_public_key_info": hashlib.sha256(information).hexdigest(),
    }
