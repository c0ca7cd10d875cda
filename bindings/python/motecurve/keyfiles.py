"""Key files: SubjectPublicKeyInfo (RFC 5480), PKCS #8 (RFC 5958), SEC 1 (RFC 5915), and those of X25519, X448, Ed25519
and Ed448 (RFC 8410), in DER and PEM (RFC 7468). Curves are named by their object identifiers.

motecurve.encrypted reads and writes those with a password."""

import base64
import binascii
import re
from typing import NamedTuple

from motecurve import der, encrypted
from motecurve.errors import (
    EncodingError,
    LengthError,
    MacError,
    MotecurveError,
    NotMinimalError,
    TrailingError,
    UnsupportedError,
)

EC_PUBLIC_KEY = "1.2.840.10045.2.1"
PUBLIC, PKCS8, SEC1, ENCRYPTED = "PUBLIC KEY", "PRIVATE KEY", "EC PRIVATE KEY", "ENCRYPTED PRIVATE KEY"
EC_PARAMETERS = "EC PARAMETERS"  # a block that OpenSSL writes before a key of SEC 1
BLOCK = re.compile(r"-----BEGIN ([A-Z0-9 ]+)-----[ \t]*\r?\n([A-Za-z0-9+/=\s]*)-----END \1-----[ \t\r]*(?:\n|\Z)")
PEM_CHARACTERS_MAX = 1 << 16
LINE = 64

PARAMETERS_TAG, PUBLIC_KEY_TAG_SEC1 = der.CONTEXT | der.CONSTRUCTED, der.CONTEXT | der.CONSTRUCTED | 1
ATTRIBUTES_TAG, PUBLIC_KEY_TAG = der.CONTEXT | der.CONSTRUCTED, der.CONTEXT | 1


class KeyData(NamedTuple):
    """What a key file holds."""

    oid: str
    """The object identifier of the curve."""
    key: bytes
    """The public key as a point, or the private key."""
    public_key: bytes | None = None
    """Of a private key, if it is there."""
    is_sec1: bool = True
    """Whether the file says that the key is one of SEC 1, not of RFC 8410."""


def _algorithm(oid: str, is_weierstrass: bool) -> bytes:
    """AlgorithmIdentifier."""
    own = der.object_identifier(oid)
    return der.value(der.SEQUENCE, *((der.object_identifier(EC_PUBLIC_KEY), own) if is_weierstrass else (own,)))


def _read_algorithm(info: der.Reader) -> tuple[str, bool]:
    """The object identifier of the curve, and whether keys are those of SEC 1."""
    algorithm = info.sequence()
    oid = der.dotted_identifier(algorithm.read(der.OBJECT_IDENTIFIER))
    if oid != EC_PUBLIC_KEY:
        algorithm.end()
        return oid, False
    if algorithm.next_tag() == der.SEQUENCE:
        raise UnsupportedError("the key has all parameters of its curve; only curves by their names are read")
    oid = der.dotted_identifier(algorithm.read(der.OBJECT_IDENTIFIER))
    algorithm.end()
    return oid, True


def public_info(oid: str, is_weierstrass: bool, point: bytes) -> bytes:
    """SubjectPublicKeyInfo."""
    return der.value(der.SEQUENCE, _algorithm(oid, is_weierstrass), der.value(der.BIT_STRING, der.bits(point)))


def read_public_info(data: bytes) -> KeyData:
    """The same, read; the exceptions are those of der.Reader."""
    outer = der.Reader(data)
    info = outer.sequence()
    outer.end()
    oid, is_sec1 = _read_algorithm(info)
    point = der.octets_of(info.read(der.BIT_STRING))
    info.end()
    return KeyData(oid, point, is_sec1=is_sec1)


def sec1(key: bytes, point: bytes, oid: str | None) -> bytes:
    """ECPrivateKey; `oid` is left out within PKCS #8, which has it."""
    parameters = der.value(PARAMETERS_TAG, der.object_identifier(oid)) if oid else b""
    public = der.value(PUBLIC_KEY_TAG_SEC1, der.value(der.BIT_STRING, der.bits(point)))
    version = der.value(der.INTEGER, b"\1")
    return der.value(der.SEQUENCE, version, der.value(der.OCTET_STRING, key), parameters, public)


def read_sec1(data: bytes, outer_oid: str | None = None) -> KeyData:
    """The same, read; `outer_oid` is that of PKCS #8 around it."""
    outer = der.Reader(data)
    info = outer.sequence()
    outer.end()
    if der.small_integer(info.read(der.INTEGER)) != 1:
        raise UnsupportedError("the key is of an unknown version of SEC 1")
    key = info.read(der.OCTET_STRING)
    oid, point = outer_oid, None
    if (parameters := info.optional(PARAMETERS_TAG)) is not None:
        inner = der.Reader(parameters)
        oid = der.dotted_identifier(inner.read(der.OBJECT_IDENTIFIER))
        inner.end()
    if (public := info.optional(PUBLIC_KEY_TAG_SEC1)) is not None:
        inner = der.Reader(public)
        point = der.octets_of(inner.read(der.BIT_STRING))
        inner.end()
    info.end()
    if oid is None:
        raise EncodingError("the key does not say which curve it is on")
    if outer_oid not in (None, oid):
        raise EncodingError(f"the key names two curves, {outer_oid} and {oid}")
    return KeyData(oid, key, point)


def pkcs8(oid: str, is_weierstrass: bool, key: bytes, point: bytes) -> bytes:
    """PrivateKeyInfo, as OpenSSL writes it: with the public key on curves that have keys of SEC 1."""
    inner = sec1(key, point, None) if is_weierstrass else der.value(der.OCTET_STRING, key)
    version, algorithm = der.value(der.INTEGER, b"\0"), _algorithm(oid, is_weierstrass)
    return der.value(der.SEQUENCE, version, algorithm, der.value(der.OCTET_STRING, inner))


def read_pkcs8(data: bytes) -> KeyData:
    """The same, read; a public key of version 1 (RFC 5958), too."""
    outer = der.Reader(data)
    info = outer.sequence()
    outer.end()
    if info.next_tag() == der.SEQUENCE:
        raise MotecurveError("the key is encrypted; its password is needed: password=")
    version = der.small_integer(info.read(der.INTEGER))
    oid, is_sec1 = _read_algorithm(info)
    inner = info.read(der.OCTET_STRING)
    info.optional(ATTRIBUTES_TAG)
    public = info.optional(PUBLIC_KEY_TAG)
    info.end()
    if version != (public is not None):
        raise EncodingError("the key is of a version of PKCS #8 that does not go with its members")
    found = read_sec1(inner, oid) if is_sec1 else KeyData(oid, _only_octets(inner), is_sec1=False)
    return found if public is None else found._replace(public_key=der.octets_of(public))


def _only_octets(data: bytes) -> bytes:
    inner = der.Reader(data)
    octets = inner.read(der.OCTET_STRING)
    inner.end()
    return octets


def read_private(data: bytes, password: bytes | None = None) -> KeyData:
    """PKCS #8 or SEC 1. Raises MotecurveError for an encrypted key without a password, and a plain one with one: who
    expects a key to be protected should know that it is not."""
    is_encrypted = der.Reader(data).sequence().next_tag() == der.SEQUENCE
    if password is not None:
        if not is_encrypted:
            raise MotecurveError("the key is not encrypted, and a password was given")
        info = encrypted.decrypt(data, password)
        try:
            return read_pkcs8(info)
        except (EncodingError, LengthError, NotMinimalError, TrailingError):  # a wrong one may leave what looks right
            raise MacError("the password is not that of the key") from None
    members = der.Reader(data).sequence()
    members.optional(der.INTEGER)
    return read_sec1(data) if members.next_tag() == der.OCTET_STRING else read_pkcs8(data)


def to_pem(label: str, data: bytes) -> str:
    """The bytes in PEM."""
    text = base64.b64encode(data).decode()
    lines = [text[i : i + LINE] for i in range(0, len(text), LINE)]
    return "\n".join([f"-----BEGIN {label}-----", *lines, f"-----END {label}-----", ""])


def from_pem(text: str | bytes | bytearray, *labels: str) -> bytes:
    """The bytes of the one key in a text, under one of these labels. Raises EncodingError if there is no such, or more
    than one, and LengthError for a text above 64 KiB."""
    if len(text) > PEM_CHARACTERS_MAX:
        raise LengthError(f"a text of {len(text)} characters is no key; those have at most {PEM_CHARACTERS_MAX}")
    try:
        plain = text if isinstance(text, str) else bytes(text).decode("ascii")
    except UnicodeDecodeError:
        raise EncodingError("PEM is text of ASCII, and this is none; from_der reads DER") from None
    found = [match for match in BLOCK.findall(plain) if match[0] != EC_PARAMETERS]
    if len(found) != 1:
        raise EncodingError(f"the text has {len(found)} keys in PEM, not one")
    label, body = found[0]
    if label not in labels:
        raise EncodingError(f"the PEM is of {label}; {' or '.join(labels)} is needed")
    try:
        return base64.b64decode("".join(body.split()), validate=True)
    except binascii.Error:
        raise EncodingError("the PEM is damaged: its lines are not base64") from None
