"""The curves that are built: all of curves.json with a valid generator, and the tiny ones of the tests; by field."""

import functools

from codegen import glv, pairing_fields, tiny_curves
from codegen.fields import FIELDS, bits, field_name, load_curves
from codegen.points import curve_of


def identifier(record: dict) -> str:
    """The curve's name as part of a C name."""
    return record["name"].replace("-", "_")


def is_prime_field(field: str) -> bool:
    return isinstance(FIELDS[field], int)


def as_built(record: dict) -> dict:
    """The record with the parameters that the library computes with. A curve in a normal basis has those of its
    equivalent in polynomial basis. If the standard generator has no prime order (ipsec3, ipsec4), its multiple of
    prime order replaces it."""
    generator = record.get("G_prime_order", record["G"])
    equivalent = record.get("polynomial_basis_equivalent", {})
    return {**record, "G": generator, **{key: equivalent[key] for key in ("a", "b", "G") if key in equivalent}}


@functools.cache
def curves_by_field() -> dict[str, list[dict]]:
    """Records of the curves over each field, in the order of curves.json."""
    found = {field: [] for field in FIELDS}
    for record in (*load_curves().values(), *tiny_curves.records()):
        if record.get("generator_valid", True):  # the published generator of c2onb239v5 has another order than n
            found[field_name(record)].append(as_built(record))
    return found


def of_form(field: str, *forms: str) -> list[dict]:
    """The curves over a field that have one of these forms."""
    return [record for record in curves_by_field()[field] if record.get("form", "Weierstrass") in forms]


def weierstrass(field: str) -> list[dict]:
    """The curves over a field that have the short Weierstrass form of their kind of field."""
    return of_form(field, "Weierstrass")


def edwards(field: str) -> list[dict]:
    """The curves a x^2 + y^2 = 1 + d x^2 y^2 over a field. No field has both these and Weierstrass curves."""
    return of_form(field, "Edwards", "TwistedEdwards")


def has_eddsa(record: dict) -> bool:
    """Whether EdDSA is defined on an Edwards curve: RFC 8032 defines it for this curve with this base point."""
    return "RFC 8032" in record.get("standards", [])


def montgomery(field: str) -> list[dict]:
    """The curves b v^2 = u^3 + a u^2 + u over a field."""
    return of_form(field, "Montgomery")


def order(record: dict) -> int:
    """The prime order of the group that the curve is used for."""
    return int(record["n"], 16)


@functools.cache
def scalar_bits(field: str) -> int:
    """Bits of scalars: the bits of an element, or of the largest order of the curves over the field; over a field of
    pairings, the bits of the order of its group."""
    of_pairings = pairing_fields.order_bits()
    if field in of_pairings:
        return of_pairings[field]
    return max([bits(field), *(order(record).bit_length() for record in curves_by_field().get(field, []))])


def endomorphism(record: dict) -> glv.Endomorphism | None:
    """The efficient endomorphism of a curve as built; None for curves that have none."""
    is_weierstrass = record["field"]["type"] == "prime" and record.get("form", "Weierstrass") == "Weierstrass"
    if not is_weierstrass or record["h"] != 1:
        return None
    return glv.endomorphism(record["name"], curve_of(record), order(record), scalar_bits(field_name(record)))


def endomorphisms(field: str) -> list[glv.Endomorphism]:
    """Those of the curves over a field."""
    return [found for record in weierstrass(field) if (found := endomorphism(record))]
