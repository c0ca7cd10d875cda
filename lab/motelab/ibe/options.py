"""Options that the commands share."""

import click

from motecurve.ibe import USES, Identity
from motelab.ibe import dates, documents
from motelab.keys import streams

insecure = click.option(
    "--insecure", is_flag=True, help="Also for a group whose logarithms can be found, to compare figures."
)
use = click.option(
    "--for",
    "use",
    type=click.Choice(list(USES)),
    default="encryption",
    show_default=True,
    help="What the key is for; an identity has another key for each.",
)
passphrase_file = click.option(
    "--passphrase-file", metavar="FILE", help="Its first line opens encrypted secrets, without a question."
)
new_passphrase_file = click.option(
    "--new-passphrase-file", metavar="FILE", help="Encrypts what is written with the first line of this file."
)
encrypt = click.option("--encrypt", is_flag=True, help="Asks on the terminal for a passphrase that encrypts it.")
until = click.option("--until", metavar="DATE", help="The last day, in UTC, of the identity, such as 2027-01-31.")
since = click.option("--from", "since", metavar="DATE", help="Its first day.")
at = click.option("--at", metavar="DATE", help="Judges dates by the beginning of that day, in place of now.")


def new_passphrase(name: str | None, is_asked: bool) -> bytes | None:
    """Of what is written, from the two options; None to write it as it is."""
    return streams.new_passphrase(name, is_asked, "--new-passphrase-file")


def identity(name: str, since: str | None, until: str | None) -> Identity:
    """The identity of a name and the options of its days."""
    begin = None if since is None else dates.begin_of(since, "--from")
    end = None if until is None else dates.end_of(until, "--until")
    return documents.identity(name, begin, end)
