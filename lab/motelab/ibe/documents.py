"""Objects of identity-based cryptography as files: PEM (RFC 7468), in which each block is an object of the C library as
it is (docs/pairings/identity-based.md), and private keys have their identity in a block before. Ciphertexts and
signatures are the bytes of their object, without PEM."""

import dataclasses
from typing import cast

import motecurve
from motecurve import der, encrypted, pem
from motecurve.ibe import USES, Group, Identity, Use
from motelab.common.errors import MotecurveError
from motelab.ibe import groups
from motelab.keys import streams
from motelab.keys.model import Refused, refusals

HEAD_BYTES, VERSION = 7, 1
MASTER, SHARE, PARAMETERS, PUBLIC_SHARE, PRIVATE_KEY, PARTIAL_KEY, CIPHERTEXT, BASIC_CIPHERTEXT, SIGNATURE = range(
    1, 10
)
# Labels of secrets have the words PRIVATE KEY, by which no command writes over them.
LABELS = {
    MASTER: "MOTECURVE IBE MASTER PRIVATE KEY",
    SHARE: "MOTECURVE IBE SHARE OF MASTER PRIVATE KEY",
    PARAMETERS: "MOTECURVE IBE PARAMETERS",
    PUBLIC_SHARE: "MOTECURVE IBE PUBLIC SHARE",
    PRIVATE_KEY: "MOTECURVE IBE PRIVATE KEY",
    PARTIAL_KEY: "MOTECURVE IBE PART OF PRIVATE KEY",
}
IDENTITY = "MOTECURVE IBE IDENTITY"
ENCRYPTED = "MOTECURVE IBE ENCRYPTED PRIVATE KEY"  # PBES2 of a SEQUENCE of an OCTET STRING, a secret object
KINDS = {
    MASTER: "a master secret",
    SHARE: "a share of a master secret",
    PARAMETERS: "public parameters",
    PUBLIC_SHARE: "public shares",
    PRIVATE_KEY: "a private key",
    PARTIAL_KEY: "a part of a private key",
    CIPHERTEXT: "a ciphertext",
    BASIC_CIPHERTEXT: "a ciphertext without authentication",
    SIGNATURE: "a signature",
}
SECRET = (MASTER, SHARE, PRIVATE_KEY, PARTIAL_KEY)
WHOLE_BYTES_MAX = 1 << 28  # of a message: it is in memory, with its ciphertext


@dataclasses.dataclass(frozen=True)
class Document:
    """A file's content: objects of one kind and group, several of public shares alone, and the identity of keys."""

    kind: int
    group_name: str
    objects: tuple[bytes, ...] = dataclasses.field(repr=False)
    identity: Identity | None = None

    @property
    def object(self) -> bytes:
        """The one object, or the first."""
        return self.objects[0]

    @property
    def group(self) -> Group:
        """Its group, of a library that is built first if need be."""
        return groups.group(self.group_name)

    @property
    def _numbers(self) -> bytes:
        return self.object[HEAD_BYTES:]

    @property
    def use(self) -> Use | None:
        """What a key is for."""
        if self.kind not in (PRIVATE_KEY, PARTIAL_KEY):
            return None
        number = self._numbers[0 if self.kind == PRIVATE_KEY else 2]
        found = next((use for use, its_number in USES.items() if its_number == number), None)
        return cast(Use | None, found)

    @property
    def index(self) -> int | None:
        return self._numbers[0] if self.kind in (SHARE, PUBLIC_SHARE, PARTIAL_KEY) else None

    @property
    def threshold(self) -> int | None:
        return self._numbers[1] if self.kind in (SHARE, PUBLIC_SHARE, PARTIAL_KEY) else None

    def with_index(self, index: int | None) -> bytes | None:
        """The public share of an index."""
        return next((one for one in self.objects if one[HEAD_BYTES] == index), None)

    def to_pem(self, passphrase: bytes | None = None) -> bytes:
        """The file, its secret encrypted if there is a passphrase."""
        text = ""
        if self.identity is not None:
            text += pem.write(IDENTITY, self.group.encode_identity(self.identity))
        if passphrase is not None:
            wrapped = der.value(der.SEQUENCE, der.value(der.OCTET_STRING, self.object))
            return (text + pem.write(ENCRYPTED, encrypted.encrypt(wrapped, passphrase))).encode()
        return (text + "".join(pem.write(LABELS[self.kind], one) for one in self.objects)).encode()


def head(data: bytes, what: str) -> tuple[int, str]:
    """Kind and name of the group of an object; MotecurveError, which begins with `what`."""
    if len(data) < HEAD_BYTES or data[0] != VERSION or data[1] not in KINDS:
        raise MotecurveError(f"{what} is no file of ./motecurve ibe, or one of a later version")
    if int.from_bytes(data[3:HEAD_BYTES], "big") != len(data) - HEAD_BYTES:
        raise MotecurveError(f"{what} is cut off, or bytes follow its end")
    return data[1], groups.named(data[2], what)


def load(
    name: str, what: str, kinds: tuple[int, ...], is_insecure_allowed: bool, passphrase_file: str | None = None
) -> Document:
    """The file of one of these kinds, of a group that is admitted, with its points and numbers checked."""
    where = f"{what} on stdin" if name == streams.STREAM else f"{what} {name}"
    found = parse(streams.read(name, what), where, streams.passphrase(passphrase_file))
    if found.kind not in kinds:
        raise MotecurveError(f"{where} is {KINDS[found.kind]}; {' or '.join(KINDS[kind] for kind in kinds)} is needed")
    groups.admit(found.group_name, is_insecure_allowed)
    check(found, where)
    return found


def parse(data: bytes, where: str, passphrase: bytes | None = None) -> Document:
    """The document of a file's bytes, by its heads alone. The passphrase of an encrypted one is asked for on the
    terminal if it is not given."""
    if not pem.is_pem(data):
        kind, name = head(data, where)
        if kind in LABELS:
            raise MotecurveError(f"{where} is {KINDS[kind]} without PEM; {LABELS[kind]} is needed around its base64")
        return Document(kind, name, (data,))
    with refusals(where):
        blocks = [(block.label, block.octets()) for block in pem.blocks(data)]
    identities = [octets for label, octets in blocks if label == IDENTITY]
    others = [_opened(*block, where, passphrase) for block in blocks if block[0] != IDENTITY]
    if not others or any(label not in LABELS.values() for label, _ in others):
        raise MotecurveError(f"{where} is no file of ./motecurve ibe: it holds {blocks[0][0].lower()!r}")
    heads = {head(octets, where) for _, octets in others}
    kind, name = min(heads)
    if len(heads) > 1 or any(label != LABELS[kind] for label, _ in others):
        raise MotecurveError(f"{where} holds objects of several kinds or groups")
    if len(others) > 1 and kind != PUBLIC_SHARE:
        raise MotecurveError(f"{where} holds {len(others)} objects, and one is needed")
    if len(identities) != (1 if kind in (PRIVATE_KEY, PARTIAL_KEY) else 0):
        raise MotecurveError(f"{where} holds {len(identities)} identities; a key has one, and nothing else has any")
    objects = tuple(octets for _, octets in others)
    return Document(kind, name, objects, _identity(name, identities[0], where) if identities else None)


def _opened(label: str, octets: bytes, where: str, passphrase: bytes | None) -> tuple[str, bytes]:
    """Label and bytes of a block as they are without encryption."""
    if label != ENCRYPTED:
        return label, octets
    secret = streams.asked_passphrase(where) if passphrase is None else passphrase
    if secret is None:
        raise MotecurveError(f"{where} is encrypted: name the file of its passphrase by --passphrase-file")
    try:
        wrapped = der.Reader(encrypted.decrypt(octets, secret))
        found = bytes(wrapped.sequence().read(der.OCTET_STRING))
        return LABELS[head(found, where)[0]], found
    except motecurve.MacError as error:
        raise MotecurveError(f"wrong passphrase for {where}") from error
    except (motecurve.MotecurveError, KeyError) as error:
        raise Refused(f"{where} is damaged, or encrypted in a way that is not known here: {error}") from error


def _identity(group_name: str, encoded: bytes, where: str) -> Identity:
    with refusals(f"the identity in {where}"):
        return groups.group(group_name).decode_identity(encoded)


def check(found: Document, where: str) -> None:
    """Refused if an object's points and numbers are not sound."""
    for one in found.objects:
        with refusals(where):
            found.group.validate(one, found.kind)


def identity(name: str, not_before: int | None, not_after: int | None) -> Identity:
    """The identity of a name on the command line; MotecurveError for one that is none."""
    try:
        octets = name.encode()
    except UnicodeEncodeError as error:
        raise MotecurveError("the name is not UTF-8") from error
    if not 1 <= len(octets) <= 255:
        raise MotecurveError(f"the name has {len(octets)} bytes in UTF-8; it must have 1 to 255")
    if not_before is not None and not_after is not None and not_before > not_after:
        raise MotecurveError("--from is after --until")
    return Identity(octets, not_before, not_after)


def message(name: str, what: str = "the file") -> bytes:
    """All bytes of a file or of stdin, up to WHOLE_BYTES_MAX."""
    with streams.opened(name, what) as stream, streams.readable(name, what):
        data = stream.read(WHOLE_BYTES_MAX + 1)
    if len(data) > WHOLE_BYTES_MAX:
        remedy = "encrypt a key for it, or sign its digest"
        raise MotecurveError(f"{what} {name} has more than {WHOLE_BYTES_MAX:,} bytes, too many to hold: {remedy}")
    return data


def same_group(*found: Document) -> Group:
    """The one group of all documents."""
    names = dict.fromkeys(one.group_name for one in found)
    if len(names) > 1:
        raise MotecurveError(f"the files are of different groups: {', '.join(names)}")
    return found[0].group
