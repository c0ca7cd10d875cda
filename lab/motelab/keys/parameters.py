"""Which curve a key is on: by its object identifier, or by all of its parameters if they are exactly those of a known
curve."""

from motecurve.keys import PointForm
from motecurve.parameters import Parameters
from motelab.common.errors import MotecurveError
from motelab.keys import model
from motelab.subjects import curves
from motelab.subjects.curves import Curve


def is_named(curve: Curve) -> bool:
    """Whether key files name the curve: it has an object identifier."""
    return bool(curve.oids)


def curve_of(named: str | Parameters, what: str) -> Curve:
    """The curve of an object identifier or of parameters; MotecurveError if there is none."""
    if isinstance(named, Parameters):
        return _specified(named, what)
    try:
        return curves.find(named)
    except MotecurveError as error:
        raise MotecurveError(f"{what} is on a curve that is not known here, {named}") from error


def _specified(found: Parameters, what: str) -> Curve:
    """The curve with exactly these parameters. One that differs in the generator alone would let its author sign for
    the public keys of others (CVE-2020-0601). One without the cofactor is
    refused, though SEC 1 leaves that open. The seed, from which the library computes nothing, is not compared."""
    if found.cofactor is None:
        raise MotecurveError(f"{what} has explicit parameters without the cofactor")
    coefficients = tuple(int.from_bytes(octets, "big") for octets in (found.a, found.b))
    for curve in curves.load().values():
        if curve.form != "Weierstrass" or not curve.has_valid_generator:
            continue
        its = (curve.modulus, tuple(value for _, value in curve.coefficients), curve.order, curve.cofactor)
        is_same = its == (found.modulus, coefficients, found.order, found.cofactor)
        if is_same and _is_generator(found.generator, curve):
            return curve
    raise MotecurveError(f"{what} has explicit parameters, and they are not exactly those of a curve known here")


def _is_generator(base: bytes, curve: Curve) -> bool:
    """Whether the point, of any form, is the curve's generator."""
    try:
        return model.public_key(curve, base).to_bytes() == generator(curve)
    except model.Refused:
        return False


def generator(curve: Curve) -> bytes:
    """The generator without compression."""
    return b"\x04" + b"".join(c.to_bytes(curve.field_bytes, "big") for c in curve.generator)


def written(curve: Curve, explicit: bool, form: PointForm = "uncompressed") -> str | Parameters:
    """How a key file names a curve: by its object identifier, or by its parameters, if `explicit` or if it has none.
    Curves that are not of SEC 1 have their identifier alone."""
    if is_named(curve) and (not explicit or curve.form != "Weierstrass"):
        return curve.oids[0]
    if not isinstance(curve.modulus, int) and len(curve.modulus) not in (3, 5):
        raise MotecurveError(
            f"explicit parameters of {curve.name} would be in normal basis, which is not supported: name it"
        )
    a, b = (value.to_bytes(curve.field_bytes, "big") for _, value in curve.coefficients)
    base = model.public_key(curve, generator(curve)).to_bytes(form)
    return Parameters(curve.modulus, a, b, base, curve.order, curve.cofactor)
