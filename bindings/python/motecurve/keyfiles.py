"""Key files: SubjectPublicKeyInfo (RFC 5480), PKCS #8 (RFC 5958), SEC 1 (RFC 5915), and those of X25519, X448, Ed25519
and Ed448 (RFC 8410), in DER and PEM; the public key of a certificate (RFC 5280). Curves are named by their object
identifiers; `parameters` has those that are given by their parameters, `encrypted` keys with a password.

Every error says what the file is, where it is another thing than a key on a curve."""

from typing import NamedTuple

from motecurve import der, encrypted, parameters
from motecurve.errors import (
    CurveNotNamedError,
    EncodingError,
    EncryptedError,
    KeyKindError,
    LengthError,
    MacError,
    MotecurveError,
    NotMinimalError,
    PemError,
    ScalarRangeError,
    TrailingError,
    UnsupportedError,
)
from motecurve.library import Octets
from motecurve.parameters import Parameters
from motecurve.pem import Block, is_pem

EC_PUBLIC_KEY = "1.2.840.10045.2.1"
PUBLIC, PKCS8, SEC1, ENCRYPTED = "PUBLIC KEY", "PRIVATE KEY", "EC PRIVATE KEY", "ENCRYPTED PRIVATE KEY"
CERTIFICATE = "CERTIFICATE"
PRIVATE = (PKCS8, SEC1, ENCRYPTED)
KINDS = {
    PUBLIC: "a public key",
    CERTIFICATE: "a certificate",
    PKCS8: "a private key",
    ENCRYPTED: "an encrypted private key",
    SEC1: "a private key",
}
# Keys that are well known and not of the files read here, by object identifier and by their own labels in PEM.
_RSA, _DSA, _DH = "an RSA key", "a DSA key", "a Diffie-Hellman key modulo a prime"
OTHER_KINDS = {
    **dict.fromkeys(("1.2.840.113549.1.1.1", "1.2.840.113549.1.1.10", "RSA PRIVATE KEY", "RSA PUBLIC KEY"), _RSA),
    **dict.fromkeys(("1.2.840.10040.4.1", "DSA PRIVATE KEY"), _DSA),
    **dict.fromkeys(("1.2.840.113549.1.3.1", "1.2.840.10046.2.1"), _DH),
    "RSA OR DSA KEY": "an RSA or DSA key",
}
OPENSSH = "OPENSSH PRIVATE KEY"

PARAMETERS_TAG, PUBLIC_KEY_TAG_SEC1 = der.CONTEXT | der.CONSTRUCTED, der.CONTEXT | der.CONSTRUCTED | 1
ATTRIBUTES_TAG, PUBLIC_KEY_TAG = der.CONTEXT | der.CONSTRUCTED, der.CONTEXT | 1
# In the part of a certificate that is signed: the version, and what may follow its key.
VERSION_TAG, AFTER_THE_KEY_TAGS = der.CONTEXT | der.CONSTRUCTED, (der.CONTEXT | 1, der.CONTEXT | 2, 0xA3)
# Which file the tags of its first two members say that DER is.
LABELS = {
    (der.SEQUENCE, der.BIT_STRING): PUBLIC,
    (der.SEQUENCE, der.SEQUENCE): CERTIFICATE,
    (der.SEQUENCE, der.OCTET_STRING): ENCRYPTED,
    (der.INTEGER, der.SEQUENCE): PKCS8,
    (der.INTEGER, der.OCTET_STRING): SEC1,
    (der.INTEGER, der.INTEGER): "RSA OR DSA KEY",
}


class KeyData(NamedTuple):
    """What a key file holds."""

    curve: str | Parameters
    """The object identifier of the curve, or all of its parameters."""
    key: bytes
    """The public key as a point, or the private key."""
    public_key: bytes | None = None
    """Of a private key, if it is there."""
    is_sec1: bool = True
    """Whether the file says that the key is one of SEC 1, not of RFC 8410."""

    def scalar(self, count: int) -> bytes:
        """The private key of SEC 1 in `count` bytes. Files have it in as many bytes as their writers chose: those of
        the number, of the field, or with a zero before it (OpenSSL up to 1.0.2, Mbed TLS). Raises ScalarRangeError for
        a number that is longer."""
        digits = self.key.lstrip(b"\0")
        if len(digits) > count:
            raise ScalarRangeError(f"the private key is longer than {count} bytes, and so above the curve's order")
        return digits.rjust(count, b"\0")


def label_of(data: bytes) -> str | None:
    """The label in PEM of the file that the tags of its first two members say that DER is; None for no key."""
    try:
        if data[0] != der.SEQUENCE:
            return None
        first, _ = _contents(data, 0)
        return LABELS.get((data[first], data[sum(_contents(data, first))]))
    except IndexError:
        return None


def _contents(data: bytes, start: int) -> tuple[int, int]:
    """Where the contents of the value at `start` begin, and how long they are, minimal or not."""
    length, begin = data[start + 1], start + 2
    if length >= 0x80:
        begin += length & 0x7F
        length = int.from_bytes(data[start + 2 : begin], "big")
    return begin, length


def _is_key(label: str) -> bool:
    return label in KINDS or label in OTHER_KINDS or label == OPENSSH


def the_block(found: list[Block], wanted: tuple[str, ...]) -> Block:
    """The one key of these labels in a text, whatever else the text has, such as certificates, which are taken only
    where no key is. Raises KeyKindError for none, PemError for several."""
    keys = [block for block in found if block.label in wanted and block.label != CERTIFICATE]
    chosen = keys or [block for block in found if block.label in wanted]
    if len(chosen) == 1:
        return chosen[0]
    if chosen:
        names = ", ".join(block.label for block in chosen)
        raise PemError(f"{len(chosen)} keys in PEM, not one: {names}; leave the one that is meant")
    others = [block for block in found if _is_key(block.label)] or found
    raise _other_kind(others[0].label, wanted)


def require_kind(data: bytes, wanted: tuple[str, ...]) -> None:
    """KeyKindError if DER looks like a file of another kind than those with these labels."""
    label = label_of(data)
    if label is None and is_pem(data):
        raise KeyKindError("the key is PEM, where DER is needed")
    if label is not None and label not in wanted:
        raise _other_kind(label, wanted)


def _other_kind(label: str, wanted: tuple[str, ...]) -> KeyKindError:
    needed = " or ".join(dict.fromkeys(KINDS[one] for one in wanted if one != ENCRYPTED))
    if label in OTHER_KINDS:
        return not_on_a_curve(label)
    if label == OPENSSH:
        return KeyKindError("the key is in OpenSSH's own form; write it anew with: ssh-keygen -p -m PKCS8")
    return KeyKindError(f"the key is {KINDS.get(label, f'none but {label}')}; {needed} is needed")


def not_on_a_curve(kind: str) -> KeyKindError:
    """That of a key in OTHER_KINDS."""
    return KeyKindError(f"the key is {OTHER_KINDS[kind]}; a key on an elliptic curve is needed")


def _curve_to_der(curve: str | Parameters) -> bytes:
    """ECParameters."""
    return curve.to_der() if isinstance(curve, Parameters) else der.object_identifier(curve)


def _read_curve(values: der.Reader) -> str | Parameters:
    """ECParameters, which come next."""
    if values.next_tag() in (None, der.NULL):
        raise CurveNotNamedError("the key does not say which curve it is on")
    if values.next_tag() == der.SEQUENCE:
        return parameters.read(values.sequence())
    return der.dotted_identifier(values.read(der.OBJECT_IDENTIFIER))


def _algorithm(curve: str | Parameters, is_sec1: bool) -> bytes:
    """AlgorithmIdentifier."""
    own = _curve_to_der(curve)
    return der.value(der.SEQUENCE, *((der.object_identifier(EC_PUBLIC_KEY), own) if is_sec1 else (own,)))


def _read_algorithm(info: der.Reader) -> tuple[str | Parameters, bool]:
    """The curve, and whether keys are those of SEC 1."""
    algorithm = info.sequence()
    oid = der.dotted_identifier(algorithm.read(der.OBJECT_IDENTIFIER))
    if oid in OTHER_KINDS:
        raise not_on_a_curve(oid)
    found = _read_curve(algorithm) if oid == EC_PUBLIC_KEY else oid
    algorithm.end()
    return found, oid == EC_PUBLIC_KEY


def public_info(curve: str | Parameters, is_sec1: bool, point: bytes) -> bytes:
    """SubjectPublicKeyInfo."""
    return der.value(der.SEQUENCE, _algorithm(curve, is_sec1), der.value(der.BIT_STRING, der.bits(point)))


def read_public_info(data: bytes) -> KeyData:
    """The same, read; the exceptions are those of der.Reader, KeyKindError, CurveNotNamedError."""
    require_kind(data, (PUBLIC,))
    outer = der.Reader(data)
    found = _read_public(outer)
    outer.end()
    return found


def _read_public(values: der.Reader) -> KeyData:
    info = values.sequence()
    curve, is_sec1 = _read_algorithm(info)
    point = der.octets_of(info.read(der.BIT_STRING))
    info.end()
    return KeyData(curve, point, is_sec1=is_sec1)


def read_certificate(data: bytes) -> KeyData:
    """The public key that a certificate is for, with the same exceptions. Who issued it, for how long and for what use
    is not looked at."""
    require_kind(data, (CERTIFICATE,))
    outer = der.Reader(data)
    certificate = outer.sequence()
    outer.end()
    signed = certificate.sequence()
    certificate.read(der.SEQUENCE)  # the algorithm, and then the value, of the signature
    certificate.read(der.BIT_STRING)
    certificate.end()
    signed.optional(VERSION_TAG)
    for tag in (der.INTEGER, der.SEQUENCE, der.SEQUENCE, der.SEQUENCE, der.SEQUENCE):
        signed.read(tag)  # serial number, algorithm, issuer, validity, subject
    found = _read_public(signed)
    for tag in AFTER_THE_KEY_TAGS:
        signed.optional(tag)
    signed.end()
    return found


def sec1(key: bytes, point: bytes, curve: str | Parameters | None) -> bytes:
    """ECPrivateKey; `curve` is left out within PKCS #8, which has it."""
    named = der.value(PARAMETERS_TAG, _curve_to_der(curve)) if curve else b""
    public = der.value(PUBLIC_KEY_TAG_SEC1, der.value(der.BIT_STRING, der.bits(point)))
    version = der.value(der.INTEGER, b"\1")
    return der.value(der.SEQUENCE, version, der.value(der.OCTET_STRING, key), named, public)


def read_sec1(data: bytes, outer_curve: str | Parameters | None = None) -> KeyData:
    """The same, read; `outer_curve` is that of PKCS #8 around it."""
    outer = der.Reader(data)
    info = outer.sequence()
    outer.end()
    if der.small_integer(info.read(der.INTEGER)) != 1:
        raise UnsupportedError("the key is of an unknown version of SEC 1")
    key = info.read(der.OCTET_STRING)
    curve, point = outer_curve, None
    if (named := info.optional(PARAMETERS_TAG)) is not None:
        inner = der.Reader(named)
        curve = _read_curve(inner)
        inner.end()
    if (public := info.optional(PUBLIC_KEY_TAG_SEC1)) is not None:
        inner = der.Reader(public)
        point = der.octets_of(inner.read(der.BIT_STRING))
        inner.end()
    info.end()
    if curve is None:
        raise CurveNotNamedError("the key does not say which curve it is on")
    if outer_curve not in (None, curve):
        names = (one if isinstance(one, str) else "one by its parameters" for one in (outer_curve, curve))
        raise EncodingError(f"the key names two curves, {' and '.join(names)}")
    return KeyData(curve, key, point)


def pkcs8(curve: str | Parameters, is_sec1: bool, key: bytes, point: bytes) -> bytes:
    """PrivateKeyInfo, as OpenSSL writes it: with the public key on curves that have keys of SEC 1."""
    inner = sec1(key, point, None) if is_sec1 else der.value(der.OCTET_STRING, key)
    version, algorithm = der.value(der.INTEGER, b"\0"), _algorithm(curve, is_sec1)
    return der.value(der.SEQUENCE, version, algorithm, der.value(der.OCTET_STRING, inner))


def read_pkcs8(data: bytes) -> KeyData:
    """The same, read; a public key of version 1 (RFC 5958), too."""
    outer = der.Reader(data)
    info = outer.sequence()
    outer.end()
    version = der.small_integer(info.read(der.INTEGER))
    curve, is_sec1 = _read_algorithm(info)
    inner = info.read(der.OCTET_STRING)
    info.optional(ATTRIBUTES_TAG)
    public = info.optional(PUBLIC_KEY_TAG)
    info.end()
    if version != (public is not None):
        raise EncodingError("the key is of a version of PKCS #8 that does not go with its members")
    found = read_sec1(inner, curve) if is_sec1 else KeyData(curve, _only_octets(inner), is_sec1=False)
    if public is None:
        return found
    point = der.octets_of(public)
    if found.public_key not in (None, point):
        raise EncodingError("the key has two public keys, and they differ")
    return found._replace(public_key=point)


def _only_octets(data: bytes) -> bytes:
    inner = der.Reader(data)
    octets = inner.read(der.OCTET_STRING)
    inner.end()
    return octets


def read_private(data: bytes, password: Octets | None = None) -> KeyData:
    """PKCS #8 or SEC 1. Raises EncryptedError for an encrypted key without a password, and MotecurveError for a plain
    one with one: who expects a key to be protected should know that it is not."""
    require_kind(data, PRIVATE)
    label = label_of(data)
    if label == ENCRYPTED:
        if password is None:
            raise EncryptedError("the key is encrypted, and its password is needed")
        return _read_encrypted(data, password)
    if password is not None:
        raise MotecurveError("the key is not encrypted, and a password was given")
    return read_sec1(data) if label == SEC1 else read_pkcs8(data)


def _read_encrypted(data: bytes, password: Octets) -> KeyData:
    info = encrypted.decrypt(data, password)
    try:
        return read_pkcs8(info)
    except (EncodingError, LengthError, NotMinimalError, TrailingError):  # a wrong one may leave what looks right
        raise MacError("the password is not that of the key") from None
