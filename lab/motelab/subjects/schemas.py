"""Schemas of curves/: curves.json and security.json, and the groups of pairings.json, gls254.json and fourq.json."""

from typing import Any, Literal, Self

import pydantic

from motelab.common.schema_types import (
    Above0,
    AnyText,
    Bits,
    Count,
    Flag,
    Hexadecimal,
    Names,
    Positive,
    Table,
    Text,
    Texts,
    said,
    wrong,
)

Exponents = said(list[int], "a list of exponents, the highest first, such as [163, 7, 6, 3, 0]", min_length=3)
Pair = said(list[Hexadecimal], 'the two coefficients of an element, such as ["0x1", "0x0"]', min_length=2, max_length=2)
Identifier = said(str, "an object identifier, such as 1.3.132.0.1", pattern=r"^\d+(\.\d+)+$")


def needing(table: Table, key: str, right: str) -> Any:
    """The table, if it has a key; else an error of its schema, which says what would be right."""
    if key not in table.model_fields_set:
        raise wrong(right)
    return table


class Field(Table):
    """A prime field by p, or a binary one by the exponents of its polynomial."""

    type: Literal["prime", "binary"]
    name: Text = None
    p: Hexadecimal = None
    bits: Bits = None
    m: Bits = None
    poly: Exponents = None
    basis: Literal["polynomial", "normal(ONB type II)"] = None
    kind: AnyText = None

    @pydantic.model_validator(mode="after")
    def has_modulus(self) -> Self:
        key = {"prime": "p", "binary": "poly"}[self.type]
        return needing(self, key, f"a table with {key}, since its type is {self.type}")


class Point(Table):
    x: Hexadecimal
    y: Hexadecimal


class Generator(Table):
    """Its coordinates, or in normal basis the compressed point of ANSI X9.62."""

    x: Hexadecimal = None
    y: Hexadecimal = None
    compressed_x962: Hexadecimal = None

    @pydantic.model_validator(mode="after")
    def has_point(self) -> Self:
        key = "compressed_x962" if self.x is None else "y"
        return needing(self, key, "a table with x and y, or with compressed_x962")


class OtherBasis(Table):
    """The curve in polynomial basis."""

    poly: Exponents
    a: Hexadecimal
    b: Hexadecimal
    G: Point
    note: AnyText


class Origin(Table):
    file: Text | None
    name: Text
    oid: AnyText | None


class Curve(Table):
    """A curve of the catalogue."""

    name: Text
    aliases: Texts
    standards: Texts
    category: Text
    form: Literal["Weierstrass", "Montgomery", "Edwards", "TwistedEdwards"]
    field: Field
    equation: Text
    a: Hexadecimal
    b: Hexadecimal = None
    d: Hexadecimal = None
    G: Generator
    n: Hexadecimal
    h: Positive
    oids: list[Identifier]
    seed: said(str | None, "the hexadecimal digits of a seed, or null", pattern=r"^[0-9A-Fa-f]*$")
    sources: list[Origin]
    notes: Texts
    desc: AnyText = None
    openssl_names: Texts = None
    licence: Text = None
    curve_order: Hexadecimal
    x962_seed_check: Text = None
    verification: dict[str, bool | list[str] | None] = None
    in_fujdiak2017_tables_as: Texts = None
    seed_source: Text = None
    polynomial_basis_equivalent: OtherBasis = None
    generator_valid: Flag = None
    std_curves_order: Hexadecimal = None
    openssl_order: Hexadecimal = None
    openssl_cofactor: Positive = None
    G_order: Hexadecimal = None
    G_prime_order: Point = None

    @pydantic.model_validator(mode="after")
    def has_coefficients(self) -> Self:
        key = "d" if "Edwards" in self.form else "b"
        return needing(self, key, f"a table with a and {key}, since its form is {self.form}")


class CurvesFile(Table):
    meta: dict[str, Any]
    index: dict[Text, Text]
    curves: list[Curve]


class Descent(Table):
    """A case of Weil descent to a curve of small genus."""

    subfield_degree_l: Positive
    n: Positive = None
    magic: Positive = None
    genus: Text
    ghs_condition_met: Flag = None
    exponent_log2: float = pydantic.Field(None, alias="exponent_q^(2-2/g)_log2")
    relation_search_log2: float = pydantic.Field(None, alias="relation_search_log2(q*g!)")


class CurveSecurity(Table):
    """What is known about the discrete logarithm on a curve. Keys that no program reads are not needed."""

    name: Text
    in_fujdiak2017_tables_as: Texts = None
    field: Text = None
    subgroup_prime_bits: Bits = None
    h: Positive
    n_is_prime_in_std_curves: Flag = None
    rho_bits: Above0 = None
    automorphism_group_order_used: Positive
    rho_bits_with_automorphisms: Above0
    rho_formula: Text = None
    embedding_degree: Text = None
    embedding_degree_full: Text = None
    anomalous_r_equals_char: Flag = None
    trace_one: Flag = None
    supersingular: Flag = None
    discriminant_nonzero: Flag = None
    trace_bits: Bits = None
    card_factorisation: Text = None
    small_CM_discriminant: int | None = None
    cm_field_discriminant_bits: Bits = pydantic.Field(
        None, alias="cm_field_discriminant_bits_at_least(after trial division of squares <1e6)"
    )
    a_class: Text = None
    twist_order_factorisation: Text = None
    twist_factorisation_complete: Flag = None
    twist_largest_prime_bits: Bits = None
    twist_rho_bits: Above0 = None
    level: Text = None
    flags: Texts = None
    m: Bits = None
    m_composite: Flag = None
    a_minimal_subfield_degree: Positive = None
    b_minimal_subfield_degree: Positive = None
    koblitz: Flag = None
    subfield_curve: Flag = None
    ghs_magic_all: list[list[int]] = None
    ghs_small_genus_cases: list[Descent] = None


class SecurityFile(Table):
    meta: dict[str, Any]
    curves: list[CurveSecurity]


class OnCurve(Table):
    """One of the two groups of a pairing."""

    a: Hexadecimal
    b: Hexadecimal
    h: Hexadecimal
    beta: Hexadecimal = None
    G: Point


class PointOfTwist(Table):
    x: Pair
    y: Pair


class OnTwist(Table):
    a: Pair
    b: Pair
    h: Hexadecimal
    G: PointOfTwist


class GroupSecurity(Table):
    """Bits of the best attack on the curve; with a pairing, of that on the logarithm in the extension field, too."""

    curve_bits: Above0
    curve_source: Text


class PairingSecurity(GroupSecurity):
    extension_field_bits: Above0
    extension_field_source: Text


class Search(Table):
    command: Text
    counter: Count


class Group(Table):
    """A group with a pairing."""

    name: Text
    family: Literal["tate", "eta", "bls12"]
    field: Field
    embedding_degree: Positive
    parameter: Hexadecimal = None
    r: Hexadecimal
    r_form: Text = None
    h: Hexadecimal = None
    a: Hexadecimal = None
    b: Hexadecimal = None
    G: Point = None
    equation: Text = None
    generator: Text = None
    tower: Text = None
    g1: OnCurve = None
    g2: OnTwist = None
    hash: dict[str, Any] = None
    search: Search = None
    security: PairingSecurity
    sources: Names


class PairingsFile(Table):
    meta: dict[str, Any]
    pairings: list[Group]


class SecurityByImages(GroupSecurity):
    """Of a group without a pairing: Pollard's rho takes a point and so many images for one."""

    automorphisms: Above0


class PointOfGls(Table):
    x: Pair
    s: Pair


class GlsGroup(Table):
    name: Text
    family: Literal["gls"]
    field: Field
    extension: Text
    equation: Text
    r: Hexadecimal
    h: Hexadecimal
    eigenvalue: Hexadecimal
    G: PointOfGls
    security: SecurityByImages
    sources: Names


class GlsFile(Table):
    meta: dict[str, Any]
    groups: list[GlsGroup]


class PointOfPairs(Table):
    x: Pair
    y: Pair


class MapsOfFourQ(Table):
    """Constants of the isogenies and endomorphisms (src/fourq/maps.c)."""

    tau: Pair
    tau_dual: Pair
    phi: said(list[Pair], "ten elements", min_length=10, max_length=10)
    psi: said(list[Pair], "four elements", min_length=4, max_length=4)


class EigenvaluesOfFourQ(Table):
    phi: Hexadecimal
    psi: Hexadecimal


Four = said(list[Hexadecimal], "four numbers", min_length=4, max_length=4)


class FourQGroup(Table):
    name: Text
    family: Literal["fourq"]
    field: Field
    extension: Text
    equation: Text
    d: Pair
    r: Hexadecimal
    h: Hexadecimal
    G: PointOfPairs
    maps: MapsOfFourQ
    eigenvalues: EigenvaluesOfFourQ
    basis: said(list[Four], "four rows", min_length=4, max_length=4)
    offset: said(list[int], "four numbers", min_length=4, max_length=4)
    security: SecurityByImages
    sources: Names


class FourQFile(Table):
    meta: dict[str, Any]
    groups: list[FourQGroup]


class Remark(Table):
    """A text about some curves."""

    curves: Names
    text: Text


class RemarksFile(Table):
    names: list[Remark]
    seeds: list[Remark]


FILES = {
    "curves/curves.json": CurvesFile,
    "curves/security.json": SecurityFile,
    "curves/pairings.json": PairingsFile,
    "curves/gls254.json": GlsFile,
    "curves/fourq.json": FourQFile,
    "curves/remarks.json": RemarksFile,
}
