"""Commands that look at files: info, check."""

import hashlib
import time
from typing import Any

import click
from rich.table import Table
from rich.text import Text

import motecurve
from motelab.commands.curves import STYLES
from motelab.common.errors import MotecurveError
from motelab.ibe import dates, documents, groups, options
from motelab.ibe.documents import MASTER, PARAMETERS, PARTIAL_KEY, PRIVATE_KEY, PUBLIC_SHARE, SHARE, Document
from motelab.keys import streams
from motelab.report import display


@click.command("info")
@click.argument("file")
@options.passphrase_file
@display.format_option
def info(file: str, passphrase_file: str | None, form: str) -> None:
    """Shows a file: what it is, its group, the security of the curve and of the extension field, the identity and its
    days. Nothing secret is shown.

    \b
    Examples:
      ./motecurve ibe info node-17.pem
      ./motecurve ibe info letter.ibe --format json
    """
    where = "stdin" if file == streams.STREAM else file
    found = documents.parse(documents.message(file), where, streams.passphrase(passphrase_file))
    documents.check(found, where)
    row = details(found)
    if display.for_programs([row], form):
        return
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in row.items():
        style = STYLES.get(row["security"], "bold red") if name == "security" else ""
        table.add_row(name.replace("_", " "), Text("-" if value is None else str(value), style))
    display.console().print(table)


def details(found: Document) -> dict[str, Any]:
    """Everything about a file that is not secret."""
    known, identity = groups.security(found.group_name), found.identity
    public = b"" if found.kind in documents.SECRET else b"".join(found.objects)
    return {
        "kind": documents.KINDS[found.kind],
        "group": found.group_name,
        "security": known.level,
        "security_in_words": known.words,
        "curve_bits": known.curve_bits,
        "extension_field_bits": known.extension_field_bits,
        "use": found.use,
        "name": identity.octets.decode(errors="backslashreplace") if identity else None,
        "valid_from": dates.words(identity.not_before) if identity else None,
        "valid_until": dates.words(identity.not_after) if identity else None,
        "validity": _validity(found) if identity else None,
        "index": found.index if found.kind != PUBLIC_SHARE else None,
        "threshold": found.threshold,
        "shares": len(found.objects) if found.kind == PUBLIC_SHARE else None,
        "bytes": sum(map(len, found.objects)),
        "sha256": hashlib.sha256(public).hexdigest() if public else None,
    }


def _validity(found: Document) -> str:
    """Of a key's identity now."""
    assert found.identity is not None
    try:
        found.group.check_identity(found.identity, int(time.time()))
    except motecurve.ExpiredError:
        return "expired"
    except motecurve.NotYetValidError:
        return "not yet valid"
    return "valid"


@click.command("check")
@click.argument("file")
@click.argument("parameters")
@click.option("--public-shares", metavar="FILE", help="Those of the split; for shares and parts of keys.")
@options.passphrase_file
@options.insecure
def check(file: str, parameters: str, public_shares: str | None, passphrase_file: str | None, insecure: bool) -> None:
    """Checks that a private key, a part of one, a share, public shares or a master secret are those of the parameters.

    Whoever receives a key checks it before its first use.

    \b
    Examples:
      ./motecurve ibe check node-17.pem parameters.pem
      ./motecurve ibe check part-1.pem parameters.pem --public-shares shares/public-shares.pem
    """
    streams.refuse_two_streams(file, parameters, *filter(None, (public_shares,)))
    kinds = (PRIVATE_KEY, PARTIAL_KEY, SHARE, PUBLIC_SHARE, MASTER)
    found = documents.load(file, "the file", kinds, insecure, passphrase_file)
    known = documents.load(parameters, "the parameters", (PARAMETERS,), insecure)
    documents.same_group(found, known)
    with documents.refusals(f"the parameters {parameters}"):
        known.group.check_parameters(known.object)
    if found.kind in (SHARE, PARTIAL_KEY):
        if public_shares is None:
            raise MotecurveError(f"{file} is {documents.KINDS[found.kind]}: name the public shares by --public-shares")
        _check_part(found, file, known, documents.load(public_shares, "the file", (PUBLIC_SHARE,), insecure))
    else:
        _check_whole(found, file, known)
    click.echo(f"{documents.KINDS[found.kind]} of these parameters")


def _check_whole(found: Document, file: str, known: Document) -> None:
    group = documents.same_group(found, known)
    with documents.refusals(file):
        if found.kind == PRIVATE_KEY:
            assert found.identity is not None and found.use is not None
            group.check_private_key(found.object, found.identity, found.use, known.object)
        elif found.kind == PUBLIC_SHARE:
            group.check_public_shares(found.objects, known.object)
        elif group.parameters(found.object) != known.object:
            raise MotecurveError(f"{file} is another master secret than that of the parameters")


def _check_part(found: Document, file: str, known: Document, public: Document) -> None:
    group = documents.same_group(found, known, public)
    own = public.with_index(found.index)
    if own is None:
        raise MotecurveError(f"{file} is of share {found.index}, and there is no public share of that number")
    with documents.refusals("the public shares"):
        group.check_public_shares(public.objects, known.object)
    with documents.refusals(file):
        if found.kind == SHARE:
            group.check_share(found.object, own)
        else:
            assert found.identity is not None and found.use is not None
            group.check_partial_key(found.object, found.identity, found.use, own)


COMMANDS = (info, check)
