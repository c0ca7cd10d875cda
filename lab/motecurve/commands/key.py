"""`./motecurve key`: key pairs, made, shown and converted."""

import hashlib
from typing import Any

import click
from rich.table import Table
from rich.text import Text

from motecurve.commands.curves import STYLES
from motecurve.common.errors import MotecurveError
from motecurve.common.whole_help import WholeHelp
from motecurve.keys import files, model, options, streams
from motecurve.keys.model import PrivateKey
from motecurve.keys.targets import Target
from motecurve.library.host import PointForm
from motecurve.report import display
from motecurve.subjects import curves, security


@click.group("key", cls=WholeHelp)
def command() -> None:
    """Makes, shows and converts keys, as OpenSSL and others write them.

    Keys are PEM or DER, public or private, encrypted or not.

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
@click.option("--passphrase-file", metavar="FILE", help="Encrypt the key with the first line of this file.")
@options.container
@options.sec1
@options.explicit
@options.point_form
def generate_command(
    curve: str,
    output: str,
    force: bool,
    passphrase_file: str | None,
    container: str,
    sec1: bool,
    explicit: bool,
    point: str,
) -> None:
    """Makes a private key, with its public key, from the operating system's random bytes.

    The file is readable by its owner alone. An existing file is replaced with --force alone.

    \b
    Examples:
      ./motecurve key generate --curve P-256 -o own.pem
      ./motecurve key generate --curve Curve25519 --passphrase-file passphrase -o own.pem
    """
    target = Target(output, (passphrase_file,), must_be_new=True, is_forced=force)
    passphrase = streams.passphrase(passphrase_file)
    layout = options.layout(
        container, is_sec1=sec1, passphrase=passphrase, is_explicit=explicit, form=options.FORMS[point]
    )
    found = curves.find(curve)
    options.warn_if_weak(found)
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
    """Writes the public key of a key, for others.

    \b
    Examples:
      ./motecurve key public own.pem -o own-public.pem
      ./motecurve key public own.pem --point compressed --format der | xxd
    """
    target = Target(output, (key, passphrase_file), must_be_new=True, is_forced=force)
    layout = options.layout(container, is_explicit=explicit, form=options.FORMS[point])
    target.write(files.write(options.load(key, passphrase_file).public, layout))


@command.command("convert")
@click.argument("key")
@options.output
@options.force
@options.passphrase_file
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
    new_passphrase_file: str | None,
    container: str,
    sec1: bool,
    explicit: bool,
    point: str,
) -> None:
    """Writes the same key in another form; a private key stays one.

    It is written without encryption unless there is a new passphrase.

    \b
    Examples:
      ./motecurve key convert own.pem --format der -o own.der
      ./motecurve key convert own.pem --new-passphrase-file passphrase -o locked.pem
    """
    target = Target(output, (key, passphrase_file, new_passphrase_file), must_be_new=True, is_forced=force)
    found = options.load(key, passphrase_file)
    is_secret = isinstance(found.key, PrivateKey)
    if not is_secret and (sec1 or new_passphrase_file):
        raise MotecurveError(f"the key {key} is a public key; --sec1 and --new-passphrase-file are for private keys")
    layout = options.layout(
        container,
        is_sec1=sec1,
        passphrase=streams.passphrase(new_passphrase_file),
        is_explicit=explicit,
        form=options.FORMS[point],
    )
    target.write(files.write(found.key, layout), is_secret)


@command.command("show")
@click.argument("key")
@options.passphrase_file
@display.format_option
def show_command(key: str, passphrase_file: str | None, form: str) -> None:
    """Shows a key file: its curve and how secure that is, the public key, how it is written.

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
    has_forms = public.curve.form == "Weierstrass"
    return {
        "kind": "private" if isinstance(found.key, PrivateKey) else "public",
        "curve": public.curve.name,
        "security": known.level,
        "security_in_words": known.words,
        "security_bits": known.bits,
        "field": public.curve.field_notation,
        "container": files.CONTAINERS[found.label],
        "format": "PEM" if found.is_pem else "DER",
        "public_key": public.octets.hex(),
        "compressed": public.encoded(PointForm.COMPRESSED).hex() if has_forms else None,
        "sha256_of_public_key_info": hashlib.sha256(information).hexdigest(),
    }
