"""Which curve a key is on: by its object identifier, or by all of its parameters if they are exactly those of a known
curve."""

from typing import Any

from pyasn1.type import univ

from motecurve.keys import PointForm
from motelab.common.errors import MotecurveError
from motelab.keys import model
from motelab.keys.structures import (
    CharacteristicTwo,
    Coefficients,
    ECParameters,
    FieldID,
    Pentanomial,
    SpecifiedECDomain,
    decoded,
    encoded,
    filled,
)
from motelab.subjects import curves
from motelab.subjects.curves import Curve

PRIME_FIELD = "1.2.840.10045.1.1"
BINARY_FIELD = "1.2.840.10045.1.2"
TRINOMIAL = "1.2.840.10045.1.2.3.2"
PENTANOMIAL = "1.2.840.10045.1.2.3.3"


def is_named(curve: Curve) -> bool:
    """Whether key files name the curve: it has an object identifier."""
    return bool(curve.oids)


def by_oid(oid: str, what: str) -> Curve:
    """The curve with the object identifier; MotecurveError if there is none."""
    try:
        return curves.find(oid)
    except MotecurveError as error:
        raise MotecurveError(f"{what} is on a curve that is not known here, {oid}") from error


def curve_of(value: Any, what: str) -> Curve:
    """The curve of ECParameters."""
    kind = value.getName()
    if kind == "implicitCurve":
        raise MotecurveError(f"{what} leaves open which curve it is on")
    return by_oid(str(value["namedCurve"]), what) if kind == "namedCurve" else _specified(value["specifiedCurve"], what)


def _specified(domain: Any, what: str) -> Curve:
    """The curve with exactly these parameters. One that differs in the generator alone would let its author sign for
    the public keys of others (CVE-2020-0601). One without the cofactor is
    refused, though SEC 1 leaves that open. The seed, from which the library computes nothing, is not compared."""
    if not domain["cofactor"].isValue:
        raise MotecurveError(f"{what} has explicit parameters without the cofactor")
    cofactor = int(domain["cofactor"])
    modulus = _modulus(domain["fieldID"], what)
    coefficients = tuple(int.from_bytes(bytes(domain["curve"][name]), "big") for name in "ab")
    for curve in curves.load().values():
        if curve.form != "Weierstrass" or not curve.has_valid_generator:
            continue
        its = (curve.modulus, tuple(value for _, value in curve.coefficients), curve.order, curve.cofactor)
        if its == (modulus, coefficients, int(domain["order"]), cofactor) and _is_generator(domain["base"], curve):
            return curve
    raise MotecurveError(f"{what} has explicit parameters, and they are not exactly those of a curve known here")


def _is_generator(base: Any, curve: Curve) -> bool:
    """Whether the point, of any form, is the curve's generator."""
    try:
        return model.public_key(curve, bytes(base)).to_bytes() == generator(curve)
    except model.Refused:
        return False


def _modulus(field: Any, what: str) -> int | tuple[int, ...]:
    """The prime, or the exponents of the polynomial, as Curve has them."""
    kind, parameters = str(field["fieldType"]), bytes(field["parameters"])
    if kind == PRIME_FIELD:
        return int(decoded(parameters, univ.Integer(), f"the prime of {what}"))
    if kind != BINARY_FIELD:
        raise MotecurveError(f"{what} is over a field of an unknown kind, {kind}")
    two = decoded(parameters, CharacteristicTwo(), f"the field of {what}")
    basis, degree, terms = str(two["basis"]), int(two["m"]), bytes(two["parameters"])
    if basis == TRINOMIAL:
        return degree, int(decoded(terms, univ.Integer(), f"the trinomial of {what}")), 0
    if basis == PENTANOMIAL:
        exponents = decoded(terms, Pentanomial(), f"the pentanomial of {what}")
        return (degree, *(int(exponents[k]) for k in ("k3", "k2", "k1")), 0)
    raise MotecurveError(f"{what} is over a binary field in a basis that is not polynomial")


def generator(curve: Curve) -> bytes:
    """The generator without compression."""
    return b"\x04" + b"".join(c.to_bytes(curve.field_bytes, "big") for c in curve.generator)


def parameters_of(curve: Curve, explicit: bool, form: PointForm = "uncompressed") -> ECParameters:
    """ECParameters of a curve; explicit ones, too, for a curve that cannot be named."""
    if is_named(curve) and not explicit:
        return filled(ECParameters(), namedCurve=curve.oids[0])
    field = _field(curve)
    a, b = (univ.OctetString(value.to_bytes(curve.field_bytes, "big")) for _, value in curve.coefficients)
    base = model.public_key(curve, generator(curve)).to_bytes(form)
    domain = filled(
        SpecifiedECDomain(),
        version=1,
        fieldID=field,
        curve=filled(Coefficients(), a=a, b=b),
        base=base,
        order=curve.order,
        cofactor=curve.cofactor,
    )
    return filled(ECParameters(), specifiedCurve=domain)


def _field(curve: Curve) -> FieldID:
    modulus = curve.modulus
    if isinstance(modulus, int):
        return filled(FieldID(), fieldType=PRIME_FIELD, parameters=univ.Any(encoded(univ.Integer(modulus))))
    degree, *terms = modulus[:-1]
    if len(terms) == 1:
        basis, parameters = TRINOMIAL, encoded(univ.Integer(terms[0]))
    elif len(terms) == 3:
        k3, k2, k1 = terms
        basis, parameters = PENTANOMIAL, encoded(filled(Pentanomial(), k1=k1, k2=k2, k3=k3))
    else:
        raise MotecurveError(
            f"explicit parameters of {curve.name} would be in normal basis, which is not supported: name it"
        )
    two = filled(CharacteristicTwo(), m=degree, basis=basis, parameters=univ.Any(parameters))
    return filled(FieldID(), fieldType=BINARY_FIELD, parameters=univ.Any(encoded(two)))
