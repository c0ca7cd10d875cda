"""Another reader and writer of key files, on pyasn1: RFC 5480, 5915 and 5958, and the parameters of SEC 1, C.2."""

from typing import Any

from pyasn1.codec.der import decoder, encoder
from pyasn1.type import namedtype, tag, univ

from motelab.common.errors import MotecurveError


def explicit(value: Any, number: int) -> Any:
    """The type under the explicit tag [number]."""
    return value.subtype(explicitTag=tag.Tag(tag.tagClassContext, tag.tagFormatConstructed, number))


def implicit(value: Any, number: int, form: int = tag.tagFormatSimple) -> Any:
    """The type with the tag [number] for its own."""
    return value.subtype(implicitTag=tag.Tag(tag.tagClassContext, form, number))


def fields(*required: tuple[str, Any], optional: tuple[tuple[str, Any], ...] = ()) -> namedtype.NamedTypes:
    """The members of a SEQUENCE, optional ones last."""
    return namedtype.NamedTypes(
        *(namedtype.NamedType(name, kind) for name, kind in required),
        *(namedtype.OptionalNamedType(name, kind) for name, kind in optional),
    )


class AlgorithmIdentifier(univ.Sequence):
    componentType = fields(("algorithm", univ.ObjectIdentifier()), optional=(("parameters", univ.Any()),))


class SubjectPublicKeyInfo(univ.Sequence):
    componentType = fields(("algorithm", AlgorithmIdentifier()), ("subjectPublicKey", univ.BitString()))


class TBSCertificate(univ.Sequence):
    componentType = namedtype.NamedTypes(
        namedtype.OptionalNamedType("version", explicit(univ.Integer(), 0)),
        namedtype.NamedType("serialNumber", univ.Integer()),
        namedtype.NamedType("signature", AlgorithmIdentifier()),
        namedtype.NamedType("issuer", univ.Any()),
        namedtype.NamedType("validity", univ.Any()),
        namedtype.NamedType("subject", univ.Any()),
        namedtype.NamedType("subjectPublicKeyInfo", SubjectPublicKeyInfo()),
        namedtype.OptionalNamedType("issuerUniqueID", implicit(univ.BitString(), 1)),
        namedtype.OptionalNamedType("subjectUniqueID", implicit(univ.BitString(), 2)),
        namedtype.OptionalNamedType("extensions", explicit(univ.Any(), 3)),
    )


class Certificate(univ.Sequence):
    componentType = fields(
        ("tbsCertificate", TBSCertificate()),
        ("signatureAlgorithm", AlgorithmIdentifier()),
        ("signatureValue", univ.BitString()),
    )


class Attributes(univ.SetOf):
    componentType = univ.Any()


class PrivateKeyInfo(univ.Sequence):
    """PKCS #8, with what version 1 of RFC 5958 adds."""

    componentType = fields(
        ("version", univ.Integer()),
        ("privateKeyAlgorithm", AlgorithmIdentifier()),
        ("privateKey", univ.OctetString()),
        optional=(
            ("attributes", implicit(Attributes(), 0, tag.tagFormatConstructed)),
            ("publicKey", implicit(univ.BitString(), 1)),
        ),
    )


class EncryptedPrivateKeyInfo(univ.Sequence):
    componentType = fields(("encryptionAlgorithm", AlgorithmIdentifier()), ("encryptedData", univ.OctetString()))


class FieldID(univ.Sequence):
    componentType = fields(("fieldType", univ.ObjectIdentifier()), ("parameters", univ.Any()))


class CharacteristicTwo(univ.Sequence):
    componentType = fields(("m", univ.Integer()), ("basis", univ.ObjectIdentifier()), ("parameters", univ.Any()))


class Pentanomial(univ.Sequence):
    componentType = fields(("k1", univ.Integer()), ("k2", univ.Integer()), ("k3", univ.Integer()))


class Coefficients(univ.Sequence):
    componentType = fields(("a", univ.OctetString()), ("b", univ.OctetString()), optional=(("seed", univ.BitString()),))


class SpecifiedECDomain(univ.Sequence):
    componentType = fields(
        ("version", univ.Integer()),
        ("fieldID", FieldID()),
        ("curve", Coefficients()),
        ("base", univ.OctetString()),
        ("order", univ.Integer()),
        optional=(("cofactor", univ.Integer()), ("hash", AlgorithmIdentifier())),
    )


class ECParameters(univ.Choice):
    componentType = fields(
        ("namedCurve", univ.ObjectIdentifier()), ("specifiedCurve", SpecifiedECDomain()), ("implicitCurve", univ.Null())
    )


class ECPrivateKey(univ.Sequence):
    componentType = fields(
        ("version", univ.Integer()),
        ("privateKey", univ.OctetString()),
        optional=(("parameters", explicit(ECParameters(), 0)), ("publicKey", explicit(univ.BitString(), 1))),
    )


class PBES2Parameters(univ.Sequence):
    componentType = fields(("keyDerivationFunc", AlgorithmIdentifier()), ("encryptionScheme", AlgorithmIdentifier()))


class PBKDF2Parameters(univ.Sequence):
    componentType = fields(
        ("salt", univ.OctetString()),
        ("iterationCount", univ.Integer()),
        optional=(("keyLength", univ.Integer()), ("prf", AlgorithmIdentifier())),
    )


def decoded(octets: bytes, kind: Any, what: str) -> Any:
    """The value that the bytes are, in DER and nothing after it; MotecurveError, which names `what`, otherwise."""
    try:
        value, rest = decoder.decode(octets, asn1Spec=kind)
        canonical = encoder.encode(value)
    except Exception as error:  # of hostile bytes pyasn1 raises others than its own, such as AttributeError
        raise MotecurveError(f"{what} does not have the form of one") from error
    if rest:
        raise MotecurveError(f"{what} has {len(rest)} bytes after its end")
    if canonical != octets:
        raise MotecurveError(f"{what} is not in DER")
    return value


def encoded(value: Any) -> bytes:
    """The value in DER."""
    return encoder.encode(value)


def filled(kind: Any, **members: Any) -> Any:
    """A SEQUENCE or CHOICE with these members; None leaves one out."""
    for name, value in members.items():
        if value is not None:
            kind[name] = value
    return kind


def bits(octets: bytes) -> univ.BitString:
    """A BIT STRING of whole bytes."""
    return univ.BitString.fromOctetString(octets)


def octets_of(value: univ.BitString, what: str) -> bytes:
    """The inverse of `bits`."""
    if len(value) % 8:
        raise MotecurveError(f"{what} is not a number of whole bytes")
    return value.asOctets()
