"""The authority's commands: setup, public, extract, split, combine."""

from pathlib import Path

import click

from motecurve.ibe import Use
from motelab.common.errors import MotecurveError
from motelab.ibe import dates, documents, groups, options
from motelab.ibe.documents import MASTER, PARAMETERS, PARTIAL_KEY, PRIVATE_KEY, PUBLIC_SHARE, SHARE, Document
from motelab.keys import options as key_options
from motelab.keys import streams
from motelab.keys.targets import Target


@click.command("setup")
@click.option(
    "--group",
    "group_name",
    default=groups.DEFAULT,
    show_default=True,
    metavar="GROUP",
    help=f"One of {', '.join(groups.NUMBERS)}.",
)
@key_options.output
@click.option("--parameters", metavar="FILE", help="Also writes the public parameters, for everybody.")
@key_options.force
@options.new_passphrase_file
@options.encrypt
@options.insecure
def setup(
    group_name: str,
    output: str,
    parameters: str | None,
    force: bool,
    new_passphrase_file: str | None,
    encrypt: bool,
    insecure: bool,
) -> None:
    """Makes a master secret from the operating system's random bytes, readable by its owner alone.

    An existing file is replaced only with --force.

    \b
    Examples:
      ./motecurve ibe setup -o master.pem --parameters parameters.pem
      ./motecurve ibe setup --group tate-1536 --new-passphrase-file passphrase -o master.pem
    """
    target = Target(output, (new_passphrase_file,), must_be_new=True, is_forced=force)
    public_target = None if parameters is None else Target(parameters, must_be_new=True, is_forced=force)
    if parameters is not None and (parameters == output or _same_path(parameters, output)):
        raise MotecurveError("-o and --parameters name the same file")
    groups.admit(group_name, insecure)
    passphrase = options.new_passphrase(new_passphrase_file, encrypt)
    with documents.refusals(f"no master secret of {group_name}"):
        master, public = groups.group(group_name).setup()
    target.write(Document(MASTER, group_name, (master,)).to_pem(passphrase), is_secret=True)
    if public_target is not None:
        public_target.write(Document(PARAMETERS, group_name, (public,)).to_pem())


def _same_path(first: str, second: str) -> bool:
    return Path(first).resolve() == Path(second).resolve()


@click.command("public")
@click.argument("master")
@key_options.output
@key_options.force
@options.passphrase_file
@options.insecure
def public(master: str, output: str, force: bool, passphrase_file: str | None, insecure: bool) -> None:
    """Writes the public parameters of a master secret, for everybody.

    Example: ./motecurve ibe public master.pem -o parameters.pem
    """
    target = Target(output, (master, passphrase_file), must_be_new=True, is_forced=force)
    found = documents.load(master, "the master secret", (MASTER,), insecure, passphrase_file)
    with documents.refusals(f"the master secret {master}"):
        parameters = found.group.parameters(found.object)
    target.write(Document(PARAMETERS, found.group_name, (parameters,)).to_pem())


@click.command("extract")
@click.argument("master")
@click.argument("name")
@options.use
@options.since
@options.until
@options.at
@key_options.output
@key_options.force
@options.passphrase_file
@options.new_passphrase_file
@options.encrypt
@options.insecure
def extract(
    master: str,
    name: str,
    use: Use,
    since: str | None,
    until: str | None,
    at: str | None,
    output: str,
    force: bool,
    passphrase_file: str | None,
    new_passphrase_file: str | None,
    encrypt: bool,
    insecure: bool,
) -> None:
    """Makes the private key of a name, by the master secret, or a part of the key by a share of it.

    Who encrypts to the name or verifies its signatures gives the same --from and --until. To revoke a name, extract no
    key for its next span of days. Give the key to its owner over a channel that nobody reads. A span that has ended is
    refused, unless --at says a day of it: a key for old messages.

    \b
    Examples:
      ./motecurve ibe extract master.pem "node 17" -o node-17.pem
      ./motecurve ibe extract master.pem "node 17" --for signatures --until 2027-01-31 -o node-17-signs.pem
    """
    inputs = (master, passphrase_file, new_passphrase_file)
    target = Target(output, inputs, must_be_new=True, is_forced=force)
    identity = options.identity(name, since, until)
    dates.require_not_expired(identity, dates.moment(at))
    passphrase = options.new_passphrase(new_passphrase_file, encrypt)
    found = documents.load(master, "the master secret", (MASTER, SHARE), insecure, passphrase_file)
    with documents.refusals(f"no key of {name!r}"):
        if found.kind == MASTER:
            kind, key = PRIVATE_KEY, found.group.extract(found.object, identity, use)
        else:
            kind, key = PARTIAL_KEY, found.group.extract_partial(found.object, identity, use)
    target.write(Document(kind, found.group_name, (key,), identity).to_pem(passphrase), is_secret=True)


@click.command("split")
@click.argument("master")
@click.option("--threshold", required=True, type=click.IntRange(1, 255), help="Shares that it takes to extract a key.")
@click.option("--shares", "count", required=True, type=click.IntRange(1, 255), help="Shares to make.")
@click.option("-o", "--output", required=True, metavar="FOLDER", help="Where to write; it is made if need be.")
@key_options.force
@options.passphrase_file
@options.insecure
def split(
    master: str, threshold: int, count: int, output: str, force: bool, passphrase_file: str | None, insecure: bool
) -> None:
    """Splits a master secret into shares, of which --threshold extract keys together and fewer know nothing.

    It writes share-1.pem and so on, one for each authority, and public-shares.pem, by which everybody checks parts of
    keys. Then destroy the master secret; `combine` makes it again from the shares.

    Example: ./motecurve ibe split master.pem --threshold 2 --shares 3 -o shares
    """
    if threshold > count:
        raise MotecurveError(f"--threshold {threshold} is more than --shares {count}")
    found = documents.load(master, "the master secret", (MASTER,), insecure, passphrase_file)
    folder = Path(output)
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"share-{i + 1}.pem" for i in range(count)]
    targets = [Target(str(path), (master,), must_be_new=True, is_forced=force) for path in paths]
    public_target = Target(str(folder / "public-shares.pem"), (master,), must_be_new=True, is_forced=force)
    with documents.refusals(f"the master secret {master}"):
        shares = found.group.split(found.object, threshold, count)
    for target, (share, _) in zip(targets, shares, strict=True):
        target.write(Document(SHARE, found.group_name, (share,)).to_pem(), is_secret=True)
    public_target.write(Document(PUBLIC_SHARE, found.group_name, tuple(one for _, one in shares)).to_pem())


@click.command("combine")
@click.argument("parameters")
@click.argument("parts", nargs=-1, required=True)
@key_options.output
@key_options.force
@options.passphrase_file
@options.new_passphrase_file
@options.encrypt
@options.insecure
def combine(
    parameters: str,
    parts: tuple[str, ...],
    output: str,
    force: bool,
    passphrase_file: str | None,
    new_passphrase_file: str | None,
    encrypt: bool,
    insecure: bool,
) -> None:
    """Makes the private key of its parts, or the master secret of its shares, and checks it by the parameters.

    If the check fails, `check` finds the part that is wrong.

    \b
    Examples:
      ./motecurve ibe combine parameters.pem part-1.pem part-3.pem -o node-17.pem
      ./motecurve ibe combine parameters.pem shares/share-1.pem shares/share-2.pem -o master.pem
    """
    streams.refuse_two_streams(parameters, *parts)
    inputs = (parameters, *parts, passphrase_file, new_passphrase_file)
    target = Target(output, inputs, must_be_new=True, is_forced=force)
    passphrase = options.new_passphrase(new_passphrase_file, encrypt)
    known = documents.load(parameters, "the parameters", (PARAMETERS,), insecure)
    found = [documents.load(part, "the part", (PARTIAL_KEY, SHARE), insecure, passphrase_file) for part in parts]
    documents.same_group(known, *found)
    if len({(one.kind, one.identity, one.use) for one in found}) > 1:
        raise MotecurveError("the parts are not all of one key, with its name, dates and use")
    _require_parts(found)
    made = _key(known, found) if found[0].kind == PARTIAL_KEY else _master(known, found)
    target.write(made.to_pem(passphrase), is_secret=True)


def _require_parts(found: list[Document]) -> None:
    """MotecurveError for too few parts, or two of one share."""
    needed = max(one.threshold or 0 for one in found)
    if len({one.index for one in found}) < len(found):
        raise MotecurveError("two of the parts are of the same share")
    if len(found) < needed:
        raise MotecurveError(f"{needed} parts are needed, and there are {len(found)}")


def _key(known: Document, found: list[Document]) -> Document:
    first, group = found[0], known.group
    assert first.identity is not None and first.use is not None  # of every part that was loaded
    with documents.refusals("the parts"):
        key = group.combine([one.object for one in found], first.use)
        group.check_private_key(key, first.identity, first.use, known.object)
    return Document(PRIVATE_KEY, known.group_name, (key,), first.identity)


def _master(known: Document, found: list[Document]) -> Document:
    with documents.refusals("the shares"):
        master = known.group.recover([one.object for one in found])
        parameters = known.group.parameters(master)
    if parameters != known.object:
        raise documents.Refused("the shares give another master secret than that of the parameters")
    return Document(MASTER, known.group_name, (master,))


COMMANDS = (setup, public, extract, split, combine)
