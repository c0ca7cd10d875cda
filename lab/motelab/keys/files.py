"""Key files in PEM or DER, as the package's motecurve.keyfiles reads and writes them; here are the curves, also those
that a file gives by all their parameters, and which form a key is written in."""

import contextlib
import dataclasses
from collections.abc import Iterator

import motecurve
from motecurve import PrivateKey, PublicKey, encrypted, keyfiles, pem
from motecurve.keyfiles import CERTIFICATE, ENCRYPTED, PKCS8, PRIVATE, PUBLIC, SEC1, KeyData
from motecurve.keys import PointForm
from motelab.common.errors import MotecurveError
from motelab.keys import model
from motelab.keys.parameters import curve_of, written
from motelab.keys.streams import SMALL_BYTES_MAX
from motelab.subjects import curves
from motelab.subjects.curves import Curve

CONTAINERS = {
    PUBLIC: "SubjectPublicKeyInfo",
    CERTIFICATE: "X.509 certificate, not verified",
    PKCS8: "PKCS #8",
    ENCRYPTED: "PKCS #8, encrypted",
    SEC1: "SEC 1",
}


@dataclasses.dataclass(frozen=True)
class KeyFile:
    """A key and how it was written: `label` is a key of CONTAINERS, `others` are the labels of what else a PEM has."""

    key: PrivateKey | PublicKey
    label: str
    is_pem: bool
    others: tuple[str, ...] = ()

    @property
    def public(self) -> PublicKey:
        """The public key, that of the private key if it is one."""
        return self.key.public_key if isinstance(self.key, PrivateKey) else self.key


@dataclasses.dataclass(frozen=True)
class Layout:
    """How to write a key: PEM or DER, SEC 1 or PKCS #8, encrypted if there is a passphrase; whether with all parameters
    of the curve; the form of points."""

    is_pem: bool = True
    is_sec1: bool = False
    passphrase: bytes | None = dataclasses.field(default=None, repr=False)
    is_explicit: bool = False
    form: PointForm = "uncompressed"


@dataclasses.dataclass(frozen=True)
class Content:
    """The DER in a file's bytes, the label that says what it is, and those of the other blocks of a PEM."""

    octets: bytes = dataclasses.field(repr=False)
    label: str
    is_pem: bool
    others: tuple[str, ...]


def read(data: bytes, passphrase: bytes | None, what: str) -> KeyFile:
    """The key of a file's bytes; MotecurveError, which begins with `what`, if they are none that is sound."""
    found = _content(data, what)
    try:
        with _refusals(what):
            key = _key(found, passphrase, what)
    except model.Refused as error:
        if isinstance(error.__cause__, motecurve.EncryptedError):
            raise MotecurveError(
                f"{what} is encrypted: name the file of its passphrase with --passphrase-file"
            ) from error
        if isinstance(error.__cause__, motecurve.MacError):
            raise MotecurveError(f"wrong passphrase for {what}") from error
        raise
    return KeyFile(key, found.label, found.is_pem, found.others)


@contextlib.contextmanager
def _refusals(what: str) -> Iterator[None]:
    """Makes the package's errors Refused, in which `what` stands for "the key" of their text."""
    try:
        yield
    except motecurve.MotecurveError as error:
        text = str(error)
        rest = text.removeprefix("the key ")
        raise model.Refused(f"{what}: {text}" if rest == text else f"{what} {rest}") from error


def is_encrypted(data: bytes, what: str) -> bool:
    """Whether the bytes look like an encrypted private key, in PEM or in DER."""
    return _content(data, what).label == ENCRYPTED


def is_private(data: bytes) -> bool:
    """Whether the bytes look like a private key, in PEM of any program or in DER."""
    label = keyfiles.label_of(data)
    return label in PRIVATE if label is not None else pem.is_pem(data) and b"PRIVATE KEY" in data


def _content(data: bytes, what: str) -> Content:
    if len(data) > SMALL_BYTES_MAX:
        raise MotecurveError(f"{what} has more than {SMALL_BYTES_MAX:,} bytes, and so is none")
    label = keyfiles.label_of(data)
    if label is not None:
        return Content(data, label, False, ())
    if not pem.is_pem(data):
        raise MotecurveError(f"{what} is no key, in PEM or in DER")
    with _refusals(what):
        blocks = pem.blocks(data)
        chosen = keyfiles.the_block(blocks, tuple(CONTAINERS))
        others = tuple(block.label for block in blocks if block is not chosen)
        return Content(chosen.octets(), chosen.label, True, others)


def _key(found: Content, passphrase: bytes | None, what: str) -> PrivateKey | PublicKey:
    """The key; motecurve.MotecurveError if it is none."""
    if found.label in PRIVATE:
        data = keyfiles.read_private(found.octets, passphrase if found.label == ENCRYPTED else None)
        curve = _curve(data, what)
        with _refusals(f"{what} on {curve.name}"):
            return PrivateKey.of_file(model.own_curve(curve), data)
    is_certificate = found.label == CERTIFICATE
    data = (keyfiles.read_certificate if is_certificate else keyfiles.read_public_info)(found.octets)
    curve = _curve(data, what)
    return model.public_key(curve, data.key, what)


def _curve(found: KeyData, what: str) -> Curve:
    """The curve of a key file."""
    curve = curve_of(found.curve, what)
    if found.is_sec1 != (curve.form == "Weierstrass"):
        raise MotecurveError(f"{what} names {curve.name} where a curve or an algorithm of another kind belongs")
    return curve


def write(key: PrivateKey | PublicKey, layout: Layout) -> bytes:
    """The bytes of a key file."""
    label, octets = _write_private(key, layout) if isinstance(key, PrivateKey) else (PUBLIC, public_info(key, layout))
    return pem.write(label, octets).encode() if layout.is_pem else octets


def public_info(key: PublicKey, layout: Layout) -> bytes:
    """SubjectPublicKeyInfo."""
    curve = written(curves.find(key.curve.name), layout.is_explicit, layout.form)
    return keyfiles.public_info(curve, key.curve.is_weierstrass, _point(key, layout))


def _point(key: PublicKey, layout: Layout) -> bytes:
    """The key in the layout's form of points; keys on Montgomery and Edwards curves have one form."""
    return key.to_bytes(layout.form if key.curve.is_weierstrass else "uncompressed")


def _write_private(key: PrivateKey, layout: Layout) -> tuple[str, bytes]:
    """Label and bytes."""
    is_weierstrass, octets, point = key.curve.is_weierstrass, key.to_bytes(), _point(key.public_key, layout)
    if layout.is_sec1 and not is_weierstrass:
        raise MotecurveError(f"keys on {key.curve.name} have no form in SEC 1; leave out --sec1")
    if layout.is_sec1 and layout.passphrase is not None:
        raise MotecurveError("keys of SEC 1 are not encrypted here; leave out --sec1 or the passphrase")
    curve = written(curves.find(key.curve.name), layout.is_explicit, layout.form)
    if layout.is_sec1:
        return SEC1, keyfiles.sec1(octets, point, curve)
    info = keyfiles.pkcs8(curve, is_weierstrass, octets, point)
    if layout.passphrase is None:
        return PKCS8, info
    return ENCRYPTED, encrypted.encrypt(info, layout.passphrase)
