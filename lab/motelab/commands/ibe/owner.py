"""The commands of those who have names or know them: encrypt, decrypt, sign, verify, agree."""

import click

import motecurve
from motecurve.ibe import Identity
from motelab.common.errors import MotecurveError
from motelab.ibe import dates, documents, options
from motelab.ibe.documents import CIPHERTEXT, PARAMETERS, PRIVATE_KEY, SIGNATURE, Document
from motelab.keys import options as key_options
from motelab.keys import streams
from motelab.keys.targets import Target


@click.command("encrypt")
@click.argument("parameters")
@click.argument("name")
@click.argument("file", default="-")
@options.since
@options.until
@options.at
@key_options.output
@options.insecure
def encrypt(
    parameters: str,
    name: str,
    file: str,
    since: str | None,
    until: str | None,
    at: str | None,
    output: str,
    insecure: bool,
) -> None:
    """Encrypts a file, or stdin, for the owner of a name. Each run gives another result.

    The owner's key must be of the same name and the same days; it need not exist yet.

    \b
    Examples:
      ./motecurve ibe encrypt parameters.pem "node 17" letter.txt -o letter.ibe
      tar c folder | ./motecurve ibe encrypt parameters.pem "node 17" --until 2027-01-31 > folder.ibe
    """
    streams.refuse_two_streams(parameters, file)
    target = Target(output, (parameters, file))
    identity, now = options.identity(name, since, until), dates.moment(at)
    known = _parameters(parameters, insecure)
    dates.require_valid(known.group, identity, now)
    message = documents.message(file)
    with documents.refusals("no encryption"):
        sealed = known.group.encrypt(known.object, identity, message)
    target.write(sealed)


@click.command("decrypt")
@click.argument("key")
@click.argument("file", default="-")
@options.at
@key_options.output
@options.passphrase_file
@options.insecure
@click.pass_context
def decrypt(
    context: click.Context,
    key: str,
    file: str,
    at: str | None,
    output: str,
    passphrase_file: str | None,
    insecure: bool,
) -> None:
    """Decrypts a file, or stdin, that ./motecurve ibe encrypt made for the name of this key. It writes nothing unless
    the file is whole and unchanged. Exits with 1 if the file was changed or is for another name, span of days or
    authority, with 2 if it is malformed or the key has expired.

    \b
    Examples:
      ./motecurve ibe decrypt node-17.pem letter.ibe -o letter.txt
      ./motecurve ibe decrypt node-17.pem --at 2027-01-15 < old.ibe
    """
    streams.refuse_two_streams(key, file)
    target = Target(output, (key, file, passphrase_file))
    own, _ = _own_key(key, "encryption", at, insecure, passphrase_file)
    sealed, where = documents.message(file, "the ciphertext"), "stdin" if file == streams.STREAM else file
    _require(sealed, where, CIPHERTEXT, own)
    try:
        with documents.refusals(where):
            message = own.group.decrypt(own.object, sealed)
    except documents.Refused as error:
        if not isinstance(error.__cause__, motecurve.MacError):
            raise
        click.echo(f"motecurve: {where} was changed, or was not encrypted for this key", err=True)
        context.exit(1)
    target.write(message, is_secret=True)


@click.command("sign")
@click.argument("key")
@click.argument("file")
@options.at
@key_options.output
@click.option("--deterministic", is_flag=True, help="Without random bytes: the same inputs give the same signature.")
@options.passphrase_file
@options.insecure
def sign(
    key: str,
    file: str,
    at: str | None,
    output: str,
    deterministic: bool,
    passphrase_file: str | None,
    insecure: bool,
) -> None:
    """Signs a file by the name of a private key, one that was extracted --for signatures.

    \b
    Examples:
      ./motecurve ibe sign node-17-signs.pem letter.txt -o letter.sig
      ./motecurve ibe sign node-17-signs.pem - < letter.txt | od -An -tx1
    """
    streams.refuse_two_streams(key, file)
    target = Target(output, (key, file, passphrase_file))
    own, identity = _own_key(key, "signatures", at, insecure, passphrase_file)
    message = documents.message(file)
    with documents.refusals(f"no signature by {key}"):
        signature = own.group.sign(own.object, identity, message, hedged=not deterministic)
    target.write(signature)


@click.command("verify")
@click.argument("parameters")
@click.argument("name")
@click.argument("signature")
@click.argument("file")
@options.since
@options.until
@options.at
@options.insecure
@click.pass_context
def verify(
    context: click.Context,
    parameters: str,
    name: str,
    signature: str,
    file: str,
    since: str | None,
    until: str | None,
    at: str | None,
    insecure: bool,
) -> None:
    """Verifies the signature of a file by a name, under the parameters of its authority.

    Exits with 1 if the signature is not valid, with 2 if it is malformed or the name has expired.

    \b
    Examples:
      ./motecurve ibe verify parameters.pem "node 17" letter.sig letter.txt
      ./motecurve ibe verify parameters.pem "node 17" letter.sig letter.txt --until 2027-01-31 --at 2027-01-15
    """
    streams.refuse_two_streams(parameters, signature, file)
    identity, now = options.identity(name, since, until), dates.moment(at)
    known = _parameters(parameters, insecure)
    dates.require_valid(known.group, identity, now)
    octets = streams.read(signature, "the signature")
    where = "the signature on stdin" if signature == streams.STREAM else f"the signature {signature}"
    _require(octets, where, SIGNATURE, known)
    message = documents.message(file)
    try:
        with documents.refusals(where):
            known.group.verify(known.object, identity, octets, message)
    except documents.Refused as error:
        if not isinstance(error.__cause__, motecurve.SignatureError):
            raise
        click.echo("motecurve: the signature is not valid for these parameters, name, days and file", err=True)
        context.exit(1)
    click.echo("the signature is valid")


@click.command("agree")
@click.argument("key")
@click.argument("peer")
@options.since
@options.until
@options.at
@click.option("--bytes", "count", type=click.IntRange(1, 8160), default=32, show_default=True, help="Of the key.")
@key_options.output
@options.passphrase_file
@options.insecure
def agree(
    key: str,
    peer: str,
    since: str | None,
    until: str | None,
    at: str | None,
    count: int,
    output: str,
    passphrase_file: str | None,
    insecure: bool,
) -> None:
    """Computes the key that the owner of a private key, extracted --for agreement, shares with another name.

    Nothing is sent: the other owner computes the same. --from and --until are the other name's. The key is always the
    same, until one of the two spans of days ends.

    \b
    Examples:
      ./motecurve ibe agree node-17-agrees.pem "node 4" -o common.key
      ./motecurve ibe agree node-17-agrees.pem "node 4" --until 2027-01-31 --bytes 16 | od -An -tx1
    """
    target = Target(output, (key, passphrase_file))
    other, now = options.identity(peer, since, until), dates.moment(at)
    own, identity = _own_key(key, "agreement", at, insecure, passphrase_file)
    dates.require_valid(own.group, other, now)
    with documents.refusals(f"no common key of {key} and {peer!r}"):
        common = own.group.agree(own.object, identity, other, count)
    target.write(common, is_secret=True)


def _parameters(name: str, insecure: bool) -> Document:
    """Public parameters whose points are of one secret."""
    found = documents.load(name, "the parameters", (PARAMETERS,), insecure)
    with documents.refusals(f"the parameters {name}"):
        found.group.check_parameters(found.object)
    return found


def _own_key(
    name: str, use: str, at: str | None, insecure: bool, passphrase_file: str | None
) -> tuple[Document, Identity]:
    """A private key for that use, and its identity, which is valid."""
    found = documents.load(name, "the key", (PRIVATE_KEY,), insecure, passphrase_file)
    if found.use != use:
        raise MotecurveError(f"the key {name} is for {found.use}; extract one --for {use}")
    assert found.identity is not None  # of every private key that was parsed
    dates.require_valid(found.group, found.identity, dates.moment(at))
    return found, found.identity


def _require(data: bytes, where: str, kind: int, other: Document) -> None:
    """MotecurveError unless the bytes are an object of that kind and of the group of the other file."""
    found = documents.parse(data, where)
    if found.kind != kind:
        raise MotecurveError(f"{where} is {documents.KINDS[found.kind]}; {documents.KINDS[kind]} is needed")
    if found.group_name != other.group_name:
        raise MotecurveError(f"{where} is of {found.group_name}, the key or the parameters of {other.group_name}")


COMMANDS = (encrypt, decrypt, sign, verify, agree)
