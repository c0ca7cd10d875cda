"""Key files in PEM or DER: SubjectPublicKeyInfo (RFC 5480), PKCS #8 (RFC 5958), plain or encrypted, SEC 1 (RFC 5915),
X25519, X448, Ed25519, Ed448 (RFC 8410); the public key of a certificate (RFC 5280), which is read and not written."""

import dataclasses
from typing import Any

from pyasn1.type import univ

import motecurve
from motecurve import PrivateKey, PublicKey, encrypted, keyfiles
from motecurve.keyfiles import EC_PARAMETERS, EC_PUBLIC_KEY, ENCRYPTED, PKCS8, PUBLIC, SEC1
from motecurve.keys import PointForm
from motelab.common.errors import MotecurveError
from motelab.keys import model, pem
from motelab.keys.parameters import by_oid, curve_of, parameters_of
from motelab.keys.streams import SMALL_BYTES_MAX
from motelab.keys.structures import (
    AlgorithmIdentifier,
    Certificate,
    ECParameters,
    ECPrivateKey,
    PrivateKeyInfo,
    SubjectPublicKeyInfo,
    bits,
    decoded,
    encoded,
    filled,
    octets_of,
)
from motelab.subjects import curves
from motelab.subjects.curves import Curve

CERTIFICATE = "CERTIFICATE"
CONTAINERS = {
    PUBLIC: "SubjectPublicKeyInfo",
    CERTIFICATE: "X.509 certificate, not verified",
    PKCS8: "PKCS #8",
    ENCRYPTED: "PKCS #8, encrypted",
    SEC1: "SEC 1",
}
# Keys that are well known and not on curves, by object identifier and by the label of their own containers.
OTHER_KINDS = {
    "1.2.840.113549.1.1.1": "an RSA key",
    "1.2.840.113549.1.1.10": "an RSA key",
    "1.2.840.10040.4.1": "a DSA key",
    "1.2.840.113549.1.3.1": "a Diffie-Hellman key modulo a prime",
    "1.2.840.10046.2.1": "a Diffie-Hellman key modulo a prime",
    "RSA PRIVATE KEY": "an RSA key",
    "RSA PUBLIC KEY": "an RSA key",
    "DSA PRIVATE KEY": "a DSA key",
}


@dataclasses.dataclass(frozen=True)
class KeyFile:
    """A key and how it was written: `label` is a key of CONTAINERS."""

    key: PrivateKey | PublicKey
    label: str
    is_pem: bool

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


def read(data: bytes, passphrase: bytes | None, what: str) -> KeyFile:
    """The key of a file's bytes; MotecurveError, which begins with `what`, if they are none that is sound."""
    if len(data) > SMALL_BYTES_MAX:
        raise MotecurveError(f"{what} has more than {SMALL_BYTES_MAX:,} bytes, and so is none")
    try:
        return _read(data, passphrase, what)
    except ValueError as error:  # of Python, for decimal digits by the thousand
        raise MotecurveError(f"{what} has a number that is longer than any of a key") from error


def is_encrypted(data: bytes, what: str) -> bool:
    """Whether the bytes look like an encrypted private key, in PEM or in DER."""
    return (_block(data, what)[0] if pem.is_pem(data) else _der_label(data)) == ENCRYPTED


def is_private(data: bytes) -> bool:
    """Whether the bytes look like a private key, in PEM of any program or in DER."""
    return b"PRIVATE KEY" in data if pem.is_pem(data) else _der_label(data) in (PKCS8, ENCRYPTED, SEC1)


def _read(data: bytes, passphrase: bytes | None, what: str) -> KeyFile:
    is_pem = pem.is_pem(data)
    label, octets = _block(data, what) if is_pem else (_label(data, what), data)
    readers = {PUBLIC: _read_public, CERTIFICATE: _read_certificate, PKCS8: _read_pkcs8, SEC1: _read_sec1}
    if label == ENCRYPTED:
        try:
            key = _read_pkcs8(_decrypted(octets, passphrase, what), what)
        except WrongForm as error:  # one wrong passphrase of 256 leaves what looks like padding
            raise MotecurveError(f"wrong passphrase for {what}") from error
        return KeyFile(key, label, is_pem)
    if label in OTHER_KINDS:
        raise _not_on_a_curve(label, what)
    if label not in readers:
        raise MotecurveError(f"{what} has no key but {label}; there is {', '.join(CONTAINERS)}")
    return KeyFile(readers[label](octets, what), label, is_pem)


def _decrypted(data: bytes, passphrase: bytes | None, what: str) -> bytes:
    """The PrivateKeyInfo of an EncryptedPrivateKeyInfo; MotecurveError if the passphrase is missing or wrong."""
    if passphrase is None:
        raise MotecurveError(f"{what} is encrypted: name the file of its passphrase with --passphrase-file")
    try:
        return encrypted.decrypt(data, passphrase)
    except motecurve.MacError as error:
        raise MotecurveError(f"wrong passphrase for {what}") from error
    except motecurve.MotecurveError as error:
        raise MotecurveError(f"{what}: {error}") from error


def write(key: PrivateKey | PublicKey, layout: Layout) -> bytes:
    """The bytes of a key file."""
    label, octets = _write_private(key, layout) if isinstance(key, PrivateKey) else (PUBLIC, public_info(key, layout))
    return keyfiles.to_pem(label, octets).encode() if layout.is_pem else octets


class WrongForm(MotecurveError):
    """Bytes that are not of the form that they should have."""


def _block(data: bytes, what: str) -> tuple[str, bytes]:
    found = [block for block in pem.blocks(data, what) if block[0] != EC_PARAMETERS]
    if len(found) != 1:
        raise MotecurveError(f"{what} has {len(found)} keys in PEM, not one")
    return found[0]


# Tags of the first two members.
SEQUENCE, INTEGER, OCTET_STRING, BIT_STRING = 0x30, 0x02, 0x04, 0x03
LABELS = {
    (SEQUENCE, BIT_STRING): PUBLIC,
    (SEQUENCE, SEQUENCE): CERTIFICATE,
    (SEQUENCE, OCTET_STRING): ENCRYPTED,
    (INTEGER, SEQUENCE): PKCS8,
    (INTEGER, OCTET_STRING): SEC1,
}


def _der_label(data: bytes) -> str | None:
    """Which key the tags of its first members say that DER is; None for no key."""
    try:
        first, _ = _contents(data, 0)
        second = sum(_contents(data, first))
        return LABELS[data[first], data[second]] if data[0] == SEQUENCE else None
    except (IndexError, KeyError):
        return None


def _label(data: bytes, what: str) -> str:
    """The same; MotecurveError for no key."""
    label = _der_label(data)
    if label is None:
        raise MotecurveError(f"{what} is no key, in PEM or in DER")
    return label


def _contents(data: bytes, start: int) -> tuple[int, int]:
    """Where the contents of the value at `start` begin, and how long they are."""
    length, begin = data[start + 1], start + 2
    if length >= 0x80:
        begin += length & 0x7F
        length = int.from_bytes(data[start + 2 : begin], "big")
    return begin, length


def _curve(algorithm: Any, what: str) -> Curve:
    """The curve of an AlgorithmIdentifier."""
    oid, has_parameters = str(algorithm["algorithm"]), algorithm["parameters"].isValue
    if oid in OTHER_KINDS:
        raise _not_on_a_curve(oid, what)
    if oid != EC_PUBLIC_KEY:
        curve = by_oid(oid, what)
        if curve.form == "Weierstrass":
            raise MotecurveError(f"{what} has the name of a curve where that of an algorithm belongs")
        if has_parameters:
            raise MotecurveError(f"{what} has parameters, which keys on {curve.name} lack")
        return curve
    if not has_parameters:
        raise MotecurveError(f"{what} does not say which curve it is on")
    return curve_of(decoded(bytes(algorithm["parameters"]), ECParameters(), f"the curve of {what}"), what)


def _not_on_a_curve(kind: str, what: str) -> MotecurveError:
    return MotecurveError(f"{what} is {OTHER_KINDS[kind]}; a key on an elliptic curve is needed")


def _read_public(octets: bytes, what: str) -> PublicKey:
    return _public(decoded(octets, SubjectPublicKeyInfo(), what), what)


def _read_certificate(octets: bytes, what: str) -> PublicKey:
    """The key that a certificate is for. Who issued it, for how long and for what use is not looked at."""
    certificate = decoded(octets, Certificate(), what)
    return _public(certificate["tbsCertificate"]["subjectPublicKeyInfo"], what)


def _public(info: SubjectPublicKeyInfo, what: str) -> PublicKey:
    curve = _curve(info["algorithm"], what)
    return model.public_key(curve, octets_of(info["subjectPublicKey"], what), what)


def _read_pkcs8(octets: bytes, what: str) -> PrivateKey:
    try:
        info = decoded(octets, PrivateKeyInfo(), what)
    except MotecurveError as error:
        raise WrongForm(str(error)) from error
    curve, inner = _curve(info["privateKeyAlgorithm"], what), bytes(info["privateKey"])
    has_public = info["publicKey"].isValue
    if int(info["version"]) != has_public:
        raise MotecurveError(f"{what} is of a version of PKCS #8 that does not go with its members")
    if curve.form == "Weierstrass":
        key = _read_sec1(inner, what, curve)
    else:
        key = model.private_key(curve, bytes(decoded(inner, univ.OctetString(), what)), what)
    if has_public:
        _compare(key, octets_of(info["publicKey"], what), what)
    return key


def _read_sec1(octets: bytes, what: str, curve: Curve | None = None) -> PrivateKey:
    """An ECPrivateKey; `curve` is that which a key of PKCS #8 gives outside of it."""
    info = decoded(octets, ECPrivateKey(), what)
    if int(info["version"]) != 1:
        raise MotecurveError(f"{what} is of an unknown version of SEC 1")
    if info["parameters"].isValue:
        own = curve_of(info["parameters"], what)
        if curve not in (None, own):
            raise MotecurveError(f"{what} names two curves, {curve.name} and {own.name}")
        curve = own
    if curve is None:
        raise MotecurveError(f"{what} does not say which curve it is on")
    key = model.private_key(curve, bytes(info["privateKey"]), what)
    if info["publicKey"].isValue:
        _compare(key, octets_of(info["publicKey"], what), what)
    return key


def _compare(key: PrivateKey, public: bytes, what: str) -> None:
    """A public key beside a private one must be its own: signatures would give the private key away."""
    if model.public_key(curves.find(key.curve.name), public, what) != key.public_key:
        raise MotecurveError(f"{what} has a public key that is not that of its private key")


def _algorithm(curve: Curve, layout: Layout) -> AlgorithmIdentifier:
    if curve.form != "Weierstrass":
        return filled(AlgorithmIdentifier(), algorithm=curve.oids[0])
    parameters = univ.Any(encoded(parameters_of(curve, layout.is_explicit, layout.form)))
    return filled(AlgorithmIdentifier(), algorithm=EC_PUBLIC_KEY, parameters=parameters)


def public_info(key: PublicKey, layout: Layout) -> bytes:
    """SubjectPublicKeyInfo."""
    algorithm = _algorithm(curves.find(key.curve.name), layout)
    return encoded(filled(SubjectPublicKeyInfo(), algorithm=algorithm, subjectPublicKey=bits(_point(key, layout))))


def _point(key: PublicKey, layout: Layout) -> bytes:
    """The key in the layout's form of points; keys on Montgomery and Edwards curves have one form."""
    return key.to_bytes(layout.form if key.curve.is_weierstrass else "uncompressed")


def _write_private(key: PrivateKey, layout: Layout) -> tuple[str, bytes]:
    """Label and bytes."""
    if layout.is_sec1 and not key.curve.is_weierstrass:
        raise MotecurveError(f"keys on {key.curve.name} have no form in SEC 1; leave out --sec1")
    if layout.is_sec1 and layout.passphrase is not None:
        raise MotecurveError("keys of SEC 1 are not encrypted here; leave out --sec1 or the passphrase")
    if layout.is_sec1:
        return SEC1, _sec1(key, layout, with_parameters=True)
    if key.curve.is_weierstrass:
        inner = _sec1(key, layout, with_parameters=False)
    else:
        inner = encoded(univ.OctetString(key.to_bytes()))
    algorithm = _algorithm(curves.find(key.curve.name), layout)
    info = encoded(filled(PrivateKeyInfo(), version=0, privateKeyAlgorithm=algorithm, privateKey=inner))
    if layout.passphrase is None:
        return PKCS8, info
    return ENCRYPTED, encrypted.encrypt(info, layout.passphrase)


def _sec1(key: PrivateKey, layout: Layout, with_parameters: bool) -> bytes:
    """ECPrivateKey; the curve is left out inside of PKCS #8."""
    info = filled(ECPrivateKey(), version=1, privateKey=key.to_bytes())
    if with_parameters:
        chosen = parameters_of(curves.find(key.curve.name), layout.is_explicit, layout.form)
        info["parameters"][chosen.getName()] = chosen.getComponent()
    info["publicKey"] = info["publicKey"].clone(bits(_point(key.public_key, layout)))
    return encoded(info)
